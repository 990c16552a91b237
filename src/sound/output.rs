//! Plays cues on the machine's sound device.
//!
//! A thread of its own opens the device, once, and watches it: opening may
//! block, and a device may be missing, busy, or go away. Then the game goes on
//! silently, and the thread tries again every [`RETRY`] and when asked.
//!
//! The window hands over what is due, with its instants, as soon as it is known
//! ([`Sound::follow`]). The desk, which the device asks for samples, begins each
//! cue at its frame: a window that is late makes no cue late.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rodio::cpal::{self, BufferSize};
use rodio::{
    ChannelCount, DeviceSinkBuilder, DeviceSinkError, MixerDeviceSink, Sample, SampleRate, Source,
};

use super::cues::{Cue, CueSettings, Follower, Found, LATE, Scheduler};
use super::synth::{Seats, Voice, limit};
use crate::rules::{Game, Millis};

/// How long after a failure the device is tried again.
pub const RETRY: Duration = Duration::from_secs(10);

/// A device that asks for nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(3);

/// What the device takes at once, in frames: 16 ms at 48 000 a second. It holds
/// two of these.
const PERIOD: u32 = 768;

/// So many frames are made between two looks at what is due.
const BLOCK: u32 = 64;

/// No more sounds than this at once; the oldest give way.
const VOICES: usize = 24;

/// How loud the rest is while an expiry sounds.
const DUCKED: f32 = 0.35;

/// How it stands with the sound device.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Status {
    /// It was not needed yet.
    #[default]
    Unopened,
    /// It plays.
    Open,
    /// There is none, or it can't be used: why.
    Missing(String),
}

/// How loud, and from where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loudness {
    /// Whether anything is heard.
    pub on: bool,
    /// From 0 to 1, as a person would call it.
    pub volume: f32,
    /// Where the players sit.
    pub seats: Seats,
}

impl Loudness {
    fn gain(self) -> f32 {
        if self.on {
            self.volume.clamp(0.0, 1.0).powi(2)
        } else {
            0.0
        }
    }
}

/// The sound of the program: what the window holds of it.
#[derive(Debug)]
pub struct Sound {
    shared: Arc<Shared>,
    orders: Option<Sender<Order>>,
    follower: Follower,
}

#[derive(Debug)]
enum Order {
    Retry,
    Lost(String),
    Quit,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    status: Mutex<Status>,
    /// Grows with each block that the device takes.
    blocks: AtomicU32,
}

/// A panic while one of these was locked left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug, Default)]
struct State {
    scheduler: Scheduler,
    /// Game time at an instant, while it runs.
    clock: Option<(Millis, Instant)>,
    /// What sounds as soon as can be, since when.
    at_once: Vec<(Instant, Cue)>,
    gain: f32,
    on: bool,
    seats: Seats,
}

impl State {
    fn play(&mut self, now: Instant, cue: Cue) {
        self.at_once.retain(|(since, _)| !is_late(*since, now));
        self.at_once.push((now, cue));
    }
}

fn is_late(since: Instant, now: Instant) -> bool {
    now.duration_since(since) > Duration::from_millis(LATE.0)
}

impl Sound {
    /// Sound on the machine's device, which is opened as soon as sound is
    /// wanted. `notify` is called, from another thread, when the status changes.
    pub fn new(notify: impl Fn() + Send + 'static) -> Sound {
        let shared = Arc::new(Shared::default());
        let (orders, taken) = channel();
        let thread = std::thread::Builder::new().name("sound".to_owned()).spawn({
            let (shared, orders) = (shared.clone(), orders.clone());
            move || run(&shared, &orders, &taken, &notify)
        });
        if let Err(problem) = thread {
            log::warn!("no sound: {problem}");
            *lock(&shared.status) = Status::Missing(problem.to_string());
        }
        Sound {
            shared,
            orders: Some(orders),
            follower: Follower::default(),
        }
    }

    /// No sound at all, for pictures and tests.
    pub fn none() -> Sound {
        Sound {
            shared: Arc::new(Shared::default()),
            orders: None,
            follower: Follower::default(),
        }
    }

    /// How it stands with the device.
    pub fn status(&self) -> Status {
        lock(&self.shared.status).clone()
    }

