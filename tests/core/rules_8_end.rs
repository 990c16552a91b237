//! RULES 8: the end, the last ring, who wins.

use tamsk::rules::{
    Game, Millis, Outcome, PerPlayer, Phase, Reason, Refusal, outcome::winner_by_time,
};

use crate::common::*;

/// All six run out one after the other, the last at 1.500, while Black's drop on F1
/// is open: the last ring is from 1.500 to 6.500.
const LAST_RING: &str = "level 2
    hourglass-red 1
    hourglass-black 1

    0 R D1-D2
    0.100 B D7-D6
    0.200 R A4-B4
    0.300 B A1-B2
    0.400 R G4-F4
    0.500 B G1-F1
    1.500 end
    ";

/// A level 1 game up to the last move; Red's drop is open and nobody can move.
fn level_1_last_ring() -> Game {
    let lines = include_str!("games/level_1_whole.txt");
    let (before, last) = lines.trim_end().rsplit_once('\n').unwrap();
    assert!(last.contains("ring"));
    play(before)
}

#[test]
fn rule_8_1_over_when_neither_player_can_move() {
    let game = play(include_str!("games/level_1_whole.txt"));
    assert!(!game.can_move(Red) && !game.can_move(Black));
    assert!(game.turns().is_over());
    assert_eq!(game.turns().on_turn(), None);
}

#[test]
fn rule_8_1_not_while_one_of_them_can() {
    let game = play(
        "level 2\nhourglass-red 1\n\n0 R D1-D2\n0 B D7-D6\n0 R A4-B4\n0 B A1-B2\n0 R G4-F4\n100 end",
    );
    assert!(!game.can_move(Red) && game.can_move(Black));
    assert_eq!(game.turns().on_turn(), Some(Black));
}

#[test]
fn rule_8_1_at_once_when_no_ring_can_be_put_any_more() {
    let game = play(&LAST_RING.replace("1.500 end", "0.600 B ring F1\n1.500 end"));
    assert_eq!(
        game.events_from("1.5"),
        ["1.500 hourglass-out black F1", "1.500 over black"]
    );
}

#[test]
fn rule_8_2_the_last_ring() {
    let game = play(LAST_RING);
    assert_eq!(
        game.events_from("1.4"),
        [
            "1.400 hourglass-out red F4",
            "1.400 pass red",
            "1.400 turn black",
            "1.500 hourglass-out black F1",
            "1.500 last-ring",
        ]
    );
    assert_eq!(
        game.turns().phase(),
        Phase::LastRing {
            since: Millis(1_500)
        }
    );
    assert_eq!(game.turns().on_turn(), None);
    assert_eq!(game.ending(), None);
}

#[test]
fn rule_8_2_the_ring_ends_it() {
    let game = play(LAST_RING).then("2 B ring F1");
    assert_eq!(game.events_from("2"), ["2.000 over black"]);
    assert_eq!(game.ending().as_deref(), Some("black by rings"));
    let game = play(LAST_RING).then("2 R ring F1");
    assert_eq!(game.ending().as_deref(), Some("red by rings"));
    assert_eq!(game.moves()[5..], ["G1-F1o", "..", "+F1x"]);
}

#[test]
fn rule_8_2_only_rings_decline_pause_resume_undo_resign_and_draw_are_taken() {
    let game = play(&LAST_RING.replace("level 2", "level 3"));
    for line in [
        "2 R lift D2",
        "2 B lift D6",
        "2 R to D3",
        "2 B back",
        "2 R timer",
        "2 B timer",
    ] {
        assert_eq!(game.refuses(line), Refusal::LastRing, "{line}");
    }
    for lines in [
        "2 B ring F1",
        "2 B decline",
        "2 pause\n2 resume",
        "2 pause\n2 undo",
        "2 R resign",
        "2 draw",
    ] {
        game.takes(lines);
    }
}

#[test]
fn rule_8_2_a_steal_not_yet_allowed_counts() {
    // Black, the mover, declines. Red may steal only 3 seconds after the release.
    let game = play(&format!("steal-after 3\n{LAST_RING}")).then("2 B decline");
    assert_eq!(
        game.turns().phase(),
        Phase::LastRing {
            since: Millis(1_500)
        }
    );
    assert_eq!(
        game.refuses("3.499 R ring F1"),
        Refusal::StealTooEarly(secs("3.500"))
    );
    let game = game.then("3.500 R ring F1");
    assert_eq!(game.ending().as_deref(), Some("red by rings"));
}

