//! The page of the games that were kept.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use slint::{ComponentHandle, Model, ModelRc, ModelTracker, SharedString, VecModel};

use super::{App, review_page, sharing, view};
use crate::rules::Player;
use crate::rules::outcome::Reason;
use crate::store::{Archive, Entry, Figures, Filter, Wanted};
use crate::ui::{self, AppWindow, Figure, FigureName, GameRow, Page, Texts};

/// How long a notice shows.
const NOTICE: Duration = Duration::from_millis(4500);

/// So many players are named in the figures.
const PLAYERS: usize = 6;

/// The games of the page.
#[derive(Default)]
pub(super) struct Listed {
    entries: Vec<Entry>,
    /// Files that are no readable record.
    unreadable: Vec<(PathBuf, String)>,
    /// Which of them the page shows, in its order.
    shown: Vec<usize>,
}

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::Archive>();
    macro_rules! on {
        ($set:ident, |$app:ident $(, $arg:ident : $kind:ty)*| $body:expr) => {{
            let with = app.weak();
            page.$set(move |$($arg: $kind),*| with(&|$app: &App| { $body; }));
        }};
    }
    on!(on_open, |app| {
        app.0
            .window
            .global::<ui::Archive>()
            .set_search(SharedString::new());
        open(app)
    });
    on!(on_changed, |app| show(app));
    on!(on_review, |app, row: i32| {
        if let Some(entry) = entry(app, row) {
            look_at(app, &entry.path);
        }
    });
    on!(on_export, |app, row: i32| {
        if let Some(entry) = entry(app, row) {
            let saved =
                super::read_record(&entry.path).and_then(|record| sharing::export(app, &record));
            match saved {
                Ok(path) => tell(app, review_page::saved_text(app, &path)),
                Err(problem) => tell(app, problem.into()),
            }
        }
    });
    on!(on_delete, |app, row: i32| delete(app, row));
    on!(on_open_file, |app| open_file(app));
    on!(on_back, |app| app.show_home());
}

/// Opens the page with all games.
pub(super) fn open(app: &App) {
    read(app);
    show(app);
    app.show_page(Page::Archive);
}

fn archive(app: &App) -> Option<Archive> {
    Some(Archive::open(&app.0.folders.as_ref()?.data))
}

fn read(app: &App) {
    let Some(archive) = archive(app) else { return };
    match archive.list() {
        Ok(list) => {
            for (path, why) in &list.unreadable {
                log::warn!("{} is no game that can be listed: {why}", path.display());
            }
            let mut state = app.0.state.borrow_mut();
            state.listed.unreadable = list.unreadable;
            state.listed.entries = list.entries;
        }
        Err(problem) => app.tell(&problem.to_string()),
    }
}

fn entry(app: &App, row: i32) -> Option<Entry> {
    let state = app.0.state.borrow();
    let listed = &state.listed;
    let index = *listed.shown.get(usize::try_from(row).ok()?)?;
    listed.entries.get(index).cloned()
}

fn show(app: &App) {
    let window = &app.0.window;
    let page = window.global::<ui::Archive>();
    let texts = window.global::<Texts>();
    let wanted = match page.get_outcome() {
        1 => Wanted::Won(Player::Red),
        2 => Wanted::Won(Player::Black),
        3 => Wanted::Drawn,
        4 => Wanted::Unfinished,
        _ => Wanted::All,
    };
    let level = u8::try_from(page.get_level()).ok();
    let filter = Filter::new(&page.get_search(), level.filter(|&level| level > 0), wanted);
    let mut state = app.0.state.borrow_mut();
    let listed = &mut state.listed;
    listed.shown = (0..listed.entries.len())
        .filter(|&index| filter.matches(&listed.entries[index]))
        .collect();
    let chosen = || listed.shown.iter().map(|&index| &listed.entries[index]);
    let rows = ModelRc::new(Rows {
        window: window.as_weak(),
        games: chosen().cloned().collect(),
    });
    page.set_empty(listed.entries.is_empty());
    let mut summary = texts.invoke_games_of(listed.shown.len() as i32, listed.entries.len() as i32);
    if !listed.unreadable.is_empty() {
        let unreadable = texts.invoke_unreadable(listed.unreadable.len() as i32);
        summary = slint::format!("{summary}, {unreadable}");
    }
    page.set_summary(summary);
    page.set_figures(model(figures(window, &Figures::of(chosen()))));
    page.set_rows(rows);
}

/// The rows of the list. Each is made when it comes into view, so that ten
/// thousand cost no more than ten.
struct Rows {
    window: slint::Weak<AppWindow>,
    games: Vec<Entry>,
}

impl Model for Rows {
    type Data = GameRow;

    fn row_count(&self) -> usize {
        self.games.len()
    }

    fn row_data(&self, index: usize) -> Option<GameRow> {
        Some(row(&self.window.upgrade()?, self.games.get(index)?))
    }

    fn model_tracker(&self) -> &dyn ModelTracker {
        // Another choice of games is another model.
        &()
    }
}

fn model<T: Clone + 'static>(rows: Vec<T>) -> ModelRc<T> {
    ModelRc::from(Rc::new(VecModel::from(rows)))
}

