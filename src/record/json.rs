//! What `tamsk replay --json` prints (docs/record.md).

use std::collections::BTreeMap;

use serde::Serialize;

use super::{RecordError, short_notation};
use crate::rules::{
    Entry, Event, Game, Happening, Hourglass, PerPlayer, Phase, Place, Player, Sand, Space,
};

#[derive(Serialize)]
struct GameJson {
    time_ms: u64,
    phase: &'static str,
    paused: bool,
    turn: Option<&'static str>,
    turn_number: u32,
    rings: BothJson<u8>,
    board: BTreeMap<String, SpaceJson>,
    hourglasses: Vec<HourglassJson>,
    timer: TimerJson,
    owed_skips: BothJson<u32>,
    open_drop: Option<DropJson>,
    second_ring: BothJson<&'static str>,
    moves: Vec<String>,
    events: Vec<EventJson>,
    outcome: Option<OutcomeJson>,
}

#[derive(Serialize)]
struct BothJson<T> {
    red: T,
    black: T,
}

impl<T> BothJson<T> {
    fn new(of: impl Fn(Player) -> T) -> BothJson<T> {
        let PerPlayer { red, black } = PerPlayer::from_fn(of);
        BothJson { red, black }
    }
}

#[derive(Serialize)]
struct SpaceJson {
    rings: u8,
    capacity: u8,
    hourglass: Option<&'static str>,
}

#[derive(Serialize)]
struct HourglassJson {
    owner: &'static str,
    at: String,
    in_hand: bool,
    sand: &'static str,
    top_ms: Option<u64>,
    out_at_ms: Option<u64>,
}

#[derive(Serialize)]
struct TimerJson {
    top_ms: u64,
    aimed_at: Option<&'static str>,
}

#[derive(Serialize)]
struct DropJson {
    at: String,
    mover: &'static str,
}

#[derive(Serialize)]
struct EventJson {
    at_ms: u64,
    event: &'static str,
    player: Option<&'static str>,
    at: Option<String>,
}

#[derive(Serialize)]
struct OutcomeJson {
    winner: Option<&'static str>,
    by: &'static str,
}

/// The state of `game` as one JSON object on one line.
pub fn game_json(game: &Game) -> String {
    let turns = game.turns();
    let object = GameJson {
        time_ms: turns.now().0,
        phase: match turns.phase() {
            Phase::Playing => "playing",
            Phase::LastRing { .. } => "last-ring",
            Phase::Over(_) => "over",
        },
        paused: turns.is_paused(),
        turn: turns.on_turn().map(Player::word),
        turn_number: turns.turn_number(),
        rings: BothJson::new(|player| turns.rings(player)),
        board: Space::all()
            .map(|space| (space.to_string(), space_json(game, space)))
            .collect(),
        hourglasses: hourglasses(game),
        timer: TimerJson {
            top_ms: turns.timer_top().0,
            aimed_at: turns.timer_aimed_at().map(Player::word),
        },
        owed_skips: BothJson::new(|player| turns.owed_skips(player)),
        open_drop: game.open_drop().map(|(at, mover)| DropJson {
            at: at.to_string(),
            mover: mover.word(),
        }),
        second_ring: BothJson::new(|player| {
            let second = turns.second_ring(player);
            match (second.ready, second.pending) {
                (true, _) => "ready",
                (false, true) => "pending",
                (false, false) => "none",
            }
        }),
        moves: short_notation(game.log()),
        events: game
            .log()
            .iter()
            .filter_map(|entry| event_json(game, entry))
            .collect(),
        outcome: turns.outcome().map(|outcome| OutcomeJson {
            winner: outcome.winner.map(Player::word),
            by: outcome.by.word(),
        }),
    };
    to_json(&object)
}

/// What is printed for a record that can't be replayed.
pub fn error_json(error: &RecordError) -> String {
    #[derive(Serialize)]
    struct Whole<'a> {
        error: Inner<'a>,
    }
    #[derive(Serialize)]
    struct Inner<'a> {
        line: usize,
        reason: &'a str,
    }
    to_json(&Whole {
        error: Inner {
            line: error.line,
            reason: &error.reason,
        },
    })
}

fn to_json(value: &impl Serialize) -> String {
    // Only maps with keys that aren't text, and failing writers, can fail.
    serde_json::to_string(value).unwrap_or_default()
}

fn space_json(game: &Game, space: Space) -> SpaceJson {
    SpaceJson {
        rings: game.board().rings(space),
        capacity: space.capacity(),
        hourglass: game
            .board()
            .standing_on(space)
            .map(|hourglass| hourglass.owner.word()),
    }
}

/// Red's first, each player's in board order, a lifted one after its equals.
fn hourglasses(game: &Game) -> Vec<HourglassJson> {
    let in_hand = |h: Hourglass| game.turns().in_hand(h.owner) == Some(h);
    let mut all: Vec<Hourglass> = Hourglass::all().collect();
    all.sort_by_key(|&h| (h.owner, game.board().place(h), in_hand(h)));
    all.into_iter()
        .map(|hourglass| {
            let sand = game.turns().sand(hourglass);
            HourglassJson {
                owner: hourglass.owner.word(),
                at: game.board().place(hourglass).to_string(),
                in_hand: in_hand(hourglass),
                sand: match sand {
                    Sand::Idle => "idle",
                    Sand::Running { .. } => "running",
                    Sand::Out { .. } => "out",
                },
                top_ms: match sand {
                    Sand::Running { .. } => Some(sand.top(game.now()).0),
                    Sand::Idle | Sand::Out { .. } => None,
                },
                out_at_ms: match sand {
                    Sand::Out { at } => Some(at.0),
                    Sand::Idle | Sand::Running { .. } => None,
                },
            }
        })
        .collect()
}

fn event_json(game: &Game, entry: &Entry) -> Option<EventJson> {
    let Happening::Event(event) = entry.what else {
        return None;
    };
    let at = match event {
        // One that is out never moves again.
        Event::HourglassOut(hourglass) => match game.board().place(hourglass) {
            Place::On(space) => Some(space.to_string()),
            Place::Reserve => None,
        },
        _ => None,
    };
    Some(EventJson {
        at_ms: entry.at.0,
        event: event.word(),
        player: event.player().map(Player::word),
        at,
    })
}
