//! A game on a board: the turn machine, where the hourglasses stand, where
//! rings lie, what happened, and what can be taken back.

use super::board::{SPACES, Space, SpaceSet};
use super::hourglass::{HOURGLASSES, Hourglass};
use super::input::{Input, Place, Refusal};
use super::log::{Entry, Happening, RingKind};
use super::millis::Millis;
use super::outcome::{Outcome, Reason};
use super::player::{PerPlayer, Player};
use super::settings::{FullSpace, RingMode, Settings, Start};
use super::turns::{DropRight, Table, Turns};

/// A take-back replays at most this many inputs.
const CHECKPOINT_EVERY: usize = 32;

/// Where hourglasses stand and rings lie (RULES 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    rings: [u8; SPACES],
    full: SpaceSet,
    occupied: SpaceSet,
    places: PerPlayer<[Place; HOURGLASSES]>,
    in_reserve: PerPlayer<u8>,
}

impl Board {
    fn new(start: Start) -> Board {
        let mut board = Board {
            rings: [0; SPACES],
            full: SpaceSet::EMPTY,
            occupied: SpaceSet::EMPTY,
            places: PerPlayer::both([Place::Reserve; HOURGLASSES]),
            in_reserve: PerPlayer::both(HOURGLASSES as u8),
        };
        if start == Start::Corners {
            // RULES 3.1, each player's in board order.
            let corners = PerPlayer {
                red: [(0, 4), (3, 1), (6, 4)],
                black: [(0, 1), (3, 7), (6, 1)],
            };
            for hourglass in Hourglass::all() {
                let (column, number) = corners[hourglass.owner][usize::from(hourglass.number)];
                if let Some(space) = Space::at(column, number) {
                    board.stand(hourglass, space);
                }
            }
        }
        board
    }

    fn stand(&mut self, hourglass: Hourglass, space: Space) {
        let place = &mut self.places[hourglass.owner][usize::from(hourglass.number)];
        match *place {
            Place::Reserve => self.in_reserve[hourglass.owner] -= 1,
            Place::On(from) => self.occupied = self.occupied.without(from),
        }
        *place = Place::On(space);
        self.occupied = self.occupied.with(space);
    }

    /// Puts a ring; returns whether the space is full now.
    fn put_ring(&mut self, space: Space) -> bool {
        self.rings[space.index()] += 1;
        let filled = self.rings[space.index()] == space.capacity();
        if filled {
            self.full = self.full.with(space);
        }
        filled
    }

    /// Rings on `space`.
    pub fn rings(&self, space: Space) -> u8 {
        self.rings[space.index()]
    }

    /// The spaces with as many rings as they take (RULES 1.3).
    pub fn full(&self) -> SpaceSet {
        self.full
    }

    /// The spaces on which an hourglass stands, or from which one was lifted (RULES 4.1).
    pub fn occupied(&self) -> SpaceSet {
        self.occupied
    }

    /// Where `hourglass` stands or was lifted from.
    pub fn place(&self, hourglass: Hourglass) -> Place {
        self.places[hourglass.owner][usize::from(hourglass.number)]
    }

    /// The hourglass on `space`.
    pub fn standing_on(&self, space: Space) -> Option<Hourglass> {
        Hourglass::all().find(|&h| self.place(h) == Place::On(space))
    }

    /// Hourglasses of `player` not placed yet (RULES 3.2), one in hand included.
    pub fn in_reserve(&self, player: Player) -> u8 {
        self.in_reserve[player]
    }

    /// The spaces to which `hourglass` may be moved, its sand and the turn
    /// aside (RULES 4.1, 3.2).
    pub fn targets(&self, hourglass: Hourglass) -> SpaceSet {
        self.reach(hourglass).minus(self.occupied).minus(self.full)
    }

    /// The spaces in its reach, vacant or not, full or not.
    fn reach(&self, hourglass: Hourglass) -> SpaceSet {
        match self.place(hourglass) {
            Place::Reserve => SpaceSet::ALL,
            Place::On(_) if self.in_reserve[hourglass.owner] > 0 => SpaceSet::EMPTY,
            Place::On(space) => space.neighbours(),
        }
    }

