//! The command line: what `tamsk` is asked to do, and the commands that need no
//! window.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::record::{self, RecordError, Warning};
use crate::rules::Millis;

/// TAMSK, Kris Burm's game of hourglasses. Without a command it opens a window.
#[derive(Debug, Parser)]
#[command(name = "tamsk", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// A game record to open: an unfinished game goes on, a finished one is shown.
    pub file: Option<PathBuf>,
    /// Keep all the program's files in this folder.
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// What to do instead of opening a window.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Replay a game record and print what comes of it.
    Replay(Replay),
    /// Count the level 1 games of exactly so many moves.
    Perft {
        /// How many moves.
        #[arg(value_parser = clap::value_parser!(u8).range(0..=20))]
        depth: u8,
    },
    /// Draw a page into a PNG file, without any display.
    Picture(Picture),
}

/// `tamsk replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// The record.
    pub file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    /// Let game time pass to this instant after the last input.
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub until: Option<String>,
}

/// `tamsk picture`.
#[derive(Debug, Clone, Args)]
pub struct Picture {
    /// The record to show.
    pub file: Option<PathBuf>,
    /// The PNG file to write.
    #[arg(short, long, value_name = "PNG")]
    pub output: PathBuf,
    /// Show the game as it stood at this instant.
    #[arg(long, value_name = "SECONDS")]
    pub at: Option<String>,
    /// Width and height, in px.
    #[arg(long, default_value = "1280x800", value_parser = parse_size)]
    pub size: (u32, u32),
    /// Which page.
    #[arg(long, value_enum, default_value_t = PicturePage::Game)]
    pub page: PicturePage,
    /// Light or dark.
    #[arg(long, value_enum, default_value_t = PictureTheme::Dark)]
    pub theme: PictureTheme,
    /// Physical px for each px of the layout.
    #[arg(long, default_value_t = 1.0)]
    pub scale: f32,
    /// Which renderer draws; the best there is, unless said.
    #[arg(long, value_enum, hide = true)]
    pub renderer: Option<PictureRenderer>,
}

/// The pages of which pictures can be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PicturePage {
    /// The game as the record has it.
    Game,
    /// The first page.
    Home,
    /// What is agreed before a game.
    New,
    /// How the game ended.
    Result,
    /// The cover of a paused game.
    Pause,
    /// The game as one looks at it again.
    Review,
    /// The games that were kept.
    Archive,
    /// How the program looks.
    Settings,
    /// What is heard.
    Sound,
    /// About the program.
    About,
}

/// The themes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureTheme {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The renderers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureRenderer {
    /// OpenGL, over EGL without a surface.
    Femtovg,
    /// On the processor.
    Software,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let number = |text: &str| text.parse().ok().filter(|n| (100..=8192).contains(n));
    text.split_once('x')
        .and_then(|(width, height)| Some((number(width)?, number(height)?)))
        .ok_or_else(|| "it is WIDTHxHEIGHT, each 100 to 8192 px, as in 1280x800".to_owned())
}

/// `tamsk replay`: prints to `out` and `err`, returns the exit status (docs/record.md).
///
/// # Errors
/// Where `out` or `err` can't be written.
pub fn replay(args: &Replay, out: &mut impl Write, err: &mut impl Write) -> std::io::Result<u8> {
    let name = args.file.display();
    let (mut replayed, warnings) = match read(&args.file) {
        Ok(read) => read,
        Err(error) => {
            writeln!(err, "{name}:{}: {}", error.line, error.reason)?;
            if args.json {
                writeln!(out, "{}", record::error_json(&error))?;
            }
            return Ok(1);
        }
    };
    if let Some(until) = &args.until {
        let until = until
            .parse::<Millis>()
            .map_err(|problem| problem.to_string())
            .and_then(|until| record::check_until(&replayed, until).map(|()| until));
        match until {
            Ok(until) => replayed.game.advance(until),
            Err(problem) => {
                writeln!(err, "tamsk: --until: {problem}")?;
                return Ok(2);
            }
        }
    }
    for Warning { line, text } in warnings {
        writeln!(err, "{name}:{line}: warning: {text}")?;
    }
    if args.json {
        writeln!(out, "{}", record::game_json(&replayed.game))?;
    } else {
        writeln!(
            out,
            "{}",
            record::short_notation(replayed.game.log()).join(" ")
        )?;
        write!(out, "{}", record::position_text(&replayed.game))?;
    }
    Ok(0)
}

/// Reads and replays the record in `file`.
///
/// # Errors
/// Which line is wrong, and why; line 0 where the file can't be read.
pub fn read(file: &Path) -> Result<(record::Replayed, Vec<Warning>), RecordError> {
    let bytes = std::fs::read(file).map_err(|problem| RecordError {
        line: 0,
        reason: format!("the file can't be read: {problem}"),
    })?;
    let parsed = record::parse(&bytes)?;
    let replayed = record::replay(&parsed.record)?;
    let mut warnings = replayed.warnings.clone();
    warnings.extend(parsed.warnings);
    Ok((replayed, warnings))
}
