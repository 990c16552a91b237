//! TAMSK, Kris Burm's game of hourglasses.
#![forbid(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations)]

pub mod rules;
