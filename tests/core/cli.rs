//! `tamsk replay` and `tamsk perft` as they are called: what they print where, and
//! their exit status.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with one record in it.
struct Folder {
    folder: TempDir,
    file: PathBuf,
}

impl Folder {
    fn with(bytes: impl AsRef<[u8]>) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a game.tamsk");
        fs::write(&file, bytes).unwrap();
        Folder { folder, file }
    }

    /// Runs `tamsk replay` on the record with more arguments.
    fn replay(&self, more: &[&str]) -> Ran {
        let mut args = vec!["replay"];
        args.extend(more);
        let file = self.file.to_str().unwrap();
        args.push(file);
        Ran::new(&args)
    }

    fn name(&self) -> String {
        self.file.display().to_string()
    }
}

struct Ran {
    status: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn new(args: &[&str]) -> Ran {
        let Output {
            status,
            stdout,
            stderr,
        } = Command::new(env!("CARGO_BIN_EXE_tamsk"))
            .args(args)
            // No command that is tested here needs a display.
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("RUST_LOG")
            .output()
            .unwrap();
        Ran {
            status: status.code(),
            out: String::from_utf8(stdout).unwrap(),
            err: String::from_utf8(stderr).unwrap(),
        }
    }

    #[track_caller]
    fn json(&self) -> Value {
        assert_eq!(self.out.trim_end().lines().count(), 1); // one object on one line
        serde_json::from_str(&self.out).unwrap()
    }

