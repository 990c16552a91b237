//! The game page: what players do, to inputs of the session.

use std::time::Duration;

use slint::ComponentHandle;

use super::gesture::{BoardGesture, Inputs, move_timer, reserve};
use super::notices::{self, Told};
use super::{App, State, fingers, review_page, settings_page, sound_page, view};
use crate::record::Record;
use crate::rules::{Game, Input, Player, Refusal, Space};
use crate::session::Session;
use crate::sound::{Cue, CueKind};
use crate::touch::Finger;
use crate::ui;

/// How long a notice shows.
const NOTICE: Duration = Duration::from_millis(4500);

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::Game>();
    macro_rules! on {
        ($set:ident, |$app:ident $(, $arg:ident : $kind:ty)*| $body:expr) => {{
            let with = app.weak();
            page.$set(move |$($arg: $kind),*| with(&|$app: &App| { $body; }));
        }};
    }
    on!(on_board_pressed, |app, x: f32, y: f32, finger: i32| {
        fingers::slint_pressed(app, Finger::of_slint(finger), (x, y))
    });
    on!(on_board_moved, |app, x: f32, y: f32| {
        fingers::slint_moved(app, (x, y))
    });
    on!(on_board_released, |app, x: f32, y: f32, finger: i32| {
        fingers::slint_released(app, Finger::of_slint(finger), (x, y))
    });
    on!(on_board_cancelled, |app| fingers::slint_cancelled(app));
    on!(on_space_activated, |app, index: i32| {
        if let Some(space) = usize::try_from(index).ok().and_then(Space::from_index) {
            gesture(app, app.now(), |gesture, game| gesture.tap(game, space));
        }
    });
    on!(on_cursor_moved, |app, right: i32, up: i32| move_cursor(
        app, right, up
    ));
    on!(on_cursor_activated, |app| {
        let space = {
            let mut state = app.0.state.borrow_mut();
            state.cursor_shown = true;
            state.cursor
        };
        gesture(app, app.now(), |gesture, game| gesture.tap(game, space))
    });
    on!(on_holder_pressed, |app, side: ui::Side| {
        let player = view::player(side);
        gesture(app, app.now(), |gesture, game| gesture.holder(game, player))
    });
    on!(on_reserve_pressed, |app, side: ui::Side| {
        let player = view::player(side);
        gesture(app, app.now(), |_, game| reserve(game, player))
    });
    on!(on_decline, |app, side: ui::Side| {
        take(
            app,
            &[Input::Decline {
                player: view::player(side),
            }],
        )
    });
    on!(on_timer_pressed, |app| gesture(
        app,
        app.now(),
        |_, game| move_timer(game)
    ));
    on!(on_put_back, |app| put_back(app));
    on!(on_pause, |app| pause(app));
    on!(on_resume, |app| take(app, &[Input::Resume]));
    on!(on_undo, |app| take(app, &[Input::Undo]));
    on!(on_redo, |app| redo(app));
    on!(on_resign, |app, side: ui::Side| {
        take(
            app,
            &[Input::Resign {
                player: view::player(side),
            }],
        )
    });
    on!(on_draw, |app| take(app, &[Input::Draw]));
    on!(on_restart, |app| again(app, false));
    on!(on_rematch, |app| again(app, true));
    on!(on_leave, |app| {
        pause(app);
        settings_page::keep(app);
        let over = app
            .0
            .state
            .borrow()
            .session
            .as_ref()
            .is_some_and(|s| s.game().turns().is_over());
        if over {
            let mut state = app.0.state.borrow_mut();
            state.session = None;
            state.sound.stop();
        }
        app.show_home();
    });
    on!(on_review, |app| {
        let Some(record) = app.with_record(Record::clone) else {
            return;
        };
        if let Err(problem) = review_page::open(app, record) {
            return app.tell(&problem.to_string());
        }
        let mut state = app.0.state.borrow_mut();
        state.session = None;
        state.sound.stop();
    });
    on!(on_hide_result, |app| hide_result(app, true));
    on!(on_open_result, |app| hide_result(app, false));
}

