//! What the player chose last, kept between runs.

use serde::{Deserialize, Serialize};

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

/// How moves are written in lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveStyle {
    /// `D1-D2`, as in records.
    #[default]
    Hyphen,
    /// `D1→D2`.
    Arrow,
}

/// How the board lies before the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// Always the same way round, Red at the left.
    #[default]
    Fixed,
    /// Turned to the player on turn.
    Turning,
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
    /// Whether hourglasses turn over and rings fall before one's eyes.
    pub animations: bool,
    /// How the board lies.
    pub orientation: Orientation,
    /// How moves are written.
    pub notation: MoveStyle,
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
            animations: true,
            orientation: Orientation::Fixed,
            notation: MoveStyle::Hyphen,
            game: toml::Table::new(),
            sound: SoundPreferences::default(),
            unknown: toml::Table::new(),
        }
    }
}

impl Preferences {
    /// The preferences in `table`; `None` where one of its values can't be.
    pub(super) fn deserialize_table(table: toml::Table) -> Option<Preferences> {
        table.try_into().ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Level, Millis, Start};

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
        assert_eq!(settings.start, Start::Reserve);
        assert_eq!(settings.timer, Millis::from_secs(15));
    }
}