    /// The line that stderr names, in `FILE:LINE: reason`.
    #[track_caller]
    fn fault(&self, folder: &Folder) -> usize {
        assert_eq!(self.status, Some(1), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        let rest = self
            .err
            .strip_prefix(&format!("{}:", folder.name()))
            .unwrap();
        let (line, reason) = rest.split_once(": ").unwrap();
        assert!(!reason.trim().is_empty());
        line.parse().unwrap()
    }
}

const GAME: &str = "tamsk-record 1
level 2
hourglass-red 10

2.150 R lift D1
2.900 R to D2
3.100 R ring D2
6.250 B G1-F1
6.900 B ring F1
";

#[test]
fn replay_prints_the_short_notation_and_the_position() {
    let ran = Folder::with(GAME).replay(&[]);
    assert_eq!(ran.status, Some(0));
    assert_eq!(ran.err, "");
    assert_eq!(
        ran.out,
        "D1-D2 G1-F1x
            B0
        .0      .0
    .0      .0      .0
R0      .0      .0      R0
    .0      .0      .0
.0      .0      .0      .0
    .0      .0      .0
.0      .0      .0      .0
    .0      .0      .0
B0      .0      .0      .0
    .0      R1      B#
        .0      .0
            .0
Red   31 rings, A4 idle, D2 6.000 s, G4 idle
Black 31 rings, A1 idle, D7 idle, F1 179.350 s
6.900 s, turn 3: red
"
    );
}

#[test]
fn replay_json_prints_one_object() {
    let ran = Folder::with(GAME).replay(&["--json"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    let json = ran.json();
    assert_eq!(json["time_ms"], 6_900);
    assert_eq!(json["moves"], json!(["D1-D2", "G1-F1x"]));
    assert_eq!(
        json["board"]["D2"],
        json!({"rings": 1, "capacity": 2, "hourglass": "red"})
    );
    assert_eq!(json["board"].as_object().unwrap().len(), 37);
    assert_eq!(json["hourglasses"].as_array().unwrap().len(), 6);
    assert_eq!(json["outcome"], Value::Null);
    let keys: Vec<&str> = json
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(keys.len(), 15, "{keys:?}");
}

#[test]
fn replay_says_the_same_of_a_golden_record_as_the_library() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/records/second-ring.tamsk"
    );
    let ran = Ran::new(&["replay", "--json", file]);
    let expected = fs::read_to_string(file.replace(".tamsk", ".json")).unwrap();
    assert_eq!(
        ran.json(),
        serde_json::from_str::<Value>(&expected).unwrap()
    );
}

#[test]
fn options_may_stand_after_the_file() {
    let folder = Folder::with(GAME);
    let ran = Ran::new(&["replay", &folder.name(), "--until", "8", "--json"]);
    assert_eq!(ran.json()["time_ms"], 8_000);
}

#[test]
fn until_lets_game_time_pass_after_the_last_input() {
    let folder = Folder::with(GAME);
    let json = folder.replay(&["--json", "--until", "12.899"]).json();
    assert_eq!(json["hourglasses"][1]["sand"], "running");
    assert_eq!(json["hourglasses"][1]["top_ms"], 1);
    let json = folder.replay(&["--json", "--until", "12.9"]).json();
    assert_eq!(json["time_ms"], 12_900);
    assert_eq!(
        json["events"].as_array().unwrap().last(),
        Some(&json!({"at_ms": 12_900, "event": "hourglass-out", "player": "red", "at": "D2"}))
    );
    let text = folder.replay(&["--until=20"]);
    assert!(text.out.ends_with("20.000 s, turn 3: red\n"));
    assert!(text.out.contains("D2 out"));
}

#[test]
fn until_the_time_of_the_last_line_is_as_without() {
    let folder = Folder::with(GAME);
    assert_eq!(
        folder.replay(&["--until", "6.9"]).out,
        folder.replay(&[]).out
    );
}

#[test]
fn until_does_nothing_while_paused_or_over() {
    for (ending, time) in [("8 pause", 8_000), ("8 R resign", 8_000), ("8 draw", 8_000)] {
        let folder = Folder::with(format!("{GAME}{ending}\n"));
        let ran = folder.replay(&["--json", "--until", "500"]);
        assert_eq!(ran.status, Some(0));
        assert_eq!(ran.json()["time_ms"], time);
        assert_eq!(ran.json(), folder.replay(&["--json"]).json());
    }
}

#[test]
fn until_that_is_malformed_or_before_the_end_is_status_2() {
    let folder = Folder::with(GAME);
    for until in [
        "6.899",
        "0",
        "x",
        "",
        "-1",
        "+7",
        "7.",
        "7.0000",
        "1234567890",
        "1e3",
        " 7",
    ] {
        for json in [false, true] {
            let mut args = vec!["--until", until];
            args.extend(json.then_some("--json"));
            let ran = folder.replay(&args);
            assert_eq!(ran.status, Some(2), "{until}");
            assert_eq!(ran.out, "");
            assert_ne!(ran.err, "");
        }
    }
}

#[test]
fn until_after_an_undo_counts_from_the_time_to_which_it_went_back() {
    // The ring is taken back: time is 6.250 again.
    let folder = Folder::with(format!("{GAME}9 pause\n9 undo\n"));
    assert_eq!(folder.replay(&["--until", "6.249"]).status, Some(2));
    assert_eq!(folder.replay(&["--until", "6.25"]).status, Some(0));
    // After the end time counts on for the lines, not for the game.
    let folder = Folder::with(format!("{GAME}9 draw\n50 end\n"));
    assert_eq!(folder.replay(&["--until", "49"]).status, Some(2));
    assert_eq!(folder.replay(&["--until", "50"]).status, Some(0));
}

#[test]
fn a_fault_of_the_record_goes_before_one_of_until() {
    let folder = Folder::with(format!("{GAME}nonsense\n"));
    for until in ["x", "0", "100"] {
        assert_eq!(folder.replay(&["--until", until]).fault(&folder), 10);
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let folder = Folder::with(GAME.replace("R ring D2", "R rings D2"));
    let ran = folder.replay(&[]);
    assert_eq!(ran.fault(&folder), 7);
    assert_eq!(ran.out, "");
    let ran = folder.replay(&["--json"]);
    assert_eq!(ran.fault(&folder), 7);
    let json = ran.json();
    assert_eq!(json["error"]["line"], 7);
    // The same reason in both places, and nothing else.
    let reason = json["error"]["reason"].as_str().unwrap();
    assert_eq!(ran.err, format!("{}:7: {reason}\n", folder.name()));
    assert_eq!(json.as_object().unwrap().len(), 1);
    assert_eq!(json["error"].as_object().unwrap().len(), 2);
}

#[test]
fn an_input_that_the_rules_refuse_is_named() {
    let folder = Folder::with(format!("{GAME}7 B D7-D6\n8 R A4-A3\n"));
    let ran = folder.replay(&["--json"]);
    assert_eq!(ran.fault(&folder), 10);
    assert_eq!(ran.json()["error"]["line"], 10);
}

#[test]
fn a_header_line_is_named() {
    let folder = Folder::with(GAME.replace("level 2", "level 4"));
    assert_eq!(folder.replay(&[]).fault(&folder), 2);
    let folder = Folder::with("");
    assert_eq!(folder.replay(&["--json"]).fault(&folder), 1);
}

#[test]
fn a_file_that_cannot_be_read_is_line_0() {
    let mut folder = Folder::with(GAME);
    folder.file = folder.folder.path().join("nowhere.tamsk");
    let ran = folder.replay(&["--json"]);
    assert_eq!(ran.fault(&folder), 0);
    assert_eq!(ran.json()["error"]["line"], 0);
    assert_eq!(folder.replay(&[]).fault(&folder), 0);
    // A folder is no file.
    folder.file = folder.folder.path().to_owned();
    assert_eq!(folder.replay(&[]).fault(&folder), 0);
}

#[test]
fn warnings_go_to_standard_error_alone() {
    let warned = GAME.replace("level 2", "level 2\nresult red\nby luck");
    let folder = Folder::with(format!("{warned}9.000 R ri"));
    for args in [&[][..], &["--json"]] {
        let ran = folder.replay(args);
        assert_eq!(ran.status, Some(0));
        let lines: Vec<&str> = ran.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", ran.err);
        assert!(lines[0].starts_with(&format!("{}:3: warning: ", folder.name())));
        assert!(lines[1].starts_with(&format!("{}:12: warning: ", folder.name())));
        assert!(!ran.out.contains("warning"));
        assert_eq!(ran.out, Folder::with(&warned).replay(args).out);
    }
}

#[test]
fn nothing_of_the_file_is_changed() {
    let torn = format!("{GAME}9.000 R ri");
    let folder = Folder::with(&torn);
    folder.replay(&["--json"]);
    assert_eq!(fs::read_to_string(&folder.file).unwrap(), torn);
    assert_eq!(fs::read_dir(folder.folder.path()).unwrap().count(), 1);
}

#[test]
fn bytes_that_are_no_text_are_a_fault_like_any_other() {
    let folder = Folder::with(b"tamsk-record 1\nred \xFF\n");
    assert_eq!(folder.replay(&["--json"]).fault(&folder), 2);
}

#[test]
fn wrong_usage_is_status_2() {
    let folder = Folder::with(GAME);
    for args in [
        vec!["replay"],
        vec!["replay", "--yaml", &folder.name()],
        vec!["replay", &folder.name(), "another"],
        vec!["replay", "--until", &folder.name()],
        vec!["perft"],
        vec!["perft", "-1"],
        vec!["perft", "many"],
    ] {
        let ran = Ran::new(&args);
        assert_eq!(ran.status, Some(2), "{args:?}");
        assert_eq!(ran.out, "");
        assert_ne!(ran.err, "");
    }
}

#[test]
fn perft_prints_each_depth_up_to_the_one_asked_for() {
    // Red has 9 moves, three from each corner, and Black 9 of his own.
    let ran = Ran::new(&["perft", "4"]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    assert_eq!(
        ran.out,
        "perft 1 9\nperft 2 81\nperft 3 858\nperft 4 8994\n"
    );
}
