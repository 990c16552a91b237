//! RULES 2: game time, what falls due and in which order, the sand.

use tamsk::rules::{Input, Level, Millis, Refusal, Sand, Settings};

use crate::common::*;

#[test]
fn rule_2_1_inputs_never_go_back_in_time() {
    let game = play("5 R lift D1");
    assert_eq!(
        game.refuses("4.999 R to D2"),
        Refusal::TimePast(Millis(5_000))
    );
    game.takes("5 R to D2"); // two inputs at one instant are fine
}

#[test]
fn rule_2_1_an_input_that_is_refused_has_its_time_too() {
    let mut game = play("5 R lift D1");
    let back = Input::PutBack { player: Black };
    assert_eq!(
        game.apply(Millis(9_000), back),
        Err(Refusal::HandEmpty(Black))
    );
    assert_eq!(game.now(), Millis(9_000));
    assert_eq!(
        game.refuses("8.999 R back"),
        Refusal::TimePast(Millis(9_000))
    );
}

#[test]
fn rule_2_1_time_does_not_run_while_paused() {
    let game = play("level 2\n\n1 R D1-D2\n3 pause\n3 resume\n5 end");
    assert_eq!(game.top_on("D2"), Millis(176_000));
    let mut paused = play("level 2\n\n1 R D1-D2\n3 pause");
    assert_eq!(paused.next_due(), None);
    paused.advance(Millis(500_000));
    assert_eq!(paused.now(), Millis(3_000));
    assert_eq!(paused.top_on("D2"), Millis(178_000));
}

#[test]
fn rule_2_2_an_input_at_the_very_instant_the_sand_runs_out_is_too_late() {
    let game = play(
        "level 2\nhourglass-red 10\n\n1 R D1-D2\n2 B D7-D6\n3 R A4-B4\n4 B A1-B2\n5 R G4-F4\n6 B G1-F1",
    );
    assert_eq!(game.refuses("11 R lift D2"), Refusal::IsOut);
    game.takes("10.999 R lift D2");
    // In hand it is too late as well: the lift is over before the release comes.
    assert_eq!(
        game.refuses("10 R lift D2\n11 R to D3"),
        Refusal::HandEmpty(Red)
    );
    game.takes("10 R lift D2\n10.999 R to D3");
}

#[test]
fn rule_2_2_an_input_at_the_very_instant_the_move_timer_runs_out_is_late() {
    let start = "level 3\ntimer 10\n\n1 R lift D1\n2 B timer\n";
    let in_time = play(&format!("{start}11.999 R to D2"));
    assert_eq!(in_time.events(), ["11.999 turn black"]);
    let late = play(&format!("{start}12 R to D2"));
    assert_eq!(
        late.events(),
        [
            "12.000 timer-out red",
            "12.000 late red",
            "12.000 turn black"
        ]
    );
    assert_eq!(late.moves(), ["D1-D2!"]);
}

#[test]
fn rule_2_2_the_last_ring_is_over_at_its_very_end() {
    // The last hourglass runs out at 1.500, while Black's drop on F1 is open.
    let game = play(
        "level 2
         hourglass-red 1
         hourglass-black 1

         0 R D1-D2
         0.100 B D7-D6
         0.200 R A4-B4
         0.300 B A1-B2
         0.400 R G4-F4
         0.500 B G1-F1",
    );
    assert_eq!(game.refuses("6.500 B ring F1"), Refusal::GameOver);
    game.takes("6.499 B ring F1");
}

#[test]
fn rule_2_2_no_result_depends_on_how_often_a_program_looks() {
    let lines = "level 3\nhourglass-red 20\nhourglass-black 30\ntimer 5\n\n0 R D1-D2\n1 R timer";
    let mut often = play(lines);
    let mut once = often.clone();
    once.advance(Millis(100_000));
    for ms in 0..=100_000 {
        often.advance(Millis(ms));
    }
    assert_same(&often, &once);
}

#[test]
fn rule_2_2_things_fall_due_at_their_own_instant_in_order() {
    let game = play(
        "level 2
         hourglass-red 10
         hourglass-black 20

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         60 end",
    );
    assert_eq!(
        game.events_from("6"),
        [
            "10.000 hourglass-out red D2",
            "12.000 hourglass-out red B4",
            "14.000 hourglass-out red F4",
            "14.000 pass red",
            "14.000 turn black",
            "21.000 hourglass-out black D6",
            "23.000 hourglass-out black B2",
            "25.000 hourglass-out black F1",
            "25.000 last-ring",
            "30.000 over black",
        ]
    );
}

#[test]
fn rule_2_2_at_one_instant_red_before_black_then_by_space() {
    // All six are turned at one instant and run for as long.
    let game = play(
        "level 2
         hourglass-red 10
         hourglass-black 10

         5 R G4-F4
         5 B G1-F1
         5 R D1-D2
         5 B A1-A2
         5 R A4-A3
         5 B D7-D6
         15 end",
    );
    assert_eq!(
        game.events_from("15"),
        [
            "15.000 hourglass-out red A3",
            "15.000 hourglass-out red D2",
            "15.000 hourglass-out red F4",
            // One thing at a time: Red's turn passes before Black's run out (5.3).
            "15.000 pass red",
            "15.000 turn black",
            "15.000 hourglass-out black A2",
            "15.000 hourglass-out black D6",
            "15.000 hourglass-out black F1",
            "15.000 last-ring",
        ]
    );
}

