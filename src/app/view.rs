//! From a game to what the game page shows. Nothing here changes a game.

use slint::{ComponentHandle, Model, SharedString, VecModel};

use super::gesture::{BoardGesture, ring_mark};
use super::settings_page;
use crate::record::short_notation;
use crate::rules::hourglass::HOURGLASSES;
use crate::rules::outcome::Reason;
use crate::rules::turns::LAST_RING;
use crate::rules::{
    Event, Game, Happening, Hourglass, Level, Millis, Phase, Place, Player, RingKind, Sand, Side,
    Space,
};
use crate::session::Session;
use crate::store::MoveStyle;
use crate::ui::{
    self, AppWindow, EndReason, Hint, HourglassView, PlayerView, ResultView, SpaceMark, SpaceView,
    Status, Texts, TieLine, TimerView,
};

/// From here on sand is low, and from there on urgent (DESIGN, *The screen*).
const LOW: Millis = Millis::from_secs(30);
const URGENT: Millis = Millis::from_secs(10);

/// Sand is drawn in this many steps; more would not show.
const SAND_STEPS: u64 = 120;

/// Redraws that only move sand are at least this far apart.
const LEAST_BETWEEN: Millis = Millis(100);

/// The models of the game page, kept from one showing to the next so that
/// only rows that differ are drawn again.
pub struct Models {
    spaces: std::rc::Rc<VecModel<SpaceView>>,
    labels: std::rc::Rc<VecModel<SharedString>>,
    hourglasses: std::rc::Rc<VecModel<HourglassView>>,
    moves: std::rc::Rc<VecModel<SharedString>>,
    /// How much of the log the move list shows.
    moves_of: Option<(usize, Millis)>,
}

/// What the page shows besides the game itself.
#[derive(Debug)]
pub struct Around<'a> {
    /// The fingers on the board.
    pub gesture: &'a BoardGesture,
    /// The keyboard's place on the board, while it shows.
    pub cursor: Option<Space>,
    /// Hide the result, to look at the board.
    pub result_hidden: bool,
    /// A game to look at: nothing can be done on its board.
    pub review: bool,
    /// The board lies turned to Black.
    pub turned: bool,
    /// How moves are written.
    pub notation: MoveStyle,
}

impl Around<'_> {
    /// Whether something can be done on the board. If not nothing calls for
    /// it: what beats under the cover of a pause would be drawn for nobody.
    fn is_live(&self, game: &Game) -> bool {
        !self.review && !game.turns().is_paused() && !game.turns().is_over()
    }
}

pub(super) fn side(player: Player) -> ui::Side {
    match player {
        Player::Red => ui::Side::Red,
        Player::Black => ui::Side::Black,
    }
}

pub(super) fn player(side: ui::Side) -> Player {
    match side {
        ui::Side::Red => Player::Red,
        ui::Side::Black => Player::Black,
    }
}

/// A player's name, or the name of the colour.
pub(super) fn name_of(window: &AppWindow, session: &Session, player: Player) -> SharedString {
    match session.name(player) {
        Some(name) => name.into(),
        None => window.global::<Texts>().invoke_side(side(player)),
    }
}

/// `2:31`; seconds are rounded up, so that `0:00` means out.
pub(super) fn minutes(time: Millis) -> SharedString {
    let seconds = time.0.div_ceil(1000);
    slint::format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn set_row<T: PartialEq + Clone + 'static>(model: &VecModel<T>, row: usize, value: T) {
    match model.row_data(row) {
        Some(old) if old == value => {}
        Some(_) => model.set_row_data(row, value),
        None => model.push(value),
    }
}

impl Models {
    /// Empty models, bound to the page.
    pub fn new(window: &AppWindow) -> Models {
        let models = Models {
            spaces: Default::default(),
            labels: Default::default(),
            hourglasses: Default::default(),
            moves: Default::default(),
            moves_of: None,
        };
        let page = window.global::<ui::Game>();
        page.set_spaces(models.spaces.clone().into());
        page.set_space_labels(models.labels.clone().into());
        page.set_hourglasses(models.hourglasses.clone().into());
        page.set_moves(models.moves.clone().into());
        models
    }

