//! The page on which a game is looked at again.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use slint::{ComponentHandle, ModelRc, SharedString, VecModel};

use super::gesture::BoardGesture;
use super::{App, State, game_page, settings_page, sharing, view};
use crate::record::Record;
use crate::review::{Chart, MarkKind, Review};
use crate::rules::hourglass::HOURGLASSES;
use crate::rules::turns::RINGS;
use crate::rules::{Hourglass, Level, Millis, Player};
use crate::session::Session;
use crate::store::MoveStyle;
use crate::ui::{self, AppWindow, ChartKind, ChartLane, ChartMark, Page, Texts};

/// A frame while the game plays by itself.
const FRAME: Duration = Duration::from_millis(33);

/// How long a notice shows.
const NOTICE: Duration = Duration::from_millis(4500);

/// What the page holds.
pub(super) struct Reviewing {
    review: Review,
    /// What the board shows of it.
    still: Session,
    /// How many times faster than it was; 0 while it stands.
    speed: u32,
    /// Where it was, and when, as it began to play.
    from: (Millis, Duration),
    /// The page to which the way back leads.
    back: Page,
}

pub(super) fn bind(app: &App) {
    let page = app.0.window.global::<ui::Review>();
    macro_rules! on {
        ($set:ident, |$app:ident $(, $arg:ident : $kind:ty)*| $body:expr) => {{
            let with = app.weak();
            page.$set(move |$($arg: $kind),*| with(&|$app: &App| { $body; }));
        }};
    }
    on!(on_go_to, |app, share: f32| go(app, |review| {
        let end = review.end().0 as f64;
        review.go_to(Millis((end * f64::from(share)).round() as u64));
    }));
    on!(on_step_by, |app, steps: i32| go(app, |review| review
        .step_by(steps as isize)));
    on!(on_to_move, |app, moves: i32| go(app, |review| {
        review.go_to_move(usize::try_from(moves).unwrap_or(0));
    }));
    on!(on_play, |app, speed: i32| play(
        app,
        u32::try_from(speed).unwrap_or(0)
    ));
    on!(on_branch, |app, level_1: bool| branch(app, level_1));
    on!(on_copy_record, |app| {
        if let Some(record) = record(app) {
            sharing::copy(app, &record.to_string());
            let text = app.0.window.global::<Texts>().invoke_copied_record();
            tell(app, text);
        }
    });
    on!(on_copy_moves, |app| {
        let moves = {
            let state = app.0.state.borrow();
            let Some(reviewing) = &state.review else {
                return;
            };
            reviewing.review.moves().join(" ")
        };
        sharing::copy(app, &moves);
        tell(app, app.0.window.global::<Texts>().invoke_copied_moves());
    });
    on!(on_export, |app| {
        if let Some(record) = record(app) {
            tell_saved(app, sharing::export(app, &record));
        }
    });
    on!(on_save_picture, |app,
                          x: f32,
                          y: f32,
                          width: f32,
                          height: f32| {
        if let Some(record) = record(app) {
            tell_saved(app, sharing::picture(app, &record, [x, y, width, height]));
        }
    });
    on!(on_back, |app| back(app));
}

/// Opens the page with the game that `record` tells.
///
/// # Errors
/// A sentence that says what is wrong with the record.
pub(super) fn open(app: &App, record: Record) -> Result<(), crate::record::RecordError> {
    let review = Review::of(record)?;
    let from = app.0.window.global::<ui::App>().get_page();
    let window = &app.0.window;
    let page = window.global::<ui::Review>();
    let still = Session::still(review.record().clone(), review.game().clone());
    let name = |player| view::name_of(window, &still, player);
    let texts = window.global::<Texts>();
    page.set_title(texts.invoke_versus(name(Player::Red), name(Player::Black)));
    page.set_detail(detail(window, &still, &review));
    let style = app.0.state.borrow().preferences.notation;
    page.set_moves(model(
        review
            .moves()
            .iter()
            .map(|text| settings_page::written(text, style))
            .collect::<Vec<_>>(),
    ));
    page.set_lanes(model(lanes(window, &still, review.chart())));
    page.set_marks(model(marks(&still, review.chart())));
    page.set_notice(SharedString::new());
    {
        let mut state = app.0.state.borrow_mut();
        state.review = Some(Reviewing {
            review,
            still,
            speed: 0,
            from: (Millis::ZERO, Duration::ZERO),
            back: match from {
                Page::Archive => Page::Archive,
                _ => Page::Home,
            },
        });
    }
    show(app);
    app.show_page(Page::Review);
    Ok(())
}

/// As [`open`], at the instant `at`, or at the end.
pub(super) fn open_at(
    app: &App,
    record: Record,
    at: Option<Millis>,
) -> Result<(), crate::record::RecordError> {
    open(app, record)?;
    go(app, |review| review.go_to(at.unwrap_or(review.end())));
    Ok(())
}

