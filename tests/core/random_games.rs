//! Random games: settings and inputs that are mostly legal or nearly so.

use proptest::collection::vec;
use proptest::prelude::*;
use tamsk::record::Step;
use tamsk::rules::{
    FullSpace, Game, Hourglass, Input, Level, Millis, Penalty, PerPlayer, Phase, Place, Player,
    Refusal, RingMode, Settings, Side, Space, Start,
};

/// Random numbers from which the next step of a game is made.
#[derive(Debug, Clone, Copy)]
pub struct Pick {
    when: u8,
    wild: u8,
    what: u16,
    detail: u16,
}

/// A game to be played: what was agreed, and numbers for each step.
#[derive(Debug, Clone)]
pub struct Script {
    pub settings: Settings,
    pub picks: Vec<Pick>,
}

/// A time so short that much runs out, or so long that little does.
fn time(least: u64) -> impl Strategy<Value = Millis> {
    prop_oneof![
        4 => (least..4_000).prop_map(Millis),
        4 => (least..20_000).prop_map(Millis),
        2 => (1..6u64).prop_map(|s| Millis(1_000 * s)),
        1 => Just(Millis(180_000)),
    ]
}

pub fn settings() -> impl Strategy<Value = Settings> {
    let words = (
        prop_oneof![2 => Just(Level::One), 3 => Just(Level::Two), 6 => Just(Level::Three)],
        prop_oneof![2 => Just(Start::Corners), 1 => Just(Start::Reserve)],
        prop_oneof![Just(Penalty::Turn), Just(Penalty::Rings)],
        prop_oneof![1 => Just(FullSpace::Lose), 3 => Just(FullSpace::Refuse)],
        prop_oneof![3 => Just(RingMode::Manual), 1 => Just(RingMode::Auto)],
        prop_oneof![Just(Side::Left), Just(Side::Right)],
    );
    let steal = prop_oneof![Just(0), Just(1_000), 1..7_000u64].prop_map(Millis);
    let alike = any::<bool>();
    (words, steal, time(1_000), time(1_000), time(1_000), alike).prop_map(
        |(
            (level, start, penalty, full_space, ring, side),
            steal_after,
            red,
            black,
            timer,
            alike,
        )| {
            Settings {
                level,
                start,
                penalty,
                full_space,
                ring,
                steal_after,
                hourglass: PerPlayer {
                    red,
                    black: if alike { red } else { black },
                },
                timer,
                side,
            }
        },
    )
}

pub fn script() -> impl Strategy<Value = Script> {
    let pick = any::<(u8, u8, u16, u16)>().prop_map(|(when, wild, what, detail)| Pick {
        when,
        wild,
        what,
        detail,
    });
    (settings(), vec(pick, 0..400)).prop_map(|(settings, picks)| Script { settings, picks })
}

impl Pick {
    /// What to do next in `game`, and when.
    pub fn step(self, game: &Game) -> (Millis, Step) {
        (self.moment(game), self.choice(game))
    }

    fn moment(self, game: &Game) -> Millis {
        let now = game.now();
        let due = game.next_due().unwrap_or(now);
        if game.turns().is_paused() {
            return now + Millis(u64::from(self.when == 0));
        }
        let spread = u64::from(self.detail);
        match self.when {
            0..=99 => now,
            100..=119 => due,
            120..=129 => due.saturating_sub(Millis(1)).max(now),
            130..=149 => game.turns().steal_from().unwrap_or(now).max(now),
            150..=151 => now.saturating_sub(Millis(1)),
            152..=230 => now + Millis(spread % 300),
            231..=252 => now + Millis(spread % 1_500),
            253..=255 => due + Millis(spread % 4_000),
        }
    }

