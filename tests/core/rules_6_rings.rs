//! RULES 6: drops and steals.

use tamsk::rules::{Game, Millis, Refusal};

use crate::common::*;

#[test]
fn rule_6_1_a_release_opens_a_drop_for_its_mover() {
    let game = play("1 R D1-D2");
    assert_eq!(game.open_drop(), Some((space("D2"), Red)));
    let game = game.then("1 R ring D2");
    assert_eq!(game.rings_on("D2"), 1);
    assert_eq!(game.holders(), (31, 32));
}

#[test]
fn rule_6_1_whoever_drops_closes_it() {
    let game = play("1 R D1-D2\n2 R ring D2");
    assert_eq!(game.open_drop(), None);
    assert_eq!(game.refuses("3 R ring D2"), Refusal::NoRight(Red));
    assert_eq!(game.refuses("3 B ring D2"), Refusal::NoRight(Black));
    let game = play("1 R D1-D2\n2 B ring D2");
    assert_eq!(game.open_drop(), None);
    assert_eq!(game.refuses("3 R ring D2"), Refusal::NoRight(Red));
}

#[test]
fn rule_6_1_only_on_the_space_released_on() {
    let game = play("1 R D1-D2");
    for name in ["D1", "D3", "D4", "G4", "A1"] {
        assert_eq!(
            game.refuses(&format!("2 R ring {name}")),
            Refusal::NoRight(Red)
        );
        assert_eq!(
            game.refuses(&format!("3 B ring {name}")),
            Refusal::NoRight(Black)
        );
    }
}

#[test]
fn rule_6_1_nothing_is_open_before_the_first_release() {
    let game = play("1 R lift D1");
    assert_eq!(game.refuses("2 R ring D1"), Refusal::NoRight(Red));
    assert_eq!(game.refuses("2 B ring D1"), Refusal::NoRight(Black));
}

#[test]
fn rule_6_1_a_steal_is_a_ring_of_ones_own() {
    let game = play("1 R D1-D2\n2 B ring D2");
    assert_eq!(game.holders(), (32, 31));
    assert_eq!(game.rings_on("D2"), 1);
    assert_eq!(game.moves(), ["D1-D2o", "+D2"]);
    // It is still his turn.
    game.takes("2 B D7-D6");
}

#[test]
fn rule_6_1_steal_at_exactly_that_long() {
    let game = play("2.900 R D1-D2");
    let from = secs("3.900");
    assert_eq!(
        game.refuses("2.900 B ring D2"),
        Refusal::StealTooEarly(from)
    );
    assert_eq!(
        game.refuses("3.899 B ring D2"),
        Refusal::StealTooEarly(from)
    );
    game.takes("3.900 B ring D2");
    assert_eq!(game.turns().steal_from(), Some(from));
}

#[test]
fn rule_6_1_steal_after_can_be_set() {
    play("steal-after 0\n\n1 R D1-D2\n1 B ring D2");
    let game = play("steal-after 60\n\n1 R D1-D2");
    assert_eq!(
        game.refuses("60.999 B ring D2"),
        Refusal::StealTooEarly(secs("61"))
    );
    game.takes("61 B ring D2");
    let game = play("steal-after 0.001\n\n1 R D1-D2");
    assert_eq!(
        game.refuses("1 B ring D2"),
        Refusal::StealTooEarly(secs("1.001"))
    );
}

#[test]
fn rule_6_1_the_mover_may_drop_as_long_as_nobody_stole() {
    let game = play("1 R D1-D2");
    game.takes("1 R ring D2");
    game.takes("500 R ring D2");
}

#[test]
fn rule_6_1_a_steal_from_a_late_release_waits_from_that_release() {
    let game = play("level 3\ntimer 1\n\n1 R lift D1\n1 B timer\n5 R to D2");
    assert_eq!(
        game.refuses("5.999 B ring D2"),
        Refusal::StealTooEarly(secs("6"))
    );
    game.takes("6 B ring D2");
}

/// Red has put all his rings, and Black a few; Red has just moved.
fn red_has_none() -> Game {
    let game = play(include_str!("games/no_rings.txt"));
    assert_eq!(game.turns().rings(Red), 0);
    game
}

#[test]
fn rule_6_1_a_steal_need_not_wait_when_the_mover_has_no_ring() {
    let game = red_has_none();
    let (at, mover) = game.open_drop().unwrap();
    assert_eq!(mover, Red);
    assert_eq!(game.settings().steal_after, Millis(1_000));
    game.takes(&format!("{} B ring {at}", game.now()));
}

#[test]
fn rule_6_1_whoever_has_no_ring_cannot_drop() {
    let game = red_has_none();
    let (at, _) = game.open_drop().unwrap();
    assert_eq!(
        game.refuses(&format!("{} R ring {at}", game.now())),
        Refusal::NoRing(Red)
    );
}

#[test]
fn rule_6_2_the_next_release_closes_it() {
    let game = play("1 R D1-D2\n2 B D7-D6");
    assert_eq!(game.open_drop(), Some((space("D6"), Black)));
    assert_eq!(game.refuses("3 R ring D2"), Refusal::NoRight(Red));
    assert_eq!(game.refuses("3 B ring D2"), Refusal::NoRight(Black));
    assert_eq!(game.moves(), ["D1-D2o", "D7-D6"]);
}

