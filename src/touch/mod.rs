//! Several fingers on one screen, each with a gesture of its own.
//!
//! Slint has one pointer, and makes a pinch of the second finger: it lets go
//! what the first one holds. Two people at one tablet hit it at once. So
//! touches come to a [`Router`] first. It knows where the things are that are
//! played in a race ([`Area`]), tells what each finger does there
//! ([`Gesture`]), and lets one finger at a time through to Slint for
//! everything else ([`Way::Slint`]).
//!
//! Pure: no window, no clock. Positions are logical px in the window, `x` to
//! the right and `y` down; instants are those of one
//! [`TimeSource`](crate::platform::time::TimeSource). See docs/touch.md.
//!
//! ```
//! use std::time::Duration;
//! use tamsk::touch::{Area, Finger, Phase, Router, Shape, Step, Touch, Way};
//!
//! let mut router = Router::new();
//! let button = Shape::rect((0.0, 0.0), (48.0, 48.0));
//! router.set_areas(vec![Area::own("timer", button)], Duration::ZERO);
//! let down = Touch {
//!     finger: Finger::touch(0),
//!     phase: Phase::Down,
//!     at: (20.0, 20.0),
//!     when: Duration::from_millis(100),
//! };
//! assert_eq!(router.touch(down), Way::Own);
//! // Held back until it is sure that this is no palm.
//! let due = router.due().unwrap();
//! let gestures = router.take(due);
//! assert_eq!((gestures[0].target, gestures[0].step), ("timer", Step::Press));
//! assert_eq!(gestures[0].when, Duration::from_millis(100));
//! ```

mod area;
mod palm;
mod router;

#[cfg(test)]
mod tests;

pub use area::{Area, Plane, Shape, space_at};
pub use palm::{PALM_GROWS, PALM_POINTS, PALM_SPAN, PALM_TIME};
pub use router::{FIRST_WINS, MOST_FINGERS, Router, Way};

use std::time::Duration;

/// A place in the window, in logical px: to the right, down.
pub type Point = (f32, f32);

/// Which finger, as long as it is down. The mouse is one more finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Finger(i32);

impl Finger {
    /// The mouse.
    pub const MOUSE: Finger = Finger(0);

    /// The finger on the touch screen that has the number `id`, from 0.
    pub const fn touch(id: i32) -> Finger {
        Finger(id.saturating_add(1))
    }

    /// The finger of one of Slint's pointer events, by its `touch-finger-id`:
    /// 0 is the mouse.
    pub const fn of_slint(touch_finger_id: i32) -> Finger {
        Finger(touch_finger_id)
    }
}

/// What a finger does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It comes down.
    Down,
    /// It moves.
    Move,
    /// It lifts.
    Up,
    /// The system takes it away: what it did is to be undone.
    Cancel,
}

/// One finger's doing, as the system reports it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// Who.
    pub finger: Finger,
    /// What.
    pub phase: Phase,
    /// Where.
    pub at: Point,
    /// At which instant.
    pub when: Duration,
}

/// One step of a gesture on something that is ours. A press is followed by
/// moves and then by exactly one release or cancel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gesture<T> {
    /// By whom.
    pub finger: Finger,
    /// On what: where the finger came down.
    pub target: T,
    /// What.
    pub step: Step,
    /// Where, in the target's own measure (see [`Shape::place`]); of a cancel it
    /// says nothing.
    pub at: Point,
    /// At which instant it was done.
    pub when: Duration,
}

/// A step of a gesture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The finger came down on the target.
    Press,
    /// It moved, anywhere.
    Move,
    /// It lifted, anywhere.
    Release,
    /// It was taken away: what it holds goes back.
    Cancel,
}
