//! Red on the left, Black on the right, the board between them.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::rules::Space;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum On {
    Board,
    Red,
    Black,
    Timer,
}

const RED: Point = (60.0, 400.0);
const BLACK: Point = (1220.0, 400.0);
const TIMER: Point = (360.0, 700.0);
const PAUSE: Point = (1240.0, 20.0);
const TABLE: Point = (200.0, 100.0);

fn space(name: &str) -> Point {
    let (across, up) = name.parse::<Space>().unwrap().position();
    (640.0 + across * 80.0, 400.0 - up * 72.0)
}

fn areas() -> Vec<Area<On>> {
    let plane = Plane {
        middle: (640.0, 400.0),
        step: (720.0, 328.0),
    };
    vec![
        Area::own(On::Red, Shape::rect((0.0, 50.0), (150.0, 800.0))),
        Area::own(On::Black, Shape::rect((1130.0, 50.0), (1280.0, 800.0))),
        Area::own(On::Timer, Shape::rect((320.0, 650.0), (400.0, 750.0))),
        Area::own(On::Board, Shape::Board(plane)),
        Area::slint(Shape::rect((0.0, 0.0), (1280.0, 50.0))),
    ]
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A router, and what it has said.
struct Desk {
    router: Router<On>,
    said: Vec<Gesture<On>>,
}

impl Desk {
    fn new() -> Desk {
        let mut router = Router::new();
        router.set_areas(areas(), ms(0));
        Desk {
            router,
            said: Vec::new(),
        }
    }

    fn touch(&mut self, finger: Finger, phase: Phase, at: Point, when: u64) -> Way {
        let way = self.router.touch(Touch {
            finger,
            phase,
            at,
            when: ms(when),
        });
        self.wait(when);
        way
    }

    fn wait(&mut self, until: u64) {
        self.said.extend(self.router.take(ms(until)));
    }

    /// What has been said by `until`: who, on what, what, at which ms.
    fn steps(&mut self, until: u64) -> Vec<(Finger, On, Step, u64)> {
        self.wait(until);
        self.said
            .iter()
            .map(|g| (g.finger, g.target, g.step, g.when.as_millis() as u64))
            .collect()
    }
}

const A: Finger = Finger::touch(0);
const B: Finger = Finger::touch(1);
const C: Finger = Finger::touch(2);

#[test]
fn red_drags_while_black_taps_the_move_timer() {
    let mut desk = Desk::new();
    assert_eq!(desk.touch(A, Phase::Down, space("D1"), 100), Way::Own);
    desk.touch(A, Phase::Move, space("D2"), 150);
    desk.touch(B, Phase::Down, TIMER, 160);
    desk.touch(A, Phase::Move, space("D3"), 170);
    desk.touch(B, Phase::Up, TIMER, 220);
    desk.touch(A, Phase::Up, space("D2"), 300);
    assert_eq!(
        desk.steps(400),
        [
            (A, On::Board, Step::Press, 100),
            (A, On::Board, Step::Move, 150),
            (B, On::Timer, Step::Press, 160),
            (A, On::Board, Step::Move, 170),
            (B, On::Timer, Step::Release, 220),
            (A, On::Board, Step::Release, 300),
        ]
    );
    let d2 = "D2".parse::<Space>().unwrap().position();
    let at = desk.said.last().unwrap().at;
    assert!((at.0 - d2.0).hypot(at.1 - d2.1) < 0.001, "{at:?}");
}

#[test]
fn a_press_waits_until_it_is_sure_and_what_follows_waits_with_it() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 100);
    desk.wait(120);
    desk.touch(B, Phase::Down, TIMER, 200);
    desk.touch(A, Phase::Up, space("D2"), 210);
    assert_eq!(desk.said.len(), 1);
    assert_eq!(desk.router.due(), Some(ms(220)));
    // The timer was turned before the release that ends the turn.
    assert_eq!(
        desk.steps(220)[1..],
        [
            (B, On::Timer, Step::Press, 200),
            (A, On::Board, Step::Release, 210),
        ]
    );
    assert_eq!(desk.router.due(), None);
}

