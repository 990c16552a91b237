//! Writes a picture as a PNG file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

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

fn encode(out: impl Write, picture: &Picture) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let mut encoder = png::Encoder::new(&mut out, picture.width(), picture.height());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    // Where nothing shines through, a quarter of the data says nothing.
    if picture.as_slice().iter().all(|pixel| pixel.a == u8::MAX) {
        encoder.set_color(png::ColorType::Rgb);
        let rgb: Vec<u8> = picture
            .as_slice()
            .iter()
            .flat_map(|pixel| [pixel.r, pixel.g, pixel.b])
            .collect();
        finish(encoder, &rgb)?;
    } else {
        encoder.set_color(png::ColorType::Rgba);
        finish(encoder, picture.as_bytes())?;
    }
    out.flush()
}

fn finish(encoder: png::Encoder<'_, impl Write>, data: &[u8]) -> io::Result<()> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    writer.finish()?;
    Ok(())
}
