//! The games that were kept: found, searched, counted, deleted.
//!
//! The records themselves are the truth. Beside them lies an index of what the
//! list shows of each, so that ten thousand games need not be replayed to be
//! listed; a file that is newer than its line there, or has none, is read
//! again, and an index that is lost or damaged is made anew.

use std::collections::HashMap;
use std::fs::{self, DirEntry};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use chrono::{DateTime, FixedOffset};
use serde::{Deserialize, Serialize};

use super::{StoreError, write_atomically};
use crate::record::{parse, replay};
use crate::rules::outcome::{Outcome, Reason};
use crate::rules::{Millis, PerPlayer, Player};

/// The folder of the records, in the data folder.
pub(super) const FOLDER: &str = "games";

/// What was deleted lies here, in the folder of the records.
const DELETED: &str = "deleted";

/// The index, in the data folder.
const INDEX: &str = "games.index.json";

/// No game that people play makes a record of more bytes than this.
pub const LARGEST_RECORD: u64 = 32 << 20;

/// A kept game, as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The file of its record.
    pub path: PathBuf,
    /// When it was begun.
    pub date: Option<DateTime<FixedOffset>>,
    /// Red's name; empty where none was given.
    pub red: String,
    /// Black's.
    pub black: String,
    /// The level, 1 to 3.
    pub level: u8,
    /// How it ended; `None` for one that was broken off.
    pub outcome: Option<Outcome>,
    /// Game time from its beginning to its end.
    pub length: Millis,
}

/// What is kept.
#[derive(Debug, Default)]
pub struct List {
    /// The games, the newest first.
    pub entries: Vec<Entry>,
    /// Files that are no record, and why.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// A file's line in the index.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Line {
    name: String,
    bytes: u64,
    /// Nanoseconds since 1970.
    changed: u128,
    #[serde(flatten)]
    shown: Shown,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Shown {
    Unreadable {
        unreadable: String,
    },
    Game {
        date: Option<String>,
        red: String,
        black: String,
        level: u8,
        result: Option<(String, String)>,
        length: u64,
    },
}

/// The kept games of a data folder.
#[derive(Debug)]
pub struct Archive {
    games: PathBuf,
    index: PathBuf,
}

impl Archive {
    /// The archive in the data folder `folder`. Nothing is read yet.
    pub fn open(folder: &Path) -> Archive {
        Archive {
            games: folder.join(FOLDER),
            index: folder.join(INDEX),
        }
    }

    /// All kept games. A folder that isn't there keeps none.
    ///
    /// # Errors
    /// Where the folder can't be read.
    pub fn list(&self) -> Result<List, StoreError> {
        let folder = match fs::read_dir(&self.games) {
            Ok(folder) => folder,
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => return Ok(List::default()),
            Err(problem) => return Err(StoreError::read(&self.games, problem)),
        };
        let mut known = self.read_index();
        let before = known.len();
        let (mut lines, mut news) = (Vec::with_capacity(before), false);
        for file in folder.flatten() {
            let Some((name, bytes, changed)) = stat(&file) else {
                continue;
            };
            let line = known
                .remove(&name)
                .filter(|line| line.bytes == bytes && line.changed == changed);
            lines.push(line.unwrap_or_else(|| {
                news = true;
                let shown = look_into(&file.path());
                Line {
                    name,
                    bytes,
                    changed,
                    shown,
                }
            }));
        }
        if news || !known.is_empty() {
            self.write_index(&lines);
        }
        Ok(self.sorted(lines))
    }