#[test]
fn both_release_in_one_frame_in_the_order_of_their_instants() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 0);
    desk.touch(B, Phase::Down, space("G1"), 30);
    desk.wait(100);
    // The system tells finger by finger.
    for (finger, at, when) in [(A, "D2", 208), (B, "F1", 204)] {
        desk.router.touch(Touch {
            finger,
            phase: Phase::Up,
            at: space(at),
            when: ms(when),
        });
    }
    assert_eq!(
        desk.steps(210)[2..],
        [
            (B, On::Board, Step::Release, 204),
            (A, On::Board, Step::Release, 208),
        ]
    );
}

#[test]
fn a_finger_that_the_system_takes_away_puts_back() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 0);
    desk.touch(A, Phase::Move, space("D2"), 100);
    desk.touch(A, Phase::Cancel, space("D2"), 110);
    assert_eq!(desk.steps(200)[2], (A, On::Board, Step::Cancel, 110));
    // And one whose end was lost, when it comes down again.
    desk.touch(A, Phase::Down, space("D1"), 300);
    desk.wait(400);
    desk.touch(A, Phase::Down, TIMER, 500);
    assert_eq!(
        desk.steps(600)[3..],
        [
            (A, On::Board, Step::Press, 300),
            (A, On::Board, Step::Cancel, 500),
            (A, On::Timer, Step::Press, 500),
        ]
    );
}

#[test]
fn a_palm_does_nothing() {
    let mut desk = Desk::new();
    for (i, at) in [(1130.0, 300.0), (1200.0, 300.0), (1180.0, 400.0), BLACK]
        .into_iter()
        .enumerate()
    {
        let finger = Finger::touch(i as i32);
        assert_eq!(desk.touch(finger, Phase::Down, at, i as u64 * 6), Way::Own);
    }
    // More of it later.
    desk.touch(Finger::touch(7), Phase::Down, (1150.0, 450.0), 120);
    for i in [0, 1, 2, 3, 7] {
        desk.touch(Finger::touch(i), Phase::Move, BLACK, 400);
        desk.touch(Finger::touch(i), Phase::Up, BLACK, 500);
    }
    assert_eq!(desk.steps(600), []);
    // The same place is free again.
    desk.touch(A, Phase::Down, BLACK, 900);
    assert_eq!(desk.steps(950), [(A, On::Black, Step::Press, 900)]);
}

#[test]
fn a_palm_beside_a_drag_leaves_it_alone() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 0);
    desk.wait(100);
    for i in 1..5 {
        let at = (590.0 + 20.0 * i as f32, 600.0);
        desk.touch(Finger::touch(i), Phase::Down, at, 100);
    }
    desk.touch(A, Phase::Up, space("D2"), 200);
    assert_eq!(
        desk.steps(300),
        [
            (A, On::Board, Step::Press, 0),
            (A, On::Board, Step::Release, 200),
        ]
    );
}

#[test]
fn a_palm_whose_first_point_lifted_in_time_does_nothing_either() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, BLACK, 0);
    desk.touch(A, Phase::Up, BLACK, 4);
    desk.touch(B, Phase::Down, BLACK, 8);
    desk.touch(C, Phase::Down, (1200.0, 300.0), 12);
    assert_eq!(desk.steps(100), []);
}

#[test]
fn a_palm_takes_the_plain_pointer_away() {
    let mut desk = Desk::new();
    assert_eq!(desk.touch(A, Phase::Down, PAUSE, 0), Way::Slint);
    assert_eq!(desk.touch(B, Phase::Down, (1200.0, 100.0), 5), Way::Own);
    assert_eq!(
        desk.touch(C, Phase::Down, (1180.0, 30.0), 10),
        Way::TakeFromSlint
    );
    // Slint still hears that the finger lifts.
    assert_eq!(desk.touch(A, Phase::Up, PAUSE, 50), Way::Slint);
    assert_eq!(desk.touch(C, Phase::Up, PAUSE, 50), Way::Own);
    assert_eq!(desk.steps(100), []);
}

