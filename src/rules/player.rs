//! Red and Black.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. Red begins (RULES 3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Begins; stands on D1, G4, A4 at the start.
    Red,
    /// Chooses the side of the move timer; stands on A1, G1, D7 at the start.
    Black,
}

impl Player {
    /// Both, Red first.
    pub const BOTH: [Player; 2] = [Player::Red, Player::Black];

    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Red => Player::Black,
            Player::Black => Player::Red,
        }
    }

    /// `red` or `black`, as records have it.
    pub const fn word(self) -> &'static str {
        match self {
            Player::Red => "red",
            Player::Black => "black",
        }
    }

    /// `R` or `B`, as records have it.
    pub const fn letter(self) -> char {
        match self {
            Player::Red => 'R',
            Player::Black => 'B',
        }
    }
}

impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        self.opponent()
    }
}

impl fmt::Display for Player {
    /// `Red` or `Black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Red => "Red",
            Player::Black => "Black",
        })
    }
}

/// One of something for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PerPlayer<T> {
    /// Red's.
    pub red: T,
    /// Black's.
    pub black: T,
}

impl<T> PerPlayer<T> {
    /// Makes each player's by asking `make`.
    pub fn from_fn(mut make: impl FnMut(Player) -> T) -> PerPlayer<T> {
        PerPlayer {
            red: make(Player::Red),
            black: make(Player::Black),
        }
    }

    /// The same for both.
    pub fn both(value: T) -> PerPlayer<T>
    where
        T: Clone,
    {
        PerPlayer {
            red: value.clone(),
            black: value,
        }
    }

    /// Each player's, Red first.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        [(Player::Red, &self.red), (Player::Black, &self.black)].into_iter()
    }
}

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::Red => &self.red,
            Player::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::Red => &mut self.red,
            Player::Black => &mut self.black,
        }
    }
}
