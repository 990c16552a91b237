//! The window, through Slint's testing backend: people's clicks in, with time
//! that moves when told.

mod fingers;
mod games;
mod keep;
mod pages;
mod table;
