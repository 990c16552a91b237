//! RULES 5: who can move, who is next, skipping and passing.

use tamsk::rules::Refusal;

use crate::common::*;

/// Black is on turn from 14.100 and shut in on A1: only B1 is left to him once D7
/// and D6 are out (21, 22). Red has a second ring ready, for Black was late. Red's
/// own are out at 20 (A2), 21 (B2) and 24.200 (G4), Black's A1 at 26.
const SHUT_IN: &str = "level 3
    start reserve
    penalty rings
    timer 1
    hourglass-red 20
    hourglass-black 20

    0 R reserve-A2
    1 B reserve-D7
    1 R reserve-B2
    2 B reserve-D6
    2 R reserve-G4
    6 B reserve-A1
    13 R G4-G3
    13 B lift A1
    13 R timer
    14.100 R G3-G4
    ";

#[test]
fn rule_5_1_one_that_is_not_out_and_has_a_space_to_go_to() {
    let game = play(SHUT_IN);
    assert!(game.can_move(Black) && game.can_move(Red));
    let game = game.then("23 end");
    assert!(game.can_move(Black)); // A1-B1 is left
    let game = game.then("23 R ring B1");
    assert!(!game.can_move(Black));
}

#[test]
fn rule_5_1_whose_turn_it_is_does_not_matter() {
    let game = play("1 R D1-D2");
    assert!(game.can_move(Red) && game.can_move(Black));
}

#[test]
fn rule_5_1_a_held_one_counts_as_standing_where_it_was_lifted() {
    // A1 is Black's only one that can move, and he holds it.
    let game = play(SHUT_IN).then("23 B lift A1");
    assert!(game.can_move(Black));
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.events_from("23"), [""; 0]);
}

#[test]
fn rule_5_1_an_idle_one_counts() {
    let game = play("level 2\nhourglass-red 1\n\n0 R D1-D2\n100 end");
    assert!(game.can_move(Red));
}

#[test]
fn rule_5_1_a_player_with_any_in_reserve_can_move() {
    let game = play(
        "level 2
         start reserve
         hourglass-red 1
         hourglass-black 1

         0 R reserve-D4
         0 B reserve-A1
         0 R reserve-D5
         0 B reserve-A2
         100 end",
    );
    assert!(game.can_move(Red) && game.can_move(Black));
    assert_eq!(game.turns().on_turn(), Some(Red));
    // Those on the board don't count.
    assert_eq!(game.targets_from("D4"), [""; 0]);
    let game = game.then("100 R reserve-A3");
    assert_eq!(game.targets_from("D4").len(), 5);
    assert_eq!(game.refuses("101 B lift A1"), Refusal::ReserveFirst);
}

#[test]
fn rule_5_2_the_next_player_is_the_other_one() {
    let game = play("1 R D1-D2\n2 B D7-D6\n3 R D2-D3");
    assert_eq!(
        game.events(),
        ["1.000 turn black", "2.000 turn red", "3.000 turn black"]
    );
    assert_eq!(game.turns().turn_number(), 4);
}

/// Red's three are out at 10, 12 and 14, Black's run on. Red owes a skipped turn
/// and Black is on turn from 7.
const RED_OWES: &str = "level 3
    penalty turn
    timer 1
    hourglass-red 10

    0 R D1-D2
    1 B D7-D6
    2 R A4-B4
    3 B A1-B2
    4 R G4-F4
    5 B G1-F1
    6 B timer
    7 end
    ";

#[test]
fn rule_5_2_a_player_who_cannot_move_passes_each_time_anew() {
    let game = play(RED_OWES).then("20 B D6-D5\n21 B D5-D4\n22 B D4-D5");
    assert_eq!(
        game.events_from("21"),
        [
            "21.000 pass red",
            "21.000 turn black",
            "22.000 pass red",
            "22.000 turn black",
        ]
    );
}

#[test]
fn rule_5_2_a_skip_owed_is_paid_before_a_pass() {
    let game = play(RED_OWES).then("20 B D6-D5");
    assert!(!game.can_move(Red));
    assert_eq!(
        game.events_from("20"),
        ["20.000 skip red", "20.000 turn black"]
    );
    assert_eq!(game.turns().owed_skips(Red), 0);
}

#[test]
fn rule_5_2_a_turn_skipped_or_passed_is_not_begun() {
    let game = play(RED_OWES);
    let before = game.turns().turn_number();
    let game = game.then("20 B D6-D5\n21 B D5-D4");
    assert_eq!(game.turns().turn_number(), before + 2);
}

#[test]
fn rule_5_2_both_may_owe() {
    let game = play(
        "level 3
         timer 1

         1 B timer
         2 R timer
         3 end",
    );
    assert_eq!(
        game.events(),
        [
            "2.000 timer-out red",
            "2.000 turn-lost red",
            "2.000 turn black",
            "3.000 timer-out black",
            "3.000 turn-lost black",
            "3.000 skip red",
            "3.000 skip black",
            "3.000 turn red",
        ]
    );
    assert_eq!(game.moves(), ["--", "--", "--", "--"]);
}

