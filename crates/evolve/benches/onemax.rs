//! `OneMax` of 1000 bits: a thousand individuals bred a hundred times, on one and two threads.

use std::ops::ControlFlow;

use criterion::{Criterion, SamplingMode};
use rayon::ThreadPoolBuilder;
use tilewright_evolve::{
    BitFlip, BitString, Breeding, Direction, Evaluation, Evolution, Generational,
    Problem, Rate, Stop, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed};

const BITS: u16 = 1000;

struct OneMax;

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(BITS.into(), rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(genome.ones())])
    }
}

/// One whole run; yields the best number of ones, so that nothing is optimised away.
fn run() -> f64 {
    let rate = |value| Rate::new(value).expect("the rates of the setting are rates");
    let scheme = Generational {
        population: 1000,
        elite: 0,
        returns_hall_of_fame: false,
        breeding: Breeding {
            selection: Tournament::new(3),
            crossover: TwoPoint,
            crossover_rate: rate(0.9),
            mutation: BitFlip { rate: rate(1.0 / f64::from(BITS)) },
            mutation_rate: rate(0.2),
        },
    };
    let mut evolution =
        Evolution::new(OneMax, scheme, Seed(1)).expect("the setting can work");
    // The random generation and a hundred bred ones.
    let stop = Stop::new().generations(101);
    evolution.run(&stop, &(), |_| ControlFlow::Continue(())).expect("ones are numbers");
    evolution.best().map_or(f64::NAN, |best| best.evaluation.objectives[0])
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("onemax");
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    for threads in [1, 2] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.expect("the system has room for two threads");
        let name = format!("{threads} threads");
        group.bench_function(name, |bencher| pool.install(|| bencher.iter(run)));
    }
    group.finish();
    criterion.final_summary();
}
