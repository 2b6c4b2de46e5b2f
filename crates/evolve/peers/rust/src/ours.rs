//! tilewright-evolve.

mod bits;
mod reals;

use std::ops::ControlFlow;

use bits::{Knapsack, OneMax, Slow};
use reals::{Rastrigin, Zdt1};
use tilewright_evolve::{
    BitFlip, Blend, Breeding, Crossover, Evolution, Gaussian, Generational, Nsga2, Plus,
    Polynomial, Problem, Rate, RealBounds, Scheme, SimulatedBinary, Stop, Tournament,
    TwoPoint,
};
use tilewright_grid::Seed;

use crate::problems::{
    Outcome, busy, hypervolume, knapsack, one_max, outcome, rastrigin, sleep, zdt1,
};

fn rate(value: f64) -> Rate {
    Rate::new(value).expect("the rates of the settings are rates")
}

/// A scheme for bits.
fn bits(
    population: usize,
    crossover: f64,
    mutation: f64,
    mutated: f64,
) -> Generational<Tournament, TwoPoint, BitFlip> {
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: TwoPoint,
        crossover_rate: rate(crossover),
        mutation: BitFlip { rate: rate(mutation) },
        mutation_rate: rate(mutated),
    };
    Generational { population, elite: 0, returns_hall_of_fame: false, breeding }
}

/// Runs the random generation and a number of bred ones.
fn run<P, S, const N: usize>(
    problem: P,
    scheme: S,
    generations: usize,
    seed: u64,
) -> Evolution<P, S, N>
where
    P: Problem<N>,
    S: Scheme<P, N>,
{
    let mut evolution =
        Evolution::new(problem, scheme, Seed(seed)).expect("the setting can work");
    let stop = Stop::new().generations(generations as u64 + 1);
    evolution
        .run(&stop, &(), |_| ControlFlow::Continue(()))
        .expect("the objectives are numbers");
    evolution
}

/// The best objective of a search.
fn best<P: Problem, S: Scheme<P>>(evolution: &Evolution<P, S>) -> Outcome {
    let best = evolution.best().expect("there was a generation");
    outcome(best.evaluation.objectives[0])
}

fn one_max_scheme() -> Generational<Tournament, TwoPoint, BitFlip> {
    use one_max::{BITS, CROSSOVER, MUTATED, POPULATION};
    bits(POPULATION, CROSSOVER, 1.0 / BITS as f64, MUTATED)
}

/// `OneMax` as in [`one_max`].
pub fn one_max(seed: u64) -> Outcome {
    best(&run(OneMax, one_max_scheme(), one_max::GENERATIONS, seed))
}

/// The same by ask and tell: the caller evaluates each genome.
pub fn one_max_asked(seed: u64) -> Outcome {
    let mut evolution = Evolution::new(OneMax, one_max_scheme(), Seed(seed))
        .expect("the setting can work");
    let mut evaluations = Vec::new();
    for _ in 0..=one_max::GENERATIONS {
        let pending = evolution.ask().expect("it can breed");
        evaluations.clear();
        evaluations.extend(pending.iter().map(|genome| OneMax.evaluate(genome)));
        evolution.tell(&evaluations).expect("the objectives are numbers");
    }
    best(&evolution)
}

/// Rastrigin by a crossover and Gaussian mutation.
fn rastrigin_by<C: Crossover<Vec<f64>>>(
    crossover: impl FnOnce(&RealBounds) -> C,
    seed: u64,
) -> Outcome {
    use rastrigin::{
        CROSSOVER, GENERATIONS, GENES, HIGH, LOW, MUTATION, POPULATION, STEP,
    };
    let bounds = RealBounds::new((0..GENES).map(|_| LOW..=HIGH)).expect("it is a range");
    let spread = STEP / (HIGH - LOW);
    let breeding = Breeding {
        selection: Tournament::new(3),
        crossover: crossover(&bounds),
        crossover_rate: rate(CROSSOVER),
        mutation: Gaussian { rate: rate(MUTATION), spread, bounds: bounds.clone() },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme = Generational {
        population: POPULATION,
        elite: 0,
        returns_hall_of_fame: false,
        breeding,
    };
    best(&run(Rastrigin(bounds), scheme, GENERATIONS, seed))
}

/// Rastrigin as in [`rastrigin`]: BLX-½ and Gaussian mutation.
pub fn rastrigin(seed: u64) -> Outcome {
    rastrigin_by(|bounds| Blend { alpha: 0.5, bounds: bounds.clone() }, seed)
}

/// Rastrigin by two-point crossover, which only exchanges genes, and Gaussian mutation.
pub fn rastrigin_two_point(seed: u64) -> Outcome {
    rastrigin_by(|_| TwoPoint, seed)
}

/// Knapsack as in [`knapsack`].
pub fn knapsack(seed: u64) -> Outcome {
    use knapsack::{CROSSOVER, GENERATIONS, MUTATION, POPULATION};
    let scheme = bits(POPULATION, CROSSOVER, MUTATION, 1.0);
    best(&run(Knapsack, scheme, GENERATIONS, seed))
}

/// ZDT1 by NSGA-II as in [`zdt1`]: simulated binary crossover and polynomial mutation.
pub fn zdt1(seed: u64) -> Outcome {
    use zdt1::{CROSSOVER, GENERATIONS, GENES, MUTATION, POPULATION};
    let bounds = RealBounds::new(vec![0.0..=1.0; GENES]).expect("it is a range");
    let breeding = Breeding {
        selection: Tournament::new(2),
        crossover: SimulatedBinary {
            eta: 15.0,
            rate: Rate::HALF,
            bounds: bounds.clone(),
        },
        crossover_rate: rate(CROSSOVER),
        mutation: Polynomial { eta: 20.0, rate: rate(MUTATION), bounds: bounds.clone() },
        mutation_rate: Rate::ALWAYS,
    };
    let scheme = Nsga2 { population: POPULATION, breeding };
    let evolution = run(Zdt1(bounds), scheme, GENERATIONS, seed);
    let front = evolution.front();
    outcome(hypervolume(front.iter().map(|one| one.evaluation.objectives)))
}

/// Evaluations that sleep, on the threads of the current rayon pool.
pub fn sleep(seed: u64, _threads: usize) -> Outcome {
    use sleep::{BITS, GENERATIONS, POPULATION};
    let scheme = bits(POPULATION, 0.9, 1.0 / BITS as f64, 1.0);
    best(&run(Slow, scheme, GENERATIONS, seed))
}

/// The (4 + 8) scheme with evaluations that sleep, on the threads of the current rayon pool.
/// Returns the seconds that all threads together spent in evaluations.
pub fn sleep_plus(seed: u64) -> f64 {
    use sleep::{BITS, CHILDREN, PARENTS, ROUNDS};
    let scheme = Plus::new(PARENTS, CHILDREN, BitFlip { rate: rate(1.0 / BITS as f64) });
    best(&run(Slow, scheme, ROUNDS, seed));
    busy()
}
