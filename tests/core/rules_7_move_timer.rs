//! RULES 7: the move timer of level 3 and both editions' penalties.

use tamsk::rules::{Game, Place, Refusal, turns::SecondRing};

use crate::common::*;

#[test]
fn rule_7_1_at_level_3_only() {
    for level in ["1", "2"] {
        let game = play(&format!("level {level}\n\n1 R D1-D2"));
        assert_eq!(game.refuses("2 R timer"), Refusal::NoTimer);
    }
    play("level 3\n\n1 R D1-D2\n2 R timer");
}

#[test]
fn rule_7_1_only_during_the_opponents_turn() {
    let game = play("level 3");
    assert_eq!(game.refuses("1 R timer"), Refusal::TimerOwnTurn);
    game.takes("1 B timer");
    let game = game.then("1 R D1-D2");
    assert_eq!(game.refuses("1 B timer"), Refusal::TimerOwnTurn);
    game.takes("1 R timer");
}

#[test]
fn rule_7_1_whether_he_has_started_or_not() {
    play("level 3\n\n1 R lift D1\n2 B timer");
}

#[test]
fn rule_7_1_only_when_its_top_is_empty() {
    let game = play("level 3\n\n1 B timer\n2 R D1-D2");
    assert_eq!(game.refuses("2 R timer"), Refusal::TimerRuns);
    assert_eq!(game.refuses("15.999 R timer"), Refusal::TimerRuns);
    game.takes("16 R timer"); // empty at that very instant (2.2)
}

#[test]
fn rule_7_1_it_runs_its_full_time_whatever_else_happens() {
    let game = play(
        "level 3\n\n1 B timer\n2 R D1-D2\n3 B D7-D6\n4 pause\n4 resume\n5 R lift A4\n6 R back",
    );
    assert_eq!(game.turns().timer_top(), secs("10"));
    let game = game.then("16 end");
    assert_eq!(game.events_from("16"), ["16.000 timer-out"]);
    assert_eq!(game.turns().timer_top(), secs("0"));
}

#[test]
fn rule_7_1_it_stands_while_paused() {
    let mut game = play("level 3\n\n1 B timer\n3 pause");
    game.advance(secs("1000"));
    assert_eq!(game.turns().timer_top(), secs("13"));
}

#[test]
fn rule_7_1_it_is_aimed_at_the_turn_in_which_it_was_turned() {
    let game = play("level 3\n\n1 B timer");
    assert_eq!(game.turns().timer_aimed_at(), Some(Red));
    let game = game.then("2 R D1-D2");
    assert_eq!(game.turns().timer_aimed_at(), None);
    // Nor at a later turn of the same player's.
    let game = game.then("3 B D7-D6");
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.turns().timer_aimed_at(), None);
    let game = game.then("4 R lift A4\n16 end");
    assert_eq!(game.events_from("4"), ["16.000 timer-out"]);
    assert_eq!(game.turns().on_turn(), Some(Red));
}

#[test]
fn rule_7_1_nor_at_anybody_once_it_is_out() {
    let game = play("level 3\ntimer 1\n\n1 B timer\n2 end");
    assert_eq!(game.turns().timer_aimed_at(), None);
    assert_eq!(game.turns().timer_top(), secs("0"));
}

#[test]
fn rule_7_1_a_late_player_may_turn_it_too() {
    let game = play("level 3\ntimer 1\n\n1 R lift D1\n1 B timer\n2 R timer");
    assert_eq!(game.turns().timer_aimed_at(), Some(Black));
}

#[test]
fn rule_7_2_finished_in_time_nothing_happens() {
    let game = play("level 3\ntimer 5\n\n1 B timer\n5.999 R D1-D2\n100 end");
    assert_eq!(game.events(), ["5.999 turn black", "6.000 timer-out"]);
    assert_eq!(game.turns().owed_skips(Red), 0);
}

#[test]
fn rule_7_2_the_next_player_need_not_wait() {
    play("level 3\n\n1 B timer\n2 R D1-D2\n2 B D7-D6");
}

#[test]
fn rule_7_3_the_turn_is_over_there_and_then() {
    let game = play("level 3\ntimer 5\n\n1 B timer\n6 end");
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(
        game.events(),
        [
            "6.000 timer-out red",
            "6.000 turn-lost red",
            "6.000 turn black"
        ]
    );
    assert_eq!(game.refuses("6 R lift D1"), Refusal::NotOnTurn(Red));
    game.takes("6 B lift A1");
}

#[test]
fn rule_7_3_the_opponent_may_start_while_the_late_player_holds_his_hourglass() {
    let game = play(LATE).then("6 B lift A1");
    assert_eq!(game.hand(Red), Some(Place::On(space("D1"))));
    assert_eq!(game.hand(Black), Some(Place::On(space("A1"))));
}

