//! The `tamsk` program.
// `offscreen::egl` alone talks to OpenGL.
#![deny(unsafe_code)]

mod offscreen;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use slint::ComponentHandle;
use tamsk::cli::{self, Cli, Command, PictureRenderer};

use crate::offscreen::OffscreenError;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::Replay(args)) => {
            let (mut out, mut err) = (io::stdout().lock(), io::stderr().lock());
            let status =
                cli::replay(&args, &mut out, &mut err).and_then(|s| out.flush().map(|()| s));
            // A reader that went away early is no fault of ours.
            status.map_or(ExitCode::SUCCESS, ExitCode::from)
        }
        Some(Command::Picture(args)) => picture(&args).map_or_else(
            |error| {
                eprintln!("tamsk: {error}");
                ExitCode::FAILURE
            },
            |()| ExitCode::SUCCESS,
        ),
        _ => ExitCode::from(2),
    }
}

fn picture(args: &cli::Picture) -> Result<(), OffscreenError> {
    let wish = args.renderer.map(|renderer| match renderer {
        PictureRenderer::Femtovg => offscreen::Kind::FemtoVg,
        PictureRenderer::Software => offscreen::Kind::Software,
    });
    let screen = offscreen::install(wish)?;
    let window = tamsk::ui::AppWindow::new()?;
    let (width, height) = args.size;
    let limit = Duration::from_secs(1);
    let picture = screen.settle(window.window(), width, height, args.scale, limit)?;
    offscreen::write_png(&args.output, &picture)
}
