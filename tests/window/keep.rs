//! Nothing is lost: games that are looked at again, kept, passed on; what is
//! chosen; and disks that fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use slint::{ComponentHandle, Model};
use tamsk::rules::{Level, Player};
use tamsk::ui::{self, Page};

use super::table::Table;

const FINISHED: &str = "tamsk-record 1\ndate 2026-11-30T20:15:00+01:00\nred Ann\nblack Bo\nlevel 3\n\n\
    1.000 R D1-D2\n2.000 R ring D2\n3.000 B A1-A2\n4.000 B ring A2\n5.000 B timer\n30.000 B resign\n";

fn page_of(table: &Table) -> Page {
    table.app.window().global::<ui::App>().get_page()
}

fn message(table: &Table) -> String {
    table.app.window().global::<ui::App>().get_message().into()
}

fn review(table: &Table) -> ui::Review<'_> {
    table.app.window().global::<ui::Review>()
}

fn archive(table: &Table) -> ui::Archive<'_> {
    table.app.window().global::<ui::Archive>()
}

fn put(folder: &Path, name: &str, text: &str) -> PathBuf {
    fs::create_dir_all(folder.join("games")).unwrap();
    let path = folder.join("games").join(name);
    fs::write(&path, text).unwrap();
    path
}

fn journal(folder: &Path) -> String {
    fs::read_to_string(folder.join("running.tamsk")).unwrap_or_default()
}

/// Where the hourglasses stand on the page, as the board shows them.
fn standing(table: &Table) -> Vec<(i32, i32, String)> {
    let shown = table.page().get_hourglasses();
    shown
        .iter()
        .map(|h| {
            (
                (h.across * 100.0) as i32,
                (h.up * 100.0) as i32,
                h.text.into(),
            )
        })
        .collect()
}

#[test]
fn a_game_that_has_just_ended_is_looked_at_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::with_folder(Some(folder.path()));
    table.start(3);
    table.click("D1");
    table.click("D2");
    table.pass(1_000);
    table.holder(Player::Red);
    table.pass(1_000);
    table.timer();
    table.pass(2_000);
    table.click("Pause");
    table.click("Draw");
    table.click("Draw");
    assert!(table.page().get_show_result());
    table.click("Review");
    assert_eq!(page_of(&table), Page::Review);
    table.click("To the end");
    assert_eq!(review(&table).get_at(), 1.0);
    let end = standing(&table);
    table.click("To the beginning");
    assert_eq!(review(&table).get_step(), 0);
    assert_ne!(standing(&table), end);
    assert_eq!(table.page().get_red().rings, 32);
    // Lift, release, ring, timer, draw.
    let steps = review(&table).get_steps();
    assert!(steps >= 5, "{steps}");
    for step in 1..=steps {
        table.click("One step on");
        assert_eq!(review(&table).get_step(), step);
    }
    assert_eq!(standing(&table), end);
    assert_eq!(table.page().get_red().rings, 31);
    table.click("To the beginning");
    table.click("4×");
    table.pass(300);
    let at = review(&table).get_at();
    assert!(0.0 < at && at < 1.0, "{at}");
    table.pass(2_000);
    assert_eq!(review(&table).get_at(), 1.0);
    assert_eq!(review(&table).get_speed(), 0);
    // The chart: rings and three hourglasses each.
    assert_eq!(review(&table).get_lanes().row_count(), 8);

    table.click("One step back");
    table.click("Play on");
    table.click("With the clocks as they stand");
    assert_eq!(page_of(&table), Page::Game);
    assert!(table.page().get_paused());
    assert!(table.game(|g| g.turns().timer_top().0 > 0));
    table.click("Go on");
    table.click("D7");
    table.click("D6");
    assert_eq!(table.on_turn(), Some(Player::Red));
    // The game it came from is kept as it was.
    let games: Vec<_> = fs::read_dir(folder.path().join("games")).unwrap().collect();
    assert_eq!(games.len(), 1);
}

#[test]
fn a_level_3_game_goes_on_at_level_1() {
    let table = Table::new();
    let folder = tempfile::tempdir().unwrap();
    table.app.open(&put(folder.path(), "a.tamsk", FINISHED));
    assert_eq!(page_of(&table), Page::Review);
    assert_eq!(review(&table).get_title(), "Ann – Bo");
    table.click("To the end");
    table.click("One step back");
    table.click("Play on");
    table.click("At level 1, without sand");
    assert_eq!(table.game(|g| g.settings().level), Level::One);
    assert_eq!(table.on_turn(), Some(Player::Red));
    assert_eq!(table.page().get_black().rings, 31);
}