fn name(window: &AppWindow, entry: &Entry, player: Player) -> SharedString {
    let name = match player {
        Player::Red => &entry.red,
        Player::Black => &entry.black,
    };
    if name.is_empty() {
        window.global::<Texts>().invoke_side(view::side(player))
    } else {
        name.into()
    }
}

fn title(window: &AppWindow, entry: &Entry) -> SharedString {
    window.global::<Texts>().invoke_versus(
        name(window, entry, Player::Red),
        name(window, entry, Player::Black),
    )
}

fn row(window: &AppWindow, entry: &Entry) -> GameRow {
    let texts = window.global::<Texts>();
    let winner = entry.outcome.and_then(|outcome| outcome.winner);
    let result = match entry.outcome {
        Some(outcome) => texts.invoke_ended(
            view::end_reason(outcome.by),
            name(window, entry, winner.unwrap_or(Player::Red)),
            winner.is_none(),
        ),
        None => texts.invoke_unfinished(),
    };
    let title = title(window, entry);
    let date = match entry.date {
        Some(date) => slint::format!("{}", date.format("%Y-%m-%d %H:%M")),
        None => SharedString::new(),
    };
    let length = view::minutes_down(entry.length);
    let detail = texts.invoke_level_and(i32::from(entry.level), length);
    GameRow {
        label: slint::format!("{title}, {result}, {date}, {detail}"),
        title,
        result,
        date,
        detail,
        winner_known: winner.is_some(),
        winner: view::side(winner.unwrap_or(Player::Red)),
    }
}

fn figures(window: &AppWindow, figures: &Figures) -> Vec<Figure> {
    let texts = window.global::<Texts>();
    let mut rows = Vec::new();
    let mut put = |name: FigureName, value: SharedString, dim: bool| {
        rows.push(Figure {
            name: texts.invoke_figure(name),
            value,
            dim,
        });
    };
    let number = |n: usize| slint::format!("{n}");
    put(FigureName::Games, number(figures.games), false);
    put(FigureName::Red, number(figures.won.red), false);
    put(FigureName::Black, number(figures.won.black), false);
    put(FigureName::Drawn, number(figures.drawn), false);
    if figures.unfinished > 0 {
        put(FigureName::Unfinished, number(figures.unfinished), false);
    }
    if let Some(length) = figures.average_length {
        put(FigureName::Length, view::minutes_down(length), false);
    }
    for (by, count) in &figures.endings {
        let name = match by {
            Reason::Rings => FigureName::ByRings,
            Reason::Time => FigureName::ByTime,
            Reason::FullSpace => FigureName::ByFullSpace,
            Reason::Resignation => FigureName::ByResignation,
            Reason::Agreement => FigureName::ByAgreement,
        };
        put(name, number(*count), true);
    }
    for player in figures.players.iter().take(PLAYERS) {
        rows.push(Figure {
            name: player.name.as_str().into(),
            value: texts.invoke_won_of(player.won as i32, player.games as i32),
            dim: false,
        });
    }
    rows
}

fn look_at(app: &App, path: &Path) {
    let opened = super::read_record(path).and_then(|record| {
        review_page::open(app, record).map_err(|error| super::unshown(path, &error))
    });
    if let Err(problem) = opened {
        app.tell(&problem);
    }
}

fn delete(app: &App, row: i32) {
    let (Some(entry), Some(archive)) = (entry(app, row), archive(app)) else {
        return;
    };
    match archive.delete(&entry) {
        Ok(_) => {
            let title = title(&app.0.window, &entry);
            tell(app, app.0.window.global::<Texts>().invoke_deleted(title));
        }
        Err(problem) => tell(app, slint::format!("{problem}")),
    }
    read(app);
    show(app);
}

/// Asks the system for a file and opens it.
fn open_file(app: &App) {
    #[cfg(not(target_os = "android"))]
    {
        if !has_dialog() {
            return tell(app, app.0.window.global::<Texts>().invoke_no_dialog());
        }
        let with = app.weak();
        let asked = rfd::AsyncFileDialog::new()
            .add_filter("TAMSK", &["tamsk"])
            .pick_file();
        // Fails only where no event loop runs.
        let _ = slint::spawn_local(async move {
            if let Some(file) = asked.await {
                with(&|app| app.open(file.path()));
            }
        });
    }
}

/// Whether anything here can ask for a file: on Linux the desktop's portal, or zenity.
#[cfg(not(target_os = "android"))]
fn has_dialog() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let found = |name: &str| {
        std::env::var_os("PATH").is_some_and(|path| {
            std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
        })
    };
    found("zenity")
        || (std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
            && Path::new("/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service")
                .exists())
}

fn tell(app: &App, text: SharedString) {
    let page = app.0.window.global::<ui::Archive>();
    page.set_notice(text);
    let count = page.get_notice_count().wrapping_add(1);
    page.set_notice_count(count);
    let with = app.weak();
    slint::Timer::single_shot(NOTICE, move || {
        with(&|app| {
            let page = app.0.window.global::<ui::Archive>();
            if page.get_notice_count() == count {
                page.set_notice(SharedString::new());
            }
        });
    });
}
