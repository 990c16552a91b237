//! Game time (RULES 2.1, 9.1) from a monotonic clock.
//!
//! The clock never counts: game time is where it was started, plus what the
//! [`TimeSource`] has moved since. So a stalled frame or a slow machine changes
//! nothing.
//!
//! **Sleep is a pause.** Whoever runs a game reads the clock at least once a
//! second. When more than [`SILENCE`] lies between two readings the machine was
//! asleep (or the program was stopped): the clock then stands at the last
//! reading before it, and says so. This holds wherever the time source runs on
//! in suspend; see [`crate::platform::time`] for what each platform promises.
//! A sleep of less than that is played time.
//!
//! [`TimeSource`]: crate::platform::time::TimeSource

use std::time::Duration;

use crate::rules::Millis;

/// More than this between two readings means that the machine slept.
pub const SILENCE: Duration = Duration::from_secs(2);

/// What a reading shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Game time.
    At(Millis),
    /// The machine slept; game time stands at the last reading before that.
    Slept(Millis),
}

impl Reading {
    /// Game time, asleep or not.
    pub fn millis(self) -> Millis {
        match self {
            Reading::At(at) | Reading::Slept(at) => at,
        }
    }
}

/// A clock of game time. All instants that go in are of one time source.
#[derive(Debug, Clone)]
pub struct GameClock {
    /// Game time when it was started, or where it stands.
    at: Millis,
    /// The instant of the time source at which it was started, while it runs.
    started: Option<Duration>,
    /// The last reading.
    seen: Duration,
}

impl GameClock {
    /// A clock that stands at `at`.
    pub fn stopped(at: Millis) -> GameClock {
        GameClock {
            at,
            started: None,
            seen: Duration::ZERO,
        }
    }

    /// Whether it runs.
    pub fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// Lets it run from `at`, `now` being the instant of the time source.
    pub fn start(&mut self, now: Duration, at: Millis) {
        *self = GameClock {
            at,
            started: Some(now),
            seen: now,
        };
    }

    /// Stops it at `at`.
    pub fn stop(&mut self, at: Millis) {
        self.at = at;
        self.started = None;
    }

    /// Reads it. After a sleep it stands.
    pub fn read(&mut self, now: Duration) -> Reading {
        if self.started.is_some() && now.saturating_sub(self.seen) > SILENCE {
            let at = self.peek(self.seen);
            self.stop(at);
            return Reading::Slept(at);
        }
        self.seen = self.seen.max(now);
        Reading::At(self.peek(now))
    }

    /// Game time at the instant `now` of the time source, sleep aside.
    pub fn peek(&self, now: Duration) -> Millis {
        let Some(started) = self.started else {
            return self.at;
        };
        let run = now.saturating_sub(started).as_millis();
        Millis(
            self.at
                .0
                .saturating_add(u64::try_from(run).unwrap_or(u64::MAX)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn rule_2_1_it_runs_from_where_it_was_started() {
        let mut clock = GameClock::stopped(Millis(5));
        assert_eq!(clock.read(ms(77_000)), Reading::At(Millis(5)));
        clock.start(ms(77_000), Millis(5));
        assert_eq!(clock.read(ms(78_500)), Reading::At(Millis(1_505)));
        clock.stop(Millis(1_505));
        assert_eq!(clock.read(ms(90_000)), Reading::At(Millis(1_505)));
    }

    #[test]
    fn an_hour_of_sleep_is_a_pause_at_the_last_reading() {
        let mut clock = GameClock::stopped(Millis::ZERO);
        clock.start(ms(0), Millis::ZERO);
        assert_eq!(clock.read(ms(900)), Reading::At(Millis(900)));
        assert_eq!(clock.read(ms(3_600_900)), Reading::Slept(Millis(900)));
        assert!(!clock.is_running());
        assert_eq!(clock.read(ms(3_700_000)), Reading::At(Millis(900)));
    }

    #[test]
    fn a_stall_of_two_seconds_is_played_time() {
        let mut clock = GameClock::stopped(Millis::ZERO);
        clock.start(ms(0), Millis::ZERO);
        assert_eq!(clock.read(ms(2_000)), Reading::At(Millis(2_000)));
        assert_eq!(clock.read(ms(4_001)), Reading::Slept(Millis(2_000)));
    }

    #[test]
    fn a_source_that_steps_back_moves_nothing_back() {
        let mut clock = GameClock::stopped(Millis::ZERO);
        clock.start(ms(1_000), Millis(50));
        assert_eq!(clock.peek(ms(500)), Millis(50));
    }
}
