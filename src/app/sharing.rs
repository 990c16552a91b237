//! What leaves the program: text on the clipboard, records and pictures as files.

use std::path::PathBuf;

use slint::{ComponentHandle, Rgba8Pixel, SharedPixelBuffer};

use super::App;
use crate::platform::png;
use crate::record::Record;
use crate::store::{free_name, write_atomically};
use crate::ui;

/// Puts `text` on the clipboard.
pub(super) fn copy(app: &App, text: &str) {
    let page = app.0.window.global::<ui::App>();
    page.set_clip_text(text.into());
    page.set_clip_count(page.get_clip_count().wrapping_add(1));
}

/// Saves `record` as a file of its own in the player's folder.
///
/// # Errors
/// A sentence that says what can't be done.
pub(super) fn export(app: &App, record: &Record) -> Result<PathBuf, String> {
    let path = free_path(app, record, "tamsk")?;
    write_atomically(&path, record.to_string().as_bytes()).map_err(|p| p.to_string())?;
    Ok(path)
}

/// Saves a part of the window (in px of the markup) as a picture.
///
/// # Errors
/// A sentence that says what can't be done.
pub(super) fn picture(app: &App, record: &Record, part: [f32; 4]) -> Result<PathBuf, String> {
    let window = app.0.window.window();
    let all = window
        .take_snapshot()
        .map_err(|problem| format!("The board can't be drawn into a picture: {problem}"))?;
    let scale = window.scale_factor();
    let picture = cut(&all, part.map(|px| (px * scale).round().max(0.0) as u32));
    let mut bytes = Vec::new();
    png::encode(&mut bytes, &picture).map_err(|problem| problem.to_string())?;
    let path = free_path(app, record, "png")?;
    write_atomically(&path, &bytes).map_err(|problem| problem.to_string())?;
    Ok(path)
}

/// The part `[x, y, width, height]` of a picture, as far as it lies inside.
fn cut(all: &SharedPixelBuffer<Rgba8Pixel>, part: [u32; 4]) -> SharedPixelBuffer<Rgba8Pixel> {
    let [x, y, width, height] = part;
    let (left, top) = (x.min(all.width()), y.min(all.height()));
    let width = width.min(all.width() - left);
    let height = height.min(all.height() - top);
    let mut picture = SharedPixelBuffer::new(width, height);
    let pixels = picture.make_mut_slice();
    for row in 0..height {
        let from = ((top + row) * all.width() + left) as usize;
        let to = (row * width) as usize;
        pixels[to..to + width as usize]
            .copy_from_slice(&all.as_slice()[from..from + width as usize]);
    }
    picture
}

/// A name that no file has yet, in the player's folder: "2026-12-01 Ann Bo.tamsk".
fn free_path(app: &App, record: &Record, kind: &str) -> Result<PathBuf, String> {
    let Some(folders) = &app.0.folders else {
        return Err("There is no folder to save files in".to_owned());
    };
    Ok(free_name(&folders.shared, &stem(record), kind))
}

/// A file name that says which game it is, on any file system.
fn stem(record: &Record) -> String {
    let day = |date: &str| date.chars().take(10).collect::<String>();
    let date = record.get("date").map(day);
    let words = [date.as_deref(), record.get("red"), record.get("black")];
    let plain = |word: &str| {
        let plain: String = word
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
            .take(40)
            .collect();
        plain.trim().to_owned()
    };
    let words: Vec<String> = words.into_iter().flatten().map(plain).collect();
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !word.is_empty())
        .collect();
    if words.is_empty() {
        "TAMSK".to_owned()
    } else {
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Settings;

    #[test]
    fn file_names_are_harmless_and_free() {
        let mut record = Record::new(Settings::default());
        assert_eq!(stem(&record), "TAMSK");
        record.set("date", "2026-12-01T10:00:00+01:00");
        record.set("red", "../../Ann: \"B\"");
        record.set("black", "Böör");
        assert_eq!(stem(&record), "2026-12-01 Ann B Böör");
        record.set("date", "today, é");
        assert_eq!(stem(&record), "today é Ann B Böör");
    }

    #[test]
    fn a_part_of_a_picture_is_cut_out() {
        let mut all = SharedPixelBuffer::<Rgba8Pixel>::new(4, 3);
        for (i, pixel) in all.make_mut_slice().iter_mut().enumerate() {
            pixel.r = i as u8;
        }
        let part = cut(&all, [1, 1, 2, 9]);
        assert_eq!((part.width(), part.height()), (2, 2));
        let red: Vec<u8> = part.as_slice().iter().map(|pixel| pixel.r).collect();
        assert_eq!(red, [5, 6, 9, 10]);
        assert_eq!(cut(&all, [9, 9, 2, 2]).width(), 0);
    }
}
