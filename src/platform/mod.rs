//! What differs by platform, each behind one small trait with a twin for tests.

pub mod png;
pub mod time;
