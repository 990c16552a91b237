//! The journal: the record of the running game, written as it is played, so
//! that a crash loses nothing; and how a game goes from there to the archive.
//!
//! Each window has a journal of its own, `running.tamsk`, `running-2.tamsk`,
//! and so on, and holds a lock beside it for as long as it lives. A journal
//! whose lock nobody holds was left by a crash.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::{StoreError, archive, write_atomically};
use crate::record::{Record, RecordError, Step, parse, replay};
use crate::rules::Millis;

/// More windows than this share the last journal's place.
const MOST: u32 = 16;

/// The places of journals in a data folder, and the one that is this window's.
#[derive(Debug)]
pub struct Journals {
    folder: PathBuf,
    own: u32,
    /// Held, never read.
    _lock: Option<File>,
}

impl Journals {
    /// Takes the first place that no other window has. Where the folder can't
    /// be written, or its disk knows no locks, the first place is shared.
    pub fn open(folder: &Path) -> Journals {
        let taken = (1..=MOST).find_map(|place| match lock(folder, place) {
            Lock::Held(file) => Some((place, Some(file))),
            Lock::Elsewhere => None,
            Lock::Impossible => Some((1, None)),
        });
        let (own, lock) = taken.unwrap_or((MOST, None));
        Journals {
            folder: folder.to_owned(),
            own,
            _lock: lock,
        }
    }

    /// The journal of this window. Nothing is written yet; an older one lies
    /// there until something is.
    pub fn journal(&self) -> Journal {
        Journal {
            path: running(&self.folder, self.own),
            file: None,
            bytes: 0,
        }
    }

    /// The record of a game that was not finished: this window's, or one that
    /// a crash left in another's place.
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.left().find_map(|left| match left.record() {
            Ok((record, false)) => Some(Unfinished { record, left }),
            _ => None,
        })
    }

    /// Brings finished games that a crash left behind to the archive, and lays
    /// beside them what can't be continued, as it is; a line about that.
    ///
    /// # Errors
    /// Where one can't be written there; it then waits where it is.
    pub fn tidy(&self) -> Result<Option<String>, StoreError> {
        let mut told = None;
        for left in self.left() {
            match left.record() {
                Ok((_, false)) => {}
                Ok((record, true)) => {
                    keep(&self.folder, &record)?;
                    remove(&left.path)?;
                }
                Err(error) => {
                    let games = self.folder.join(archive::FOLDER);
                    let aside = super::free_name(&games, "broken-journal", "tamsk");
                    fs::create_dir_all(&games)
                        .and_then(|()| fs::rename(&left.path, &aside))
                        .map_err(|problem| StoreError::moved(&left.path, problem))?;
                    told = Some(format!(
                        "The last game can't be continued: {error}. What there is of it lies in {}",
                        aside.display()
                    ));
                }
            }
        }
        Ok(told)
    }

    /// What lies in this window's place, then in those that nobody holds.
    fn left(&self) -> impl Iterator<Item = Left> {
        let places = std::iter::once(self.own).chain((1..=MOST).filter(|&n| n != self.own));
        places.filter_map(|place| {
            let path = running(&self.folder, place);
            if !path.is_file() {
                return None;
            }
            let held = match place == self.own {
                true => None,
                false => match lock(&self.folder, place) {
                    Lock::Held(file) => Some(file),
                    Lock::Elsewhere => return None,
                    Lock::Impossible => None,
                },
            };
            Some(Left { path, _lock: held })
        })
    }

    /// Moves `record` from this window's journal to the archive; returns its file.
    ///
    /// # Errors
    /// Where it can't be written; the journal is then still there.
    pub fn archive(&self, record: &Record) -> Result<PathBuf, StoreError> {
        let kept = keep(&self.folder, record)?;
        remove(&running(&self.folder, self.own))?;
        Ok(kept)
    }
}

/// A journal in which something lies.
#[derive(Debug)]
struct Left {
    path: PathBuf,
    /// Held so that no other window takes it too.
    _lock: Option<File>,
}

impl Left {
    /// Its record, and whether the game is over.
    fn record(&self) -> Result<(Record, bool), RecordError> {
        let bytes = super::read_record_bytes(&self.path).map_err(|problem| RecordError {
            line: 0,
            reason: problem.to_string(),
        })?;
        let record = parse(&bytes)?.record;
        let game = replay(&record)?.game;
        Ok((record, game.turns().is_over()))
    }
}

/// A game that was not finished.
#[derive(Debug)]
pub struct Unfinished {
    /// What was written of it.
    pub record: Record,
    left: Left,
}

