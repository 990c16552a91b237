//! The file in which the preferences are kept. It outlives damage, newer
//! versions and two windows that write it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::{Preferences, StoreError, write_atomically};

/// No settings are longer; what is can't be ours.
const LARGEST: u64 = 1 << 20;

/// The file of the preferences.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// What this window has read or written last: what differs from it now was
    /// chosen here.
    base: Table,
}

impl SettingsFile {
    /// The name of the file in its folder.
    pub const NAME: &'static str = "settings.toml";

    /// Reads the preferences in `folder`. A missing file gives the defaults. A
    /// file that is no TOML does too, and is set aside under a new name. A value
    /// that can't be has its default alone. The last value is what the player
    /// should know of it, one line.
    pub fn open(folder: &Path) -> (SettingsFile, Preferences, Option<String>) {
        let path = folder.join(SettingsFile::NAME);
        let (table, told) = match read(&path) {
            Ok(text) => match text.parse::<Table>() {
                Ok(table) => (table, None),
                Err(_) => (Table::new(), Some(set_aside(&path))),
            },
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => (Table::new(), None),
            Err(problem) if problem.kind() == io::ErrorKind::InvalidData => {
                (Table::new(), Some(set_aside(&path)))
            }
            Err(problem) => {
                let path = path.display();
                let told = format!("{path} can't be read ({problem}); the defaults are used");
                (Table::new(), Some(told))
            }
        };
        let (preferences, bad) = understand(&table);
        let told = told.or_else(|| {
            let (first, more) = (bad.first()?, bad.len() - 1);
            let more = match more {
                0 => String::new(),
                n => format!(" and {n} more"),
            };
            let path = path.display();
            Some(format!(
                "{path}: {first}{more} can't be what it says there; the default is used"
            ))
        });
        let base = table_of(&preferences).unwrap_or_default();
        (SettingsFile { path, base }, preferences, told)
    }

    /// Keeps the preferences: what has changed here since they were read or
    /// kept last goes into the file as it is now, so that another window's
    /// choices stay, and what a newer version keeps there.
    ///
    /// # Errors
    /// Where the file can't be written; it is then as it was.
    pub fn save(&mut self, preferences: &Preferences) -> Result<(), StoreError> {
        let failed = |problem| StoreError::written(&self.path, problem);
        let now = table_of(preferences).map_err(|p| failed(io::Error::other(p)))?;
        let _lock = self.lock();
        let there = read(&self.path).ok();
        let mut table = there
            .and_then(|text| text.parse::<Table>().ok())
            .unwrap_or_else(|| self.base.clone());
        change(&mut table, &self.base, &now);
        let text = toml::to_string(&table).map_err(|p| failed(io::Error::other(p)))?;
        write_atomically(&self.path, text.as_bytes())?;
        self.base = now;
        Ok(())
    }

    /// Keeps other windows from writing meanwhile, where the disk can do that.
    fn lock(&self) -> Option<File> {
        fs::create_dir_all(self.path.parent()?).ok()?;
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.path.with_extension("lock"))
            .ok()?;
        file.lock().ok()?;
        Some(file)
    }
}

fn read(path: &Path) -> io::Result<String> {
    if fs::metadata(path)?.len() > LARGEST {
        return Err(io::Error::from(io::ErrorKind::InvalidData));
    }
    fs::read_to_string(path)
}

fn table_of(preferences: &Preferences) -> Result<Table, toml::ser::Error> {
    Table::try_from(preferences)
}

/// Puts into `table` what differs in `now` from `base`, tables entry by entry.
fn change(table: &mut Table, base: &Table, now: &Table) {
    for (key, value) in now {
        match (value, base.get(key)) {
            (_, Some(before)) if before == value => {
                if !table.contains_key(key) {
                    // Written out, so that the file shows all that can be chosen.
                    table.insert(key.clone(), value.clone());
                }
            }
            (Value::Table(now), before) => {
                let empty = Table::new();
                let before = before.and_then(Value::as_table).unwrap_or(&empty);
                let there = table.get_mut(key).and_then(Value::as_table_mut);
                let mut inner = there.map(std::mem::take).unwrap_or_default();
                change(&mut inner, before, now);
                table.insert(key.clone(), Value::Table(inner));
            }
            _ => {
                table.insert(key.clone(), value.clone());
            }
        }
    }
    for key in base.keys().filter(|&key| !now.contains_key(key)) {
        table.remove(key);
    }
}