#[test]
fn a_resting_finger_blocks_nobody() {
    let mut desk = Desk::new();
    for (finger, at) in [(A, TIMER), (B, TABLE), (C, space("D2"))] {
        desk.touch(finger, Phase::Down, at, 0);
    }
    desk.wait(30);
    desk.said.clear();
    // All that they rest on, and all else.
    for (i, at) in [TIMER, space("D2"), RED, space("G1")]
        .into_iter()
        .enumerate()
    {
        let (finger, when) = (Finger::touch(5 + i as i32), 1_000 + i as u64 * 50);
        desk.touch(finger, Phase::Down, at, when);
        desk.touch(finger, Phase::Up, at, when + 30);
    }
    let steps = desk.steps(2_000);
    assert_eq!(steps.len(), 8, "{steps:?}");
    assert_eq!(desk.touch(B, Phase::Up, TABLE, 2_000), Way::Slint);
}

#[test]
fn the_mouse_is_one_more_finger_and_need_not_wait() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 0);
    desk.wait(50);
    desk.touch(Finger::MOUSE, Phase::Down, TIMER, 100);
    desk.touch(A, Phase::Up, space("D2"), 110);
    assert_eq!(
        desk.steps(110)[1..],
        [
            (Finger::MOUSE, On::Timer, Step::Press, 100),
            (A, On::Board, Step::Release, 110),
        ]
    );
}

#[test]
fn ten_fingers_and_no_more() {
    let mut desk = Desk::new();
    let spaces: Vec<Space> = Space::all().collect();
    for (i, space) in spaces.iter().enumerate().take(12) {
        let at = desk_place(*space);
        desk.touch(Finger::touch(i as i32), Phase::Down, at, i as u64 * 100);
    }
    for i in 0..12 {
        desk.touch(Finger::touch(i), Phase::Move, space("D4"), 3_000);
        desk.touch(Finger::touch(i), Phase::Up, space("D4"), 3_000);
    }
    assert_eq!(desk.steps(4_000).len(), 3 * MOST_FINGERS);
    // One that lifts makes room for another.
    desk.touch(A, Phase::Down, RED, 5_000);
    assert_eq!(desk.steps(6_000).len(), 3 * MOST_FINGERS + 1);
}

fn desk_place(space: Space) -> Point {
    let (across, up) = space.position();
    (640.0 + across * 80.0, 400.0 - up * 72.0)
}

#[test]
fn of_two_fingers_on_the_same_thing_the_first_wins() {
    let mut desk = Desk::new();
    for at in [RED, space("D1")] {
        desk.said.clear();
        desk.touch(A, Phase::Down, at, 0);
        desk.touch(B, Phase::Down, (at.0 + 5.0, at.1), 3);
        desk.touch(B, Phase::Move, space("D4"), 40);
        desk.touch(B, Phase::Up, space("D4"), 50);
        desk.touch(A, Phase::Up, at, 60);
        let who: Vec<_> = desk.steps(100).iter().map(|s| s.0).collect();
        assert_eq!(who, [A, A]);
    }
}

#[test]
fn one_finger_at_a_time_is_slints() {
    let mut desk = Desk::new();
    assert_eq!(desk.touch(A, Phase::Down, PAUSE, 0), Way::Slint);
    assert_eq!(desk.touch(B, Phase::Down, (20.0, 20.0), 100), Way::Own);
    assert_eq!(desk.touch(A, Phase::Move, BLACK, 110), Way::Slint);
    assert_eq!(desk.touch(B, Phase::Move, BLACK, 110), Way::Own);
    assert_eq!(desk.touch(A, Phase::Up, PAUSE, 120), Way::Slint);
    assert_eq!(desk.touch(C, Phase::Down, PAUSE, 130), Way::Slint);
    assert_eq!(desk.touch(B, Phase::Up, PAUSE, 140), Way::Own);
    assert_eq!(desk.steps(500), []);
}