#[test]
fn rule_6_2_the_mover_may_drop_while_the_opponent_is_moving() {
    let game = play("1 R D1-D2\n2 B lift D7\n3 R ring D2\n4 B to D6");
    assert_eq!(game.moves(), ["D1-D2", "D7-D6"]);
}

#[test]
fn rule_6_2_the_opponent_may_steal_until_he_himself_has_moved() {
    play("1 R D1-D2\n2 B lift D7\n3 B ring D2\n4 B to D6");
    let game = play("1 R D1-D2\n2 B lift D7\n4 B to D6");
    assert_eq!(game.refuses("4 B ring D2"), Refusal::NoRight(Black));
}

#[test]
fn rule_6_2_a_lost_turn_leaves_it_open() {
    // Red lost his turn: Black's drop is open until Black's own next release.
    let game = play("level 3\ntimer 1\n\n1 R D1-D2\n2 B D7-D6\n2 B timer\n3 end");
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.open_drop(), Some((space("D6"), Black)));
    game.takes("4 B ring D6");
    game.takes("4 R ring D6");
    let game = game.then("4 B A1-A2");
    assert_eq!(game.refuses("5 B ring D6"), Refusal::NoRight(Black));
}

#[test]
fn rule_6_2_a_late_release_closes_it_too() {
    let game = play("level 3\ntimer 1\n\n1 R D1-D2\n2 B D7-D6\n2 R lift A4\n2 B timer\n3 end");
    assert_eq!(game.open_drop(), Some((space("D6"), Black)));
    game.takes("4 B ring D6");
    let game = game.then("4 R to A3");
    assert_eq!(game.open_drop(), Some((space("A3"), Red)));
    assert_eq!(game.refuses("4 B ring D6"), Refusal::NoRight(Black));
    assert_eq!(game.moves(), ["D1-D2o", "D7-D6o", "A4-A3!"]);
}

#[test]
fn rule_6_3_dropping_is_optional() {
    let game = play("1 R D1-D2\n2 B D7-D6\n3 R D2-D3\n4 B D6-D5");
    assert_eq!(game.holders(), (32, 32));
    assert_eq!(game.moves(), ["D1-D2o", "D7-D6o", "D2-D3o", "D6-D5"]);
}

#[test]
fn rule_6_3_auto_drops_at_the_instant_of_release() {
    let game = play("ring auto\n\n1 R D1-D2\n2 B lift G1\n3 B to F1");
    assert_eq!(game.holders(), (31, 31));
    assert_eq!(game.open_drop(), None);
    assert_eq!(game.moves(), ["D1-D2", "G1-F1x"]);
    assert_eq!(
        game.log_from("3"),
        [
            "3.000 black G1-F1",
            "3.000 black drops on F1, full",
            "3.000 turn red",
        ]
    );
    assert_eq!(game.refuses("4 B ring F1"), Refusal::NoRight(Black));
    assert_eq!(game.refuses("4 R ring F1"), Refusal::NoRight(Red));
}

#[test]
fn rule_6_3_auto_drops_after_a_late_release_too() {
    let game = play("level 3\nring auto\ntimer 1\n\n1 R lift D1\n1 B timer\n5 R to D2");
    assert_eq!(game.rings_on("D2"), 1);
    assert_eq!(game.moves(), ["D1-D2!"]);
}

#[test]
fn rule_6_3_auto_without_a_ring_leaves_the_drop_to_the_opponent() {
    let game = play(include_str!("games/no_rings_auto.txt"));
    assert_eq!(game.holders(), (0, 32));
    assert_eq!(game.open_drop(), Some((space("F2"), Red)));
    game.takes(&format!("{} B ring F2", game.now())); // at once
}

#[test]
fn rule_6_4_only_on_a_space_that_is_not_full() {
    // Red's second ring may go anywhere, but not on F1.
    let game = play(
        "level 3
         penalty rings
         timer 1

         1 R D1-D2
         2 B G1-F1
         2 B ring F1
         3 R A4-A3
         4 B lift A1
         4 R timer
         5.500 R G4-G3",
    );
    assert_eq!(game.refuses("6 R ring F1"), Refusal::Full(space("F1")));
    game.takes("6 R ring G1");
}

#[test]
fn the_worked_example_of_the_rules() {
    let game = play(
        "1 R D1-D2
         1 R ring D2
         2 B G1-F1
         2 B ring F1",
    );
    assert!(game.board().full().contains(space("F1"))); // it holds 1
    let game = game.then("3 R D2-E2\n3 R ring E2");
    // Not E2: Red stands there.
    assert_eq!(game.targets_from("F1"), ["E1", "F2", "G1"]);
    assert_eq!(game.refuses("4 B F1-E2"), Refusal::Occupied(space("E2")));
    let game = game.then("4 B F1-E1\n4 B ring E1");
    assert!(game.board().full().contains(space("E1")));
    assert_eq!(game.moves(), ["D1-D2", "G1-F1x", "D2-E2", "F1-E1x"]);
    // A second ring on D2 fills it.
    assert!(!game.board().full().contains(space("D2")));
    let game = game.then("5 R E2-D2\n5 R ring D2");
    assert_eq!(game.moves().last().map(String::as_str), Some("E2-D2x"));
    assert!(game.board().full().contains(space("D2")));
}
