//! All instants are computed by hand.

use super::CueKind::*;
use super::*;
use crate::rules::Player::{Black, Red};
use crate::rules::{Input, PerPlayer, Place, Settings, Space};

fn space(name: &str) -> Space {
    name.parse().unwrap()
}

/// A game of level 3 with hourglasses and a move timer of so many seconds.
fn game(red: u64, black: u64, timer: u64) -> Game {
    Game::new(Settings {
        hourglass: PerPlayer {
            red: Millis::from_secs(red),
            black: Millis::from_secs(black),
        },
        timer: Millis::from_secs(timer),
        ..Settings::at_level(Level::Three)
    })
}

fn input(game: &mut Game, at: u64, input: Input) {
    game.apply(Millis(at), input).unwrap();
}

fn ring(game: &mut Game, at: u64, player: Player, on: &str) {
    let space = space(on);
    input(game, at, Input::Ring { player, at: space });
}

fn go(game: &mut Game, at: u64, player: Player, from: &str, to: &str) {
    let from = Place::On(space(from));
    input(game, at, Input::Lift { player, from });
    let to = space(to);
    input(game, at, Input::Release { player, to });
}

/// `kinds` alone.
fn only(kinds: &[CueKind]) -> CueSettings {
    CueKind::ALL
        .into_iter()
        .fold(CueSettings::default(), |settings, kind| {
            settings.with(kind, kinds.contains(&kind))
        })
}

const SAND: &[CueKind] = &[SandLow, SandShort, SandTick, SandOut];

type Heard = (u64, CueKind, Option<Player>);

fn list(dues: &[Due]) -> Vec<Heard> {
    dues.iter()
        .map(|due| (due.at.0, due.cue.kind, due.cue.player))
        .collect()
}

fn after_now(game: &Game, settings: &CueSettings) -> Vec<Heard> {
    list(&upcoming(game, settings, game.now()))
}

fn of(at: u64, kind: CueKind, player: Player) -> Heard {
    (at, kind, Some(player))
}

#[test]
fn one_hourglass_from_its_release_to_its_last_grain() {
    let mut game = game(180, 180, 15);
    go(&mut game, 2_000, Red, "D1", "D2");
    assert_eq!(
        after_now(&game, &only(SAND)),
        [
            of(152_000, SandLow, Red),
            of(172_000, SandShort, Red),
            of(177_000, SandTick, Red),
            of(178_000, SandTick, Red),
            of(179_000, SandTick, Red),
            of(180_000, SandTick, Red),
            of(181_000, SandTick, Red),
            of(182_000, SandOut, Red),
        ]
    );
}

#[test]
fn a_short_hourglass_passes_only_what_lies_below_it() {
    // 30 s are above at the very turn: nothing is passed.
    let mut long = game(30, 180, 15);
    go(&mut long, 1_000, Red, "D1", "D2");
    assert_eq!(
        after_now(&long, &only(&[SandLow, SandShort])),
        [of(21_000, SandShort, Red)]
    );
    let mut short = game(3, 180, 15);
    go(&mut short, 1_000, Red, "D1", "D2");
    assert_eq!(
        after_now(&short, &only(SAND)),
        [
            of(2_000, SandTick, Red),
            of(3_000, SandTick, Red),
            of(4_000, SandOut, Red)
        ]
    );
}

#[test]
fn thresholds_are_settings() {
    let mut game = game(180, 180, 15);
    go(&mut game, 0, Red, "D1", "D2");
    let settings = CueSettings {
        first: Millis::from_secs(120),
        second: Millis::from_secs(45),
        ..only(&[SandLow, SandShort])
    };
    assert_eq!(
        after_now(&game, &settings),
        [of(60_000, SandLow, Red), of(135_000, SandShort, Red)]
    );
}