fn model<T: Clone + 'static>(rows: Vec<T>) -> ModelRc<T> {
    ModelRc::from(Rc::new(VecModel::from(rows)))
}

fn record(app: &App) -> Option<Record> {
    let state = app.0.state.borrow();
    Some(state.review.as_ref()?.review.record().clone())
}

fn detail(window: &AppWindow, still: &Session, review: &Review) -> SharedString {
    let texts = window.global::<Texts>();
    let mut whole = review.clone();
    whole.go_to(review.end());
    let result = match whole.game().turns().outcome() {
        Some(outcome) => {
            let winner = outcome.winner.unwrap_or(Player::Red);
            let who = view::name_of(window, still, winner);
            texts.invoke_ended(view::end_reason(outcome.by), who, outcome.winner.is_none())
        }
        None => texts.invoke_unfinished(),
    };
    let level = i32::from(still.settings().level.number());
    match still.record().get("date").and_then(|date| date.get(..10)) {
        Some(date) => texts.invoke_level_and(level, slint::format!("{date}, {result}")),
        None => texts.invoke_level_and(level, result),
    }
}

/// Rings of both, then the sand of each hourglass, where there is sand.
fn lanes(window: &AppWindow, still: &Session, chart: &Chart) -> Vec<ChartLane> {
    let texts = window.global::<Texts>();
    let across = |at: Millis| at.0 as f64 * 1000.0 / chart.end.0.max(1) as f64;
    let mut lanes = Vec::new();
    for player in Player::BOTH {
        let mut line = String::new();
        let up = |rings: u8| 100.0 - 100.0 * f64::from(rings) / f64::from(RINGS);
        for (i, &(at, rings)) in chart.rings[player].iter().enumerate() {
            if i == 0 {
                line.push_str(&format!("M 0 {:.1}", up(rings)));
            } else {
                line.push_str(&format!(" H {:.1} V {:.1}", across(at), up(rings)));
            }
        }
        line.push_str(" H 1000");
        lanes.push(ChartLane {
            label: texts.invoke_lane_rings(),
            side: view::side(player),
            area: slint::format!("{line} V 100 H 0 Z"),
            line: line.into(),
        });
    }
    if !still.settings().level.has_sand() {
        return lanes;
    }
    for player in Player::BOTH {
        let full = still.settings().hourglass[player].0.max(1) as f64;
        for number in 0..HOURGLASSES {
            let corners = &chart.sand[player][number];
            let mut line = String::new();
            for (i, &(at, top)) in corners.iter().enumerate() {
                let up = 100.0 - 100.0 * top.0 as f64 / full;
                let how = if i == 0 { 'M' } else { 'L' };
                line.push_str(&format!("{how} {:.2} {up:.1} ", across(at)));
            }
            let area = match (corners.first(), corners.last()) {
                (Some(&(first, _)), Some(&(last, _))) => slint::format!(
                    "{line} L {:.2} 100 L {:.2} 100 Z",
                    across(last),
                    across(first)
                ),
                _ => SharedString::new(),
            };
            lanes.push(ChartLane {
                label: texts.invoke_lane_sand(number as i32 + 1),
                side: view::side(player),
                line: line.into(),
                area,
            });
        }
    }
    lanes
}

fn marks(still: &Session, chart: &Chart) -> Vec<ChartMark> {
    let lane_of = |hourglass: Hourglass| {
        let before = match hourglass.owner {
            Player::Red => 0,
            Player::Black => HOURGLASSES,
        };
        2 + before + usize::from(hourglass.number)
    };
    chart
        .marks
        .iter()
        .map(|mark| {
            let (kind, lane) = match mark.kind {
                MarkKind::HourglassOut(h) if still.settings().level.has_sand() => {
                    (ChartKind::Out, lane_of(h))
                }
                MarkKind::HourglassOut(_) => (ChartKind::Out, 0),
                MarkKind::TimerOut => (ChartKind::Timer, 0),
                MarkKind::TurnLost => (ChartKind::Lost, 0),
                MarkKind::Stolen => (ChartKind::Stolen, 0),
            };
            let lane = match (lane, mark.player) {
                (0, Player::Black) => 1,
                (lane, _) => lane,
            };
            ChartMark {
                at: (mark.at.0 as f64 / chart.end.0.max(1) as f64) as f32,
                lane: lane as i32,
                kind,
                side: view::side(mark.player),
            }
        })
        .collect()
}

/// Goes somewhere; what played by itself stops.
fn go(app: &App, to: impl FnOnce(&mut Review)) {
    {
        let mut state = app.0.state.borrow_mut();
        let Some(reviewing) = &mut state.review else {
            return;
        };
        reviewing.speed = 0;
        to(&mut reviewing.review);
    }
    app.0.review_timer.stop();
    show(app);
}

