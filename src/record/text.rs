//! A position as text, for terminals.

use std::fmt::Write as _;

use crate::rules::board::picture;
use crate::rules::{Game, Hourglass, Phase, Player, Sand};

/// The position of `game` as text: the board, then each hourglass and holder.
///
/// A space shows whose hourglass stands there (`R`, `B` or `.`) and its rings,
/// or `#` where it is full.
pub fn position_text(game: &Game) -> String {
    let board = game.board();
    let mut text = picture(
        |space| board.standing_on(space).map(|hourglass| hourglass.owner),
        |space| board.rings(space),
    );
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
