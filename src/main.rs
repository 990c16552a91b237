//! The `tamsk` program.
// `offscreen::egl` alone talks to OpenGL.
#![deny(unsafe_code)]

mod offscreen;
mod picture;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use slint::ComponentHandle;
use tamsk::app::App;
use tamsk::cli::{self, Cli, Command};
use tamsk::platform::time::SystemTime;
use tamsk::rules::perft::perft;
use tamsk::store::Folders;
use tamsk::ui::AppWindow;

/// Exit status where something was wrong with what was asked for.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    match &cli.command {
        Some(Command::Replay(args)) => {
            print_with(|out| cli::replay(args, out, &mut io::stderr().lock()))
        }
        Some(Command::Perft { depth }) => print_with(|out| {
            for depth in 1..=*depth {
                writeln!(out, "perft {depth} {}", perft(depth.into()))?;
                out.flush()?;
            }
            Ok(0)
        }),
        Some(Command::Picture(args)) => picture::draw(args).map_or_else(
            |problem| {
                eprintln!("tamsk: {problem}");
                ExitCode::FAILURE
            },
            |()| ExitCode::SUCCESS,
        ),
        None => play(&cli),
    }
}

fn print_with(print: impl FnOnce(&mut io::StdoutLock<'static>) -> io::Result<u8>) -> ExitCode {
    let mut out = io::stdout().lock();
    match print(&mut out).and_then(|status| out.flush().map(|()| status)) {
        Ok(status) => ExitCode::from(status),
        // A reader that went away early (`tamsk perft 9 | head -3`) is no fault.
        Err(problem) if problem.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("tamsk: standard output can't be written: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn play(cli: &Cli) -> ExitCode {
    let window = match AppWindow::new() {
        Ok(window) => window,
        Err(problem) => {
            log::info!("{problem}");
            eprintln!(
                "tamsk: there is no display to open a window on; start it from a desktop session \
                 (DISPLAY or WAYLAND_DISPLAY set), or see `tamsk --help` for what works without one"
            );
            return ExitCode::from(USAGE);
        }
    };
    let folders = match &cli.data_dir {
        Some(folder) => Some(Folders::in_one(folder)),
        None => Folders::of_platform(),
    };
    let homeless = folders.is_none();
    let app = App::new(window, Box::new(SystemTime::new()), folders);
    app.open_sound();
    if homeless {
        app.tell("There is no home folder to keep games and settings in. Start with --data-dir DIR to keep them.");
    }
    if let Some(file) = &cli.file {
        app.open(file);
    }
    match app.window().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("tamsk: the window could not be kept open: {problem}");
            ExitCode::from(USAGE)
        }
    }
}
