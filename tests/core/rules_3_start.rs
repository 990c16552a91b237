//! RULES 3: the two starts.

use tamsk::rules::{Game, Place, Refusal, Sand, Settings, Side, Space, Start};

use crate::common::*;

#[test]
fn rule_3_1_corners() {
    let game = Game::new(Settings::default());
    for space in Space::all() {
        let owner = match space.to_string().as_str() {
            "D1" | "G4" | "A4" => Some(Red),
            "A1" | "G1" | "D7" => Some(Black),
            _ => None,
        };
        assert_eq!(game.owner_on(&space.to_string()), owner, "{space}");
        assert_eq!(game.board().rings(space), 0);
    }
    for name in ["D1", "G4", "A4", "A1", "G1", "D7"] {
        assert_eq!(game.sand_on(name), Sand::Idle);
    }
}

#[test]
fn rule_3_2_reserve_all_six_are_off_the_board() {
    let game = play("start reserve");
    assert!(game.board().occupied().is_empty());
    assert_eq!(game.settings().start, Start::Reserve);
    for player in [Red, Black] {
        assert_eq!(game.board().in_reserve(player), 3);
    }
}

#[test]
fn rule_3_2_a_turn_places_one_on_any_vacant_space() {
    let game = play(
        "start reserve

         1 R reserve-D4
         2 B reserve-A1",
    );
    assert_eq!(game.owner_on("D4"), Some(Red));
    assert_eq!(game.owner_on("A1"), Some(Black));
    assert_eq!(game.moves(), ["reserve-D4o", "reserve-A1"]);
    assert_eq!(
        game.refuses("3 R reserve-A1"),
        Refusal::Occupied(space("A1"))
    );
    assert_eq!(
        game.refuses("3 R reserve-D4"),
        Refusal::Occupied(space("D4"))
    );
    game.takes("3 R reserve-A2");
}

#[test]
fn rule_3_2_not_on_a_full_space() {
    // Red's second ring (7.6) fills G4, where nobody stands.
    let start = "level 3
                 start reserve
                 penalty rings
                 timer 1
                 full-space FULL

                 0 R reserve-A1
                 1 B lift reserve
                 1 R timer
                 3 R reserve-A2
                 4 R ring A2
                 5 R ring G4";
    let game = play(&start.replace("FULL", "refuse"));
    assert_eq!(game.rings_on("G4"), 1);
    assert_eq!(game.refuses("6 B reserve-G4"), Refusal::Full(space("G4")));
    game.takes("6 B reserve-G3");
    // Under the printed rule it loses (4.5).
    let game = play(&start.replace("FULL", "lose"));
    let game = game.then("6 B reserve-G4");
    assert_eq!(game.ending().as_deref(), Some("red by full-space"));
    assert_eq!(game.board().in_reserve(Black), 3);
    assert_eq!(game.owner_on("G4"), None);
}

#[test]
fn rule_3_2_while_any_is_in_reserve_those_on_the_board_stay() {
    let game = play(
        "start reserve

         1 R reserve-D4
         2 B reserve-A1",
    );
    assert_eq!(game.refuses("3 R lift D4"), Refusal::ReserveFirst);
    assert_eq!(game.refuses("3 R D4-D5"), Refusal::ReserveFirst);
    let game = game.then(
        "3 R reserve-D5
         4 B reserve-A2
         5 R reserve-D6",
    );
    // Red's are all placed, Black's not.
    assert_eq!(game.refuses("6 B A1-B1"), Refusal::ReserveFirst);
    let game = game.then(
        "6 B reserve-A3
         7 R D4-D3",
    );
    assert_eq!(game.owner_on("D3"), Some(Red));
}

#[test]
fn rule_3_2_the_one_in_hand_still_counts_as_in_reserve() {
    let game = play(
        "start reserve

         1 R lift reserve",
    );
    assert_eq!(game.board().in_reserve(Red), 3);
    assert_eq!(game.hand(Red), Some(Place::Reserve));
    let game = game.then("2 R back\n3 R lift reserve\n4 R to D4");
    assert_eq!(game.board().in_reserve(Red), 2);
}

#[test]
fn rule_3_2_it_is_turned_at_levels_2_and_3() {
    for level in ["2", "3"] {
        let game = play(&format!(
            "level {level}\nstart reserve\n\n1 R reserve-D4\n5 end"
        ));
        assert_eq!(game.sand_on("D4").out_at(), Some(secs("181")));
    }
    let game = play("start reserve\n\n1 R reserve-D4\n5 end");
    assert_eq!(game.sand_on("D4"), Sand::Idle);
}

#[test]
fn rule_3_2_it_opens_a_drop() {
    let game = play("start reserve\n\n1 R reserve-D4");
    assert_eq!(game.open_drop(), Some((space("D4"), Red)));
    game.takes("1 R ring D4");
    game.takes("2 B ring D4"); // a steal
}

#[test]
fn rule_3_2_placing_ends_the_turn() {
    let game = play("start reserve\n\n1 R reserve-D4");
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.refuses("1 R lift reserve"), Refusal::NotOnTurn(Red));
}

#[test]
fn rule_3_2_at_level_1_the_board_ones_stay_too() {
    let game = play("start reserve\n\n1 R reserve-D4\n2 B reserve-A1");
    assert_eq!(game.refuses("3 R lift D4"), Refusal::ReserveFirst);
}

#[test]
fn rule_3_2_an_empty_place_cannot_be_lifted() {
    assert_eq!(
        play("start reserve").refuses("1 R lift D1"),
        Refusal::NotThere(Red)
    );
    assert_eq!(
        play("start corners").refuses("1 R lift reserve"),
        Refusal::NotThere(Red)
    );
}

#[test]
fn rule_3_3_red_begins() {
    for header in ["level 1", "level 2", "level 3", "start reserve"] {
        let game = play(header);
        assert_eq!(game.turns().on_turn(), Some(Red));
        assert_eq!(game.turns().turn_number(), 1);
        assert_eq!(game.events(), [""; 0]); // the first turn has no event
    }
    assert_eq!(
        play("level 1").refuses("1 B lift A1"),
        Refusal::NotOnTurn(Black)
    );
}

#[test]
fn rule_3_3_black_says_where_the_timer_stands() {
    assert_eq!(play("level 3\nside right").settings().side, Side::Right);
    assert_eq!(play("level 3").settings().side, Side::Left);
}
