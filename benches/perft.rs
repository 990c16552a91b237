//! How fast games are counted: leaves a second at depth 7 on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tamsk::rules::perft::perft_from;
use tamsk::rules::position::Position;

fn perft(c: &mut Criterion) {
    const DEPTH: u32 = 7;
    let leaves = perft_from(&Position::CORNERS, DEPTH);
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(leaves));
    group.bench_function(format!("corners {DEPTH}"), |b| {
        b.iter(|| perft_from(black_box(&Position::CORNERS), black_box(DEPTH)));
    });
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