    fn sorted(&self, lines: Vec<Line>) -> List {
        let mut list = List::default();
        let mut dated = Vec::with_capacity(lines.len());
        for line in lines {
            let path = self.games.join(&line.name);
            match line.shown {
                Shown::Unreadable { unreadable } => list.unreadable.push((path, unreadable)),
                Shown::Game {
                    date,
                    red,
                    black,
                    level,
                    result,
                    length,
                } => {
                    let date = date.and_then(|date| DateTime::parse_from_rfc3339(&date).ok());
                    let at = match date {
                        Some(date) => i128::from(date.timestamp_millis()),
                        None => (line.changed / 1_000_000) as i128,
                    };
                    let entry = Entry {
                        path,
                        date,
                        red,
                        black,
                        level,
                        outcome: result.and_then(|(result, by)| outcome_of(&result, &by)),
                        length: Millis(length),
                    };
                    dated.push((at, entry));
                }
            }
        }
        dated.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| other.path.cmp(&one.path)));
        list.entries = dated.into_iter().map(|(_, entry)| entry).collect();
        list.unreadable.sort();
        list
    }

    /// A lost, damaged or foreign index is an empty one.
    fn read_index(&self) -> HashMap<String, Line> {
        let lines = fs::read(&self.index)
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Vec<Line>>(&bytes).ok());
        let lines = lines.unwrap_or_default().into_iter();
        lines.map(|line| (line.name.clone(), line)).collect()
    }

    /// Where it can't be written the next list is as slow as this one, nothing more.
    fn write_index(&self, lines: &[Line]) {
        let written = serde_json::to_vec(lines)
            .map_err(|problem| StoreError::written(&self.index, io::Error::other(problem)))
            .and_then(|bytes| write_atomically(&self.index, &bytes));
        if let Err(problem) = written {
            log::info!("{problem}; the games will be read again next time");
        }
    }

    /// Takes a game out of the archive. Its record goes into the folder
    /// `deleted` among the records, from where it can be fetched back; returns
    /// where it lies now.
    ///
    /// # Errors
    /// Where it can't be moved; it is then still kept.
    pub fn delete(&self, entry: &Entry) -> Result<PathBuf, StoreError> {
        let deleted = self.games.join(DELETED);
        let moved = || {
            fs::create_dir_all(&deleted)?;
            let name = entry.path.file_stem().unwrap_or_default().to_string_lossy();
            let path = super::free_name(&deleted, &name, "tamsk");
            fs::rename(&entry.path, &path)?;
            Ok(path)
        };
        moved().map_err(|problem| StoreError::moved(&entry.path, problem))
    }
}

/// Name, length and time of a record's file; `None` for what isn't one.
fn stat(file: &DirEntry) -> Option<(String, u64, u128)> {
    let name = file.file_name().into_string().ok()?;
    if Path::new(&name).extension()? != "tamsk" {
        return None;
    }
    let found = fs::metadata(file.path()).ok()?;
    let since = found.modified().ok()?.duration_since(UNIX_EPOCH);
    let changed = since.map_or(0, |since| since.as_nanos());
    found.is_file().then_some((name, found.len(), changed))
}

fn look_into(path: &Path) -> Shown {
    let read = || {
        let bytes = read_record_bytes(path).map_err(|problem| problem.to_string())?;
        let record = parse(&bytes).map_err(|error| error.to_string())?.record;
        let game = replay(&record).map_err(|error| error.to_string())?.game;
        Ok::<_, String>((record, game))
    };
    match read() {
        Err(unreadable) => Shown::Unreadable { unreadable },
        Ok((record, game)) => {
            let text = |key| record.get(key).unwrap_or_default().trim().to_owned();
            let outcome = game.turns().outcome();
            Shown::Game {
                date: record.get("date").map(str::to_owned),
                red: text("red"),
                black: text("black"),
                level: record.settings().level.number(),
                result: outcome.map(|o| (o.word().to_owned(), o.by.word().to_owned())),
                length: game.now().0,
            }
        }
    }
}

/// The bytes of the record in `path`.
///
/// # Errors
/// Where it can't be read, or holds more than a record may
/// ([`LARGEST_RECORD`]); a pipe that never ends is not read on.
pub fn read_record_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = fs::File::open(path)?;
    file.take(LARGEST_RECORD + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_RECORD {
        let limit = LARGEST_RECORD >> 20;
        return Err(io::Error::other(format!(
            "it is larger than a record may be, {limit} MiB"
        )));
    }
    Ok(bytes)
}

fn outcome_of(result: &str, by: &str) -> Option<Outcome> {
    let winner = match result {
        "red" => Some(Player::Red),
        "black" => Some(Player::Black),
        "draw" => None,
        _ => return None,
    };
    let by = Reason::ALL.into_iter().find(|reason| reason.word() == by)?;
    Some(Outcome { winner, by })
}

/// Which results are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wanted {
    /// All.
    #[default]
    All,
    /// Won by this player.
    Won(Player),
    /// Drawn.
    Drawn,
    /// Broken off.
    Unfinished,
}

/// Which games are looked for.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    text: String,
    level: Option<u8>,
    wanted: Wanted,
}

impl Filter {
    /// Games in which a player's name has `text` in it, whatever its case, of
    /// this level and with this result.
    pub fn new(text: &str, level: Option<u8>, wanted: Wanted) -> Filter {
        Filter {
            text: text.trim().to_lowercase(),
            level,
            wanted,
        }
    }

