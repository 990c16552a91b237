//! What players do, and why it may be refused.

use std::fmt;

use super::board::Space;
use super::millis::Millis;
use super::player::Player;

/// Where an hourglass stands or was lifted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A space of the board.
    On(Space),
    /// Off the board, not placed yet (RULES 3.2).
    Reserve,
}

impl Place {
    /// The space, if it is one.
    pub const fn space(self) -> Option<Space> {
        match self {
            Place::On(space) => Some(space),
            Place::Reserve => None,
        }
    }
}

impl fmt::Display for Place {
    /// `D1` or `reserve`, as in records.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::On(space) => space.fmt(f),
            Place::Reserve => f.write_str("reserve"),
        }
    }
}

/// Something a player, or both, do at one instant of game time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// Take an hourglass in hand: the move is started (RULES 4.1).
    Lift {
        /// Who.
        player: Player,
        /// From where.
        from: Place,
    },
    /// Let the hourglass in hand go: the move is finished (RULES 4.1).
    Release {
        /// Who.
        player: Player,
        /// On which space.
        to: Space,
    },
    /// Put the hourglass in hand back: undoes the lift (RULES 4.1).
    PutBack {
        /// Who.
        player: Player,
    },
    /// Put a ring on a space: the regular drop, a steal or a second ring (RULES 6.1, 7.6).
    Ring {
        /// Whose ring.
        player: Player,
        /// On which space.
        at: Space,
    },
    /// Turn the move timer (RULES 7.1).
    Timer {
        /// Who.
        player: Player,
    },
    /// Give up one's rights in the last ring (RULES 8.2).
    Decline {
        /// Who.
        player: Player,
    },
    /// Give up the game (RULES 8.6).
    Resign {
        /// Who.
        player: Player,
    },
    /// Agree on a draw, both (RULES 8.6).
    Draw,
    /// Stop game time (RULES 9.1).
    Pause,
    /// Let game time run again (RULES 9.1).
    Resume,
    /// Take back the last input (RULES 9.2).
    Undo,
}

impl Input {
    /// Whether a take-back can take it back (RULES 9.2).
    pub const fn is_undoable(self) -> bool {
        !matches!(self, Input::Pause | Input::Resume | Input::Undo)
    }
}

impl fmt::Display for Input {
    /// As in records: `R lift D1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Lift { player, from } => write!(f, "{} lift {from}", player.letter()),
            Input::Release { player, to } => write!(f, "{} to {to}", player.letter()),
            Input::PutBack { player } => write!(f, "{} back", player.letter()),
            Input::Ring { player, at } => write!(f, "{} ring {at}", player.letter()),
            Input::Timer { player } => write!(f, "{} timer", player.letter()),
            Input::Decline { player } => write!(f, "{} decline", player.letter()),
            Input::Resign { player } => write!(f, "{} resign", player.letter()),
            Input::Draw => f.write_str("draw"),
            Input::Pause => f.write_str("pause"),
            Input::Resume => f.write_str("resume"),
            Input::Undo => f.write_str("undo"),
        }
    }
}

/// Why an input was refused. Nothing of the game is changed by it, except that
/// game time has passed to its instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// RULES 2.1.
    #[error("it lies before {0} s, where the game is already")]
    TimePast(Millis),
    /// RULES 9.1.
    #[error("the game is paused at {0} s; time does not run")]
    TimeStands(Millis),
    /// RULES 8.7.
    #[error("the game is over")]
    GameOver,
    /// RULES 9.1.
    #[error("the game is paused")]
    Paused,
    /// RULES 9.1.
    #[error("the game is not paused")]
    NotPaused,
    /// RULES 8.2.
    #[error("only the last rings can be played now")]
    LastRing,
    /// RULES 4.2.
    #[error("it is not {0}'s turn")]
    NotOnTurn(Player),
    /// RULES 4.2.
    #[error("{0} has an hourglass in hand already")]
    HandFull(Player),
    /// RULES 4.1.
    #[error("{0} has no hourglass in hand")]
    HandEmpty(Player),
    /// RULES 4.2.
    #[error("none of {0}'s hourglasses stands there")]
    NotThere(Player),
    /// RULES 4.2.
    #[error("the sand of that hourglass has run out")]
    IsOut,
    /// RULES 4.2.
    #[error("that hourglass has no space to go to")]
    Blocked,
    /// RULES 4.3.
    #[error("an hourglass that was never turned must move first")]
    IdleFirst,
    /// RULES 3.2.
    #[error("the hourglasses in reserve must be placed first")]
    ReserveFirst,
    /// RULES 4.1.
    #[error("{0} is not next to it")]
    NotNeighbour(Space),
    /// RULES 4.1.
    #[error("an hourglass stands on {0}")]
    Occupied(Space),
    /// RULES 4.5, 6.4.
    #[error("{0} is full")]
    Full(Space),
    /// RULES 6.1.
    #[error("{0} has no right to a ring there")]
    NoRight(Player),
    /// RULES 6.1.
    #[error("{0} has no ring left")]
    NoRing(Player),
    /// RULES 6.1.
    #[error("too early to steal: the mover has until {0} s")]
    StealTooEarly(Millis),
    /// RULES 7.1.
    #[error("the move timer is used at level 3 only")]
    NoTimer,
    /// RULES 7.1.
    #[error("the move timer is for the opponent's turn")]
    TimerOwnTurn,
    /// RULES 7.1.
    #[error("the move timer still runs")]
    TimerRuns,
    /// RULES 8.2.
    #[error("{0} has no right to give up")]
    NothingToDecline(Player),
    /// RULES 9.2.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// RULES 9.2.
    #[error("at this level a move can be taken back only while the game is paused")]
    UndoNeedsPause,
}
