//! What the program keeps: preferences, and the records of games.

mod archive;
mod atomic;
mod journal;
mod preferences;
mod settings_file;

pub use archive::{Archive, Entry, Figures, Filter, List, PlayerFigure, Wanted, read_record_bytes};
pub use atomic::{sweep, write_atomically};
pub use journal::{Journal, Journals, Unfinished, keep};
pub use preferences::{MoveStyle, Orientation, Preferences, SoundPreferences, Theme};
pub use settings_file::SettingsFile;

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
    fn new(path: &Path, verb: &'static str, source: io::Error) -> StoreError {
        StoreError {
            path: path.to_owned(),
            verb,
            source,
        }
    }

    fn written(path: &Path, source: io::Error) -> StoreError {
        StoreError::new(path, "written", source)
    }

    fn read(path: &Path, source: io::Error) -> StoreError {
        StoreError::new(path, "read", source)
    }

    fn moved(path: &Path, source: io::Error) -> StoreError {
        StoreError::new(path, "moved", source)
    }

    fn removed(path: &Path, source: io::Error) -> StoreError {
        StoreError::new(path, "removed", source)
    }
}

/// The folders in which the program keeps its files.
#[derive(Debug, Clone)]
pub struct Folders {
    /// Preferences.
    pub config: PathBuf,
    /// Games.
    pub data: PathBuf,
    /// What a player saves to pass it on: records and pictures.
    pub shared: PathBuf,
}

impl Folders {
    /// All in one folder.
    pub fn in_one(folder: &Path) -> Folders {
        Folders {
            config: folder.to_owned(),
            data: folder.to_owned(),
            shared: folder.join("shared"),
        }
    }

    /// The platform's folders; `None` where it has none (no home folder).
    pub fn of_platform() -> Option<Folders> {
        let dirs = directories::ProjectDirs::from("", "", "tamsk")?;
        let documents = directories::UserDirs::new();
        let documents = documents.as_ref().and_then(|dirs| dirs.document_dir());
        Some(Folders {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            shared: match documents {
                Some(documents) => documents.join("TAMSK"),
                None => dirs.data_dir().join("shared"),
            },
        })
    }
}

/// A path in `folder` that nothing has yet: `stem.extension`, `stem-2.extension`, ...
pub fn free_name(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    let named = |n: u64| match n {
        1 => folder.join(format!("{stem}.{extension}")),
        n => folder.join(format!("{stem}-{n}.{extension}")),
    };
    let mut n = 1;
    while named(n).exists() {
        n += 1;
    }
    named(n)
}
