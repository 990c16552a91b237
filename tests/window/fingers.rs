//! Several fingers on the game page, through the entry that the window
//! system's touches take, and two through Slint itself.

use slint::{ComponentHandle, LogicalPosition};
use tamsk::rules::{Level, Millis, Place, Player, Space};
use tamsk::touch::Phase::{Cancel, Down, Move, Up};
use tamsk::ui;

use crate::table::Table;

/// Which hourglass is in a player's hand: where it was lifted.
fn in_hand(table: &Table, player: Player) -> Option<Space> {
    table.game(|game| {
        let held = game.turns().in_hand(player)?;
        match game.board().place(held) {
            Place::On(space) => Some(space),
            Place::Reserve => None,
        }
    })
}

fn stands(table: &Table, at: &str) -> Option<Player> {
    let space = space(at);
    table.game(|game| game.board().standing_on(space).map(|h| h.owner))
}

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

fn dragged(table: &Table) -> usize {
    use slint::Model;
    table
        .page()
        .get_hourglasses()
        .iter()
        .filter(|h| h.dragged)
        .count()
}

fn timer_runs(table: &Table) -> bool {
    table.game(|game| game.turns().timer_top() > Millis::ZERO)
}

fn timer(table: &Table) -> LogicalPosition {
    table.middle(&table.page().get_timer().label)
}

fn holder(table: &Table, player: Player) -> LogicalPosition {
    table.middle(&table.holder_label(player))
}

fn at_level(level: u8) -> Table {
    let table = Table::new();
    table.start(level);
    table
}

#[test]
fn red_drags_while_black_taps_the_move_timer() {
    let table = at_level(3);
    let (d1, d2) = (table.middle("D1"), table.middle("D2"));
    table.finger(0, Down, d1);
    table.pass(50);
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    table.finger(0, Move, d2);
    table.finger(1, Down, timer(&table));
    table.pass(50);
    assert!(timer_runs(&table), "on the press, not on the lift");
    assert_eq!(dragged(&table), 1);
    table.finger(0, Up, d2);
    table.finger(1, Up, timer(&table));
    table.pass(50);
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
    assert_eq!(table.on_turn(), Some(Player::Black));
}

#[test]
fn black_drags_while_red_taps_his_holder() {
    let table = at_level(2);
    table.finger_tap(0, table.middle("D1"));
    table.finger_tap(0, table.middle("D2"));
    table.finger(1, Down, table.middle("G1"));
    table.finger(1, Move, table.middle("F1"));
    table.finger_tap(0, holder(&table, Player::Red));
    assert_eq!(table.game(|game| game.turns().rings(Player::Red)), 31);
    assert_eq!(in_hand(&table, Player::Black), Some(space("G1")));
    table.finger(1, Up, table.middle("F1"));
    table.pass(50);
    assert_eq!(stands(&table, "F1"), Some(Player::Black));
}

#[test]
fn rule_7_4_both_drag_and_let_go_in_one_frame() {
    let table = at_level(3);
    table.finger(0, Down, table.middle("D1"));
    table.pass(50);
    table.finger(0, Move, table.middle("D2"));
    table.finger_tap(1, timer(&table));
    table.pass(15_000);
    assert_eq!(table.on_turn(), Some(Player::Black));
    table.finger(1, Down, table.middle("G1"));
    table.pass(50);
    table.finger(1, Move, table.middle("F1"));
    assert_eq!(dragged(&table), 2);
    table.finger(0, Up, table.middle("D2"));
    table.finger(1, Up, table.middle("F1"));
    table.pass(50);
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
    assert_eq!(stands(&table, "F1"), Some(Player::Black));
    assert_eq!(dragged(&table), 0);
}

#[test]
fn a_press_counts_from_when_the_finger_came_down() {
    let table = at_level(1);
    let last = |table: &Table| table.game(|game| game.history().last().copied());
    table.finger_tap(0, table.middle("D1"));
    let lifted = last(&table).unwrap().0;
    // From one press to the next.
    table.pass(900);
    table.finger(0, Down, table.middle("D2"));
    assert_eq!(last(&table).unwrap().0, lifted, "it may be a palm");
    table.pass(50);
    assert_eq!(last(&table).unwrap().0, lifted + Millis(1_000));
}

#[test]
fn a_finger_that_the_system_takes_away_puts_back() {
    let table = at_level(2);
    table.finger(0, Down, table.middle("D1"));
    table.pass(50);
    table.finger(0, Move, table.middle("D2"));
    table.finger(0, Cancel, table.middle("D2"));
    table.pass(50);
    assert_eq!(in_hand(&table, Player::Red), None);
    assert_eq!(stands(&table, "D1"), Some(Player::Red));
    assert_eq!(table.on_turn(), Some(Player::Red));
}

