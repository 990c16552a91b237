//! A running game: inputs in, record out, pause and sleep, take-back and redo.
//!
//! Callers hand in the instant of their [`TimeSource`] with everything they do;
//! the session turns it into game time and lets the rules decide.
//!
//! [`TimeSource`]: crate::platform::time::TimeSource

use std::time::Duration;

use crate::clock::{GameClock, Reading};
use crate::record::{Record, RecordError, Replayed, Step, replay};
use crate::rules::{Game, Input, Level, Millis, Refusal, Settings};

/// A game that is being played.
#[derive(Debug, Clone)]
pub struct Session {
    game: Game,
    clock: GameClock,
    record: Record,
    /// Lines of the record that no journal has taken yet.
    unwritten: Vec<(Millis, Step)>,
    redo: Vec<Input>,
    /// The instant up to which the record's lines let game time pass.
    recorded: Millis,
}

impl Session {
    /// A new game, begun at the instant `now`. `record` is a header: what was
    /// agreed, names, date.
    pub fn begin(record: Record, now: Duration) -> Session {
        let game = Game::new(*record.settings());
        let mut clock = GameClock::stopped(Millis::ZERO);
        clock.start(now, Millis::ZERO);
        Session {
            game,
            clock,
            record,
            unwritten: Vec::new(),
            redo: Vec::new(),
            recorded: Millis::ZERO,
        }
    }

    /// Goes on with a recorded game. One that isn't over is paused where it
    /// stood at its last line.
    ///
    /// # Errors
    /// Where the record can't be replayed.
    pub fn resume_record(record: Record) -> Result<Session, RecordError> {
        let Replayed { game, .. } = replay(&record)?;
        let recorded = game.now();
        let clock = GameClock::stopped(recorded);
        let (unwritten, redo) = (Vec::new(), Vec::new());
        let mut session = Session {
            game,
            clock,
            record,
            unwritten,
            redo,
            recorded,
        };
        if !session.game.turns().is_paused() && !session.game.turns().is_over() {
            // In a game that runs a pause can't be refused.
            let _ = session.take(recorded, Input::Pause);
        }
        Ok(session)
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The record of it so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        self.record.settings()
    }

    /// A player's name, if one was given.
    pub fn name(&self, player: crate::rules::Player) -> Option<&str> {
        self.record.get(player.word())
    }

    /// Whether game time runs.
    pub fn is_running(&self) -> bool {
        self.clock.is_running()
    }

    /// Game time at the instant `now`, while it runs.
    pub fn at(&self, now: Duration) -> Option<Millis> {
        self.is_running().then(|| self.clock.peek(now))
    }

    /// Lets game time pass to the instant `now`. Returns whether the machine
    /// slept, in which case the game is paused from now on.
    pub fn tick(&mut self, now: Duration) -> bool {
        match self.clock.read(now) {
            Reading::At(at) => {
                self.advance(at);
                false
            }
            Reading::Slept(at) => {
                self.advance(at);
                // In a game that runs a pause can't be refused; in one that is
                // over it may be.
                let _ = self.take(at, Input::Pause);
                true
            }
        }
    }

    fn advance(&mut self, at: Millis) {
        self.game.advance(at);
        self.stop_when_over();
    }

    /// How long from `now` until something falls due by itself; `None` where
    /// nothing will.
    pub fn until_due(&self, now: Duration) -> Option<Millis> {
        if !self.clock.is_running() {
            return None;
        }
        Some(self.game.next_due()?.saturating_sub(self.clock.peek(now)))
    }

    /// Takes an input at the instant `now`.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub fn input(&mut self, now: Duration, input: Input) -> Result<(), Refusal> {
        let slept = self.tick(now);
        if slept && input == Input::Pause {
            return Ok(());
        }
        let at = self.game.now();
        match input {
            Input::Undo => {
                let taken_back = self.game.history().last().map(|&(_, input)| input);
                self.take(at, input)?;
                self.redo.extend(taken_back);
                if self.clock.is_running() {
                    self.clock.start(now, self.game.now());
                } else {
                    self.clock.stop(self.game.now());
                }
            }
            Input::Resume => {
                self.take(at, input)?;
                self.clock.start(now, at);
            }
            Input::Pause => self.take(at, input)?,
            _ => {
                self.take(at, input)?;
                self.redo.clear();
            }
        }
        Ok(())
    }

    /// Whether [`Session::redo`] has something to do: at level 1, what was
    /// taken back since the last other input.
    pub fn can_redo(&self) -> bool {
        self.settings().level == Level::One
            && !self.redo.is_empty()
            && !self.game.turns().is_paused()
            && !self.game.turns().is_over()
    }

    /// Does again what was taken back last (level 1).
    ///
    /// # Errors
    /// Where there is nothing, or the rules refuse it by now.
    pub fn redo(&mut self, now: Duration) -> Result<(), Refusal> {
        if !self.can_redo() {
            return Err(Refusal::NothingToUndo);
        }
        self.tick(now);
        if let Some(input) = self.redo.pop() {
            self.take(self.game.now(), input)?;
        }
        Ok(())
    }

    fn take(&mut self, at: Millis, input: Input) -> Result<(), Refusal> {
        self.game.apply(at, input)?;
        self.write(at, Step::Input(input));
        self.recorded = if input == Input::Undo {
            self.game.now()
        } else {
            at
        };
        if input == Input::Pause {
            self.clock.stop(at);
        }
        self.stop_when_over();
        Ok(())
    }

    fn stop_when_over(&mut self) {
        let Some(outcome) = self.game.turns().outcome() else {
            return;
        };
        let at = self.game.now();
        let written = (self.record.get("result"), self.record.get("by"));
        if written == (Some(outcome.word()), Some(outcome.by.word())) {
            return;
        }
        if at > self.recorded {
            // Nobody did anything at the end: the record says that time passed.
            self.write(at, Step::End);
            self.recorded = at;
        }
        self.record.set("result", outcome.word());
        self.record.set("by", outcome.by.word());
        self.clock.stop(at);
    }

    fn write(&mut self, at: Millis, step: Step) {
        self.record.push(at, step);
        self.unwritten.push((at, step));
    }

    /// The lines that have come since this was last asked, for the journal.
    pub fn take_unwritten(&mut self) -> Vec<(Millis, Step)> {
        std::mem::take(&mut self.unwritten)
    }

    /// Writes into the record that game time has passed to `at`; returns the line.
    pub fn pass(&mut self, at: Millis) -> (Millis, Step) {
        self.record.push(at, Step::End);
        self.recorded = at;
        (at, Step::End)
    }

    /// A game to look at: it stands at `game`, and nothing runs.
    pub fn still(record: Record, game: Game) -> Session {
        let recorded = game.now();
        let clock = GameClock::stopped(recorded);
        Session {
            game,
            clock,
            record,
            unwritten: Vec::new(),
            redo: Vec::new(),
            recorded,
        }
    }

    /// Shows `game`, another instant of the game to look at ([`Session::still`]).
    pub fn show(&mut self, game: Game) {
        self.recorded = game.now();
        self.clock = GameClock::stopped(self.recorded);
        self.game = game;
    }

    /// Game time, where more than `step` of it lies since the record's last line.
    pub fn unrecorded(&self, step: Millis) -> Option<Millis> {
        let now = self.game.now();
        (self.clock.is_running() && now.saturating_sub(self.recorded) >= step).then_some(now)
    }
}
