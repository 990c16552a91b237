//! Which cue at which instant of game time: a function of the game and of what
//! the player wants to hear. Nothing here ticks, nothing knows a device.
//!
//! ```
//! use tamsk::rules::{Game, Input, Level, Millis, Place, Player, Settings};
//! use tamsk::sound::cues::{Cue, CueKind, CueSettings, Due, upcoming};
//!
//! let mut game = Game::new(Settings::at_level(Level::Two));
//! let (d1, d2) = ("D1".parse().unwrap(), "D2".parse().unwrap());
//! game.apply(Millis(1_000), Input::Lift { player: Player::Red, from: Place::On(d1) })?;
//! game.apply(Millis(2_000), Input::Release { player: Player::Red, to: d2 })?;
//! // The sand passes 30 s two and a half minutes after the release.
//! let cue = Cue::of(CueKind::SandLow, Player::Red);
//! let first = upcoming(&game, &CueSettings::default(), game.now())[0];
//! assert_eq!(first, Due { at: Millis(152_000), cue });
//! # Ok::<(), tamsk::rules::Refusal>(())
//! ```
//!
//! Who gives way to whom:
//!
//! 1. Expiries (an hourglass, the move timer), the last ring and the result
//!    give way to nothing.
//! 2. Of all that is in its last five seconds only what runs out first is
//!    counted down. Equals are counted down together; the move timer gives way
//!    to an hourglass that runs out at the same instant. It is counted down
//!    only while it is aimed at somebody.
//! 3. A threshold is not told within [`CLEAR`] of a countdown or an expiry; the
//!    first threshold not within as much of the second one.
//! 4. Of what the turn machine does at one instant only the weightiest is
//!    told: result, last ring, a turn missed, a turn begun.
//! 5. What a hand does always sounds, softly.

use crate::rules::{
    Entry, Event, Game, Happening, Hourglass, Level, Millis, Player, RingKind, Sand,
};

/// The last seconds, each of which is told.
pub const COUNTDOWN: u64 = 5;

/// A threshold stays this far away from whatever is more urgent.
pub const CLEAR: Millis = Millis(150);

/// A cue that is later than this is dropped.
pub const LATE: Millis = Millis(150);

/// The kinds of cues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CueKind {
    /// The sand of an hourglass passes the first threshold (30 s).
    SandLow,
    /// The sand of an hourglass passes the second threshold (10 s).
    SandShort,
    /// One of the last five seconds of an hourglass begins.
    SandTick,
    /// An hourglass runs out.
    SandOut,
    /// The move timer is turned.
    TimerTurned,
    /// One of the last five seconds of the move timer begins.
    TimerTick,
    /// The move timer runs out.
    TimerOut,
    /// An hourglass is lifted.
    Lift,
    /// An hourglass is set down.
    Release,
    /// An hourglass is turned over.
    TurnOver,
    /// A ring is dropped.
    Ring,
    /// A ring is dropped in the place of a forgetful player's.
    Steal,
    /// A turn begins.
    Turn,
    /// A turn is lost, skipped or passed.
    Missed,
    /// Something is refused.
    Refusal,
    /// Game time stops.
    Pause,
    /// Game time runs again.
    Resume,
    /// The last ring begins.
    LastRing,
    /// The game is over.
    Result,
}

impl CueKind {
    /// All of them, the most urgent first, as the settings page has them.
    pub const ALL: [CueKind; 19] = [
        CueKind::SandOut,
        CueKind::SandTick,
        CueKind::SandShort,
        CueKind::SandLow,
        CueKind::TimerOut,
        CueKind::TimerTick,
        CueKind::TimerTurned,
        CueKind::Result,
        CueKind::LastRing,
        CueKind::Missed,
        CueKind::Turn,
        CueKind::Steal,
        CueKind::Ring,
        CueKind::Lift,
        CueKind::Release,
        CueKind::TurnOver,
        CueKind::Refusal,
        CueKind::Pause,
        CueKind::Resume,
    ];