    fn choice(self, game: &Game) -> Step {
        let random = |from: &[Input]| from[usize::from(self.what) % from.len()];
        match self.wild {
            // Anything at all, and rarely what ends a game.
            0..=11 => Step::Input(self.anything()),
            12 => match self.detail % 8 {
                0 => Step::Input(Input::Draw),
                1 => Step::Input(Input::Resign {
                    player: Player::Red,
                }),
                _ => Step::End,
            },
            13..=19 => Step::End,
            20..=24 => Step::Input(Input::Pause),
            25..=29 => Step::Input(Input::Undo),
            _ => Step::Input(random(&likely(game))),
        }
    }

    fn anything(self) -> Input {
        let player = Player::BOTH[usize::from(self.what & 1)];
        let space = Space::from_index(usize::from(self.detail) % 37).unwrap_or(Space::CENTRE);
        match self.what >> 1 & 7 {
            0 => Input::Lift {
                player,
                from: Place::On(space),
            },
            1 => Input::Lift {
                player,
                from: Place::Reserve,
            },
            2 | 3 => Input::Release { player, to: space },
            4 => Input::Ring { player, at: space },
            5 => Input::PutBack { player },
            6 => Input::Timer { player },
            _ => Input::Decline { player },
        }
    }
}

/// What players would do, the likelier the more often it stands in the list.
fn likely(game: &Game) -> Vec<Input> {
    let turns = game.turns();
    let mut list = vec![Input::Resume];
    if turns.is_paused() {
        return vec![Input::Resume, Input::Resume, Input::Resume, Input::Undo];
    }
    let mut add = |times: usize, input| list.extend(std::iter::repeat_n(input, times));
    for player in Player::BOTH {
        let on_turn = turns.on_turn() == Some(player);
        if let Some(hourglass) = turns.in_hand(player) {
            add(1, Input::PutBack { player });
            let targets = game.board().targets(hourglass);
            // A full neighbour is tried too (RULES 4.5).
            let reach = match game.board().place(hourglass) {
                Place::On(space) => space.neighbours().and(game.board().full()),
                Place::Reserve => game.board().full(),
            };
            for to in targets.iter() {
                add(3, Input::Release { player, to });
            }
            for to in reach.iter().take(1) {
                add(
                    usize::from(!turns.is_late(player)),
                    Input::Release { player, to },
                );
            }
        } else if on_turn {
            for hourglass in Hourglass::of(player) {
                add(
                    4,
                    Input::Lift {
                        player,
                        from: game.board().place(hourglass),
                    },
                );
            }
        }
        if let Some((at, mover)) = game.open_drop() {
            add(
                if mover == player { 8 } else { 2 },
                Input::Ring { player, at },
            );
        }
        if turns.second_ring(player).ready {
            let room = Space::all().filter(|&space| !game.board().full().contains(space));
            for at in room.step_by(5) {
                add(1, Input::Ring { player, at });
            }
        }
        if turns.settings().level == Level::Three && turns.on_turn() == Some(player.opponent()) {
            add(3, Input::Timer { player });
        }
        if matches!(turns.phase(), Phase::LastRing { .. }) {
            add(2, Input::Decline { player });
        }
    }
    list
}

/// What came of a step.
pub struct Done {
    pub at: Millis,
    pub step: Step,
    pub taken: Result<(), Refusal>,
}

impl Script {
    /// Plays the script; `each` sees the game before and after each step.
    pub fn play(&self, mut each: impl FnMut(&Game, &Game, &Done)) -> Game {
        let mut game = Game::new(self.settings);
        for pick in &self.picks {
            let (at, step) = pick.step(&game);
            let before = game.clone();
            let taken = crate::common::do_step(&mut game, at, step);
            each(&before, &game, &Done { at, step, taken });
        }
        game
    }

    /// Plays the script and keeps what a journal would have: the inputs that were
    /// taken, and where time passed though none was, `end`.
    pub fn played(&self) -> (Game, Vec<(Millis, Step)>) {
        let mut steps = Vec::new();
        let game = self.play(|before, after, done| {
            if done.taken.is_ok() && done.step != Step::End {
                steps.push((done.at, done.step));
            } else if after.now() > before.now() {
                steps.push((after.now(), Step::End));
            }
        });
        (game, steps)
    }
}
