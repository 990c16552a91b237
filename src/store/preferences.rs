//! What the player chose last, kept between runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{StoreError, write_atomically};
use crate::record::{Record, parse};
use crate::rules::{Millis, Settings};
use crate::sound::{CueKind, CueSettings, Seats};

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What is heard, and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct SoundPreferences {
    /// Whether anything is.
    pub on: bool,
    /// From 0 to 100.
    pub volume: u8,
    /// From where the players are heard.
    pub seats: Seats,
    /// The first threshold, in seconds.
    pub first: u64,
    /// The second threshold, in seconds.
    pub second: u64,
    /// The words of the cues that are not heard.
    pub silent: Vec<String>,
    /// What a newer version keeps here.
    #[serde(flatten)]
    pub unknown: toml::Table,
}

impl Default for SoundPreferences {
    fn default() -> SoundPreferences {
        let cues = CueSettings::default();
        SoundPreferences {
            on: true,
            volume: 70,
            seats: Seats::RedLeft,
            first: cues.first.0 / 1000,
            second: cues.second.0 / 1000,
            silent: CueKind::ALL
                .into_iter()
                .filter(|&kind| !cues.has(kind))
                .map(|kind| kind.word().to_owned())
                .collect(),
            unknown: toml::Table::new(),
        }
    }
}

impl SoundPreferences {
    /// Which cues are heard. Thresholds that can't be are brought into their range.
    pub fn cues(&self) -> CueSettings {
        let (least, most) = CueSettings::THRESHOLDS;
        let threshold = |seconds: u64| Millis(seconds.saturating_mul(1000)).clamp(least, most);
        let mut cues = CueSettings::default();
        for kind in CueKind::ALL {
            cues = cues.with(kind, !self.silent.iter().any(|word| word == kind.word()));
        }
        cues.first = threshold(self.first);
        cues.second = threshold(self.second);
        cues
    }

    /// Makes cues of this kind heard, or silent.
    pub fn set_heard(&mut self, kind: CueKind, heard: bool) {
        self.silent.retain(|word| word != kind.word());
        if !heard {
            self.silent.push(kind.word().to_owned());
        }
    }
}

/// What the player chose last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Preferences {
    /// Colours.
    pub theme: Theme,
    /// Letters and numbers along the rim.
    pub coordinates: bool,
    /// Seconds under the hourglasses.
    pub digits: bool,
    /// What was agreed for the last game, and the names: the header lines of a record.
    pub game: toml::Table,
    /// What is heard, and how.
    pub sound: SoundPreferences,
    /// What a newer version keeps here.
    #[serde(flatten)]
    pub unknown: toml::Table,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            theme: Theme::System,
            coordinates: true,
            digits: true,
            game: toml::Table::new(),
            sound: SoundPreferences::default(),
            unknown: toml::Table::new(),
        }
    }
}

impl Preferences {
    /// The name of the file in its folder.
    pub const FILE: &'static str = "settings.toml";

    /// Reads the preferences. A missing file gives the defaults; a broken one
    /// does too, is set aside under a new name, and the second value says so.
    pub fn load(folder: &Path) -> (Preferences, Option<String>) {
        let path = folder.join(Preferences::FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => {
                return (Preferences::default(), None);
            }
            Err(problem) => {
                let told = format!(
                    "{} can't be read ({problem}); the defaults are used",
                    path.display()
                );
                return (Preferences::default(), Some(told));
            }
        };
        match toml::from_str(&text) {
            Ok(preferences) => (preferences, None),
            Err(_) => (Preferences::default(), Some(set_aside(&path))),
        }
    }

    /// Keeps the preferences.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn save(&self, folder: &Path) -> Result<(), StoreError> {
        let path = folder.join(Preferences::FILE);
        let text = toml::to_string(self)
            .map_err(|problem| StoreError::written(&path, io::Error::other(problem)))?;
        write_atomically(&path, text.as_bytes())
    }

    /// The settings and names of the last game, as the header of a record.
    /// Values that a record would not take are left out.
    pub fn game_header(&self, fallback: Settings) -> Record {
        let mut record = Record::new(fallback);
        for (key, value) in &self.game {
            let Some(value) = value.as_str() else {
                continue;
            };
            let mut changed = record.clone();
            changed.set(key, value);
            if let Ok(parsed) = parse(changed.to_string().as_bytes())
                && parsed.warnings.is_empty()
            {
                record = parsed.record;
            }
        }
        record
    }

    /// Keeps `header`'s settings and names for the next game.
    pub fn set_game_header(&mut self, header: &Record) {
        for key in crate::record::KEYS {
            if ["date", "event", "result", "by"].contains(&key) {
                continue;
            }
            match header.get(key) {
                Some(value) => {
                    self.game
                        .insert(key.to_owned(), toml::Value::String(value.to_owned()));
                }
                None => {
                    self.game.remove(key);
                }
            }
        }
    }
}

fn set_aside(path: &Path) -> String {
    let date = chrono::Local::now().format("%Y-%m-%d-%H%M%S");
    let aside: PathBuf = path.with_file_name(format!("settings.broken-{date}.toml"));
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
    use crate::rules::{Level, Millis, Player};

    #[test]
    fn what_is_saved_is_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings::at_level(Level::Three);
        settings.hourglass[Player::Black] = Millis(90_500);
        let mut header = Record::new(settings);
        header.set("red", "Ann  B.");
        let mut kept = Preferences {
            theme: Theme::Dark,
            ..Preferences::default()
        };
        kept.sound.volume = 35;
        kept.sound.set_heard(CueKind::Turn, true);
        kept.sound.set_heard(CueKind::SandLow, false);
        kept.set_game_header(&header);
        kept.unknown
            .insert("from-a-newer-version".into(), toml::Value::Integer(7));
        kept.save(folder.path()).unwrap();
        let (loaded, told) = Preferences::load(folder.path());
        assert_eq!((&loaded, told), (&kept, None));
        let header = loaded.game_header(Settings::default());
        assert_eq!(*header.settings(), settings);
        assert_eq!(header.get("red"), Some("Ann  B."));
    }

    #[test]
    fn thresholds_and_cues_that_cannot_be_do_no_harm() {
        let preferences: Preferences =
            toml::from_str("[sound]\nfirst = 1000\nsecond = 0\nsilent = [\"bagpipe\", \"ring\"]\n")
                .unwrap();
        let cues = preferences.sound.cues();
        assert_eq!((cues.second, cues.first), CueSettings::THRESHOLDS);
        assert!(!cues.has(CueKind::Ring) && cues.has(CueKind::Turn));
    }

    #[test]
    fn a_broken_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(Preferences::FILE), "theme = = 3").unwrap();
        let (loaded, told) = Preferences::load(folder.path());
        assert_eq!(loaded, Preferences::default());
        assert!(told.unwrap().contains("settings.broken-"));
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(names.len(), 1);
    }

    #[test]
    fn one_bad_value_of_a_game_falls_back_alone() {
        let mut preferences = Preferences::default();
        for (key, value) in [("level", "9"), ("start", "reserve"), ("timer", "soon")] {
            preferences
                .game
                .insert(key.into(), toml::Value::String(value.into()));
        }
        let settings = *preferences
            .game_header(Settings::at_level(Level::Three))
            .settings();
        assert_eq!(settings.level, Level::Three);
        assert_eq!(settings.start, crate::rules::Start::Reserve);
        assert_eq!(settings.timer, Millis::from_secs(15));
    }
}
