//! Writes a picture as a PNG file.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tamsk::platform::png::encode;

use super::{OffscreenError, Picture};

/// Writes `picture` to `path`, whole or not at all: into a temporary file
/// beside it that then takes its name.
pub fn write_png(path: &Path, picture: &Picture) -> Result<(), OffscreenError> {
    write(path, picture).map_err(|source| OffscreenError::Write {
        path: path.to_path_buf(),
        source,
    })
}

fn write(path: &Path, picture: &Picture) -> io::Result<()> {
    // What a link points to is written, and the link stays.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // A pipe or a device (`-o /dev/stdout`) is written to, not replaced.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return encode(File::options().write(true).open(path)?, picture);
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".picture-").suffix(".png");
    #[cfg(unix)]
    {
        // A picture is as readable as any other new file; the umask takes its part.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    encode(file.as_file(), picture)?;
    file.persist(path)?;
    Ok(())
}
