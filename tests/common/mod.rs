//! A small language in which the tests are written: games are given as the
//! lines of a record (docs/record.md) without its first line.
//!
//! ```ignore
//! let game = play(
//!     "level 2
//!
//!      2.150 R D1-D2
//!      3.100 R ring D2",
//! );
//! assert_eq!(game.refuses("3.200 R D2-D3"), Refusal::NotOnTurn(Red));
//! let game = game.then("4.000 B D7-D6");
//! assert_eq!(game.moves(), ["D1-D2", "D7-D6"]);
//! ```

use tamsk::record::{self, BodyLine, FIRST_LINE, Step};
use tamsk::rules::{
    Entry, Event, Game, Happening, Hourglass, Input, Millis, Outcome, Place, Player, Refusal,
    RingKind, Sand, Space,
};

pub use tamsk::rules::Player::{Black, Red};

/// Plays the lines of a record. The header may be left out.
///
/// # Panics
/// Where a line can't be read or is refused.
#[track_caller]
pub fn play(text: &str) -> Game {
    let text = text.trim_start();
    let header_ends = if text.starts_with(|c: char| c.is_ascii_digit()) {
        "\n"
    } else {
        ""
    };
    let text = format!("{FIRST_LINE}\n{header_ends}{text}\n");
    match replay_text(&text) {
        Ok(game) => game,
        Err(problem) => panic!("{problem}\n{}", numbered(&text)),
    }
}

fn replay_text(text: &str) -> Result<Game, record::RecordError> {
    let parsed = record::parse(text.as_bytes())?;
    assert_eq!(parsed.warnings, []);
    Ok(record::replay(&parsed.record)?.game)
}

fn numbered(text: &str) -> String {
    (1..)
        .zip(text.lines())
        .map(|(number, line)| format!("{number:4} {line}\n"))
        .collect()
}

/// The inputs that stand in the lines of a record's body.
#[track_caller]
pub fn steps(lines: &str) -> Vec<(Millis, Step)> {
    let text = format!("{FIRST_LINE}\n\n{lines}\n");
    let record = record::parse(text.as_bytes()).expect("lines to be readable");
    record
        .record
        .body()
        .iter()
        .filter_map(|line| match line {
            BodyLine::Step { at, step, .. } => Some((*at, *step)),
            BodyLine::Comment(_) => None,
        })
        .collect()
}

/// Does what a line of a record says.
pub fn do_step(game: &mut Game, at: Millis, step: Step) -> Result<(), Refusal> {
    match step {
        Step::Input(input) => game.apply(at, input),
        Step::Move { player, from, to } => game
            .apply(at, Input::Lift { player, from })
            .and_then(|()| game.apply(at, Input::Release { player, to })),
        Step::End => {
            game.advance(at);
            Ok(())
        }
    }
}

/// A space by its name.
#[track_caller]
pub fn space(name: &str) -> Space {
    name.parse().expect("the name of a space")
}

/// So many milliseconds, given as seconds: `secs("2.150")`.
#[track_caller]
pub fn secs(text: &str) -> Millis {
    text.parse().expect("a number of seconds")
}

/// Asserts that two games stand alike in everything that can be seen.
#[track_caller]
pub fn assert_same(one: &Game, other: &Game) {
    assert_eq!(one.turns(), other.turns());
    assert_eq!(one.board(), other.board());
    assert_eq!(one.open_drop(), other.open_drop());
    assert_eq!(one.log(), other.log());
    assert_eq!(one.history(), other.history());
    assert_eq!(one.next_due(), other.next_due());
}

/// Questions that tests ask of a game, in the words of records.
pub trait Ask: Sized {
    /// Plays on.
    fn then(self, lines: &str) -> Self;
    /// Why the last of `lines` is refused; what stands before it is taken. Also
    /// asserts that the refused input changed nothing but the time.
    fn refuses(&self, lines: &str) -> Refusal;
    /// Asserts that `line` would be taken.
    fn takes(&self, line: &str);
    /// The move list.
    fn moves(&self) -> Vec<String>;
    /// What happened by itself: `2.900 turn black`.
    fn events(&self) -> Vec<String>;
    /// As `events`, from `seconds` on.
    fn events_from(&self, seconds: &str) -> Vec<String>;
    /// Everything that happened, from `seconds` on.
    fn log_from(&self, seconds: &str) -> Vec<String>;
    /// Rings on a space.
    fn rings_on(&self, name: &str) -> u8;
    /// Rings in the holders, Red's and Black's.
    fn holders(&self) -> (u8, u8);
    /// Whose hourglass stands on a space, or was lifted from it.
    fn owner_on(&self, name: &str) -> Option<Player>;
    /// The sand of the hourglass on a space.
    fn sand_on(&self, name: &str) -> Sand;
    /// What is above in the hourglass on a space.
    fn top_on(&self, name: &str) -> Millis;
    /// Where the hourglass in hand was lifted.
    fn hand(&self, player: Player) -> Option<Place>;
    /// The spaces to which the hourglass on a space could go, by name.
    fn targets_from(&self, name: &str) -> Vec<String>;
    /// `red by rings`, `draw by time`, or nothing while the game lasts.
    fn ending(&self) -> Option<String>;
}

