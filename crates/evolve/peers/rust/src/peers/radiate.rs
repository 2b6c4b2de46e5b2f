//! The crate `radiate`, with raw fitness: the genes are evaluated without being decoded.
//!
//! Its crossover rate is the probability that an individual is crossed with a random other one;
//! half of ours gives the same number of crossings. No individual dies of age.

use radiate::prelude::*;

use crate::problems::{
    Outcome, knapsack, ones, outcome, penalized, rastrigin_value, sleep, slow_ones,
};

/// The settings of a run on bits.
struct Bits {
    genes: usize,
    population: usize,
    generations: usize,
    crossover: f64,
    /// The probability that a bit flips.
    mutation: f64,
    executor: Executor,
}

/// Runs on bits; yields the best score.
fn bits(
    fitness: impl Fn(&Genotype<BitChromosome>) -> f32 + Send + Sync + 'static,
    bits: Bits,
    seed: u64,
) -> f64 {
    let best = random_provider::scoped_seed(seed, || {
        let engine = GeneticEngine::builder()
            .codec(BitCodec::vector(bits.genes))
            .raw_fitness_fn(fitness)
            .population_size(bits.population)
            .max_age(usize::MAX)
            .offspring_fraction(1.0)
            .offspring_selector(TournamentSelector::new(3))
            .alter(alters![
                MultiPointCrossover::new(bits.crossover as f32 / 2.0, 2),
                BitFlipMutator::new(bits.mutation as f32),
            ])
            .executor(bits.executor)
            .build();
        let last = engine.iter().until_generation(bits.generations).last();
        last.expect("the settings are complete").score().as_f32()
    });
    f64::from(best)
}

/// The genes of the only chromosome.
fn genes(genotype: &Genotype<BitChromosome>) -> &[BitGene] {
    genotype[0].as_slice()
}

/// `OneMax`: each bit of every child flips with a fifth of 1/n, the mean of our number.
pub fn one_max(seed: u64) -> Outcome {
    use crate::problems::one_max::{BITS, CROSSOVER, GENERATIONS, MUTATED, POPULATION};
    let settings = Bits {
        genes: BITS,
        population: POPULATION,
        generations: GENERATIONS,
        crossover: CROSSOVER,
        mutation: MUTATED / BITS as f64,
        executor: Executor::Serial,
    };
    outcome(bits(|bits| ones(genes(bits), |gene| *gene.allele()) as f32, settings, seed))
}

/// Knapsack: each bit of every child flips with 1/n.
pub fn knapsack(seed: u64) -> Outcome {
    let settings = Bits {
        genes: knapsack::ITEMS,
        population: knapsack::POPULATION,
        generations: knapsack::GENERATIONS,
        crossover: knapsack::CROSSOVER,
        mutation: knapsack::MUTATION,
        executor: Executor::Serial,
    };
    let fitness = |bits: &Genotype<BitChromosome>| {
        penalized(genes(bits), |gene| *gene.allele()) as f32
    };
    outcome(bits(fitness, settings, seed))
}

/// Rastrigin: simulated binary crossover, and uniform steps for mutation. Its Gaussian mutation
/// is not used, as its standard deviation is a quarter of the range in which genes are first drawn.
pub fn rastrigin(seed: u64) -> Outcome {
    let rate = crate::problems::rastrigin::CROSSOVER as f32 / 2.0;
    rastrigin_by(alters![SimulatedBinaryCrossover::new(rate, 1.0), jitter()], seed)
}

/// Rastrigin: two-point crossover, and uniform steps for mutation.
pub fn rastrigin_two_point(seed: u64) -> Outcome {
    let rate = crate::problems::rastrigin::CROSSOVER as f32 / 2.0;
    rastrigin_by(alters![MultiPointCrossover::new(rate, 2), jitter()], seed)
}

fn jitter() -> JitterMutator {
    use crate::problems::rastrigin::{MUTATION, STEP};
    JitterMutator::new(MUTATION as f32, STEP as f32)
}

/// Rastrigin by these operators.
fn rastrigin_by(alters: Vec<Alterer<FloatChromosome<f64>>>, seed: u64) -> Outcome {
    use crate::problems::rastrigin::{GENERATIONS, GENES, HIGH, LOW, POPULATION};
    let fitness = |genotype: &Genotype<FloatChromosome<f64>>| {
        rastrigin_value(genotype[0].as_slice().iter().map(|gene| *gene.allele())) as f32
    };
    let best = random_provider::scoped_seed(seed, || {
        let engine = GeneticEngine::builder()
            .codec(FloatCodec::vector(GENES, LOW..HIGH))
            .raw_fitness_fn(fitness)
            .minimizing()
            .population_size(POPULATION)
            .max_age(usize::MAX)
            .offspring_fraction(1.0)
            .offspring_selector(TournamentSelector::new(3))
            .alter(alters)
            .executor(Executor::Serial)
            .build();
        let last = engine.iter().until_generation(GENERATIONS).last();
        last.expect("the settings are complete").score().as_f32()
    });
    outcome(f64::from(best))
}

/// Evaluations that sleep.
pub fn sleep(seed: u64, threads: usize) -> Outcome {
    let executor = if threads > 1 {
        Executor::FixedSizedWorkerPool(threads)
    } else {
        Executor::Serial
    };
    let settings = Bits {
        genes: sleep::BITS,
        population: sleep::POPULATION,
        generations: sleep::GENERATIONS,
        crossover: 0.9,
        mutation: 1.0 / sleep::BITS as f64,
        executor,
    };
    let fitness = |bits: &Genotype<BitChromosome>| {
        let count = || genes(bits).iter().filter(|gene| *gene.allele()).count() as u32;
        slow_ones(count) as f32
    };
    outcome(bits(fitness, settings, seed))
}