/// Red holds D1 and is late at 6.
const LATE: &str = "level 3\npenalty rings\ntimer 5\n\n1 R lift D1\n1 B timer\n6 end\n";

#[test]
fn rule_7_4_a_player_who_had_started_is_late() {
    let game = play(LATE);
    assert!(game.turns().is_late(Red));
    assert_eq!(
        game.events(),
        ["6.000 timer-out red", "6.000 late red", "6.000 turn black"]
    );
}

#[test]
fn rule_7_4_a_late_release_turns_opens_a_drop_and_leaves_the_turn() {
    let game = play(LATE).then("8 R to D2");
    assert_eq!(game.sand_on("D2").out_at(), Some(secs("188")));
    assert_eq!(game.open_drop(), Some((space("D2"), Red)));
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.turns().turn_number(), 2);
    assert!(!game.turns().is_late(Red));
    let game = game.then("9 R ring D2");
    assert_eq!(game.moves(), ["D1-D2!"]);
    game.takes("9 B A1-A2");
}

#[test]
fn rule_7_4_a_late_release_goes_where_a_release_may() {
    let game = play(LATE);
    assert_eq!(
        game.refuses("7 R to D3"),
        Refusal::NotNeighbour(space("D3"))
    );
    assert_eq!(game.hand(Red), Some(Place::On(space("D1"))));
}

#[test]
fn rule_7_4_or_he_puts_it_back() {
    let game = play(LATE).then("7 R back");
    assert!(!game.turns().is_late(Red));
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.moves(), ["--"]);
    assert_eq!(game.refuses("7 R to D2"), Refusal::HandEmpty(Red));
    assert_eq!(game.refuses("7 R lift D1"), Refusal::NotOnTurn(Red));
}

#[test]
fn rule_7_4_the_opponents_release_puts_the_late_hourglass_back() {
    let game = play(LATE).then("7 B lift A1\n8 B to A2");
    assert_eq!(game.hand(Red), None);
    assert_eq!(game.owner_on("D1"), Some(Red));
    assert_eq!(
        game.log_from("8"),
        ["8.000 black A1-A2", "8.000 red puts back", "8.000 turn red"]
    );
    assert_eq!(game.refuses("8 R to D2"), Refusal::HandEmpty(Red));
    // What the opponent lifts does not.
    play(LATE).then("7 B lift A1\n8 R to D2");
}

#[test]
fn rule_7_4_an_hourglass_that_runs_out_in_a_late_hand_is_late_no_more() {
    let game = play(
        "level 3
         timer 1
         hourglass-red 10

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         8 R lift D2
         8 B timer
         10 end",
    );
    assert!(!game.turns().is_late(Red));
    assert_eq!(
        game.log_from("9"),
        [
            "9.000 timer-out red",
            "9.000 late red",
            "9.000 turn black",
            "10.000 hourglass-out red D2",
            "10.000 red puts back",
        ]
    );
}

#[test]
fn rule_7_4_should_the_turn_come_to_him_again_he_is_late_no_more() {
    // Black's turn is lost while Red still holds D1.
    let game = play(LATE).then("7 R timer\n12 end");
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.hand(Red), Some(Place::On(space("D1"))));
    assert!(!game.turns().is_late(Red));
    let game = game.then("13 R to D2");
    assert_eq!(game.events_from("13"), ["13.000 turn black"]);
    // An ordinary move of a turn of its own.
    assert_eq!(game.moves(), ["--", "--", "D1-D2"]);
}

#[test]
fn rule_7_4_he_may_be_caught_again_with_the_same_hourglass() {
    let game = play(LATE).then("7 R timer\n12 B timer\n17 end");
    assert!(game.turns().is_late(Red));
    assert_eq!(
        game.events_from("13"),
        [
            "17.000 timer-out red",
            "17.000 late red",
            "17.000 turn black"
        ]
    );
    let game = game.then("18 R to D2");
    assert_eq!(game.moves(), ["--", "--", "D1-D2!"]);
}

#[test]
fn rule_7_4_through_skips_he_keeps_it_in_hand() {
    // 1998 edition: both owe; the turn comes back to Red over two skips.
    let game = play("level 3\ntimer 1\n\n1 R lift D1\n1 B timer\n2 R timer\n3 end");
    assert_eq!(
        game.events_from("3"),
        [
            "3.000 timer-out black",
            "3.000 turn-lost black",
            "3.000 skip red",
            "3.000 skip black",
            "3.000 turn red",
        ]
    );
    assert_eq!(game.hand(Red), Some(Place::On(space("D1"))));
    assert!(!game.turns().is_late(Red));
    game.takes("4 R to D2");
}

#[test]
fn rule_7_4_from_the_reserve() {
    let game = play(
        "level 3
         start reserve
         timer 1

         1 R lift reserve
         1 B timer
         3 R to D4",
    );
    assert_eq!(game.moves(), ["reserve-D4!"]);
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.board().in_reserve(Red), 2);
}

