//! Taps and drags, by one hand and by two.

use super::*;
use crate::rules::{Level, Millis, Settings};

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

/// Takes what the gesture makes of a press and release at `at`.
fn tap(gesture: &mut BoardGesture, game: &mut Game, at: &str) -> Vec<Input> {
    let (x, y) = space(at).position();
    let mut taken = gesture.pressed(Finger::MOUSE, game, x, y);
    for &input in &taken {
        let _ = game.apply(game.now(), input);
    }
    let then = gesture.released(Finger::MOUSE, game, x, y);
    for &input in &then {
        let _ = game.apply(game.now(), input);
    }
    taken.extend(then);
    taken
}

fn drag(gesture: &mut BoardGesture, game: &mut Game, from: &str, to: (f32, f32)) -> Vec<Input> {
    let (x, y) = space(from).position();
    let mut taken = gesture.pressed(Finger::MOUSE, game, x, y);
    for &input in &taken {
        let _ = game.apply(game.now(), input);
    }
    assert!(gesture.moved(Finger::MOUSE, (x + to.0) / 2.0, (y + to.1) / 2.0));
    let then = gesture.released(Finger::MOUSE, game, to.0, to.1);
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
    assert!(Hourglass::all().all(|h| gesture.dragged(&game, h).is_none()));
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
    for input in gesture.pressed(Finger::MOUSE, &game, x, y) {
        game.apply(Millis(500), input).unwrap();
    }
    assert!(gesture.moved(Finger::MOUSE, x + 0.5, y));
    let held = game.turns().in_hand(Player::Red).unwrap();
    assert_eq!(gesture.dragged(&game, held), Some((x + 0.5, y)));
    game.advance(Millis(1_000));
    assert_eq!(gesture.dragged(&game, held), None);
    assert_eq!(
        gesture.released(Finger::MOUSE, &game, x + 0.5, y + 0.9),
        Inputs::new()
    );
}
const A: Finger = Finger::touch(0);
const B: Finger = Finger::touch(1);

/// A table with two hands on it.
struct Desk {
    game: Game,
    gesture: BoardGesture,
}

impl Desk {
    fn at_level(level: Level) -> Desk {
        Desk {
            game: Game::new(Settings::at_level(level)),
            gesture: BoardGesture::default(),
        }
    }

    fn apply(&mut self, inputs: &[Input]) {
        for &input in inputs {
            let _ = self.game.apply(self.game.now(), input);
        }
        self.gesture.settle(&self.game);
    }

    fn press(&mut self, finger: Finger, at: &str) -> Inputs {
        let (x, y) = space(at).position();
        let inputs = self.gesture.pressed(finger, &self.game, x, y);
        self.apply(&inputs);
        inputs
    }

    fn drag(&mut self, finger: Finger, to: &str) {
        let (x, y) = space(to).position();
        assert!(self.gesture.moved(finger, x, y));
    }

    fn release(&mut self, finger: Finger, at: &str) -> Inputs {
        let (x, y) = space(at).position();
        let inputs = self.gesture.released(finger, &self.game, x, y);
        self.apply(&inputs);
        inputs
    }

    fn held(&self, player: Player) -> Option<Place> {
        let held = self.game.turns().in_hand(player)?;
        Some(self.game.board().place(held))
    }
}

#[test]
fn rule_7_4_a_late_player_and_the_one_on_turn_drag_at_once() {
    let mut desk = Desk::at_level(Level::Three);
    desk.press(A, "D1");
    desk.drag(A, "D2");
    desk.apply(&[Input::Timer {
        player: Player::Black,
    }]);
    desk.game.advance(Millis::from_secs(16));
    assert_eq!(desk.game.turns().on_turn(), Some(Player::Black));
    desk.press(B, "G1");
    desk.drag(B, "F1");
    let dragged = |desk: &Desk| {
        Hourglass::all()
            .filter(|&h| desk.gesture.dragged(&desk.game, h).is_some())
            .count()
    };
    assert_eq!(dragged(&desk), 2);
    // Late, then the one on turn: each lets go his own.
    assert_eq!(
        desk.release(A, "D2"),
        [Input::Release {
            player: Player::Red,
            to: space("D2"),
        }]
    );
    assert_eq!(dragged(&desk), 1);
    assert_eq!(
        desk.release(B, "F1"),
        [Input::Release {
            player: Player::Black,
            to: space("F1"),
        }]
    );
    let stands = |name| desk.game.board().standing_on(space(name)).map(|h| h.owner);
    assert_eq!(stands("D2"), Some(Player::Red));
    assert_eq!(stands("F1"), Some(Player::Black));
}

#[test]
fn nobody_lets_go_what_another_finger_holds() {
    let mut desk = Desk::at_level(Level::Two);
    desk.press(A, "D1");
    // While it rests on the hourglass, and while it drags it.
    for dragged in [false, true] {
        if dragged {
            desk.drag(A, "D2");
        }
        for at in ["D2", "D1", "E2", "D4"] {
            assert_eq!(desk.press(B, at), Inputs::new());
            assert_eq!(desk.release(B, at), Inputs::new());
        }
        assert_eq!(desk.held(Player::Red), Some(Place::On(space("D1"))));
    }
    assert_eq!(desk.press(B, "A4"), Inputs::new());
    // Nor do the keys.
    assert_eq!(desk.gesture.tap(&desk.game, space("E2")), Inputs::new());
    desk.release(A, "D2");
    assert_eq!(desk.game.turns().on_turn(), Some(Player::Black));
}

#[test]
fn a_finger_that_rests_on_one_hourglass_keeps_nobody_from_taking_another() {
    let mut desk = Desk::at_level(Level::Two);
    desk.press(A, "D1");
    desk.press(B, "A4");
    assert_eq!(desk.held(Player::Red), Some(Place::On(space("A4"))));
    assert_eq!(desk.release(A, "D1"), Inputs::new());
    desk.drag(B, "B4");
    desk.release(B, "B4");
    assert_eq!(desk.game.turns().on_turn(), Some(Player::Black));
}

#[test]
fn a_finger_that_is_taken_away_puts_back_only_its_own() {
    let mut desk = Desk::at_level(Level::Two);
    desk.press(A, "D1");
    assert_eq!(desk.gesture.cancelled(B, &desk.game), Inputs::new());
    let player = Player::Red;
    assert_eq!(
        desk.gesture.cancelled(A, &desk.game),
        [Input::PutBack { player }]
    );
}

#[test]
fn rule_9_1_in_a_pause_a_finger_that_goes_leaves_the_hourglass_in_hand() {
    let mut desk = Desk::at_level(Level::Two);
    desk.press(A, "D1");
    desk.drag(A, "D2");
    desk.apply(&[Input::Pause]);
    assert_eq!(desk.gesture.cancelled(A, &desk.game), Inputs::new());
    assert_eq!(desk.held(Player::Red), Some(Place::On(space("D1"))));
}
