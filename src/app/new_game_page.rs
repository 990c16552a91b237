//! The page on which a game is agreed.

use slint::{ComponentHandle, SharedString};

use super::{App, game_page};
use crate::record::{Record, format_seconds};
use crate::rules::{
    FullSpace, Level, Millis, Penalty, PerPlayer, Player, RingMode, Settings, Side, Start,
};
use crate::ui::{self, Page, Texts};

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::NewGame>();
    let with = app.weak();
    page.on_changed({
        let with = with.clone();
        move || {
            with(&|app| {
                let _ = check(app);
            });
        }
    });
    page.on_draw_lots({
        let with = with.clone();
        move || with(&draw_lots)
    });
    page.on_swap_names({
        let with = with.clone();
        move || with(&swap_names)
    });
    page.on_start({
        let with = with.clone();
        move || with(&start)
    });
    page.on_back(move || with(&App::show_home));
}

/// Opens the page with what was agreed last.
pub(super) fn open(app: &App) {
    let header = app.last_header();
    let Settings {
        level,
        start,
        penalty,
        full_space,
        ring,
        steal_after,
        hourglass,
        timer,
        side,
    } = *header.settings();
    let page = app.0.window.global::<ui::NewGame>();
    page.set_level(i32::from(level.number()));
    page.set_reserve_start(start == Start::Reserve);
    page.set_penalty_rings(penalty == Penalty::Rings);
    page.set_full_space_loses(full_space == FullSpace::Lose);
    page.set_ring_auto(ring == RingMode::Auto);
    page.set_timer_left(side == Side::Left);
    page.set_red_name(header.get("red").unwrap_or_default().into());
    page.set_black_name(header.get("black").unwrap_or_default().into());
    page.set_hourglass_red(format_seconds(hourglass.red).into());
    page.set_hourglass_black(format_seconds(hourglass.black).into());
    page.set_timer_seconds(format_seconds(timer).into());
    page.set_steal_after(format_seconds(steal_after).into());
    page.set_drawn(SharedString::new());
    page.set_problem(SharedString::new());
    app.show_page(Page::NewGame);
}

/// What the page says, where it can be played; else the page says why not.
fn check(app: &App) -> Option<Record> {
    let page = app.0.window.global::<ui::NewGame>();
    let seconds = |text: SharedString, (least, most): (Millis, Millis)| {
        // A comma is a point in many languages.
        let text = text.trim().replace(',', ".");
        text.parse()
            .ok()
            .filter(|time| (least..=most).contains(time))
            .ok_or((least, most))
    };
    let read = || -> Result<Settings, (Millis, Millis)> {
        Ok(Settings {
            level: match page.get_level() {
                1 => Level::One,
                2 => Level::Two,
                _ => Level::Three,
            },
            start: if page.get_reserve_start() {
                Start::Reserve
            } else {
                Start::Corners
            },
            penalty: if page.get_penalty_rings() {
                Penalty::Rings
            } else {
                Penalty::Turn
            },
            full_space: if page.get_full_space_loses() {
                FullSpace::Lose
            } else {
                FullSpace::Refuse
            },
            ring: if page.get_ring_auto() {
                RingMode::Auto
            } else {
                RingMode::Manual
            },
            side: if page.get_timer_left() {
                Side::Left
            } else {
                Side::Right
            },
            steal_after: seconds(page.get_steal_after(), Settings::STEAL_RANGE)?,
            hourglass: PerPlayer {
                red: seconds(page.get_hourglass_red(), Settings::SAND_RANGE)?,
                black: seconds(page.get_hourglass_black(), Settings::SAND_RANGE)?,
            },
            timer: seconds(page.get_timer_seconds(), Settings::SAND_RANGE)?,
        })
    };
    match read() {
        Ok(settings) => {
            page.set_problem(SharedString::new());
            let mut header = Record::new(settings);
            header.set("red", &page.get_red_name());
            header.set("black", &page.get_black_name());
            Some(header)
        }
        Err((least, most)) => {
            let texts = app.0.window.global::<Texts>();
            let (least, most) = (format_seconds(least).into(), format_seconds(most).into());
            page.set_problem(texts.invoke_bad_time(least, most));
            None
        }
    }
}

fn start(app: &App) {
    let Some(header) = check(app) else { return };
    app.0
        .state
        .borrow_mut()
        .preferences
        .set_game_header(&header);
    app.save_preferences();
    game_page::start(app, header);
}

fn swap_names(app: &App) {
    let page = app.0.window.global::<ui::NewGame>();
    let (red, black) = (page.get_red_name(), page.get_black_name());
    page.set_red_name(black);
    page.set_black_name(red);
    page.set_drawn(SharedString::new());
}

/// Chance decides who plays Red.
fn draw_lots(app: &App) {
    let page = app.0.window.global::<ui::NewGame>();
    let texts = app.0.window.global::<Texts>();
    let heads = fastrand::bool();
    if page.get_red_name().trim().is_empty() && page.get_black_name().trim().is_empty() {
        page.set_drawn(texts.invoke_lot_seats(heads));
        return;
    }
    if heads {
        swap_names(app);
    }
    let name = page.get_red_name();
    let name = if name.trim().is_empty() {
        texts.invoke_side(super::view::side(Player::Red))
    } else {
        name
    };
    page.set_drawn(texts.invoke_lot(name));
}
