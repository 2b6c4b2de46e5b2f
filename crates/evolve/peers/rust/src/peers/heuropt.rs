//! The crate `heuropt`.
//!
//! It has no crossover of bits, so this file adds a two-point one; and its bit flip draws a
//! number for every bit, so it is used for the share of the children that are mutated only. It
//! has no crossover rate, so a wrapper adds it.

use heuropt::prelude::*;
use rand::Rng as _;

use crate::problems::{
    self, Outcome, knapsack, one_max, ones, outcome, pack, rastrigin, rastrigin_value,
    sleep, slow_ones, zdt1,
};

type Stream = heuropt::core::rng::Rng;

/// Random bits.
struct RandomBits(usize);

impl Initializer<Vec<bool>> for RandomBits {
    fn initialize(&mut self, size: usize, rng: &mut Stream) -> Vec<Vec<bool>> {
        (0..size).map(|_| (0..self.0).map(|_| rng.random()).collect()).collect()
    }
}

/// Two-point crossover and bit flips, each with its rate.
struct Bits {
    crossover: f64,
    mutated: f64,
    flip: BitFlipMutation,
}

impl Variation<Vec<bool>> for Bits {
    fn vary(&mut self, parents: &[Vec<bool>], rng: &mut Stream) -> Vec<Vec<bool>> {
        let mut children = parents.to_vec();
        if rng.random_bool(self.crossover) {
            let length = children[0].len();
            let (a, b) = (rng.random_range(1..=length), rng.random_range(1..length));
            let b = if b >= a { b + 1 } else { b };
            let (left, right) = children.split_at_mut(1);
            let range = a.min(b)..a.max(b);
            left[0][range.clone()].swap_with_slice(&mut right[0][range]);
        }
        for child in &mut children {
            if rng.random_bool(self.mutated) {
                *child = self.flip.vary(std::slice::from_ref(child), rng).swap_remove(0);
            }
        }
        children
    }
}

/// A crossover with a rate, then a mutation.
struct Reals {
    rate: f64,
    crossover: SimulatedBinaryCrossover,
    mutation: PolynomialMutation,
}

impl Variation<Vec<f64>> for Reals {
    fn vary(&mut self, parents: &[Vec<f64>], rng: &mut Stream) -> Vec<Vec<f64>> {
        let crossed = if rng.random_bool(self.rate) {
            self.crossover.vary(parents, rng)
        } else {
            parents.to_vec()
        };
        let mut mutate = |child| self.mutation.vary(&[child], rng).swap_remove(0);
        crossed.into_iter().map(&mut mutate).collect()
    }
}

struct OneMax;

impl Problem for OneMax {
    type Decision = Vec<bool>;

    fn objectives(&self) -> ObjectiveSpace {
        ObjectiveSpace::new(vec![Objective::maximize("ones")])
    }

    fn evaluate(&self, genes: &Vec<bool>) -> Evaluation {
        Evaluation::new(vec![f64::from(ones(genes, |&gene| gene))])
    }
}

struct Knapsack;

impl Problem for Knapsack {
    type Decision = Vec<bool>;

    fn objectives(&self) -> ObjectiveSpace {
        ObjectiveSpace::new(vec![Objective::maximize("value")])
    }

    fn evaluate(&self, genes: &Vec<bool>) -> Evaluation {
        let (value, excess) = pack(genes, |&gene| gene);
        Evaluation::constrained(vec![f64::from(value)], f64::from(excess))
    }
}

struct Slow;

impl Problem for Slow {
    type Decision = Vec<bool>;

    fn objectives(&self) -> ObjectiveSpace {
        ObjectiveSpace::new(vec![Objective::maximize("ones")])
    }

    fn evaluate(&self, genes: &Vec<bool>) -> Evaluation {
        let count = || genes.iter().filter(|&&gene| gene).count() as u32;
        Evaluation::new(vec![f64::from(slow_ones(count))])
    }
}

struct Rastrigin;

impl Problem for Rastrigin {
    type Decision = Vec<f64>;

    fn objectives(&self) -> ObjectiveSpace {
        ObjectiveSpace::new(vec![Objective::minimize("value")])
    }

    fn evaluate(&self, genes: &Vec<f64>) -> Evaluation {
        Evaluation::new(vec![rastrigin_value(genes.iter().copied())])
    }
}

struct Zdt1;

