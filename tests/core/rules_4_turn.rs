//! RULES 4: lifting, releasing, putting back; idle ones first; full spaces.

use tamsk::rules::{Millis, Place, Refusal, Sand};

use crate::common::*;

#[test]
fn rule_4_1_a_move_goes_to_a_vacant_neighbour() {
    let game = play("1 R D1-D2");
    assert_eq!(game.owner_on("D1"), None);
    assert_eq!(game.owner_on("D2"), Some(Red));
    assert_eq!(
        play("level 1").refuses("1 R D1-D3"),
        Refusal::NotNeighbour(space("D3"))
    );
    assert_eq!(
        play("level 1").refuses("1 R D1-D1"),
        Refusal::NotNeighbour(space("D1"))
    );
}

#[test]
fn rule_4_1_not_onto_an_hourglass_of_either_player() {
    let game = play(
        "1 R D1-D2
         2 B G1-F1
         3 R D2-E2
         4 B F1-E1",
    );
    assert_eq!(game.refuses("5 R E2-E1"), Refusal::Occupied(space("E1")));
    let game = game.then(
        "5 R G4-G3
         6 B E1-D1
         7 R G3-G2
         8 B D1-C1
         9 R G2-F2",
    );
    let own = game.then("10 B C1-D1");
    assert_eq!(own.refuses("11 R F2-E2"), Refusal::Occupied(space("E2")));
}

#[test]
fn rule_4_1_a_move_is_two_inputs_lift_and_release() {
    let game = play("1 R lift D1");
    assert_eq!(game.hand(Red), Some(Place::On(space("D1"))));
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.history().len(), 1);
    let game = game.then("2 R to D2");
    assert_eq!(game.hand(Red), None);
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.history().len(), 2);
}

#[test]
fn rule_4_1_put_back_undoes_a_lift() {
    let before = play("level 3\n\n1 end");
    let game = play("level 3\n\n1 R lift D1\n1 R back");
    assert_eq!(game.turns(), before.turns());
    assert_eq!(game.board(), before.board());
    game.takes("2 R G4-G3"); // another may be lifted now
}

#[test]
fn rule_4_1_release_and_put_back_need_an_hourglass_in_hand() {
    let game = play("level 1");
    assert_eq!(game.refuses("1 R to D2"), Refusal::HandEmpty(Red));
    assert_eq!(game.refuses("1 R back"), Refusal::HandEmpty(Red));
    let game = game.then("1 R lift D1");
    assert_eq!(game.refuses("1 B to D2"), Refusal::HandEmpty(Black));
    assert_eq!(game.refuses("1 B back"), Refusal::HandEmpty(Black));
}

#[test]
fn rule_4_1_a_space_whose_hourglass_is_lifted_still_counts_as_occupied() {
    // Red is late with D3 in hand; Black can't go there from D4.
    let game = play(
        "level 3
         timer 1

         1 R D1-D2
         2 B D7-D6
         3 R A4-B4
         4 B A1-B2
         5 R G4-F4
         6 B G1-F1
         7 R D2-D3
         8 B D6-D5
         9 R B4-B3
         10 B D5-D4
         11 R lift D3
         11 B timer
         12 end",
    );
    assert!(game.turns().is_late(Red));
    assert_eq!(game.owner_on("D3"), Some(Red));
    assert_eq!(game.refuses("13 B D4-D3"), Refusal::Occupied(space("D3")));
    assert_eq!(game.targets_from("D4"), ["C3", "C4", "D5", "E3", "E4"]);
}

#[test]
fn rule_4_2_only_on_your_turn() {
    let game = play("1 R D1-D2");
    assert_eq!(game.refuses("2 R lift D2"), Refusal::NotOnTurn(Red));
    game.takes("2 B lift A1");
}

#[test]
fn rule_4_2_one_at_a_time() {
    let game = play("1 R lift D1");
    assert_eq!(game.refuses("2 R lift G4"), Refusal::HandFull(Red));
    assert_eq!(game.refuses("2 R lift D1"), Refusal::HandFull(Red));
}

#[test]
fn rule_4_2_only_one_of_yours() {
    let game = play("level 1");
    assert_eq!(game.refuses("1 R lift A1"), Refusal::NotThere(Red));
    assert_eq!(game.refuses("1 R lift D4"), Refusal::NotThere(Red));
}

