//! The game record (docs/record.md): one text format for the saved game, the
//! journal of a running one, and what players send each other.
//!
//! ```
//! let text = "tamsk-record 1\nlevel 2\n\n2.150 R D1-D2\n3.100 R ring D2\n";
//! let record = tamsk::record::parse(text.as_bytes())?.record;
//! let replayed = tamsk::record::replay(&record)?;
//! assert_eq!(tamsk::record::short_notation(replayed.game.log()), ["D1-D2"]);
//! assert_eq!(replayed.game.turns().now().to_string(), "3.100");
//! # Ok::<(), tamsk::record::RecordError>(())
//! ```

mod header;
mod json;
mod notation;
mod parse;
mod replay;
mod text;

pub use header::{KEYS, format_seconds};
pub use json::{error_json, game_json};
pub use notation::short_notation;
pub use parse::{Parsed, parse};
pub use replay::{Replayed, check_until, replay, replay_to};
pub use text::position_text;

use std::fmt;

use crate::rules::{Input, Millis, Place, Player, Settings, Space};

/// The first line of every record.
pub const FIRST_LINE: &str = "tamsk-record 1";

/// Why a record can't be replayed: which line, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong with it, for people.
    pub reason: String,
}

impl RecordError {
    fn new(line: usize, reason: impl Into<String>) -> RecordError {
        RecordError {
            line,
            reason: reason.into(),
        }
    }
}

/// Something odd that doesn't keep a record from being replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// What is odd, for people.
    pub text: String,
}

/// What stands in a line after its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// An input of the game.
    Input(Input),
    /// `R D1-D2`: a lift and a release at one instant.
    Move {
        /// Who.
        player: Player,
        /// From where.
        from: Place,
        /// On which space.
        to: Space,
    },
    /// `end`: game time passes to this instant, nothing else.
    End,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Input(input) => input.fmt(f),
            Step::Move { player, from, to } => write!(f, "{} {from}-{to}", player.letter()),
            Step::End => f.write_str("end"),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum HeaderLine {
    Comment(String),
    Pair {
        line: usize,
        key: String,
        value: String,
    },
}

/// A line of the body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BodyLine {
    /// A comment, `#` included.
    Comment(String),
    /// An input.
    Step {
        /// The line in the file, from 1; 0 in a record that was not read.
        line: usize,
        /// Its instant of game time.
        at: Millis,
        /// What was done.
        step: Step,
    },
}

/// A game record: header, inputs, and what else stood in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    header: Vec<HeaderLine>,
    body: Vec<BodyLine>,
    settings: Settings,
}

impl Record {
    /// A record with `settings` and no input.
    pub fn new(settings: Settings) -> Record {
        let mut record = Record {
            settings,
            ..Record::default()
        };
        for (key, value) in header::pairs(&settings) {
            record.set(key, &value);
        }
        record
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The value of a header key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pair(key).map(|(_, value)| value)
    }

    fn pair(&self, key: &str) -> Option<(usize, &str)> {
        self.header.iter().find_map(|line| match line {
            HeaderLine::Pair {
                line,
                key: k,
                value,
            } if k == key => Some((*line, value.as_str())),
            _ => None,
        })
    }

    /// Sets a header key, in its place if it is there already. Line breaks and
    /// blanks at either end don't fit into a header and are left out; a value of
    /// nothing else removes the key.
    pub fn set(&mut self, key: &str, value: &str) {
        let value: String = value
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let value = value.trim_matches(is_blank);
        if value.is_empty() {
            self.header
                .retain(|line| !matches!(line, HeaderLine::Pair { key: k, .. } if k == key));
            return;
        }
        for line in &mut self.header {
            if let HeaderLine::Pair {
                key: k, value: v, ..
            } = line
                && k == key
            {
                *v = value.to_owned();
                return;
            }
        }
        let (key, value) = (key.to_owned(), value.to_owned());
        self.header.push(HeaderLine::Pair {
            line: 0,
            key,
            value,
        });
    }

    /// The lines of the body.
    pub fn body(&self) -> &[BodyLine] {
        &self.body
    }

    /// Appends an input.
    pub fn push(&mut self, at: Millis, step: Step) {
        self.body.push(BodyLine::Step { line: 0, at, step });
    }

    /// The first lines of the file: all up to the first input.
    pub fn head_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for line in &self.header {
            match line {
                HeaderLine::Comment(comment) => text.push_str(comment),
                HeaderLine::Pair { key, value, .. } => {
                    text.push_str(key);
                    text.push(' ');
                    text.push_str(value);
                }
            }
            text.push('\n');
        }
        text.push('\n');
        text
    }

    /// The line of one input, with its end.
    pub fn step_text(at: Millis, step: Step) -> String {
        format!("{at} {step}\n")
    }
}

impl fmt::Display for Record {
    /// The whole file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head_text())?;
        for line in &self.body {
            match line {
                BodyLine::Comment(comment) => writeln!(f, "{comment}")?,
                BodyLine::Step { at, step, .. } => f.write_str(&Record::step_text(*at, *step))?,
            }
        }
        Ok(())
    }
}

/// RECORD.md: a blank is a space or a tab.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}
