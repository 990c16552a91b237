//! A palm: many points at once.
//!
//! A hand laid on the screen shows as several points that land close together
//! in time and place. Nobody plays with three fingers of one hand at the same
//! instant; two players tap at the same instant now and then, with one finger
//! each. Thresholds are ours, docs/touch.md says why they are what they are.

use std::time::Duration;

use super::{Finger, Point};

/// Points that land within this time of one another land at once: three reports
/// of a panel that reports 120 times a second. For so long a press is held back.
pub const PALM_TIME: Duration = Duration::from_millis(20);

/// So many points at once are a palm.
pub const PALM_POINTS: usize = 3;

/// Points of one palm are no further from each other than this, in px: 74 mm at
/// 96 px an inch.
pub const PALM_SPAN: f32 = 280.0;

/// For so long after it landed a palm may grow further points.
pub const PALM_GROWS: Duration = Duration::from_millis(300);

#[derive(Debug, Clone, Copy)]
struct Landing {
    finger: Finger,
    at: Point,
    when: Duration,
    palm: bool,
}

/// Remembers what landed of late.
#[derive(Debug, Clone, Default)]
pub(super) struct Palms {
    landings: Vec<Landing>,
}

impl Palms {
    /// A finger lands. Which fingers are a palm's by that, itself included;
    /// empty where it is none.
    pub(super) fn land(&mut self, finger: Finger, at: Point, when: Duration) -> Vec<Finger> {
        self.landings
            .retain(|landing| landing.when + PALM_GROWS >= when && landing.finger != finger);
        let near =
            |landing: &Landing| (landing.at.0 - at.0).hypot(landing.at.1 - at.1) <= PALM_SPAN;
        let grows = self
            .landings
            .iter()
            .any(|landing| landing.palm && near(landing));
        let at_once = |landing: &Landing| near(landing) && landing.when.abs_diff(when) < PALM_TIME;
        let points = 1 + self.landings.iter().filter(|l| at_once(l)).count();
        let mut fingers = Vec::new();
        if points >= PALM_POINTS {
            for landing in self.landings.iter_mut().filter(|l| at_once(l)) {
                landing.palm = true;
                fingers.push(landing.finger);
            }
        }
        let palm = grows || points >= PALM_POINTS;
        if palm {
            fingers.push(finger);
        }
        self.landings.push(Landing {
            finger,
            at,
            when,
            palm,
        });
        fingers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn f(id: i32) -> Finger {
        Finger::touch(id)
    }

    #[test]
    fn three_points_at_once_and_close_together_are_a_palm() {
        let mut palms = Palms::default();
        assert!(palms.land(f(0), (100.0, 100.0), ms(0)).is_empty());
        assert!(palms.land(f(1), (160.0, 100.0), ms(8)).is_empty());
        assert_eq!(palms.land(f(2), (130.0, 180.0), ms(16)), [f(0), f(1), f(2)]);
        // It grows for a while, then no more.
        assert_eq!(palms.land(f(3), (90.0, 200.0), ms(200)), [f(3)]);
        assert!(palms.land(f(4), (90.0, 200.0), ms(900)).is_empty());
    }

    #[test]
    fn fingers_apart_in_time_or_place_are_none() {
        let mut palms = Palms::default();
        for (i, when) in [0, 20, 40, 60].into_iter().enumerate() {
            assert!(palms.land(f(i as i32), (100.0, 100.0), ms(when)).is_empty());
        }
        let mut palms = Palms::default();
        for (i, x) in [0.0, 300.0, 600.0, 900.0].into_iter().enumerate() {
            assert!(palms.land(f(i as i32), (x, 100.0), ms(0)).is_empty());
        }
    }
}