    /// The first hourglass of `player` at `from`; none of the reserve after the last.
    fn find(&self, player: Player, from: Place) -> Option<Hourglass> {
        Hourglass::of(player).find(|&h| self.place(h) == from)
    }
}

impl Table for Board {
    fn can_go(&self, hourglass: Hourglass) -> bool {
        !self.targets(hourglass).is_empty()
    }

    fn order(&self, hourglass: Hourglass) -> u8 {
        match self.place(hourglass) {
            Place::On(space) => space.index() as u8,
            Place::Reserve => SPACES as u8,
        }
    }

    fn has_room(&self) -> bool {
        self.full != SpaceSet::ALL
    }
}

/// What a take-back returns to.
#[derive(Debug, Clone, Copy)]
struct State {
    turns: Turns,
    board: Board,
    drop_space: Option<Space>,
}

impl State {
    fn new(settings: Settings) -> State {
        State {
            turns: Turns::new(settings),
            board: Board::new(settings.start),
            drop_space: None,
        }
    }
}

#[derive(Debug, Clone)]
struct Checkpoint {
    state: State,
    log: usize,
}

/// A game: a function of its settings and its inputs (RULES 2.2).
///
/// ```
/// use tamsk::rules::{Game, Input, Millis, Place, Player, Settings};
///
/// let mut game = Game::new(Settings::default());
/// let (d1, d2) = ("D1".parse().unwrap(), "D2".parse().unwrap());
/// let red = Player::Red;
/// game.apply(Millis(2150), Input::Lift { player: red, from: Place::On(d1) })?;
/// game.apply(Millis(2900), Input::Release { player: red, to: d2 })?;
/// game.apply(Millis(3100), Input::Ring { player: red, at: d2 })?;
/// assert_eq!(game.turns().rings(red), 31);
/// assert_eq!(game.turns().on_turn(), Some(Player::Black));
/// # Ok::<(), tamsk::rules::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    state: State,
    log: Vec<Entry>,
    history: Vec<(Millis, Input)>,
    checkpoints: Vec<Checkpoint>,
}

impl Game {
    /// A game before its first input.
    pub fn new(settings: Settings) -> Game {
        Game {
            state: State::new(settings),
            log: Vec::new(),
            history: Vec::new(),
            checkpoints: Vec::new(),
        }
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        self.state.turns.settings()
    }

    /// The turn machine, to ask.
    pub fn turns(&self) -> &Turns {
        &self.state.turns
    }

    /// The board, to ask.
    pub fn board(&self) -> &Board {
        &self.state.board
    }

    /// Game time.
    pub fn now(&self) -> Millis {
        self.state.turns.now()
    }

    /// What happened so far.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The inputs that stand: taken, and not taken back; without pauses.
    pub fn history(&self) -> &[(Millis, Input)] {
        &self.history
    }

    /// The open drop: where, and whose move opened it (RULES 6.1).
    pub fn open_drop(&self) -> Option<(Space, Player)> {
        Some((self.state.drop_space?, self.state.turns.open_drop()?.mover))
    }

    /// When the next thing falls due by itself, if anything will.
    pub fn next_due(&self) -> Option<Millis> {
        self.state.turns.next_due(&self.state.board)
    }

    /// Whether `player` can move (RULES 5.1).
    pub fn can_move(&self, player: Player) -> bool {
        self.state.turns.can_move(player, &self.state.board)
    }

    /// Whether `player` may lift the hourglass at `from` now.
    ///
    /// # Errors
    /// Why not.
    pub fn check_lift(&self, player: Player, from: Place) -> Result<Hourglass, Refusal> {
        let State { turns, board, .. } = &self.state;
        self.check_running()?;
        turns.check_on_turn(player)?;
        let hourglass = board.find(player, from).ok_or(Refusal::NotThere(player))?;
        if turns.in_hand(player).is_none() && from != Place::Reserve && board.in_reserve(player) > 0
        {
            return Err(Refusal::ReserveFirst);
        }
        turns.check_lift(hourglass, board)?;
        Ok(hourglass)
    }

