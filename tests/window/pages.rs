//! From page to page, and what is kept on the way.

use slint::ComponentHandle;
use tamsk::rules::Player;
use tamsk::ui;

use super::table::Table;

#[test]
fn what_is_agreed_is_kept_for_the_next_game() {
    let folder = tempfile::tempdir().unwrap();
    {
        let table = Table::with_folder(Some(folder.path()));
        table.start_with(2, |page| {
            page.set_red_name("Ann".into());
            page.set_full_space_loses(true);
        });
        assert_eq!(table.page().get_headline(), "Ann to move");
    }
    let table = Table::with_folder(Some(folder.path()));
    table.click("New game");
    let page = table.app.window().global::<ui::NewGame>();
    assert_eq!(page.get_level(), 2);
    assert_eq!(page.get_red_name(), "Ann");
    assert!(page.get_full_space_loses());
}

#[test]
fn a_game_that_was_not_finished_is_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    {
        let table = Table::with_folder(Some(folder.path()));
        table.start(2);
        table.click("D1");
        table.click("D2");
        table.pass(12_000);
        // Nobody says goodbye: the program is killed.
    }
    let table = Table::with_folder(Some(folder.path()));
    assert!(table.app.window().global::<ui::App>().get_can_continue());
    table.click("Continue");
    assert!(table.page().get_paused());
    assert_eq!(table.on_turn(), Some(Player::Black));
    // At most five seconds of play are forgotten.
    assert!(table.now().0 >= 7_000, "{}", table.now());
}

#[test]
fn a_wrong_time_is_told_and_keeps_the_game_from_starting() {
    let table = Table::new();
    table.click("New game");
    let page = table.app.window().global::<ui::NewGame>();
    page.set_timer_seconds("soon".into());
    page.invoke_changed();
    assert!(
        page.get_problem().contains("1 to 3600"),
        "{}",
        page.get_problem()
    );
    assert_eq!(table.must_find("Start").accessible_enabled(), Some(false));
}

#[test]
fn a_rematch_changes_colours_names_and_handicap() {
    let table = Table::new();
    table.start_with(2, |page| {
        page.set_red_name("Ann".into());
        page.set_black_name("Bo".into());
        page.set_hourglass_red("60".into());
    });
    table.click("Pause");
    table.click("Resign");
    table.click("Bo resigns");
    // Asked once more, and nothing is given up yet.
    assert!(!table.page().get_over());
    table.click("Resign");
    assert_eq!(table.page().get_result().title, "Ann wins");
    table.click("Rematch");
    assert_eq!(table.page().get_red().name, "Bo");
    assert_eq!(table.game(|g| g.settings().hourglass.black.0), 60_000);
    assert!(!table.page().get_over());
}

#[test]
fn a_bad_record_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.tamsk");
    std::fs::write(&file, "tamsk-record 1\n\n1 R D1-D4\n").unwrap();
    let table = Table::new();
    table.app.open(&file);
    let told = table.app.window().global::<ui::App>().get_message();
    assert!(
        told.contains("bad.tamsk") && told.contains("line 3"),
        "{told}"
    );
}

#[test]
fn every_page_is_laid_out_at_every_size() {
    let table = Table::new();
    for (width, height) in [(900, 600), (1280, 800), (700, 1000), (2560, 1600)] {
        table.resize(width, height);
        for label in ["New game", "About"] {
            table.must_find(label);
        }
    }
    table.start(3);
    for (width, height) in [(900, 600), (1280, 800), (700, 1000), (2560, 1600)] {
        table.resize(width, height);
        for name in ["A1", "D7", "G4", "D4"] {
            let space = table.must_find(name);
            let (at, size) = (space.absolute_position(), space.size());
            assert!(
                at.x >= 0.0 && at.x + size.width <= width as f32,
                "{name} at {width}x{height}"
            );
            assert!(
                at.y >= 0.0 && at.y + size.height <= height as f32,
                "{name} at {width}x{height}"
            );
        }
    }
}

#[test]
fn what_is_chosen_for_the_ear_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    {
        let table = Table::with_folder(Some(folder.path()));
        table.click("Settings");
        table.click("Sound");
        table.click("Red right");
        table.click("An hourglass runs out");
        table
            .must_find("Volume")
            .invoke_accessible_increment_action();
        table
            .must_find("First warning, sand left")
            .invoke_accessible_decrement_action();
        table.click("Back");
        table.click("Back");
        table.must_find("New game");
    }
    let table = Table::with_folder(Some(folder.path()));
    let page = table.app.window().global::<ui::Sound>();
    assert_eq!((page.get_seats(), page.get_volume()), (1, 75));
    assert_eq!((page.get_first(), page.get_second()), (29, 10));
    table.click("Settings");
    table.click("Sound");
    let checked = |label| table.must_find(label).accessible_checked();
    assert_eq!(checked("An hourglass runs out"), Some(false));
    assert_eq!(checked("The last five seconds of sand"), Some(true));
}

#[test]
fn from_the_sound_page_the_way_leads_back_to_the_paused_game() {
    let table = Table::new();
    table.start(2);
    table.click("Pause");
    table.click("Settings");
    table.click("Sound");
    table.must_find("Play Red's: An hourglass runs out");
    table.key(slint::platform::Key::Escape);
    table.must_find("Colours");
    table.key(slint::platform::Key::Escape);
    assert!(table.page().get_paused());
    table.click("Go on");
    assert!(!table.page().get_paused());
}