#[test]
fn rule_5_2_when_neither_can_move_nobody_skips_or_passes_any_more() {
    // Red owes a turn; then all are out but Black's B1, which shuts itself in on A1
    // (A2 and B2 are Red's, B1 is full).
    let game = play(
        "level 3
         start reserve
         penalty turn
         timer 1
         hourglass-red 20
         hourglass-black 20

         0 R reserve-A2
         0.500 B reserve-D7
         1 R reserve-B2
         1.500 B reserve-G1
         2 R reserve-G4
         9 B reserve-B1
         9 B ring B1
         10 B timer
         25 B B1-A1",
    );
    assert_eq!(game.events_from("25"), ["25.000 last-ring"]);
    assert_eq!(game.turns().owed_skips(Red), 1);
    assert_eq!(game.moves().last().map(String::as_str), Some("B1-A1"));
    let game = game.then("26 B ring A1");
    assert_eq!(game.events_from("26"), ["26.000 over black"]);
}

#[test]
fn rule_5_3_the_sand_ran_out() {
    let game = play(RED_OWES).then("8 B D6-D5\n9 B D5-D4\n20 end");
    assert_eq!(
        game.events_from("9"),
        [
            "9.000 turn red",
            "10.000 hourglass-out red D2",
            "12.000 hourglass-out red B4",
            "14.000 hourglass-out red F4",
            "14.000 pass red",
            "14.000 turn black",
        ]
    );
}

#[test]
fn rule_5_3_the_last_live_one_is_blocked_and_the_others_run_out_during_the_turn() {
    // Red's A1, placed last, is shut in by Black's three. When G4 and F5 are out he
    // passes there and then, though A1 still runs.
    let game = play(
        "level 2
         start reserve
         hourglass-red 10

         0 R reserve-G4
         0 B reserve-A2
         1 R reserve-F5
         1 B reserve-B1
         5 R reserve-A1
         5 B reserve-B2
         11 end",
    );
    assert_eq!(
        game.events_from("6"),
        [
            "10.000 hourglass-out red G4",
            "11.000 hourglass-out red F5",
            "11.000 pass red",
            "11.000 turn black",
        ]
    );
    assert_eq!(game.top_on("A1"), secs("4"));
    // Black makes room: A1 can move again.
    let game = game.then("12 B B1-C1");
    assert_eq!(game.turns().on_turn(), Some(Red));
    game.takes("13 R A1-B1");
}

#[test]
fn rule_5_3_a_ring_filled_the_last_space() {
    let game = play(SHUT_IN).then("23 R ring B1");
    assert_eq!(
        game.log_from("23"),
        [
            "23.000 red second on B1, full",
            "23.000 pass black",
            "23.000 turn red",
        ]
    );
}

/// As `SHUT_IN`, but Red is late with C1 in hand and may release it on B1.
fn late_beside_the_last_space(penalty: &str) -> String {
    format!(
        "level 3
         start reserve
         penalty {penalty}
         timer 1
         hourglass-red 100
         hourglass-black 20

         0 R reserve-A2
         1 B reserve-D7
         1 R reserve-B2
         2 B reserve-D6
         2 R reserve-C1
         6 B reserve-A1
         22.500 R lift C1
         22.500 B timer
         24 R to B1"
    )
}

#[test]
fn rule_5_3_a_late_release_took_the_last_space() {
    let game = play(&late_beside_the_last_space("rings"));
    assert_eq!(
        game.log_from("23"),
        [
            "23.500 timer-out red",
            "23.500 late red",
            "23.500 turn black",
            "24.000 red C1-B1 late",
            "24.000 pass black",
            "24.000 turn red",
        ]
    );
}

#[test]
fn rule_5_3_then_rule_5_2_in_full() {
    // Under the 1998 edition Red owes a turn, which he pays between two passes.
    let game = play(&late_beside_the_last_space("turn"));
    assert_eq!(
        game.events_from("24"),
        [
            "24.000 pass black",
            "24.000 skip red",
            "24.000 pass black",
            "24.000 turn red",
        ]
    );
    let moves = game.moves();
    assert_eq!(moves[moves.len() - 4..], ["C1-B1!", "..", "--", ".."]);
}

#[test]
fn rule_5_4_whoever_passes_has_his_hourglass_put_back_first() {
    let game = play(SHUT_IN).then("22.500 B lift A1\n23 R ring B1");
    assert_eq!(
        game.log_from("23"),
        [
            "23.000 red second on B1, full",
            "23.000 black puts back",
            "23.000 pass black",
            "23.000 turn red",
        ]
    );
    assert_eq!(game.hand(Black), None);
}

#[test]
fn rule_5_4_so_has_everyone_when_the_last_ring_begins() {
    let game = play(SHUT_IN).then("24.500 B lift A1\n25 R ring B1");
    assert_eq!(
        game.log_from("25"),
        [
            "25.000 red second on B1, full",
            "25.000 black puts back",
            "25.000 last-ring",
        ]
    );
}

#[test]
fn rule_5_4_and_when_the_game_is_over() {
    let game = play("1 R lift D1\n2 B resign");
    assert_eq!(
        game.log_from("2"),
        ["2.000 red puts back", "2.000 over red"]
    );
    assert_eq!(game.hand(Red), None);
}
