//! The sound of the real program, recorded: a PulseAudio server of the test's
//! own takes it, and what it took is searched for each cue, by its pitch.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tamsk::rules::Player::{self, Black, Red};
use tamsk::sound::CueKind::{self, *};
use tamsk::sound::{Cue, synth};

/// However slow the machine, this is enough for something to happen.
const PATIENCE: Duration = Duration::from_secs(60);
const RATE: usize = 48_000;
/// How far a cue may be from its instant.
const APART: f64 = 0.050;

/// One at a time: each starts a program, and measures it.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process when the test does, however it does.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn unix_time() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs_f64()
}

fn display() -> (Running, String) {
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
    (Running(server), format!(":{}", number.trim()))
}

/// A sound server in `folder` whose only device takes everything and plays nothing.
fn sound_server(folder: &Path, address: &str) -> Running {
    let server = Command::new("pulseaudio")
        .args(["-n", "--daemonize=no", "--use-pid-file=no"])
        .args(["--exit-idle-time=-1", "--disallow-exit=yes", "-L"])
        .arg(format!(
            "module-native-protocol-unix auth-anonymous=1 socket={}",
            address.trim_start_matches("unix:")
        ))
        .args([
            "-L",
            "module-null-sink sink_name=heard rate=48000 channels=2",
        ])
        .env("HOME", folder)
        .env("XDG_RUNTIME_DIR", folder)
        .env_remove("PULSE_SERVER")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("pulseaudio is there; scripts/setup installs it");
    let server = Running(server);
    until("a sound server", || {
        Command::new("pactl")
            .args(["--server", address, "info"])
            .env("HOME", folder)
            .output()
            .is_ok_and(|done| done.status.success())
    });
    server
}

/// What is recorded, and when it was.
#[derive(Default)]
struct Recording {
    /// Left and right.
    frames: Vec<[f32; 2]>,
    /// When the first frame was, as the earliest arrival of any frame says.
    start: f64,
}

struct Recorder {
    _process: Running,
    recording: Arc<Mutex<Recording>>,
}

impl Recorder {
    fn new(folder: &Path, address: &str) -> Recorder {
        let mut process = Command::new("parec")
            .args(["--server", address, "--device=heard.monitor", "--raw"])
            .args(["--format=float32le", "--rate=48000", "--channels=2"])
            .arg("--latency-msec=10")
            .env("HOME", folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("parec is there; scripts/setup installs it");
        let mut out = process.stdout.take().unwrap();
        let recording = Arc::new(Mutex::new(Recording {
            frames: Vec::new(),
            start: f64::INFINITY,
        }));
        let shared = recording.clone();
        std::thread::spawn(move || {
            let (mut bytes, mut chunk) = (Vec::new(), [0; 4096]);
            while let Ok(got @ 1..) = out.read(&mut chunk) {
                let now = unix_time();
                bytes.extend_from_slice(&chunk[..got]);
                let whole = bytes.len() / 8 * 8;
                let mut recording = shared.lock().unwrap();
                for frame in bytes[..whole].chunks_exact(8) {
                    let side = |at| f32::from_le_bytes(frame[at..at + 4].try_into().unwrap());
                    recording.frames.push([side(0), side(4)]);
                }
                bytes.drain(..whole);
                let began = now - recording.frames.len() as f64 / RATE as f64;
                recording.start = recording.start.min(began);
            }
        });
        let recorder = Recorder {
            _process: Running(process),
            recording,
        };
        until("a recording", || {
            recorder.recording.lock().unwrap().frames.len() > RATE / 2
        });
        recorder
    }
}

/// What is needed to hear the program.
struct Heard {
    folder: tempfile::TempDir,
    address: String,
    alsa: PathBuf,
}

impl Heard {
    fn new() -> Heard {
        let folder = tempfile::tempdir().unwrap();
        let address = format!("unix:{}", folder.path().join("native").display());
        let alsa = folder.path().join("asound.conf");
        let device = format!("{{ type pulse server \"{address}\" }}\n");
        fs::write(&alsa, format!("pcm.default {device}ctl.default {device}")).unwrap();
        Heard {
            folder,
            address,
            alsa,
        }
    }

    /// Starts the sound server, and records what it takes.
    fn listen(&self) -> (Running, Recorder) {
        let server = sound_server(self.folder.path(), &self.address);
        let recorder = Recorder::new(self.folder.path(), &self.address);
        (server, recorder)
    }

