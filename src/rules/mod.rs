//! The game, pure: no clock, no input or output, no screen.
pub mod board;
