//! Reading a record, line by line.

use std::collections::HashSet;

use super::{
    BodyLine, FIRST_LINE, HeaderLine, Record, RecordError, Step, Warning, header, is_blank,
};
use crate::rules::{Input, Millis, Place, Player, Space};

/// A record that was read.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The record.
    pub record: Record,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
}

/// Reads a record from the bytes of its file. Nothing is replayed yet.
///
/// # Errors
/// The first line that can't be read. A last line without its end is dropped
/// with a warning instead.
pub fn parse(bytes: &[u8]) -> Result<Parsed, RecordError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut reader = Reader::default();
    let mut warnings = Vec::new();
    for (index, bytes) in bytes.split_inclusive(|&b| b == b'\n').enumerate() {
        let number = index + 1;
        let (bytes, torn) = match bytes.strip_suffix(b"\n") {
            Some(line) => (line.strip_suffix(b"\r").unwrap_or(line), false),
            None => (bytes, true),
        };
        let read = std::str::from_utf8(bytes)
            .map_err(|_| "it is not UTF-8 text".to_owned())
            .and_then(|line| reader.line(number, line.trim_matches(is_blank)));
        match read {
            Ok(()) => {}
            Err(_) if torn && number > 1 => warnings.push(Warning {
                line: number,
                text: "the last line was not written to its end; it is left out".to_owned(),
            }),
            Err(reason) => {
                return Err(RecordError {
                    line: number,
                    reason,
                });
            }
        }
    }
    if reader.part == Part::First {
        return Err(RecordError::new(1, no_first_line()));
    }
    Ok(Parsed {
        record: reader.record,
        warnings,
    })
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    First,
    Header,
    Body,
}

#[derive(Debug, Default)]
struct Reader {
    part: Part,
    record: Record,
    keys: HashSet<String>,
}

impl Reader {
    /// Reads one line without its end and without blanks at either end. Changes
    /// nothing where it can't.
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        match self.part {
            Part::First => {
                let mut words = words(line);
                let mut wanted = words_of_first_line();
                if !(words.by_ref().eq(wanted.by_ref())) {
                    return Err(no_first_line());
                }
                self.part = Part::Header;
            }
            Part::Header if line.is_empty() => self.part = Part::Body,
            Part::Header if line.starts_with('#') => {
                self.record
                    .header
                    .push(HeaderLine::Comment(line.to_owned()));
            }
            Part::Header => self.pair(number, line)?,
            Part::Body if line.is_empty() => {}
            Part::Body if line.starts_with('#') => {
                self.record.body.push(BodyLine::Comment(line.to_owned()));
            }
            Part::Body => {
                let (at, step) = step(line)?;
                self.record.body.push(BodyLine::Step {
                    line: number,
                    at,
                    step,
                });
            }
        }
        Ok(())
    }

    fn pair(&mut self, line: usize, text: &str) -> Result<(), String> {
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err("a header line begins with a key; \
                        is the empty line before the first input missing?"
                .to_owned());
        }
        let Some((key, value)) = text.split_once(is_blank) else {
            return Err(format!("the key `{text}` has no value"));
        };
        let value = value.trim_start_matches(is_blank);
        if self.keys.contains(key) {
            return Err(format!("the key `{key}` stands here a second time"));
        }
        header::apply(&mut self.record.settings, key, value)?;
        self.keys.insert(key.to_owned());
        let (key, value) = (key.to_owned(), value.to_owned());
        self.record
            .header
            .push(HeaderLine::Pair { line, key, value });
        Ok(())
    }
}

fn no_first_line() -> String {
    format!("a record begins with the line `{FIRST_LINE}`")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_blank).filter(|word| !word.is_empty())
}

fn words_of_first_line() -> impl Iterator<Item = &'static str> {
    FIRST_LINE.split(' ')
}

/// Reads `<seconds> <input>`.
fn step(line: &str) -> Result<(Millis, Step), String> {
    let mut words = words(line);
    let mut next = || words.next();
    let at: Millis = next()
        .unwrap_or_default()
        .parse()
        .map_err(|problem| format!("{problem}"))?;
    let unknown = || format!("there is no such input: {:?}", shortened(line));
    let first = next().ok_or_else(unknown)?;
    let step = match first {
        "pause" => Step::Input(Input::Pause),
        "resume" => Step::Input(Input::Resume),
        "draw" => Step::Input(Input::Draw),
        "undo" => Step::Input(Input::Undo),
        "end" => Step::End,
        "R" | "B" => {
            let player = if first == "R" {
                Player::Red
            } else {
                Player::Black
            };
            let verb = next().ok_or_else(unknown)?;
            match verb {
                "lift" => {
                    let from = place(next().ok_or_else(unknown)?)?;
                    Step::Input(Input::Lift { player, from })
                }
                "to" => {
                    let to = space(next().ok_or_else(unknown)?)?;
                    Step::Input(Input::Release { player, to })
                }
                "ring" => {
                    let at = space(next().ok_or_else(unknown)?)?;
                    Step::Input(Input::Ring { player, at })
                }
                "back" => Step::Input(Input::PutBack { player }),
                "timer" => Step::Input(Input::Timer { player }),
                "decline" => Step::Input(Input::Decline { player }),
                "resign" => Step::Input(Input::Resign { player }),
                _ => {
                    let (from, to) = verb
                        .split_once('-')
                        .or_else(|| verb.split_once('→'))
                        .ok_or_else(unknown)?;
                    Step::Move {
                        player,
                        from: place(from)?,
                        to: space(to)?,
                    }
                }
            }
        }
        _ => return Err(unknown()),
    };
    match next() {
        None => Ok((at, step)),
        Some(more) => Err(format!(
            "nothing may follow the input, but {:?} does",
            shortened(more)
        )),
    }
}

fn space(name: &str) -> Result<Space, String> {
    name.parse()
        .map_err(|_| format!("there is no space {:?}", shortened(name)))
}

fn place(name: &str) -> Result<Place, String> {
    if name == "reserve" {
        Ok(Place::Reserve)
    } else {
        space(name).map(Place::On)
    }
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
