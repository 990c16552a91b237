//! RULES 9: pauses and take-backs.

use tamsk::rules::{Millis, Refusal};

use crate::common::*;

#[test]
fn rule_9_1_pause_stops_game_time_and_all_sand() {
    let mut game = play("level 3\n\n1 R D1-D2\n2 R timer\n3 pause");
    assert!(game.turns().is_paused());
    let before = game.clone();
    game.advance(secs("500"));
    assert_same(&game, &before);
    let game = game.then("3 resume\n4 end");
    assert!(!game.turns().is_paused());
    assert_eq!(game.top_on("D2"), secs("177"));
    assert_eq!(game.turns().timer_top(), secs("13"));
}

#[test]
fn rule_9_1_while_paused_only_resume_resign_draw_and_undo_are_taken() {
    let game = play("level 3\n\n1 R D1-D2\n2 B lift D7\n3 pause");
    for line in [
        "3 B to D6",
        "3 B back",
        "3 R ring D2",
        "3 B ring D2",
        "3 R timer",
        "3 R decline",
        "3 pause",
        "3 R lift A4",
    ] {
        assert_eq!(game.refuses(line), Refusal::Paused, "{line}");
    }
    for line in ["3 resume", "3 R resign", "3 B resign", "3 draw", "3 undo"] {
        game.takes(line);
    }
}

#[test]
fn rule_9_1_at_the_instant_of_the_pause() {
    let game = play("level 1\n\n1 R D1-D2\n3 pause");
    for line in [
        "3.001 resume",
        "3.001 R resign",
        "4 draw",
        "4 undo",
        "4 R lift A4",
    ] {
        assert_eq!(
            game.refuses(line),
            Refusal::TimeStands(Millis(3_000)),
            "{line}"
        );
    }
    assert_eq!(
        game.refuses("2.999 resume"),
        Refusal::TimePast(Millis(3_000))
    );
}

#[test]
fn rule_9_1_what_is_due_at_the_instant_of_the_pause_happens_first() {
    let game = play("level 3\ntimer 1\n\n1 B timer\n2 pause");
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert!(game.turns().is_paused());
}

#[test]
fn rule_9_1_resume_needs_a_pause() {
    let game = play("1 R D1-D2");
    assert_eq!(game.refuses("2 resume"), Refusal::NotPaused);
    let game = game.then("2 pause\n2 resume");
    assert_eq!(game.refuses("2 resume"), Refusal::NotPaused);
    game.takes("2 pause");
}

#[test]
fn rule_9_1_a_pause_in_the_middle_of_a_move() {
    let game = play(
        "level 3\ntimer 1\n\n1 R lift D1\n1 B timer\n1.500 pause\n1.500 resume\n1.999 R to D2",
    );
    assert_eq!(game.events(), ["1.999 turn black"]);
}

#[test]
fn rule_9_2_undo_takes_back_the_last_input_with_all_that_came_of_it() {
    let before = play("1 R lift D1");
    let game = play("1 R lift D1\n2 R to D2\n9 undo");
    assert_same(&game, &before);
    assert_eq!(game.now(), secs("1"));
    let game = game.then("1 undo");
    assert_same(&game, &play("level 1"));
    assert_eq!(game.now(), Millis(0)); // to 0 if there is none
}

#[test]
fn rule_9_2_game_time_goes_back_to_just_after_the_input_before() {
    // What fell due at the instant of that input has happened, nothing later.
    let game = play(
        "level 3
         timer 1
         hourglass-red 10

         1 R D1-D2
         2 B lift D7
         2 R timer
         30 end
         30 pause
         30 undo",
    );
    assert_eq!(game.now(), secs("2"));
    assert_eq!(game.events(), ["1.000 turn black"]);
    assert_eq!(game.turns().timer_top(), secs("0"));
    assert_eq!(game.top_on("D2"), secs("9"));
    assert!(game.turns().is_paused());
    let game = game.then("2 resume\n2 B to D6");
    assert_eq!(game.now(), secs("2"));
}

#[test]
fn rule_9_2_what_fell_due_by_itself_is_taken_back_with_the_input_after_it() {
    // Red's turn was lost at 2, Black moved at 3; then the move is taken back.
    let game = play("level 3\ntimer 1\n\n1 B timer\n3 B D7-D6\n4 pause\n4 undo\n3 undo");
    // Both halves of the move: only the timer is left.
    assert_eq!(game.now(), secs("1"));
    assert_eq!(game.turns().on_turn(), Some(Red));
    assert_eq!(game.events(), [""; 0]);
    let game = game.then("1 undo");
    assert_same_but_paused(&game, "level 3\ntimer 1");
}

#[track_caller]
fn assert_same_but_paused(game: &tamsk::rules::Game, text: &str) {
    assert_same(game, &play(text).then(&format!("{} pause", game.now())));
}