    /// Starts the program and waits until it has the device.
    fn program(&self, display: &str, record: &str) -> Program {
        let folder = self.folder.path();
        let program = Program::start(display, folder, record, "tamsk::sound=debug", &self.alsa);
        until("the device", || program.said("frames a second") > 0);
        std::thread::sleep(Duration::from_millis(500));
        program
    }
}

/// The program in a window, driven by keys.
struct Program {
    _process: Running,
    display: String,
    said: Arc<Mutex<Vec<String>>>,
}

impl Program {
    /// Opens `record`, with its files in `folder`.
    fn start(display: &str, folder: &Path, record: &str, log: &str, alsa: &Path) -> Program {
        let file = folder.join("game.tamsk");
        fs::write(&file, record).unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_tamsk"))
            .env("DISPLAY", display)
            // OpenGL without a graphics card would take the processors that
            // the sound needs.
            .env("SLINT_BACKEND", "winit-software")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("RUST_LOG", log)
            .env("HOME", folder)
            .env("ALSA_CONFIG_PATH", alsa)
            .arg("--data-dir")
            .arg(folder)
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let err = process.stderr.take().unwrap();
        let said = Arc::new(Mutex::new(Vec::new()));
        let lines = said.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(err)
                .lines()
                .map_while(std::result::Result::ok)
            {
                lines.lock().unwrap().push(line);
            }
        });
        let program = Program {
            _process: Running(process),
            display: display.to_owned(),
            said,
        };
        until("a window", || {
            !program
                .xdotool(&["search", "--onlyvisible", "--name", "^TAMSK$"])
                .is_empty()
        });
        let window = program.xdotool(&["search", "--onlyvisible", "--name", "^TAMSK$"]);
        program.xdotool(&["windowfocus", &window]);
        program
    }

    fn xdotool(&self, args: &[&str]) -> String {
        let done = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(args)
            .output()
            .expect("xdotool is there; scripts/setup installs it");
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    }

    fn key(&self, key: &str) {
        self.xdotool(&["key", key]);
    }

    fn said(&self, part: &str) -> usize {
        let said = self.said.lock().unwrap();
        said.iter().filter(|line| line.contains(part)).count()
    }

    /// The number after `part` in the line that has it.
    fn after(&self, part: &str) -> f64 {
        let said = self.said.lock().unwrap();
        let line = said.iter().find_map(|line| line.split_once(part));
        line.unwrap().1.parse().unwrap()
    }

    /// When the clock of the game showed what, as the program says: game time
    /// and the wall clock, in seconds.
    fn anchors(&self) -> Vec<(f64, f64)> {
        let said = self.said.lock().unwrap();
        said.iter()
            .filter_map(|line| {
                let (game, wall) = line.split_once("game time ")?.1.split_once(" at ")?;
                Some((game.parse().ok()?, wall.parse().ok()?))
            })
            .collect()
    }

    /// Goes on with the paused game; returns its first anchor.
    fn resume(&self, at: usize) {
        let mut last = Instant::now() - PATIENCE;
        until("the game to go on", || {
            if self.anchors().len() > at {
                return true;
            }
            if last.elapsed() > Duration::from_secs(2) {
                self.key("Return");
                last = Instant::now();
            }
            false
        });
    }

    /// Waits until the clock of the game, which runs, shows `seconds`.
    fn wait_for(&self, seconds: f64) {
        let (game, wall) = *self.anchors().last().unwrap();
        let wait = wall + seconds - game - unix_time();
        std::thread::sleep(Duration::from_secs_f64(wait.max(0.0)));
    }
}

/// The instant of the last line of the journal that says `input`.
fn journalled(folder: &Path, input: &str) -> Option<f64> {
    let journal = fs::read_to_string(folder.join("running.tamsk")).ok()?;
    let line = journal.lines().rfind(|line| line.ends_with(input))?;
    line.split(' ').next()?.parse().ok()
}

/// How strong `pitch` is on the side that has more of it, in the `length`
/// frames from `from`.
fn strength(frames: &[[f32; 2]], from: usize, length: usize, pitch: f32) -> f64 {
    let Some(part) = frames.get(from..from + length) else {
        return 0.0;
    };
    let side = |side: usize| {
        let (mut re, mut im) = (0.0, 0.0);
        for (index, frame) in part.iter().enumerate() {
            let angle = std::f64::consts::TAU * f64::from(pitch) * index as f64 / RATE as f64;
            // Soft edges, so that no other pitch leaks in.
            let edge = (std::f64::consts::PI * index as f64 / length as f64).sin();
            re += f64::from(frame[side]) * edge * angle.cos();
            im += f64::from(frame[side]) * edge * angle.sin();
        }
        re.hypot(im) / length as f64
    };
    side(0).max(side(1))
}

