//! How a game ends (RULES 8).

use super::millis::Millis;
use super::player::{PerPlayer, Player};

/// How a game ended: who won, if anyone, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Player>,
    /// What decided.
    pub by: Reason,
}

/// What decided a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Rings left in the holders (RULES 8.4); with no winner, equal rings at level 1.
    Rings,
    /// The sand, rings being equal (RULES 8.5).
    Time,
    /// A release on a full space (RULES 4.5).
    FullSpace,
    /// A player gave up (RULES 8.6).
    Resignation,
    /// Both agreed on a draw (RULES 8.6).
    Agreement,
}

impl Reason {
    /// All of them.
    pub const ALL: [Reason; 5] = [
        Reason::Rings,
        Reason::Time,
        Reason::FullSpace,
        Reason::Resignation,
        Reason::Agreement,
    ];

    /// The word that records have for it.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Rings => "rings",
            Reason::Time => "time",
            Reason::FullSpace => "full-space",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
        }
    }
}

impl Outcome {
    /// The word that records have for the result: `red`, `black` or `draw`.
    pub const fn word(self) -> &'static str {
        match self.winner {
            Some(winner) => winner.word(),
            None => "draw",
        }
    }
}

/// When each player's hourglasses ran out or will run out, the latest first;
/// an idle one is `None` and comes last (RULES 8.5).
pub type SandEnds = PerPlayer<[Option<Millis>; 3]>;

/// Who wins by time (RULES 8.5): the latest instant, then the next latest, and so on.
///
/// ```
/// use tamsk::rules::{Millis, PerPlayer, Player, outcome::winner_by_time};
///
/// let at = |seconds| Some(Millis::from_secs(seconds));
/// let ends = PerPlayer { red: [at(90), at(20), None], black: [at(90), at(30), None] };
/// assert_eq!(winner_by_time(&ends), Some(Player::Black));
/// ```
pub fn winner_by_time(ends: &SandEnds) -> Option<Player> {
    match ends.red.cmp(&ends.black) {
        std::cmp::Ordering::Greater => Some(Player::Red),
        std::cmp::Ordering::Less => Some(Player::Black),
        std::cmp::Ordering::Equal => None,
    }
}