/// The preferences that `table` holds, and the names of the values that can't be.
fn understand(table: &Table) -> (Preferences, Vec<String>) {
    let whole = Preferences::deserialize_table(table.clone());
    if let Some(preferences) = whole {
        return (preferences, Vec::new());
    }
    let mut good = Table::new();
    let mut bad = Vec::new();
    take_good(table, &mut Vec::new(), &mut good, &mut bad);
    let preferences = Preferences::deserialize_table(good).unwrap_or_default();
    (preferences, bad)
}

/// Takes over into `good` every value of `table`, which lies under the keys
/// `under`, that the preferences can take by itself.
fn take_good(table: &Table, under: &mut Vec<String>, good: &mut Table, bad: &mut Vec<String>) {
    for (key, value) in table {
        under.push(key.clone());
        let taken = |value: &Value| Preferences::deserialize_table(nested(under, value)).is_some();
        if taken(value) {
            good.insert(key.clone(), value.clone());
        } else {
            match value {
                Value::Table(inner) if taken(&Value::Table(Table::new())) => {
                    let mut taken = Table::new();
                    take_good(inner, under, &mut taken, bad);
                    good.insert(key.clone(), Value::Table(taken));
                }
                Value::Array(list) if taken(&Value::Array(Vec::new())) => {
                    let taken = list
                        .iter()
                        .filter(|value| taken(&Value::Array(vec![(*value).clone()])));
                    good.insert(key.clone(), Value::Array(taken.cloned().collect()));
                    bad.push(under.join("."));
                }
                _ => bad.push(under.join(".")),
            }
        }
        under.pop();
    }
}

/// `value` under `keys`, and nothing else.
fn nested(keys: &[String], value: &Value) -> Table {
    match keys {
        [] => Table::new(),
        [key] => Table::from_iter([(key.clone(), value.clone())]),
        [key, deeper @ ..] => {
            Table::from_iter([(key.clone(), Value::Table(nested(deeper, value)))])
        }
    }
}

