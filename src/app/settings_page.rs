//! The page on which is chosen how the program looks.

use slint::ComponentHandle;

use super::{App, view};
use crate::store::{MoveStyle, Orientation, Preferences, Theme};
use crate::ui::{self, Page, ThemeChoice};

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::Settings>();
    macro_rules! on {
        ($set:ident, |$app:ident| $body:expr) => {{
            let with = app.weak();
            page.$set(move || {
                with(&|$app: &App| {
                    $body;
                })
            });
        }};
    }
    on!(on_open, |app| open(app));
    on!(on_changed, |app| changed(app));
    on!(on_back, |app| {
        let before = app.0.state.borrow().before_settings;
        match before {
            Page::Home => app.show_home(),
            page => app.show_page(page),
        }
    });
    show(app);
}

/// Opens the page; the way back leads to where one is now.
pub(super) fn open(app: &App) {
    app.0.state.borrow_mut().before_settings = app.0.window.global::<ui::App>().get_page();
    app.show_page(Page::Settings);
}

/// Lets the window look as the preferences say.
pub(super) fn show(app: &App) {
    let state = app.0.state.borrow();
    let Preferences {
        theme,
        coordinates,
        digits,
        animations,
        orientation,
        notation,
        ..
    } = &state.preferences;
    let window = &app.0.window;
    window.global::<ui::App>().set_theme(match theme {
        Theme::System => ThemeChoice::System,
        Theme::Light => ThemeChoice::Light,
        Theme::Dark => ThemeChoice::Dark,
    });
    let page = window.global::<ui::Settings>();
    page.set_motion(*animations);
    page.set_turning(*orientation == Orientation::Turning);
    page.set_arrows(*notation == MoveStyle::Arrow);
    let page = window.global::<ui::Game>();
    page.set_coordinates(*coordinates);
    page.set_digits(*digits);
}

/// Keeps what the pages have been set to, where that is something else.
pub(super) fn keep(app: &App) {
    let mut state = app.0.state.borrow_mut();
    let window = &app.0.window;
    let page = window.global::<ui::Settings>();
    let game = window.global::<ui::Game>();
    let preferences = Preferences {
        theme: match window.global::<ui::App>().get_theme() {
            ThemeChoice::System => Theme::System,
            ThemeChoice::Light => Theme::Light,
            ThemeChoice::Dark => Theme::Dark,
        },
        coordinates: game.get_coordinates(),
        digits: game.get_digits(),
        animations: page.get_motion(),
        orientation: match page.get_turning() {
            true => Orientation::Turning,
            false => Orientation::Fixed,
        },
        notation: match page.get_arrows() {
            true => MoveStyle::Arrow,
            false => MoveStyle::Hyphen,
        },
        ..state.preferences.clone()
    };
    if preferences == state.preferences {
        return;
    }
    state.preferences = preferences;
    drop(state);
    app.save_preferences();
}

fn changed(app: &App) {
    keep(app);
    app.0.state.borrow_mut().models.forget_moves();
    app.show_game();
}

/// How a move of the list is written.
pub(super) fn written(text: &str, style: MoveStyle) -> slint::SharedString {
    match style {
        MoveStyle::Hyphen => text.into(),
        // A turn that was lost is `--`.
        MoveStyle::Arrow if text.contains("--") => text.into(),
        MoveStyle::Arrow => text.replacen('-', "→", 1).into(),
    }
}

/// Whether the board is to lie turned to Black: not while somebody's hand is
/// on it, or his ring is still to be put.
pub(super) fn turned(app_turning: bool, was: bool, game: &crate::rules::Game) -> bool {
    use crate::rules::Player;
    let turns = game.turns();
    let busy = [Player::Red, Player::Black]
        .into_iter()
        .any(|player| turns.in_hand(player).is_some());
    let own_ring = turns
        .open_drop()
        .is_some_and(|drop| turns.check_drop(drop.mover).is_ok());
    match turns.on_turn() {
        _ if !app_turning => false,
        Some(player) if !busy && !own_ring => view::side(player) == ui::Side::Black,
        _ => was,
    }
}