    /// The word that the settings file has for it.
    pub const fn word(self) -> &'static str {
        match self {
            CueKind::SandLow => "sand-low",
            CueKind::SandShort => "sand-short",
            CueKind::SandTick => "sand-countdown",
            CueKind::SandOut => "sand-out",
            CueKind::TimerTurned => "timer-turned",
            CueKind::TimerTick => "timer-countdown",
            CueKind::TimerOut => "timer-out",
            CueKind::Lift => "lift",
            CueKind::Release => "release",
            CueKind::TurnOver => "turn-over",
            CueKind::Ring => "ring",
            CueKind::Steal => "steal",
            CueKind::Turn => "turn",
            CueKind::Missed => "turn-missed",
            CueKind::Refusal => "refusal",
            CueKind::Pause => "pause",
            CueKind::Resume => "resume",
            CueKind::LastRing => "last-ring",
            CueKind::Result => "result",
        }
    }

    /// The kind with that word.
    pub fn from_word(word: &str) -> Option<CueKind> {
        CueKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether something has run out: what must not be missed.
    pub const fn is_expiry(self) -> bool {
        matches!(self, CueKind::SandOut | CueKind::TimerOut)
    }

    /// Where it stands among what the turn machine does at one instant.
    const fn weight(self) -> Option<u8> {
        match self {
            CueKind::Result => Some(4),
            CueKind::LastRing => Some(3),
            CueKind::Missed => Some(2),
            CueKind::Turn => Some(1),
            _ => None,
        }
    }

    /// How urgent a warning is (rule 3); `None` for what takes no part in that.
    const fn urgency(self) -> Option<u8> {
        match self {
            CueKind::SandOut | CueKind::TimerOut | CueKind::SandTick | CueKind::TimerTick => {
                Some(3)
            }
            CueKind::SandShort => Some(2),
            CueKind::SandLow => Some(1),
            _ => None,
        }
    }
}

/// Something to be heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cue {
    /// What.
    pub kind: CueKind,
    /// Whom it is about; it sounds at his pitch, from where he sits.
    pub player: Option<Player>,
}

impl Cue {
    /// A cue about `player`.
    pub const fn of(kind: CueKind, player: Player) -> Cue {
        Cue {
            kind,
            player: Some(player),
        }
    }

    /// A cue about nobody.
    pub const fn common(kind: CueKind) -> Cue {
        Cue { kind, player: None }
    }
}

/// A cue and the instant of game time at which it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Due {
    /// When.
    pub at: Millis,
    /// What.
    pub cue: Cue,
}

/// What the players want to hear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CueSettings {
    /// The first threshold, that of [`CueKind::SandLow`].
    pub first: Millis,
    /// The second threshold, that of [`CueKind::SandShort`].
    pub second: Millis,
    /// The kinds that are silent, a bit each.
    silent: u32,
}

impl CueSettings {
    /// The least and the most that a threshold may be.
    pub const THRESHOLDS: (Millis, Millis) = (Millis::from_secs(5), Millis::from_secs(120));

    /// Whether cues of this kind are wanted.
    pub const fn has(&self, kind: CueKind) -> bool {
        self.silent & (1 << kind as u32) == 0
    }

    /// With cues of this kind, or without.
    #[must_use]
    pub const fn with(mut self, kind: CueKind, wanted: bool) -> CueSettings {
        let bit = 1 << kind as u32;
        if wanted {
            self.silent &= !bit;
        } else {
            self.silent |= bit;
        }
        self
    }
}

impl Default for CueSettings {
    /// All but [`CueKind::Turn`]; 30 and 10 s.
    fn default() -> CueSettings {
        CueSettings {
            first: Millis::from_secs(30),
            second: Millis::from_secs(10),
            silent: 0,
        }
        .with(CueKind::Turn, false)
    }
}

/// What is heard of what happened: of `entries`, which are a part of the log of
/// a game at `level` that is cut between instants.
pub fn of_log(entries: &[Entry], level: Level, settings: &CueSettings) -> Vec<Due> {
    let mut dues = Vec::new();
    for instant in entries.chunk_by(|a, b| a.at == b.at) {
        of_instant(instant, level, settings, &mut dues);
    }
    dues
}

