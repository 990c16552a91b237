//! docs/record.md, line by line: what is read, what is refused, what is written back.

use tamsk::record::{self, BodyLine, Parsed, Record, RecordError, Replayed, Step, Warning};
use tamsk::rules::{
    FullSpace, Game, Input, Level, Millis, Penalty, PerPlayer, Place, RingMode, Settings, Side,
    Start,
};

use crate::common::*;

fn parse(text: &str) -> Result<Parsed, RecordError> {
    record::parse(text.as_bytes())
}

/// Reads and replays; warnings of both.
fn read(text: &str) -> Result<(Game, Vec<Warning>), RecordError> {
    let parsed = parse(text)?;
    let Replayed { game, warnings, .. } = record::replay(&parsed.record)?;
    Ok((game, [parsed.warnings, warnings].concat()))
}

/// The line of the fault in `text`.
#[track_caller]
fn wrong_line(text: &str) -> usize {
    let error = read(text).map(|_| ()).expect_err("a fault");
    assert!(!error.reason.is_empty() && !error.reason.contains('\n'));
    error.line
}

/// The lines of the warnings about `text`, which has no fault.
#[track_caller]
fn warned_lines(text: &str) -> Vec<usize> {
    let (_, warnings) = read(text).expect("no fault");
    warnings.into_iter().map(|warning| warning.line).collect()
}

const NONE: [usize; 0] = [];

/// The settings in a record whose header lines are `header`.
#[track_caller]
fn settings(header: &str) -> Settings {
    *parse(&format!("tamsk-record 1\n{header}\n"))
        .expect("a header")
        .record
        .settings()
}

/// Whether a header line can be read.
fn header_reads(line: &str) -> bool {
    match parse(&format!("tamsk-record 1\n{line}\n")) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.line, 2, "{line}");
            false
        }
    }
}

/// What an input line says.
fn input(line: &str) -> Option<(Millis, Step)> {
    match parse(&format!("tamsk-record 1\n\n{line}\n")) {
        Ok(parsed) => match parsed.record.body() {
            [BodyLine::Step { at, step, .. }] => Some((*at, *step)),
            other => panic!("{line}: {other:?}"),
        },
        Err(error) => {
            assert_eq!(error.line, 3, "{line}");
            None
        }
    }
}

// ---- The file

/// The record of the specification, with what came before its moves.
const SPECIMEN: &str = "tamsk-record 1
date 2026-11-30T20:15:00+01:00
red Ann
black Bo
level 3
start corners
penalty turn
full-space refuse
ring manual
steal-after 1
hourglass-red 180
hourglass-black 180
timer 15
side left

2.150 R lift D1
2.900 R to D2
3.100 R ring D2
4.000 R timer
6.250 B G1-F1
6.900 B ring F1
";

#[test]
fn the_specimen_is_read_and_written_back_as_it_stands() {
    let (game, warnings) = read(SPECIMEN).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(game.moves(), ["D1-D2", "G1-F1x"]);
    assert_eq!(parse(SPECIMEN).unwrap().record.to_string(), SPECIMEN);
}

#[test]
fn line_ends_may_be_crlf() {
    let (game, warnings) = read(&SPECIMEN.replace('\n', "\r\n")).unwrap();
    assert_eq!(warnings, []);
    assert_same(&game, &read(SPECIMEN).unwrap().0);
    let parsed = parse(&SPECIMEN.replace('\n', "\r\n")).unwrap();
    assert_eq!(parsed.record.get("red"), Some("Ann"));
    // Only \n is written.
    assert_eq!(parsed.record.to_string(), SPECIMEN);
}

#[test]
fn a_byte_order_mark_is_read() {
    let with_mark = format!("\u{FEFF}{SPECIMEN}");
    assert_same(&read(&with_mark).unwrap().0, &read(SPECIMEN).unwrap().0);
    // At the beginning of the file only, and once.
    assert_eq!(wrong_line(&format!("\u{FEFF}{with_mark}")), 1);
    assert_eq!(wrong_line("tamsk-record 1\n\u{FEFF}level 1\n"), 2);
}

