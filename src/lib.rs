//! TAMSK, Kris Burm's game of hourglasses, on a screen and as a referee clock.
//!
//! A game is a function of its settings and its inputs:
//!
//! ```
//! use tamsk::rules::{Game, Input, Millis, Place, Player, Settings};
//!
//! let mut game = Game::new(Settings::default());
//! let (d1, d2) = ("D1".parse().unwrap(), "D2".parse().unwrap());
//! game.apply(Millis(2150), Input::Lift { player: Player::Red, from: Place::On(d1) })?;
//! game.apply(Millis(2900), Input::Release { player: Player::Red, to: d2 })?;
//! game.apply(Millis(3100), Input::Ring { player: Player::Red, at: d2 })?;
//! assert_eq!(tamsk::record::short_notation(game.log()), ["D1-D2"]);
//! # Ok::<(), tamsk::rules::Refusal>(())
//! ```
//!
//! [`rules`] says what is legal, [`record`] how a game is written down.
// Every module below forbids unsafe code; the crate as a whole can only deny
// it, because what Slint generates has its own.
#![deny(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

#[forbid(unsafe_code)]
pub mod app;
#[forbid(unsafe_code)]
pub mod cli;
#[forbid(unsafe_code)]
pub mod clock;
#[forbid(unsafe_code)]
pub mod platform;
#[forbid(unsafe_code)]
pub mod record;
#[forbid(unsafe_code)]
pub mod review;
#[forbid(unsafe_code)]
pub mod rules;
#[forbid(unsafe_code)]
pub mod session;
#[forbid(unsafe_code)]
pub mod sound;
#[forbid(unsafe_code)]
pub mod store;
#[forbid(unsafe_code)]
pub mod touch;

/// What Slint makes of `ui/app.slint`.
#[allow(unsafe_code, missing_docs, missing_debug_implementations, clippy::all)]
pub mod ui {
    slint::include_modules!();
}
