//! What each cue sounds like: a few notes with soft edges, made as they sound.
//!
//! Red's cues lie five semitones above Black's. Every cue has a pitch of its
//! own (see [`pitch`]), so that it can be told apart from any other.

use std::f32::consts::{FRAC_PI_4, PI, TAU};
use std::time::Duration;

use rodio::{ChannelCount, Sample, SampleRate, Source};
use serde::{Deserialize, Serialize};

use super::cues::{Cue, CueKind};
use crate::rules::Player;

/// Where the players sit, as it is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// Red left, Black right.
    #[default]
    RedLeft,
    /// Red right, Black left.
    RedRight,
    /// Everything in the middle.
    Middle,
}

impl Seats {
    /// From -1, left, to 1, right.
    fn pan(self, player: Option<Player>) -> f32 {
        let side = match player {
            Some(Player::Red) => -0.75,
            Some(Player::Black) => 0.75,
            None => 0.0,
        };
        match self {
            Seats::RedLeft => side,
            Seats::RedRight => -side,
            Seats::Middle => 0.0,
        }
    }
}

/// How a note sounds: its overtones, as multiples of its pitch, and their strength.
type Timbre = &'static [(f32, f32)];

const WOOD: Timbre = &[(1.0, 1.0), (2.76, 0.25)];
const BELL: Timbre = &[(1.0, 1.0), (2.0, 0.3), (3.01, 0.12)];
const HORN: Timbre = &[(1.0, 1.0), (2.0, 0.45), (3.0, 0.25), (4.0, 0.1)];
const PURE: Timbre = &[(1.0, 1.0)];

#[derive(Debug, Clone, Copy)]
struct Note {
    /// When it begins, in seconds.
    start: f32,
    /// How long it sounds, in seconds.
    length: f32,
    /// Semitones above the pitch of the cue.
    above: f32,
    /// At the peak, all overtones together.
    loud: f32,
    /// How fast it dies away: to a third in this time, in seconds.
    fade: f32,
    timbre: Timbre,
}

/// The edges of a note are no steeper than this, in seconds.
const EDGE: f32 = 0.004;

impl Note {
    /// How loud it is at `time` after its start.
    fn envelope(&self, time: f32) -> f32 {
        if time <= 0.0 || time >= self.length {
            return 0.0;
        }
        // Half a wave: no corner at its foot.
        let edge = |share: f32| 0.5 - 0.5 * (share.clamp(0.0, 1.0) * PI).cos();
        edge(time / EDGE) * (-time / self.fade).exp() * edge((self.length - time) / (4.0 * EDGE))
    }
}

/// The semitone (of MIDI) of a cue's first note, Red's. Those of Black lie five
/// lower; so that none meet, these are 0 to 4 above a multiple of ten.
const fn semitone(kind: CueKind) -> u8 {
    match kind {
        CueKind::Refusal => 60,
        CueKind::TimerTurned => 61,
        CueKind::Release => 62,
        CueKind::Resume => 63,
        CueKind::Missed => 64,
        CueKind::Result => 70,
        CueKind::Pause => 71,
        CueKind::Turn => 72,
        CueKind::SandLow => 73,
        CueKind::Lift => 74,
        CueKind::TurnOver => 80,
        CueKind::SandShort => 82,
        CueKind::SandOut => 83,
        CueKind::LastRing => 84,
        CueKind::Ring => 90,
        CueKind::SandTick => 91,
        CueKind::TimerOut => 93,
        CueKind::Steal => 94,
        CueKind::TimerTick => 100,
    }
}

/// The pitch at which `cue` begins, in Hz.
pub fn pitch(cue: Cue) -> f32 {
    let lower = if cue.player == Some(Player::Black) {
        5.0
    } else {
        0.0
    };
    440.0 * 2f32.powf((f32::from(semitone(cue.kind)) - lower - 69.0) / 12.0)
}

