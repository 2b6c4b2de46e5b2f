//! Benchmarks of the fitness, of counting, of placing and of hunting.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use tilewright_battleship::{
    ClassicProblem, EvolvedSettings, MEMORY, Placements, Placer, Rules, Sequential,
    Strategy, count, evolve, hunt,
};
use tilewright_evolve::Problem;
use tilewright_grid::Seed;

fn benches(criterion: &mut Criterion) {
    let rules = Rules::russian(10, 10).expect("there are such rules");
    let problem = ClassicProblem::new(&rules);
    let genes = problem.random(&mut Seed(1).rng());
    criterion.bench_function("the article's fitness, 10 × 10", |bencher| {
        bencher.iter(|| problem.evaluate(black_box(&genes)));
    });
    let sequential = Sequential::new(&rules);
    let mut rng = Seed(2).rng();
    let mut fleet = sequential.draw(&mut rng).expect("there is room");
    criterion.bench_function("a sequential fleet, 10 × 10", |bencher| {
        bencher.iter(|| sequential.draw_into(black_box(&mut fleet), &mut rng));
    });
    let small = Rules::russian(7, 7).expect("there are such rules");
    let mut seed = 0;
    criterion.bench_function("an evolved fleet, 7 × 7", |bencher| {
        bencher.iter(|| {
            seed += 1;
            evolve(&small, EvolvedSettings::default(), Seed(seed), |_| {
                ControlFlow::Continue(())
            })
        });
    });
    let placements = Placements::new(&rules, MEMORY).expect("there is memory");
    criterion.bench_function("a uniform fleet, 10 × 10", |bencher| {
        bencher.iter(|| placements.draw(&mut rng));
    });
    let placer = Placer::Sequential(Sequential::new(&rules));
    for strategy in [Strategy::HuntAndTarget, Strategy::Density, Strategy::Posterior] {
        let hunter = strategy.hunter(&rules);
        let name = format!("16 games of {}, 10 × 10", strategy.key());
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| hunt(&rules, &*hunter, &placer, 0..16, Seed(1), &()));
        });
    }
    let mut slow = criterion.benchmark_group("slow");
    slow.sample_size(10);
    slow.bench_function("all fleets counted, 10 × 10", |bencher| {
        bencher.iter(|| count(&rules, MEMORY, &()));
    });
    slow.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