impl Ask for Game {
    #[track_caller]
    fn then(mut self, lines: &str) -> Game {
        for (at, step) in steps(lines) {
            if let Err(refusal) = do_step(&mut self, at, step) {
                panic!("{at} {step}: {refusal}");
            }
        }
        self
    }

    #[track_caller]
    fn refuses(&self, lines: &str) -> Refusal {
        let mut game = self.clone();
        let mut steps = steps(lines);
        let (at, step) = steps.pop().expect("a line");
        for (at, step) in steps {
            do_step(&mut game, at, step).expect("only the last line to be refused");
        }
        if let Step::Move { player, from, .. } = step {
            // Of a move the lift may be what is refused, or the release.
            let mut lifted = game.clone();
            if lifted.apply(at, Input::Lift { player, from }).is_ok() {
                game = lifted;
            }
        }
        let mut waited = game.clone();
        let timely = at >= game.now() && !game.turns().is_paused();
        if timely {
            waited.advance(at);
        }
        let refusal = match step {
            Step::Move { player, to, .. } if game.turns().in_hand(player).is_some() => {
                game.apply(at, Input::Release { player, to })
            }
            step => do_step(&mut game, at, step),
        };
        let refusal = refusal.expect_err("the line to be refused");
        assert_same(&game, &waited);
        refusal
    }

    #[track_caller]
    fn takes(&self, line: &str) {
        let _ = self.clone().then(line);
    }

    fn moves(&self) -> Vec<String> {
        record::short_notation(self.log())
    }

    fn events(&self) -> Vec<String> {
        self.events_from("0")
    }

    fn events_from(&self, seconds: &str) -> Vec<String> {
        let from = secs(seconds);
        self.log()
            .iter()
            .filter(|entry| entry.at >= from)
            .filter(|entry| matches!(entry.what, Happening::Event(_)))
            .map(|entry| say(self, entry))
            .collect()
    }

    fn log_from(&self, seconds: &str) -> Vec<String> {
        let from = secs(seconds);
        let late = |entry: &&Entry| entry.at >= from;
        self.log()
            .iter()
            .filter(late)
            .map(|entry| say(self, entry))
            .collect()
    }

    #[track_caller]
    fn rings_on(&self, name: &str) -> u8 {
        self.board().rings(space(name))
    }

    fn holders(&self) -> (u8, u8) {
        (self.turns().rings(Red), self.turns().rings(Black))
    }

    #[track_caller]
    fn owner_on(&self, name: &str) -> Option<Player> {
        Some(self.board().standing_on(space(name))?.owner)
    }

    #[track_caller]
    fn sand_on(&self, name: &str) -> Sand {
        let hourglass = self.board().standing_on(space(name));
        self.turns().sand(hourglass.expect("an hourglass there"))
    }

    #[track_caller]
    fn top_on(&self, name: &str) -> Millis {
        self.sand_on(name).top(self.now())
    }

    fn hand(&self, player: Player) -> Option<Place> {
        Some(self.board().place(self.turns().in_hand(player)?))
    }

    #[track_caller]
    fn targets_from(&self, name: &str) -> Vec<String> {
        let hourglass = self.board().standing_on(space(name));
        names(
            self.board()
                .targets(hourglass.expect("an hourglass there"))
                .iter(),
        )
    }

    fn ending(&self) -> Option<String> {
        self.turns()
            .outcome()
            .map(|outcome: Outcome| format!("{} by {}", outcome.word(), outcome.by.word()))
    }
}

/// The names of spaces.
pub fn names(spaces: impl IntoIterator<Item = Space>) -> Vec<String> {
    spaces.into_iter().map(|space| space.to_string()).collect()
}

fn say(game: &Game, entry: &Entry) -> String {
    let place = |hourglass: Hourglass| game.board().place(hourglass);
    let Entry { at, what } = entry;
    match what {
        Happening::Event(event) => {
            let mut text = format!("{at} {}", event.word());
            if let Some(player) = event.player() {
                text = format!("{text} {}", player.word());
            }
            if let Event::HourglassOut(hourglass) = event {
                text = format!("{text} {}", place(*hourglass));
            }
            text
        }
        Happening::Lifted(hourglass) => format!("{at} {} lifts", hourglass.owner.word()),
        Happening::PutBack(hourglass) => format!("{at} {} puts back", hourglass.owner.word()),
        Happening::Released {
            hourglass,
            from,
            to,
            late,
        } => {
            let late = if *late { " late" } else { "" };
            format!("{at} {} {from}-{to}{late}", hourglass.owner.word())
        }
        Happening::Ring {
            player,
            at: space,
            kind,
            filled,
        } => {
            let kind = match kind {
                RingKind::Drop => "drops on",
                RingKind::Steal => "steals on",
                RingKind::Second => "second on",
            };
            let filled = if *filled { ", full" } else { "" };
            format!("{at} {} {kind} {space}{filled}", player.word())
        }
        Happening::TimerTurned(player) => format!("{at} {} turns the timer", player.word()),
    }
}