#[test]
fn what_is_not_utf_8_cannot_be_read() {
    let error = record::parse(b"tamsk-record 1\nred Ann\nblack \xFF\n\n").unwrap_err();
    assert_eq!(error.line, 3);
    assert_eq!(
        record::parse(b"tamsk-record 1\n# \xC3\n\n")
            .unwrap_err()
            .line,
        2
    );
}

#[test]
fn the_first_line_names_format_and_version() {
    for wrong in [
        "",
        "\n",
        "tamsk-record 2\n",
        "tamsk-record\n",
        "tamsk-record 1 x\n",
        "Tamsk-record 1\n",
        "tamsk-record 1.0\n",
        "tamsk-record 01\n",
        "tamsk-record1\n",
        "# tamsk-record 1\n",
        "\ntamsk-record 1\n",
        "level 1\n",
        "# a comment\ntamsk-record 1\n",
        "tamsk-rec",
    ] {
        assert_eq!(wrong_line(wrong), 1, "{wrong:?}");
    }
}

#[test]
fn blanks_in_the_first_line() {
    assert!(parse("  tamsk-record \t 1 \t\nlevel 2\n").is_ok());
}

#[test]
fn a_header_alone_is_a_record_too() {
    for text in [
        "tamsk-record 1\n",
        "tamsk-record 1",
        "tamsk-record 1\nlevel 2\n",
        "tamsk-record 1\n\n",
    ] {
        let (game, warnings) = read(text).unwrap();
        assert_eq!(warnings, []);
        assert_eq!(game.log(), []);
    }
}

// ---- The header

#[test]
fn what_is_missing_has_the_default() {
    let settings = settings("");
    assert_eq!(settings, Settings::default());
    assert_eq!(
        settings,
        Settings {
            level: Level::One,
            start: Start::Corners,
            penalty: Penalty::Turn,
            full_space: FullSpace::Refuse,
            ring: RingMode::Manual,
            steal_after: Millis(1_000),
            hourglass: PerPlayer {
                red: Millis(180_000),
                black: Millis(180_000)
            },
            timer: Millis(15_000),
            side: Side::Left,
        }
    );
}

#[test]
fn keys_follow_in_any_order() {
    let settings = settings(
        "timer 7.5\nside right\nsteal-after 0.25\nhourglass-black 61\nlevel 3\nring auto\n\
         hourglass-red 60.125\nfull-space lose\npenalty rings\nstart reserve",
    );
    assert_eq!(
        settings,
        Settings {
            level: Level::Three,
            start: Start::Reserve,
            penalty: Penalty::Rings,
            full_space: FullSpace::Lose,
            ring: RingMode::Auto,
            steal_after: Millis(250),
            hourglass: PerPlayer {
                red: Millis(60_125),
                black: Millis(61_000)
            },
            timer: Millis(7_500),
            side: Side::Right,
        }
    );
}

#[test]
fn each_word_has_its_values() {
    for line in [
        "level 1",
        "level 2",
        "level 3",
        "start corners",
        "start reserve",
        "penalty turn",
        "penalty rings",
        "full-space lose",
        "full-space refuse",
        "ring manual",
        "ring auto",
        "side left",
        "side right",
    ] {
        assert!(header_reads(line), "{line}");
    }
    for line in [
        "level 0",
        "level 4",
        "level one",
        "level 1.0",
        "level 01",
        "level 1 2",
        "start corner",
        "start Corners",
        "penalty ring",
        "penalty none",
        "full-space win",
        "ring on",
        "side centre",
        "side left right",
    ] {
        assert!(!header_reads(line), "{line}");
    }
}