#[test]
fn a_palm_does_nothing_and_leaves_a_drag_alone() {
    let table = at_level(2);
    table.finger_tap(0, table.middle("D1"));
    table.finger_tap(0, table.middle("D2"));
    table.pass(2_000);
    table.finger(0, Down, table.middle("G1"));
    table.pass(50);
    table.finger(0, Move, table.middle("F1"));
    // Red's drop is open; a hand is laid on Black's holder, which would steal it.
    let at = holder(&table, Player::Black);
    for i in 0..4 {
        let at = LogicalPosition::new(at.x, at.y + 40.0 * i as f32);
        table.finger(1 + i, Down, at);
    }
    table.pass(50);
    for i in 0..4 {
        table.finger(1 + i, Up, at);
    }
    table.pass(50);
    assert_eq!(table.game(|game| game.turns().rings(Player::Black)), 32);
    assert_eq!(dragged(&table), 1);
    table.finger(0, Up, table.middle("F1"));
    table.pass(50);
    assert_eq!(stands(&table, "F1"), Some(Player::Black));
}

#[test]
fn resting_fingers_block_nobody() {
    let table = at_level(3);
    // On the table, on the holders, on the timer once it runs.
    let corner = LogicalPosition::new(330.0, 120.0);
    for (id, at) in [
        (0, corner),
        (1, holder(&table, Player::Black)),
        (2, holder(&table, Player::Red)),
        (3, timer(&table)),
    ] {
        table.finger(id, Down, at);
        table.pass(50);
    }
    assert!(timer_runs(&table));
    table.finger(4, Down, table.middle("D1"));
    table.finger(4, Move, table.middle("D2"));
    table.finger(4, Up, table.middle("D2"));
    table.pass(600);
    table.finger_tap(4, holder(&table, Player::Red));
    assert_eq!(table.game(|game| game.turns().rings(Player::Red)), 31);
    // And the buttons above.
    table.finger_tap(4, table.middle("Pause"));
    assert!(table.page().get_paused());
}

#[test]
fn in_a_pause_one_finger_is_slints_and_the_lift_stays() {
    let table = at_level(2);
    table.finger(0, Down, table.middle("D1"));
    table.pass(50);
    table.finger(0, Move, table.middle("D2"));
    table.finger_tap(1, table.middle("Pause"));
    assert!(table.page().get_paused());
    // A move, and a lift over a space that would take the hourglass.
    table.finger(0, Move, table.middle("E2"));
    table.finger(0, Up, table.middle("D2"));
    table.pass(50);
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    assert_eq!(dragged(&table), 0);
    table.finger_tap(0, table.middle("Go on"));
    assert!(!table.page().get_paused());
    table.finger_tap(0, table.middle("D2"));
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
}

#[test]
fn a_window_that_is_turned_in_mid_drag_loses_no_lift() {
    let table = at_level(3);
    table.finger(0, Down, table.middle("D1"));
    table.pass(50);
    table.finger(0, Move, table.middle("D2"));
    table.resize(800, 1280);
    table.pass(100);
    assert_eq!(dragged(&table), 1);
    let d2 = table.middle("D2");
    table.finger(0, Move, d2);
    table.finger(0, Up, d2);
    table.pass(50);
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
    // Everything is hit where it lies now.
    table.finger_tap(0, holder(&table, Player::Red));
    assert_eq!(table.game(|game| game.turns().rings(Player::Red)), 31);
    table.finger_tap(1, timer(&table));
    assert!(timer_runs(&table));
    for (from, to) in [("A1", "A2"), ("G4", "G3")] {
        table.finger_tap(0, table.middle(from));
        table.finger_tap(0, table.middle(to));
        assert!(stands(&table, to).is_some(), "{to}");
    }
}

#[test]
fn the_mouse_is_one_more_finger() {
    let table = at_level(3);
    table.press(table.middle("D1"));
    table.finger_tap(0, timer(&table));
    assert!(timer_runs(&table));
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    // Nor does a tap on the board let go what the mouse holds.
    table.finger_tap(0, table.middle("E2"));
    table.finger_tap(0, table.middle("D1"));
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    table.release(table.middle("D2"));
    table.pass(20);
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
}

#[test]
fn rule_3_2_fingers_take_from_the_reserve() {
    let table = Table::new();
    table.start_with(2, |agree| agree.set_reserve_start(true));
    assert_eq!(table.game(|game| game.settings().level), Level::Two);
    let reserve = table.middle("Red: 3 hourglasses in reserve");
    table.finger_tap(0, reserve);
    assert!(table.page().get_red().reserve_in_hand);
    table.finger_tap(0, table.middle("D4"));
    assert_eq!(stands(&table, "D4"), Some(Player::Red));
    // Black's turn: Red's reserve and Black's holder stay as they are.
    table.finger_tap(0, reserve);
    assert!(!table.page().get_red().reserve_in_hand);
}

#[test]
fn elsewhere_one_finger_at_a_time_is_slints() {
    let table = Table::new();
    let new_game = table.middle("New game");
    table.finger(0, Down, new_game);
    table.finger(1, Down, table.middle("About"));
    table.finger(1, Up, table.middle("About"));
    table.finger(0, Up, new_game);
    table.pass(20);
    let page = || table.app.window().global::<ui::App>().get_page();
    assert_eq!(page(), ui::Page::NewGame);
    // A message lies over the game page: that is Slint's too.
    table.app.show_plain(ui::Page::Home);
    table.start(1);
    table.app.tell("Something that must be known.");
    table.pass(20);
    table.finger_tap(0, table.middle("Close this message"));
    assert_eq!(table.app.window().global::<ui::App>().get_message(), "");
    table.finger_tap(0, table.middle("D1"));
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
}