fn of_instant(entries: &[Entry], level: Level, settings: &CueSettings, dues: &mut Vec<Due>) {
    let from = dues.len();
    let mut put = |at: Millis, cue: Cue| {
        let due = Due { at, cue };
        if settings.has(cue.kind) && !dues.contains(&due) {
            dues.push(due);
        }
    };
    // A hand is emptied by the rules, not by its player, where one of these is.
    let by_rules = entries.iter().any(|entry| {
        matches!(
            entry.what,
            Happening::Event(
                Event::HourglassOut(_) | Event::Pass(_) | Event::LastRing | Event::Over(_)
            ) | Happening::Released { .. }
        )
    });
    for &Entry { at, what } in entries {
        match what {
            Happening::Lifted(hourglass) => put(at, Cue::of(CueKind::Lift, hourglass.owner)),
            Happening::PutBack(hourglass) => {
                if !by_rules {
                    put(at, Cue::of(CueKind::Release, hourglass.owner));
                }
            }
            Happening::Released { hourglass, .. } => {
                put(at, Cue::of(CueKind::Release, hourglass.owner));
                if level.has_sand() {
                    put(at, Cue::of(CueKind::TurnOver, hourglass.owner));
                }
            }
            Happening::Ring { player, kind, .. } => put(
                at,
                Cue::of(
                    match kind {
                        RingKind::Steal => CueKind::Steal,
                        RingKind::Drop | RingKind::Second => CueKind::Ring,
                    },
                    player,
                ),
            ),
            Happening::TimerTurned(player) => put(at, Cue::of(CueKind::TimerTurned, player)),
            Happening::Event(event) => put(at, of_event(event)),
        }
    }
    // Rule 4.
    let weightiest = dues[from..]
        .iter()
        .filter_map(|due| due.cue.kind.weight())
        .max();
    let mut index = 0;
    dues.retain(|due| {
        index += 1;
        index <= from || due.cue.kind.weight().is_none_or(|w| Some(w) == weightiest)
    });
}

const fn of_event(event: Event) -> Cue {
    let kind = match event {
        Event::HourglassOut(_) => CueKind::SandOut,
        Event::TimerOut(_) => CueKind::TimerOut,
        Event::Late(_) | Event::TurnLost(_) | Event::Skip(_) | Event::Pass(_) => CueKind::Missed,
        Event::Turn(_) => CueKind::Turn,
        Event::LastRing => CueKind::LastRing,
        Event::Over(_) => CueKind::Result,
    };
    Cue {
        kind,
        player: event.player(),
    }
}

/// What will be heard after the instant `after`, of which the game is not more
/// than [`CLEAR`] ahead, if nobody does anything: to the end of the game, in
/// order. Nothing while the game is paused or over.
pub fn upcoming(game: &Game, settings: &CueSettings, after: Millis) -> Vec<Due> {
    if game.turns().is_paused() || game.turns().is_over() {
        return Vec::new();
    }
    let level = game.settings().level;
    let mut ahead = game.clone();
    // What was told just now still keeps a threshold away.
    let mut from = after.saturating_sub(CLEAR);
    let mut dues: Vec<Due> = Hourglass::all()
        .filter_map(|hourglass| {
            let sand = game.turns().sand(hourglass);
            let at = sand.out_at().filter(|&at| sand.is_out() && at > from)?;
            let cue = Cue::of(CueKind::SandOut, hourglass.owner);
            settings.has(cue.kind).then_some(Due { at, cue })
        })
        .collect();
    loop {
        let next = ahead.next_due();
        warnings(&ahead, settings, from, next, &mut dues);
        let Some(next) = next else { break };
        let heard = ahead.log().len();
        ahead.advance(next);
        dues.extend(of_log(&ahead.log()[heard..], level, settings));
        from = next;
    }
    give_way(&mut dues);
    dues.retain(|due| due.at > after);
    dues
}

/// The countdowns and thresholds after `from`, up to and with `until`, before
/// which nothing happens.
fn warnings(
    game: &Game,
    settings: &CueSettings,
    from: Millis,
    until: Option<Millis>,
    dues: &mut Vec<Due>,
) {
    let turns = game.turns();
    let mut put = |left: Millis, out: Millis, turned: Millis, cue: Cue| {
        let Some(at) = out.0.checked_sub(left.0).map(Millis) else {
            return;
        };
        let due = Due { at, cue };
        if at > from
            && at > turned
            && until.is_none_or(|until| at <= until)
            && settings.has(cue.kind)
            && !dues.contains(&due)
        {
            dues.push(due);
        }
    };
    let running = || {
        Hourglass::all().filter_map(move |hourglass| match turns.sand(hourglass) {
            sand @ Sand::Running { turned, .. } => Some((hourglass.owner, turned, sand.out_at()?)),
            Sand::Idle | Sand::Out { .. } => None,
        })
    };
    for (owner, turned, out) in running() {
        put(
            settings.first,
            out,
            turned,
            Cue::of(CueKind::SandLow, owner),
        );
        put(
            settings.second,
            out,
            turned,
            Cue::of(CueKind::SandShort, owner),
        );
    }
    // Rule 2.
    let first_out = running().map(|(_, _, out)| out).min();
    let timer = turns.timer_aimed_at().zip(turns.timer_out_at());
    let timer = timer.filter(|(_, out)| first_out.is_none_or(|first| *out < first));
    for left in (1..=COUNTDOWN).map(Millis::from_secs) {
        if let Some((aimed, out)) = timer {
            let turned = out.saturating_sub(game.settings().timer);
            put(left, out, turned, Cue::of(CueKind::TimerTick, aimed));
            continue;
        }
        for (owner, turned, out) in running().filter(|&(_, _, out)| Some(out) == first_out) {
            put(left, out, turned, Cue::of(CueKind::SandTick, owner));
        }
    }
}