#[test]
fn times_are_seconds_with_up_to_three_decimals_in_their_range() {
    for key in ["hourglass-red", "hourglass-black", "timer"] {
        for value in [
            "1",
            "1.000",
            "3600",
            "3600.000",
            "180",
            "0180",
            "000000180",
            "2.5",
            "2.05",
            "2.005",
        ] {
            assert!(header_reads(&format!("{key} {value}")), "{key} {value}");
        }
        for value in [
            "0",
            "0.999",
            "3600.001",
            "3601",
            "-1",
            "+1",
            "1.",
            ".5",
            "1.0000",
            "1e3",
            "1,5",
            "0000000180",
            "1 s",
            "1s",
            "٣",
        ] {
            assert!(!header_reads(&format!("{key} {value}")), "{key} {value}");
        }
    }
    for value in ["0", "0.000", "60", "60.0", "0.001"] {
        assert!(header_reads(&format!("steal-after {value}")), "{value}");
    }
    for value in ["60.001", "61", "-0"] {
        assert!(!header_reads(&format!("steal-after {value}")), "{value}");
    }
    assert_eq!(settings("timer 2.05").timer, Millis(2_050));
    assert_eq!(settings("timer 2.005").timer, Millis(2_005));
    assert_eq!(settings("timer 2.5").timer, Millis(2_500));
}

#[test]
fn dates_are_rfc_3339() {
    for value in [
        "2026-11-30T20:15:00+01:00",
        "2026-11-30T20:15:00Z",
        "2026-11-30t20:15:00z",
        "2026-11-30 20:15:00Z",
        "2026-11-30\t20:15:00Z",
        "2026-11-30T20:15:00.5Z",
        "2026-11-30T20:15:00.123456789123Z",
        "2026-11-30T20:15:00-00:00",
        "2026-11-30T20:15:00-23:59",
        "2026-11-30T20:15:60Z", // in any minute
        "2026-06-07T08:09:60+05:30",
        "2024-02-29T00:00:00Z",
        "2000-02-29T00:00:00Z",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
    ] {
        assert!(header_reads(&format!("date {value}")), "{value}");
    }
    for value in [
        "2026-11-30",
        "2026-11-30T20:15:00",
        "2026-11-30T20:15Z",
        "2026-11-31T20:15:00Z", // the days of the month are checked
        "2026-02-29T20:15:00Z",
        "1900-02-29T00:00:00Z",
        "2026-13-01T20:15:00Z",
        "2026-00-01T20:15:00Z",
        "2026-11-00T20:15:00Z",
        "2026-11-30T24:00:00Z",
        "2026-11-30T20:60:00Z",
        "2026-11-30T20:15:61Z",
        "2026-11-30T20:15:00.Z",
        "2026-11-30T20:15:00+0100",
        "2026-11-30T20:15:00+01",
        "2026-11-30T20:15:00+24:00",
        "2026-11-30T20:15:00+01:60",
        "2026-11-30T20:15:00 +01:00",
        "2026-11-30T20:15:00Z x",
        "2026-11-30  20:15:00Z",
        "2026-11-30_20:15:00Z",
        "26-11-30T20:15:00Z",
        "+2026-11-30T20:15:00Z",
        "12026-11-30T20:15:00Z",
        "2026-1-30T20:15:00Z",
        "2026-11-30T20:15:00\u{2212}01:00",
        "٢٠٢٦-11-30T20:15:00Z",
        "yesterday",
        "ééééé\tééééé",
    ] {
        assert!(!header_reads(&format!("date {value}")), "{value}");
    }
}

#[test]
fn free_text_keeps_what_stands_inside() {
    let text = "tamsk-record 1\nred   Ann  \"the  quick\" # not a comment \t\nevent Café 数 🎲\nblack Bo\n";
    let record = parse(text).unwrap().record;
    assert_eq!(
        record.get("red"),
        Some("Ann  \"the  quick\" # not a comment")
    );
    assert_eq!(record.get("event"), Some("Café 数 🎲"));
    assert_eq!(record.get("black"), Some("Bo"));
    assert_eq!(record.get("date"), None);
}

#[test]
fn an_unknown_key_is_kept_and_written_back() {
    let text = "tamsk-record 1\nzebra  with stripes\nlevel 2\nX-y.z 1\nround 4\n\n1.000 R D1-D2\n";
    let record = parse(text).unwrap().record;
    assert_eq!(record.get("zebra"), Some("with stripes"));
    assert_eq!(record.get("round"), Some("4"));
    assert_eq!(
        record.to_string(),
        text.replace("zebra  with", "zebra with")
    );
    // Keys are told apart by case.
    assert!(parse("tamsk-record 1\nlevel 1\nLevel whatever\n").is_ok());
}