#[test]
fn rule_8_2_even_one_that_never_will_be() {
    // The last ring is over before the steal is allowed.
    let game = play(&format!("steal-after 60\n{LAST_RING}")).then("2 B decline\n6.499 end");
    assert_eq!(game.ending(), None);
    let game = game.then("6.500 end");
    assert_eq!(game.ending().as_deref(), Some("black by time"));
}

#[test]
fn rule_8_2_having_declined_is_not_having_no_ring() {
    // 6.1: the steal still has to wait.
    let game = play(&format!("steal-after 2\n{LAST_RING}")).then("1.600 B decline");
    assert_eq!(
        game.refuses("1.700 R ring F1"),
        Refusal::StealTooEarly(secs("2.500"))
    );
}

#[test]
fn rule_8_2_decline_gives_up_ones_rights_for_good() {
    let game = play(LAST_RING).then("2 B decline");
    assert_eq!(game.refuses("2 B ring F1"), Refusal::NoRight(Black));
    assert_eq!(
        game.refuses("2 B decline"),
        Refusal::NothingToDecline(Black)
    );
    // Red's right is left, so the last ring goes on.
    assert_eq!(game.ending(), None);
    let game = game.then("3 R decline");
    assert_eq!(game.events_from("2"), ["3.000 over black"]);
    assert_eq!(game.ending().as_deref(), Some("black by time"));
}

#[test]
fn rule_8_2_decline_is_for_the_last_ring_only() {
    let game = play("1 R D1-D2");
    assert_eq!(game.refuses("2 R decline"), Refusal::NothingToDecline(Red));
    assert_eq!(
        game.refuses("2 B decline"),
        Refusal::NothingToDecline(Black)
    );
}

/// Black holds A1 and is shut in (see RULES 5); Red's drop on G4 is open and his
/// second ring ready. Red's ring on B1 leaves nobody who can move.
const SECOND: &str = "level 3
    start reserve
    penalty rings
    timer 1
    hourglass-red 20
    hourglass-black 20

    0 R reserve-A2
    1 B reserve-D7
    1 R reserve-B2
    2 B reserve-D6
    2 R reserve-G4
    6 B reserve-A1
    13 R G4-G3
    13 B lift A1
    13 R timer
    14.100 R G3-G4
    ";

#[test]
fn rule_8_2_a_second_ring_ready_is_a_right() {
    // Red has dropped on G4; he and Black are out at 24.200 and 26.
    let game = play(SECOND).then("14.200 R ring G4\n26 end");
    assert_eq!(
        game.events_from("26"),
        ["26.000 hourglass-out black A1", "26.000 last-ring"]
    );
    // Black has no right, so he has nothing to decline.
    assert_eq!(
        game.refuses("27 B decline"),
        Refusal::NothingToDecline(Black)
    );
    assert_eq!(game.refuses("27 R ring G4"), Refusal::Full(space("G4")));
    let game = game.then("27 R ring D4");
    assert_eq!(game.events_from("27"), ["27.000 over red"]);
    assert_eq!(game.holders(), (30, 32));
}

#[test]
fn rule_8_2_decline_gives_up_all_of_them() {
    let game = play(SECOND).then("26 end");
    assert_eq!(game.open_drop(), Some((space("G4"), Red)));
    let game = game.then("27 R decline");
    assert_eq!(game.refuses("27 R ring G4"), Refusal::NoRight(Red));
    assert_eq!(game.refuses("27 R ring D4"), Refusal::NoRight(Red));
    // Black may still steal.
    let game = game.then("28 B ring G4");
    assert_eq!(game.ending().as_deref(), Some("black by rings"));
}

#[test]
fn rule_8_2_both_rights_may_be_used() {
    let game = play(SECOND).then("26 end\n27 R ring G4");
    assert_eq!(game.ending(), None);
    let game = game.then("28 R ring D4");
    assert_eq!(game.ending().as_deref(), Some("red by rings"));
}

#[test]
fn rule_8_2_a_pending_second_ring_is_none() {
    // Red is late when everything else is out: Black's second ring stays pending.
    let game = play(
        "level 3
         penalty rings
         timer 1
         hourglass-red 10
         hourglass-black 10

         0 R D1-D2
         0 B D7-D6
         0 R A4-B4
         0 B A1-B2
         0 R G4-F4
         0 B G1-F1
         0 B ring F1
         1 R lift D2
         1 B timer
         2 end",
    );
    assert!(game.turns().second_ring(Black).pending);
    let game = game.then("10 end");
    assert_eq!(
        game.events_from("10").last().map(String::as_str),
        Some("10.000 over black")
    );
}

