//! The `tamsk` program.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use tamsk::cli::{self, Cli, Command};

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
        _ => ExitCode::from(2),
    }
}