    /// Tries the device again, now.
    pub fn retry(&self) {
        self.order(Order::Retry);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // The thread is gone only where it could not be started.
            let _ = orders.send(order);
        }
    }

    /// How loud, and from where. Acts at once, on what sounds too.
    pub fn set_loudness(&self, loudness: Loudness) {
        let mut state = lock(&self.shared.state);
        let was_on = std::mem::replace(&mut state.on, loudness.on);
        state.gain = loudness.gain();
        state.seats = loudness.seats;
        drop(state);
        if loudness.on && !was_on {
            self.retry();
        }
    }

    /// Plays a cue now.
    pub fn play(&self, cue: Cue) {
        lock(&self.shared.state).play(Instant::now(), cue);
        log::debug!("asked for {:?} at {:.6}", cue.kind, unix_time());
    }

    /// Another game, or time went back: what was planned is forgotten, and
    /// `game` is followed from here on.
    pub fn begin(&mut self, game: &Game) {
        self.follower = Follower::from_here(game);
        self.stop();
    }

    /// No game is followed any more.
    pub fn stop(&self) {
        let mut state = lock(&self.shared.state);
        state.scheduler.forget();
        state.clock = None;
    }

    /// Looks at the game, after each input and whenever time has passed.
    /// `now` is game time at this very moment while it runs, else nothing.
    pub fn follow(&mut self, game: &Game, settings: &CueSettings, now: Option<Millis>) {
        let instant = Instant::now();
        let Found { happened, plan } = self.follower.look(game, settings);
        let mut state = lock(&self.shared.state);
        let at = now.unwrap_or_else(|| game.now());
        for due in happened {
            if state.scheduler.claim(due, at) {
                state.play(instant, due.cue);
            }
        }
        state.clock = now.map(|at| (at, instant));
        if now.is_none() {
            state.scheduler.clear();
        } else if let Some(plan) = plan {
            state.scheduler.replace(at, &plan);
            drop(state);
            log::debug!("game time {at} at {:.6}", unix_time());
        }
    }
}

impl Drop for Sound {
    fn drop(&mut self) {
        self.order(Order::Quit);
    }
}

