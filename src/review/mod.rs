//! Looking at a game again: any instant of it, exactly as it was.
//!
//! A [`Review`] knows the inputs that stand (what was taken back is not in the
//! story any more) and a place in them. The game at that place is replayed by
//! the rules, never remembered.
//!
//! ```
//! use tamsk::review::Review;
//! use tamsk::rules::Millis;
//!
//! let text = "tamsk-record 1\nlevel 2\n\n2.000 R D1-D2\n3.000 R ring D2\n9.000 end\n";
//! let record = tamsk::record::parse(text.as_bytes())?.record;
//! let mut review = Review::of(record)?;
//! review.go_to(Millis(2_500));
//! let red = tamsk::rules::Player::Red;
//! assert_eq!(review.game().turns().rings(red), 32);
//! review.step_by(1);
//! assert_eq!(review.game().turns().rings(red), 31);
//! assert_eq!(review.at(), Millis(3_000));
//! # Ok::<(), tamsk::record::RecordError>(())
//! ```

mod chart;

pub use chart::{Chart, Mark, MarkKind};

use crate::record::{Record, RecordError, Step, replay, short_notation};
use crate::rules::{Game, Input, Level, Millis, Refusal, Settings};

/// A game that is looked at.
#[derive(Debug, Clone)]
pub struct Review {
    record: Record,
    history: Vec<(Millis, Input)>,
    end: Millis,
    chart: Chart,
    moves: Vec<String>,
    /// For each number of inputs, how many of the moves have been made by then.
    moves_after: Vec<usize>,
    /// The game at the place, after so many inputs.
    game: Game,
    taken: usize,
}

impl Review {
    /// The game that `record` tells, at its beginning.
    ///
    /// # Errors
    /// Where it can't be replayed: the line and the reason.
    pub fn of(record: Record) -> Result<Review, RecordError> {
        let whole = replay(&record)?.game;
        let history = whole.history().to_vec();
        let mut game = Game::new(*record.settings());
        let mut moves_after = vec![0];
        for &(at, input) in &history {
            take(&mut game, at, input);
            moves_after.push(short_notation(game.log()).len());
        }
        Ok(Review {
            chart: Chart::of(&whole),
            moves: short_notation(whole.log()),
            moves_after,
            end: whole.now(),
            game: Game::new(*record.settings()),
            taken: 0,
            history,
            record,
        })
    }

    /// The record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        self.record.settings()
    }

    /// The game at the place that is looked at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Game time at the place that is looked at.
    pub fn at(&self) -> Millis {
        self.game.now()
    }

    /// Game time at the end.
    pub fn end(&self) -> Millis {
        self.end
    }

    /// What the chart shows.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// All moves in short notation.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// How many of the moves have been made at the place.
    pub fn moves_made(&self) -> usize {
        // Time alone makes moves too: who can't move passes.
        let by_time = short_notation(self.game.log()).len();
        by_time.max(self.moves_after[self.taken])
    }

    /// How many steps there are: the inputs, and the end where it came later.
    pub fn steps(&self) -> usize {
        let last = self.history.last().map_or(Millis::ZERO, |&(at, _)| at);
        self.history.len() + usize::from(self.end > last)
    }

    /// How many steps lie before the place.
    pub fn step(&self) -> usize {
        if self.at() >= self.end && self.taken == self.history.len() {
            self.steps()
        } else {
            self.taken
        }
    }

    /// Goes to the instant `at`, or to the end if that comes first.
    pub fn go_to(&mut self, at: Millis) {
        let at = at.min(self.end);
        let inputs = self.history.partition_point(|&(then, _)| then <= at);
        self.take_to(inputs, at);
    }

    /// Goes to where `step` steps lie before.
    pub fn go_to_step(&mut self, step: usize) {
        let inputs = step.min(self.history.len());
        let at = if step > self.history.len() {
            self.end
        } else {
            match inputs.checked_sub(1) {
                Some(last) => self.history[last].0,
                None => Millis::ZERO,
            }
        };
        self.take_to(inputs, at);
    }

    /// Goes so many steps on, or back. Back from between two inputs leads to
    /// the one before.
    pub fn step_by(&mut self, steps: isize) {
        let here = self.step();
        let since = match here.checked_sub(1).and_then(|last| self.history.get(last)) {
            Some(&(at, _)) => self.at() > at,
            None => here == 0 && self.at() > Millis::ZERO,
        };
        let back = if since { steps + 1 } else { steps };
        let steps = if steps < 0 { back } else { steps };
        self.go_to_step(here.saturating_add_signed(steps).min(self.steps()));
    }

    /// Goes to where the first `moves` moves have been made.
    pub fn go_to_move(&mut self, moves: usize) {
        match self.moves_after.iter().position(|&made| made >= moves) {
            Some(step) => self.go_to_step(step),
            None => self.go_to(self.end),
        }
    }

    fn take_to(&mut self, inputs: usize, at: Millis) {
        if inputs < self.taken || at < self.game.now() {
            self.game = Game::new(*self.record.settings());
            self.taken = 0;
        }
        for &(then, input) in &self.history[self.taken..inputs] {
            take(&mut self.game, then, input);
        }
        self.taken = inputs;
        self.game.advance(at);
    }

    /// The game up to the place, to go on with: as it stands, or, if `level`
    /// says so, by the rules of another level.
    ///
    /// # Errors
    /// Where the game could not have come so far at that level: the input
    /// that it refuses, when, and why.
    pub fn branch(&self, level: Level) -> Result<Record, (Millis, Refusal)> {
        let settings = Settings {
            level,
            ..*self.settings()
        };
        let mut record = Record::new(settings);
        for key in ["red", "black"] {
            record.set(key, self.record.get(key).unwrap_or_default());
        }
        let mut game = Game::new(settings);
        for &(at, input) in &self.history[..self.taken] {
            if level != Level::Three && matches!(input, Input::Timer { .. }) {
                continue;
            }
            game.apply(at, input).map_err(|refusal| (at, refusal))?;
            record.push(at, Step::Input(input));
        }
        if self.at() > game.now() {
            record.push(self.at(), Step::End);
        }
        Ok(record)
    }
}

