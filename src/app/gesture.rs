//! From pointer and keys to inputs: what a press on the board means.
//!
//! Pure: positions in steps between neighbours from D4 (see
//! [`Space::position`]), inputs out. A press acts at once wherever a press is
//! what counts; an hourglass is lifted by it, so that a drag and a tap begin alike.

use crate::rules::{Game, Hourglass, Input, Place, Player, RingKind, Space};
use crate::touch::space_at;

/// A pointer that moves further than this drags, in steps.
const DRAG: f32 = 0.22;

/// A press that has not ended.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Press {
    hourglass: Hourglass,
    /// Whether this press lifted it.
    lifted: bool,
    from: (f32, f32),
    at: (f32, f32),
    moved: bool,
}

/// What the one pointer on the board is doing.
#[derive(Debug, Clone, Default)]
pub struct BoardGesture {
    press: Option<Press>,
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

    /// The hourglass that follows the pointer, and where the pointer is.
    pub fn dragged(&self, game: &Game) -> Option<(Hourglass, (f32, f32))> {
        let press = self.press.filter(|press| press.moved)?;
        let held = game.turns().in_hand(press.hourglass.owner) == Some(press.hourglass);
        held.then_some((press.hourglass, press.at))
    }

    /// The pointer went down.
    pub fn pressed(&mut self, game: &Game, across: f32, up: f32) -> Inputs {
        self.press = None;
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
                self.begin(hourglass, false, (across, up));
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
                    self.begin(hourglass, true, (across, up));
                }
            }
            _ => {}
        }
        inputs
    }

    fn begin(&mut self, hourglass: Hourglass, lifted: bool, at: (f32, f32)) {
        self.press = Some(Press {
            hourglass,
            lifted,
            from: at,
            at,
            moved: false,
        });
    }

    /// The pointer moved. Returns whether that shows.
    pub fn moved(&mut self, across: f32, up: f32) -> bool {
        let Some(press) = &mut self.press else {
            return false;
        };
        press.at = (across, up);
        let (x, y) = press.from;
        press.moved |= (x - across).hypot(y - up) > DRAG;
        press.moved
    }

    /// The pointer went up.
    pub fn released(&mut self, game: &Game, across: f32, up: f32) -> Inputs {
        self.moved(across, up);
        let Some(press) = self.press.take() else {
            return Inputs::new();
        };
        let player = press.hourglass.owner;
        if game.turns().in_hand(player) != Some(press.hourglass) {
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

    /// The system took the pointer away.
    pub fn cancelled(&mut self, game: &Game) -> Inputs {
        let Some(press) = self.press.take() else {
            return Inputs::new();
        };
        let player = press.hourglass.owner;
        let held = game.turns().in_hand(player) == Some(press.hourglass);
        if held {
            vec![Input::PutBack { player }]
        } else {
            Inputs::new()
        }
    }

    /// What a tap on `space` means, by finger, key or screen reader.
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
        let holders = [first, first.opponent()]
            .map(|p| turns.in_hand(p))
            .into_iter()
            .flatten();
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

    /// Forgets what no longer fits the game: a right that lapsed.
    pub fn settle(&mut self, game: &Game) {
        if let Some(player) = self.armed
            && game.turns().check_second(player).is_err()
        {
            self.armed = None;
        }
    }
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
mod tests {
    use super::*;
    use crate::rules::{Level, Millis, Settings};

    fn space(name: &str) -> Space {
        name.parse().unwrap()
    }

    /// Takes what the gesture makes of a press and release at `at`.
    fn tap(gesture: &mut BoardGesture, game: &mut Game, at: &str) -> Vec<Input> {
        let (x, y) = space(at).position();
        let mut taken = gesture.pressed(game, x, y);
        for &input in &taken {
            let _ = game.apply(game.now(), input);
        }
        let then = gesture.released(game, x, y);
        for &input in &then {
            let _ = game.apply(game.now(), input);
        }
        taken.extend(then);
        taken
    }

    fn drag(gesture: &mut BoardGesture, game: &mut Game, from: &str, to: (f32, f32)) -> Vec<Input> {
        let (x, y) = space(from).position();
        let mut taken = gesture.pressed(game, x, y);
        for &input in &taken {
            let _ = game.apply(game.now(), input);
        }
        assert!(gesture.moved((x + to.0) / 2.0, (y + to.1) / 2.0));
        let then = gesture.released(game, to.0, to.1);
        for &input in &then {
            let _ = game.apply(game.now(), input);
        }
        taken.extend(then);
        taken
    }

    #[test]
    fn tap_and_tap_moves() {
        let (mut gesture, mut game) = (BoardGesture::default(), Game::new(Settings::default()));
        tap(&mut gesture, &mut game, "D1");
        assert!(game.turns().in_hand(Player::Red).is_some());
        tap(&mut gesture, &mut game, "D2");
        assert_eq!(game.turns().on_turn(), Some(Player::Black));
        // The mark on D2 drops Red's ring.
        tap(&mut gesture, &mut game, "D2");
        assert_eq!(game.turns().rings(Player::Red), 31);
    }

    #[test]
    fn a_second_tap_puts_back_and_another_hourglass_is_taken_instead() {
        let (mut gesture, mut game) = (BoardGesture::default(), Game::new(Settings::default()));
        tap(&mut gesture, &mut game, "D1");
        tap(&mut gesture, &mut game, "D1");
        assert_eq!(game.turns().in_hand(Player::Red), None);
        tap(&mut gesture, &mut game, "D1");
        tap(&mut gesture, &mut game, "A4");
        let held = game.turns().in_hand(Player::Red).unwrap();
        assert_eq!(game.board().place(held), Place::On(space("A4")));
    }

    #[test]
    fn a_drag_moves_and_one_that_ends_nowhere_puts_back() {
        let (mut gesture, mut game) = (BoardGesture::default(), Game::new(Settings::default()));
        drag(&mut gesture, &mut game, "D1", (8.0, 0.0));
        assert_eq!(game.turns().in_hand(Player::Red), None);
        assert_eq!(game.turns().on_turn(), Some(Player::Red));
        drag(&mut gesture, &mut game, "D1", space("D2").position());
        assert_eq!(game.turns().on_turn(), Some(Player::Black));
        assert_eq!(gesture.dragged(&game), None);
    }

    #[test]
    fn a_drag_whose_hourglass_ran_out_does_nothing() {
        let mut settings = Settings::at_level(Level::Two);
        settings.hourglass.red = Millis::from_secs(1);
        settings.start = crate::rules::Start::Reserve;
        let mut game = Game::new(settings);
        let mut gesture = BoardGesture::default();
        for (player, to) in [
            (Player::Red, "D4"),
            (Player::Black, "A1"),
            (Player::Red, "C3"),
            (Player::Black, "A2"),
            (Player::Red, "E3"),
            (Player::Black, "A3"),
        ] {
            game.apply(
                Millis::ZERO,
                Input::Lift {
                    player,
                    from: Place::Reserve,
                },
            )
            .unwrap();
            game.apply(
                Millis::ZERO,
                Input::Release {
                    player,
                    to: space(to),
                },
            )
            .unwrap();
        }
        let (x, y) = space("D4").position();
        for input in gesture.pressed(&game, x, y) {
            game.apply(Millis(500), input).unwrap();
        }
        assert!(gesture.moved(x + 0.5, y));
        assert!(gesture.dragged(&game).is_some());
        game.advance(Millis(1_000));
        assert_eq!(gesture.dragged(&game), None);
        assert_eq!(gesture.released(&game, x + 0.5, y + 0.9), Inputs::new());
    }
}
