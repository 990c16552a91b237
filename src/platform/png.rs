//! Pictures as PNG files.

use std::io::{self, BufWriter, Write};

use slint::{Rgba8Pixel, SharedPixelBuffer};

/// Writes `picture` to `out` as a PNG file.
///
/// # Errors
/// Where `out` can't be written.
pub fn encode(out: impl Write, picture: &SharedPixelBuffer<Rgba8Pixel>) -> io::Result<()> {
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