/// The wall clock in seconds, for the log alone.
fn unix_time() -> f64 {
    web_time::SystemTime::now()
        .duration_since(web_time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}

/// The thread that opens the device and watches it.
fn run(
    shared: &Arc<Shared>,
    orders: &Sender<Order>,
    taken: &Receiver<Order>,
    notify: &(impl Fn() + Send),
) {
    let mut told = None;
    let mut say = |status: Status| {
        if let Status::Missing(why) = &status
            && told.as_ref() != Some(&status)
        {
            log::warn!("no sound: {why}");
        }
        if std::mem::replace(&mut *lock(&shared.status), status.clone()) != status {
            notify();
        }
        told = Some(status);
    };
    loop {
        // Nobody opens a device to be silent.
        while !lock(&shared.state).on {
            if let Ok(Order::Quit) | Err(_) = taken.recv() {
                return;
            }
        }
        match quietly(|| open(shared, orders.clone())) {
            Ok(sink) => {
                say(Status::Open);
                let Some(lost) = watch(shared, taken) else {
                    return;
                };
                quietly(|| drop(sink));
                say(Status::Missing(lost));
                // What else the device that is gone had to say.
                while let Ok(order) = taken.try_recv() {
                    if let Order::Quit = order {
                        return;
                    }
                }
                std::thread::sleep(Duration::from_millis(200));
                continue;
            }
            Err(why) => say(Status::Missing(why)),
        }
        match taken.recv_timeout(RETRY) {
            Ok(Order::Quit) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(Order::Retry | Order::Lost(_)) | Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Waits until the device is lost: why; `None` where the program is gone.
fn watch(shared: &Shared, taken: &Receiver<Order>) -> Option<String> {
    loop {
        let before = shared.blocks.load(Ordering::Relaxed);
        match taken.recv_timeout(SILENCE) {
            Ok(Order::Retry) => {}
            Ok(Order::Lost(why)) => return Some(why),
            Ok(Order::Quit) | Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                if shared.blocks.load(Ordering::Relaxed) == before {
                    return Some("the sound device takes no sound any more".to_owned());
                }
            }
        }
    }
}

fn open(shared: &Arc<Shared>, orders: Sender<Order>) -> Result<MixerDeviceSink, String> {
    let lost = move |problem: cpal::Error| match problem.kind() {
        cpal::ErrorKind::Xrun
        | cpal::ErrorKind::RealtimeDenied
        | cpal::ErrorKind::DeviceChanged => log::debug!("sound: {problem}"),
        _ => {
            // Fails where nobody watches any more.
            let _ = orders.send(Order::Lost(problem.to_string()));
        }
    };
    let opened = DeviceSinkBuilder::from_default_device().and_then(|builder| {
        builder
            .with_buffer_size(BufferSize::Fixed(PERIOD))
            .with_error_callback(lost.clone())
            .open_stream()
            .or_else(|_| {
                DeviceSinkBuilder::from_default_device()?
                    .with_error_callback(lost)
                    .open_sink_or_fallback()
            })
    });
    let mut sink = opened.map_err(|problem| reason(&problem))?;
    sink.log_on_drop(false);
    let config = sink.config();
    let period = match config.buffer_size() {
        BufferSize::Fixed(frames) => *frames,
        BufferSize::Default => PERIOD,
    };
    let (rate, channels) = (config.sample_rate(), config.channel_count());
    log::info!("sound: {channels} channels, {rate} frames a second, {period} at once");
    sink.mixer()
        .add(Desk::new(shared.clone(), rate, channels, period));
    Ok(sink)
}

/// What went wrong, with what lies behind it.
fn reason(problem: &DeviceSinkError) -> String {
    let mut text = problem.to_string();
    let mut source = std::error::Error::source(problem);
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// ALSA complains on the terminal of whatever it can't open; here it does so in
/// the log.
#[cfg(target_os = "linux")]
fn quietly<R>(work: impl FnOnce() -> R) -> R {
    let complaints = alsa::Output::local_error_handler();
    let done = work();
    if let Ok(complaints) = complaints {
        for line in complaints.borrow().to_string().lines() {
            log::debug!("ALSA: {line}");
        }
    }
    done
}

#[cfg(not(target_os = "linux"))]
fn quietly<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// The mixing desk: an endless source that the device asks for samples.
struct Desk {
    shared: Arc<Shared>,
    rate: SampleRate,
    channels: ChannelCount,
    voices: Vec<Sounding>,
    /// How loud everything is, and how loud it is to be.
    gain: f32,
    target: f32,
    /// How loud everything but expiries is.
    duck: f32,
    /// Frames left in this block.
    left: u32,
    /// The frame that is being given, and the channel that is next.
    frame: [f32; 2],
    channel: u16,
    /// How long a frame that is made now waits in the device.
    delay: Duration,
    /// When the next block is heard.
    heard: Option<Instant>,
    /// When the device last asked.
    asked: Instant,
}

struct Sounding {
    voice: Voice,
    /// Frames until it begins.
    wait: u32,
}

impl Desk {
    fn new(shared: Arc<Shared>, rate: SampleRate, channels: ChannelCount, period: u32) -> Desk {
        Desk {
            shared,
            rate,
            channels,
            voices: Vec::with_capacity(VOICES),
            gain: 0.0,
            target: 0.0,
            duck: 1.0,
            left: 0,
            frame: [0.0; 2],
            channel: 0,
            delay: Duration::from_secs_f32(period as f32 / rate.get() as f32),
            heard: None,
            asked: Instant::now(),
        }
    }

    /// When the first frame of the block that begins now will be heard. A
    /// device asks for some blocks at a stroke, then sleeps: within a stroke
    /// frames are counted, between two the clock tells.
    fn heard(&mut self, now: Instant) -> Instant {
        let expected = now + self.delay;
        let slept = now.duration_since(self.asked) > Duration::from_millis(1);
        self.asked = now;
        let heard = match self.heard {
            None => expected,
            Some(counted) if !slept => counted,
            Some(counted) => {
                let ahead = expected.duration_since(counted);
                let behind = counted.duration_since(expected);
                if ahead.max(behind) > Duration::from_millis(50) {
                    expected
                } else {
                    counted + ahead / 10 - behind / 10
                }
            }
        };
        let block = Duration::from_secs_f32(BLOCK as f32 / self.rate.get() as f32);
        self.heard = Some(heard + block);
        heard
    }

    fn begin_block(&mut self) {
        self.left = BLOCK;
        let now = Instant::now();
        let heard = self.heard(now);
        self.shared.blocks.fetch_add(1, Ordering::Relaxed);
        // The window holds this for microseconds; then the next block serves.
        let shared = self.shared.clone();
        let Ok(mut state) = shared.state.try_lock() else {
            return;
        };
        let state = &mut *state;
        self.target = state.gain;
        for (since, cue) in state.at_once.drain(..) {
            if !is_late(since, now) {
                self.start(cue, state.seats, 0);
            }
        }
        if let Some((at, instant)) = state.clock
            && !state.scheduler.is_idle()
        {
            let per_ms = f64::from(self.rate.get()) / 1e3;
            let begins = at.0 as f64 + heard.duration_since(instant).as_secs_f64() * 1e3;
            let ends = begins + f64::from(BLOCK) / per_ms;
            let (now, until) = (Millis(begins as u64), Millis(ends as u64));
            for due in state.scheduler.begin(now, until) {
                let wait = (due.at.0 as f64 - begins) * per_ms;
                self.start(
                    due.cue,
                    state.seats,
                    wait.clamp(0.0, f64::from(BLOCK)) as u32,
                );
            }
        }
    }

    fn start(&mut self, cue: Cue, seats: Seats, wait: u32) {
        if self.target == 0.0 {
            return;
        }
        if self.voices.len() == VOICES {
            self.voices.remove(0);
        }
        let voice = Voice::new(cue, seats, self.rate);
        self.voices.push(Sounding { voice, wait });
    }

    fn make_frame(&mut self) {
        if self.left == 0 {
            self.begin_block();
        }
        self.left -= 1;
        if self.voices.is_empty() {
            self.frame = [0.0; 2];
            self.gain = self.target;
            self.duck = 1.0;
            return;
        }
        // Some milliseconds each: at once to the ear, without a click.
        let rate = self.rate.get() as f32;
        let towards = |ms: f32| 1.0 - (-1000.0 / (ms * rate)).exp();
        self.gain += (self.target - self.gain) * towards(3.0);
        let is_expiry = |sounding: &Sounding| sounding.voice.cue().kind.is_expiry();
        let expiry = self.voices.iter().any(|s| s.wait == 0 && is_expiry(s));
        let duck = if expiry { DUCKED } else { 1.0 };
        self.duck += (duck - self.duck) * towards(10.0);
        let ducked = self.duck;
        let mut sum = [0.0; 2];
        self.voices.retain_mut(|sounding| {
            if sounding.wait > 0 {
                sounding.wait -= 1;
                return true;
            }
            let loud = if is_expiry(sounding) { 1.0 } else { ducked };
            let Some([left, right]) = sounding.voice.frame() else {
                return false;
            };
            sum[0] += left * loud;
            sum[1] += right * loud;
            true
        });
        self.frame = sum.map(|side| limit(side * self.gain));
        if self.target == 0.0 && self.gain < 1e-4 {
            self.voices.clear();
        }
    }
}

impl Iterator for Desk {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.channel == 0 {
            self.make_frame();
        }
        let [left, right] = self.frame;
        let sample = match (self.channels.get(), self.channel) {
            (1, _) => (left + right) / 2.0,
            (_, 0) => left,
            (_, 1) => right,
            _ => 0.0,
        };
        self.channel = (self.channel + 1) % self.channels.get();
        Some(sample)
    }
}

impl Source for Desk {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        self.channels
    }

    fn sample_rate(&self) -> SampleRate {
        self.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::cues::CueKind;
    use super::*;
    use crate::rules::Player;

    const RATE: SampleRate = SampleRate::new(48_000).unwrap();
    const LOUD: Loudness = Loudness {
        on: true,
        volume: 1.0,
        seats: Seats::RedLeft,
    };

    fn desk(sound: &Sound, channels: u16) -> Desk {
        let channels = ChannelCount::new(channels).unwrap();
        let mut desk = Desk::new(sound.shared.clone(), RATE, channels, PERIOD);
        // It comes up to its loudness.
        take(&mut desk, 20);
        desk
    }

    fn take(desk: &mut Desk, ms: usize) -> Vec<f32> {
        let samples = ms * 48 * usize::from(desk.channels.get());
        desk.take(samples).collect()
    }

    fn peak(samples: &[f32]) -> f32 {
        samples
            .iter()
            .fold(0.0, |peak, sample| peak.max(sample.abs()))
    }

    #[test]
    fn all_at_once_is_not_too_loud() {
        let sound = Sound::none();
        sound.set_loudness(LOUD);
        let mut desk = desk(&sound, 2);
        for kind in CueKind::ALL {
            for player in Player::BOTH {
                sound.play(Cue::of(kind, player));
            }
        }
        let loudest = peak(&take(&mut desk, 1_500));
        assert!((0.5..1.0).contains(&loudest), "{loudest}");
        assert_eq!(peak(&take(&mut desk, 1_000)[48_000..]), 0.0);
    }

    #[test]
    fn muting_acts_at_once_without_a_click_and_for_good() {
        let sound = Sound::none();
        sound.set_loudness(LOUD);
        let mut desk = desk(&sound, 1);
        sound.play(Cue::of(CueKind::SandOut, Player::Red));
        assert!(peak(&take(&mut desk, 100)) > 0.2);
        sound.set_loudness(Loudness { on: false, ..LOUD });
        let fades = take(&mut desk, 40);
        let step = fades.windows(2).map(|w| (w[1] - w[0]).abs());
        // No steeper than the wave itself is.
        assert!(step.fold(0.0, f32::max) < 0.15);
        assert!(peak(&fades[20 * 48..]) < 0.005);
        sound.set_loudness(LOUD);
        assert_eq!(peak(&take(&mut desk, 500)), 0.0);
    }

    #[test]
    fn what_nobody_hears_is_not_heard_later() {
        let sound = Sound::none();
        let mut desk = desk(&sound, 2);
        sound.play(Cue::common(CueKind::Result));
        take(&mut desk, 10);
        sound.set_loudness(LOUD);
        assert_eq!(peak(&take(&mut desk, 300)), 0.0);
    }
}