    /// By what right `player` may put a ring on `at` now: his drop or a steal
    /// first, else his second ring (RULES 7.7).
    ///
    /// # Errors
    /// Why he may not.
    pub fn check_ring(&self, player: Player, at: Space) -> Result<RingKind, Refusal> {
        let State {
            turns,
            board,
            drop_space,
        } = &self.state;
        self.check_running()?;
        if turns.open_drop().is_some() && *drop_space == Some(at) {
            return Ok(match turns.check_drop(player)? {
                DropRight::Drop => RingKind::Drop,
                DropRight::Steal => RingKind::Steal,
            });
        }
        turns.check_second(player)?;
        if board.full().contains(at) {
            return Err(Refusal::Full(at)); // RULES 6.4
        }
        Ok(RingKind::Second)
    }

    /// Whether `player` has a right to a ring that he could give up (RULES 8.2).
    pub fn may_decline(&self, player: Player) -> bool {
        self.check_running().is_ok()
            && self
                .state
                .turns
                .check_decline(player, &self.state.board)
                .is_ok()
    }

    /// Whether `player` may turn the move timer now (RULES 7.1).
    ///
    /// # Errors
    /// Why not.
    pub fn check_timer(&self, player: Player) -> Result<(), Refusal> {
        self.check_running()?;
        self.state.turns.check_timer(player)
    }

    /// Whether an input can be taken back now (RULES 9.2).
    ///
    /// # Errors
    /// Why not.
    pub fn check_undo(&self) -> Result<(), Refusal> {
        let turns = &self.state.turns;
        if turns.is_over() {
            Err(Refusal::GameOver)
        } else if turns.settings().level.has_sand() && !turns.is_paused() {
            Err(Refusal::UndoNeedsPause)
        } else if self.history.is_empty() {
            Err(Refusal::NothingToUndo)
        } else {
            Ok(())
        }
    }

    fn check_running(&self) -> Result<(), Refusal> {
        if self.state.turns.is_over() {
            Err(Refusal::GameOver)
        } else if self.state.turns.is_paused() {
            Err(Refusal::Paused)
        } else {
            Ok(())
        }
    }

    /// Lets game time pass to `to`; nothing passes while the game is paused or
    /// over, or where `to` lies behind.
    pub fn advance(&mut self, to: Millis) {
        self.state
            .turns
            .advance(to, &self.state.board, &mut self.log);
    }

    /// Takes `input` at the instant `at`, after everything that falls due at or
    /// before it (RULES 2.2).
    ///
    /// # Errors
    /// Why the rules refuse it. Game time has then passed to `at`, nothing more.
    pub fn apply(&mut self, at: Millis, input: Input) -> Result<(), Refusal> {
        let turns = &self.state.turns;
        if turns.is_over() {
            return Err(Refusal::GameOver);
        }
        if at < turns.now() {
            return Err(Refusal::TimePast(turns.now()));
        }
        if turns.is_paused() && at > turns.now() {
            return Err(Refusal::TimeStands(turns.now()));
        }
        if input == Input::Undo {
            self.advance(at);
            self.check_undo()?;
            self.take_back();
            return Ok(());
        }
        self.take(at, input)?;
        if input.is_undoable() {
            self.history.push((at, input));
            if self.history.len().is_multiple_of(CHECKPOINT_EVERY) {
                self.checkpoints.push(Checkpoint {
                    state: self.state,
                    log: self.log.len(),
                });
            }
        }
        Ok(())
    }

    /// RULES 9.2: replays the game without its last input.
    fn take_back(&mut self) {
        let paused = self.state.turns.is_paused();
        self.history.pop();
        // Checkpoint k stands right after input 32k; checkpoint 0 is the start.
        let back_to = self.history.len() / CHECKPOINT_EVERY;
        self.checkpoints.truncate(back_to);
        let (state, log) = match self.checkpoints.last() {
            Some(checkpoint) => (checkpoint.state, checkpoint.log),
            None => (State::new(*self.settings()), 0),
        };
        self.state = state;
        self.state.turns.set_paused(false);
        self.log.truncate(log);
        for index in back_to * CHECKPOINT_EVERY..self.history.len() {
            let (at, input) = self.history[index];
            // It was taken before, in the same state.
            let taken = self.take(at, input);
            debug_assert_eq!(taken, Ok(()));
        }
        self.state.turns.set_paused(paused);
    }