#[test]
fn games_are_found_looked_at_exported_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "a.tamsk", FINISHED);
    put(
        folder.path(),
        "b.tamsk",
        &FINISHED
            .replace("level 3", "level 2")
            .replace("5.000 B timer\n", "")
            .replace("Bo", "Cé")
            .replace("B resign", "R resign"),
    );
    put(folder.path(), "c.tamsk", "no record\n");
    let table = Table::with_folder(Some(folder.path()));
    table.click("Games");
    let page = archive(&table);
    assert_eq!(page.get_rows().row_count(), 2);
    assert!(
        page.get_summary().contains("2 games"),
        "{}",
        page.get_summary()
    );
    assert!(page.get_summary().contains('1'), "{}", page.get_summary());
    table.must_find("Won by Red 1");
    for (search, found) in [("cÉ", 1), ("ann", 2), ("nobody", 0), ("", 2)] {
        page.set_search(search.into());
        page.invoke_changed();
        assert_eq!(page.get_rows().row_count(), found, "{search}");
    }
    page.set_level(3);
    page.invoke_changed();
    assert_eq!(page.get_rows().row_count(), 1);
    let title = page.get_rows().row_data(0).unwrap().title;
    assert_eq!(title, "Ann – Bo");
    table.pass(50);
    table.click("Ann – Bo");
    assert_eq!(page_of(&table), Page::Review);
    table.click("Back");
    assert_eq!(page_of(&table), Page::Archive);

    table.click("Save as a file: Ann – Bo");
    let saved = folder.path().join("shared/2026-11-30 Ann Bo.tamsk");
    assert_eq!(fs::read_to_string(saved).unwrap(), FINISHED);
    table.click("Delete: Ann – Bo");
    table.click("Cancel");
    assert!(folder.path().join("games/a.tamsk").exists());
    table.click("Delete: Ann – Bo");
    table.click("Delete");
    assert!(!folder.path().join("games/a.tamsk").exists());
    assert!(folder.path().join("games/deleted/a.tamsk").exists());
}

#[test]
fn ten_thousand_games_are_listed_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let short = FINISHED.lines().take(6).collect::<Vec<_>>().join("\n") + "\n\n30.000 B resign\n";
    for n in 0..10_000 {
        put(
            folder.path(),
            &format!("{n}.tamsk"),
            &short.replace("Ann", &format!("Ann {n}")),
        );
    }
    // The first time each is read.
    let first = tamsk::store::Archive::open(folder.path()).list().unwrap();
    assert_eq!((first.entries.len(), first.unreadable.len()), (10_000, 0));
    let table = Table::with_folder(Some(folder.path()));
    let begun = Instant::now();
    table.click("Games");
    println!("listed in {:?}", begun.elapsed());
    let page = archive(&table);
    assert_eq!(page.get_rows().row_count(), 10_000);
    page.set_search("ann 9999".into());
    page.invoke_changed();
    assert_eq!(page.get_rows().row_count(), 1);
}

#[test]
fn what_is_wrong_with_a_record_is_told_by_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::with_folder(Some(folder.path()));
    table.start(1);
    table.click("D1");
    table.click("D2");
    let before = (journal(folder.path()), table.app.record_text());
    for (text, told) in [
        (FINISHED.replace("A1-A2", "A1-A4"), "line 9"),
        (FINISHED.replace("level 3", "level 9"), "line 5"),
        ("hello\n".to_owned(), "line 1"),
    ] {
        let path = put(folder.path(), "bad.tamsk", &text);
        table.app.open(&path);
        assert!(message(&table).contains(told), "{}", message(&table));
        assert!(message(&table).contains("bad.tamsk"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        table.click("Close this message");
    }
    let (then, record) = before;
    assert!(journal(folder.path()).starts_with(&then));
    assert!(
        table
            .app
            .record_text()
            .unwrap()
            .starts_with(&record.unwrap())
    );
}

#[test]
fn a_disk_that_fails_is_told_once_and_all_is_written_when_it_can_be() {
    let outer = tempfile::tempdir().unwrap();
    let (folder, gone) = (outer.path().join("data"), outer.path().join("gone"));
    let table = Table::with_folder(Some(&folder));
    table.start(2);
    table.click("D1");
    table.click("D2");
    fs::rename(&folder, &gone).unwrap();
    fs::write(&folder, "in the way").unwrap();
    table.click("D7");
    table.click("D6");
    let told = message(&table);
    assert!(
        told.contains("can't be written") && told.contains("Play goes on"),
        "{told}"
    );
    table.click("Close this message");
    table.click("A4");
    table.click("A3");
    table.pass(30_000);
    assert_eq!(message(&table), "");
    fs::remove_file(&folder).unwrap();
    fs::rename(&gone, &folder).unwrap();
    // Nobody plays: it is tried again by itself.
    table.pass(6_000);
    assert!(
        message(&table).contains("kept again"),
        "{}",
        message(&table)
    );
    assert!(journal(&folder).contains("R to A3"), "{}", journal(&folder));
    let record = table.app.record_text().unwrap();
    assert!(record.starts_with(&journal(&folder)), "{record}");
}

#[test]
fn a_finished_game_waits_for_a_disk_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::write(&games, "in the way").unwrap();
    let table = Table::with_folder(Some(folder.path()));
    table.start(1);
    table.click("D1");
    table.click("D2");
    table.click("Pause");
    table.click("Draw");
    table.click("Draw");
    assert!(
        message(&table).contains("can't be written"),
        "{}",
        message(&table)
    );
    // A crash now: the game is in the journal still.
    assert!(journal(folder.path()).contains("draw"));
    fs::remove_file(&games).unwrap();
    table.pass(6_000);
    assert_eq!(fs::read_dir(&games).unwrap().count(), 1);
    assert_eq!(journal(folder.path()), "");
}

