//! The turn machine: whose turn it is, the sand, the move timer, drops,
//! penalties, the last ring (RULES 2, 4 to 8). It knows no board. What only
//! the table can tell it asks a [`Table`], so that the same machine serves the
//! game on a screen and the referee clock beside a wooden board.
//!
//! Everything here is a function of instants that are handed in. The owner
//! checks that an input is legal on its table, tells the machine, and then
//! calls [`Turns::settle`] (or [`Turns::finish_release`]).

use super::hourglass::{HOURGLASSES, Hourglass, Sand};
use super::input::Refusal;
use super::log::{Entry, Event, Happening};
use super::millis::Millis;
use super::outcome::{Outcome, Reason, SandEnds, winner_by_time};
use super::player::{PerPlayer, Player};
use super::settings::{Level, Penalty, Settings, Start};

/// Rings each player begins with (RULES 1.4).
pub const RINGS: u8 = 32;

/// How long the last ring lasts at levels 2 and 3 (RULES 8.3).
pub const LAST_RING: Millis = Millis::from_secs(5);

/// What the turn machine asks of the board, or of the players beside one.
pub trait Table {
    /// Whether `hourglass`, its sand aside, has a space to go to; one in hand
    /// counts as standing where it was lifted (RULES 5.1, 3.2).
    fn can_go(&self, hourglass: Hourglass) -> bool;

    /// Where `hourglass` comes among its owner's when several run out at one
    /// instant (RULES 2.2): the lower first.
    fn order(&self, hourglass: Hourglass) -> u8;

    /// Whether any space has room for a ring (RULES 7.6).
    fn has_room(&self) -> bool;
}

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Somebody is on turn.
    Playing,
    /// Neither player can move, but a ring may still be put (RULES 8.2).
    LastRing {
        /// When it began.
        since: Millis,
    },
    /// The game has ended.
    Over(Outcome),
}

/// A drop that is open (RULES 6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenDrop {
    /// Who moved.
    pub mover: Player,
    /// When the hourglass was released.
    pub released: Millis,
}

/// A second ring (RULES 7.6). Both may be there at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SecondRing {
    /// Waits for its owner's next release.
    pub pending: bool,
    /// May be put, until the next release by either player.
    pub ready: bool,
}

/// The move timer (RULES 7.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct MoveTimer {
    /// When its top will be empty; `None` while it is.
    runs_out: Option<Millis>,
    /// The number of the turn in which it was turned.
    turn: u32,
}

/// By what right a player may put a ring now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DropRight {
    /// He moved: the regular drop.
    Drop,
    /// The opponent moved and has not dropped.
    Steal,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    HourglassOut(Hourglass),
    TimerOut,
    LastRingOver,
}

/// The state of the turn machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turns {
    settings: Settings,
    now: Millis,
    phase: Phase,
    paused: bool,
    on_turn: Player,
    turn_number: u32,
    sand: PerPlayer<[Sand; HOURGLASSES]>,
    hand: PerPlayer<Option<u8>>,
    late: PerPlayer<bool>,
    timer: MoveTimer,
    drop: Option<OpenDrop>,
    second: PerPlayer<SecondRing>,
    owed: PerPlayer<u32>,
    rings: PerPlayer<u8>,
    declined: PerPlayer<bool>,
}

/// Asking.
impl Turns {
    /// The machine before the first input: Red is on turn (RULES 3.3).
    pub fn new(settings: Settings) -> Turns {
        Turns {
            settings,
            now: Millis::ZERO,
            phase: Phase::Playing,
            paused: false,
            on_turn: Player::Red,
            turn_number: 1,
            sand: PerPlayer::default(),
            hand: PerPlayer::default(),
            late: PerPlayer::default(),
            timer: MoveTimer::default(),
            drop: None,
            second: PerPlayer::default(),
            owed: PerPlayer::default(),
            rings: PerPlayer::both(RINGS),
            declined: PerPlayer::default(),
        }
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Game time.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// How far the game is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over(_))
    }

