//! Files that are either the old one or the new one, never neither.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use super::StoreError;

/// How the names of files begin that are not whole yet.
const PREFIX: &str = ".tamsk-";

/// Writes `bytes` to `path` through a temporary file in the same folder:
/// written, synced, renamed, the folder synced. Missing folders are made.
///
/// # Errors
/// Where that can't be done; the old file is then still there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    write(&Real, path, bytes).map_err(|source| StoreError::written(path, source))
}

/// What a save asks of the disk; tests let it fail.
trait Disk {
    fn make_folder(&self, folder: &Path) -> io::Result<()>;
    fn create(&self, folder: &Path) -> io::Result<NamedTempFile>;
    fn fill(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()>;
    fn sync(&self, file: &NamedTempFile) -> io::Result<()>;
    fn rename(&self, file: NamedTempFile, path: &Path) -> io::Result<()>;
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

struct Real;

impl Disk for Real {
    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn create(&self, folder: &Path) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(PREFIX).tempfile_in(folder)
    }

    fn fill(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn sync(&self, file: &NamedTempFile) -> io::Result<()> {
        file.as_file().sync_all()
    }

    fn rename(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
        file.persist(path)?;
        Ok(())
    }

    /// Syncs a folder where the platform can; elsewhere the rename is safe by itself.
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        match cfg!(unix) {
            true => File::open(folder)?.sync_all(),
            false => Ok(()),
        }
    }
}

fn write(disk: &impl Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    disk.make_folder(folder)?;
    let mut file = disk.create(folder)?;
    disk.fill(&mut file, bytes)?;
    disk.sync(&file)?;
    disk.rename(file, path)?;
    // The new file is there; a file system that can't sync folders has
    // nothing to lose.
    let _ = disk.sync_folder(folder);
    Ok(())
}

/// Removes what saves left in `folder` that a crash cut off. Younger than a
/// minute, it may be another window's save.
pub fn sweep(folder: &Path) {
    let Ok(files) = fs::read_dir(folder) else {
        return;
    };
    for file in files.flatten() {
        let ours = file.file_name().to_string_lossy().starts_with(PREFIX);
        let old = || {
            let changed = file.metadata().ok()?.modified().ok()?;
            Some(changed.elapsed().ok()?.as_secs() > 60)
        };
        if ours && old() == Some(true) {
            // What can't be removed is in nobody's way.
            let _ = fs::remove_file(file.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

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

    /// Fails at one step, half done.
    struct Failing {
        at: usize,
        step: Cell<usize>,
    }

    impl Failing {
        fn fails(&self) -> io::Result<()> {
            let step = self.step.replace(self.step.get() + 1);
            match step == self.at {
                true => Err(io::Error::from(io::ErrorKind::StorageFull)),
                false => Ok(()),
            }
        }
    }

    impl Disk for Failing {
        fn make_folder(&self, folder: &Path) -> io::Result<()> {
            self.fails()?;
            Real.make_folder(folder)
        }

        fn create(&self, folder: &Path) -> io::Result<NamedTempFile> {
            self.fails()?;
            Real.create(folder)
        }

        fn fill(&self, file: &mut NamedTempFile, bytes: &[u8]) -> io::Result<()> {
            Real.fill(file, &bytes[..bytes.len() / 2])?;
            self.fails()?;
            Real.fill(file, &bytes[bytes.len() / 2..])
        }

        fn sync(&self, file: &NamedTempFile) -> io::Result<()> {
            self.fails()?;
            Real.sync(file)
        }

        fn rename(&self, file: NamedTempFile, path: &Path) -> io::Result<()> {
            self.fails()?;
            Real.rename(file, path)
        }

        fn sync_folder(&self, folder: &Path) -> io::Result<()> {
            self.fails()?;
            Real.sync_folder(folder)
        }
    }

    #[test]
    fn a_save_that_fails_at_any_step_leaves_the_old_file_or_the_new() {
        for existed in [false, true] {
            for at in 0..6 {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("file.txt");
                if existed {
                    write_atomically(&path, b"the old one").unwrap();
                }
                let disk = Failing {
                    at,
                    step: Cell::new(0),
                };
                let written = write(&disk, &path, b"the new one");
                // Only the last step comes when the new file is there.
                assert_eq!(written.is_ok(), at == 5, "step {at}");
                let expected: Option<&[u8]> = match (at == 5, existed) {
                    (true, _) => Some(b"the new one"),
                    (false, true) => Some(b"the old one"),
                    (false, false) => None,
                };
                assert_eq!(fs::read(&path).ok().as_deref(), expected, "step {at}");
                let left = fs::read_dir(folder.path()).unwrap().count();
                assert_eq!(left, usize::from(expected.is_some()), "step {at}");
            }
        }
    }

    #[test]
    fn what_a_crash_left_is_swept_when_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in [".tamsk-old", ".tamsk-new", "other"] {
            fs::write(file(name), "half").unwrap();
        }
        let hour_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
        for name in [".tamsk-old", "other"] {
            let opened = File::options().write(true).open(file(name)).unwrap();
            opened.set_modified(hour_ago).unwrap();
        }
        sweep(folder.path());
        assert!(!file(".tamsk-old").exists());
        assert!(file(".tamsk-new").exists() && file("other").exists());
    }
}
