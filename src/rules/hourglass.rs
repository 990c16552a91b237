//! Hourglasses and their sand (RULES 2.3). Sand is never counted down: what
//! is above is what was above when the hourglass was turned, less the time
//! since.

use super::millis::Millis;
use super::player::Player;

/// How many hourglasses each player has (RULES 1.4).
pub const HOURGLASSES: usize = 3;

/// One of the six hourglasses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hourglass {
    /// Whose it is.
    pub owner: Player,
    /// 0, 1 or 2.
    pub number: u8,
}

impl Hourglass {
    /// All six, Red's first.
    pub fn all() -> impl Iterator<Item = Hourglass> {
        Player::BOTH.into_iter().flat_map(Hourglass::of)
    }

    /// The three of `owner`.
    pub fn of(owner: Player) -> impl Iterator<Item = Hourglass> {
        (0..HOURGLASSES as u8).map(move |number| Hourglass { owner, number })
    }
}

/// The sand of an hourglass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Sand {
    /// Never turned: all sand is below.
    #[default]
    Idle,
    /// Sand falls.
    Running {
        /// What was above when it was turned.
        top: Millis,
        /// When it was turned.
        turned: Millis,
    },
    /// The last grain fell.
    Out {
        /// When it fell.
        at: Millis,
    },
}

impl Sand {
    /// The sand after a turn at `now` of an hourglass that runs for `full`.
    /// One that is out can't be turned and stays as it is.
    #[must_use]
    pub fn turned(self, full: Millis, now: Millis) -> Sand {
        match self {
            Sand::Idle => Sand::Running {
                top: full,
                turned: now,
            },
            Sand::Running { .. } => Sand::Running {
                top: full.saturating_sub(self.top(now)),
                turned: now,
            },
            Sand::Out { .. } => self,
        }
    }

    /// What is above at `now`; nothing unless it runs.
    pub fn top(self, now: Millis) -> Millis {
        match self {
            Sand::Running { top, turned } => top.saturating_sub(now.saturating_sub(turned)),
            Sand::Idle | Sand::Out { .. } => Millis::ZERO,
        }
    }

    /// When it ran out or will run out; `None` for an idle one.
    pub fn out_at(self) -> Option<Millis> {
        match self {
            Sand::Idle => None,
            Sand::Running { top, turned } => Some(turned + top),
            Sand::Out { at } => Some(at),
        }
    }

    /// Whether it was never turned.
    pub fn is_idle(self) -> bool {
        matches!(self, Sand::Idle)
    }

    /// Whether its sand has run out.
    pub fn is_out(self) -> bool {
        matches!(self, Sand::Out { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_2_3_turning() {
        let full = Millis(180_000);
        let idle = Sand::Idle;
        assert_eq!((idle.top(Millis(5)), idle.out_at()), (Millis::ZERO, None));
        let first = idle.turned(full, Millis(1_000));
        assert_eq!(first.top(Millis(1_000)), full);
        assert_eq!(first.top(Millis(31_000)), Millis(150_000));
        assert_eq!(first.out_at(), Some(Millis(181_000)));
        let second = first.turned(full, Millis(31_000));
        assert_eq!(second.top(Millis(31_000)), Millis(30_000));
        assert_eq!(second.out_at(), Some(Millis(61_000)));
        let out = Sand::Out { at: Millis(61_000) };
        assert_eq!(out.turned(full, Millis(70_000)), out);
    }
}