#[test]
fn rule_9_2_a_lift_and_a_release_are_two_inputs() {
    let game = play("1 R D1-D2\n2 undo");
    assert_same(&game, &play("1 R lift D1"));
    assert_eq!(game.hand(Red), Some(tamsk::rules::Place::On(space("D1"))));
}

#[test]
fn rule_9_2_pauses_resumes_and_undos_are_not_taken_back() {
    let game = play("1 R lift D1\n2 R back\n3 pause\n3 resume\n4 undo");
    assert_same(&game, &play("1 R lift D1"));
    // A second undo takes back the input before, not the undo.
    assert_same(&game.then("5 undo"), &play("level 1"));
}

#[test]
fn rule_9_2_nothing_to_take_back() {
    assert_eq!(play("level 1").refuses("1 undo"), Refusal::NothingToUndo);
    assert_eq!(play("1 pause").refuses("1 undo"), Refusal::NothingToUndo);
    assert_eq!(
        play("level 2\n\n1 pause").refuses("1 undo"),
        Refusal::NothingToUndo
    );
    assert_eq!(
        play("1 R lift D1\n2 undo").refuses("3 undo"),
        Refusal::NothingToUndo
    );
    assert_eq!(play("7 end").refuses("7 undo"), Refusal::NothingToUndo);
}

#[test]
fn rule_9_2_level_1_at_any_time_paused_or_not_and_it_stays_so() {
    let running = play("1 R lift D1\n2 undo");
    assert!(!running.turns().is_paused());
    let paused = play("1 R lift D1\n1 R to D2\n2 pause\n2 undo");
    assert!(paused.turns().is_paused());
    assert_eq!(paused.now(), secs("1"));
    assert_same_but_paused(&paused, "1 R lift D1");
    assert_eq!(paused.refuses("1 R to D2"), Refusal::Paused);
    paused.takes("1 resume");
}

#[test]
fn rule_9_2_levels_2_and_3_only_while_paused_and_it_stays_paused() {
    for level in ["2", "3"] {
        let game = play(&format!("level {level}\n\n1 R lift D1\n2 R to D2"));
        assert_eq!(game.refuses("3 undo"), Refusal::UndoNeedsPause);
        let game = game.then("3 pause\n3 undo\n1 undo");
        assert!(game.turns().is_paused());
        assert_same_but_paused(&game, &format!("level {level}"));
    }
}

#[test]
fn rule_9_2_never_once_the_game_is_over() {
    for ending in ["2 R resign", "2 draw"] {
        let game = play(&format!("1 R lift D1\n{ending}"));
        assert_eq!(game.refuses("3 undo"), Refusal::GameOver);
    }
}

#[test]
fn rule_9_2_not_when_the_end_falls_due_at_its_own_instant() {
    // The last ring is over at 6.500; until then it can be taken back.
    let start = "level 2\nhourglass-red 1\nhourglass-black 1\n\n0 R D1-D2\n0.100 B D7-D6\n0.200 R A4-B4\n\
                 0.300 B A1-B2\n0.400 R G4-F4\n0.500 B G1-F1\n";
    let game = play(&format!("{start}6.499 pause\n6.499 undo"));
    assert_eq!(game.now(), secs("0.500"));
    assert_eq!(game.turns().on_turn(), Some(Black));
    assert_eq!(play(start).refuses("6.500 pause"), Refusal::GameOver);
}

#[test]
fn rule_9_2_time_counts_on_from_where_it_went_back_to() {
    let game = play("level 2\n\n1 R D1-D2\n5 R ring D2\n9 pause\n9 undo\n1 resume\n3 B D7-D6");
    assert_eq!(game.now(), secs("3"));
    assert_eq!(game.top_on("D2"), secs("178"));
    assert_eq!(game.rings_on("D2"), 0);
}

#[test]
fn rule_9_2_deep_take_backs_return_to_each_state_on_the_way() {
    // Longer than what is kept between two checkpoints.
    let mut states = vec![play("level 1")];
    for line in include_str!("games/level_1_whole.txt")
        .lines()
        .skip_while(|line| !line.is_empty())
        .skip(1)
    {
        let (at, step) = steps(line)[0];
        let game = states.last().unwrap().clone();
        if let tamsk::record::Step::Move { player, from, .. } = step {
            let lift = tamsk::rules::Input::Lift { player, from };
            let mut lifted = game.clone();
            lifted.apply(at, lift).unwrap();
            states.push(lifted);
        }
        states.push(game.then(line));
    }
    states.pop(); // over: nothing can be taken back
    let mut game = states.pop().unwrap();
    while let Some(state) = states.pop() {
        let now = game.now();
        game = game.then(&format!("{now} undo"));
        assert_same(&game, &state);
    }
}