/// When, in frames, `pitch` sets in near `expected`; `None` where it does not.
fn onset(frames: &[[f32; 2]], expected: usize, pitch: f32) -> Option<usize> {
    const WINDOW: usize = 1_440; // 30 ms
    const STEP: usize = 48; // 1 ms
    let begin = expected.saturating_sub(4_800);
    let strengths: Vec<f64> = (0..200)
        .map(|step| strength(frames, begin + step * STEP, WINDOW, pitch))
        .collect();
    let strongest = strengths.iter().copied().fold(0.0, f64::max);
    if strongest < 0.003 {
        return None;
    }
    // A window whose second half sounds has half of what it can have.
    let half = strengths
        .iter()
        .position(|&strength| strength > strongest / 2.0)?;
    Some(begin + half * STEP + WINDOW / 2)
}

/// Whether at `from` no pitch of another cue, up to five semitones away, is
/// stronger than that of `cue`.
fn told_apart(frames: &[[f32; 2]], from: usize, cue: Cue) -> bool {
    let length = synth::length(cue.kind).min(Duration::from_millis(90));
    let length = (length.as_secs_f64() * RATE as f64) as usize;
    let pitch = synth::pitch(cue);
    let own = strength(frames, from, length, pitch);
    CueKind::ALL
        .into_iter()
        .flat_map(|kind| [None, Some(Red), Some(Black)].map(|player| Cue { kind, player }))
        .map(synth::pitch)
        .filter(|other| (1.03..1.34).contains(&(other / pitch).max(pitch / other)))
        .all(|other| strength(frames, from, length, other) < own)
}

/// The parts that are not silent, in frames: from, to.
fn sounding(frames: &[[f32; 2]]) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for (index, frame) in frames.iter().enumerate() {
        if frame[0].abs().max(frame[1].abs()) < 0.001 {
            continue;
        }
        match parts.last_mut() {
            Some((_, to)) if index - *to < RATE / 40 => *to = index,
            _ => parts.push((index, index)),
        }
    }
    parts
}

const RECORD: &str = "tamsk-record 1
level 3
hourglass-red 18
hourglass-black 13
timer 6

1.000 R D1-D2
1.200 R ring D2
2.500 B A1-A2
3.000 pause
";

const SETTINGS: &str =
    "[sound]\non = true\nvolume = 100\nfirst = 11\nsecond = 7\nsilent = [\"turn\"]\n";

/// What is to be heard of [`RECORD`] from 3.000 on, where Red steals at
/// `stolen`, the move timer is turned at `turned`, and the game is paused at
/// `paused`. Red's hourglass runs out at 19.000, Black's at 15.500.
fn expected(stolen: f64, turned: f64, paused: f64) -> Vec<(f64, CueKind, Option<Player>)> {
    let timer_out = turned + 6.0;
    let mut cues = vec![
        (3.0, Resume, None),
        (stolen, Steal, Some(Red)),
        (turned, TimerTurned, Some(Black)),
        (timer_out, TimerOut, Some(Red)),
        (timer_out, Missed, Some(Red)),
        (paused, Pause, None),
        (paused, Resume, None),
        (15.5, SandOut, Some(Black)),
        (19.0, SandOut, Some(Red)),
    ];
    // The move timer runs out before both hourglasses, Black's before Red's.
    let ticks: Vec<_> = (1..=5)
        .map(|left| (timer_out - f64::from(left), TimerTick, Red))
        .chain(
            (1..=5)
                .map(|left| (15.5 - f64::from(left), SandTick, Black))
                .filter(|tick| tick.0 > timer_out),
        )
        .chain([16.0, 17.0, 18.0].map(|at| (at, SandTick, Red)))
        .collect();
    // 11 s and 7 s before each runs out, unless a tick is near.
    for (at, kind, player) in [
        (4.5, SandLow, Black),
        (8.0, SandLow, Red),
        (8.5, SandShort, Black),
        (12.0, SandShort, Red),
    ] {
        let near = |tick: f64| (tick - at).abs() < 0.1505;
        if !ticks.iter().any(|tick| near(tick.0)) && !near(timer_out) {
            cues.push((at, kind, Some(player)));
        }
    }
    cues.extend(
        ticks
            .into_iter()
            .map(|(at, kind, who)| (at, kind, Some(who))),
    );
    cues.sort_by(|a, b| a.0.total_cmp(&b.0));
    cues
}

