//! A clock that the wall clock can't move and that runs on while the machine
//! sleeps.
//!
//! | platform | clock | in suspend |
//! |---|---|---|
//! | Linux, Android | `CLOCK_BOOTTIME` | runs on |
//! | macOS, iOS | `CLOCK_MONOTONIC` | runs on |
//! | Windows | `Instant` (performance counter) | runs on |
//! | elsewhere | `Instant` | it depends; where it stands still, sleep goes unnoticed and no sand runs in it |

use std::cell::Cell;
use std::fmt::Debug;
use std::rc::Rc;
use std::time::Duration;

/// A monotonic clock, counting from an instant of its own.
pub trait TimeSource: Debug {
    /// How long it has run.
    fn now(&self) -> Duration;
}

/// The machine's own clock.
#[derive(Debug, Clone, Copy)]
pub struct SystemTime {
    #[cfg(not(unix))]
    start: web_time::Instant,
}

impl SystemTime {
    /// The machine's own clock.
    #[allow(clippy::new_without_default)]
    pub fn new() -> SystemTime {
        SystemTime {
            #[cfg(not(unix))]
            start: web_time::Instant::now(),
        }
    }
}

impl TimeSource for SystemTime {
    #[cfg(unix)]
    fn now(&self) -> Duration {
        use rustix::time::{ClockId, clock_gettime};
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let clock = ClockId::Boottime;
        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        let clock = ClockId::Monotonic;
        let time = clock_gettime(clock);
        // A monotonic clock has no negative parts.
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    #[cfg(not(unix))]
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A clock for tests, which moves when told. Clones show the same time.
#[derive(Debug, Clone, Default)]
pub struct ManualTime(Rc<Cell<Duration>>);

impl ManualTime {
    /// Moves on by `by`.
    pub fn advance(&self, by: Duration) {
        self.0.set(self.0.get() + by);
    }
}

impl TimeSource for ManualTime {
    fn now(&self) -> Duration {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_a_clock_that_does_not_go_back() {
        let clock = SystemTime::new();
        let before = clock.now();
        assert!(clock.now() >= before);
    }
}