#[test]
fn rule_2_2_by_the_space_on_which_they_stand_not_by_which_was_first() {
    // Placed from the right to the left.
    let game = play(
        "level 2
         start reserve
         hourglass-red 10
         hourglass-black 10

         5 R reserve-G4
         5 B reserve-G1
         5 R reserve-D4
         5 B reserve-D7
         5 R reserve-A4
         5 B reserve-A1
         15 end",
    );
    assert_eq!(
        game.events_from("15")[..3],
        [
            "15.000 hourglass-out red A4",
            "15.000 hourglass-out red D4",
            "15.000 hourglass-out red G4",
        ]
    );
    assert_eq!(
        game.events_from("15")[5..8],
        [
            "15.000 hourglass-out black A1",
            "15.000 hourglass-out black D7",
            "15.000 hourglass-out black G1",
        ]
    );
}

#[test]
fn rule_2_2_a_lifted_hourglass_runs_out_in_the_order_of_the_space_it_was_lifted_from() {
    let game = play(
        "level 2
         hourglass-red 10
         hourglass-black 20

         5 R D1-D2
         5 B G1-F1
         5 R A4-A3
         5 B A1-A2
         5 R G4-F4
         5 B D7-D6
         6 R lift A3
         15 end",
    );
    assert_eq!(
        game.log_from("15"),
        [
            "15.000 hourglass-out red A3",
            "15.000 red puts back",
            "15.000 hourglass-out red D2",
            "15.000 hourglass-out red F4",
            "15.000 pass red",
            "15.000 turn black",
        ]
    );
}

#[test]
fn rule_2_2_at_one_instant_hourglasses_before_the_move_timer() {
    // Red's last live hourglass and the move timer aimed at Red end together: Red
    // passes first, so that the timer finds nobody.
    let game = play(
        "level 3
         hourglass-red 10
         timer 5

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         9 B timer
         14 end",
    );
    assert_eq!(
        game.events_from("13"),
        [
            "14.000 hourglass-out red F4",
            "14.000 pass red",
            "14.000 turn black",
            "14.000 timer-out",
        ]
    );
    assert_eq!(game.turns().owed_skips(Red), 0);
}

#[test]
fn rule_2_2_an_hourglass_in_hand_that_ends_with_the_timer_leaves_its_player_not_started() {
    let game = play(
        "level 3
         hourglass-red 10
         timer 5

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         5 R lift D2
         5 B timer
         10 end",
    );
    assert_eq!(
        game.events_from("10"),
        [
            "10.000 hourglass-out red D2",
            "10.000 timer-out red",
            "10.000 turn-lost red",
            "10.000 turn black",
        ]
    );
}

#[test]
fn rule_2_2_at_one_instant_the_move_timer_before_the_last_ring() {
    let game = play(
        "level 3
         timer 6
         hourglass-red 1
         hourglass-black 1

         0 R D1-D2
         0.100 B D7-D6
         0.200 R A4-B4
         0.300 B A1-B2
         0.400 R G4-F4
         0.500 B G1-F1
         0.500 B timer
         6.500 end",
    );
    assert_eq!(
        game.events_from("1.5"),
        [
            "1.500 hourglass-out black F1",
            "1.500 last-ring",
            "6.500 timer-out",
            "6.500 over black",
        ]
    );
}

#[test]
fn rule_2_2_what_an_input_makes_due_at_its_own_instant_happens_right_after_it() {
    // Turned over at the instant at which it was turned: nothing is above (2.3).
    let game = play(
        "level 2
         start reserve
         hourglass-red 10

         1 R reserve-D4
         1 B reserve-A1
         1 R reserve-G1
         1 B reserve-A2
         1 R reserve-G4
         1 B reserve-D7
         1 R D4-D5",
    );
    assert_eq!(game.now(), Millis(1_000));
    assert_eq!(
        game.events_from("1")[6..],
        ["1.000 turn black", "1.000 hourglass-out red D5"]
    );
    assert_eq!(game.sand_on("D5"), Sand::Out { at: Millis(1_000) });
    assert_eq!(game.next_due(), Some(Millis(11_000)));
}

#[test]
fn rule_2_3_idle_running_out() {
    let game = play("level 2\nhourglass-red 10\n\n1 R D1-D2");
    assert_eq!(game.sand_on("D7"), Sand::Idle);
    assert_eq!(
        game.sand_on("D2"),
        Sand::Running {
            top: Millis(10_000),
            turned: Millis(1_000)
        }
    );
    let game = game.then("400 end");
    assert_eq!(game.sand_on("D2"), Sand::Out { at: Millis(11_000) });
    assert_eq!(game.sand_on("D7"), Sand::Idle); // never by itself
}

#[test]
fn rule_2_3_turning_a_running_one_leaves_full_less_top() {
    let game = play(
        "level 2

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1
         30 R D2-D3",
    );
    // 150 above at 30, so 30 after turning.
    assert_eq!(game.top_on("D3"), Millis(30_000));
    let game = game.then("31 B D6-D5\n40 R D3-D2");
    assert_eq!(game.top_on("D2"), Millis(160_000));
    assert_eq!(game.sand_on("D2").out_at(), Some(Millis(200_000)));
}

#[test]
fn rule_2_3_one_that_is_out_cannot_be_turned() {
    let game = play(
        "level 2
         hourglass-red 10

         0 R D1-D2
         1 B D7-D6
         2 R A4-B4
         3 B A1-B2
         4 R G4-F4
         5 B G1-F1",
    );
    assert_eq!(game.refuses("10 R D2-D3"), Refusal::IsOut);
}

#[test]
fn rule_2_3_level_1_never_turns_an_hourglass() {
    let game = play("0 R D1-D2\n1 B D7-D6\n2 R D2-D3\n3 B D6-D5\n999999999 end");
    for name in ["D3", "A4", "G4", "D5", "A1", "G1"] {
        assert_eq!(game.sand_on(name), Sand::Idle);
    }
    assert_eq!(game.next_due(), None);
    assert_eq!(game.settings().level, Level::One);
    assert_eq!(*game.settings(), Settings::default());
}