fn play(app: &App, speed: u32) {
    {
        let now = app.now();
        let mut state = app.0.state.borrow_mut();
        let Some(reviewing) = &mut state.review else {
            return;
        };
        let Reviewing { review, .. } = reviewing;
        if speed > 0 && review.at() >= review.end() {
            review.go_to_step(0);
        }
        reviewing.speed = speed;
        reviewing.from = (reviewing.review.at(), now);
    }
    if speed == 0 {
        app.0.review_timer.stop();
    } else {
        let with = app.weak();
        app.0
            .review_timer
            .start(slint::TimerMode::Repeated, FRAME, move || with(&frame_due));
    }
    show(app);
}

fn frame_due(app: &App) {
    let over = {
        let now = app.now();
        let mut state = app.0.state.borrow_mut();
        let Some(reviewing) = &mut state.review else {
            return app.0.review_timer.stop();
        };
        let (at, since) = reviewing.from;
        let passed = now.saturating_sub(since).as_millis() as u64;
        let passed = Millis(passed.saturating_mul(u64::from(reviewing.speed)));
        reviewing.review.go_to(at + passed);
        let over = reviewing.review.at() >= reviewing.review.end();
        if over {
            reviewing.speed = 0;
        }
        over
    };
    if over {
        app.0.review_timer.stop();
    }
    show(app);
}

fn show(app: &App) {
    let mut state = app.0.state.borrow_mut();
    let State { models, review, .. } = &mut *state;
    let Some(Reviewing {
        review,
        still,
        speed,
        ..
    }) = review
    else {
        return;
    };
    still.show(review.game().clone());
    let around = view::Around {
        gesture: &BoardGesture::default(),
        cursor: None,
        result_hidden: true,
        review: true,
        turned: false,
        notation: MoveStyle::Hyphen,
    };
    models.show(&app.0.window, still, &around);
    let page = app.0.window.global::<ui::Review>();
    let texts = app.0.window.global::<Texts>();
    page.set_made(review.moves_made() as i32);
    page.set_step(review.step() as i32);
    page.set_steps(review.steps() as i32);
    page.set_at((review.at().0 as f64 / review.end().0.max(1) as f64) as f32);
    page.set_time(texts.invoke_time_of(exact(review.at()), exact(review.end())));
    page.set_happened(match review.game().history().last() {
        Some((_, input)) => slint::format!("{input}"),
        None => SharedString::new(),
    });
    page.set_speed(*speed as i32);
    // While it plays nobody asks, and it would be asked for each frame.
    if *speed == 0 && still.settings().level != Level::One {
        page.set_level_1_problem(match review.branch(Level::One) {
            Ok(_) => SharedString::new(),
            Err((at, _)) => texts.invoke_no_level_1(exact(at)),
        });
    }
}

/// `2:31.250`.
fn exact(time: Millis) -> SharedString {
    slint::format!(
        "{}:{:02}.{:03}",
        time.0 / 60_000,
        time.0 / 1000 % 60,
        time.0 % 1000
    )
}

fn branch(app: &App, level_1: bool) {
    let begun = {
        let state = app.0.state.borrow();
        let Some(Reviewing { review, .. }) = &state.review else {
            return;
        };
        let level = if level_1 {
            Level::One
        } else {
            review.settings().level
        };
        review
            .branch(level)
            .map_err(|(at, refusal)| format!("At {at} s: {refusal}"))
            .and_then(|record| {
                Session::resume_record(record).map_err(|problem| problem.to_string())
            })
    };
    match begun {
        Ok(session) => {
            close(app);
            game_page::begin(app, session);
        }
        Err(problem) => tell(app, problem.into()),
    }
}

fn close(app: &App) {
    app.0.review_timer.stop();
    app.0.state.borrow_mut().review = None;
}

fn back(app: &App) {
    let back = match &app.0.state.borrow().review {
        Some(reviewing) => reviewing.back,
        None => Page::Home,
    };
    close(app);
    match back {
        Page::Archive => super::archive_page::open(app),
        _ => app.show_home(),
    }
}

fn tell(app: &App, text: SharedString) {
    let page = app.0.window.global::<ui::Review>();
    page.set_notice(text);
    page.set_notice_count(page.get_notice_count().wrapping_add(1));
    let count = page.get_notice_count();
    let with = app.weak();
    slint::Timer::single_shot(NOTICE, move || {
        with(&|app| {
            let page = app.0.window.global::<ui::Review>();
            if page.get_notice_count() == count {
                page.set_notice(SharedString::new());
            }
        });
    });
}

fn tell_saved(app: &App, saved: Result<std::path::PathBuf, String>) {
    let text = match saved {
        Ok(path) => saved_text(app, &path),
        Err(problem) => problem.into(),
    };
    tell(app, text);
}

pub(super) fn saved_text(app: &App, path: &Path) -> SharedString {
    app.0
        .window
        .global::<Texts>()
        .invoke_saved(slint::format!("{}", path.display()))
}