    /// Shows the game.
    pub fn show(&mut self, window: &AppWindow, session: &Session, around: &Around<'_>) {
        let game = session.game();
        let turns = game.turns();
        self.show_board(window, game, around);
        self.show_moves(game, around.notation);

        let page = window.global::<ui::Game>();
        let texts = window.global::<Texts>();
        let name = |player| name_of(window, session, player);
        page.set_turned(around.turned);
        page.set_red(player_view(window, session, around, Player::Red));
        page.set_black(player_view(window, session, around, Player::Black));
        page.set_timer(timer_view(window, session, around));
        page.set_level(i32::from(session.settings().level.number()));
        page.set_headline(match turns.phase() {
            Phase::Over(outcome) => match outcome.winner {
                Some(winner) => texts.invoke_wins(name(winner)),
                None => texts.invoke_drawn(),
            },
            Phase::LastRing { .. } => texts.invoke_nobody(),
            Phase::Playing => texts.invoke_turn_of(name(turns.on_turn().unwrap_or(Player::Red))),
        });
        page.set_last_ring(matches!(turns.phase(), Phase::LastRing { .. }));
        page.set_last_ring_text(match turns.phase() {
            Phase::LastRing { since } => last_ring(window, game, since),
            Phase::Playing | Phase::Over(_) => SharedString::new(),
        });
        page.set_courtesy(match courtesy_from(session) {
            Some(from) if turns.now() >= from && turns.on_turn().is_some() => {
                texts.invoke_courtesy((session.settings().timer.0 / 1000) as i32)
            }
            _ => SharedString::new(),
        });
        page.set_paused(turns.is_paused() && !turns.is_over());
        page.set_over(turns.is_over());
        page.set_can_undo(game.check_undo().is_ok());
        page.set_can_redo(session.can_redo());
        page.set_game_time(minutes_down(turns.now()));
        page.set_show_result(turns.is_over() && !around.result_hidden && !around.review);
        if turns.is_over() {
            page.set_result(result_view(window, session));
        }
    }

    fn show_board(&mut self, window: &AppWindow, game: &Game, around: &Around<'_>) {
        let texts = window.global::<Texts>();
        let turns = game.turns();
        let last = game.log().iter().rev().find_map(|entry| match entry.what {
            Happening::Released { to, .. } => Some(to),
            _ => None,
        });
        for space in Space::all() {
            let (across, up) = space.position();
            let (mark, mark_side, second) = if around.is_live(game) {
                mark(game, around.gesture, space)
            } else {
                (SpaceMark::None, ui::Side::Red, false)
            };
            let view = SpaceView {
                name: slint::format!("{space}"),
                across,
                up,
                capacity: i32::from(space.capacity()),
                rings: i32::from(game.board().rings(space)),
                mark,
                mark_side,
                steal_open: turns.steal_from().is_some_and(|from| turns.now() >= from),
                second,
                cursor: around.cursor == Some(space),
                last: last == Some(space),
            };
            let stands = game.board().standing_on(space);
            let label = texts.invoke_space(
                view.name.clone(),
                stands.map_or(0, |h| if h.owner == Player::Red { 1 } else { 2 }),
                stands.map_or(0, |h| sand_number(game, h)),
                stands.map_or(0, |h| {
                    turns.sand(h).top(turns.now()).0.div_ceil(1000) as i32
                }),
                stands.is_some_and(|h| turns.in_hand(h.owner) == Some(h)),
                view.rings,
                view.capacity,
                mark == SpaceMark::Target,
                mark == SpaceMark::Drop,
            );
            set_row(&self.spaces, space.index(), view);
            set_row(&self.labels, space.index(), label);
        }
        for hourglass in Hourglass::all() {
            let row = usize::from(hourglass.number)
                + if hourglass.owner == Player::Red {
                    0
                } else {
                    HOURGLASSES
                };
            let dragged = around.gesture.dragged(game, hourglass);
            set_row(
                &self.hourglasses,
                row,
                hourglass_view(game, hourglass, dragged, around),
            );
        }
    }

    /// Writes all moves anew next time.
    pub fn forget_moves(&mut self) {
        self.moves_of = None;
    }

    fn show_moves(&mut self, game: &Game, style: MoveStyle) {
        let of = (
            game.log().len(),
            game.log().last().map_or(Millis::ZERO, |entry| entry.at),
        );
        if self.moves_of == Some(of) {
            return;
        }
        self.moves_of = Some(of);
        let moves = short_notation(game.log());
        while self.moves.row_count() > moves.len() {
            self.moves.remove(self.moves.row_count() - 1);
        }
        for (row, text) in moves.into_iter().enumerate() {
            set_row(&self.moves, row, settings_page::written(&text, style));
        }
    }
}