#[test]
fn rule_4_2_not_one_that_is_out() {
    let game = play(
        "level 2
         hourglass-red 5

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         4 B G1-F1",
    );
    game.takes("4.999 R lift D2");
    assert_eq!(game.refuses("5 R lift D2"), Refusal::IsOut);
}

#[test]
fn rule_4_2_not_one_that_has_no_space_to_go_to() {
    let game = play(
        "start reserve

         1 R reserve-A1
         2 B reserve-A2
         3 R reserve-G4
         4 B reserve-B1
         5 R reserve-G1
         6 B reserve-B2",
    );
    assert_eq!(game.targets_from("A1"), [""; 0]);
    assert_eq!(game.refuses("7 R lift A1"), Refusal::Blocked);
    game.takes("7 R lift G4");
}

#[test]
fn rule_4_2_full_spaces_block_as_hourglasses_do_under_the_printed_rule_too() {
    // A1 is shut in by A2 (full), B1 (full) and Black on B2.
    let game = play(
        "full-space lose
         start reserve

         1 R reserve-A1
         2 B reserve-A2
         2 B ring A2
         3 R reserve-G4
         4 B reserve-B1
         4 B ring B1
         5 R reserve-G1
         6 B reserve-B2
         7 R G4-G3
         8 B A2-A3
         9 R G3-G4
         10 B B1-C1",
    );
    assert_eq!(game.refuses("11 R lift A1"), Refusal::Blocked);
}

#[test]
fn rule_4_3_the_first_three_moves_start_all_three() {
    for level in ["2", "3"] {
        let game = play(&format!("level {level}\n\n1 R D1-D2\n2 B D7-D6"));
        assert_eq!(game.refuses("3 R lift D2"), Refusal::IdleFirst);
        let game = game.then("3 R A4-B4");
        assert_eq!(game.refuses("4 B lift D6"), Refusal::IdleFirst);
        let game = game.then("4 B A1-B2");
        assert_eq!(game.refuses("5 R lift B4"), Refusal::IdleFirst);
        game.then("5 R G4-F4\n6 B G1-F1\n7 R D2-D3\n8 B D6-D5");
    }
}

#[test]
fn rule_4_3_not_at_level_1() {
    play("level 1\n\n1 R D1-D2\n2 B D7-D6\n3 R D2-D3\n4 B D6-D5");
}

#[test]
fn rule_4_3_if_no_idle_one_can_move_another_may() {
    // Red's A4 is idle. Black needs extra turns to shut it in: Red loses four (7.5).
    let game = play(
        "level 3
         penalty turn
         timer 1

         1 R D1-D2
         2 B D7-C6
         3 R G4-F4
         4 B A1-A2
         5 B timer
         7 B G1-F1
         8 B C6-B5
         8 B ring B5",
    );
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.refuses("9 R lift D2"), Refusal::IdleFirst);
    let game = game.then(
        "9 B timer
         11 B A2-A3
         12 B B5-B4",
    );
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.targets_from("A4"), [""; 0]);
    assert_eq!(game.sand_on("A4"), Sand::Idle);
    assert_eq!(game.refuses("13 R lift A4"), Refusal::Blocked);
    game.takes("13 R D2-D3");
}

#[test]
fn rule_4_4_turned_at_the_instant_of_release() {
    let game = play("level 2\n\n1 R lift D1\n7 R to D2");
    assert_eq!(
        game.sand_on("D2"),
        Sand::Running {
            top: Millis(180_000),
            turned: Millis(7_000)
        }
    );
}

#[test]
fn rule_4_4_sand_runs_on_in_the_hand() {
    let game = play(
        "level 2

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         10 R lift D2
         50 R to D3",
    );
    assert_eq!(game.top_on("D3"), Millis(50_000));
}

/// D1 has one ring, so it is full, and nobody stands there; Red is on turn on E1.
const FULL_D1: &str = "
    1 R D1-E1
    2 B A1-A2
    3 R E1-D1
    3 R ring D1
    4 B A2-A1
    5 R D1-E1
    6 B A1-A2
";

