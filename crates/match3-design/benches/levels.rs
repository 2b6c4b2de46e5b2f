//! What the generator needs of a level, beside a plain recount in the same run.

use std::ops::ControlFlow;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tilewright_grid::{Grid, Seed, Size};
use tilewright_match3::{Kind, Level};
use tilewright_match3_design::{
    Analysis, Gauge, LevelRequest, Measure, Tally, Violation, generate,
};

const SIZE: Size = Size::new(9, 9);
const LEVELS: usize = 1024;

/// Random 9 × 9 levels, a fifth of the cells special.
fn levels() -> Vec<Level> {
    let mut rng = Seed(9).rng();
    let cell = |rng: &mut tilewright_grid::Rng| match rng.below(5) {
        0 => Kind::SPECIALS[rng.index(9)],
        _ => Kind::ORDINARY,
    };
    (0..LEVELS)
        .map(|_| {
            Level::new(Grid::from_fn(SIZE, |_| cell(&mut rng))).expect("the size is fine")
        })
        .collect()
}

/// The same measure as one would first write it: flags with a margin, a loop over cells and
/// their sixteen cases, and a flood from row to row.
fn recount(cells: &Grid<Kind>) -> Measure {
    const STRIDE: usize = 13;
    let mut flags = [0_u8; STRIDE * STRIDE];

    for (index, kind) in cells.values().iter().enumerate() {
        let flag = u8::from(kind.is_draggable()) | u8::from(kind.is_open()) << 1;
        flags[(index / 9 + 2) * STRIDE + index % 9 + 2] = flag;
    }

    let mut potential = 0;
    for row in 2..11 {
        for column in 2..11 {
            let at = row * STRIDE + column;
            if flags[at] & 1 == 0 {
                continue;
            }
            let open = |by: isize| flags[at.wrapping_add_signed(by)] >> 1;
            let drag = |by: isize| u32::from(flags[at.wrapping_add_signed(by)] & 1);
            for (along, across) in [(1, 13), (13, 1)] {
                let beside = drag(-across) + drag(across);
                if open(along) & open(2 * along) == 1 {
                    potential += beside + drag(-along);
                }
                if open(-along) & open(-2 * along) == 1 {
                    potential += beside + drag(along);
                }
                if open(-along) & open(along) == 1 {
                    potential += beside;
                }
            }
        }
    }

    Measure { potential, violation: recount_violation(cells) }
}

fn recount_violation(cells: &Grid<Kind>) -> u32 {
    let kinds = cells.values();
    let mut filled = [false; 81];
    let mut violation = 0;

    for row in 0..9 {
        for column in 0..9 {
            let at = row * 9 + column;
            filled[at] = kinds[at].is_open() && (row == 0 || filled[at - 9]);
        }
        for column in (1..9).chain((0..8).rev()) {
            let at = row * 9 + column;
            let left = column > 0 && filled[at - 1];
            let right = column < 8 && filled[at + 1];
            filled[at] |= kinds[at].is_open() && (left || right);
        }
        for column in 0..9 {
            let at = row * 9 + column;
            let left = column > 0 && filled[at - 1];
            let right = column < 8 && filled[at + 1];
            let reached = left || right || (row > 0 && filled[at - 9]);
            let is_bad = if kinds[at].is_open() { !filled[at] } else { !reached };
            violation += u32::from(row > 0 && is_bad);
        }
    }

    violation
}

fn measures(criterion: &mut Criterion) {
    let levels = levels();
    let gauge = Gauge::new(&levels[0]);
    let measure = |level: &Level| gauge.measure(level.cells().values(), Violation::Cells);

    for level in &levels {
        assert_eq!(measure(level), recount(level.cells()), "both must count alike");
    }

    let mut group = criterion.benchmark_group("9x9");
    group.throughput(Throughput::Elements(LEVELS as u64));
    group.bench_function("potential and violation", |bencher| {
        bencher.iter(|| {
            for level in &levels {
                black_box(measure(black_box(level)));
            }
        });
    });

    group.bench_function("potential and violation, plain recount", |bencher| {
        bencher.iter(|| {
            for level in &levels {
                black_box(recount(black_box(level.cells())));
            }
        });
    });

    group.bench_function("full analysis", |bencher| {
        bencher.iter(|| {
            for level in &levels {
                black_box(Analysis::of(black_box(level)));
            }
        });
    });

    group.finish();
}

fn changes(criterion: &mut Criterion) {
    let level = &levels()[0];
    let mut rng = Seed(10).rng();
    let kinds = [Kind::ORDINARY, Kind::OBSTACLE];
    let changes: Vec<(usize, Kind)> =
        (0..4096).map(|_| (rng.index(SIZE.area()), kinds[rng.index(2)])).collect();
    let mut group = criterion.benchmark_group("9x9, one cell set");
    // Only draws that change the cell count.
    let mut board = Tally::new(level);
    let changes: Vec<_> = changes
        .into_iter()
        .filter(|&(index, kind)| board.set(index, kind) != kind)
        .collect();
    group.throughput(Throughput::Elements(changes.len() as u64));
    let mut tally = Tally::new(level);
    group.bench_function("potential", |bencher| {
        bencher.iter(|| {
            for &(index, kind) in &changes {
                tally.set(index, kind);
                black_box(tally.potential());
            }
        });
    });
    group.bench_function("potential and feasibility", |bencher| {
        bencher.iter(|| {
            for &(index, kind) in &changes {
                tally.set(index, kind);
                black_box((tally.potential(), tally.is_feasible()));
            }
        });
    });
    group.finish();
}

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("9x9 level generated");
    for tolerance in [40, 0] {
        let request = LevelRequest::new(600).with_tolerance(tolerance);
        let mut seed = 0;
        group.bench_function(format!("600 ± {tolerance}"), |bencher| {
            bencher.iter(|| {
                seed += 1;
                generate(black_box(&request), Seed(seed), |_| ControlFlow::Continue(()))
                    .expect("there are such levels")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, measures, changes, generation);
criterion_main!(benches);