#[test]
fn rule_7_5_late_he_owes_one_skipped_turn() {
    let game = play("level 3\npenalty turn\ntimer 1\n\n1 R lift D1\n1 B timer\n2 end");
    assert_eq!(game.turns().owed_skips(Red), 1);
    let game = game.then("3 R to D2\n3 R ring D2\n4 B D7-D6");
    // Black moves twice.
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(game.turns().owed_skips(Red), 0);
    let game = game.then("5 B A1-A2");
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.moves(), ["D1-D2!", "D7-D6o", "--", "A1-A2"]);
}

#[test]
fn rule_7_5_late_and_put_back_costs_the_same() {
    let game =
        play("level 3\npenalty turn\ntimer 1\n\n1 R lift D1\n1 B timer\n3 R back\n4 B D7-D6");
    assert_eq!(
        game.events_from("4"),
        ["4.000 skip red", "4.000 turn black"]
    );
    assert_eq!(game.moves(), ["--", "D7-D6", "--"]);
}

#[test]
fn rule_7_5_not_started_he_loses_this_turn_and_owes_one() {
    let game = play("level 3\npenalty turn\ntimer 1\n\n1 B timer\n2 end");
    assert_eq!(game.turns().owed_skips(Red), 1);
    let game = game.then("4 B D7-D6\n5 B A1-A2");
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.moves(), ["--", "D7-D6o", "--", "A1-A2"]);
}

#[test]
fn rule_7_5_put_back_in_time_is_not_started() {
    let game =
        play("level 3\npenalty rings\ntimer 1\n\n1 R lift D1\n1 B timer\n1.999 R back\n2 end");
    assert_eq!(
        game.events(),
        [
            "2.000 timer-out red",
            "2.000 turn-lost red",
            "2.000 turn black"
        ]
    );
    assert_eq!(second(&game, Black), NONE);
}

#[test]
fn rule_7_5_no_second_rings_in_the_1998_edition() {
    let game = play("level 3\npenalty turn\ntimer 1\n\n1 R lift D1\n1 B timer\n3 B D7-D6");
    assert_eq!(second(&game, Black), NONE);
    assert_eq!(game.refuses("4 B ring D4"), Refusal::NoRight(Black));
}

const NONE: SecondRing = SecondRing {
    pending: false,
    ready: false,
};
const PENDING: SecondRing = SecondRing {
    pending: true,
    ready: false,
};
const READY: SecondRing = SecondRing {
    pending: false,
    ready: true,
};
const BOTH: SecondRing = SecondRing {
    pending: true,
    ready: true,
};

fn second(game: &Game, player: tamsk::rules::Player) -> SecondRing {
    game.turns().second_ring(player)
}

#[test]
fn rule_7_6_late_the_opponent_gets_a_second_ring_pending_until_his_next_release() {
    let game = play(LATE);
    assert_eq!(second(&game, Black), PENDING);
    assert_eq!(second(&game, Red), NONE);
    assert_eq!(game.refuses("7 B ring D4"), Refusal::NoRight(Black));
    // Red's late release leaves it pending.
    let game = game.then("7 R to D2");
    assert_eq!(second(&game, Black), PENDING);
    let game = game.then("8 B A1-A2");
    assert_eq!(second(&game, Black), READY);
    assert_eq!(game.turns().owed_skips(Red), 0);
}

#[test]
fn rule_7_6_on_any_space_that_is_not_full_occupied_or_not() {
    let game = play(LATE).then("7 R to D2\n8 B A1-A2\n8 B ring A2");
    for name in ["D4", "D2", "G4", "D7", "A1"] {
        let game = game.clone().then(&format!("9 B ring {name}"));
        assert_eq!(game.rings_on(name), 1);
        assert_eq!(game.holders(), (32, 30));
        assert_eq!(second(&game, Black), NONE);
    }
    assert_eq!(game.refuses("9 B ring A2"), Refusal::Full(space("A2")));
}

#[test]
fn rule_7_6_one_ring_only() {
    let game = play(LATE).then("7 B A1-A2\n8 B ring A2\n9 B ring D4");
    assert_eq!(game.refuses("10 B ring D4"), Refusal::NoRight(Black));
    assert_eq!(game.moves(), ["--", "A1-A2x+D4"]);
}

#[test]
fn rule_7_6_before_or_after_the_regular_drop() {
    let game = play(LATE).then("7 B A1-A2\n8 B ring D4\n9 B ring A2");
    assert_eq!(game.moves(), ["--", "A1-A2x+D4"]);
    assert_eq!(game.holders(), (32, 30));
}