#[test]
fn rule_4_5_lose_a_release_on_a_full_space_loses_at_once() {
    let game = play(&format!(
        "level 1\nfull-space lose\n\n{FULL_D1}\n7 R lift E1"
    ));
    let before = game.clone();
    let game = game.then("8 R to D1");
    assert_eq!(game.ending(), Some("black by full-space".to_owned()));
    assert_eq!(game.events_from("8"), ["8.000 over black"]);
    // The board stays as it was.
    assert_eq!(game.board(), before.board());
    assert_eq!(game.hand(Red), None);
    assert_eq!(game.holders(), before.holders());
    assert_eq!(
        game.moves(),
        ["D1-E1o", "A1-A2o", "E1-D1x", "A2-A1o", "D1-E1o", "A1-A2o"]
    );
}

#[test]
fn rule_4_5_lose_nothing_is_turned() {
    let game = play(
        "level 2
         full-space lose

         1 R D1-D2
         2 B G1-F1
         2 B ring F1
         3 R A4-A3
         4 B A1-A2
         5 R G4-F4
         6 B D7-D6
         7 R D2-D3
         8 B F1-F2
         9 R D3-E3
         10 B lift F2",
    );
    let before = game.clone().then("11 end");
    let game = game.then("11 B to F1");
    assert_eq!(game.ending(), Some("red by full-space".to_owned()));
    assert_eq!(game.sand_on("F2"), before.sand_on("F2"));
}

#[test]
fn rule_4_5_refuse_the_hourglass_stays_in_hand() {
    for header in ["level 1", "level 1\nfull-space refuse"] {
        let game = play(&format!("{header}\n\n{FULL_D1}\n7 R lift E1"));
        assert_eq!(game.refuses("8 R to D1"), Refusal::Full(space("D1")));
        assert_eq!(game.hand(Red), Some(Place::On(space("E1"))));
        game.takes("8 R to E2");
    }
}

#[test]
fn rule_4_5_lose_takes_only_what_is_right_but_for_the_rings() {
    // D1 is full, but two steps away.
    let game = play(&format!(
        "full-space lose\n\n{FULL_D1}\n7 R E1-E2\n8 B A2-A1\n9 R lift E2"
    ));
    assert_eq!(
        game.refuses("10 R to D1"),
        Refusal::NotNeighbour(space("D1"))
    );
    // F1 is full and next to E2, but Black stands on it.
    let game = play(
        "full-space lose

         1 R D1-D2
         2 B G1-F1
         2 B ring F1
         3 R D2-E2
         4 B A1-A2
         5 R lift E2",
    );
    assert_eq!(game.refuses("6 R to F1"), Refusal::Occupied(space("F1")));
}

#[test]
fn rule_4_5_lose_a_late_release_loses_too() {
    let game = play(
        "level 3
         full-space lose
         timer 1

         1 R D1-D2
         2 B G1-F1
         2 B ring F1
         3 R A4-A3
         4 B A1-A2
         5 R G4-F4
         6 B D7-D6
         7 R D2-E2
         8 B F1-F2
         9 R lift E2
         9 B timer
         10.500 R to F1",
    );
    assert_eq!(game.ending().as_deref(), Some("black by full-space"));
    assert_eq!(
        game.log_from("10"),
        [
            "10.000 timer-out red",
            "10.000 late red",
            "10.000 turn black",
            "10.500 red puts back",
            "10.500 over black",
        ]
    );
    // No element of its own in the move list.
    assert_eq!(game.moves().last().map(String::as_str), Some("--"));
}

#[test]
fn rule_4_6_a_lifted_one_that_runs_out_stands_where_it_was() {
    let game = play(
        "level 2
         hourglass-red 5

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         4 B G1-F1
         4.500 R lift D2
         5 end",
    );
    assert_eq!(game.hand(Red), None);
    assert_eq!(game.owner_on("D2"), Some(Red));
    assert_eq!(game.sand_on("D2"), Sand::Out { at: Millis(5_000) });
    assert_eq!(
        game.log_from("5"),
        ["5.000 hourglass-out red D2", "5.000 red puts back"]
    );
    // It is still Red's turn, and the others still run.
    game.takes("5 R B4-B3");
}

#[test]
fn rule_4_7_the_turn_goes_over_at_release_ring_or_not() {
    let game = play("1 R lift D1\n2 R to D2");
    assert_eq!(game.rings_on("D2"), 0);
    assert_eq!(game.turns().on_turn(), Some(Black));
    game.takes("2 B lift A1");
}

#[test]
fn rule_4_7_a_put_back_does_not_end_the_turn() {
    let game = play("1 R lift D1\n2 R back");
    assert_eq!(game.turns().on_turn(), Some(Red));
}
