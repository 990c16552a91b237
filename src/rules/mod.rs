//! The game, pure: no clock, no input or output, no screen. Comments and tests
//! cite docs/rules.md by number.
//!
//! ```
//! use tamsk::rules::{Game, Input, Level, Millis, Place, Player, Settings};
//!
//! let mut game = Game::new(Settings::at_level(Level::Two));
//! let (d1, d2) = ("D1".parse().unwrap(), "D2".parse().unwrap());
//! game.apply(Millis(2_150), Input::Lift { player: Player::Red, from: Place::On(d1) })?;
//! game.apply(Millis(2_900), Input::Release { player: Player::Red, to: d2 })?;
//! game.apply(Millis(3_100), Input::Ring { player: Player::Red, at: d2 })?;
//! // Red's first hourglass runs out three minutes after its release.
//! assert_eq!(game.next_due(), Some(Millis(182_900)));
//! # Ok::<(), tamsk::rules::Refusal>(())
//! ```

pub mod board;
pub mod game;
pub mod hourglass;
pub mod input;
pub mod log;
pub mod millis;
pub mod outcome;
pub mod perft;
pub mod player;
pub mod position;
pub mod settings;
pub mod turns;

pub use board::{Space, SpaceSet};
pub use game::{Board, Game};
pub use hourglass::{Hourglass, Sand};
pub use input::{Input, Place, Refusal};
pub use log::{Entry, Event, Happening, RingKind};
pub use millis::Millis;
pub use outcome::{Outcome, Reason};
pub use player::{PerPlayer, Player};
pub use settings::{FullSpace, Level, Penalty, RingMode, Settings, Side, Start};
pub use turns::{Phase, Table, Turns};