#[test]
fn a_key_begins_with_a_letter_and_has_a_value() {
    for line in [
        "1level 2",
        "-x 1",
        "_x 1",
        "é 1",
        "=",
        "2.150 R lift D1",
        "\"red\" Ann",
    ] {
        assert!(!header_reads(line), "{line}");
    }
    for line in ["level", "red", "red  \t", "zebra"] {
        assert!(!header_reads(line), "{line}");
    }
    assert!(header_reads("z 1") && header_reads("Z 1"));
}

#[test]
fn a_forgotten_empty_line_is_noticed() {
    assert_eq!(wrong_line("tamsk-record 1\nlevel 2\n2.150 R lift D1\n"), 3);
}

#[test]
fn a_key_twice_is_an_error() {
    assert_eq!(
        wrong_line("tamsk-record 1\nlevel 2\nred Ann\nlevel 2\n\n"),
        4
    );
    assert_eq!(wrong_line("tamsk-record 1\nzebra 1\nzebra 2\n\n"), 3);
    // A value that is wrong is named where it stands, though the key stands twice.
    assert_eq!(wrong_line("tamsk-record 1\nlevel 9\nlevel 2\n\n"), 2);
}

#[test]
fn blanks_at_either_end_are_skipped_and_several_may_stand_between_words() {
    let (game, _) = read(
        "tamsk-record 1\n \t level \t 2 \t\n\t# comment\n \t \n  1.000 \t R   lift\tD1  \n\t2.000 R to D2\n   \n3 R ring D2 \n",
    )
    .unwrap();
    assert_eq!(game.moves(), ["D1-D2"]);
    assert_eq!(game.settings().level, Level::Two);
}

#[test]
fn other_white_space_is_no_blank() {
    for line in [
        "1.000\u{A0}R lift D1",
        "1.000 R\u{B}lift D1",
        "1.000 R lift D1\u{2003}",
        "1.000 R lift D1\r",
    ] {
        assert_eq!(input(line).is_some(), line.ends_with('\r'), "{line:?}");
    }
    assert_eq!(input("1.000 R lift D1\r\r"), None);
}

// ---- Comments and empty lines

#[test]
fn comments_stand_anywhere_after_the_first_line_and_keep_their_place() {
    let text = "tamsk-record 1\n# one\nlevel 2\n#two\n\n# three\n1.000 R D1-D2\n# four\n# five 5.000 R D2-D3\n2.000 B D7-D6\n# six\n";
    let record = parse(text).unwrap().record;
    assert_eq!(record.to_string(), text);
    assert_eq!(read(text).unwrap().0.moves(), ["D1-D2o", "D7-D6"]);
    // Blanks before it are skipped.
    let indented = text.replace("# four", " \t # four");
    assert_eq!(parse(&indented).unwrap().record.to_string(), text);
    // Behind an input there is none.
    assert_eq!(input("1.000 R lift D1 # why not"), None);
}

#[test]
fn a_comment_does_not_end_the_header_an_empty_line_does() {
    assert!(parse("tamsk-record 1\n# x\nlevel 2\n").is_ok());
    assert_eq!(wrong_line("tamsk-record 1\n\nlevel 2\n"), 3);
    assert!(parse("tamsk-record 1\nlevel 2\n \t \n1.000 R lift D1\n").is_ok());
}

#[test]
fn empty_lines_are_skipped_in_the_body_and_counted() {
    assert_eq!(
        wrong_line("tamsk-record 1\n\n\n\n1.000 R lift D1\n\n\n2.000 R lift D1\n"),
        8
    );
    let text = "tamsk-record 1\n\n\n1.000 R lift D1\n\n# x\n\n2.000 R to D2\n\n";
    assert_eq!(
        parse(text).unwrap().record.to_string(),
        "tamsk-record 1\n\n1.000 R lift D1\n# x\n2.000 R to D2\n"
    );
}

