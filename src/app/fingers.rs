//! Fingers on the game page: where things lie, from Slint; what fingers do
//! there, from the router, to the inputs of the session.

use std::time::Duration;

use slint::ComponentHandle;
use slint::platform::WindowEvent;

use super::gesture::{BoardGesture, move_timer, reserve};
use super::slint_pointer::{Down, SlintPointer};
use super::{App, game_page, view};
use crate::rules::Player;
use crate::touch::{Area, Finger, Gesture, Phase, Plane, Point, Router, Shape, Step, Touch, Way};
use crate::ui::{self, HitKind, Page};

/// What a finger is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Board,
    Holder(Player),
    Reserve(Player),
    Timer,
    /// Where nothing is. Ours, so that a hand that rests there is not the one
    /// pointer that Slint has.
    Table,
}

/// What may be hit, the uppermost first.
const FROM_ABOVE: [HitKind; 8] = [
    HitKind::Decline,
    HitKind::Reserve,
    HitKind::Timer,
    HitKind::Holder,
    HitKind::Bar,
    HitKind::Line,
    HitKind::Board,
    HitKind::Page,
];

/// Where something lies, as Slint tells it.
#[derive(Debug, Clone, Copy)]
struct Laid {
    kind: HitKind,
    side: ui::Side,
    from: Point,
    to: Point,
}

/// All fingers on the window. Apart from what else the program knows: Slint may
/// tell where things lie at any time.
#[derive(Default)]
pub(super) struct Fingers {
    router: Router<Target>,
    laid: Vec<Laid>,
    pointer: SlintPointer,
    /// For what the router holds back.
    timer: slint::Timer,
}

pub(super) fn bind(app: &App) {
    let with = app.weak();
    app.0
        .window
        .global::<ui::Fingers>()
        .on_laid(move |kind, side, left, top, right, bottom| {
            with(&|app| {
                let laid = &mut app.0.fingers.borrow_mut().laid;
                laid.retain(|old| (old.kind, old.side) != (kind, side));
                laid.push(Laid {
                    kind,
                    side,
                    from: (left, top),
                    to: (right, bottom),
                });
            });
        });
}

/// What can be hit by fingers now: nothing but on the open game page.
fn areas(app: &App) -> Vec<Area<Target>> {
    let page = app.0.window.global::<ui::Game>();
    let shell = app.0.window.global::<ui::App>();
    let covered = page.get_paused() || page.get_show_result() || !shell.get_message().is_empty();
    if shell.get_page() != Page::Game || covered {
        return Vec::new();
    }
    let player = |side| match side {
        ui::Side::Red => page.get_red(),
        ui::Side::Black => page.get_black(),
    };
    let timer = page.get_timer().shown;
    let is_there = |laid: &Laid| match laid.kind {
        HitKind::Decline => player(laid.side).can_decline,
        HitKind::Reserve => player(laid.side).reserve > 0 || player(laid.side).reserve_in_hand,
        HitKind::Timer => timer,
        _ => true,
    };
    let fingers = app.0.fingers.borrow();
    let laid = |kind: HitKind| fingers.laid.iter().filter(move |l| l.kind == kind);
    FROM_ABOVE
        .into_iter()
        .flat_map(laid)
        .filter(|laid| is_there(laid))
        .map(area)
        .collect()
}

fn area(laid: &Laid) -> Area<Target> {
    let rect = Shape::rect(laid.from, laid.to);
    let player = view::player(laid.side);
    match laid.kind {
        HitKind::Board => Area::own(
            Target::Board,
            Shape::Board(Plane {
                middle: laid.from,
                step: laid.to,
            }),
        ),
        HitKind::Holder => Area::own(Target::Holder(player), rect),
        HitKind::Reserve => Area::own(Target::Reserve(player), rect),
        HitKind::Timer => Area::own(Target::Timer, rect),
        HitKind::Page => Area::own(Target::Table, rect),
        HitKind::Decline | HitKind::Bar | HitKind::Line => Area::slint(rect),
    }
}

/// Takes what a finger does. Returns whether Slint is to see it too.
pub(super) fn touch(app: &App, finger: Finger, phase: Phase, at: Point) -> bool {
    let when = app.now();
    let areas = areas(app);
    let way = {
        let router = &mut app.0.fingers.borrow_mut().router;
        router.set_areas(areas, when);
        router.touch(Touch {
            finger,
            phase,
            at,
            when,
        })
    };
    if way == Way::TakeFromSlint {
        app.0
            .window
            .window()
            .dispatch_event(WindowEvent::PointerExited);
    }
    play(app, when);
    way == Way::Slint
}

