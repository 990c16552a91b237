//! The journal of the running game, and the archive of finished ones.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{StoreError, write_atomically};
use crate::record::{Record, Step, parse};
use crate::rules::Millis;

const RUNNING: &str = "running.tamsk";
const ARCHIVE: &str = "games";

/// The record of the running game, written line by line as it is played, so
/// that a crash loses nothing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins the journal in `folder` with all of `record` so far. An older one is replaced.
    ///
    /// # Errors
    /// Where it can't be written.
    pub fn begin(folder: &Path, record: &Record) -> Result<Journal, StoreError> {
        let path = folder.join(RUNNING);
        write_atomically(&path, record.to_string().as_bytes())?;
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .map_err(|source| StoreError::written(&path, source))?;
        Ok(Journal { path, file })
    }

    /// Appends lines and waits until they are on the disk.
    ///
    /// # Errors
    /// Where they can't be written.
    pub fn append(&mut self, lines: &[(Millis, Step)]) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines
            .iter()
            .map(|&(at, step)| Record::step_text(at, step))
            .collect();
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|source| StoreError::written(&self.path, source))
    }
}

/// The record of a game that was not finished, if there is one that can be read.
pub fn unfinished(folder: &Path) -> Option<Record> {
    let bytes = fs::read(folder.join(RUNNING)).ok()?;
    parse(&bytes).ok().map(|parsed| parsed.record)
}

/// Moves a finished game from the journal to the archive; returns its file.
///
/// # Errors
/// Where it can't be written; the journal is then still there.
pub fn archive(folder: &Path, record: &Record) -> Result<PathBuf, StoreError> {
    let games = folder.join(ARCHIVE);
    let date = record
        .get("date")
        .and_then(|date| chrono::DateTime::parse_from_rfc3339(date).ok());
    let stem = match date {
        Some(date) => date.format("%Y-%m-%d-%H%M%S").to_string(),
        None => "undated".to_owned(),
    };
    let path = (1..)
        .map(|n| match n {
            1 => games.join(format!("{stem}.tamsk")),
            n => games.join(format!("{stem}-{n}.tamsk")),
        })
        .find(|path| !path.exists())
        // The numbers don't end before the disk does.
        .unwrap_or_else(|| games.join("game.tamsk"));
    write_atomically(&path, record.to_string().as_bytes())?;
    let running = folder.join(RUNNING);
    match fs::remove_file(&running) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => {
            Err(StoreError::written(&running, problem))
        }
        _ => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Input, Player, Settings};

    #[test]
    fn a_journal_holds_what_was_appended() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(unfinished(folder.path()), None);
        let mut record = Record::new(Settings::default());
        let mut journal = Journal::begin(folder.path(), &record).unwrap();
        let step = Step::Input(Input::Resign {
            player: Player::Red,
        });
        journal.append(&[(Millis(1_500), step)]).unwrap();
        let found = unfinished(folder.path()).unwrap();
        record.push(Millis(1_500), step);
        assert_eq!(found.to_string(), record.to_string());
        let first = archive(folder.path(), &record).unwrap();
        assert_eq!(unfinished(folder.path()), None);
        let second = archive(folder.path(), &record).unwrap();
        assert_ne!(first, second);
        assert_eq!(fs::read_to_string(second).unwrap(), record.to_string());
    }
}