// ---- Inputs

#[test]
fn every_input_has_its_line() {
    let place = |name| Place::On(space(name));
    for (line, step) in [
        (
            "1.000 R lift D1",
            Step::Input(Input::Lift {
                player: Red,
                from: place("D1"),
            }),
        ),
        (
            "1.000 B lift reserve",
            Step::Input(Input::Lift {
                player: Black,
                from: Place::Reserve,
            }),
        ),
        (
            "1.000 R to D2",
            Step::Input(Input::Release {
                player: Red,
                to: space("D2"),
            }),
        ),
        (
            "1.000 B back",
            Step::Input(Input::PutBack { player: Black }),
        ),
        (
            "1.000 R ring D2",
            Step::Input(Input::Ring {
                player: Red,
                at: space("D2"),
            }),
        ),
        ("1.000 B timer", Step::Input(Input::Timer { player: Black })),
        (
            "1.000 R decline",
            Step::Input(Input::Decline { player: Red }),
        ),
        (
            "1.000 B resign",
            Step::Input(Input::Resign { player: Black }),
        ),
        ("1.000 pause", Step::Input(Input::Pause)),
        ("1.000 resume", Step::Input(Input::Resume)),
        ("1.000 draw", Step::Input(Input::Draw)),
        ("1.000 undo", Step::Input(Input::Undo)),
        ("1.000 end", Step::End),
        (
            "1.000 R D1-D2",
            Step::Move {
                player: Red,
                from: place("D1"),
                to: space("D2"),
            },
        ),
        (
            "1.000 B reserve-D4",
            Step::Move {
                player: Black,
                from: Place::Reserve,
                to: space("D4"),
            },
        ),
    ] {
        assert_eq!(input(line), Some((Millis(1_000), step)), "{line}");
        // And the line is what is written.
        assert_eq!(Record::step_text(Millis(1_000), step), format!("{line}\n"));
    }
}

#[test]
fn an_arrow_is_read_as_a_minus() {
    assert_eq!(input("1 R D1→D2"), input("1 R D1-D2"));
    assert_eq!(input("1 R reserve→D4"), input("1 R reserve-D4"));
    assert!(input("1 R D1→D2").is_some());
    let record = parse("tamsk-record 1\n\n1 R D1→D2\n").unwrap().record;
    assert_eq!(record.to_string(), "tamsk-record 1\n\n1.000 R D1-D2\n");
    for line in [
        "1 R D1→-D2",
        "1 R D1-→D2",
        "1 R D1>D2",
        "1 R D1–D2",
        "1 R D1->D2",
        "1 R→lift D1",
        "1 R lift→D1",
    ] {
        assert_eq!(input(line), None, "{line}");
    }
}

#[test]
fn words_stand_as_written_with_blanks_between_them() {
    for line in [
        "1 r lift D1",
        "1 R Lift D1",
        "1 R LIFT D1",
        "1 R lift d1",
        "1 red lift D1",
        "1 R liftD1",
        "1R lift D1",
        "1 R lift",
        "1 R",
        "1",
        "R lift D1",
        "1 lift D1",
        "1 R lift D1 D2",
        "1 R to reserve",
        "1 R ring reserve",
        "1 R lift A5",
        "1 R lift D8",
        "1 R lift H1",
        "1 R to",
        "1 R ring",
        "1 R back D1",
        "1 R timer x",
        "1 R pause",
        "1 R end",
        "1 R undo",
        "1 pause R",
        "1 Pause",
        "1 end end",
        "1 timer",
        "1 resign",
        "1 R draw",
        "1 R D1 -D2",
        "1 R D1 - D2",
        "1 R D1-",
        "1 R -D2",
        "1 R D1-D2-D3",
        "1 R D1-reserve",
        "1 R D1D2",
        "1 R reserve",
        "1 R D1-D2x",
        "1 R D1-D2!",
        "1 X lift D1",
        "1 RB lift D1",
        "1 R, lift D1",
        "x",
        "1 R -- ",
    ] {
        assert_eq!(input(line), None, "{line}");
    }
}