/// Rule 3; puts the cues in order.
fn give_way(dues: &mut Vec<Due>) {
    dues.sort_by_key(|due| due.at);
    let all = dues.clone();
    dues.retain(|due| {
        let Some(urgency) = due.cue.kind.urgency() else {
            return true;
        };
        !all.iter().any(|other| {
            other.cue.kind.urgency() > Some(urgency) && other.at.0.abs_diff(due.at.0) <= CLEAR.0
        })
    });
}

/// Follows a game: says what is new to be heard, and when the rest is due.
#[derive(Debug, Clone, Default)]
pub struct Follower {
    heard: usize,
    /// What the plan was made of.
    seen: Option<(usize, bool, CueSettings)>,
}

/// What a [`Follower`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// What has happened since the last look.
    pub happened: Vec<Due>,
    /// What is due from now on, where that has changed.
    pub plan: Option<Vec<Due>>,
}

impl Follower {
    /// Follows `game` from here on: what has happened before is not told.
    pub fn from_here(game: &Game) -> Follower {
        Follower {
            heard: game.log().len(),
            seen: None,
        }
    }

    /// Looks at the game. Whoever follows looks after each input.
    pub fn look(&mut self, game: &Game, settings: &CueSettings) -> Found {
        let from = self.heard.min(game.log().len());
        self.heard = game.log().len();
        let happened = of_log(&game.log()[from..], game.settings().level, settings);
        let runs = !game.turns().is_paused() && !game.turns().is_over();
        let seen = Some((game.history().len(), runs, *settings));
        let plan = (self.seen != seen).then(|| upcoming(game, settings, game.now()));
        self.seen = seen;
        Found { happened, plan }
    }
}

/// Begins each cue once, and none too late.
#[derive(Debug, Clone, Default)]
pub struct Scheduler {
    pending: Vec<Due>,
    /// What has begun lately.
    begun: Vec<Due>,
}

/// What began earlier than this can't be begun again by a new plan.
const REMEMBERED: Millis = Millis(2_000);

impl Scheduler {
    /// A new plan takes the place of what is pending. What fell due within
    /// [`LATE`] before `now` and has not begun stays.
    pub fn replace(&mut self, now: Millis, plan: &[Due]) {
        self.pending
            .retain(|due| due.at <= now && due.at + LATE >= now);
        for &due in plan {
            if !self.pending.contains(&due) && !self.begun.contains(&due) {
                let after = self.pending.partition_point(|other| other.at <= due.at);
                self.pending.insert(after, due);
            }
        }
    }

    /// Takes a cue that has happened at or before `now` out of the plan, to be
    /// played at once; false if it has begun already or comes too late.
    pub fn claim(&mut self, due: Due, now: Millis) -> bool {
        self.pending.retain(|other| *other != due);
        if due.at + LATE < now || self.begun.contains(&due) {
            return false;
        }
        self.begun.push(due);
        true
    }

    /// Nothing is pending any more: a pause.
    pub fn clear(&mut self) {
        self.pending.clear();
    }

    /// Nothing is pending, nothing has begun: another game, or time went back.
    pub fn forget(&mut self) {
        self.pending.clear();
        self.begun.clear();
    }

    /// Whether nothing is pending.
    pub fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    /// Begins what is due at or before `until`. What is more than [`LATE`] late
    /// at `now` is dropped.
    pub fn begin(&mut self, now: Millis, until: Millis) -> Vec<Due> {
        let due = self.pending.partition_point(|due| due.at <= until);
        if due == 0 {
            return Vec::new();
        }
        let mut begins: Vec<Due> = self.pending.drain(..due).collect();
        begins.retain(|due| due.at + LATE >= now);
        self.begun.retain(|due| due.at + REMEMBERED >= now);
        self.begun.extend(&begins);
        begins
    }
}

#[cfg(test)]
mod tests;
