//! The page on which is chosen what is heard.

use std::rc::Rc;

use slint::{ComponentHandle, Model, ModelRc, VecModel};

use super::{App, State, view};
use crate::sound::output::Loudness;
use crate::sound::{Cue, CueKind, Seats, Sound, Status};
use crate::ui::{self, CueName, CueView, Page};

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::Sound>();
    macro_rules! on {
        ($set:ident, |$app:ident $(, $arg:ident : $kind:ty)*| $body:expr) => {{
            let with = app.weak();
            page.$set(move |$($arg: $kind),*| with(&|$app: &App| { $body; }));
        }};
    }
    on!(on_open, |app| open(app));
    on!(on_back, |app| {
        let before = app.0.state.borrow().before_sound;
        match before {
            Page::Home => app.show_home(),
            page => app.show_page(page),
        }
    });
    on!(on_changed, |app| changed(app));
    on!(on_keep, |app| app.save_preferences());
    on!(on_heard, |app, row: i32, heard: bool| set_heard(
        app, row, heard
    ));
    on!(on_play, |app, row: i32, side: ui::Side| {
        if let Some(kind) = kind(row) {
            let player = has_side(kind).then_some(view::player(side));
            app.0.state.borrow().sound.play(Cue { kind, player });
        }
    });
    on!(on_retry, |app| app.0.state.borrow().sound.retry());
    on!(on_device_changed, |app| show_device(app));
    show(app);
}

/// Opens the machine's sound device.
pub(super) fn open_device(app: &App) {
    let weak = app.0.window.as_weak();
    let sound = Sound::new(move || {
        // Fails where the loop has ended: then nobody looks any more.
        let _ = weak.upgrade_in_event_loop(|window| {
            window.global::<ui::Sound>().invoke_device_changed();
        });
    });
    app.0.state.borrow_mut().sound = sound;
    listen(app);
}

/// Plays a cue now, if it is wanted.
pub(super) fn play(app: &App, cue: Cue) {
    let state = app.0.state.borrow();
    if state.preferences.sound.cues().has(cue.kind) {
        state.sound.play(cue);
    }
}

/// Opens the page; the way back leads where the player is.
pub(super) fn open(app: &App) {
    let from = app.0.window.global::<ui::App>().get_page();
    app.0.state.borrow_mut().before_sound = match from {
        Page::Game | Page::Settings => from,
        _ => Page::Home,
    };
    show(app);
    app.show_page(Page::Sound);
}

fn kind(row: i32) -> Option<CueKind> {
    CueKind::ALL.get(usize::try_from(row).ok()?).copied()
}

/// Whether it is about a player.
fn has_side(kind: CueKind) -> bool {
    !matches!(
        kind,
        CueKind::Refusal | CueKind::Pause | CueKind::Resume | CueKind::LastRing
    )
}

fn show(app: &App) {
    let page = app.0.window.global::<ui::Sound>();
    {
        let state = app.0.state.borrow();
        let sound = &state.preferences.sound;
        let cues = sound.cues();
        page.set_on(sound.on);
        page.set_volume(i32::from(sound.volume.min(100)));
        page.set_seats(match sound.seats {
            Seats::RedLeft => 0,
            Seats::RedRight => 1,
            Seats::Middle => 2,
        });
        page.set_first((cues.first.0 / 1000) as i32);
        page.set_second((cues.second.0 / 1000) as i32);
        let rows: Vec<CueView> = CueKind::ALL
            .into_iter()
            .map(|kind| CueView {
                name: name(kind),
                heard: cues.has(kind),
                sides: has_side(kind),
            })
            .collect();
        page.set_cues(ModelRc::from(Rc::new(VecModel::from(rows))));
    }
    show_device(app);
}

fn show_device(app: &App) {
    let status = app.0.state.borrow().sound.status();
    let page = app.0.window.global::<ui::Sound>();
    page.set_trouble(match status {
        Status::Missing(why) => why.into(),
        Status::Unopened | Status::Open => slint::SharedString::new(),
    });
}

/// The page says something else: it is heard at once.
fn changed(app: &App) {
    let page = app.0.window.global::<ui::Sound>();
    {
        let mut state = app.0.state.borrow_mut();
        let sound = &mut state.preferences.sound;
        sound.on = page.get_on();
        sound.volume = page.get_volume().clamp(0, 100) as u8;
        sound.seats = match page.get_seats() {
            0 => Seats::RedLeft,
            1 => Seats::RedRight,
            _ => Seats::Middle,
        };
        sound.first = u64::try_from(page.get_first()).unwrap_or(0);
        sound.second = u64::try_from(page.get_second()).unwrap_or(0);
    }
    listen(app);
}

fn set_heard(app: &App, row: i32, heard: bool) {
    let Some(kind) = kind(row) else { return };
    let rows = app.0.window.global::<ui::Sound>().get_cues();
    let index = row as usize;
    if let Some(view) = rows.row_data(index) {
        rows.set_row_data(index, CueView { heard, ..view });
    }
    let mut state = app.0.state.borrow_mut();
    state.preferences.sound.set_heard(kind, heard);
    drop(state);
    listen(app);
    app.save_preferences();
}

/// Lets the sound be as the preferences say.
fn listen(app: &App) {
    {
        let state = app.0.state.borrow();
        let State {
            sound, preferences, ..
        } = &*state;
        sound.set_loudness(Loudness {
            on: preferences.sound.on,
            volume: f32::from(preferences.sound.volume.min(100)) / 100.0,
            seats: preferences.sound.seats,
        });
    }
    app.follow_by_ear();
}

fn name(kind: CueKind) -> CueName {
    match kind {
        CueKind::SandLow => CueName::SandLow,
        CueKind::SandShort => CueName::SandShort,
        CueKind::SandTick => CueName::SandCountdown,
        CueKind::SandOut => CueName::SandOut,
        CueKind::TimerTurned => CueName::TimerTurned,
        CueKind::TimerTick => CueName::TimerCountdown,
        CueKind::TimerOut => CueName::TimerOut,
        CueKind::Lift => CueName::Lift,
        CueKind::Release => CueName::Release,
        CueKind::TurnOver => CueName::TurnOver,
        CueKind::Ring => CueName::Ring,
        CueKind::Steal => CueName::Steal,
        CueKind::Turn => CueName::Turn,
        CueKind::Missed => CueName::Missed,
        CueKind::Refusal => CueName::Refusal,
        CueKind::Pause => CueName::Pause,
        CueKind::Resume => CueName::Resume,
        CueKind::LastRing => CueName::LastRing,
        CueKind::Result => CueName::Result,
    }
}
