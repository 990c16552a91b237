//! What holds in every game, tried on random ones.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tamsk::record::{self, BodyLine, Record, Step};
use tamsk::rules::position::{Move, Position};
use tamsk::rules::{
    Event, Game, Happening, Hourglass, Input, Level, Millis, Outcome, Phase, Place, Player, Reason,
    Refusal, Sand, Space,
};

use crate::common::*;
use crate::random_games::{Done, script};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        max_shrink_time: 20_000, // in ms
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn rule_1_5_and_others_hold_after_every_step(script in script()) {
        let game = script.play(|before, after, done| {
            step_invariants(before, after, done);
            state_invariants(after);
        });
        notation_accounts_for_every_ring(&game);
        // Nothing that shows a game panics.
        let _ = (record::game_json(&game), record::position_text(&game));
    }

    #[test]
    fn rule_2_2_one_step_or_a_thousand(script in script(), waits in prop::collection::vec(0..40u64, 1..8)) {
        let mut slow = Game::new(script.settings);
        let mut waits = waits.into_iter().cycle();
        let mut game = script.play(|before, _, done| {
            // The same inputs, but the program looks ever so often in between.
            let far = done.at.saturating_sub(before.now()).0.min(1_000);
            let mut at = before.now();
            for _ in 0..far {
                at += Millis(waits.next().unwrap_or_default());
                if at >= done.at {
                    break;
                }
                slow.advance(at);
            }
            assert_eq!(do_step(&mut slow, done.at, done.step), done.taken);
        });
        assert_same(&game, &slow);
        let from = game.now();
        game.advance(from + Millis(200_000));
        for part in 1..=1_000 {
            slow.advance(from + Millis(200 * part));
        }
        assert_same(&game, &slow);
    }

    #[test]
    fn record_written_read_and_replayed_is_the_same_game(script in script()) {
        let (game, steps) = script.played();
        let mut record = Record::new(script.settings);
        record.set("red", "Ann");
        for (at, step) in joined(&steps) {
            record.push(at, step);
        }
        let text = record.to_string();
        let parsed = record::parse(text.as_bytes()).unwrap();
        assert_eq!(parsed.warnings, []);
        assert_eq!(parsed.record.to_string(), text);
        assert_eq!(*parsed.record.settings(), script.settings);
        let replayed = record::replay(&parsed.record).unwrap();
        assert_same(&replayed.game, &game);
        // A journal is the same text, line by line.
        let journal: String = std::iter::once(record.head_text())
            .chain(joined(&steps).into_iter().map(|(at, step)| Record::step_text(at, step)))
            .collect();
        assert_eq!(journal, text);
    }

    #[test]
    fn rule_9_2_undo_is_as_if_it_had_never_been_played(script in script(), times in 1..50usize) {
        let (mut game, _) = script.played();
        if game.turns().is_over() {
            return Ok(());
        }
        if game.turns().settings().level.has_sand() && !game.turns().is_paused() {
            game.apply(game.now(), Input::Pause).unwrap();
        }
        let paused = game.turns().is_paused();
        for _ in 0..times.min(game.history().len()) {
            let history = game.history().to_vec();
            let now = game.now();
            game.apply(now, Input::Undo).unwrap();
            let mut fresh = Game::new(script.settings);
            for &(at, input) in &history[..history.len() - 1] {
                fresh.apply(at, input).unwrap();
            }
            if paused {
                fresh.apply(fresh.now(), Input::Pause).unwrap();
            }
            assert_same(&game, &fresh);
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn level_1_with_automatic_rings_is_what_the_small_position_plays(picks in prop::collection::vec(any::<u16>(), 0..160)) {
        let mut game = play("level 1\nring auto");
        let mut position = Position::CORNERS;
        for pick in picks {
            if position.must_pass() {
                position.pass();
            }
            assert_same_position(&game, &position);
            let moves: Vec<Move> = position.moves().collect();
            if moves.is_empty() {
                break;
            }
            let mv = moves[usize::from(pick) % moves.len()];
            let player = position.turn();
            let at = game.now() + Millis(1_000);
            game.apply(at, Input::Lift { player, from: Place::On(mv.from) }).unwrap();
            game.apply(at, Input::Release { player, to: mv.to }).unwrap();
            position.make(mv);
        }
        if position.is_over() {
            // Who still has a ring may steal from one who has none (6.1): let him not.
            for player in Player::BOTH {
                let _ = game.apply(game.now(), Input::Decline { player });
            }
            assert_eq!(game.turns().outcome(), position.outcome());
        }
    }
}

fn assert_same_position(game: &Game, position: &Position) {
    assert_eq!(
        position.is_over(),
        !game.can_move(Player::Red) && !game.can_move(Player::Black)
    );
    if !position.is_over() {
        assert_eq!(Some(position.turn()), game.turns().on_turn());
    }
    assert_eq!(position.full(), game.board().full());
    for player in Player::BOTH {
        assert_eq!(position.rings_left(player), game.turns().rings(player));
        assert_eq!(position.can_move(player), game.can_move(player));
        let mut moves = BTreeSet::new();
        for hourglass in Hourglass::of(player) {
            if let Place::On(from) = game.board().place(hourglass) {
                assert!(position.hourglasses(player).contains(from));
                moves.extend(game.board().targets(hourglass).iter().map(|to| (from, to)));
            }
        }
        let small: BTreeSet<(Space, Space)> = position
            .moves_of(player)
            .map(|mv| (mv.from, mv.to))
            .collect();
        assert_eq!(small, moves);
    }
    for space in Space::all() {
        assert_eq!(position.rings_on(space), game.board().rings(space));
    }
}

/// A lift and a release at one instant become one line.
fn joined(steps: &[(Millis, Step)]) -> Vec<(Millis, Step)> {
    let mut lines: Vec<(Millis, Step)> = Vec::new();
    for &(at, step) in steps {
        if let (
            Step::Input(Input::Release { player, to }),
            Some(&(
                lifted,
                Step::Input(Input::Lift {
                    player: lifter,
                    from,
                }),
            )),
        ) = (step, lines.last())
            && lifted == at
            && lifter == player
        {
            lines.pop();
            lines.push((at, Step::Move { player, from, to }));
        } else {
            lines.push((at, step));
        }
    }
    lines
}

fn step_invariants(before: &Game, after: &Game, Done { at, step, taken }: &Done) {
    let undone = taken.is_ok() && *step == Step::Input(Input::Undo);
    let waited = {
        let mut waited = before.clone();
        let timely = *at >= waited.now() && !(waited.turns().is_paused() && *at > waited.now());
        if timely {
            waited.advance(*at);
        }
        waited
    };
    // A refused input changes nothing but the time.
    if taken.is_err() {
        assert_same(after, &waited);
    }
    // The log only grows, and so does history, but for a take-back (9.2).
    if undone {
        let (longer, shorter) = (waited.history(), after.history());
        assert_eq!(shorter, &longer[..longer.len() - 1]);
        assert!(waited.log().starts_with(after.log()));
        assert_eq!(after.turns().is_paused(), before.turns().is_paused());
    } else {
        assert!(after.log().starts_with(waited.log()));
        assert!(waited.log().starts_with(before.log()));
        assert!(after.history().starts_with(before.history()));
        assert!(after.now() >= before.now()); // 2.1
        let kept = matches!(step, Step::Input(input) if input.is_undoable()) && taken.is_ok();
        assert_eq!(
            after.history().len(),
            before.history().len() + usize::from(kept)
        );
    }
    // Nothing is taken once the game is over (8.7).
    if before.turns().is_over() {
        assert_same(after, before);
        assert!(*step == Step::End || *taken == Err(Refusal::GameOver));
    }
    // While paused only these (9.1).
    if before.turns().is_paused() && taken.is_ok() {
        assert!(matches!(
            step,
            Step::End
                | Step::Input(Input::Resume | Input::Undo | Input::Draw | Input::Resign { .. })
        ));
        assert!(*at == before.now() || *step == Step::End);
    }
    // Turns are counted by their events.
    let begun = after
        .log()
        .iter()
        .filter(|entry| matches!(entry.what, Happening::Event(Event::Turn(_))));
    assert_eq!(after.turns().turn_number() as usize, 1 + begun.count());
}

fn state_invariants(game: &Game) {
    let turns = game.turns();
    let board = game.board();
    // 1.5
    let on_board: u32 = Space::all()
        .map(|space| u32::from(board.rings(space)))
        .sum();
    let held: u32 = Player::BOTH
        .iter()
        .map(|&player| u32::from(turns.rings(player)))
        .sum();
    assert_eq!(on_board + held, 64);
    // 1.3, 4.1
    let mut standing = BTreeSet::new();
    for hourglass in Hourglass::all() {
        if let Place::On(space) = board.place(hourglass) {
            assert!(standing.insert(space));
            assert_eq!(board.standing_on(space), Some(hourglass));
        }
    }
    for space in Space::all() {
        assert!(board.rings(space) <= space.capacity());
        assert_eq!(
            board.full().contains(space),
            board.rings(space) == space.capacity()
        );
        assert_eq!(board.occupied().contains(space), standing.contains(&space));
    }
    // 2.3
    for hourglass in Hourglass::all() {
        let full = turns.settings().hourglass[hourglass.owner];
        match turns.sand(hourglass) {
            Sand::Idle => {}
            Sand::Running { top, turned } => {
                assert!(turns.settings().level.has_sand());
                assert!(top <= full && turned <= game.now());
                assert!(turned + top > game.now() || turns.is_paused() || turns.is_over());
            }
            Sand::Out { at } => assert!(at <= game.now()),
        }
    }
    // 2.2: what was due has happened.
    assert!(game.next_due().is_none_or(|due| due > game.now()));
    // Hands: of who is on turn, or late (7.4).
    for player in Player::BOTH {
        let on_turn = turns.on_turn() == Some(player);
        assert!(turns.in_hand(player).is_none() || on_turn || turns.is_late(player));
        assert!(!turns.is_late(player) || (turns.in_hand(player).is_some() && !on_turn));
        if let Some(hourglass) = turns.in_hand(player) {
            assert!(!turns.sand(hourglass).is_out()); // 4.6
        }
        // Skips are paid before the next turn begins, so they never add up (7.5).
        assert!(turns.owed_skips(player) <= 1);
        assert!(turns.owed_skips(player) == 0 || !on_turn);
    }
    if let Some(aimed) = turns.timer_aimed_at() {
        assert_eq!(turns.on_turn(), Some(aimed)); // 7.1
    }
    if let Some((space, _)) = game.open_drop() {
        assert!(!board.full().contains(space)); // 6.4
    }
    let rights = Player::BOTH
        .iter()
        .any(|&player| turns.has_last_right(player, board));
    match turns.phase() {
        // 5.3
        Phase::Playing => assert!(turns.on_turn().is_some_and(|player| game.can_move(player))),
        // 8.2, 8.3
        Phase::LastRing { since } => {
            assert!(!game.can_move(Player::Red) && !game.can_move(Player::Black));
            assert!(rights);
            assert!(since <= game.now());
            assert!(!turns.settings().level.has_sand() || game.now() < since + Millis(5_000));
            assert_eq!(turns.on_turn(), None);
        }
        Phase::Over(outcome) => over_invariants(game, outcome),
    }
}

fn over_invariants(game: &Game, Outcome { winner, by }: Outcome) {
    let turns = game.turns();
    assert!(game.open_drop().is_none() && game.next_due().is_none()); // 8.7
    assert_eq!(turns.on_turn(), None);
    let (red, black) = game.holders();
    match by {
        Reason::Rings | Reason::Time => {
            assert!(!game.can_move(Player::Red) && !game.can_move(Player::Black)); // 8.1
            let fewest = match red.cmp(&black) {
                std::cmp::Ordering::Less => Some(Player::Red),
                std::cmp::Ordering::Greater => Some(Player::Black),
                std::cmp::Ordering::Equal => None,
            };
            if by == Reason::Time {
                assert!(turns.settings().level.has_sand()); // 8.5
                assert_eq!(fewest, None);
            } else {
                assert_eq!(winner, fewest); // 8.4
                assert!(winner.is_some() || turns.settings().level == Level::One);
            }
        }
        Reason::FullSpace | Reason::Resignation => assert!(winner.is_some()),
        Reason::Agreement => assert_eq!(winner, None), // 8.6
    }
    let last = game.log().last().map(|entry| entry.what);
    assert_eq!(last, Some(Happening::Event(Event::Over(winner))));
}

/// Each ring on the board is one of a move without `o`, or stands after a `+`.
fn notation_accounts_for_every_ring(game: &Game) {
    let moves = game.moves();
    let added: usize = moves.iter().map(|text| text.matches('+').count()).sum();
    let is_move = |text: &&String| text.contains('-') && *text != "--";
    let forgone = |text: &&String| {
        text.split('+')
            .next()
            .is_some_and(|own| own.trim_end_matches('!').ends_with('o'))
    };
    let dropped = moves
        .iter()
        .filter(is_move)
        .filter(|text| !forgone(text))
        .count();
    let (red, black) = game.holders();
    let on_board = 64 - usize::from(red) - usize::from(black);
    assert_eq!(
        dropped + added - usize::from(game.open_drop().is_some()),
        on_board,
        "{moves:?}"
    );
}

#[test]
fn random_games_come_to_everything() {
    // A property that is tried on tame games says little: see that the random ones
    // have every event, every outcome, and nearly every refusal.
    let mut seen = BTreeSet::new();
    let mut runner = TestRunner::deterministic();
    for _ in 0..400 {
        let script = script().new_tree(&mut runner).unwrap().current();
        let game = script.play(|_, _, done| {
            if let Err(refusal) = done.taken {
                let text = format!("{refusal:?}");
                seen.insert(text.split('(').next().unwrap_or_default().to_owned());
            }
        });
        for entry in game.log() {
            match entry.what {
                Happening::Event(event) => seen.insert(event.word().to_owned()),
                Happening::Released { late: true, .. } => seen.insert("late release".to_owned()),
                Happening::Ring { kind, .. } => seen.insert(format!("{kind:?}")),
                _ => false,
            };
        }
        if let Some(outcome) = game.turns().outcome() {
            seen.insert(format!("by {}", outcome.by.word()));
        }
    }
    for what in [
        "hourglass-out",
        "timer-out",
        "late",
        "turn-lost",
        "skip",
        "pass",
        "turn",
        "last-ring",
        "over",
        "late release",
        "Drop",
        "Steal",
        "Second",
        "by rings",
        "by time",
        "by full-space",
        "by resignation",
        "by agreement",
        "TimePast",
        "TimeStands",
        "GameOver",
        "Paused",
        "NotPaused",
        "LastRing",
        "NotOnTurn",
        "HandFull",
        "HandEmpty",
        "NotThere",
        "IsOut",
        "Blocked",
        "IdleFirst",
        "ReserveFirst",
        "NotNeighbour",
        "Occupied",
        "Full",
        "NoRight",
        "StealTooEarly",
        "NoTimer",
        "TimerOwnTurn",
        "TimerRuns",
        "NothingToDecline",
        "NothingToUndo",
        "UndoNeedsPause",
    ] {
        assert!(seen.contains(what), "{what} was never met: {seen:?}");
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn a_record_of_any_bytes_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let lines = bytes.split(|&b| b == b'\n').count();
        if let Err(error) = record::parse(&bytes) {
            assert!((1..=lines).contains(&error.line));
        }
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(
        script in script(),
        damages in prop::collection::vec((any::<u16>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        let (_, mut steps) = script.played();
        steps.truncate(40);
        let mut record = Record::new(script.settings);
        for (at, step) in steps {
            record.push(at, step);
        }
        let mut bytes = record.to_string().into_bytes();
        for (place, byte, kind) in damages {
            let place = usize::from(place) % bytes.len().max(1);
            match kind {
                0 => bytes.truncate(place),
                1 => bytes.insert(place.min(bytes.len()), byte),
                2 if place < bytes.len() => { bytes.remove(place); }
                _ if place < bytes.len() => bytes[place] = byte,
                _ => {}
            }
        }
        let lines = bytes.split(|&b| b == b'\n').count();
        match record::parse(&bytes) {
            Err(error) => assert!((1..=lines).contains(&error.line)),
            Ok(parsed) => {
                if let Err(error) = record::replay(&parsed.record) {
                    assert!((1..=lines).contains(&error.line));
                }
                // What was read is written so that it is read again.
                let text = parsed.record.to_string();
                let again = record::parse(text.as_bytes()).unwrap();
                assert_eq!(again.record.settings(), parsed.record.settings());
                let inputs = |record: &Record| -> Vec<(Millis, Step)> {
                    record.body().iter().filter_map(|line| match line {
                        BodyLine::Step { at, step, .. } => Some((*at, *step)),
                        BodyLine::Comment(_) => None,
                    }).collect()
                };
                assert_eq!(inputs(&again.record), inputs(&parsed.record));
            }
        }
    }
}