/// Does what is sure by now, and comes back for the rest.
fn play(app: &App, now: Duration) {
    let gestures = app.0.fingers.borrow_mut().router.take(now);
    for gesture in gestures {
        act(app, gesture);
    }
    let fingers = app.0.fingers.borrow();
    let Some(due) = fingers.router.due() else {
        return fingers.timer.stop();
    };
    let with = app.weak();
    fingers.timer.start(
        slint::TimerMode::SingleShot,
        due.saturating_sub(now),
        move || with(&come_back),
    );
}

fn come_back(app: &App) {
    let now = app.now();
    // A pause or a result may have come in between.
    let areas = areas(app);
    app.0.fingers.borrow_mut().router.set_areas(areas, now);
    play(app, now);
}

fn act(app: &App, gesture: Gesture<Target>) {
    let Gesture {
        finger,
        target,
        step,
        at: (x, y),
        when,
    } = gesture;
    match (target, step) {
        (Target::Board, Step::Press) => {
            game_page::gesture(app, when, |board, game| board.pressed(finger, game, x, y));
        }
        (Target::Board, Step::Move) => moved(app, finger, (x, y)),
        (Target::Board, Step::Release) => {
            game_page::gesture(app, when, |board, game| board.released(finger, game, x, y));
        }
        (Target::Board, Step::Cancel) => cancelled(app, finger, when),
        (Target::Holder(player), Step::Press) if is_open(app, player) => {
            game_page::gesture(app, when, |board, game| board.holder(game, player));
        }
        (Target::Reserve(player), Step::Press) if can_lift(app, player) => {
            game_page::gesture(app, when, |_, game| reserve(game, player));
        }
        (Target::Timer, Step::Press) => {
            game_page::gesture(app, when, |_, game| move_timer(game));
        }
        // These act on the press, and the table never.
        (Target::Holder(_) | Target::Reserve(_) | Target::Timer | Target::Table, _) => {}
    }
}

fn moved(app: &App, finger: Finger, (x, y): Point) {
    let shows = app.0.state.borrow_mut().gesture.moved(finger, x, y);
    if shows {
        app.show_game();
    }
}

fn cancelled(app: &App, finger: Finger, when: Duration) {
    game_page::gesture(app, when, |board: &mut BoardGesture, game| {
        board.cancelled(finger, game)
    });
}

fn player_view(app: &App, player: Player) -> ui::PlayerView {
    let page = app.0.window.global::<ui::Game>();
    match player {
        Player::Red => page.get_red(),
        Player::Black => page.get_black(),
    }
}

/// Whether a tap on the holder is answered, as `RingHolder.enabled` has it.
fn is_open(app: &App, player: Player) -> bool {
    let view = player_view(app, player);
    view.holder_open || !view.holder_hint.is_empty()
}

/// The same of the reserve.
fn can_lift(app: &App, player: Player) -> bool {
    player_view(app, player).reserve_can_lift
}

/// Slint's pointer went down on the board: the mouse, or a finger where
/// Slint gets them first.
pub(super) fn slint_pressed(app: &App, finger: Finger, at: Point) {
    let down = app.0.fingers.borrow_mut().pointer.pressed(finger);
    match down {
        Down::Again => return moved(app, finger, at),
        Down::Instead(lost) => cancelled(app, lost, app.now()),
        Down::First => {}
    }
    game_page::gesture(app, app.now(), |board, game| {
        board.pressed(finger, game, at.0, at.1)
    });
}

/// It moved.
pub(super) fn slint_moved(app: &App, at: Point) {
    let down = app.0.fingers.borrow().pointer.down();
    if let Some(finger) = down {
        moved(app, finger, at);
    }
}

/// It went up.
pub(super) fn slint_released(app: &App, finger: Finger, at: Point) {
    let is_real = app.0.fingers.borrow_mut().pointer.released(finger);
    if is_real {
        game_page::gesture(app, app.now(), |board, game| {
            board.released(finger, game, at.0, at.1)
        });
    }
}

/// It was taken away.
pub(super) fn slint_cancelled(app: &App) {
    let lost = app.0.fingers.borrow_mut().pointer.cancelled();
    if let Some(finger) = lost {
        cancelled(app, finger, app.now());
    }
}
