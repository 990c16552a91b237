//! What the program keeps: preferences, and the records of games.

mod atomic;
mod games;
mod preferences;

pub use atomic::write_atomically;
pub use games::{Journal, archive, unfinished};
pub use preferences::{Preferences, SoundPreferences, Theme};

use std::io;
use std::path::{Path, PathBuf};

/// Something that could not be kept or read back.
#[derive(Debug, thiserror::Error)]
#[error("{} can't be {verb}: {source}", path.display())]
pub struct StoreError {
    path: PathBuf,
    verb: &'static str,
    source: io::Error,
}

impl StoreError {
    fn written(path: &Path, source: io::Error) -> StoreError {
        StoreError {
            path: path.to_owned(),
            verb: "written",
            source,
        }
    }
}

/// The folders in which the program keeps its files.
#[derive(Debug, Clone)]
pub struct Folders {
    /// Preferences.
    pub config: PathBuf,
    /// Games.
    pub data: PathBuf,
}

impl Folders {
    /// All in one folder.
    pub fn in_one(folder: &Path) -> Folders {
        Folders {
            config: folder.to_owned(),
            data: folder.to_owned(),
        }
    }

    /// The platform's folders; `None` where it has none (no home folder).
    pub fn of_platform() -> Option<Folders> {
        let dirs = directories::ProjectDirs::from("", "", "tamsk")?;
        Some(Folders {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
        })
    }
}
