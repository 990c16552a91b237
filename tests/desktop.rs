//! The real program in a real window, on a display of its own, driven by a
//! real pointer. What came of it is read from the files it keeps.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// However slow the machine, this is enough for a click to show.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the process when the test does, however it does.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

struct Desktop {
    _server: Running,
    display: String,
}

impl Desktop {
    fn new() -> Desktop {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x800x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is there; scripts/setup installs it");
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        Desktop {
            _server: Running(server),
            display: format!(":{}", number.trim()),
        }
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let done = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(args)
            .output()
            .expect("xdotool is there; scripts/setup installs it");
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    fn click(&self, x: u32, y: u32) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    }

    fn start(&self, folder: &Path) -> Running {
        let program = Command::new(env!("CARGO_BIN_EXE_tamsk"))
            .env("DISPLAY", &self.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .arg("--data-dir")
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until("a window", || {
            !self.xdotool(&["search", "--name", "^TAMSK$"]).is_empty()
        });
        Running(program)
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Clicks until `is_so`: a click on a window that is not drawn yet goes nowhere.
fn click_until(desktop: &Desktop, (x, y): (u32, u32), what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "clicked in vain for {what}");
        desktop.click(x, y);
        for _ in 0..40 {
            if is_so() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn journal(folder: &Path) -> String {
    fs::read_to_string(folder.join("running.tamsk")).unwrap_or_default()
}

fn archived(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder.join("games"))
        .ok()?
        .next()?
        .ok()
        .map(|entry| entry.path())
}

// Where things are in a window of 1280 x 800.
const NEW_GAME: (u32, u32) = (219, 378);
const CONTINUE: (u32, u32) = (221, 348);
const START: (u32, u32) = (942, 762);
const D1: (u32, u32) = (640, 625);
const D2: (u32, u32) = (640, 545);
const RED_HOLDER: (u32, u32) = (120, 400);
const MOVE_TIMER: (u32, u32) = (307, 640);
const PAUSE: (u32, u32) = (1244, 36);
const RESIGN: (u32, u32) = (726, 438);
const RED_RESIGNS: (u32, u32) = (640, 394);
const YES: (u32, u32) = (726, 456);

#[test]
fn move_ring_timer_and_result() {
    let desktop = Desktop::new();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("settings.toml"), "[game]\nlevel = \"3\"\n").unwrap();
    let mut program = desktop.start(folder);

    // Both buttons may be clicked again and again until there is a game.
    let start = Instant::now();
    while journal(folder).is_empty() {
        assert!(start.elapsed() < PATIENCE, "no game begins");
        for (x, y) in [NEW_GAME, START] {
            desktop.click(x, y);
            std::thread::sleep(Duration::from_millis(700));
        }
    }
    let says = |line: &str| journal(folder).contains(line);
    click_until(&desktop, D1, "a lift", || says("R lift D1"));
    click_until(&desktop, D2, "a release", || says("R to D2"));
    click_until(&desktop, RED_HOLDER, "a ring", || says("R ring D2"));
    click_until(&desktop, MOVE_TIMER, "the move timer", || says("R timer"));
    click_until(&desktop, PAUSE, "a pause", || says("pause"));
    std::thread::sleep(Duration::from_millis(500));
    for (x, y) in [RESIGN, RED_RESIGNS] {
        desktop.click(x, y);
        std::thread::sleep(Duration::from_millis(1_500));
    }
    click_until(&desktop, YES, "the end", || archived(folder).is_some());

    let record = fs::read_to_string(archived(folder).unwrap()).unwrap();
    assert!(
        record.contains("\nresult black\nby resignation\n"),
        "{record}"
    );
    assert!(
        journal(folder).is_empty(),
        "a finished game is not running any more"
    );
    assert_eq!(program.0.try_wait().unwrap(), None, "the program goes on");
}

#[test]
fn after_a_kill_the_game_is_offered_again() {
    let desktop = Desktop::new();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("running.tamsk"),
        "tamsk-record 1\nlevel 2\n\n1.000 R D1-D2\n2.000 R ring D2\n3.500 B li",
    )
    .unwrap();
    let program = desktop.start(folder);
    click_until(&desktop, CONTINUE, "the game", || {
        journal(folder).contains("pause")
    });
    let journal = journal(folder);
    assert!(
        journal.contains("2.000 R ring D2\n2.000 pause\n"),
        "{journal}"
    );
    assert!(!journal.contains("B li"), "{journal}");
    drop(program);
}

#[test]
fn without_a_display_it_says_so_in_one_line() {
    let done = Command::new(env!("CARGO_BIN_EXE_tamsk"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(done.stdout.is_empty());
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("no display"), "{said}");
}