const fn note(start: f32, length: f32, above: f32, loud: f32, fade: f32, timbre: Timbre) -> Note {
    Note {
        start,
        length,
        above,
        loud,
        fade,
        timbre,
    }
}

const fn notes(kind: CueKind) -> &'static [Note] {
    const SAND_LOW: &[Note] = &[note(0.0, 0.45, 0.0, 0.26, 0.16, BELL)];
    const SAND_SHORT: &[Note] = &[
        note(0.0, 0.16, 0.0, 0.32, 0.08, BELL),
        note(0.17, 0.28, 0.0, 0.32, 0.1, BELL),
    ];
    const SAND_TICK: &[Note] = &[note(0.0, 0.09, 0.0, 0.34, 0.035, WOOD)];
    const SAND_OUT: &[Note] = &[
        note(0.0, 0.24, 0.0, 0.5, 0.3, HORN),
        note(0.22, 0.24, -3.0, 0.5, 0.3, HORN),
        note(0.44, 0.6, -8.0, 0.5, 0.25, HORN),
    ];
    const TIMER_TURNED: &[Note] = &[
        note(0.0, 0.12, 0.0, 0.34, 0.05, WOOD),
        note(0.09, 0.16, 7.0, 0.3, 0.06, WOOD),
    ];
    const TIMER_TICK: &[Note] = &[note(0.0, 0.07, 0.0, 0.24, 0.03, PURE)];
    const TIMER_OUT: &[Note] = &[
        note(0.0, 0.12, 0.0, 0.42, 0.3, HORN),
        note(0.15, 0.12, 0.0, 0.42, 0.3, HORN),
        note(0.3, 0.4, 0.0, 0.42, 0.2, HORN),
    ];
    const LIFT: &[Note] = &[note(0.0, 0.08, 0.0, 0.16, 0.035, WOOD)];
    const RELEASE: &[Note] = &[note(0.0, 0.12, 0.0, 0.26, 0.04, WOOD)];
    const TURN_OVER: &[Note] = &[
        note(0.0, 0.1, 0.0, 0.12, 0.06, PURE),
        note(0.07, 0.16, 4.0, 0.12, 0.07, PURE),
    ];
    const RING: &[Note] = &[note(0.0, 0.2, 0.0, 0.2, 0.06, BELL)];
    const STEAL: &[Note] = &[
        note(0.0, 0.1, 0.0, 0.26, 0.06, BELL),
        note(0.08, 0.1, -4.0, 0.26, 0.06, BELL),
        note(0.16, 0.22, -9.0, 0.26, 0.08, BELL),
    ];
    const TURN: &[Note] = &[note(0.0, 0.18, 0.0, 0.12, 0.07, PURE)];
    const MISSED: &[Note] = &[
        note(0.0, 0.2, 0.0, 0.24, 0.15, HORN),
        note(0.18, 0.3, -2.0, 0.24, 0.12, HORN),
    ];
    const REFUSAL: &[Note] = &[
        note(0.0, 0.09, 0.0, 0.24, 0.06, HORN),
        note(0.1, 0.12, -1.0, 0.24, 0.06, HORN),
    ];
    const PAUSE: &[Note] = &[
        note(0.0, 0.16, 0.0, 0.18, 0.1, PURE),
        note(0.13, 0.26, -7.0, 0.18, 0.1, PURE),
    ];
    const RESUME: &[Note] = &[
        note(0.0, 0.16, 0.0, 0.18, 0.1, PURE),
        note(0.13, 0.26, 7.0, 0.18, 0.1, PURE),
    ];
    const LAST_RING: &[Note] = &[
        note(0.0, 0.16, 0.0, 0.3, 0.1, BELL),
        note(0.16, 0.16, 4.0, 0.3, 0.1, BELL),
        note(0.32, 0.4, 0.0, 0.3, 0.14, BELL),
    ];
    const RESULT: &[Note] = &[
        note(0.0, 0.9, 0.0, 0.16, 0.35, BELL),
        note(0.14, 0.9, 4.0, 0.16, 0.35, BELL),
        note(0.28, 0.9, 7.0, 0.16, 0.35, BELL),
        note(0.42, 1.1, 12.0, 0.18, 0.4, BELL),
    ];
    match kind {
        CueKind::SandLow => SAND_LOW,
        CueKind::SandShort => SAND_SHORT,
        CueKind::SandTick => SAND_TICK,
        CueKind::SandOut => SAND_OUT,
        CueKind::TimerTurned => TIMER_TURNED,
        CueKind::TimerTick => TIMER_TICK,
        CueKind::TimerOut => TIMER_OUT,
        CueKind::Lift => LIFT,
        CueKind::Release => RELEASE,
        CueKind::TurnOver => TURN_OVER,
        CueKind::Ring => RING,
        CueKind::Steal => STEAL,
        CueKind::Turn => TURN,
        CueKind::Missed => MISSED,
        CueKind::Refusal => REFUSAL,
        CueKind::Pause => PAUSE,
        CueKind::Resume => RESUME,
        CueKind::LastRing => LAST_RING,
        CueKind::Result => RESULT,
    }
}

