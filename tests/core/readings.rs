//! docs/readings.md: how the program reads what can be read in two ways, as far as
//! the tests of the clauses don't say it already.

use crate::common::*;

#[test]
fn rule_4_3_binds_the_lift_only() {
    // Red's idle A4 is shut in when he lifts D3; then Black's late release frees A3.
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
         8 B ring B5
         9 B timer
         11 B A2-A3
         12 B B5-B4
         13 R D2-D3
         14 B lift A3
         14 R timer
         16 R lift D3
         17 B to A2",
    );
    assert_eq!(game.targets_from("A4"), ["A3"]);
    assert!(game.sand_on("A4").is_idle());
    game.takes("18 R to D4");
    // Once put back, the idle one comes first again.
    let game = game.then("18 R back");
    assert_eq!(
        game.refuses("19 R lift D3"),
        tamsk::rules::Refusal::IdleFirst
    );
}

#[test]
fn rule_6_3_an_automatic_ring_lies_before_it_is_looked_who_can_move() {
    // Red is out; Black's last live one shuts itself in on A1, where its ring drops.
    let game = play(
        "level 2
         start reserve
         ring auto
         hourglass-red 20
         hourglass-black 20

         0 R reserve-A2
         0.500 B reserve-D7
         1 R reserve-B2
         1.500 B reserve-G1
         2 R reserve-G4
         9 B reserve-B1
         10 R G4-G3
         25 B B1-A1",
    );
    assert_eq!(game.events_from("25"), ["25.000 over black"]);
    assert_eq!(game.holders(), (28, 28));
}

#[test]
fn rule_8_7_what_is_due_at_the_instant_of_the_end_but_later_in_order_does_not_happen() {
    // The last sand ends the game at 1.500, when the move timer is due as well.
    let game = play(
        "level 3
         timer 1
         hourglass-red 1
         hourglass-black 1

         0 R D1-D2
         0.100 B D7-D6
         0.200 R A4-B4
         0.300 B A1-B2
         0.400 R G4-F4
         0.500 B G1-F1
         0.500 B ring F1
         0.500 B timer
         2 end",
    );
    assert_eq!(
        game.events_from("1.5"),
        ["1.500 hourglass-out black F1", "1.500 over black"]
    );
    assert_eq!(game.turns().timer_top(), secs("0"));
}

#[test]
fn rule_8_7_owed_skips_and_the_pause_stay_as_they_were() {
    let game = play("level 3\npenalty turn\ntimer 1\n\n1 B timer\n3 pause\n3 R resign");
    assert!(game.turns().is_over() && game.turns().is_paused());
    assert_eq!(game.turns().owed_skips(Red), 1);
}
