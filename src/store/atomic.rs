//! Files that are either the old one or the new one, never neither.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use super::StoreError;

/// Writes `bytes` to `path` through a temporary file in the same folder:
/// written, synced, renamed, the folder synced. Missing folders are made.
///
/// # Errors
/// Where that can't be done; the old file is then still there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write(path, bytes).map_err(|source| StoreError::written(path, source))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    sync_folder(folder);
    Ok(())
}

/// Syncs a folder where the platform can; elsewhere the rename is safe by itself.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        // A file system that can't sync folders has nothing to lose.
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/er/file.txt");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn where_a_folder_stands_in_the_way_it_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_atomically(folder.path(), b"x")
            .unwrap_err()
            .to_string();
        assert!(error.contains("can't be written"), "{error}");
    }
}