impl Problem for Zdt1 {
    type Decision = Vec<f64>;

    fn objectives(&self) -> ObjectiveSpace {
        ObjectiveSpace::new(vec![Objective::minimize("f1"), Objective::minimize("f2")])
    }

    fn evaluate(&self, genes: &Vec<f64>) -> Evaluation {
        Evaluation::new(problems::zdt1_values(genes).to_vec())
    }
}

/// Runs its genetic algorithm; yields the best objective.
fn solve<P, I, V>(
    problem: &P,
    initializer: I,
    variation: V,
    population_size: usize,
    generations: usize,
    seed: u64,
) -> f64
where
    P: Problem + Sync,
    P::Decision: Send,
    I: Initializer<P::Decision>,
    V: Variation<P::Decision>,
{
    let config = GeneticAlgorithmConfig {
        population_size,
        generations,
        tournament_size: 3,
        elitism: 0,
        seed,
    };
    let result = GeneticAlgorithm::new(config, initializer, variation).run(problem);
    result.best.expect("there was a generation").evaluation.objectives[0]
}

/// `OneMax`: each bit of a fifth of the children flips with 1/n.
pub fn one_max(seed: u64) -> Outcome {
    use one_max::{BITS, CROSSOVER, GENERATIONS, MUTATED, POPULATION};
    let flip = BitFlipMutation { probability: 1.0 / BITS as f64 };
    let bits = Bits { crossover: CROSSOVER, mutated: MUTATED, flip };
    outcome(solve(&OneMax, RandomBits(BITS), bits, POPULATION, GENERATIONS, seed))
}

/// Knapsack: each bit of every child flips with 1/n.
pub fn knapsack(seed: u64) -> Outcome {
    use knapsack::{CROSSOVER, GENERATIONS, ITEMS, MUTATION, POPULATION};
    let flip = BitFlipMutation { probability: MUTATION };
    let bits = Bits { crossover: CROSSOVER, mutated: 1.0, flip };
    outcome(solve(&Knapsack, RandomBits(ITEMS), bits, POPULATION, GENERATIONS, seed))
}

/// Rastrigin: simulated binary crossover and polynomial mutation, as its Gaussian mutation moves
/// every gene.
pub fn rastrigin(seed: u64) -> Outcome {
    use rastrigin::{CROSSOVER, GENERATIONS, GENES, HIGH, LOW, MUTATION, POPULATION};
    let bounds = vec![(LOW, HIGH); GENES];
    let variation = Reals {
        rate: CROSSOVER,
        crossover: SimulatedBinaryCrossover::new(bounds.clone(), 1.0, 0.5),
        mutation: PolynomialMutation::new(bounds.clone(), 20.0, MUTATION),
    };
    let initializer = RealBounds::new(bounds);
    outcome(solve(&Rastrigin, initializer, variation, POPULATION, GENERATIONS, seed))
}

/// ZDT1 by NSGA-II: simulated binary crossover and polynomial mutation.
pub fn zdt1(seed: u64) -> Outcome {
    use zdt1::{CROSSOVER, GENERATIONS, GENES, MUTATION, POPULATION};
    let bounds = vec![(0.0, 1.0); GENES];
    let variation = Reals {
        rate: CROSSOVER,
        crossover: SimulatedBinaryCrossover::new(bounds.clone(), 15.0, 0.5),
        mutation: PolynomialMutation::new(bounds.clone(), 20.0, MUTATION),
    };
    let config =
        Nsga2Config { population_size: POPULATION, generations: GENERATIONS, seed };
    let result = Nsga2::new(config, RealBounds::new(bounds), variation).run(&Zdt1);
    let point = |candidate: &Candidate<Vec<f64>>| {
        [candidate.evaluation.objectives[0], candidate.evaluation.objectives[1]]
    };
    outcome(problems::hypervolume(result.pareto_front.iter().map(point)))
}

/// Evaluations that sleep, on the threads of the current rayon pool.
pub fn sleep(seed: u64, _threads: usize) -> Outcome {
    use sleep::{BITS, GENERATIONS, POPULATION};
    let flip = BitFlipMutation { probability: 1.0 / BITS as f64 };
    let bits = Bits { crossover: 0.9, mutated: 1.0, flip };
    outcome(solve(&Slow, RandomBits(BITS), bits, POPULATION, GENERATIONS, seed))
}
