//! Replayed inputs per second (goal: one million).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tamsk::record::{Record, Step, parse, replay};
use tamsk::rules::{Game, Hourglass, Input, Level, Millis, Place, Player, Settings};

/// A level 3 game in which both players always move the first hourglass that can.
fn record() -> Record {
    let settings = Settings::at_level(Level::Three);
    let (mut game, mut record) = (Game::new(settings), Record::new(settings));
    let mut at = Millis::ZERO;
    let mut take = |game: &mut Game, wait: u64, input: Input| {
        at += Millis(wait);
        if game.apply(at, input).is_ok() {
            record.push(at, Step::Input(input));
        }
    };
    while let Some(player) = game.turns().on_turn() {
        let lift = Hourglass::of(player).find_map(|h| match game.board().place(h) {
            Place::On(from) if game.check_lift(player, Place::On(from)).is_ok() => {
                Some((from, game.board().targets(h).iter().next()?))
            }
            _ => None,
        });
        // Somebody on turn can always move.
        let Some((from, to)) = lift else { break };
        take(
            &mut game,
            700,
            Input::Timer {
                player: player.opponent(),
            },
        );
        take(
            &mut game,
            900,
            Input::Lift {
                player,
                from: Place::On(from),
            },
        );
        take(&mut game, 400, Input::Release { player, to });
        take(&mut game, 300, Input::Ring { player, at: to });
    }
    take(
        &mut game,
        100,
        Input::Resign {
            player: Player::Red,
        },
    );
    record
}

fn bench(c: &mut Criterion) {
    let record = record();
    let text = record.to_string();
    let inputs = record.body().len() as u64;
    let mut group = c.benchmark_group("record");
    group.throughput(Throughput::Elements(inputs));
    group.bench_function("replay", |b| {
        b.iter(|| replay(black_box(&record)).map(|r| r.last))
    });
    group.bench_function("parse and replay", |b| {
        b.iter(|| {
            parse(black_box(text.as_bytes()))
                .and_then(|p| replay(&p.record))
                .map(|r| r.last)
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