#[test]
fn settings_hold_at_once_and_next_time() {
    let folder = tempfile::tempdir().unwrap();
    {
        let table = Table::with_folder(Some(folder.path()));
        table.click("Settings");
        table.click("Light");
        table.click("D1→D2");
        table.click("Time under each hourglass");
        table.click("Movement: hourglasses turn over, rings fall");
        let app = table.app.window().global::<ui::App>();
        assert_eq!(app.get_theme(), ui::ThemeChoice::Light);
        assert!(!table.page().get_digits());
        table.click("Back");
        assert_eq!(page_of(&table), Page::Home);
        table.start(1);
        table.click("D1");
        table.click("D2");
        table.holder(Player::Red);
        assert_eq!(table.page().get_moves().row_data(0).unwrap(), "D1→D2");
        // From a game that is paused, and back to it.
        table.click("Pause");
        table.click("Settings");
        table.click("D1-D2");
        table.click("Back");
        assert!(table.page().get_paused());
        assert_eq!(table.page().get_moves().row_data(0).unwrap(), "D1-D2");
    }
    let table = Table::with_folder(Some(folder.path()));
    let app = table.app.window().global::<ui::App>();
    assert_eq!(app.get_theme(), ui::ThemeChoice::Light);
    assert!(!table.page().get_digits());
    assert!(!table.app.window().global::<ui::Settings>().get_motion());
}

#[test]
fn the_board_turns_to_the_player_on_turn_when_no_hand_is_on_it() {
    let table = Table::new();
    table.click("Settings");
    table.click("Turns to the player on turn");
    table.click("Back");
    table.start(1);
    let (d1, d7) = (table.middle("D1"), table.middle("D7"));
    assert!(d1.y > d7.y);
    let red = table.middle(&table.holder_label(Player::Red));
    table.drag("D1", "D2");
    // Red's ring is still to come: the board waits for him.
    assert_eq!(table.middle("D1").y, d1.y);
    table.holder(Player::Red);
    table.pass(50);
    assert!(
        (table.middle("D7").y - d1.y).abs() < 1.0,
        "turned by half a turn"
    );
    assert!((table.middle("D7").x - d1.x).abs() < 1.0);
    assert!((table.middle(&table.holder_label(Player::Black)).x - red.x).abs() < 1.0);
    // Hit areas turn too: a click, a drag, a finger, a key.
    table.drag("D7", "D6");
    assert_eq!(table.on_turn(), Some(Player::Red));
    table.holder(Player::Black);
    table.pass(50);
    assert_eq!(table.middle("D1").y, d1.y);
    table.click("D2");
    table.click("D3");
    table.holder(Player::Red);
    table.pass(50);
    table.finger_tap(1, table.middle("A1"));
    table.finger_tap(1, table.middle("A2"));
    assert_eq!(table.on_turn(), Some(Player::Red));
    assert_eq!(
        table.game(|g| g
            .board()
            .standing_on("A2".parse().unwrap())
            .map(|h| h.owner)),
        Some(Player::Black)
    );
}

#[test]
fn two_windows_have_a_journal_each() {
    let folder = tempfile::tempdir().unwrap();
    let one = Table::with_folder(Some(folder.path()));
    one.start(1);
    one.click("D1");
    one.click("D2");
    let other = Table::with_folder(Some(folder.path()));
    assert!(!other.app.window().global::<ui::App>().get_can_continue());
    other.start(2);
    other.click("A4");
    other.click("A3");
    assert!(journal(folder.path()).contains("R to D2"));
    let second = fs::read_to_string(folder.path().join("running-2.tamsk")).unwrap();
    assert!(second.contains("R to A3"));
    drop(one);
    drop(other);
    // Both were cut off: one after the other is offered.
    let table = Table::with_folder(Some(folder.path()));
    table.click("Continue");
    assert_eq!(table.page().get_level(), 1);
    table.click("Leave");
    drop(table);
    let table = Table::with_folder(Some(folder.path()));
    table.click("Continue");
    table.click("Draw");
    table.click("Draw");
    table.click("Home");
    table.click("Continue");
    assert_eq!(table.page().get_level(), 2);
    assert!(!folder.path().join("running-2.tamsk").exists());
    assert!(journal(folder.path()).contains("R to A3"));
}