impl Unfinished {
    /// Removes it, where it doesn't lie in the place of `journals` itself: the
    /// game goes on in the journal there.
    ///
    /// # Errors
    /// Where it can't be removed.
    pub fn moved_to(self, journals: &Journals) -> Result<(), StoreError> {
        if self.left.path == running(&journals.folder, journals.own) {
            return Ok(());
        }
        remove(&self.left.path)
    }
}

enum Lock {
    Held(File),
    Elsewhere,
    Impossible,
}

fn lock(folder: &Path, place: u32) -> Lock {
    let path = running(folder, place).with_extension("lock");
    let file = fs::create_dir_all(folder).and_then(|()| {
        OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)
    });
    let Ok(file) = file else {
        return Lock::Impossible;
    };
    match file.try_lock() {
        Ok(()) => Lock::Held(file),
        Err(TryLockError::WouldBlock) => Lock::Elsewhere,
        Err(TryLockError::Error(_)) => Lock::Impossible,
    }
}

fn running(folder: &Path, place: u32) -> PathBuf {
    folder.join(match place {
        1 => "running.tamsk".to_owned(),
        n => format!("running-{n}.tamsk"),
    })
}

fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(problem) if problem.kind() != io::ErrorKind::NotFound => {
            Err(StoreError::removed(path, problem))
        }
        _ => Ok(()),
    }
}

/// Writes `record` into the archive of the data folder, where it isn't there already.
///
/// # Errors
/// Where it can't be written.
pub fn keep(folder: &Path, record: &Record) -> Result<PathBuf, StoreError> {
    let games = folder.join(archive::FOLDER);
    let date = record
        .get("date")
        .and_then(|date| chrono::DateTime::parse_from_rfc3339(date).ok());
    let stem = match date {
        Some(date) => date.format("%Y-%m-%d-%H%M%S").to_string(),
        None => "undated".to_owned(),
    };
    let text = record.to_string();
    // A crash between keeping a game and removing its journal leaves it in both.
    let first = games.join(&stem).with_extension("tamsk");
    if fs::read(&first).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(first);
    }
    let path = super::free_name(&games, &stem, "tamsk");
    write_atomically(&path, text.as_bytes())?;
    Ok(path)
}

/// The journal of a running game.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// Where lines are appended; `None` before the first, and after a failure.
    file: Option<File>,
    /// So long the file must be.
    bytes: u64,
}

impl Journal {
    /// Brings the journal to `record`, of which `lines` are the last and have
    /// not been written; returns when they are on the disk. Usually the lines
    /// are appended. The first time, after a failure, and where the file is no
    /// more what was written, all of it is written anew.
    ///
    /// # Errors
    /// Where it can't be written; the next call tries all of it again.
    pub fn keep(&mut self, record: &Record, lines: &[(Millis, Step)]) -> Result<(), StoreError> {
        let whole = fs::metadata(&self.path).is_ok_and(|found| found.len() == self.bytes);
        if self.file.is_none() || !whole {
            return self.rewrite(record);
        }
        if lines.is_empty() {
            return Ok(());
        }
        let text: String = lines
            .iter()
            .map(|&(at, step)| Record::step_text(at, step))
            .collect();
        match self.append(&text) {
            Ok(()) => Ok(()),
            // What the failure left of the line must not stay.
            Err(_) => self.rewrite(record),
        }
    }

    /// Whether what was played last is on the disk.
    pub fn is_sound(&self) -> bool {
        self.file.is_some()
    }