fn last_ring(window: &AppWindow, game: &Game, since: Millis) -> SharedString {
    let left = (since + LAST_RING).saturating_sub(game.now());
    let seconds = if game.settings().level.has_sand() {
        left.0.div_ceil(1000) as i32
    } else {
        -1
    };
    window.global::<Texts>().invoke_last_ring(seconds)
}

/// `12:05`, rounded down: time that has passed.
pub(super) fn minutes_down(time: Millis) -> SharedString {
    let seconds = time.0 / 1000;
    slint::format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// From when on the quiet hint of level 2 shows in this turn.
fn courtesy_from(session: &Session) -> Option<Millis> {
    if session.settings().level != Level::Two {
        return None;
    }
    let began = session
        .game()
        .log()
        .iter()
        .rev()
        .find_map(|entry| match entry.what {
            Happening::Event(Event::Turn(_)) => Some(entry.at),
            _ => None,
        });
    Some(began.unwrap_or(Millis::ZERO) + session.settings().timer)
}

fn sand_number(game: &Game, hourglass: Hourglass) -> i32 {
    match game.turns().sand(hourglass) {
        _ if !game.settings().level.has_sand() => 0,
        Sand::Idle => 1,
        Sand::Running { .. } => 2,
        Sand::Out { .. } => 3,
    }
}

/// What a space offers, whose it is, and whether a second hourglass in hand
/// may go there too.
fn mark(game: &Game, gesture: &BoardGesture, space: Space) -> (SpaceMark, ui::Side, bool) {
    let turns = game.turns();
    if let Some(player) = gesture.armed() {
        let open = !game.board().full().contains(space);
        let mark = if open {
            SpaceMark::SecondRing
        } else {
            SpaceMark::None
        };
        return (mark, side(player), false);
    }
    let goes = |player: Player| {
        turns
            .in_hand(player)
            .is_some_and(|h| game.board().targets(h).contains(space))
    };
    let first = turns.on_turn().unwrap_or(Player::Red);
    let both = goes(first) && goes(first.opponent());
    for player in [first, first.opponent()] {
        if goes(player) {
            return (SpaceMark::Target, side(player), both);
        }
    }
    match (ring_mark(game, space), game.open_drop()) {
        (Some((player, _)), _) => (SpaceMark::Drop, side(player), false),
        // Open, but for a steal that is still too early.
        (None, Some((at, mover))) if at == space && turns.steal_from().is_some() => {
            (SpaceMark::Drop, side(mover), false)
        }
        _ => (SpaceMark::None, ui::Side::Red, false),
    }
}

fn hourglass_view(
    game: &Game,
    hourglass: Hourglass,
    dragged: Option<(f32, f32)>,
    around: &Around<'_>,
) -> HourglassView {
    let live = around.is_live(game);
    let turns = game.turns();
    let sand = turns.sand(hourglass);
    let top = sand.top(turns.now());
    let full = game.settings().hourglass[hourglass.owner];
    let running = matches!(sand, Sand::Running { .. });
    let place = game.board().place(hourglass);
    let (stands, raise) = match place {
        Place::On(space) => (space.position(), space.capacity()),
        Place::Reserve => ((0.0, 0.0), 1),
    };
    let (across, up) = dragged.unwrap_or(stands);
    let turned = game.log().iter().filter(
        |entry| matches!(entry.what, Happening::Released { hourglass: h, .. } if h == hourglass),
    );
    HourglassView {
        owner: side(hourglass.owner),
        sand: match sand {
            Sand::Idle => ui::Sand::Idle,
            Sand::Running { .. } => ui::Sand::Running,
            Sand::Out { .. } => ui::Sand::Out,
        },
        top: share(top, full),
        text: if running {
            minutes(top)
        } else {
            SharedString::new()
        },
        low: running && top <= LOW,
        urgent: live && running && top <= URGENT,
        in_hand: turns.in_hand(hourglass.owner) == Some(hourglass),
        dragged: dragged.is_some(),
        across,
        up,
        raise: i32::from(raise),
        on_board: place != Place::Reserve || dragged.is_some(),
        can_lift: live && game.check_lift(hourglass.owner, place).is_ok(),
        turns: if game.settings().level.has_sand() {
            turned.count() as i32
        } else {
            0
        },
    }
}

/// The share of `full` that `top` is, in steps that show, rounded up.
fn share(top: Millis, full: Millis) -> f32 {
    let step = step_of(full);
    (top.0.div_ceil(step) * step) as f32 / full.0.max(1) as f32
}

fn step_of(full: Millis) -> u64 {
    (full.0 / SAND_STEPS).max(20)
}

fn player_view(
    window: &AppWindow,
    session: &Session,
    around: &Around<'_>,
    player: Player,
) -> PlayerView {
    let game = session.game();
    let turns = game.turns();
    let texts = window.global::<Texts>();
    let reserve_in_hand = turns
        .in_hand(player)
        .is_some_and(|h| game.board().place(h) == Place::Reserve);
    let live = around.is_live(game);
    let hint = if live {
        hint(game, around.gesture, player)
    } else {
        Hint::None
    };
    let status = if around.review && !turns.is_over() {
        Status::None
    } else {
        status(game, around.gesture, player)
    };
    PlayerView {
        name: name_of(window, session, player),
        rings: i32::from(turns.rings(player)),
        reserve: i32::from(game.board().in_reserve(player)),
        reserve_can_lift: live && game.check_lift(player, Place::Reserve).is_ok(),
        reserve_in_hand,
        on_turn: turns.on_turn() == Some(player),
        status: texts.invoke_status(status),
        holder_open: !matches!(hint, Hint::None | Hint::StealSoon),
        holder_hint: texts.invoke_hint(hint),
        holder_armed: around.gesture.armed() == Some(player),
        late: turns.is_late(player),
        owed_skips: turns.owed_skips(player) as i32,
        can_decline: live && game.may_decline(player),
    }
}

fn hint(game: &Game, gesture: &BoardGesture, player: Player) -> Hint {
    if gesture.armed() == Some(player) {
        return Hint::ChooseSpace;
    }
    if let Some((at, _)) = game.open_drop() {
        match game.check_ring(player, at) {
            Ok(RingKind::Drop) => return Hint::Drop,
            Ok(RingKind::Steal | RingKind::Second) => return Hint::Steal,
            Err(crate::rules::Refusal::StealTooEarly(_)) => return Hint::StealSoon,
            Err(_) => {}
        }
    }
    let running = !game.turns().is_paused() && !game.turns().is_over();
    if running && game.turns().check_second(player).is_ok() {
        Hint::SecondRing
    } else {
        Hint::None
    }
}

fn status(game: &Game, gesture: &BoardGesture, player: Player) -> Status {
    let turns = game.turns();
    match turns.phase() {
        Phase::Over(outcome) => match outcome.winner {
            Some(winner) if winner == player => Status::Won,
            Some(_) => Status::Lost,
            None => Status::Drawn,
        },
        Phase::LastRing { .. } => {
            if turns.has_last_right(player, game.board()) {
                Status::LastRing
            } else {
                Status::LastRingDone
            }
        }
        Phase::Playing if turns.is_late(player) => Status::Late,
        Phase::Playing if turns.on_turn() == Some(player) => {
            if turns.in_hand(player).is_some() {
                Status::Choose
            } else if game.board().in_reserve(player) > 0 {
                Status::Place
            } else if game.settings().level.has_sand()
                && Hourglass::of(player).any(|h| turns.sand(h).is_idle())
            {
                Status::MoveIdle
            } else {
                Status::Move
            }
        }
        Phase::Playing => match hint(game, gesture, player) {
            Hint::Drop => Status::Drop,
            Hint::SecondRing | Hint::ChooseSpace => Status::SecondRing,
            Hint::Steal => Status::Steal,
            Hint::None | Hint::StealSoon => Status::Wait,
        },
    }
}

fn timer_view(window: &AppWindow, session: &Session, around: &Around<'_>) -> TimerView {
    let game = session.game();
    let turns = game.turns();
    let settings = session.settings();
    let top = turns.timer_top();
    let text = if top == Millis::ZERO {
        SharedString::new()
    } else {
        minutes(top)
    };
    let aimed = turns.timer_aimed_at();
    let can_turn = around.is_live(game)
        && turns
            .on_turn()
            .is_some_and(|p| game.check_timer(p.opponent()).is_ok());
    let aimed_at = aimed.unwrap_or(Player::Red);
    let who = name_of(window, session, aimed_at);
    let texts = window.global::<Texts>();
    let label = texts.invoke_timer(text.clone(), can_turn, aimed.is_some(), who);
    TimerView {
        shown: settings.level == Level::Three,
        left: settings.side == Side::Left,
        top: share(top, settings.timer),
        text,
        can_turn,
        aimed: aimed.is_some(),
        aimed_at: side(aimed_at),
        label,
    }
}

fn result_view(window: &AppWindow, session: &Session) -> ResultView {
    let turns = session.game().turns();
    let texts = window.global::<Texts>();
    // Only shown once the game is over.
    let Some(outcome) = turns.outcome() else {
        return ResultView::default();
    };
    let first = outcome.winner.unwrap_or(Player::Red);
    let name = |player| name_of(window, session, player);
    ResultView {
        title: match outcome.winner {
            Some(winner) => texts.invoke_wins(name(winner)),
            None => texts.invoke_drawn(),
        },
        reason: texts.invoke_reason(
            end_reason(outcome.by),
            name(first),
            name(first.opponent()),
            i32::from(turns.rings(first)),
            i32::from(turns.rings(first.opponent())),
            outcome.winner.is_none(),
        ),
        winner_known: outcome.winner.is_some(),
        winner: side(first),
        red_rings: i32::from(turns.rings(Player::Red)),
        black_rings: i32::from(turns.rings(Player::Black)),
        ties: std::rc::Rc::new(VecModel::from(if outcome.by == Reason::Time {
            tie_lines(window, session)
        } else {
            Vec::new()
        }))
        .into(),
    }
}

pub(super) fn end_reason(by: Reason) -> EndReason {
    match by {
        Reason::Rings => EndReason::Rings,
        Reason::Time => EndReason::Time,
        Reason::FullSpace => EndReason::FullSpace,
        Reason::Resignation => EndReason::Resignation,
        Reason::Agreement => EndReason::Agreement,
    }
}

/// The comparison of RULES 8.5, line by line.
fn tie_lines(window: &AppWindow, session: &Session) -> Vec<TieLine> {
    let ends = session.game().turns().sand_ends();
    let text = |end: Option<Millis>| match end {
        Some(at) => slint::format!(
            "{}:{:02}.{:03}",
            at.0 / 60_000,
            at.0 / 1000 % 60,
            at.0 % 1000
        ),
        None => window.global::<Texts>().invoke_never_turned(),
    };
    let decisive = (0..HOURGLASSES).find(|&i| ends.red[i] != ends.black[i]);
    (0..HOURGLASSES)
        .map(|i| TieLine {
            red: text(ends.red[i]),
            black: text(ends.black[i]),
            decides: decisive == Some(i),
        })
        .collect()
}

/// How long until something on the page looks different by itself: sand, a
/// second of some number, a steal that opens. `None` while nothing runs.
pub fn until_visible(session: &Session) -> Option<Millis> {
    if !session.is_running() {
        return None;
    }
    let game = session.game();
    let turns = game.turns();
    let now = turns.now();
    let mut soonest: Option<Millis> = None;
    let mut consider = |wait: Millis| soonest = Some(soonest.map_or(wait, |s| s.min(wait)));
    let mut sand = |top: Millis, full: Millis| {
        if top > Millis::ZERO {
            // The shown share changes when `top` falls to a whole step, the
            // number when it falls to a whole second.
            consider(Millis((top.0 - 1) % step_of(full) + 1));
            consider(Millis((top.0 - 1) % 1000 + 1));
        }
    };
    for hourglass in Hourglass::all() {
        sand(
            turns.sand(hourglass).top(now),
            game.settings().hourglass[hourglass.owner],
        );
    }
    sand(turns.timer_top(), game.settings().timer);
    if let Phase::LastRing { since } = turns.phase() {
        sand((since + LAST_RING).saturating_sub(now), LAST_RING);
    }
    let later = |at: Millis| (at > now).then(|| at - now);
    let instants = [turns.steal_from(), courtesy_from(session)];
    for wait in instants.into_iter().flatten().filter_map(later) {
        consider(wait);
    }
    soonest.map(|wait| wait.max(LEAST_BETWEEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_up_to_the_second() {
        assert_eq!(minutes(Millis(150_001)), "2:31");
        assert_eq!(minutes(Millis(1)), "0:01");
        assert_eq!(minutes(Millis(0)), "0:00");
        assert_eq!(minutes_down(Millis(59_999)), "0:59");
    }

    #[test]
    fn shares_are_full_at_first_and_never_nothing_while_sand_runs() {
        let full = Millis(180_000);
        assert_eq!(share(full, full), 1.0);
        assert!(share(Millis(1), full) > 0.0);
        assert_eq!(share(Millis(0), full), 0.0);
    }
}