#[test]
fn rule_7_6_ready_until_the_next_release_by_either_player() {
    let game = play(LATE).then("7 B A1-A2\n8 R lift G4");
    assert_eq!(second(&game, Black), READY);
    game.takes("9 B ring D4");
    let game = game.then("9 R to G3");
    assert_eq!(second(&game, Black), NONE);
    assert_eq!(game.refuses("9 B ring D4"), Refusal::NoRight(Black));
    // His own next release ends it as well: Red's turn is lost in between.
    let game = play(LATE).then("7 B A1-A2\n7 B timer\n12 end");
    assert_eq!(second(&game, Black), READY);
    let game = game.then("13 B D7-D6");
    assert_eq!(second(&game, Black), NONE);
}

#[test]
fn rule_7_6_his_late_release_makes_it_ready_too() {
    // Red is late, then Black is late himself, and releases late.
    let game = play(LATE).then("7 B lift A1\n7 R timer\n12 end");
    assert!(game.turns().is_late(Black));
    assert_eq!(second(&game, Black), PENDING);
    assert_eq!(second(&game, Red), PENDING);
    let game = game.then("13 B to A2");
    assert_eq!(second(&game, Black), READY);
    assert_eq!(second(&game, Red), PENDING);
    assert_eq!(game.turns().on_turn(), Some(Red));
    let game = game.then("14 B ring D4\n15 R to D2");
    assert_eq!(second(&game, Red), READY);
    // Both `--` came before; Black's was replaced by his late move.
    assert_eq!(game.moves(), ["--", "A1-A2o!+D4", "D1-D2"]);
}

#[test]
fn rule_7_6_at_most_one_pending() {
    // Red is late twice before Black releases.
    let game = play(LATE).then("7 R timer\n12 B timer\n17 end");
    assert_eq!(second(&game, Black), PENDING);
    let game = game.then("18 B A1-A2\n19 B ring D4");
    assert_eq!(second(&game, Black), NONE);
    assert_eq!(game.refuses("20 B ring D4"), Refusal::NoRight(Black));
}

#[test]
fn rule_7_6_one_pending_beside_one_ready() {
    let game = play(LATE).then("7 B A1-A2\n8 R lift G4\n8 B timer\n13 end");
    assert_eq!(second(&game, Black), BOTH);
    // Where both are there records show the ready one (docs/record.md).
    let json = tamsk::record::game_json(&game);
    assert!(json.contains(r#""second_ring":{"red":"none","black":"ready"}"#));
    let game = game.then("14 B ring D4");
    assert_eq!(second(&game, Black), PENDING);
    let game = game.then("15 B D7-D6\n15 B ring D3");
    assert_eq!(second(&game, Black), NONE);
    assert_eq!(game.moves(), ["--", "A1-A2o+D4", "--", "D7-D6+D3"]);
    // Unused, the ready one lapses at that release and the pending one takes its place.
    let game = play(LATE).then("7 B A1-A2\n8 R lift G4\n8 B timer\n13 end\n15 B D7-D6");
    assert_eq!(second(&game, Black), READY);
}

#[test]
fn rule_7_6_not_started_he_loses_this_turn_no_more() {
    let game = play("level 3\npenalty rings\ntimer 1\n\n1 B timer\n2 end");
    assert_eq!(
        game.events(),
        [
            "2.000 timer-out red",
            "2.000 turn-lost red",
            "2.000 turn black"
        ]
    );
    assert_eq!(game.turns().owed_skips(Red), 0);
    assert_eq!(second(&game, Black), NONE);
    let game = game.then("3 B D7-D6");
    assert_eq!(game.turns().on_turn(), Some(Red));
}

#[test]
fn rule_7_6_by_hand_with_automatic_rings_too() {
    let game = play(
        "level 3
         penalty rings
         ring auto
         timer 5

         1 R lift D1
         1 B timer
         7 B A1-A2",
    );
    assert_eq!(second(&game, Black), READY);
    let game = game.then("8 B ring D4");
    assert_eq!(game.moves(), ["--", "A1-A2x+D4"]);
}

#[test]
fn rule_7_7_on_an_open_drop_of_ones_own_it_is_the_regular_drop_first() {
    let game = play(LATE).then("7 B D7-D6\n8 B ring D6");
    assert_eq!(game.open_drop(), None);
    assert_eq!(second(&game, Black), READY);
    assert_eq!(game.moves(), ["--", "D7-D6"]);
    // D6 takes two: the second ring may go there as well.
    let game = game.then("9 B ring D6");
    assert_eq!(game.moves(), ["--", "D7-D6+D6x"]);
    assert_eq!(second(&game, Black), NONE);
}

#[test]
fn rule_7_7_not_where_the_opponent_stole() {
    let game = play(LATE).then("7 B D7-D6\n8 R ring D6\n9 B ring D6");
    assert_eq!(game.moves(), ["--", "D7-D6o+D6x", "+D6"]);
    assert_eq!(game.holders(), (31, 31));
}
