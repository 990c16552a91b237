//! Whole games by clicks, and what happens in them.

use tamsk::record::{parse, replay};
use tamsk::rules::{Hourglass, Level, Outcome, Phase, Place, Player, Reason};

use super::table::Table;

/// A move for the player on turn: from where to where.
fn any_move(table: &Table) -> Option<(Place, String)> {
    table.game(|game| {
        let player = game.turns().on_turn()?;
        let turn = game.turns().turn_number() as usize;
        let moves: Vec<(Place, String)> = Hourglass::of(player)
            .map(|h| (h, game.board().place(h)))
            .filter(|&(_, place)| game.check_lift(player, place).is_ok())
            .flat_map(|(h, place)| {
                game.board()
                    .targets(h)
                    .iter()
                    .map(move |to| (place, to.to_string()))
            })
            .collect();
        // Not always the first, so that the game wanders over the board.
        moves.get(turn * 7 % moves.len().max(1)).cloned()
    })
}

fn lift(table: &Table, player: Player, from: Place) {
    match from {
        Place::On(space) => table.click(&space.to_string()),
        Place::Reserve => {
            let count = table.game(|game| game.board().in_reserve(player));
            table.click(&format!("{player}: {count} hourglasses in reserve"));
        }
    }
}

/// Plays until somebody has won, each move and its ring taking about `pace` ms.
fn play_to_the_end(table: &Table, pace: u64) -> Outcome {
    for _ in 0..400 {
        if let Some(outcome) = table.game(|game| game.turns().outcome()) {
            return outcome;
        }
        let Some((from, to)) = any_move(table) else {
            // The last ring: whoever may put one does.
            for player in Player::BOTH {
                table.holder(player);
            }
            table.pass(1_100);
            continue;
        };
        let player = table.on_turn().unwrap();
        lift(table, player, from);
        table.pass(pace / 4);
        table.click(&to);
        table.pass(pace / 4);
        table.holder(player);
        table.pass(pace / 2);
    }
    panic!("the game does not end");
}

/// What is on the screen is what a replay of the record shows.
fn agrees_with_its_record(table: &Table) {
    let text = table.app.record_text().unwrap();
    let mut replayed = replay(&parse(text.as_bytes()).unwrap().record).unwrap();
    assert_eq!(replayed.warnings, []);
    let now = table.now();
    // Between inputs time passes unrecorded, and a take-back turns it back.
    replayed.game.advance(now);
    let shown = table.game(|game| (*game.turns(), *game.board()));
    assert_eq!((*replayed.game.turns(), *replayed.game.board()), shown);
}

#[test]
fn a_whole_game_of_level_1() {
    let table = Table::new();
    table.start(1);
    let outcome = play_to_the_end(&table, 200);
    assert_eq!(outcome.by, Reason::Rings);
    let page = table.page();
    assert!(page.get_over() && page.get_show_result());
    let rings = [Player::Red, Player::Black].map(|p| table.game(|g| i32::from(g.turns().rings(p))));
    let result = page.get_result();
    assert_eq!([result.red_rings, result.black_rings], rings);
    agrees_with_its_record(&table);
}

#[test]
fn a_whole_game_of_level_2_in_which_sand_runs_out() {
    let table = Table::new();
    table.start_with(2, |page| {
        page.set_hourglass_red("20".into());
        page.set_hourglass_black("25,5".into());
    });
    play_to_the_end(&table, 1_600);
    assert_eq!(table.game(|g| g.settings().hourglass.black.0), 25_500);
    let out = table.game(|g| {
        Hourglass::all()
            .filter(|&h| g.turns().sand(h).is_out())
            .count()
    });
    assert!(out > 0, "in slow games hourglasses are lost");
    agrees_with_its_record(&table);
}

#[test]
fn a_whole_game_of_level_3_from_the_reserve_with_the_revised_penalty() {
    let table = Table::new();
    table.start_with(3, |page| {
        page.set_reserve_start(true);
        page.set_penalty_rings(true);
        page.set_ring_auto(true);
    });
    play_to_the_end(&table, 400);
    agrees_with_its_record(&table);
}

#[test]
fn the_worked_example() {
    let table = Table::new();
    table.start(1);
    table.drag("D1", "D2");
    table.holder(Player::Red);
    table.drag("G1", "F1");
    table.holder(Player::Black);
    assert!(
        table
            .must_find("F1")
            .accessible_label()
            .unwrap()
            .contains("full")
    );
    table.drag("D2", "E2");
    table.holder(Player::Red);
    // Red stands on E2.
    table.drag("F1", "E2");
    assert!(
        table.notice().contains("An hourglass stands on E2"),
        "{}",
        table.notice()
    );
    table.key(slint::platform::Key::Escape);
    table.drag("F1", "E1");
    table.holder(Player::Black);
    let moves: Vec<String> = slint::Model::iter(&table.page().get_moves())
        .map(String::from)
        .collect();
    assert_eq!(moves, ["D1-D2", "G1-F1x", "D2-E2", "F1-E1x"]);
}

