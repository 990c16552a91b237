//! What is said near the board: what happened, and why something was refused.

use slint::{ComponentHandle, SharedString};

use super::view::name_of;
use crate::rules::{Event, Game, Happening, Penalty, Player, Refusal, RingKind, Space};
use crate::session::Session;
use crate::ui::{AppWindow, Notice, Texts};

/// One line to say.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    notice: Notice,
    who: Option<Player>,
    place: Option<Space>,
    refusal: bool,
}

impl Told {
    fn new(notice: Notice) -> Told {
        Told {
            notice,
            who: None,
            place: None,
            refusal: false,
        }
    }

    fn of(notice: Notice, who: Player) -> Told {
        Told {
            who: Some(who),
            ..Told::new(notice)
        }
    }

    fn at(notice: Notice, who: Player, place: Space) -> Told {
        Told {
            place: Some(place),
            ..Told::of(notice, who)
        }
    }

    /// An input was taken back.
    pub fn undone() -> Told {
        Told::new(Notice::Undone)
    }

    /// An input was done again.
    pub fn redone() -> Told {
        Told::new(Notice::Redone)
    }

    /// The machine slept.
    pub fn slept() -> Told {
        Told::new(Notice::Slept)
    }

    /// An input was refused.
    pub fn refused(refusal: Refusal) -> Told {
        let told = match refusal {
            Refusal::NotOnTurn(player) => Told::of(Notice::NotOnTurn, player),
            Refusal::HandFull(player) => Told::of(Notice::HandFull, player),
            Refusal::NotThere(player) => Told::of(Notice::NotThere, player),
            Refusal::IsOut => Told::new(Notice::IsOut),
            Refusal::Blocked => Told::new(Notice::Blocked),
            Refusal::IdleFirst => Told::new(Notice::IdleFirst),
            Refusal::ReserveFirst => Told::new(Notice::ReserveFirst),
            Refusal::NotNeighbour(at) => Told {
                place: Some(at),
                ..Told::new(Notice::NotNeighbour)
            },
            Refusal::Occupied(at) => Told {
                place: Some(at),
                ..Told::new(Notice::Occupied)
            },
            Refusal::Full(at) => Told {
                place: Some(at),
                ..Told::new(Notice::Full)
            },
            Refusal::NoRight(player) => Told::of(Notice::NoRight, player),
            Refusal::NoRing(player) => Told::of(Notice::NoRing, player),
            Refusal::StealTooEarly(_) => Told::new(Notice::StealTooEarly),
            Refusal::NoTimer => Told::new(Notice::NoTimer),
            Refusal::TimerOwnTurn => Told::new(Notice::TimerOwnTurn),
            Refusal::TimerRuns => Told::new(Notice::TimerRuns),
            Refusal::LastRing => Told::new(Notice::LastRingOnly),
            Refusal::NothingToUndo => Told::new(Notice::NothingToUndo),
            Refusal::UndoNeedsPause => Told::new(Notice::UndoNeedsPause),
            Refusal::Paused | Refusal::TimeStands(_) => Told::new(Notice::Paused),
            Refusal::GameOver => Told::new(Notice::Over),
            Refusal::TimePast(_)
            | Refusal::NotPaused
            | Refusal::HandEmpty(_)
            | Refusal::NothingToDecline(_) => Told::new(Notice::Other),
        };
        Told {
            refusal: true,
            ..told
        }
    }

    /// Whether it says why something was refused.
    pub fn is_refusal(&self) -> bool {
        self.refusal
    }

    /// The line itself.
    pub fn text(&self, window: &AppWindow, session: &Session) -> SharedString {
        let who = match (self.who, self.notice) {
            (Some(player), _) => name_of(window, session, player),
            (None, Notice::StealTooEarly) => {
                let mover = session
                    .game()
                    .open_drop()
                    .map_or(Player::Red, |(_, mover)| mover);
                name_of(window, session, mover)
            }
            (None, _) => SharedString::new(),
        };
        let place = self
            .place
            .map(|space| slint::format!("{space}"))
            .unwrap_or_default();
        window
            .global::<Texts>()
            .invoke_notice(self.notice, who, place, SharedString::new())
    }
}

/// What to say of all that the log has from entry `from` on: what changes most
/// for the players, and of equals the latest.
pub fn most_telling(game: &Game, from: usize) -> Option<Told> {
    let weighed = game.log().get(from..)?.iter().filter_map(|entry| {
        Some(match entry.what {
            Happening::Event(event) => match event {
                Event::LastRing => (6, Told::new(Notice::LastRing)),
                Event::Late(player) => (5, Told::of(late(game), player)),
                Event::TurnLost(player) => (5, Told::of(lost(game), player)),
                Event::Skip(player) => (4, Told::of(Notice::Skip, player)),
                Event::Pass(player) => (4, Told::of(Notice::Pass, player)),
                Event::HourglassOut(hourglass) => {
                    let place = game.board().place(hourglass).space()?;
                    (3, Told::at(Notice::HourglassOut, hourglass.owner, place))
                }
                Event::TimerOut(_) | Event::Turn(_) | Event::Over(_) => return None,
            },
            Happening::Ring {
                player,
                at,
                kind: RingKind::Steal,
                ..
            } => (2, Told::at(Notice::Stolen, player, at)),
            Happening::Ring {
                player,
                at,
                kind: RingKind::Second,
                ..
            } => (2, Told::at(Notice::SecondRing, player, at)),
            _ => return None,
        })
    });
    weighed
        .max_by_key(|&(weight, _)| weight)
        .map(|(_, told)| told)
}

fn late(game: &Game) -> Notice {
    match game.settings().penalty {
        Penalty::Turn => Notice::LateTurn,
        Penalty::Rings => Notice::LateRings,
    }
}

fn lost(game: &Game) -> Notice {
    match game.settings().penalty {
        Penalty::Turn => Notice::TurnLostSkip,
        Penalty::Rings => Notice::TurnLost,
    }
}
