//! `kill -9` at a hundred random moments of a game in the real program: each
//! time the next start offers it, and nothing that was written is missing.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tamsk::record::{parse, replay};
use tamsk::rules::{Game, Hourglass, Place, Player, Space};

const ROUNDS: usize = 100;
const PATIENCE: Duration = Duration::from_secs(60);

// Where things are in a window of 1280 x 800.
const CONTINUE: (i32, i32) = (221, 348);
const GO_ON: (i32, i32) = (640, 300);
const HOLDERS: [(i32, i32); 2] = [(120, 400), (1160, 400)];

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // SIGKILL: the program can't do anything any more.
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
            .args(["-displayfd", "1", "-screen", "0", "1280x800x24"])
            .args(["-nolisten", "tcp"])
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

    fn click(&self, (x, y): (i32, i32)) {
        let _ = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(["mousemove", &x.to_string(), &y.to_string(), "click", "1"])
            .status()
            .expect("xdotool is there; scripts/setup installs it");
    }

    fn start(&self, folder: &Path) -> Running {
        let program = Command::new(env!("CARGO_BIN_EXE_tamsk"))
            .env("DISPLAY", &self.display)
            // Quicker to start than OpenGL on a machine without a graphics card.
            .env("SLINT_BACKEND", "winit-software")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .arg("--data-dir")
            .arg(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Running(program)
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

struct Journal(PathBuf);

impl Journal {
    /// What is written; nothing once the game is over and in the archive.
    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap_or_default()
    }

    /// Another number once it was written anew.
    fn number(&self) -> u64 {
        fs::metadata(&self.0).map_or(0, |found| found.ino())
    }

    fn game(&self) -> Option<Game> {
        let text = self.text();
        if text.is_empty() {
            return None;
        }
        let record = parse(text.as_bytes()).unwrap().record;
        Some(replay(&record).unwrap().game)
    }

    fn next_click(&self) -> Option<(i32, i32)> {
        next_click(&self.game()?)
    }
}

/// The middle of a space on the screen.
fn at(space: Space) -> (i32, i32) {
    let (across, up) = space.position();
    let (x, y) = (640.0 + 92.8 * across, 625.0 - 80.0 * (up + 3.0));
    (x.round() as i32, y.round() as i32)
}

/// What to click next: a player's open drop, an hourglass, or where it goes.
fn next_click(game: &Game) -> Option<(i32, i32)> {
    if let Some((space, mover)) = game.open_drop()
        && game.check_ring(mover, space).is_ok()
    {
        return Some(HOLDERS[usize::from(mover == Player::Black)]);
    }
    let player = game.turns().on_turn()?;
    if let Some(held) = game.turns().in_hand(player) {
        let targets: Vec<Space> = game.board().targets(held).iter().collect();
        return Some(at(targets[fastrand::usize(..targets.len())]));
    }
    let movable: Vec<Space> = Hourglass::of(player)
        .filter_map(|hourglass| match game.board().place(hourglass) {
            Place::On(space) if !game.board().targets(hourglass).is_empty() => Some(space),
            _ => None,
        })
        .collect();
    (!movable.is_empty()).then(|| at(movable[fastrand::usize(..movable.len())]))
}

#[test]
fn a_hundred_kills_lose_nothing() {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::seed(seed);
    let desktop = Desktop::new();
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal(folder.path().join("running.tamsk"));
    let new = "tamsk-record 1\nlevel 1\n\n0.100 pause\n";
    fs::write(&journal.0, new).unwrap();
    let (mut played, mut taken, mut finished) = (0, 0, 0);
    for round in 0..ROUNDS {
        if journal.next_click().is_none() {
            fs::write(&journal.0, new).unwrap();
        }
        let before = journal.text();
        let number = journal.number();
        let program = desktop.start(folder.path());
        // Clicked again and again: a window that isn't drawn yet takes none.
        until("the game to be offered", || {
            desktop.click(CONTINUE);
            std::thread::sleep(Duration::from_millis(30));
            journal.number() != number
        });
        until("the game to go on", || {
            desktop.click(GO_ON);
            std::thread::sleep(Duration::from_millis(30));
            journal.game().is_none_or(|game| !game.turns().is_paused())
        });
        let whole = before.rfind('\n').map_or(0, |end| end + 1);
        let continued = journal.text();
        let lines = |text: &str| -> Vec<String> {
            let body = text.split_once("\n\n").map_or("", |(_, body)| body);
            body.lines().map(str::to_owned).collect()
        };
        let (old, new) = (lines(&before[..whole]), lines(&continued));
        assert!(
            new.starts_with(&old),
            "round {round}: {before}\nbecame\n{continued}"
        );
        let clicks = fastrand::usize(1..4);
        for click in 0..clicks {
            let length = journal.text().len();
            let Some(place) = journal.next_click() else {
                break;
            };
            desktop.click(place);
            if click + 1 < clicks {
                let start = Instant::now();
                while journal.text().len() == length && start.elapsed() < Duration::from_secs(2) {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
            played += 1;
            taken += usize::from(journal.text().len() != length);
        }
        // Anywhere in the last click: taken, written, synced, or none of it.
        std::thread::sleep(Duration::from_micros(fastrand::u64(..60_000)));
        let seen = journal.text();
        drop(program);
        let mut left = journal.text();
        if left.is_empty() {
            // The game is over, and in the archive.
            let games = fs::read_dir(folder.path().join("games")).unwrap();
            let mut texts = games.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
            finished += 1;
            left = texts
                .find(|text| lines(text).starts_with(&lines(&seen)))
                .unwrap_or_default();
            assert!(!left.is_empty(), "round {round}: {seen}\nis gone");
            continue;
        }
        assert!(
            left.starts_with(&seen),
            "round {round}: {seen}\nbecame\n{left}"
        );
    }
    println!("{taken} of {played} clicks were taken, {finished} games came to their end");
    assert!(taken > ROUNDS / 2, "the clicks were played");
}
