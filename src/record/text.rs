//! A position as text, for terminals.

use std::fmt::Write as _;

use crate::rules::board::{COLUMN_LENGTHS, COLUMNS};
use crate::rules::{Game, Hourglass, Phase, Place, Player, Sand, Space};

/// The position of `game` as text: the board, then each hourglass and holder.
///
/// A space shows whose hourglass stands there (`R`, `B` or `.`) and its rings,
/// or `#` where it is full.
pub fn position_text(game: &Game) -> String {
    let mut text = String::new();
    board(game, &mut text);
    for player in Player::BOTH {
        let turns = game.turns();
        let _ = write!(text, "{player:5} {:2} rings", turns.rings(player));
        for hourglass in Hourglass::of(player) {
            let _ = write!(text, ", {}", hourglass_text(game, hourglass));
        }
        if turns.owed_skips(player) > 0 {
            let _ = write!(text, ", owes {} skipped turn(s)", turns.owed_skips(player));
        }
        text.push('\n');
    }
    let turns = game.turns();
    let _ = write!(text, "{} s, ", turns.now());
    let _ = match turns.phase() {
        Phase::Playing => write!(text, "turn {}: {}", turns.turn_number(), on_turn(game)),
        Phase::LastRing { .. } => write!(text, "last ring"),
        Phase::Over(outcome) => match outcome.winner {
            Some(winner) => write!(text, "{winner} won by {}", outcome.by.word()),
            None => write!(text, "a draw by {}", outcome.by.word()),
        },
    };
    if turns.is_paused() {
        text.push_str(", paused");
    }
    text.push('\n');
    text
}

fn on_turn(game: &Game) -> &'static str {
    game.turns().on_turn().map_or("nobody", Player::word)
}

fn hourglass_text(game: &Game, hourglass: Hourglass) -> String {
    let place = game.board().place(hourglass);
    let sand = match game.turns().sand(hourglass) {
        Sand::Idle => "idle".to_owned(),
        sand @ Sand::Running { .. } => format!("{} s", sand.top(game.now())),
        Sand::Out { .. } => "out".to_owned(),
    };
    let hand = if game.turns().in_hand(hourglass.owner) == Some(hourglass) {
        " in hand"
    } else {
        ""
    };
    format!("{place} {sand}{hand}")
}

/// Rows of half a step each, as the hexagon has them.
fn board(game: &Game, text: &mut String) {
    const WIDTH: usize = 5;
    for row in (0..13).rev() {
        let mut line = String::new();
        for column in 0..COLUMNS as u8 {
            let length = COLUMN_LENGTHS[usize::from(column)];
            // Row 0 is D1; the lowest space of a column lies half a step up for
            // each column away from D.
            let lowest = 7 - length;
            let number = if row >= lowest && (row - lowest).is_multiple_of(2) {
                (row - lowest) / 2 + 1
            } else {
                0
            };
            let cell = Space::at(column, number).map_or_else(String::new, |s| cell(game, s));
            let _ = write!(line, "{cell:WIDTH$}");
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

fn cell(game: &Game, space: Space) -> String {
    let owner = game
        .board()
        .standing_on(space)
        .map_or('.', |h| h.owner.letter());
    let rings = game.board().rings(space);
    debug_assert!(matches!(
        game.board()
            .standing_on(space)
            .map(|h| game.board().place(h)),
        None | Some(Place::On(_))
    ));
    if rings == space.capacity() {
        format!("{owner}#")
    } else {
        format!("{owner}{rings}")
    }
}