#[test]
fn the_time_is_seconds_with_up_to_three_decimals() {
    for (text, ms) in [
        ("0", 0),
        ("0.0", 0),
        ("5", 5_000),
        ("2.1", 2_100),
        ("2.15", 2_150),
        ("2.150", 2_150),
        ("007", 7_000),
        ("999999999.999", 999_999_999_999),
        ("000000001", 1_000),
    ] {
        assert_eq!(
            input(&format!("{text} end")),
            Some((Millis(ms), Step::End)),
            "{text}"
        );
    }
    for text in [
        "",
        ".5",
        "5.",
        "2.1500",
        "-1",
        "+1",
        "1e3",
        "0x1",
        "1,5",
        "1:30",
        "1234567890",
        "0000000001",
        "1.2.3",
        "∞",
        "٥",
        "1_000",
        "1s",
    ] {
        assert_eq!(input(&format!("{text} end")), None, "{text}");
    }
}

#[test]
fn times_are_written_with_three_decimals() {
    let record = parse("tamsk-record 1\n\n2.1 R lift D1\n3 R to D2\n")
        .unwrap()
        .record;
    assert_eq!(
        record.to_string(),
        "tamsk-record 1\n\n2.100 R lift D1\n3.000 R to D2\n"
    );
}

#[test]
fn a_move_is_a_lift_and_a_release_two_inputs() {
    let (game, _) = read("tamsk-record 1\n\n1 R D1-D2\n1 undo\n").unwrap();
    assert_same(&game, &play("1 R lift D1"));
}

// ---- Time

#[test]
fn time_never_goes_back() {
    assert_eq!(
        wrong_line("tamsk-record 1\n\n2 R lift D1\n1.999 R to D2\n"),
        4
    );
    assert!(read("tamsk-record 1\n\n2 R lift D1\n2 R to D2\n").is_ok());
    assert_eq!(wrong_line("tamsk-record 1\n\n2 end\n1 end\n"), 4);
}

#[test]
fn except_after_undo_from_which_it_counts_on_from_the_time_to_which_it_went_back() {
    let start = "tamsk-record 1\n\n1 R lift D1\n5 R to D2\n9 undo\n";
    assert!(read(&format!("{start}1 R to D2\n")).is_ok());
    assert!(read(&format!("{start}20 R to D2\n")).is_ok());
    assert_eq!(wrong_line(&format!("{start}0.999 R to D2\n")), 6);
    // The undo itself may not lie before what stands before it.
    assert_eq!(
        wrong_line("tamsk-record 1\n\n1 R lift D1\n5 R to D2\n4 undo\n"),
        5
    );
    // `end` is not seen by undo: time goes back to the input before.
    assert!(read("tamsk-record 1\n\n1 R lift D1\n3 end\n5 R to D2\n9 undo\n1 R to D2\n").is_ok());
}

#[test]
fn while_paused_every_line_carries_the_instant_of_the_pause() {
    let start = "tamsk-record 1\nlevel 2\n\n1 R D1-D2\n5 pause\n";
    for line in [
        "6 resume",
        "6 undo",
        "6 R resign",
        "6 draw",
        "6 end",
        "5.001 end",
    ] {
        assert_eq!(wrong_line(&format!("{start}{line}\n")), 6, "{line}");
    }
    for line in ["5 resume", "5 undo", "5 R resign", "5 draw", "5 end"] {
        assert!(read(&format!("{start}{line}\n")).is_ok(), "{line}");
    }
    // After an undo the instant is that to which it went back.
    assert!(read(&format!("{start}5 undo\n1 undo\n0 resume\n")).is_ok());
    assert_eq!(wrong_line(&format!("{start}5 undo\n5 resume\n")), 7);
}

#[test]
fn end_lets_time_pass_and_undo_does_not_see_it() {
    let (game, _) = read("tamsk-record 1\nlevel 2\n\n1 R D1-D2\n200 end\n").unwrap();
    assert_eq!(game.events_from("2"), ["181.000 hourglass-out red D2"]);
    assert_eq!(game.now(), secs("200"));
    assert_eq!(game.history().len(), 2);
}

