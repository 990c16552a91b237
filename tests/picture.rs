//! `tamsk picture` draws without a display, with either renderer.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Output};

/// The program, as on a machine without a display.
fn picture(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tamsk"));
    command
        .args(["picture", "--page", "home", "--size", "640x400", "--output"])
        .arg(file)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET");
    command
}

fn run(command: &mut Command) -> Output {
    command.output().expect("the program starts")
}

#[track_caller]
fn drawn_quietly(command: &mut Command) {
    let output = run(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said, "");
}

/// Width, height, and whether there is more than one colour.
#[track_caller]
fn read(file: &Path) -> (u32, u32, bool) {
    let decoder = png::Decoder::new(BufReader::new(
        File::open(file).expect("there is a picture"),
    ));
    let mut reader = decoder.read_info().expect("it is a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits into memory")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    let pixels: Vec<&[u8]> = pixels.chunks(info.color_type.samples()).collect();
    (
        info.width,
        info.height,
        pixels.iter().any(|pixel| pixel != &pixels[0]),
    )
}

#[track_caller]
fn draws_the_same_twice(renderer: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (
        folder.path().join("first.png"),
        folder.path().join("second.png"),
    );
    for file in [&first, &second] {
        drawn_quietly(picture(file).args(["--renderer", renderer]));
        assert_eq!(read(file), (640, 400, true));
    }
    assert!(std::fs::read(first).unwrap() == std::fs::read(second).unwrap());
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, 2, "nothing else stays in the folder");
}

#[test]
#[cfg(target_os = "linux")]
fn femtovg_draws_the_same_twice() {
    draws_the_same_twice("femtovg");
}

#[test]
fn the_software_renderer_draws_the_same_twice() {
    draws_the_same_twice("software");
}

#[test]
#[cfg(target_os = "linux")]
fn without_opengl_the_software_renderer_steps_in() {
    let folder = tempfile::tempdir().unwrap();
    let (plain, software) = (
        folder.path().join("plain.png"),
        folder.path().join("software.png"),
    );
    drawn_quietly(picture(&plain).env("__EGL_VENDOR_LIBRARY_DIRS", folder.path()));
    drawn_quietly(picture(&software).args(["--renderer", "software"]));
    assert!(std::fs::read(plain).unwrap() == std::fs::read(software).unwrap());
}

#[test]
#[cfg(target_os = "linux")]
fn femtovg_without_opengl_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.png");
    let output = run(picture(&file)
        .args(["--renderer", "femtovg"])
        .env("__EGL_VENDOR_LIBRARY_DIRS", folder.path()));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(
        said.contains("no OpenGL") && said.contains("libegl1"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(!file.exists());
}

#[test]
#[cfg(unix)]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (file, link) = (
        folder.path().join("file.png"),
        folder.path().join("link.png"),
    );
    std::fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    drawn_quietly(picture(&link).args(["--renderer", "software"]));
    assert!(link.is_symlink());
    assert_eq!(read(&file).0, 640);
}

#[test]
fn a_picture_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("missing").join("picture.png");
    let output = run(picture(&file).args(["--renderer", "software"]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(said.contains("missing/picture.png"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}