    fn append(&mut self, text: &str) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        self.bytes += text.len() as u64;
        Ok(())
    }

    fn rewrite(&mut self, record: &Record) -> Result<(), StoreError> {
        self.file = None;
        let text = record.to_string();
        write_atomically(&self.path, text.as_bytes())?;
        let file = OpenOptions::new()
            .append(true)
            .open(&self.path)
            .map_err(|source| StoreError::written(&self.path, source))?;
        self.bytes = text.len() as u64;
        self.file = Some(file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Input, Player, Settings};

    const RESIGNS: Step = Step::Input(Input::Resign {
        player: Player::Red,
    });

    fn begin(journals: &Journals) -> (Journal, Record) {
        let record = Record::new(Settings::default());
        let mut journal = journals.journal();
        journal.keep(&record, &[]).unwrap();
        (journal, record)
    }

    fn push(record: &mut Record, at: u64, step: Step) -> [(Millis, Step); 1] {
        record.push(Millis(at), step);
        [(Millis(at), step)]
    }

    #[test]
    fn a_journal_holds_what_was_played() {
        let folder = tempfile::tempdir().unwrap();
        let journals = Journals::open(folder.path());
        assert!(journals.unfinished().is_none());
        let (mut journal, mut record) = begin(&journals);
        let line = push(&mut record, 1_500, Step::End);
        journal.keep(&record, &line).unwrap();
        let found = journals.unfinished().unwrap();
        assert_eq!(found.record.to_string(), record.to_string());
        let first = journals.archive(&record).unwrap();
        assert!(journals.unfinished().is_none());
        // The same game again is no second one; another is.
        assert_eq!(journals.archive(&record).unwrap(), first);
        push(&mut record, 1_500, RESIGNS);
        let second = journals.archive(&record).unwrap();
        assert_ne!(first, second);
        assert_eq!(fs::read_to_string(second).unwrap(), record.to_string());
    }

    #[test]
    fn windows_keep_out_of_each_others_journals() {
        let folder = tempfile::tempdir().unwrap();
        let one = Journals::open(folder.path());
        let other = Journals::open(folder.path());
        let (_journal, record) = begin(&one);
        let (mut journal, mut second) = begin(&other);
        let line = push(&mut second, 10, Step::End);
        journal.keep(&second, &line).unwrap();
        assert_eq!(one.unfinished().unwrap().record.body().len(), 0);
        assert_eq!(other.unfinished().unwrap().record.body().len(), 1);
        let third = Journals::open(folder.path());
        assert!(third.unfinished().is_none());
        // The first is closed, or crashed: its game is offered by the others.
        drop(one);
        let left = third.unfinished().unwrap();
        assert_eq!(left.record.to_string(), record.to_string());
        third.journal().keep(&left.record, &[]).unwrap();
        left.moved_to(&third).unwrap();
        assert!(!folder.path().join("running.tamsk").exists());
        assert!(third.unfinished().is_some());
        drop(other);
        assert_eq!(third.left().count(), 2);
    }

    #[test]
    fn a_game_that_ended_before_a_crash_goes_to_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, mut record) = begin(&Journals::open(folder.path()));
        let line = push(&mut record, 1_500, RESIGNS);
        journal.keep(&record, &line).unwrap();
        let journals = Journals::open(folder.path());
        assert!(journals.unfinished().is_none());
        assert_eq!(journals.tidy().unwrap(), None);
        assert_eq!(journals.tidy().unwrap(), None);
        let kept = super::super::Archive::open(folder.path()).list().unwrap();
        assert_eq!(kept.entries.len(), 1);
        assert!(!folder.path().join("running.tamsk").exists());
    }

    #[test]
    fn after_a_failure_all_is_written_again() {
        let folder = tempfile::tempdir().unwrap();
        let journals = Journals::open(folder.path());
        let (mut journal, mut record) = begin(&journals);
        // A file that can't be written to, though it was opened.
        let path = running(folder.path(), 1);
        journal.file = Some(File::open(&path).unwrap());
        let line = push(&mut record, 10, Step::End);
        journal.keep(&record, &line).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), record.to_string());
        // The folder goes, and a file stands in its place; then it is back.
        let gone = folder.path().with_extension("gone");
        fs::rename(folder.path(), &gone).unwrap();
        fs::write(folder.path(), "in the way").unwrap();
        let line = push(&mut record, 20, Step::End);
        assert!(journal.keep(&record, &line).is_err());
        assert!(!journal.is_sound());
        fs::remove_file(folder.path()).unwrap();
        fs::rename(&gone, folder.path()).unwrap();
        let line = push(&mut record, 30, Step::End);
        journal.keep(&record, &line).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), record.to_string());
        // Somebody wrote into it, or removed it.
        for damage in [Some("nonsense"), None] {
            match damage {
                Some(text) => fs::write(&path, text).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            let line = push(&mut record, 40, Step::End);
            journal.keep(&record, &line).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), record.to_string());
        }
    }

    #[test]
    fn what_cannot_be_continued_is_laid_aside() {
        let folder = tempfile::tempdir().unwrap();
        let broken = "tamsk-record 1\n\n1.000 R D1-D9\n2.000 pause\n";
        fs::write(running(folder.path(), 1), broken).unwrap();
        let journals = Journals::open(folder.path());
        assert!(journals.unfinished().is_none());
        let told = journals.tidy().unwrap().unwrap();
        assert!(told.contains("line 3"), "{told}");
        assert_eq!(journals.tidy().unwrap(), None);
        let aside = folder.path().join("games/broken-journal.tamsk");
        assert_eq!(fs::read_to_string(aside).unwrap(), broken);
    }

    #[test]
    fn a_torn_line_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let journals = Journals::open(folder.path());
        let (mut journal, mut record) = begin(&journals);
        let line = push(&mut record, 1_500, Step::End);
        journal.keep(&record, &line).unwrap();
        let path = running(folder.path(), 1);
        let mut text = fs::read_to_string(&path).unwrap();
        text.push_str("2.0");
        fs::write(&path, &text).unwrap();
        let left = journals.unfinished().unwrap();
        assert_eq!(left.record.to_string(), record.to_string());
    }
}