    /// Whether `entry` is one.
    pub fn matches(&self, entry: &Entry) -> bool {
        let named = |name: &str| name.to_lowercase().contains(&self.text);
        let winner = entry.outcome.map(|outcome| outcome.winner);
        self.level.is_none_or(|level| level == entry.level)
            && match self.wanted {
                Wanted::All => true,
                Wanted::Won(player) => winner == Some(Some(player)),
                Wanted::Drawn => winner == Some(None),
                Wanted::Unfinished => winner.is_none(),
            }
            && (self.text.is_empty() || named(&entry.red) || named(&entry.black))
    }
}

/// How a player of this name did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerFigure {
    /// The name.
    pub name: String,
    /// Games won.
    pub won: usize,
    /// Games that were finished.
    pub games: usize,
}

/// Simple figures over some games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures {
    /// How many.
    pub games: usize,
    /// How many each colour won.
    pub won: PerPlayer<usize>,
    /// How many were drawn.
    pub drawn: usize,
    /// How many were broken off.
    pub unfinished: usize,
    /// Game time of a finished one, on average.
    pub average_length: Option<Millis>,
    /// What decided how many, the most frequent first.
    pub endings: Vec<(Reason, usize)>,
    /// The named players, those with most games first.
    pub players: Vec<PlayerFigure>,
}

