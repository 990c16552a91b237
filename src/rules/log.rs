//! What came of the inputs, in order: the source of the move list, of sounds
//! and of announcements. Only ever appended to; a take-back cuts it.

use super::board::Space;
use super::hourglass::Hourglass;
use super::input::Place;
use super::millis::Millis;
use super::player::Player;

/// Something that happened at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// What.
    pub what: Happening,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Happening {
    /// The turn machine did something by itself.
    Event(Event),
    /// An hourglass was lifted.
    Lifted(Hourglass),
    /// An hourglass in hand was put back, by its player or by the rules.
    PutBack(Hourglass),
    /// An hourglass was released.
    Released {
        /// Which.
        hourglass: Hourglass,
        /// From where it was lifted.
        from: Place,
        /// On which space.
        to: Space,
        /// By a late player (RULES 7.4).
        late: bool,
    },
    /// A ring was put on a space.
    Ring {
        /// Whose.
        player: Player,
        /// Where.
        at: Space,
        /// By what right.
        kind: RingKind,
        /// Whether the space is full now.
        filled: bool,
    },
    /// The move timer was turned.
    TimerTurned(Player),
}

/// By what right a ring was put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RingKind {
    /// The mover's own (RULES 6.1).
    Drop,
    /// The opponent's, where the mover forgot (RULES 6.1).
    Steal,
    /// The penalty of the revised edition (RULES 7.6).
    Second,
}

/// What the turn machine does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// The last grain of an hourglass fell.
    HourglassOut(Hourglass),
    /// The move timer ran out; at whom it was aimed, if his turn lasted.
    TimerOut(Option<Player>),
    /// The move timer caught a player with an hourglass in hand (RULES 7.4).
    Late(Player),
    /// The move timer caught a player who had not started (RULES 7.5, 7.6).
    TurnLost(Player),
    /// A player paid a skipped turn (RULES 5.2).
    Skip(Player),
    /// A player who can't move passed (RULES 5.2, 5.3).
    Pass(Player),
    /// A turn began.
    Turn(Player),
    /// The last ring began (RULES 8.2).
    LastRing,
    /// The game ended; who won.
    Over(Option<Player>),
}

impl Event {
    /// The word that records have for it.
    pub const fn word(self) -> &'static str {
        match self {
            Event::HourglassOut(_) => "hourglass-out",
            Event::TimerOut(_) => "timer-out",
            Event::Late(_) => "late",
            Event::TurnLost(_) => "turn-lost",
            Event::Skip(_) => "skip",
            Event::Pass(_) => "pass",
            Event::Turn(_) => "turn",
            Event::LastRing => "last-ring",
            Event::Over(_) => "over",
        }
    }

    /// The player it is about, if it is about one.
    pub const fn player(self) -> Option<Player> {
        match self {
            Event::HourglassOut(hourglass) => Some(hourglass.owner),
            Event::TimerOut(player) | Event::Over(player) => player,
            Event::Late(player)
            | Event::TurnLost(player)
            | Event::Skip(player)
            | Event::Pass(player)
            | Event::Turn(player) => Some(player),
            Event::LastRing => None,
        }
    }
}
