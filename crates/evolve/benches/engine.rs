//! Ready searches on one thread: `OneMax`, Rastrigin's function and a knapsack, with the sizes and
//! rates of the comparison in `peers/rust`.

use std::ops::ControlFlow;

use criterion::{Criterion, SamplingMode};
use rayon::ThreadPoolBuilder;
use tilewright_evolve::{
    BitFlip, BitString, Blend, Breeding, Cost, Direction, Evaluation, Evolution,
    Gaussian, Generational, Problem, Rate, RealBounds, Scheme, Stop, Tournament,
    TwoPoint,
};
use tilewright_grid::{Rng, Seed, det};

/// The number of ones of 1000 bits.
struct OneMax;

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(1000, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(genome.ones())])
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b)) / 1000.0
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "one-max of 1000 bits".to_owned()
    }
}

/// Rastrigin's function of some genes.
struct Rastrigin(RealBounds);

impl Problem for Rastrigin {
    type Genome = Vec<f64>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<f64> {
        self.0.random(rng)
    }

    fn evaluate(&self, genome: &Vec<f64>) -> Evaluation {
        let wave = |x: &f64| x * x - 10.0 * det::cos(std::f64::consts::TAU * x) + 10.0;
        Evaluation::feasible([genome.iter().map(wave).sum()])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        "Rastrigin".to_owned()
    }
}

/// Items of random weights and values, of which half the weight may be packed.
struct Knapsack {
    items: Vec<[u32; 2]>,
    capacity: u32,
}

impl Knapsack {
    fn new(count: usize) -> Self {
        let mut rng = Seed(500).rng();
        let items: Vec<_> =
            (0..count).map(|_| [1 + rng.below(100), 1 + rng.below(100)]).collect();
        let capacity = items.iter().map(|[weight, _]| weight).sum::<u32>() / 2;
        Self { items, capacity }
    }
}

impl Problem for Knapsack {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(self.items.len(), rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let (mut weight, mut value) = (0, 0);
        for (&word, items) in genome.words().iter().zip(self.items.chunks(64)) {
            for (at, item) in items.iter().enumerate() {
                let mask = ((word >> at & 1) as u32).wrapping_neg();
                weight += mask & item[0];
                value += mask & item[1];
            }
        }
        let excess = weight.saturating_sub(self.capacity);
        Evaluation { objectives: [f64::from(value)], violation: f64::from(excess) }
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b)) / self.items.len() as f64
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("knapsack of {} items", self.items.len())
    }
}

fn rate(value: f64) -> Rate {
    Rate::new(value).expect("the rates of the settings are rates")
}

/// A generational scheme of tournaments of three.
fn scheme<C, M>(
    population: usize,
    crossover: C,
    mutation: M,
    mutated: f64,
) -> Generational<Tournament, C, M> {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover,
        crossover_rate: rate(0.9),
        mutation,
        mutation_rate: rate(mutated),
    };
    Generational { population, elite: 0, returns_hall_of_fame: false, breeding }
}

/// Runs the random generation and a number of bred ones; yields the best objective, so that nothing is
/// optimised away.
fn run<P: Problem>(problem: P, scheme: impl Scheme<P>, generations: u64) -> f64 {
    let mut evolution =
        Evolution::new(problem, scheme, Seed(1)).expect("the setting can work");
    let stop = Stop::new().generations(generations + 1);
    evolution
        .run(&stop, &(), |_| ControlFlow::Continue(()))
        .expect("objectives are numbers");
    evolution.best().map_or(f64::NAN, |best| best.evaluation.objectives[0])
}

/// 1000 bits, population 1000, 100 generations.
fn one_max() -> f64 {
    run(OneMax, scheme(1000, TwoPoint, BitFlip { rate: rate(1e-3) }, 0.2), 100)
}

/// 30 genes, population 100, 1100 generations.
fn rastrigin() -> f64 {
    let bounds = RealBounds::new(vec![-5.12..=5.12; 30]).expect("it is a range");
    let crossover = Blend { alpha: 0.5, bounds: bounds.clone() };
    let spread = 0.5 / 10.24;
    let mutation = Gaussian { rate: rate(1.0 / 30.0), spread, bounds: bounds.clone() };
    run(Rastrigin(bounds), scheme(100, crossover, mutation, 1.0), 1100)
}

/// 500 items, population 100, 600 generations.
fn knapsack() -> f64 {
    let mutation = BitFlip { rate: rate(1.0 / 500.0) };
    run(Knapsack::new(500), scheme(100, TwoPoint, mutation, 1.0), 600)
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("engine");
    group.sampling_mode(SamplingMode::Flat).sample_size(20);
    let pool = ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("the system has room for a thread");
    for (name, search) in [
        ("onemax", one_max as fn() -> f64),
        ("rastrigin", rastrigin),
        ("knapsack", knapsack),
    ] {
        group.bench_function(name, |bencher| pool.install(|| bencher.iter(search)));
    }
    group.finish();
    criterion.final_summary();
}