fn set_aside(path: &Path) -> String {
    let date = chrono::Local::now().format("%Y-%m-%d-%H%M%S");
    let folder = path.parent().unwrap_or(Path::new(""));
    let aside = super::free_name(folder, &format!("settings.broken-{date}"), "toml");
    match fs::rename(path, &aside) {
        Ok(()) => format!(
            "The settings file could not be understood. It is kept as {}; the defaults are used",
            aside.display()
        ),
        Err(problem) => format!(
            "{} can't be understood, nor set aside ({problem}); the defaults are used",
            path.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::rules::{Level, Millis, Player, Settings};
    use crate::sound::CueKind;
    use crate::store::Theme;
    use proptest::prelude::*;

    fn open(folder: &Path) -> (SettingsFile, Preferences, Option<String>) {
        SettingsFile::open(folder)
    }

    fn written(text: impl AsRef<[u8]>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(SettingsFile::NAME), text).unwrap();
        folder
    }

    /// Preferences of which nothing is as it comes.
    fn chosen() -> Preferences {
        let mut settings = Settings::at_level(Level::Three);
        settings.hourglass[Player::Black] = Millis(90_500);
        let mut header = Record::new(settings);
        header.set("red", "Ann  B.");
        let mut chosen = Preferences {
            theme: Theme::Dark,
            coordinates: false,
            ..Preferences::default()
        };
        chosen.sound.volume = 35;
        chosen.sound.set_heard(CueKind::Turn, true);
        chosen.sound.set_heard(CueKind::SandLow, false);
        chosen.set_game_header(&header);
        chosen
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let (mut file, before, told) = open(folder.path());
        assert_eq!((before, told), (Preferences::default(), None));
        let mut kept = chosen();
        kept.unknown
            .insert("from-a-newer-version".into(), Value::Integer(7));
        file.save(&kept).unwrap();
        let (_, loaded, told) = open(folder.path());
        assert_eq!((&loaded, told), (&kept, None));
        let header = loaded.game_header(Settings::default());
        assert_eq!(header.settings().hourglass[Player::Black], Millis(90_500));
        assert_eq!(header.get("red"), Some("Ann  B."));
    }

    #[test]
    fn a_broken_file_is_set_aside() {
        for broken in [
            &b"theme = = 3"[..],
            b"\xff\xfe\0",
            b"theme = 'dark'\ntheme = 'light'\n",
        ] {
            let folder = written(broken);
            let (_, loaded, told) = open(folder.path());
            assert_eq!(loaded, Preferences::default());
            assert!(told.unwrap().contains("settings.broken-"));
            let files: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().collect();
            assert_eq!(files.len(), 1);
            assert_eq!(fs::read(files[0].path()).unwrap(), broken);
        }
    }

    #[test]
    fn bad_values_fall_back_alone_and_unknown_ones_are_kept() {
        let folder = written(
            "theme = 'purple'\ncoordinates = false\nnewer = [1, 2]\n\
             [sound]\nvolume = 'loud'\nfirst = 45\nsilent = ['ring', 3]\nnewer = true\n\
             [game]\nlevel = '3'\nred = 5\nnewer = 'x'\n[later.deep]\nx = 1\n",
        );
        let (mut file, mut loaded, told) = open(folder.path());
        let told = told.unwrap();
        assert!(told.contains("sound.silent and 2 more"), "{told}");
        assert_eq!(loaded.theme, Theme::System);
        assert!(!loaded.coordinates);
        let defaults = Preferences::default();
        assert_eq!(loaded.sound.volume, defaults.sound.volume);
        assert_eq!(loaded.sound.first, 45);
        assert_eq!(loaded.sound.silent, ["ring"]);
        let header = loaded.game_header(Settings::default());
        assert_eq!(header.settings().level, Level::Three);
        loaded.digits = false;
        file.save(&loaded).unwrap();
        let text = fs::read_to_string(folder.path().join(SettingsFile::NAME)).unwrap();
        let table: Table = text.parse().unwrap();
        assert_eq!(table["digits"], Value::Boolean(false));
        assert_eq!(table["newer"].as_array().unwrap().len(), 2);
        assert_eq!(table["sound"]["newer"], Value::Boolean(true));
        assert_eq!(table["game"]["newer"].as_str(), Some("x"));
        assert_eq!(table["later"]["deep"]["x"], Value::Integer(1));
        // What was not chosen anew is as somebody wrote it.
        assert_eq!(table["theme"].as_str(), Some("purple"));
    }

    #[test]
    fn two_windows_keep_each_others_choices() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, mut first, _) = open(folder.path());
        let (mut other, mut second, _) = open(folder.path());
        first.theme = Theme::Dark;
        first.sound.volume = 10;
        one.save(&first).unwrap();
        second.digits = false;
        second.sound.first = 60;
        other.save(&second).unwrap();
        first.coordinates = false;
        one.save(&first).unwrap();
        let (_, both, _) = open(folder.path());
        assert_eq!((both.theme, both.digits), (Theme::Dark, false));
        assert_eq!((both.sound.volume, both.sound.first), (10, 60));
        assert!(!both.coordinates);
    }

    #[test]
    fn where_nothing_can_be_written_it_is_said_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not-a-folder");
        fs::write(&file, "").unwrap();
        let (mut settings, _, _) = open(&file);
        let told = settings.save(&chosen()).unwrap_err().to_string();
        assert!(told.contains("can't be written"), "{told}");
        fs::remove_file(&file).unwrap();
        settings.save(&chosen()).unwrap();
        assert_eq!(open(&file).1, chosen());
    }

    proptest! {
        /// Whatever happens to the file: what is read can be saved and is then
        /// read again, and a file that was TOML lost nothing but bad values.
        #[test]
        fn any_damage_is_outlived(
            cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3u8), 0..6)
        ) {
            let mut bytes = toml::to_string(&chosen()).unwrap().into_bytes();
            for (at, byte, how) in cuts {
                let at = at.index(bytes.len());
                match how {
                    0 => bytes[at] = byte,
                    1 => bytes.truncate(at.max(1)),
                    _ => bytes.insert(at, byte),
                }
            }
            let folder = written(&bytes);
            let (mut file, loaded, told) = open(folder.path());
            let toml = std::str::from_utf8(&bytes).ok().and_then(|t| t.parse::<Table>().ok());
            prop_assert_eq!(toml.is_none(), told.is_some_and(|t| t.contains("set aside") || t.contains("kept as")));
            let mut changed = loaded.clone();
            changed.digits = !changed.digits;
            file.save(&changed).unwrap();
            let (_, again, _) = open(folder.path());
            prop_assert_eq!(again, changed);
        }
    }
}