#[test]
fn a_game_of_level_3_sounds_as_it_is_due() {
    let _alone = alone();
    let heard = Heard::new();
    let folder = heard.folder.path();
    fs::write(folder.join("settings.toml"), SETTINGS).unwrap();
    let (_display, display) = display();
    let (_server, recorder) = heard.listen();
    let program = heard.program(&display, RECORD);

    program.resume(0);
    program.wait_for(3.75);
    program.key("r");
    program.wait_for(5.2);
    program.key("t");
    program.wait_for(9.5);
    program.key("p");
    until("a pause", || {
        journalled(folder, " pause").is_some_and(|at| at > 9.0)
    });
    let anchors = program.anchors().len();
    std::thread::sleep(Duration::from_millis(1_500));
    program.resume(anchors);
    program.wait_for(20.5);

    let said = |input| journalled(folder, input).unwrap_or_else(|| panic!("no {input}"));
    let paused = said(" pause");
    let expected = expected(said("R ring A2"), said("B timer"), paused);
    let dues = on_the_wall_clock(&expected, &program.anchors());
    check(&recorder, &dues);
}

/// A cue that must be heard: its instant by the wall clock, in seconds, and
/// which it is.
type Due = (f64, Cue);

/// From game time to the wall clock: the last anchor before the instant tells;
/// for going on, the anchor that it made.
fn on_the_wall_clock(
    expected: &[(f64, CueKind, Option<Player>)],
    anchors: &[(f64, f64)],
) -> Vec<Due> {
    let mut resumed = 0.0;
    let due = |&(at, kind, player): &(f64, CueKind, Option<Player>)| {
        let (game, wall) = if kind == Resume {
            resumed = at;
            *anchors
                .iter()
                .find(|anchor| (anchor.0 - at).abs() < 0.02)
                .unwrap()
        } else {
            let before = |anchor: &&(f64, f64)| anchor.0 < at || anchor.0 <= resumed;
            *anchors.iter().rfind(before).unwrap()
        };
        (wall + at - game, Cue { kind, player })
    };
    expected.iter().map(due).collect()
}

/// Every cue is heard at its instant, and nothing else is.
fn check(recorder: &Recorder, dues: &[Due]) {
    let recording = recorder.recording.lock().unwrap();
    let frames = &recording.frames;
    let mut found = Vec::new();
    for &(due, cue) in dues {
        let frame = ((due - recording.start) * RATE as f64) as usize;
        let Some(heard) = onset(frames, frame, synth::pitch(cue)) else {
            panic!("{cue:?} at {due:.3} is not heard");
        };
        let late = (heard as f64 - frame as f64) / RATE as f64;
        let apart = |other: &Due| {
            let length = synth::length(other.1.kind).as_secs_f64();
            other.1 == cue || due + 0.15 < other.0 || other.0 + length + 0.05 < due
        };
        if dues.iter().all(apart) {
            let told = told_apart(frames, heard, cue);
            assert!(told, "{cue:?} at {due:.3} sounds like another");
        }
        let Cue { kind, player } = cue;
        println!("{kind:?} {player:?} {:+.1} ms", late * 1e3);
        found.push((kind, frame, late));
    }
    let late: Vec<_> = found.iter().filter(|f| f.2.abs() > APART).collect();
    assert!(late.is_empty(), "too far from their instants: {late:?}");

    for (from, to) in sounding(frames) {
        let slack = (APART * RATE as f64) as usize;
        let begun = found.iter().any(|f| f.1.abs_diff(from) <= slack);
        assert!(begun, "something at {from}, to {to}: {found:?}");
        let ends = found
            .iter()
            .filter(|f| f.1 <= to + slack)
            .map(|f| f.1 + (synth::length(f.0).as_secs_f64() * RATE as f64) as usize)
            .max();
        assert!(
            ends.is_some_and(|end| to <= end + slack),
            "it lasts to {to}"
        );
    }
    let peak = frames.iter().flatten().fold(0.0f32, |a, b| a.max(b.abs()));
    assert!((0.1..1.0).contains(&peak), "the peak is {peak}");
}