/// What was taken once is taken again, in the same state.
fn take(game: &mut Game, at: Millis, input: Input) {
    let taken = game.apply(at, input);
    debug_assert_eq!(taken, Ok(()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{parse, replay_to};

    const GAME: &str = "tamsk-record 1\nlevel 3\nhourglass-red 20\nhourglass-black 30\ntimer 4\n\n\
        1.000 R D1-D2\n2.000 R ring D2\n3.000 B A1-A2\n3.000 B ring A2\n4.000 B timer\n\
        4.500 pause\n4.500 undo\n3.000 resume\n5.000 B timer\n7.000 R A4-B4\n\
        8.000 B D7-D6\n30.000 end\n";

    fn review() -> Review {
        Review::of(parse(GAME.as_bytes()).unwrap().record).unwrap()
    }

    #[test]
    fn every_instant_is_what_it_was() {
        let record = parse(GAME.as_bytes()).unwrap().record;
        let mut review = review();
        for at in (0..=30_000).step_by(250).chain([29_999, 3, 12_000, 0]) {
            review.go_to(Millis(at));
            let there = replay_to(&record, Millis(at)).unwrap();
            // What was taken back is in the record until it is, never in a review.
            if !(4_000..4_500).contains(&at) {
                assert_eq!(review.game().turns().now(), Millis(at));
                assert_eq!(review.game().turns(), there.turns(), "{at}");
                assert_eq!(review.game().board(), there.board(), "{at}");
            }
        }
    }

    #[test]
    fn steps_lead_through_the_inputs_and_back() {
        let mut review = review();
        // A move is two inputs; and the end, that came by itself.
        let steps = review.steps();
        assert_eq!(steps, review.history.len() + 1);
        let mut forth = vec![(review.step(), review.at())];
        while review.step() < steps {
            review.step_by(1);
            forth.push((review.step(), review.at()));
        }
        assert_eq!(review.at(), Millis(30_000));
        let mut back = vec![(review.step(), review.at())];
        while review.step() > 0 {
            review.step_by(-1);
            back.push((review.step(), review.at()));
        }
        back.reverse();
        assert_eq!(forth, back);
        assert!(forth.is_sorted());
    }

    #[test]
    fn a_step_back_from_between_leads_to_the_input_before() {
        let mut review = review();
        review.go_to(Millis(2_500));
        let step = review.step();
        review.step_by(-1);
        assert_eq!((review.step(), review.at()), (step, Millis(2_000)));
        review.go_to(Millis(500));
        review.step_by(-1);
        assert_eq!((review.step(), review.at()), (0, Millis::ZERO));
        review.go_to(Millis(2_500));
        review.step_by(1);
        assert_eq!(review.at(), Millis(3_000));
    }

    #[test]
    fn a_move_of_the_list_is_found() {
        let mut review = review();
        assert!(review.moves().len() >= 3, "{:?}", review.moves());
        review.go_to_move(2);
        assert_eq!(review.moves_made(), 2);
        assert_eq!(review.at(), Millis(3_000));
        review.go_to_move(0);
        assert_eq!(review.at(), Millis::ZERO);
        review.go_to_move(999);
        assert_eq!(review.at(), review.end());
    }

    #[test]
    fn a_branch_stands_where_the_game_did() {
        let mut review = review();
        review.go_to(Millis(6_500));
        let record = review.branch(Level::Three).unwrap();
        let game = replay(&record).unwrap().game;
        assert_eq!(game.turns(), review.game().turns());
        assert_eq!(game.board(), review.game().board());
        // At level 1 the same moves, without the clocks.
        let record = review.branch(Level::One).unwrap();
        let game = replay(&record).unwrap().game;
        assert_eq!(game.settings().level, Level::One);
        assert_eq!(game.board(), review.game().board());
        assert_eq!(game.now(), Millis(6_500));
    }

    #[test]
    fn a_turn_that_was_lost_has_no_place_at_level_1() {
        let lost = "tamsk-record 1\nlevel 3\npenalty rings\ntimer 2\n\n1.000 R D1-D2\n2.000 R timer\n\
            5.000 R A4-B4\n6.000 end\n";
        let mut review = Review::of(parse(lost.as_bytes()).unwrap().record).unwrap();
        review.go_to(Millis(6_000));
        let (at, refusal) = review.branch(Level::One).unwrap_err();
        assert_eq!(at, Millis(5_000));
        assert!(matches!(refusal, Refusal::NotOnTurn(_)), "{refusal}");
    }
}