#[test]
fn a_drag_that_ends_nowhere_puts_back() {
    let table = Table::new();
    table.start(1);
    table.drag("D1", "Pause");
    assert_eq!(table.game(|g| g.turns().in_hand(Player::Red)), None);
    assert_eq!(table.on_turn(), Some(Player::Red));
    assert!(!table.page().get_paused());
}

#[test]
fn undo_and_redo_at_level_1() {
    let table = Table::new();
    table.start(1);
    table.click("D1");
    table.click("D2");
    table.holder(Player::Red);
    assert_eq!(table.game(|g| g.turns().rings(Player::Red)), 31);
    table.click("Undo");
    assert_eq!(table.game(|g| g.turns().rings(Player::Red)), 32);
    table.click("Undo");
    table.click("Undo");
    assert_eq!(table.on_turn(), Some(Player::Red));
    assert!(!table.page().get_can_undo());
    for _ in 0..3 {
        table.click("Redo");
    }
    assert_eq!(table.game(|g| g.turns().rings(Player::Red)), 31);
    assert!(!table.page().get_can_redo());
    // Another input, and what was taken back is gone.
    table.click("Undo");
    table.click("G1");
    assert!(!table.page().get_can_redo());
    table.pass(5_000);
    agrees_with_its_record(&table);
}

#[test]
fn rule_6_1_a_forgotten_ring_is_stolen_after_a_second() {
    let table = Table::new();
    table.start(2);
    table.click("D1");
    table.click("D2");
    table.holder(Player::Black);
    assert!(table.notice().contains("Too early"), "{}", table.notice());
    assert_eq!(table.page().get_black().holder_hint, "Steal…");
    table.pass(1_000);
    assert_eq!(table.page().get_black().holder_hint, "Steal");
    table.holder(Player::Black);
    assert_eq!(table.game(|g| g.turns().rings(Player::Black)), 31);
    assert!(table.notice().contains("stole"), "{}", table.notice());
}

#[test]
fn rule_6_2_the_mover_may_drop_while_the_opponent_lifts() {
    let table = Table::new();
    table.start(2);
    table.click("D1");
    table.click("D2");
    table.click("G1");
    table.click("D2"); // the mark on the space
    assert_eq!(table.game(|g| g.turns().rings(Player::Red)), 31);
    assert!(table.game(|g| g.turns().in_hand(Player::Black).is_some()));
    table.click("F1");
    assert_eq!(table.on_turn(), Some(Player::Red));
}

#[test]
fn rule_7_5_a_late_turn_is_announced_and_the_late_hand_may_release() {
    let table = Table::new();
    table.start(3);
    table.timer();
    assert!(table.page().get_timer().aimed);
    table.timer();
    assert!(table.notice().contains("still runs"), "{}", table.notice());
    table.pass(10_000);
    table.click("D1");
    table.pass(6_000);
    assert_eq!(table.on_turn(), Some(Player::Black));
    assert!(table.page().get_red().late);
    assert_eq!(table.page().get_red().owed_skips, 1);
    assert!(table.notice().contains("late"), "{}", table.notice());
    table.click("D2");
    assert!(!table.page().get_red().late);
    let moves: Vec<String> = slint::Model::iter(&table.page().get_moves())
        .map(String::from)
        .collect();
    assert_eq!(moves, ["D1-D2!"]);
    table.click("G1");
    table.click("F1");
    // Red pays.
    assert_eq!(table.on_turn(), Some(Player::Black));
    assert!(table.notice().contains("skips"), "{}", table.notice());
}

#[test]
fn rule_7_6_a_second_ring_goes_where_its_owner_says() {
    let table = Table::new();
    table.start_with(3, |page| page.set_penalty_rings(true));
    table.click("D1");
    table.timer();
    table.pass(15_500);
    assert_eq!(table.on_turn(), Some(Player::Black));
    table.click("A1");
    table.click("A2");
    table.holder(Player::Black);
    assert_eq!(table.page().get_black().holder_hint, "Second ring");
    table.holder(Player::Black);
    assert_eq!(table.page().get_black().holder_hint, "Choose a space");
    table.click("D4");
    assert_eq!(table.game(|g| g.turns().rings(Player::Black)), 30);
    assert!(
        table
            .must_find("D4")
            .accessible_label()
            .unwrap()
            .contains("1 of 4")
    );
}