fn hide_result(app: &App, hidden: bool) {
    app.0.state.borrow_mut().result_hidden = hidden;
    app.show_game();
}

/// Asks the gesture what was meant at the instant `when`, and does it.
pub(super) fn gesture(
    app: &App,
    when: Duration,
    ask: impl FnOnce(&mut BoardGesture, &Game) -> Inputs,
) {
    let inputs = {
        let mut state = app.0.state.borrow_mut();
        let State {
            session, gesture, ..
        } = &mut *state;
        let Some(session) = session else { return };
        session.tick(when);
        ask(gesture, session.game())
    };
    take_at(app, when, &inputs);
}

/// Takes inputs now, one after the other, until one is refused.
fn take(app: &App, inputs: &[Input]) {
    take_at(app, app.now(), inputs);
}

/// The same as of the instant `when`; where the game is past that by now, as
/// of where it stands.
fn take_at(app: &App, when: Duration, inputs: &[Input]) {
    let mut refused = None;
    for &input in inputs {
        let taken = {
            let mut state = app.0.state.borrow_mut();
            let Some(session) = &mut state.session else {
                return;
            };
            session.input(when, input)
        };
        if let Err(refusal) = taken {
            refused = Some(refusal);
            break;
        }
        match input {
            Input::Pause => sound_page::play(app, Cue::common(CueKind::Pause)),
            Input::Resume => sound_page::play(app, Cue::common(CueKind::Resume)),
            _ => {}
        }
        if input == Input::Undo {
            let mut state = app.0.state.borrow_mut();
            state.announced = state.session.as_ref().map_or(0, |s| s.game().log().len());
            state.gesture = BoardGesture::default();
            let State { session, sound, .. } = &mut *state;
            if let Some(session) = session {
                sound.begin(session.game());
            }
            drop(state);
            show_notice(app, &Told::undone());
        }
    }
    app.refresh();
    if let Some(refusal) = refused {
        refuse(app, refusal);
    }
}

fn refuse(app: &App, refusal: Refusal) {
    sound_page::play(app, Cue::common(CueKind::Refusal));
    show_notice(app, &Told::refused(refusal));
    app.arm(app.now());
}

/// Shows what has happened since the last look.
pub(super) fn announce(app: &App, slept: bool) {
    let told = {
        let mut state = app.0.state.borrow_mut();
        let State {
            session, announced, ..
        } = &mut *state;
        let Some(session) = session else { return };
        let game = session.game();
        let from = (*announced).min(game.log().len());
        *announced = game.log().len();
        if slept {
            Some(Told::slept())
        } else {
            notices::most_telling(game, from)
        }
    };
    match told {
        Some(told) => show_notice(app, &told),
        None => {
            let over = app
                .0
                .state
                .borrow()
                .notice_until
                .is_some_and(|until| app.now() >= until);
            if over {
                clear_notice(app);
            }
        }
    }
}

fn show_notice(app: &App, told: &Told) {
    let page = app.0.window.global::<ui::Game>();
    let mut state = app.0.state.borrow_mut();
    state.notice_until = Some(app.now() + NOTICE);
    let Some(session) = &state.session else {
        return;
    };
    page.set_notice(told.text(&app.0.window, session));
    page.set_notice_is_refusal(told.is_refusal());
    page.set_notice_count(page.get_notice_count().wrapping_add(1));
}

pub(super) fn clear_notice(app: &App) {
    app.0.state.borrow_mut().notice_until = None;
    app.0
        .window
        .global::<ui::Game>()
        .set_notice(slint::SharedString::new());
}

/// Pauses a game that runs; else nothing.
pub(super) fn pause(app: &App) {
    let running = app
        .0
        .state
        .borrow()
        .session
        .as_ref()
        .is_some_and(Session::is_running);
    if running {
        take(app, &[Input::Pause]);
    }
}

