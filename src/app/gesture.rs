//! From pointer and keys to inputs: what a press on the board means.
//!
//! Pure: positions in steps between neighbours from D4 (see
//! [`Space::position`]), inputs out. A press acts at once wherever a press is
//! what counts; an hourglass is lifted by it, so that a drag and a tap begin alike.
//! Each finger has a press of its own, and the mouse is one of them: both players
//! may drag at once, and nobody's tap lets go what another finger holds.

use crate::rules::{Game, Hourglass, Input, Place, Player, RingKind, Space};
use crate::touch::{Finger, space_at};

/// A pointer that moves further than this drags, in steps.
const DRAG: f32 = 0.22;

/// A press that has not ended.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    finger: Finger,
    hourglass: Hourglass,
    /// Whether this press lifted it.
    lifted: bool,
    from: (f32, f32),
    at: (f32, f32),
    moved: bool,
}

/// What the fingers on the board are doing.
#[derive(Debug, Clone, Default)]
pub struct BoardGesture {
    /// At most one of each finger, and of each hourglass.
    presses: Vec<Press>,
    /// Who tapped his holder to put a second ring, and has not yet.
    armed: Option<Player>,
}

/// Inputs to take one after the other, until one is refused.
pub type Inputs = Vec<Input>;

impl BoardGesture {
    /// Who is about to put his second ring.
    pub fn armed(&self) -> Option<Player> {
        self.armed
    }

    /// Makes `player` choose a space for his second ring, or none any more.
    pub fn arm(&mut self, player: Option<Player>) {
        self.armed = player;
    }

    /// Where the finger is that `hourglass` follows; `None` where it follows none.
    pub fn dragged(&self, game: &Game, hourglass: Hourglass) -> Option<(f32, f32)> {
        let press = self.press_on(hourglass).filter(|press| press.moved)?;
        is_held(game, hourglass).then_some(press.at)
    }

    /// `finger` went down.
    pub fn pressed(&mut self, finger: Finger, game: &Game, across: f32, up: f32) -> Inputs {
        // What it pressed before ended without a word.
        self.take_press(finger);
        let Some(space) = space_at(across, up) else {
            return Inputs::new();
        };
        let inputs = self.tap(game, space);
        let held_there = Player::BOTH.into_iter().find_map(|player| {
            game.turns()
                .in_hand(player)
                .filter(|&h| game.board().place(h) == Place::On(space))
        });
        match (inputs.as_slice(), held_there) {
            // On its own hourglass in hand: a drag begins, or it is put back at the release.
            ([Input::PutBack { .. }], Some(hourglass)) => {
                self.begin(finger, hourglass, false, (across, up));
                return Inputs::new();
            }
            (
                &[
                    ..,
                    Input::Lift {
                        player,
                        from: Place::On(from),
                    },
                ],
                _,
            ) => {
                if let Some(hourglass) = standing(game, player, from) {
                    self.begin(finger, hourglass, true, (across, up));
                }
            }
            _ => {}
        }
        inputs
    }

    fn begin(&mut self, finger: Finger, hourglass: Hourglass, lifted: bool, at: (f32, f32)) {
        // An older press on it is about an earlier lift.
        self.presses.retain(|press| press.hourglass != hourglass);
        self.presses.push(Press {
            finger,
            hourglass,
            lifted,
            from: at,
            at,
            moved: false,
        });
    }

    fn press_on(&self, hourglass: Hourglass) -> Option<&Press> {
        self.presses
            .iter()
            .find(|press| press.hourglass == hourglass)
    }

    fn take_press(&mut self, finger: Finger) -> Option<Press> {
        let i = self
            .presses
            .iter()
            .position(|press| press.finger == finger)?;
        Some(self.presses.remove(i))
    }

    /// `finger` moved. Returns whether that shows.
    pub fn moved(&mut self, finger: Finger, across: f32, up: f32) -> bool {
        let Some(press) = self.presses.iter_mut().find(|p| p.finger == finger) else {
            return false;
        };
        press.at = (across, up);
        let (x, y) = press.from;
        press.moved |= (x - across).hypot(y - up) > DRAG;
        press.moved
    }

    /// `finger` went up.
    pub fn released(&mut self, finger: Finger, game: &Game, across: f32, up: f32) -> Inputs {
        self.moved(finger, across, up);
        let Some(press) = self.take_press(finger) else {
            return Inputs::new();
        };
        let player = press.hourglass.owner;
        if !is_held(game, press.hourglass) {
            // It ran out, or was put back by the rules, in the meantime.
            return Inputs::new();
        }
        let target =
            space_at(across, up).filter(|&to| game.board().place(press.hourglass) != Place::On(to));
        match target {
            Some(to) if press.moved => vec![Input::Release { player, to }],
            None if press.moved => vec![Input::PutBack { player }],
            _ if !press.lifted => vec![Input::PutBack { player }],
            _ => Inputs::new(),
        }
    }