#[test]
fn end_after_the_end_does_nothing() {
    let start = "tamsk-record 1\n\n1 R lift D1\n2 R resign\n";
    let (game, _) = read(&format!("{start}50 end\n60 end\n")).unwrap();
    assert_eq!(game.now(), secs("2"));
    assert_eq!(wrong_line(&format!("{start}50 end\n49 end\n")), 6);
    assert_eq!(wrong_line(&format!("{start}1 end\n")), 5);
    assert_eq!(wrong_line(&format!("{start}50 end\n60 R back\n")), 6);
    // Even where it was paused when it ended.
    assert!(read("tamsk-record 1\n\n1 pause\n1 draw\n50 end\n").is_ok());
}

// ---- Torn writes, and the order of faults

#[test]
fn a_last_line_without_its_newline_that_cannot_be_read_is_dropped_with_a_warning() {
    let whole = "tamsk-record 1\nlevel 2\n\n1.000 R D1-D2\n";
    for torn in [
        "2.000 R rin",
        "2.0",
        "2",
        "2.000 B",
        "2.000 B lift",
        "2.000 B lift D",
        "x",
        "2.000 B lift D7 D",
    ] {
        let text = format!("{whole}{torn}");
        assert_eq!(warned_lines(&text), [5], "{torn}");
        assert_same(&read(&text).unwrap().0, &read(whole).unwrap().0);
        assert_eq!(parse(&text).unwrap().record.to_string(), whole);
        // With its newline it is an error.
        assert_eq!(wrong_line(&format!("{text}\n")), 5, "{torn}");
    }
}

#[test]
fn a_torn_header_line_too() {
    for torn in [
        "leve",
        "level",
        "level 9",
        "date 2026",
        "timer 0.5",
        "1",
        "red Ann",
        "level 2",
    ] {
        let text = format!("tamsk-record 1\nred Ann\n{torn}");
        let readable = torn == "level 2";
        // A key that stands twice can't be read either.
        assert_eq!(
            warned_lines(&text),
            if readable { vec![] } else { vec![3] },
            "{torn}"
        );
    }
}

#[test]
fn a_torn_line_may_end_inside_a_character() {
    let parsed = record::parse(b"tamsk-record 1\n\n1.000 R D1\xE2\x86").unwrap();
    assert_eq!(parsed.warnings.len(), 1);
    assert_eq!(parsed.record.body(), []);
}

#[test]
fn a_last_line_without_its_newline_that_can_be_read_counts() {
    let (game, warnings) = read("tamsk-record 1\n\n1.000 R D1-D2").unwrap();
    assert_eq!(warnings, []);
    assert_eq!(game.moves(), ["D1-D2"]);
    // A comment, a line of blanks.
    assert_eq!(
        warned_lines("tamsk-record 1\n\n1.000 R D1-D2\n# comm"),
        NONE
    );
    assert_eq!(warned_lines("tamsk-record 1\n\n1.000 R D1-D2\n  \t"), NONE);
}

#[test]
fn what_only_the_replay_finds_is_an_error_without_newline_too() {
    assert_eq!(
        wrong_line("tamsk-record 1\n\n1.000 R D1-D2\n2.000 R D2-D3"),
        4
    );
    assert_eq!(
        wrong_line("tamsk-record 1\n\n1.000 R D1-D2\n0.500 B D7-D6"),
        4
    );
}

#[test]
fn the_first_line_is_never_a_torn_write() {
    assert_eq!(wrong_line("tamsk-rec"), 1);
    assert_eq!(wrong_line(""), 1);
    assert_eq!(wrong_line("\u{FEFF}"), 1);
}

#[test]
fn a_line_that_cannot_be_read_is_named_before_one_that_the_rules_refuse() {
    let text = "tamsk-record 1\n\n1 R D1-D7\n2 nonsense\n3 R D1-D7\n4 nonsense\n";
    assert_eq!(wrong_line(text), 4);
    // A key that stands twice too.
    assert_eq!(
        wrong_line("tamsk-record 1\nred A\nred B\n\n1 nonsense\n"),
        3
    );
}