#[test]
fn a_gesture_goes_on_while_its_target_is_there_and_is_cancelled_without() {
    let mut desk = Desk::new();
    desk.touch(A, Phase::Down, space("D1"), 0);
    desk.touch(B, Phase::Down, RED, 0);
    desk.wait(50);
    // The window is turned: the board lies elsewhere.
    let plane = Plane {
        middle: (300.0, 600.0),
        step: (340.0, 560.0),
    };
    let board = Area::own(On::Board, Shape::Board(plane));
    desk.router.set_areas(vec![board], ms(60));
    desk.touch(A, Phase::Up, (300.0, 600.0), 100);
    desk.touch(B, Phase::Up, RED, 110);
    assert_eq!(
        desk.steps(200)[2..],
        [
            (B, On::Red, Step::Cancel, 60),
            (A, On::Board, Step::Release, 100),
        ]
    );
    assert_eq!(desk.said[3].at, (0.0, 0.0));
    // A press that was not sure yet never was.
    desk.said.clear();
    desk.router.set_areas(areas(), ms(300));
    desk.touch(A, Phase::Down, TIMER, 300);
    desk.router.set_areas(Vec::new(), ms(310));
    desk.touch(A, Phase::Up, TIMER, 320);
    assert_eq!(desk.steps(400), []);
}

fn phases() -> impl Strategy<Value = Phase> {
    prop_oneof![
        3 => Just(Phase::Down),
        4 => Just(Phase::Move),
        3 => Just(Phase::Up),
        1 => Just(Phase::Cancel),
    ]
}

fn any_touch() -> impl Strategy<Value = (i32, Phase, Point, u64)> {
    let at = (-20.0..1300.0f32, -20.0..820.0f32);
    (0..14, phases(), at, 0..40u64)
}

/// Runs touches, each so many ms after the one before.
fn run(touches: &[(i32, Phase, Point, u64)], forget_areas: usize) -> Vec<Gesture<On>> {
    let mut desk = Desk::new();
    let mut now = 0;
    for (i, &(id, phase, at, after)) in touches.iter().enumerate() {
        now += after;
        if i == forget_areas {
            desk.router.set_areas(Vec::new(), ms(now));
            desk.router.set_areas(areas(), ms(now));
        }
        desk.touch(Finger::of_slint(id), phase, at, now);
    }
    for id in 0..14 {
        desk.touch(Finger::of_slint(id), Phase::Up, TABLE, now + 100);
    }
    desk.wait(now + 200);
    assert_eq!(desk.router.due(), None);
    desk.said
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_press_has_one_end_and_time_does_not_go_back(
        touches in prop::collection::vec(any_touch(), 0..120),
        forget_areas in 0..200usize,
    ) {
        let said = run(&touches, forget_areas);
        let mut down: HashMap<Finger, On> = HashMap::new();
        for pair in said.windows(2) {
            prop_assert!(pair[0].when <= pair[1].when);
        }
        for gesture in said {
            match gesture.step {
                Step::Press => prop_assert_eq!(down.insert(gesture.finger, gesture.target), None),
                Step::Move => prop_assert_eq!(down.get(&gesture.finger), Some(&gesture.target)),
                Step::Release | Step::Cancel => {
                    prop_assert_eq!(down.remove(&gesture.finger), Some(gesture.target));
                }
            }
        }
        prop_assert!(down.is_empty());
    }

    /// Each finger keeps to something of its own, too far from the others' for
    /// a palm: its gestures are the same whether the others are there or not.
    #[test]
    fn no_finger_changes_what_another_does(
        touches in prop::collection::vec((0..4i32, phases(), 0..40u64), 0..120),
        only in 0..4i32,
    ) {
        let places = [(60.0, 80.0), (1220.0, 780.0), TIMER, space("D7")];
        let mut now = 0;
        let all: Vec<_> = touches
            .iter()
            .map(|&(id, phase, after)| {
                now += after;
                (id, phase, places[id as usize], now)
            })
            .collect();
        let run = |keep: &dyn Fn(i32) -> bool| {
            let mut desk = Desk::new();
            for &(id, phase, at, when) in all.iter().filter(|touch| keep(touch.0)) {
                desk.touch(Finger::touch(id), phase, at, when);
            }
            desk.wait(now + 100);
            desk.said.retain(|gesture| gesture.finger == Finger::touch(only));
            desk.said
        };
        prop_assert_eq!(run(&|_| true), run(&|id| id == only));
    }
}