#[test]
fn rule_8_2_sand_and_move_timer_run_on() {
    // Black's A1 is shut in when the last ring begins, but its sand runs on.
    let game = play(SECOND).then("24.300 R timer\n25 R ring B1");
    assert_eq!(game.turns().phase(), Phase::LastRing { since: secs("25") });
    let game = game.then("28 end");
    assert_eq!(
        game.events_from("25"),
        [
            "25.000 last-ring",
            "25.300 timer-out",
            "26.000 hourglass-out black A1",
        ]
    );
}

#[test]
fn rule_8_3_over_five_seconds_after_it_began() {
    let game = play(LAST_RING).then("6.499 end");
    assert_eq!(game.ending(), None);
    assert_eq!(game.next_due(), Some(secs("6.500")));
    let game = game.then("6.500 end");
    assert_eq!(game.events_from("6"), ["6.500 over black"]);
    assert_eq!(game.moves()[5..], ["G1-F1o", ".."]);
}

#[test]
fn rule_8_3_of_game_time() {
    let mut game = play(LAST_RING).then("3 pause");
    game.advance(secs("1000"));
    assert_eq!(game.ending(), None);
    let game = game.then("3 resume\n6.499 end");
    assert_eq!(game.ending(), None);
}

#[test]
fn rule_8_3_not_at_level_1() {
    let game = level_1_last_ring().then("999999999 end");
    assert!(matches!(game.turns().phase(), Phase::LastRing { .. }));
    assert_eq!(game.next_due(), None);
    let (at, mover) = game.open_drop().unwrap();
    let game = game.then(&format!("999999999 {} ring {at}", mover.letter()));
    assert!(game.turns().is_over());
}

#[test]
fn rule_8_4_fewest_rings_left_wins() {
    // Black has one ring less on the board, though his sand lasts longest.
    let game = play(&LAST_RING.replace("0.100 B", "0 R ring D2\n0.100 B"))
        .then("1.600 B decline\n1.600 R decline");
    assert_eq!(game.holders(), (31, 32));
    assert_eq!(game.ending().as_deref(), Some("red by rings"));
}

#[test]
fn rule_8_5_equal_rings_at_level_1_are_a_draw() {
    let game = play(include_str!("games/level_1_tie.txt"));
    let (red, black) = game.holders();
    assert_eq!(red, black);
    assert_eq!(game.ending().as_deref(), Some("draw by rings"));
    assert_eq!(
        game.turns().outcome(),
        Some(Outcome {
            winner: None,
            by: Reason::Rings
        })
    );
}

/// A level 2 game of six moves at these instants, in the order in which they are
/// made (Red first); an hourglass runs 10 seconds.
fn six_moves(at: [&str; 6]) -> Game {
    let moves = [
        "R D1-D2", "B D7-D6", "R A4-B4", "B A1-B2", "R G4-F4", "B G1-F1",
    ];
    let lines: Vec<String> = at
        .iter()
        .zip(moves)
        .map(|(at, line)| format!("{at} {line}"))
        .collect();
    play(&format!(
        "level 2\nhourglass-red 10\nhourglass-black 10\n\n{}\n100 end",
        lines.join("\n")
    ))
}

#[test]
fn rule_8_5_time_decides_the_latest_wins() {
    let game = six_moves(["1", "2", "3", "4", "5", "6"]);
    assert_eq!(game.ending().as_deref(), Some("black by time"));
    let game = play(
        "level 2
         hourglass-red 12
         hourglass-black 10

         1 R D1-D2
         2 B D7-D6
         3 R A4-B4
         4 B A1-B2
         5 R G4-F4
         6 B G1-F1
         100 end",
    );
    assert_eq!(game.ending().as_deref(), Some("red by time"));
}

#[test]
fn rule_8_5_if_those_are_equal_the_next_latest() {
    let game = six_moves(["1", "1", "2", "3", "5", "5"]);
    let ends = game.turns().sand_ends();
    assert_eq!(ends.red, [15, 12, 11].map(|s| Some(Millis::from_secs(s))));
    assert_eq!(ends.black, [15, 13, 11].map(|s| Some(Millis::from_secs(s))));
    assert_eq!(game.ending().as_deref(), Some("black by time"));
}