    /// How it ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Over(outcome) => Some(outcome),
            Phase::Playing | Phase::LastRing { .. } => None,
        }
    }

    /// Whether game time stands (RULES 9.1).
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Who is on turn; nobody in the last ring and after the end.
    pub fn on_turn(&self) -> Option<Player> {
        (self.phase == Phase::Playing).then_some(self.on_turn)
    }

    /// The number of the turn, from 1.
    pub fn turn_number(&self) -> u32 {
        self.turn_number
    }

    /// The sand of `hourglass`.
    pub fn sand(&self, hourglass: Hourglass) -> Sand {
        self.sand[hourglass.owner][usize::from(hourglass.number)]
    }

    /// What `player` has in hand.
    pub fn in_hand(&self, player: Player) -> Option<Hourglass> {
        self.hand[player].map(|number| Hourglass {
            owner: player,
            number,
        })
    }

    /// Whether `player` holds an hourglass though his turn is over (RULES 7.4).
    pub fn is_late(&self, player: Player) -> bool {
        self.late[player]
    }

    /// Rings left in `player`'s holder.
    pub fn rings(&self, player: Player) -> u8 {
        self.rings[player]
    }

    /// Skipped turns that `player` still owes (RULES 7.5).
    pub fn owed_skips(&self, player: Player) -> u32 {
        self.owed[player]
    }

    /// `player`'s second ring.
    pub fn second_ring(&self, player: Player) -> SecondRing {
        self.second[player]
    }

    /// The open drop.
    pub fn open_drop(&self) -> Option<OpenDrop> {
        self.drop
    }

    /// What is above in the move timer.
    pub fn timer_top(&self) -> Millis {
        self.timer
            .runs_out
            .map_or(Millis::ZERO, |out| out.saturating_sub(self.now))
    }

    /// When the move timer's top will be empty, while it runs.
    pub fn timer_out_at(&self) -> Option<Millis> {
        self.timer.runs_out
    }

    /// At whom the move timer is aimed; nobody when his turn is over (RULES 7.1).
    pub fn timer_aimed_at(&self) -> Option<Player> {
        self.timer.runs_out?;
        self.on_turn()
            .filter(|_| self.timer.turn == self.turn_number)
    }

    /// When each hourglass ran out or will run out, the latest first.
    pub fn sand_ends(&self) -> SandEnds {
        PerPlayer::from_fn(|player| {
            let mut ends = self.sand[player].map(Sand::out_at);
            ends.sort_unstable_by(|a, b| b.cmp(a));
            ends
        })
    }

    /// Whether `player` can move (RULES 5.1), on turn or not.
    pub fn can_move(&self, player: Player, table: &impl Table) -> bool {
        Hourglass::of(player).any(|h| !self.sand(h).is_out() && table.can_go(h))
    }

    /// The instant at which a steal of the open drop is allowed (RULES 6.1).
    pub fn steal_from(&self) -> Option<Millis> {
        let drop = self.drop?;
        let wait = if self.rings[drop.mover] == 0 {
            Millis::ZERO
        } else {
            self.settings.steal_after
        };
        Some(drop.released + wait)
    }

    /// Whether `player` may use the open drop now or later in the last ring
    /// (RULES 6.1, 8.2): he has a ring and has not declined.
    fn has_drop_right(&self, player: Player) -> bool {
        self.drop.is_some() && self.rings[player] > 0 && !self.declined[player]
    }

    /// Whether `player` has a right to a ring in the last ring (RULES 8.2).
    pub fn has_last_right(&self, player: Player, table: &impl Table) -> bool {
        self.has_drop_right(player)
            || (self.second[player].ready
                && self.rings[player] > 0
                && !self.declined[player]
                && table.has_room())
    }

    /// When the next thing falls due by itself, if anything will.
    pub fn next_due(&self, table: &impl Table) -> Option<Millis> {
        self.next(table).map(|(at, _)| at)
    }

    fn next(&self, table: &impl Table) -> Option<(Millis, Due)> {
        if self.paused || self.is_over() {
            return None;
        }
        let mut first: Option<(Millis, Due)> = None;
        for player in Player::BOTH {
            for (number, sand) in (0..).zip(&self.sand[player]) {
                if !matches!(sand, Sand::Running { .. }) {
                    continue;
                }
                // A running one always has an end.
                let Some(at) = sand.out_at() else { continue };
                let hourglass = Hourglass {
                    owner: player,
                    number,
                };
                let sooner = match first {
                    None => true,
                    Some((other, _)) if at != other => at < other,
                    Some((_, Due::HourglassOut(other))) => {
                        other.owner == player && table.order(hourglass) < table.order(other)
                    }
                    Some(_) => false,
                };
                if sooner {
                    first = Some((at, Due::HourglassOut(hourglass)));
                }
            }
        }
        let mut consider = |at: Option<Millis>, due| {
            if let Some(at) = at
                && first.is_none_or(|(other, _)| at < other)
            {
                first = Some((at, due));
            }
        };
        consider(self.timer.runs_out, Due::TimerOut);
        if let Phase::LastRing { since } = self.phase
            && self.settings.level.has_sand()
        {
            consider(Some(since + LAST_RING), Due::LastRingOver);
        }
        first
    }

    /// Whether `player` may lift `hourglass` now (RULES 4.2, 4.3), as far as
    /// turns, sand and the table say.
    ///
    /// # Errors
    /// Why not.
    pub fn check_lift(&self, hourglass: Hourglass, table: &impl Table) -> Result<(), Refusal> {
        let player = hourglass.owner;
        self.check_on_turn(player)?;
        if self.hand[player].is_some() {
            return Err(Refusal::HandFull(player));
        }
        if self.sand(hourglass).is_out() {
            return Err(Refusal::IsOut);
        }
        if !table.can_go(hourglass) {
            return Err(Refusal::Blocked);
        }
        if self.settings.level.has_sand()
            && self.settings.start == Start::Corners
            && !self.sand(hourglass).is_idle()
            && Hourglass::of(player).any(|h| self.sand(h).is_idle() && table.can_go(h))
        {
            return Err(Refusal::IdleFirst);
        }
        Ok(())
    }

    /// What `player` has in hand, where he may release or put it back.
    ///
    /// # Errors
    /// Where moves are not taken now, or his hand is empty.
    pub fn check_in_hand(&self, player: Player) -> Result<Hourglass, Refusal> {
        self.check_playing()?;
        self.in_hand(player).ok_or(Refusal::HandEmpty(player))
    }

    /// Whether the game is in play, nobody's last ring.
    ///
    /// # Errors
    /// In the last ring.
    pub fn check_playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::LastRing { .. } => Err(Refusal::LastRing),
            Phase::Over(_) => Err(Refusal::GameOver),
        }
    }

    /// Whether `player` is on turn.
    ///
    /// # Errors
    /// Where he isn't.
    pub fn check_on_turn(&self, player: Player) -> Result<(), Refusal> {
        self.check_playing()?;
        if self.on_turn == player {
            Ok(())
        } else {
            Err(Refusal::NotOnTurn(player))
        }
    }

    /// By what right `player` may put a ring into the open drop now (RULES 6.1).
    ///
    /// # Errors
    /// Where he may not.
    pub fn check_drop(&self, player: Player) -> Result<DropRight, Refusal> {
        let Some(drop) = self.drop else {
            return Err(Refusal::NoRight(player));
        };
        self.check_has_ring(player)?;
        if drop.mover == player {
            return Ok(DropRight::Drop);
        }
        match self.steal_from() {
            Some(from) if self.now < from => Err(Refusal::StealTooEarly(from)),
            _ => Ok(DropRight::Steal),
        }
    }

    /// Whether `player` may put a ready second ring now, the space aside (RULES 7.6).
    ///
    /// # Errors
    /// Where he may not.
    pub fn check_second(&self, player: Player) -> Result<(), Refusal> {
        if !self.second[player].ready {
            return Err(Refusal::NoRight(player));
        }
        self.check_has_ring(player)
    }

    fn check_has_ring(&self, player: Player) -> Result<(), Refusal> {
        if self.declined[player] {
            return Err(Refusal::NoRight(player));
        }
        if self.rings[player] == 0 {
            return Err(Refusal::NoRing(player));
        }
        Ok(())
    }

    /// Whether `player` may turn the move timer now (RULES 7.1).
    ///
    /// # Errors
    /// Where he may not.
    pub fn check_timer(&self, player: Player) -> Result<(), Refusal> {
        self.check_playing()?;
        if self.settings.level != Level::Three {
            return Err(Refusal::NoTimer);
        }
        if self.on_turn == player {
            return Err(Refusal::TimerOwnTurn);
        }
        if self.timer.runs_out.is_some() {
            return Err(Refusal::TimerRuns);
        }
        Ok(())
    }

    /// Whether `player` may decline (RULES 8.2).
    ///
    /// # Errors
    /// Where he may not.
    pub fn check_decline(&self, player: Player, table: &impl Table) -> Result<(), Refusal> {
        match self.phase {
            Phase::LastRing { .. } if self.has_last_right(player, table) => Ok(()),
            Phase::Over(_) => Err(Refusal::GameOver),
            Phase::Playing | Phase::LastRing { .. } => Err(Refusal::NothingToDecline(player)),
        }
    }
}

