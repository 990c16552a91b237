//! docs/record.md, *Short notation*: every mark, and where elements stand.

use crate::common::*;

#[track_caller]
fn moves(text: &str) -> String {
    play(text).moves().join(" ")
}

#[test]
fn the_example_of_the_rules() {
    assert_eq!(
        moves(
            "1 R D1-D2
             1 R ring D2
             2 B G1-F1
             2 B ring F1
             3 R D2-E2
             3 R ring E2
             4 B F1-E1
             4 B ring E1"
        ),
        "D1-D2 G1-F1x D2-E2 F1-E1x"
    );
}

#[test]
fn no_mark_while_the_drop_is_open() {
    assert_eq!(moves("1 R D1-D2"), "D1-D2");
    assert_eq!(moves("1 R D1-D2\n1 R ring D2"), "D1-D2");
    assert_eq!(moves("1 R D1-E1"), "D1-E1");
}

#[test]
fn x_where_the_ring_filled_the_space() {
    assert_eq!(moves("1 R D1-E1\n1 R ring E1"), "D1-E1x");
    // D2 takes two.
    assert_eq!(
        moves(
            "1 R D1-D2
             1 R ring D2
             2 B A1-A2
             3 R D2-D1
             4 B A2-A1
             5 R D1-D2
             5 R ring D2"
        ),
        "D1-D2 A1-A2o D2-D1o A2-A1o D1-D2x"
    );
}

#[test]
fn o_where_the_drop_closed_without_the_movers_ring() {
    assert_eq!(moves("1 R D1-D2\n2 B A1-A2"), "D1-D2o A1-A2");
    assert_eq!(moves("1 R D1-D2\n2 B ring D2"), "D1-D2o +D2");
    assert_eq!(moves("1 R D1-D2\n2 B resign"), "D1-D2o");
    assert_eq!(moves("1 R D1-D2\n2 draw"), "D1-D2o");
}

#[test]
fn a_steal_is_an_element_of_its_own() {
    assert_eq!(
        moves("1 R D1-D2\n2 B ring D2\n3 B A1-A2"),
        "D1-D2o +D2 A1-A2"
    );
    assert_eq!(moves("1 R D1-E1\n2 B ring E1"), "D1-E1o +E1x");
}

#[test]
fn lifts_and_put_backs_have_none() {
    assert_eq!(moves("1 R lift D1"), "");
    assert_eq!(
        moves("1 R lift D1\n2 R back\n3 R lift D1\n4 R to D2"),
        "D1-D2"
    );
}

#[test]
fn two_dashes_for_a_turn_lost_skipped_or_late() {
    let start = "level 3\ntimer 1\n\n1 B timer\n";
    assert_eq!(moves(&format!("{start}2 end")), "--");
    assert_eq!(
        moves(&format!("{start}3 B D7-D6\n4 B A1-A2")),
        "-- D7-D6o -- A1-A2"
    );
    assert_eq!(
        moves("level 3\ntimer 1\n\n1 R lift D1\n1 B timer\n2 end"),
        "--"
    );
}

#[test]
fn a_late_release_takes_the_place_of_its_turns_dashes() {
    let late = "level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n2 end\n";
    assert_eq!(moves(&format!("{late}3 R to D2")), "D1-D2!");
    assert_eq!(moves(&format!("{late}3 R to E1\n3 R ring E1")), "D1-E1x!");
    assert_eq!(
        moves(&format!("{late}3 R to E1\n4 B A1-A2")),
        "D1-E1o! A1-A2"
    );
    // Put back, or never released: the dashes stay.
    assert_eq!(moves(&format!("{late}3 R back\n4 B A1-A2")), "-- A1-A2");
    assert_eq!(
        moves(&format!("{late}4 B A1-A2\n5 R D1-D2")),
        "-- A1-A2o D1-D2"
    );
}

#[test]
fn the_place_is_that_of_its_turn_even_when_more_stands_after_it() {
    // Black lost his turn meanwhile, too: Red's first dashes are for good.
    assert_eq!(
        moves(
            "level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n3 R timer\n4 B timer\n6 R to D2"
        ),
        "-- -- D1-D2!"
    );
    // What came after the dashes stays after the move: here a steal of Black's drop.
    assert_eq!(
        moves(
            "level 3
             penalty rings
             timer 1

             1 R D1-D2
             2 B D7-D6
             3 R lift A4
             3 B timer
             5 R ring D6
             6 R to A3"
        ),
        "D1-D2o D7-D6o A4-A3! +D6"
    );
}

#[test]
fn two_dots_for_a_pass() {
    assert_eq!(
        moves(
            "level 2
             hourglass-red 1

             0 R D1-D2
             0 B D7-D6
             0 R A4-B4
             0 B A1-B2
             0 R G4-F4
             0 B G1-F1
             2 B D6-D5
             3 end"
        ),
        "D1-D2o D7-D6o A4-B4o A1-B2o G4-F4o G1-F1o .. D6-D5 .."
    );
}

#[test]
fn a_second_ring_stands_with_its_owners_latest_release() {
    let black = "level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n3 B A1-A2\n";
    assert_eq!(moves(&format!("{black}4 B ring D4")), "-- A1-A2+D4");
    assert_eq!(moves(&format!("{black}4 B ring G4")), "-- A1-A2+G4x");
    assert_eq!(
        moves(&format!("{black}4 B ring A2\n4 B ring D4")),
        "-- A1-A2x+D4"
    );
    // The order is that of the marks, not of the rings.
    assert_eq!(
        moves(&format!("{black}4 B ring D4\n5 B ring A2")),
        "-- A1-A2x+D4"
    );
    assert_eq!(
        moves(&format!("{black}4 B ring D4\n5 R G4-G3")),
        "-- A1-A2o+D4 G4-G3"
    );
    assert_eq!(
        moves(&format!("{black}5 R ring A2\n5 B ring D4")),
        "-- A1-A2o+D4 +A2x"
    );
}

#[test]
fn marks_stand_in_order() {
    // Move, `x` or `o`, `!`, second ring.
    let both_late = "level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n3 B lift A1\n3 R timer\n5 B to A2\n";
    assert_eq!(moves(&format!("{both_late}6 B ring G4")), "-- A1-A2!+G4x");
    assert_eq!(
        moves(&format!("{both_late}6 B ring G4\n6 B ring A2")),
        "-- A1-A2x!+G4x"
    );
    assert_eq!(
        moves(&format!("{both_late}6 B ring D4\n7 R to D2")),
        "-- A1-A2o!+D4 D1-D2"
    );
}

#[test]
fn from_the_reserve() {
    assert_eq!(
        moves("start reserve\n\n1 R reserve-D4\n1 R ring D4\n2 B reserve-A1\n2 B ring A1"),
        "reserve-D4 reserve-A1x"
    );
}

#[test]
fn a_losing_release_on_a_full_space_has_no_element() {
    assert_eq!(
        moves(
            "full-space lose

             1 R D1-E1
             1 R ring E1
             2 B A1-A2
             3 R E1-E2
             4 B A2-A1
             5 R E2-E1"
        ),
        "D1-E1x A1-A2o E1-E2o A2-A1o"
    );
}

#[test]
fn what_is_taken_back_is_gone() {
    assert_eq!(moves("1 R D1-D2\n2 B A1-A2\n3 undo"), "D1-D2");
    assert_eq!(moves("1 R D1-E1\n2 R ring E1\n3 undo"), "D1-E1");
}