#[test]
fn of_two_in_their_last_seconds_the_first_to_run_out_is_counted() {
    // Red's runs out at 21.000, Black's at 22.300.
    let mut game = game(20, 20, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    go(&mut game, 2_300, Black, "A1", "A2");
    assert_eq!(
        after_now(&game, &only(&[SandTick, SandOut])),
        [
            of(16_000, SandTick, Red),
            of(17_000, SandTick, Red),
            of(18_000, SandTick, Red),
            of(19_000, SandTick, Red),
            of(20_000, SandTick, Red),
            of(21_000, SandOut, Red),
            of(21_300, SandTick, Black),
            of(22_300, SandOut, Black),
        ]
    );
}

#[test]
fn equals_are_counted_together() {
    let mut game = game(20, 18, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    go(&mut game, 3_000, Black, "A1", "A2");
    let heard = after_now(&game, &only(&[SandTick]));
    assert_eq!(
        heard[..2],
        [of(16_000, SandTick, Red), of(16_000, SandTick, Black)]
    );
    assert_eq!(heard.len(), 10);
}

#[test]
fn a_threshold_gives_way_to_a_countdown_close_by() {
    // Red's runs out at 21.000; Black's passes 10 s ten seconds after its turn.
    let heard = |black_at: u64| -> Vec<u64> {
        let mut game = game(20, 20, 15);
        go(&mut game, 1_000, Red, "D1", "D2");
        go(&mut game, black_at, Black, "A1", "A2");
        after_now(&game, &only(&[SandShort, SandTick]))
            .into_iter()
            .filter(|(_, kind, player)| *kind == SandShort && *player == Some(Black))
            .map(|(at, ..)| at)
            .collect()
    };
    assert!(heard(7_100).is_empty());
    assert!(heard(7_150).is_empty());
    assert_eq!(heard(7_151), [17_151]);
    assert_eq!(heard(7_500), [17_500]);
}

#[test]
fn what_was_told_just_before_keeps_a_threshold_away_too() {
    let mut game = game(20, 20, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    go(&mut game, 7_100, Black, "A1", "A2");
    // Red's third last second begins at 18.000, Black's passes 9 s at 18.100.
    let settings = CueSettings {
        second: Millis::from_secs(9),
        ..only(&[SandShort, SandTick])
    };
    game.advance(Millis(18_050));
    assert_eq!(after_now(&game, &settings)[0], of(19_000, SandTick, Red));
}

#[test]
fn a_silent_kind_silences_nothing() {
    let mut game = game(20, 20, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    go(&mut game, 7_100, Black, "A1", "A2");
    assert!(after_now(&game, &only(&[SandShort])).contains(&of(17_100, SandShort, Black)));
}

#[test]
fn the_move_timer_is_counted_while_it_is_aimed() {
    let timer = only(&[TimerTurned, TimerTick, TimerOut]);
    let mut game = game(180, 180, 15);
    input(&mut game, 1_000, Input::Timer { player: Black });
    assert_eq!(
        after_now(&game, &timer),
        [
            of(11_000, TimerTick, Red),
            of(12_000, TimerTick, Red),
            of(13_000, TimerTick, Red),
            of(14_000, TimerTick, Red),
            of(15_000, TimerTick, Red),
            of(16_000, TimerOut, Red),
        ]
    );
    // Red finishes in time: it runs out at nobody.
    go(&mut game, 12_500, Red, "D1", "D2");
    assert_eq!(after_now(&game, &timer), [(16_000, TimerOut, None)]);
}

#[test]
fn of_move_timer_and_hourglass_the_first_to_run_out_is_counted() {
    let mut game = game(20, 20, 15);
    go(&mut game, 1_000, Red, "D1", "D2"); // out at 21.000
    input(&mut game, 4_500, Input::Timer { player: Red }); // out at 19.500
    assert_eq!(
        after_now(&game, &only(&[SandTick, TimerTick, TimerOut, SandOut])),
        [
            of(14_500, TimerTick, Black),
            of(15_500, TimerTick, Black),
            of(16_500, TimerTick, Black),
            of(17_500, TimerTick, Black),
            of(18_500, TimerTick, Black),
            of(19_500, TimerOut, Black),
            of(20_000, SandTick, Red),
            of(21_000, SandOut, Red),
        ]
    );
}

#[test]
fn what_hands_do_is_heard() {
    let mut game = game(180, 180, 15);
    go(&mut game, 2_000, Red, "D1", "D2");
    ring(&mut game, 2_500, Red, "D2");
    input(&mut game, 3_000, Input::Timer { player: Red });
    let from = Place::On(space("A1"));
    input(
        &mut game,
        4_000,
        Input::Lift {
            player: Black,
            from,
        },
    );
    input(&mut game, 4_400, Input::PutBack { player: Black });
    go(&mut game, 5_000, Black, "A1", "A2");
    ring(&mut game, 6_200, Red, "A2");
    let heard = of_log(game.log(), Level::Three, &CueSettings::default());
    assert_eq!(
        list(&heard),
        [
            of(2_000, Lift, Red),
            of(2_000, Release, Red),
            of(2_000, TurnOver, Red),
            of(2_500, Ring, Red),
            of(3_000, TimerTurned, Red),
            of(4_000, Lift, Black),
            of(4_400, Release, Black),
            of(5_000, Lift, Black),
            of(5_000, Release, Black),
            of(5_000, TurnOver, Black),
            of(6_200, Steal, Red),
        ]
    );
    let with_turns = CueSettings::default().with(Turn, true);
    let heard = list(&of_log(game.log(), Level::Three, &with_turns));
    assert!(heard.contains(&of(2_000, Turn, Black)) && heard.contains(&of(5_000, Turn, Red)));
}

#[test]
fn no_sand_no_turn_over() {
    let mut game = Game::new(Settings::at_level(Level::One));
    go(&mut game, 500, Red, "D1", "D2");
    let heard = of_log(game.log(), Level::One, &CueSettings::default());
    assert_eq!(list(&heard), [of(500, Lift, Red), of(500, Release, Red)]);
    assert_eq!(after_now(&game, &CueSettings::default()), []);
}

#[test]
fn a_lost_turn_outweighs_the_turn_that_follows() {
    let mut game = game(180, 180, 15);
    input(&mut game, 1_000, Input::Timer { player: Black });
    assert_eq!(
        after_now(&game, &only(&[TimerOut, Missed, Turn])),
        [of(16_000, TimerOut, Red), of(16_000, Missed, Red)]
    );
}

#[test]
fn after_the_end_nothing_is_due() {
    let mut game = game(180, 180, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    input(&mut game, 1_500, Input::Resign { player: Black });
    let heard = list(&of_log(game.log(), Level::Three, &CueSettings::default()));
    assert_eq!(heard.last(), Some(&of(1_500, Result, Red)));
    assert_eq!(after_now(&game, &CueSettings::default()), []);
}

#[test]
fn when_all_have_run_out_the_result_is_known_ahead() {
    let mut game = game(10, 10, 15);
    for (at, player, from, to) in [
        (1_000, Red, "D1", "D2"),
        (1_100, Black, "A1", "A2"),
        (1_200, Red, "G4", "G3"),
        (1_300, Black, "G1", "G2"),
        (1_400, Red, "A4", "A3"),
        (1_500, Black, "D7", "D6"),
    ] {
        go(&mut game, at, player, from, to);
    }
    ring(&mut game, 1_600, Black, "D6");
    let heard = after_now(&game, &only(&[SandOut, Result, LastRing, Missed]));
    let outs: Vec<u64> = heard
        .iter()
        .filter(|heard| heard.1 == SandOut)
        .map(|heard| heard.0)
        .collect();
    assert_eq!(outs, [11_000, 11_100, 11_200, 11_300, 11_400, 11_500]);
    assert_eq!(heard.last(), Some(&of(11_500, Result, Black)));
}

#[test]
fn nothing_is_due_while_the_game_is_paused() {
    let mut game = game(180, 180, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    input(&mut game, 2_000, Input::Pause);
    assert_eq!(after_now(&game, &CueSettings::default()), []);
    input(&mut game, 2_000, Input::Resume);
    assert_eq!(
        after_now(&game, &only(&[SandOut])),
        [of(181_000, SandOut, Red)]
    );
}

#[test]
fn what_is_due_does_not_depend_on_when_it_is_asked() {
    let mut game = game(20, 17, 15);
    go(&mut game, 1_000, Red, "D1", "D2");
    go(&mut game, 2_345, Black, "A1", "A2");
    go(&mut game, 3_456, Red, "G4", "G3");
    let settings = CueSettings::default();
    let whole = upcoming(&game, &settings, game.now());
    for at in (3_456..24_000).step_by(7) {
        let at = Millis(at);
        game.advance(at);
        let rest: Vec<Due> = whole.iter().copied().filter(|due| due.at > at).collect();
        assert_eq!(upcoming(&game, &settings, at), rest, "{at}");
    }
}

#[test]
fn a_follower_tells_what_is_new_and_plans_again_after_inputs() {
    let mut game = game(20, 20, 15);
    let settings = only(&[SandOut, Release]);
    let mut follower = Follower::from_here(&game);
    assert_eq!(follower.look(&game, &settings).plan, Some(vec![]));
    go(&mut game, 1_000, Red, "D1", "D2");
    let found = follower.look(&game, &settings);
    assert_eq!(list(&found.happened), [of(1_000, Release, Red)]);
    assert_eq!(list(&found.plan.unwrap()), [of(21_000, SandOut, Red)]);
    game.advance(Millis(9_000));
    let found = follower.look(&game, &settings);
    assert_eq!((found.happened, found.plan), (vec![], None));
    // Nothing new in the game, but something else is wanted.
    let found = follower.look(&game, &only(SAND));
    assert_eq!(found.plan.unwrap().len(), 7);
    input(&mut game, 10_000, Input::Pause);
    assert_eq!(follower.look(&game, &settings).plan, Some(vec![]));
    input(&mut game, 10_000, Input::Undo);
    let now = game.now().0;
    input(&mut game, now, Input::Resume);
    let found = follower.look(&game, &settings);
    assert_eq!((found.happened, found.plan), (vec![], Some(vec![])));
}

fn due(at: u64) -> Due {
    Due {
        at: Millis(at),
        cue: Cue::of(SandTick, Red),
    }
}

#[test]
fn each_cue_begins_once() {
    let mut scheduler = Scheduler::default();
    scheduler.replace(Millis(0), &[due(1_000), due(2_000)]);
    assert_eq!(scheduler.begin(Millis(990), Millis(1_010)), [due(1_000)]);
    // The plan is made again a moment before its instant, and after it.
    scheduler.replace(Millis(995), &[due(1_000), due(2_000)]);
    assert_eq!(scheduler.begin(Millis(1_000), Millis(1_020)), []);
    assert!(!scheduler.claim(due(1_000), Millis(1_003)));
    assert_eq!(scheduler.begin(Millis(2_000), Millis(2_010)), [due(2_000)]);
    assert!(scheduler.is_idle());
}

#[test]
fn more_than_150_ms_late_is_dropped() {
    let mut scheduler = Scheduler::default();
    scheduler.replace(Millis(0), &[due(1_000), due(1_100)]);
    assert_eq!(scheduler.begin(Millis(1_151), Millis(1_160)), [due(1_100)]);
    assert!(scheduler.claim(due(3_000), Millis(3_150)));
    assert!(!scheduler.claim(due(4_000), Millis(4_151)));
}

#[test]
fn a_new_plan_keeps_what_is_due_just_now_and_nothing_else() {
    let mut scheduler = Scheduler::default();
    scheduler.replace(Millis(0), &[due(700), due(1_000), due(2_000)]);
    scheduler.replace(Millis(1_001), &[due(3_000)]);
    assert_eq!(
        scheduler.begin(Millis(1_002), Millis(9_000)),
        [due(1_000), due(3_000)]
    );
}

#[test]
fn a_pause_an_undo_a_new_game() {
    let mut scheduler = Scheduler::default();
    scheduler.replace(Millis(0), &[due(1_000), due(2_000)]);
    scheduler.begin(Millis(1_000), Millis(1_001));
    scheduler.clear();
    assert_eq!(scheduler.begin(Millis(2_000), Millis(2_001)), []);
    // It goes on at the very instant: what has sounded does not sound again.
    scheduler.replace(Millis(999), &[due(1_000), due(2_000)]);
    assert_eq!(scheduler.begin(Millis(1_000), Millis(1_001)), []);
    // After an undo it does: it is another second.
    scheduler.forget();
    scheduler.replace(Millis(500), &[due(1_000)]);
    assert_eq!(scheduler.begin(Millis(1_000), Millis(1_001)), [due(1_000)]);
}

#[test]
fn settings_are_words() {
    for kind in CueKind::ALL {
        assert_eq!(CueKind::from_word(kind.word()), Some(kind));
    }
    assert_eq!(CueKind::from_word("bagpipe"), None);
    assert!(!CueSettings::default().has(Turn) && CueSettings::default().has(SandOut));
}