/// Telling. Each of these expects that the matching check has passed.
impl Turns {
    /// Lets game time pass to `to`, one due thing at a time (RULES 2.2).
    /// Nothing passes while the game is paused or over, or where `to` lies behind.
    pub fn advance(&mut self, to: Millis, table: &impl Table, log: &mut Vec<Entry>) {
        while let Some((at, due)) = self.next(table)
            && at <= to
        {
            self.now = at.max(self.now);
            match due {
                Due::HourglassOut(hourglass) => self.run_out(hourglass, log),
                Due::TimerOut => self.timer_out(table, log),
                Due::LastRingOver => self.end_by_count(log),
            }
            self.settle(table, log);
        }
        if !self.paused && !self.is_over() {
            self.now = self.now.max(to);
        }
    }

    /// Stops or starts game time.
    pub fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
    }

    /// Takes `hourglass` in its owner's hand.
    pub fn lift(&mut self, hourglass: Hourglass, log: &mut Vec<Entry>) {
        self.hand[hourglass.owner] = Some(hourglass.number);
        self.note(Happening::Lifted(hourglass), log);
    }

    /// Puts back what `player` has in hand, if anything; nobody is late with an empty hand.
    pub fn put_back(&mut self, player: Player, log: &mut Vec<Entry>) {
        self.late[player] = false;
        if let Some(number) = self.hand[player].take() {
            self.note(
                Happening::PutBack(Hourglass {
                    owner: player,
                    number,
                }),
                log,
            );
        }
    }

    /// Lets go what `player` has in hand: turns it (RULES 4.4), opens the drop
    /// (6.1, 6.2), makes a pending second ring ready (7.6). The owner of the
    /// board moves the hourglass, drops an automatic ring, and calls
    /// [`Turns::finish_release`] with what this returns: whether the release was late.
    pub fn release(&mut self, player: Player) -> bool {
        if let Some(number) = self.hand[player].take()
            && self.settings.level.has_sand()
        {
            let sand = &mut self.sand[player][usize::from(number)];
            *sand = sand.turned(self.settings.hourglass[player], self.now);
        }
        self.drop = Some(OpenDrop {
            mover: player,
            released: self.now,
        });
        for who in Player::BOTH {
            self.second[who].ready = false;
        }
        let second = &mut self.second[player];
        second.ready = std::mem::take(&mut second.pending);
        std::mem::take(&mut self.late[player])
    }

    /// What follows from a release: a late opponent puts back (RULES 7.4) and
    /// the turn goes over (4.7), unless the release was itself late.
    pub fn finish_release(
        &mut self,
        player: Player,
        late: bool,
        table: &impl Table,
        log: &mut Vec<Entry>,
    ) {
        if self.late[player.opponent()] {
            self.put_back(player.opponent(), log);
        }
        if late {
            self.settle(table, log);
        } else {
            self.next_turn(player.opponent(), table, log);
        }
    }

    /// Takes a ring from `player`'s holder into the open drop, which closes.
    pub fn drop_ring(&mut self, player: Player) {
        self.rings[player] -= 1;
        self.drop = None;
    }

    /// Takes a ring from `player`'s holder as his second ring.
    pub fn use_second(&mut self, player: Player) {
        self.rings[player] -= 1;
        self.second[player].ready = false;
    }

    /// Turns the move timer on whoever is on turn (RULES 7.1).
    pub fn turn_timer(&mut self, player: Player, log: &mut Vec<Entry>) {
        self.timer = MoveTimer {
            runs_out: Some(self.now + self.settings.timer),
            turn: self.turn_number,
        };
        self.note(Happening::TimerTurned(player), log);
    }

    /// Gives up `player`'s rights in the last ring (RULES 8.2).
    pub fn decline(&mut self, player: Player) {
        self.declined[player] = true;
    }

    /// Ends the game (RULES 8): hands are put back, rights lapse.
    pub fn end(&mut self, outcome: Outcome, log: &mut Vec<Entry>) {
        for player in Player::BOTH {
            self.put_back(player, log);
        }
        self.drop = None;
        self.second = PerPlayer::default();
        self.phase = Phase::Over(outcome);
        self.event(Event::Over(outcome.winner), log);
    }

    /// Looks whether the player on turn can still move, and whether the game
    /// or the last ring is at its end (RULES 5.3, 8.1, 8.2). To be called after
    /// every input.
    pub fn settle(&mut self, table: &impl Table, log: &mut Vec<Entry>) {
        match self.phase {
            Phase::Playing => {
                if self.can_move(self.on_turn, table) {
                    return;
                }
                if !self.can_move(self.on_turn.opponent(), table) {
                    return self.stop_moving(table, log);
                }
                self.pass(self.on_turn, log);
                self.next_turn(self.on_turn.opponent(), table, log);
            }
            Phase::LastRing { .. } => self.end_without_rights(table, log),
            Phase::Over(_) => {}
        }
    }

    fn pass(&mut self, player: Player, log: &mut Vec<Entry>) {
        self.put_back(player, log); // RULES 5.4
        self.event(Event::Pass(player), log);
    }

    /// RULES 5.2.
    fn next_turn(&mut self, mut next: Player, table: &impl Table, log: &mut Vec<Entry>) {
        let can = PerPlayer::from_fn(|player| self.can_move(player, table));
        if !can.red && !can.black {
            return self.stop_moving(table, log);
        }
        loop {
            if self.owed[next] > 0 {
                self.owed[next] -= 1;
                self.event(Event::Skip(next), log);
            } else if !can[next] {
                self.pass(next, log);
            } else {
                break;
            }
            next = next.opponent();
        }
        self.on_turn = next;
        self.turn_number += 1;
        self.late[next] = false; // RULES 7.4
        self.event(Event::Turn(next), log);
    }

    /// Neither player can move (RULES 8.1, 8.2).
    fn stop_moving(&mut self, table: &impl Table, log: &mut Vec<Entry>) {
        for player in Player::BOTH {
            self.put_back(player, log); // RULES 5.4
        }
        self.phase = Phase::LastRing { since: self.now };
        if Player::BOTH
            .iter()
            .any(|&player| self.has_last_right(player, table))
        {
            self.event(Event::LastRing, log);
        } else {
            self.end_by_count(log);
        }
    }

    fn end_without_rights(&mut self, table: &impl Table, log: &mut Vec<Entry>) {
        if !Player::BOTH
            .iter()
            .any(|&player| self.has_last_right(player, table))
        {
            self.end_by_count(log);
        }
    }

    /// RULES 8.4, 8.5.
    fn end_by_count(&mut self, log: &mut Vec<Entry>) {
        let outcome = match self.rings.red.cmp(&self.rings.black) {
            std::cmp::Ordering::Less => Outcome {
                winner: Some(Player::Red),
                by: Reason::Rings,
            },
            std::cmp::Ordering::Greater => Outcome {
                winner: Some(Player::Black),
                by: Reason::Rings,
            },
            std::cmp::Ordering::Equal if !self.settings.level.has_sand() => Outcome {
                winner: None,
                by: Reason::Rings,
            },
            std::cmp::Ordering::Equal => Outcome {
                winner: winner_by_time(&self.sand_ends()),
                by: Reason::Time,
            },
        };
        self.end(outcome, log);
    }

    fn run_out(&mut self, hourglass: Hourglass, log: &mut Vec<Entry>) {
        self.sand[hourglass.owner][usize::from(hourglass.number)] = Sand::Out { at: self.now };
        self.event(Event::HourglassOut(hourglass), log);
        if self.in_hand(hourglass.owner) == Some(hourglass) {
            self.put_back(hourglass.owner, log); // RULES 4.6
        }
    }

    /// RULES 7.3 to 7.6.
    fn timer_out(&mut self, table: &impl Table, log: &mut Vec<Entry>) {
        let caught = self.timer_aimed_at();
        self.timer.runs_out = None;
        self.event(Event::TimerOut(caught), log);
        let Some(player) = caught else { return };
        let started = self.hand[player].is_some();
        if started {
            self.late[player] = true;
            self.event(Event::Late(player), log);
        } else {
            self.event(Event::TurnLost(player), log);
        }
        match self.settings.penalty {
            Penalty::Turn => self.owed[player] += 1,
            Penalty::Rings if started => self.second[player.opponent()].pending = true,
            Penalty::Rings => {}
        }
        self.next_turn(player.opponent(), table, log);
    }

    fn event(&self, event: Event, log: &mut Vec<Entry>) {
        self.note(Happening::Event(event), log);
    }

    fn note(&self, what: Happening, log: &mut Vec<Entry>) {
        log.push(Entry { at: self.now, what });
    }
}