    /// The system took `finger` away. What it held goes back, but for a paused
    /// game, in which nothing moves: there it stays in hand.
    pub fn cancelled(&mut self, finger: Finger, game: &Game) -> Inputs {
        match self.take_press(finger) {
            Some(press) if is_held(game, press.hourglass) && !game.turns().is_paused() => {
                vec![Input::PutBack {
                    player: press.hourglass.owner,
                }]
            }
            _ => Inputs::new(),
        }
    }

    /// What a tap on `space` means, by finger, key or screen reader. What a
    /// finger has hold of is not for others to let go.
    pub fn tap(&mut self, game: &Game, space: Space) -> Inputs {
        if let Some(player) = self.armed.take() {
            return vec![Input::Ring { player, at: space }];
        }
        // The ring mark: the mover's first, else who may steal.
        if let Some((at, mover)) = game.open_drop()
            && at == space
        {
            for player in [mover, mover.opponent()] {
                if game.check_ring(player, at).is_ok() {
                    return vec![Input::Ring { player, at }];
                }
            }
        }
        let turns = game.turns();
        let stands = game.board().standing_on(space);
        let first = turns.on_turn().unwrap_or(Player::Red);
        let in_hands = [first, first.opponent()]
            .map(|p| turns.in_hand(p))
            .into_iter()
            .flatten();
        let holders = in_hands.filter(|&held| self.press_on(held).is_none());
        for held in holders.clone() {
            if game.board().place(held) == Place::On(space) {
                return vec![Input::PutBack { player: held.owner }];
            }
            if game.board().targets(held).contains(space) {
                return vec![Input::Release {
                    player: held.owner,
                    to: space,
                }];
            }
        }
        if let Some(own) = stands.filter(|h| Some(h.owner) == turns.on_turn()) {
            let player = own.owner;
            let lift = Input::Lift {
                player,
                from: Place::On(space),
            };
            return match turns.in_hand(player) {
                None => vec![lift],
                // The finger on the one in hand is dragging it, or is on this one too.
                Some(held) if held == own || self.press_on(held).is_some_and(|p| p.moved) => {
                    Inputs::new()
                }
                Some(_) => vec![Input::PutBack { player }, lift],
            };
        }
        match holders.clone().next() {
            // Refused, or under the printed rule lost (RULES 4.5): the rules decide.
            Some(held) => vec![Input::Release {
                player: held.owner,
                to: space,
            }],
            None => match stands {
                // Refused with the reason.
                Some(h) => vec![Input::Lift {
                    player: h.owner,
                    from: Place::On(space),
                }],
                None => Inputs::new(),
            },
        }
    }

    /// What a tap on `player`'s holder means. A second ring without an open
    /// drop waits for a space.
    pub fn holder(&mut self, game: &Game, player: Player) -> Inputs {
        if self.armed == Some(player) {
            self.armed = None;
            return Inputs::new();
        }
        if let Some((at, _)) = game.open_drop() {
            match game.check_ring(player, at) {
                Ok(_) => return vec![Input::Ring { player, at }],
                Err(_) if game.turns().second_ring(player).ready => {}
                // Refused with the reason.
                Err(_) => return vec![Input::Ring { player, at }],
            }
        }
        if game.turns().check_second(player).is_ok() {
            self.armed = Some(player);
        }
        Inputs::new()
    }

    /// Forgets what no longer fits the game: a right that lapsed, an hourglass
    /// that is in no hand any more.
    pub fn settle(&mut self, game: &Game) {
        self.presses.retain(|press| is_held(game, press.hourglass));
        if let Some(player) = self.armed
            && game.turns().check_second(player).is_err()
        {
            self.armed = None;
        }
    }
}

/// What a tap on `player`'s reserve means: a lift, or putting back what was
/// lifted from it.
pub fn reserve(game: &Game, player: Player) -> Inputs {
    let held = game.turns().in_hand(player);
    if held.is_some_and(|h| game.board().place(h) == Place::Reserve) {
        vec![Input::PutBack { player }]
    } else {
        vec![Input::Lift {
            player,
            from: Place::Reserve,
        }]
    }
}

/// What a tap on the move timer means: the one who may turn it does.
pub fn move_timer(game: &Game) -> Inputs {
    let on_turn = game.turns().on_turn();
    on_turn
        .map(|player| Input::Timer {
            player: player.opponent(),
        })
        .into_iter()
        .collect()
}

fn is_held(game: &Game, hourglass: Hourglass) -> bool {
    game.turns().in_hand(hourglass.owner) == Some(hourglass)
}

fn standing(game: &Game, player: Player, from: Space) -> Option<Hourglass> {
    game.board().standing_on(from).filter(|h| h.owner == player)
}

/// Whether a tap on `space` would put a ring by the mark on it: whose.
pub fn ring_mark(game: &Game, space: Space) -> Option<(Player, RingKind)> {
    let (at, mover) = game.open_drop()?;
    if at != space {
        return None;
    }
    [mover, mover.opponent()]
        .into_iter()
        .find_map(|player| Some((player, game.check_ring(player, at).ok()?)))
}

#[cfg(test)]
mod tests;
