//! What is agreed before a game begins (RULES 1.4, 3, 4.5, 6.1, 6.3, 7).

use super::millis::Millis;
use super::player::PerPlayer;

/// The three levels of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Level {
    /// No sand runs.
    #[default]
    One,
    /// The hourglasses run.
    Two,
    /// The hourglasses run, and the move timer may be turned.
    Three,
}

impl Level {
    /// All three.
    pub const ALL: [Level; 3] = [Level::One, Level::Two, Level::Three];

    /// 1, 2 or 3.
    pub const fn number(self) -> u8 {
        match self {
            Level::One => 1,
            Level::Two => 2,
            Level::Three => 3,
        }
    }

    /// Whether hourglasses are turned (RULES 2.3, 4.4).
    pub const fn has_sand(self) -> bool {
        !matches!(self, Level::One)
    }
}

/// Where the hourglasses are before the first turn (RULES 3.1, 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// On the six corners.
    #[default]
    Corners,
    /// Off the board; the first turns place them.
    Reserve,
}

/// What it costs to be caught by the move timer (RULES 7.5, 7.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Penalty {
    /// The 1998 edition: the next turn.
    #[default]
    Turn,
    /// The revised edition: a second ring for the opponent.
    Rings,
}

/// What a release on a full space does (RULES 4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FullSpace {
    /// The printed rule: whoever does it has lost.
    Lose,
    /// It is refused.
    #[default]
    Refuse,
}

/// Who drops the mover's ring (RULES 6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RingMode {
    /// The mover, by hand; he may forget.
    #[default]
    Manual,
    /// It drops by itself at the release.
    Auto,
}

/// Where the move timer stands, seen by Red (RULES 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Side {
    /// Left of the board.
    #[default]
    Left,
    /// Right of the board.
    Right,
}

/// What is agreed before a game begins. The default is a level 1 game with
/// what RECORD.md says of missing keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Settings {
    /// Level 1 to 3.
    pub level: Level,
    /// Where the hourglasses are before the first turn.
    pub start: Start,
    /// What it costs to be caught by the move timer.
    pub penalty: Penalty,
    /// What a release on a full space does.
    pub full_space: FullSpace,
    /// Who drops the mover's ring.
    pub ring: RingMode,
    /// How long after a release a steal is refused (RULES 6.1).
    pub steal_after: Millis,
    /// How long each player's hourglasses run (RULES 1.4).
    pub hourglass: PerPlayer<Millis>,
    /// How long the move timer runs (RULES 1.4).
    pub timer: Millis,
    /// Where the move timer stands.
    pub side: Side,
}

impl Settings {
    /// The shortest and the longest an hourglass or the move timer may run.
    pub const SAND_RANGE: (Millis, Millis) = (Millis::from_secs(1), Millis::from_secs(3600));
    /// The least and the most that `steal_after` may be.
    pub const STEAL_RANGE: (Millis, Millis) = (Millis::ZERO, Millis::from_secs(60));

    /// The default settings at `level`.
    pub fn at_level(level: Level) -> Settings {
        Settings {
            level,
            ..Settings::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            level: Level::One,
            start: Start::Corners,
            penalty: Penalty::Turn,
            full_space: FullSpace::Refuse,
            ring: RingMode::Manual,
            steal_after: Millis::from_secs(1),
            hourglass: PerPlayer::both(Millis::from_secs(180)),
            timer: Millis::from_secs(15),
            side: Side::Left,
        }
    }
}
