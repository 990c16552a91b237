//! What players hear: [`cues`] says which cue at which instant, [`synth`] what
//! it sounds like, [`output`] plays it. See docs/sound.md.

pub mod cues;
pub mod output;
pub mod synth;

pub use cues::{Cue, CueKind, CueSettings, Due, Follower, Scheduler};
pub use output::{Sound, Status};
pub use synth::Seats;