#[test]
fn rule_9_1_pause_covers_the_board_and_stops_the_sand() {
    let table = Table::new();
    table.start(2);
    table.click("D1");
    table.click("D2");
    table.click("Pause");
    let at = table.now();
    assert!(table.page().get_paused());
    table.pass(60_000);
    assert_eq!(table.now(), at);
    // Nothing behind the cover can be reached.
    let behind = table.must_find("D7").absolute_position();
    table.press(behind);
    table.release(behind);
    assert!(table.game(|g| g.turns().in_hand(Player::Black).is_none()));
    assert_eq!(table.notice(), "");
    assert_eq!(table.now(), at);
    table.click("Take back");
    table.click("Go on");
    assert!(table.game(|g| g.turns().in_hand(Player::Red).is_some()));
    table.pass(1_000);
    assert!(table.now() > tamsk::rules::Millis(1_000));
    agrees_with_its_record(&table);
}

#[test]
fn a_machine_that_slept_finds_the_game_paused_where_it_was() {
    let table = Table::new();
    table.start(2);
    table.click("D1");
    table.click("D2");
    table.pass(2_000);
    let before = table.now();
    table.sleep(3_600);
    assert!(table.page().get_paused());
    assert!(
        table.now().0 - before.0 <= 1_000,
        "{} {}",
        table.now(),
        before
    );
    assert!(table.notice().contains("slept"), "{}", table.notice());
    table.click("Go on");
    table.pass(500);
    assert!(!table.page().get_paused());
}

#[test]
fn level_2_has_a_quiet_word_after_fifteen_seconds() {
    let table = Table::new();
    table.start(2);
    table.pass(14_000);
    assert_eq!(table.page().get_courtesy(), "");
    table.pass(2_000);
    assert!(table.page().get_courtesy().contains("15"));
    assert_eq!(table.on_turn(), Some(Player::Red));
}

#[test]
fn rule_8_5_a_tie_decided_by_time_shows_why() {
    let table = Table::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tie.tamsk");
    std::fs::write(
        &file,
        "tamsk-record 1\nlevel 2\nhourglass-red 1\nhourglass-black 1\n\n\
         0 R D1-D2\n0.1 B A1-A2\n0.2 R A4-A3\n0.3 B D7-D6\n0.4 R G4-G3\n0.5 B G1-G2\n1 end\n",
    )
    .unwrap();
    table.app.open(&file);
    table.click("Go on");
    table.pass(8_000);
    let result = table.page().get_result();
    assert_eq!(result.title, "Black wins");
    let lines: Vec<_> = slint::Model::iter(&result.ties).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].decides);
    assert_eq!(
        (lines[0].red.as_str(), lines[0].black.as_str()),
        ("0:01.400", "0:01.500")
    );
}

#[test]
fn the_last_ring_counts_down() {
    let table = Table::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("last.tamsk");
    // All sand runs out while a drop is open.
    std::fs::write(
        &file,
        "tamsk-record 1\nlevel 2\nhourglass-red 1\nhourglass-black 1\n\n\
         0 R D1-D2\n0 B A1-A2\n0 R A4-A3\n0 B D7-D6\n0 R G4-G3\n0 B G1-G2\n0.5 end\n",
    )
    .unwrap();
    table.app.open(&file);
    table.click("Go on");
    table.pass(1_000);
    assert!(table.page().get_last_ring());
    assert!(matches!(
        table.game(|g| g.turns().phase()),
        Phase::LastRing { .. }
    ));
    let first = table.page().get_last_ring_text();
    table.pass(2_000);
    assert_ne!(table.page().get_last_ring_text(), first);
    table.holder(Player::Black);
    assert_eq!(
        table.game(|g| g.turns().outcome()).map(|o| o.winner),
        Some(Some(Player::Black))
    );
    assert_eq!(table.game(|g| g.settings().level), Level::Two);
}

#[test]
fn the_keyboard_plays_a_turn() {
    use slint::platform::Key;
    let table = Table::new();
    table.start(1);
    table.key(Key::DownArrow); // shows the cursor on D4
    for _ in 0..3 {
        table.key(Key::DownArrow);
    }
    table.key(Key::Return); // D1
    assert!(table.game(|g| g.turns().in_hand(Player::Red).is_some()));
    table.key(Key::UpArrow);
    table.key(Key::Return); // D2
    table.key("r");
    assert_eq!(table.game(|g| g.turns().rings(Player::Red)), 31);
    table.key("p");
    assert!(table.page().get_paused());
    table.key(Key::Escape);
    assert!(!table.page().get_paused());
}