#[test]
fn else_the_first_in_the_file_is_named() {
    assert_eq!(wrong_line("tamsk-record 1\n\n1 R D1-D7\n0 R lift D1\n"), 3);
    assert_eq!(
        wrong_line("tamsk-record 1\n\n1 R lift D1\n0 R to D2\n0 R to D7\n"),
        4
    );
    assert_eq!(wrong_line("tamsk-record 1\nlevel 8\ntimer 0\n\nx\n"), 2);
}

#[test]
fn comments_and_empty_lines_count_as_lines() {
    assert_eq!(wrong_line("tamsk-record 1\n# x\n\n# y\n\n1 R lift D7\n"), 6);
    assert_eq!(
        wrong_line("tamsk-record 1\r\n# x\r\n\r\n# y\r\n\r\n1 R lift D7\r\n"),
        6
    );
}

// ---- `result` and `by`

/// A finished game, won by Black by resignation, with `header` in line 2.
fn resigned(header: &str) -> String {
    format!("tamsk-record 1\n{header}\n\n1 R lift D1\n2 R resign\n")
}

#[test]
fn result_and_by_that_differ_from_the_replay_are_warned_about() {
    for header in [
        "result black",
        "by resignation",
        "result black\nby resignation",
    ] {
        assert_eq!(warned_lines(&resigned(header)), NONE, "{header}");
    }
    for header in [
        "result red",
        "result draw",
        "result *",
        "by rings",
        "by time",
        "by full-space",
        "by agreement",
    ] {
        assert_eq!(warned_lines(&resigned(header)), [2], "{header}");
    }
    assert_eq!(warned_lines(&resigned("by time\nresult red")), [2, 3]);
    // The replay is trusted.
    let (game, _) = read(&resigned("result red\nby time")).unwrap();
    assert_eq!(game.ending().as_deref(), Some("black by resignation"));
}

#[test]
fn in_an_unfinished_game_only_the_star_is_right() {
    let unfinished = |header: &str| format!("tamsk-record 1\n{header}\n\n1 R lift D1\n");
    assert_eq!(warned_lines(&unfinished("result *")), NONE);
    for header in [
        "result red",
        "result black",
        "result draw",
        "by rings",
        "by agreement",
    ] {
        assert_eq!(warned_lines(&unfinished(header)), [2], "{header}");
    }
}

#[test]
fn what_is_none_of_the_words_is_never_compared() {
    for header in [
        "result White",
        "result 1-0",
        "result red wins",
        "result Red",
        "by luck",
        "by *",
        "by Time",
    ] {
        assert_eq!(warned_lines(&resigned(header)), NONE, "{header}");
    }
}

#[test]
fn a_draw_is_a_result_too() {
    let drawn = "tamsk-record 1\nresult draw\nby agreement\n\n1 draw\n";
    assert_eq!(warned_lines(drawn), NONE);
    assert_eq!(warned_lines(&drawn.replace("agreement", "rings")), [3]);
}

// ---- Writing

#[test]
fn a_new_record_says_all_that_was_agreed() {
    let mut record = Record::new(Settings::at_level(Level::Three));
    record.set("red", "Ann");
    record.push(
        Millis(2_150),
        Step::Input(Input::Lift {
            player: Red,
            from: Place::On(space("D1")),
        }),
    );
    assert_eq!(
        record.to_string(),
        "tamsk-record 1\nlevel 3\nstart corners\npenalty turn\nfull-space refuse\nring manual\nsteal-after 1\n\
         hourglass-red 180\nhourglass-black 180\ntimer 15\nside left\nred Ann\n\n2.150 R lift D1\n"
    );
}

#[test]
fn a_key_is_set_in_its_place() {
    let mut record = parse("tamsk-record 1\n# who\nred Ann\nlevel 2\n\n")
        .unwrap()
        .record;
    record.set("red", "  Zoë\n of\tYork ");
    record.set("result", "*");
    record.set("level", "");
    assert_eq!(
        record.to_string(),
        "tamsk-record 1\n# who\nred Zoë  of York\nresult *\n\n"
    );
}