#[test]
fn rule_8_5_and_so_on() {
    let game = six_moves(["1", "2", "3", "3", "5", "5"]);
    assert_eq!(game.ending().as_deref(), Some("black by time"));
}

#[test]
fn rule_8_5_equal_to_the_end_a_draw_by_time() {
    let game = six_moves(["1", "1", "3", "3", "5", "5"]);
    assert_eq!(game.ending().as_deref(), Some("draw by time"));
    assert_eq!(
        game.events().last().map(String::as_str),
        Some("20.000 over")
    );
}

#[test]
fn rule_8_5_those_that_would_run_out_count_with_that_instant() {
    // The last ring ends by decline while Black's A1 still runs, until 26.
    let game = play(SECOND).then("25 R ring B1\n25 R decline\n25.500 B ring G4");
    assert_eq!(game.holders(), (31, 31));
    assert_eq!(game.top_on("A1"), secs("0.500"));
    assert_eq!(game.ending().as_deref(), Some("black by time"));
}

#[test]
fn rule_8_5_an_idle_one_counts_as_before_all_others() {
    let at = |seconds| Some(Millis(seconds));
    let wins = |red, black| winner_by_time(&PerPlayer { red, black });
    assert_eq!(
        wins([at(9), at(5), None], [at(9), at(5), at(0)]),
        Some(Black)
    );
    assert_eq!(wins([at(9), at(5), at(0)], [at(9), None, None]), Some(Red));
    assert_eq!(wins([at(9), None, None], [at(8), at(7), at(6)]), Some(Red));
    assert_eq!(wins([at(9), None, None], [at(9), None, None]), None);
    // In a game it stands last: D1 alone was turned.
    let game = play("level 2\n\n0 R D1-D2");
    assert_eq!(game.turns().sand_ends().red, [at(180_000), None, None]);
    assert_eq!(game.turns().sand_ends().black, [None; 3]);
}

#[test]
fn rule_8_6_a_player_may_resign() {
    for (line, ending) in [
        ("2 R resign", "black by resignation"),
        ("2 B resign", "red by resignation"),
    ] {
        // On his turn or the other's, paused or not, in the last ring too.
        assert_eq!(
            play("1 R D1-D2").then(line).ending().as_deref(),
            Some(ending)
        );
        assert_eq!(play("2 pause").then(line).ending().as_deref(), Some(ending));
        assert_eq!(play(LAST_RING).then(line).ending().as_deref(), Some(ending));
    }
}

#[test]
fn rule_8_6_both_may_agree_a_draw() {
    for start in ["1 R D1-D2", "2 pause", LAST_RING] {
        let game = play(start).then("2 draw");
        assert_eq!(game.ending().as_deref(), Some("draw by agreement"));
        assert_eq!(game.events_from("2"), ["2.000 over"]);
    }
}

#[test]
fn rule_8_7_no_input_is_taken_any_more() {
    let game = play("level 3\n\n1 R lift D1\n2 R resign");
    for line in [
        "3 R lift D1",
        "3 R to D2",
        "3 R back",
        "3 R ring D2",
        "3 B timer",
        "3 R decline",
        "3 B resign",
        "3 draw",
        "3 pause",
        "3 resume",
        "3 undo",
    ] {
        assert_eq!(game.refuses(line), Refusal::GameOver, "{line}");
    }
}

#[test]
fn rule_8_7_time_stops_and_nothing_falls_due() {
    let mut game = play("level 3\n\n1 R D1-D2\n2 R timer\n3 B resign");
    assert_eq!(game.next_due(), None);
    let before = game.clone();
    game.advance(secs("1000"));
    assert_same(&game, &before);
    assert_eq!(game.now(), secs("3"));
    assert_eq!(game.top_on("D2"), secs("178"));
    assert_eq!(game.turns().timer_top(), secs("14"));
    assert_eq!(game.turns().timer_aimed_at(), None);
}

#[test]
fn rule_8_7_open_drop_and_second_rings_lapse() {
    let game = play(
        "level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n3 B D7-D6\n4 R lift G4\n4 B timer\n6 end",
    );
    let black = game.turns().second_ring(Black);
    assert!(black.pending && black.ready && game.open_drop().is_some());
    let game = game.then("7 draw");
    let black = game.turns().second_ring(Black);
    assert!(!black.pending && !black.ready && game.open_drop().is_none());
    assert_eq!(game.moves(), ["--", "D7-D6o", "--"]);
}