#[test]
fn a_palm_on_the_buttons_presses_none() {
    let table = at_level(2);
    let pause = table.middle("Pause");
    for (id, phase) in [(0, Down), (1, Down), (2, Down), (0, Up), (1, Up), (2, Up)] {
        table.finger(
            id,
            phase,
            LogicalPosition::new(pause.x - id as f32, pause.y),
        );
    }
    table.pass(50);
    assert!(!table.page().get_paused());
    // A finger does, later.
    table.pass(500);
    table.finger_tap(0, pause);
    assert!(table.page().get_paused());
}

#[test]
fn rule_8_2_a_finger_declines_the_last_ring() {
    let table = Table::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("last.tamsk");
    std::fs::write(
        &file,
        "tamsk-record 1\nlevel 2\nhourglass-red 1\nhourglass-black 1\n\n\
         0 R D1-D2\n0 B A1-A2\n0 R A4-A3\n0 B D7-D6\n0 R G4-G3\n0 B G1-G2\n0.5 end\n",
    )
    .unwrap();
    table.app.open(&file);
    table.finger_tap(0, table.middle("Go on"));
    table.pass(1_000);
    assert!(table.page().get_last_ring());
    // Within the holder, and yet a button of its own.
    table.finger_tap(0, table.middle("No ring"));
    let rings = |player| table.game(|game| game.turns().rings(player));
    assert_eq!((rings(Player::Red), rings(Player::Black)), (32, 32));
    let page = table.page();
    assert_ne!(page.get_red().can_decline, page.get_black().can_decline);
}

#[test]
fn whatever_many_fingers_do_nothing_breaks_and_nothing_sticks() {
    for seed in 0..2 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let table = at_level(3);
        let mut down = [None; 12];
        for _ in 0..1_000 {
            let id = rng.usize(..down.len());
            let (x, y) = (rng.f32() * 1280.0, rng.f32() * 800.0);
            // Mostly where it matters.
            let at = match rng.u8(..8) {
                0 => LogicalPosition::new(x, y),
                1 => LogicalPosition::new(120.0, y),
                2 => LogicalPosition::new(307.0, 640.0),
                _ => LogicalPosition::new(320.0 + x / 2.0, 100.0 + y * 0.75),
            };
            let phase = match (down[id], rng.u8(..10)) {
                (None, _) => Down,
                (Some(_), 0..5) => Move,
                (Some(_), 5..9) => Up,
                (Some(_), _) => Cancel,
            };
            down[id] = matches!(phase, Down | Move).then_some(at);
            table.finger(id as i32, phase, at);
            table.pass(rng.u64(..30));
        }
        for (id, at) in down.into_iter().enumerate() {
            if let Some(at) = at {
                table.finger(id as i32, Up, at);
            }
        }
        table.pass(50);
        assert_eq!(dragged(&table), 0, "seed {seed}");
    }
}

/// What Slint makes of two fingers by itself (docs/touch.md): if this fails
/// after an upgrade of Slint, read there what has to be looked at again.
#[test]
fn slint_alone_lets_go_the_first_finger_and_hears_nothing_of_the_second() {
    let table = at_level(3);
    let (d1, d2, timer) = (table.middle("D1"), table.middle("D2"), timer(&table));
    table.slint_finger(0, Down, d1);
    table.slint_finger(0, Move, d2);
    assert_eq!(dragged(&table), 1);
    table.slint_finger(1, Down, timer);
    assert!(
        !timer_runs(&table),
        "the second finger's press goes nowhere"
    );
    // The release that Slint made up is under the second finger's number.
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    assert_eq!(dragged(&table), 1);
    table.slint_finger(0, Move, d2);
    table.slint_finger(1, Up, timer);
    assert!(!timer_runs(&table));
    // The first is pressed again, and goes on.
    assert_eq!(dragged(&table), 1);
    table.slint_finger(0, Up, d2);
    table.pass(20);
    assert_eq!(stands(&table, "D2"), Some(Player::Red));
}

#[test]
fn slint_alone_forgets_a_first_finger_that_lifts_before_the_second() {
    let table = at_level(3);
    let (d1, d2, timer) = (table.middle("D1"), table.middle("D2"), timer(&table));
    table.slint_finger(0, Down, d1);
    table.slint_finger(0, Move, d2);
    table.slint_finger(1, Down, timer);
    table.slint_finger(0, Up, d2);
    // Its lift was never told; the second is pressed late, where it stands.
    assert!(timer_runs(&table));
    assert_eq!(in_hand(&table, Player::Red), Some(space("D1")));
    table.slint_finger(1, Up, timer);
    // The next press on the board puts back what nobody holds any more.
    table.slint_finger(5, Down, table.middle("D4"));
    table.slint_finger(5, Up, table.middle("D4"));
    table.pass(20);
    assert_eq!(in_hand(&table, Player::Red), None);
}