/// Escape: an hourglass in hand goes back; with empty hands the game is paused.
fn put_back(app: &App) {
    let held = {
        let mut state = app.0.state.borrow_mut();
        if state.gesture.armed().is_some() {
            state.gesture.arm(None);
            drop(state);
            return app.refresh();
        }
        let Some(session) = &state.session else {
            return;
        };
        let turns = session.game().turns();
        let first = turns.on_turn().unwrap_or(Player::Red);
        [first, first.opponent()]
            .into_iter()
            .find(|&player| turns.in_hand(player).is_some())
    };
    match held {
        Some(player) => take(app, &[Input::PutBack { player }]),
        None => pause(app),
    }
}

fn redo(app: &App) {
    let now = app.now();
    let done = {
        let mut state = app.0.state.borrow_mut();
        let Some(session) = &mut state.session else {
            return;
        };
        session.redo(now)
    };
    app.refresh();
    match done {
        Ok(()) => show_notice(app, &Told::redone()),
        Err(refusal) => refuse(app, refusal),
    }
}

/// Another game with what was agreed for this one; with colours changed, names
/// and handicap change sides too.
fn again(app: &App, change_colours: bool) {
    let header = {
        let state = app.0.state.borrow();
        let Some(session) = &state.session else {
            return;
        };
        let old = session.record();
        let mut settings = *session.settings();
        if change_colours {
            let times = &mut settings.hourglass;
            std::mem::swap(&mut times.red, &mut times.black);
        }
        let mut header = Record::new(settings);
        for player in Player::BOTH {
            let from = if change_colours {
                player.opponent()
            } else {
                player
            };
            header.set(player.word(), old.get(from.word()).unwrap_or_default());
        }
        header
    };
    start(app, header);
}

/// Begins the game that `header` describes, now.
pub(super) fn start(app: &App, mut header: Record) {
    header.set(
        "date",
        &chrono::Local::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, false),
    );
    begin(app, Session::begin(header, app.now()));
}

/// Plays `session`; a game that waits goes to the archive.
pub(super) fn begin(app: &App, session: Session) {
    app.keep_waiting_game();
    app.play(session);
}

/// Moves the keyboard's place: `right` by columns, `up` by steps. Where the next
/// column has no space at that height the nearest is taken.
fn move_cursor(app: &App, right: i32, up: i32) {
    {
        let mut state = app.0.state.borrow_mut();
        if !state.cursor_shown {
            state.cursor_shown = true;
        } else {
            state.cursor = neighbour(state.cursor, right, up);
        }
    }
    app.show_game();
}

fn neighbour(from: Space, right: i32, up: i32) -> Space {
    let (x, y) = from.position();
    let step = 3f32.sqrt() / 2.0;
    // To the side the two neighbours lie half a step up and down: the upper one
    // for a step to the right, the lower one for a step to the left, so that a
    // step back leads back.
    let (x, y) = (x + right as f32 * step, y + up as f32 + right as f32 * 0.5);
    let near = |space: &Space| {
        let (sx, sy) = space.position();
        (sx - x).hypot(sy - y)
    };
    Space::all()
        .filter(|&space| {
            let (sx, _) = space.position();
            space == from || (sx - x).abs() < 0.1
        })
        .min_by(|a, b| near(a).total_cmp(&near(b)))
        .unwrap_or(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keyboard_reaches_every_space_and_comes_back() {
        let mut seen = vec![Space::CENTRE];
        let mut next = 0;
        while next < seen.len() {
            for (right, up) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let to = neighbour(seen[next], right, up);
                if !seen.contains(&to) {
                    seen.push(to);
                }
            }
            next += 1;
        }
        assert_eq!(seen.len(), 37);
        let right = neighbour(Space::CENTRE, 1, 0);
        assert_eq!(neighbour(right, -1, 0), Space::CENTRE);
    }
}