/// How long `kind` sounds.
pub fn length(kind: CueKind) -> Duration {
    let end = notes(kind)
        .iter()
        .map(|note| note.start + note.length)
        .fold(0.0, f32::max);
    Duration::from_secs_f32(end)
}

/// A cue that sounds: two channels, left and right.
#[derive(Debug, Clone)]
pub struct Voice {
    cue: Cue,
    pitch: f32,
    sides: [f32; 2],
    rate: SampleRate,
    /// The next frame.
    frame: u32,
    /// The last one.
    last: u32,
    /// The right one of a frame, while the left one has been given.
    right: Option<f32>,
}

impl Voice {
    /// `cue`, from the start, at `rate` frames a second.
    pub fn new(cue: Cue, seats: Seats, rate: SampleRate) -> Voice {
        // The sum of both sides' powers is the same, wherever it sits.
        let angle = (seats.pan(cue.player) + 1.0) * FRAC_PI_4;
        Voice {
            cue,
            pitch: pitch(cue),
            sides: [angle.cos(), angle.sin()],
            rate,
            frame: 0,
            last: (length(cue.kind).as_secs_f32() * rate.get() as f32).ceil() as u32,
            right: None,
        }
    }

    /// What it sounds.
    pub fn cue(&self) -> Cue {
        self.cue
    }

    /// The next frame, left and right; `None` at its end.
    pub fn frame(&mut self) -> Option<[f32; 2]> {
        if self.frame > self.last {
            return None;
        }
        let now = self.frame as f32 / self.rate.get() as f32;
        self.frame += 1;
        let mut sum = 0.0;
        for note in notes(self.cue.kind) {
            let time = now - note.start;
            let envelope = note.envelope(time);
            if envelope == 0.0 {
                continue;
            }
            let pitch = self.pitch * 2f32.powf(note.above / 12.0);
            let whole: f32 = note.timbre.iter().map(|(_, loud)| loud).sum();
            let wave: f32 = note
                .timbre
                .iter()
                .map(|(times, loud)| loud * (TAU * pitch * times * time).sin())
                .sum();
            sum += note.loud * envelope * wave / whole;
        }
        Some(self.sides.map(|side| sum * side))
    }
}

impl Iterator for Voice {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let [left, right] = self.frame()?;
        self.right = Some(right);
        Some(left)
    }
}

impl Source for Voice {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        const { ChannelCount::new(2).unwrap() }
    }

    fn sample_rate(&self) -> SampleRate {
        self.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        Some(length(self.cue.kind))
    }
}

/// Up to this the limiter leaves everything as it is.
const STRAIGHT: f32 = 0.6;
/// Nothing that it lets through is louder than this.
const CEILING: f32 = 0.95;