impl Figures {
    /// The figures of `entries`.
    pub fn of<'a>(entries: impl Iterator<Item = &'a Entry>) -> Figures {
        let mut figures = Figures::default();
        let mut time = 0;
        let mut endings = Reason::ALL.map(|reason| (reason, 0));
        let mut players: HashMap<&str, PlayerFigure> = HashMap::new();
        for entry in entries {
            figures.games += 1;
            let Some(outcome) = entry.outcome else {
                figures.unfinished += 1;
                continue;
            };
            time += u128::from(entry.length.0);
            match outcome.winner {
                Some(winner) => figures.won[winner] += 1,
                None => figures.drawn += 1,
            }
            for (reason, count) in &mut endings {
                *count += usize::from(*reason == outcome.by);
            }
            let names = [(Player::Red, &entry.red), (Player::Black, &entry.black)];
            for (player, name) in names.into_iter().filter(|(_, name)| !name.is_empty()) {
                let figure = players.entry(name).or_insert_with(|| PlayerFigure {
                    name: name.clone(),
                    won: 0,
                    games: 0,
                });
                figure.games += 1;
                figure.won += usize::from(outcome.winner == Some(player));
            }
        }
        let finished = figures.games - figures.unfinished;
        // An average of 64-bit times is one.
        figures.average_length = time
            .checked_div(finished as u128)
            .map(|average| Millis(average as u64));
        figures.endings = endings.into_iter().filter(|&(_, n)| n > 0).collect();
        figures.endings.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        figures.players = players.into_values().collect();
        figures.players.sort_by(|a, b| {
            let most = (b.games, b.won).cmp(&(a.games, a.won));
            most.then_with(|| a.name.cmp(&b.name))
        });
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "tamsk-record 1\ndate 2026-11-30T20:15:00+01:00\nred Ann\nblack Bo\n\n\
        1.000 R D1-D2\n2.000 R ring D2\n3.000 B resign\n";

    fn put(folder: &Path, name: &str, text: &str) -> PathBuf {
        let games = folder.join(FOLDER);
        fs::create_dir_all(&games).unwrap();
        fs::write(games.join(name), text).unwrap();
        games.join(name)
    }

    #[test]
    fn games_are_listed_the_newest_first_and_what_is_none_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(folder.path());
        assert!(archive.list().unwrap().entries.is_empty());
        put(folder.path(), "b.tamsk", GAME);
        put(folder.path(), "a.tamsk", &GAME.replace("2026", "2027"));
        put(folder.path(), "note.txt", "not a game");
        let bad = put(
            folder.path(),
            "c.tamsk",
            "tamsk-record 1\n\n1.000 R D1-D9\n",
        );
        let list = archive.list().unwrap();
        let years: Vec<_> = list
            .entries
            .iter()
            .map(|e| e.date.unwrap().to_string())
            .collect();
        assert_eq!(
            years,
            ["2027-11-30 20:15:00 +01:00", "2026-11-30 20:15:00 +01:00"]
        );
        let red = Outcome {
            winner: Some(Player::Red),
            by: Reason::Resignation,
        };
        assert_eq!(list.entries[0].outcome, Some(red));
        assert_eq!(list.entries[0].length, Millis(3_000));
        let [(path, why)] = &list.unreadable[..] else {
            panic!("{:?}", list.unreadable);
        };
        assert_eq!(path, &bad);
        assert!(why.contains("line 3"), "{why}");
    }

    #[test]
    fn the_index_is_believed_until_a_file_changes_and_never_needed() {
        let folder = tempfile::tempdir().unwrap();
        let path = put(folder.path(), "a.tamsk", GAME);
        let archive = Archive::open(folder.path());
        let first = archive.list().unwrap().entries;
        let index = folder.path().join(INDEX);
        let text = fs::read_to_string(&index).unwrap();
        // What only the index says is shown: the record wasn't read again.
        fs::write(&index, text.replace("Ann", "Eve")).unwrap();
        assert_eq!(archive.list().unwrap().entries[0].red, "Eve");
        for damage in ["", "[{", "{}", "[1]", &text[..text.len() / 2]] {
            fs::write(&index, damage).unwrap();
            assert_eq!(archive.list().unwrap().entries, first, "{damage:?}");
        }
        fs::write(&path, GAME.replace("Ann", "Annabel")).unwrap();
        assert_eq!(archive.list().unwrap().entries[0].red, "Annabel");
        fs::remove_file(&path).unwrap();
        assert!(archive.list().unwrap().entries.is_empty());
        assert!(!fs::read_to_string(&index).unwrap().contains("a.tamsk"));
    }

    #[test]
    fn what_is_deleted_can_be_fetched_back() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(folder.path());
        let mut kept = Vec::new();
        for _ in 0..2 {
            put(folder.path(), "a.tamsk", GAME);
            let entry = archive.list().unwrap().entries.remove(0);
            kept.push(archive.delete(&entry).unwrap());
            assert!(archive.list().unwrap().entries.is_empty());
            assert!(archive.delete(&entry).is_err());
        }
        assert_ne!(kept[0], kept[1]);
        for path in kept {
            assert_eq!(fs::read_to_string(path).unwrap(), GAME);
        }
    }

    #[test]
    fn a_file_without_end_is_refused() {
        if cfg!(unix) {
            let problem = read_record_bytes(Path::new("/dev/zero")).unwrap_err();
            assert!(problem.to_string().contains("32 MiB"), "{problem}");
        }
    }

    fn entry(
        red: &str,
        black: &str,
        level: u8,
        outcome: Option<(Option<Player>, Reason)>,
    ) -> Entry {
        Entry {
            path: PathBuf::from("x.tamsk"),
            date: None,
            red: red.into(),
            black: black.into(),
            level,
            outcome: outcome.map(|(winner, by)| Outcome { winner, by }),
            length: Millis(10_000),
        }
    }

    #[test]
    fn figures_count_and_filters_choose() {
        let games = [
            entry("Ann", "Bo", 1, Some((Some(Player::Red), Reason::Rings))),
            entry("Bo", "Ann", 3, Some((Some(Player::Red), Reason::Time))),
            entry("", "Ann", 3, Some((None, Reason::Agreement))),
            entry("Ann", "", 2, None),
        ];
        let figures = Figures::of(games.iter());
        assert_eq!(
            (figures.games, figures.drawn, figures.unfinished),
            (4, 1, 1)
        );
        assert_eq!((figures.won.red, figures.won.black), (2, 0));
        assert_eq!(figures.average_length, Some(Millis(10_000)));
        assert_eq!(figures.endings.len(), 3);
        let players: Vec<_> = figures
            .players
            .iter()
            .map(|p| (p.name.as_str(), p.won, p.games))
            .collect();
        assert_eq!(players, [("Ann", 1, 3), ("Bo", 1, 2)]);
        let count = |filter: Filter| games.iter().filter(|&game| filter.matches(game)).count();
        assert_eq!(count(Filter::default()), 4);
        assert_eq!(count(Filter::new(" aNN ", None, Wanted::All)), 4);
        assert_eq!(count(Filter::new("bo", None, Wanted::All)), 2);
        assert_eq!(count(Filter::new("", Some(3), Wanted::All)), 2);
        assert_eq!(count(Filter::new("", None, Wanted::Won(Player::Red))), 2);
        assert_eq!(count(Filter::new("", None, Wanted::Drawn)), 1);
        assert_eq!(count(Filter::new("ann", Some(2), Wanted::Unfinished)), 1);
    }
}
