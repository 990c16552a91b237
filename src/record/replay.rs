//! Replaying a record.

use super::{BodyLine, Record, RecordError, Step, Warning};
use crate::rules::{Game, Input, Millis};

/// A record that was replayed.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The game after the last input.
    pub game: Game,
    /// The instant from which game time would go on: of the last line, or of
    /// what its take-back went back to.
    pub last: Millis,
    /// What the header says otherwise than the game.
    pub warnings: Vec<Warning>,
}

/// Replays `record` by the rules.
///
/// # Errors
/// The first line that the rules refuse, or whose time goes back.
pub fn replay(record: &Record) -> Result<Replayed, RecordError> {
    let (game, last) = play(record, None)?;
    let warnings = differences(record, &game);
    Ok(Replayed {
        game,
        last,
        warnings,
    })
}

/// Replays `record` as far as the first line after the instant `at`, and lets
/// game time pass to it.
///
/// # Errors
/// As [`replay`], for the lines up to there.
pub fn replay_to(record: &Record, at: Millis) -> Result<Game, RecordError> {
    let (mut game, _) = play(record, Some(at))?;
    game.advance(at);
    Ok(game)
}

fn play(record: &Record, until: Option<Millis>) -> Result<(Game, Millis), RecordError> {
    let mut game = Game::new(*record.settings());
    let mut last = Millis::ZERO;
    for body in record.body() {
        let &BodyLine::Step { line, at, step } = body else {
            continue;
        };
        if at < last {
            let reason = format!("its time lies before {last} s, where the game is already");
            return Err(RecordError { line, reason });
        }
        if until.is_some_and(|until| at > until) {
            break;
        }
        apply(&mut game, at, step).map_err(|reason| RecordError { line, reason })?;
        last = if step == Step::Input(Input::Undo) {
            game.now()
        } else {
            at
        };
    }
    Ok((game, last))
}

fn apply(game: &mut Game, at: Millis, step: Step) -> Result<(), String> {
    let taken = match step {
        Step::Input(input) => game.apply(at, input),
        Step::Move { player, from, to } => game
            .apply(at, Input::Lift { player, from })
            .and_then(|()| game.apply(at, Input::Release { player, to })),
        Step::End if game.turns().is_paused() && !game.turns().is_over() && at != game.now() => {
            Err(crate::rules::Refusal::TimeStands(game.now()))
        }
        Step::End => {
            game.advance(at);
            Ok(())
        }
    };
    taken.map_err(|refusal| format!("`{step}` is refused: {refusal}"))
}

/// Whether game time may pass to `until` after the record.
///
/// # Errors
/// Where it lies before the last line.
pub fn check_until(replayed: &Replayed, until: Millis) -> Result<(), String> {
    if until < replayed.last {
        Err(format!(
            "{until} s lies before the end of the record, {} s",
            replayed.last
        ))
    } else {
        Ok(())
    }
}

/// Where `result` or `by` in the header differ from what the replay shows.
fn differences(record: &Record, game: &Game) -> Vec<Warning> {
    let outcome = game.turns().outcome();
    let result = outcome.map_or("*", |outcome| outcome.word());
    let by = outcome.map(|outcome| outcome.by.word());
    let mut warnings = Vec::new();
    let mut compare = |key: &str, known: &[&str], shown: Option<&str>| {
        if let Some((line, value)) = record.pair(key)
            && known.contains(&value)
            && Some(value) != shown
        {
            let shown = shown.unwrap_or("that the game is not over");
            let text = format!("`{key}` is {value}, but the replay shows {shown}");
            warnings.push(Warning { line, text });
        }
    };
    compare("result", &["red", "black", "draw", "*"], Some(result));
    compare(
        "by",
        &["rings", "time", "full-space", "resignation", "agreement"],
        by,
    );
    warnings.sort_by_key(|warning| warning.line);
    warnings
}