/// The soft limiter: however many voices sound, nothing is cut off.
pub fn limit(sample: f32) -> f32 {
    let over = sample.abs() - STRAIGHT;
    if over <= 0.0 {
        return sample;
    }
    let room = CEILING - STRAIGHT;
    (STRAIGHT + room * (over / room).tanh()).copysign(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: SampleRate = SampleRate::new(48_000).unwrap();

    fn every_cue() -> impl Iterator<Item = Cue> {
        let players = [None, Some(Player::Red), Some(Player::Black)];
        CueKind::ALL
            .into_iter()
            .flat_map(move |kind| players.map(|player| Cue { kind, player }))
    }

    fn frames(cue: Cue, seats: Seats) -> Vec<[f32; 2]> {
        let mut voice = Voice::new(cue, seats, RATE);
        std::iter::from_fn(|| voice.frame()).collect()
    }

    fn peak(frames: &[[f32; 2]], side: usize) -> f32 {
        frames.iter().fold(0.0, |peak, f| peak.max(f[side].abs()))
    }

    #[test]
    fn each_begins_and_ends_in_silence_and_leaves_headroom() {
        for cue in every_cue() {
            let frames = frames(cue, Seats::RedLeft);
            assert_eq!(frames.first(), Some(&[0.0, 0.0]), "{cue:?}");
            let last = frames.last().unwrap();
            assert!(last.iter().all(|s| s.abs() < 1e-4), "{cue:?}: {last:?}");
            let loudest = peak(&frames, 0).max(peak(&frames, 1));
            assert!((0.05..0.55).contains(&loudest), "{cue:?}: {loudest}");
        }
    }

    #[test]
    fn no_envelope_jumps() {
        for kind in CueKind::ALL {
            for note in notes(kind) {
                let steps = (note.length * 48_000.0) as i32 + 2;
                let steepest = (0..steps)
                    .map(|step| {
                        let at = |step: i32| note.envelope(step as f32 / 48_000.0);
                        (at(step + 1) - at(step)).abs()
                    })
                    .fold(0.0, f32::max);
                // From nothing to full takes 100 frames or more.
                assert!(steepest < 1.0 / 100.0, "{kind:?}: {steepest}");
            }
        }
    }

    #[test]
    fn all_can_be_told_apart_by_pitch() {
        let mut pitches: Vec<(f32, Cue)> = every_cue()
            .filter(|cue| cue.player.is_some())
            .map(|cue| (pitch(cue), cue))
            .collect();
        pitches.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in pitches.windows(2) {
            let (below, above) = (pair[0], pair[1]);
            assert!(above.0 / below.0 > 1.05, "{:?} and {:?}", below.1, above.1);
        }
    }

    #[test]
    fn red_sits_left_black_right_or_as_set() {
        let of = |player| Cue::of(CueKind::SandOut, player);
        for (seats, player, louder) in [
            (Seats::RedLeft, Player::Red, 0),
            (Seats::RedLeft, Player::Black, 1),
            (Seats::RedRight, Player::Red, 1),
            (Seats::RedRight, Player::Black, 0),
        ] {
            let frames = frames(of(player), seats);
            let (near, far) = (peak(&frames, louder), peak(&frames, 1 - louder));
            assert!(near > 3.0 * far && far > 0.0, "{seats:?} {player}");
        }
        let frames = frames(of(Player::Red), Seats::Middle);
        assert!((peak(&frames, 0) - peak(&frames, 1)).abs() < 1e-5);
    }

    #[test]
    fn the_limiter_keeps_below_one_and_bends_smoothly() {
        assert_eq!((limit(0.5), limit(-0.6)), (0.5, -0.6));
        for step in 0..1000 {
            let (here, next) = (limit(step as f32 / 100.0), limit((step + 1) as f32 / 100.0));
            assert!(next >= here && next - here <= 0.01 + 1e-6 && next < 1.0);
        }
        assert!(limit(f32::MAX) <= CEILING && limit(-f32::MAX) >= -CEILING);
    }
}