    fn take(&mut self, at: Millis, input: Input) -> Result<(), Refusal> {
        self.advance(at);
        match input {
            Input::Lift { player, from } => {
                let hourglass = self.check_lift(player, from)?;
                self.state.turns.lift(hourglass, &mut self.log);
            }
            Input::PutBack { player } => {
                self.check_running()?;
                self.state.turns.check_in_hand(player)?;
                self.state.turns.put_back(player, &mut self.log);
            }
            Input::Release { player, to } => self.release(player, to)?,
            Input::Ring { player, at } => {
                let kind = self.check_ring(player, at)?;
                self.put_ring(player, at, kind);
            }
            Input::Timer { player } => {
                self.check_timer(player)?;
                self.state.turns.turn_timer(player, &mut self.log);
            }
            Input::Decline { player } => {
                self.check_running()?;
                self.state.turns.check_decline(player, &self.state.board)?;
                self.state.turns.decline(player);
            }
            Input::Resign { player } => {
                self.check_not_over()?;
                self.end(Some(player.opponent()), Reason::Resignation);
            }
            Input::Draw => {
                self.check_not_over()?;
                self.end(None, Reason::Agreement);
            }
            Input::Pause => {
                self.check_running()?;
                self.state.turns.set_paused(true);
            }
            Input::Resume => {
                self.check_not_over()?;
                if !self.state.turns.is_paused() {
                    return Err(Refusal::NotPaused);
                }
                self.state.turns.set_paused(false);
            }
            Input::Undo => return Err(Refusal::NothingToUndo),
        }
        self.state.turns.settle(&self.state.board, &mut self.log);
        // What the input made due at its own instant (RULES 2.2).
        self.advance(at);
        Ok(())
    }

    fn check_not_over(&self) -> Result<(), Refusal> {
        if self.state.turns.is_over() {
            Err(Refusal::GameOver)
        } else {
            Ok(())
        }
    }

    fn end(&mut self, winner: Option<Player>, by: Reason) {
        self.state.turns.end(Outcome { winner, by }, &mut self.log);
    }

    fn release(&mut self, player: Player, to: Space) -> Result<(), Refusal> {
        self.check_running()?;
        let State {
            turns,
            board,
            drop_space,
        } = &mut self.state;
        let hourglass = turns.check_in_hand(player)?;
        let from = board.place(hourglass);
        if !board.reach(hourglass).contains(to) {
            return Err(Refusal::NotNeighbour(to));
        }
        if board.occupied().contains(to) {
            return Err(Refusal::Occupied(to));
        }
        if board.full().contains(to) {
            return match turns.settings().full_space {
                FullSpace::Refuse => Err(Refusal::Full(to)),
                FullSpace::Lose => {
                    self.end(Some(player.opponent()), Reason::FullSpace);
                    Ok(())
                }
            };
        }
        board.stand(hourglass, to);
        *drop_space = Some(to);
        let late = turns.release(player);
        let what = Happening::Released {
            hourglass,
            from,
            to,
            late,
        };
        self.log.push(Entry {
            at: turns.now(),
            what,
        });
        if turns.settings().ring == RingMode::Auto && turns.rings(player) > 0 {
            self.put_ring(player, to, RingKind::Drop);
        }
        let State { turns, board, .. } = &mut self.state;
        turns.finish_release(player, late, board, &mut self.log);
        Ok(())
    }

    fn put_ring(&mut self, player: Player, at: Space, kind: RingKind) {
        let State { turns, board, .. } = &mut self.state;
        match kind {
            RingKind::Drop | RingKind::Steal => turns.drop_ring(player),
            RingKind::Second => turns.use_second(player),
        }
        let filled = board.put_ring(at);
        self.log.push(Entry {
            at: turns.now(),
            what: Happening::Ring {
                player,
                at,
                kind,
                filled,
            },
        });
    }
}
