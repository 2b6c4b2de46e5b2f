//! The crate `genevo`.
//!
//! It always crosses, so a wrapper adds the crossover rate. Its mutation of a bit draws a new
//! one, so that twice the rate flips as many. It evaluates every individual of a generation,
//! changed or not.

use std::fmt::Debug;

use genevo::genetic::{Children, Parents};
use genevo::operator::prelude::*;
use genevo::operator::{CrossoverOp, GeneticOperator, MutationOp};
use genevo::population::{BinaryEncodedGenomeBuilder, ValueEncodedGenomeBuilder};
use genevo::prelude::*;

use crate::problems::{
    Outcome, knapsack, one_max, ones, outcome, penalized, rastrigin, rastrigin_value,
    sleep, slow_ones,
};

/// Scores are integers: Rastrigin is rounded to this.
const PRECISION: f64 = 1e-6;

/// A fitness function.
#[derive(Debug)]
struct Judge<G> {
    evaluate: fn(&G) -> i64,
    lowest: i64,
    highest: i64,
}

impl<G> Clone for Judge<G> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<G: Genotype> FitnessFunction<G, i64> for Judge<G> {
    fn fitness_of(&self, genome: &G) -> i64 {
        (self.evaluate)(genome)
    }

    fn average(&self, values: &[i64]) -> i64 {
        values.iter().sum::<i64>() / values.len() as i64
    }

    fn highest_possible_fitness(&self) -> i64 {
        self.highest
    }

    fn lowest_possible_fitness(&self) -> i64 {
        self.lowest
    }
}

/// Two-point crossover with a rate.
#[derive(Clone, Debug)]
struct TwoPoint {
    rate: f64,
    crossover: MultiPointCrossBreeder,
}

impl GeneticOperator for TwoPoint {
    fn name() -> String {
        "two-point".into()
    }
}

impl<G> CrossoverOp<G> for TwoPoint
where
    G: Genotype,
    MultiPointCrossBreeder: CrossoverOp<G>,
{
    fn crossover<R: Rng + Sized>(&self, parents: Parents<G>, rng: &mut R) -> Children<G> {
        if rng.gen_bool(self.rate) {
            self.crossover.crossover(parents, rng)
        } else {
            parents
        }
    }
}

/// The settings of a run.
struct Settings<G> {
    judge: Judge<G>,
    size: usize,
    generations: usize,
    crossover: f64,
}

/// Runs the random generation and then a number of bred ones; yields the best score.
fn solve<G, B, M>(settings: Settings<G>, builder: B, mutation: M, seed: u64) -> i64
where
    G: Genotype,
    B: GenomeBuilder<G>,
    M: MutationOp<G> + Sync + Debug + Clone + PartialEq,
    MultiPointCrossBreeder: CrossoverOp<G>,
{
    let Settings { judge, size, generations, crossover } = settings;
    let start = bytes(seed);
    let population =
        build_population().with_genome_builder(builder).of_size(size).using_seed(start);
    let crossover =
        TwoPoint { rate: crossover, crossover: MultiPointCrossBreeder::new(2) };
    let algorithm = genetic_algorithm()
        .with_evaluation(judge.clone())
        .with_selection(TournamentSelector::new(0.5, 2, 3, 1.0, false))
        .with_crossover(crossover)
        .with_mutation(mutation)
        .with_reinsertion(ElitistReinserter::new(judge, true, 1.0))
        .with_initial_population(population)
        .build();
    let limit = GenerationLimit::new(generations as u64 + 1);
    let mut simulation =
        simulate(algorithm).until(limit).build_with_seed(bytes(seed + 1000));
    let mut best = i64::MIN;
    loop {
        match simulation.step().expect("the settings are complete") {
            SimResult::Intermediate(step) => {
                best = best.max(step.result.best_solution.solution.fitness);
            }
            SimResult::Final(step, ..) => {
                return best.max(step.result.best_solution.solution.fitness);
            }
        }
    }
}

/// A seed of its generator.
fn bytes(seed: u64) -> Seed {
    let mut bytes = Seed::default();
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8] = 1;
    bytes
}

/// `OneMax`: bits are drawn anew with a fifth of 2/n.
pub fn one_max(seed: u64) -> Outcome {
    use one_max::{BITS, CROSSOVER, GENERATIONS, MUTATED, POPULATION};
    let settings = Settings::<Vec<bool>> {
        judge: Judge {
            evaluate: |genes| i64::from(ones(genes, |&gene| gene)),
            lowest: 0,
            highest: BITS as i64,
        },
        size: POPULATION,
        generations: GENERATIONS,
        crossover: CROSSOVER,
    };
    let mutation = RandomValueMutator::new(2.0 * MUTATED / BITS as f64, false, true);
    let best = solve(settings, BinaryEncodedGenomeBuilder::new(BITS), mutation, seed);
    outcome(best as f64)
}

/// Knapsack: bits are drawn anew with 2/n.
pub fn knapsack(seed: u64) -> Outcome {
    use knapsack::{CROSSOVER, GENERATIONS, ITEMS, MUTATION, POPULATION};
    let settings = Settings::<Vec<bool>> {
        judge: Judge {
            evaluate: |genes| penalized(genes, |&gene| gene),
            lowest: i64::from(i32::MIN),
            highest: i64::from(i32::MAX),
        },
        size: POPULATION,
        generations: GENERATIONS,
        crossover: CROSSOVER,
    };
    let mutation = RandomValueMutator::new(2.0 * MUTATION, false, true);
    let best = solve(settings, BinaryEncodedGenomeBuilder::new(ITEMS), mutation, seed);
    outcome(best as f64)
}

/// Rastrigin: two-point crossover, as it has no blending one, and the breeder mutation.
pub fn rastrigin(seed: u64) -> Outcome {
    use rastrigin::{
        CROSSOVER, GENERATIONS, GENES, HIGH, LOW, MUTATION, POPULATION, STEP,
    };
    let settings = Settings::<Vec<f64>> {
        judge: Judge {
            evaluate: |genes| {
                (-rastrigin_value(genes.iter().copied()) / PRECISION) as i64
            },
            lowest: i64::from(i32::MIN) * 1000,
            highest: 0,
        },
        size: POPULATION,
        generations: GENERATIONS,
        crossover: CROSSOVER,
    };
    let builder = ValueEncodedGenomeBuilder::new(GENES, LOW, HIGH);
    let mutation = BreederValueMutator::new(MUTATION, STEP, 4, LOW, HIGH);
    outcome(solve(settings, builder, mutation, seed) as f64 * -PRECISION)
}

/// Evaluations that sleep, on the threads of the current rayon pool.
pub fn sleep(seed: u64, _threads: usize) -> Outcome {
    use sleep::{BITS, GENERATIONS, POPULATION};
    let settings = Settings::<Vec<bool>> {
        judge: Judge {
            evaluate: |genes| {
                let count = || genes.iter().filter(|&&gene| gene).count() as u32;
                i64::from(slow_ones(count))
            },
            lowest: 0,
            highest: BITS as i64,
        },
        size: POPULATION,
        generations: GENERATIONS,
        crossover: 0.9,
    };
    let mutation = RandomValueMutator::new(2.0 / BITS as f64, false, true);
    let best = solve(settings, BinaryEncodedGenomeBuilder::new(BITS), mutation, seed);
    outcome(best as f64)
}