#[test]
fn hands_are_answered_and_the_end_is_told() {
    let _alone = alone();
    let heard = Heard::new();
    let folder = heard.folder.path();
    let silent = "[sound]\nvolume = 100\nsilent = [\"turn\", \"sand-low\", \"sand-short\", \
        \"sand-countdown\", \"sand-out\"]\n";
    fs::write(folder.join("settings.toml"), silent).unwrap();
    // Black's last hourglass is still to be started; all run out soon after.
    let record = "tamsk-record 1\nlevel 3\nhourglass-red 5\nhourglass-black 5\ntimer 20\nsteal-after 10\n\n\
        0.100 R D1-D2\n0.200 B A1-A2\n0.300 R A4-B4\n0.400 B D7-D6\n0.500 R G4-F4\n0.600 pause\n";
    let (_display, display) = display();
    let (_server, recorder) = heard.listen();
    let program = heard.program(&display, record);
    program.resume(0);
    program.wait_for(1.5);
    // The first arrow only shows the place that the keyboard has, D4.
    for key in ["Right", "Right", "Right", "Right", "Down", "Down", "Down"] {
        program.key(key);
    }
    program.key("Return");
    until("a lift", || journalled(folder, "B lift G1").is_some());
    std::thread::sleep(Duration::from_millis(400));
    program.key("Left");
    program.key("Return");
    until("a release", || journalled(folder, "B to F1").is_some());
    std::thread::sleep(Duration::from_millis(400));
    // It is too early for Red to steal.
    program.key("r");
    until("a refusal", || program.said("asked for Refusal at ") == 1);
    let said = |input| journalled(folder, input).unwrap_or_else(|| panic!("no {input}"));
    let (lifted, released) = (said("B lift G1"), said("B to F1"));
    let all_out = released + 5.0;
    program.wait_for(all_out + 1.2);
    program.key("b");
    let archived = || fs::read_dir(folder.join("games")).ok()?.next()?.ok();
    until("the end", || archived().is_some());
    std::thread::sleep(Duration::from_millis(1_500));

    let kept = fs::read_to_string(archived().unwrap().path()).unwrap();
    let ring = kept.lines().rfind(|line| line.ends_with("B ring F1"));
    let ring: f64 = ring.unwrap().split(' ').next().unwrap().parse().unwrap();
    let expected = [
        (0.6, Resume, None),
        (lifted, Lift, Some(Black)),
        (released, Release, Some(Black)),
        (released, TurnOver, Some(Black)),
        // Red's last hourglass runs out while he is on turn.
        (5.5, Missed, Some(Red)),
        (all_out, LastRing, None),
        (ring, Ring, Some(Black)),
        (ring, CueKind::Result, Some(Black)),
    ];
    let mut dues = on_the_wall_clock(&expected, &program.anchors());
    // Of a refusal the journal says nothing.
    let refused = program.after("asked for Refusal at ");
    dues.push((refused, Cue::common(Refusal)));
    check(&recorder, &dues);
}

#[test]
fn a_device_that_goes_and_comes_again() {
    let _alone = alone();
    let heard = Heard::new();
    let (_display, display) = display();
    let record = "tamsk-record 1\nlevel 3\n\n1.000 R D1-D2\n1.500 pause\n";
    let (server, recorder) = heard.listen();
    let program = heard.program(&display, record);
    program.resume(0);
    drop(recorder);
    drop(server);
    until("the loss to be told", || program.said("no sound: ") > 0);
    // The game goes on.
    program.key("r");
    until("a ring", || {
        journalled(heard.folder.path(), "R ring D2").is_some()
    });
    let (_server, recorder) = heard.listen();
    until("the device again", || program.said("frames a second") > 1);
    std::thread::sleep(Duration::from_millis(500));
    let before = recorder.recording.lock().unwrap().frames.len();
    program.key("p");
    until("a sound", || {
        let recording = recorder.recording.lock().unwrap();
        recording.frames[before..]
            .iter()
            .any(|frame| frame[0].abs() > 0.05)
    });
}

#[test]
fn without_any_device_the_game_is_played_and_the_terminal_is_quiet() {
    let _alone = alone();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let alsa = folder.join("asound.conf");
    fs::write(&alsa, "pcm.default { type hw card 31 }\n").unwrap();
    let (_display, display) = display();
    let record = "tamsk-record 1\nlevel 3\ntimer 1\n\n1.000 R D1-D2\n1.500 pause\n";
    let program = Program::start(&display, folder, record, "error", &alsa);
    until("a game that goes on", || {
        program.key("Return");
        std::thread::sleep(Duration::from_millis(500));
        journalled(folder, " resume").is_some()
    });
    until("a ring", || {
        program.key("r");
        std::thread::sleep(Duration::from_millis(500));
        journalled(folder, "R ring D2").is_some()
    });
    let said = program.said.lock().unwrap().clone();
    let of_sound: Vec<_> = said
        .iter()
        .filter(|line| line.contains("ALSA") || line.contains("pcm") || line.contains("audio"))
        .collect();
    assert!(of_sound.is_empty(), "{of_sound:?}");
}
