//! The crate `genetic_algorithm`.
//!
//! It adds children to their parents and then selects the survivors, so that selecting from
//! children alone would select nothing out. Half of the survivors come from the parents and half
//! from the children: as many children per generation as everywhere, each generation selected
//! from twice the population. Hashes of the genes are off, which is its fastest setting.

use genetic_algorithm::strategy::evolve::prelude::*;

use crate::problems::{
    Outcome, knapsack, ones, outcome, penalized, rastrigin_value, sleep, slow_ones,
};

/// Scores are integers: Rastrigin is rounded to this.
const PRECISION: f64 = 1e-6;

#[derive(Clone, Debug)]
struct OneMax;

impl Fitness for OneMax {
    type Genotype = BinaryGenotype;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        Some(ones(&chromosome.genes, |&gene| gene) as FitnessValue)
    }
}

#[derive(Clone, Debug)]
struct Knapsack;

impl Fitness for Knapsack {
    type Genotype = BinaryGenotype;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        Some(penalized(&chromosome.genes, |&gene| gene) as FitnessValue)
    }
}

#[derive(Clone, Debug)]
struct Slow;

impl Fitness for Slow {
    type Genotype = BinaryGenotype;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        let count = || chromosome.genes.iter().filter(|&&gene| gene).count() as u32;
        Some(slow_ones(count) as FitnessValue)
    }
}

#[derive(Clone, Debug)]
struct Rastrigin;

impl Fitness for Rastrigin {
    type Genotype = RangeGenotype<f64>;

    fn calculate_for_chromosome(
        &mut self,
        chromosome: &FitnessChromosome<Self>,
        _: &FitnessGenotype<Self>,
    ) -> Option<FitnessValue> {
        fitness_score(rastrigin_value(chromosome.genes.iter().copied()), PRECISION)
    }
}

/// The settings of a run on bits.
struct Bits {
    genes: usize,
    population: usize,
    generations: usize,
    crossover: f64,
    /// The probability that one random bit of a child flips.
    mutated: f64,
    is_parallel: bool,
}

/// Runs on bits; yields the best score.
fn bits<F: Fitness<Genotype = BinaryGenotype>>(
    fitness: F,
    bits: &Bits,
    seed: u64,
) -> f64 {
    let genotype = BinaryGenotype::builder()
        .with_genes_size(bits.genes)
        .with_genes_hashing(false)
        .with_chromosome_recycling(true)
        .build()
        .expect("there are genes");
    let evolve = Evolve::builder()
        .with_genotype(genotype)
        .with_fitness(fitness)
        .with_select(SelectTournament::new(0.5, 0.0, 3))
        .with_crossover(CrossoverMultiPoint::new(1.0, bits.crossover as f32, 2, false))
        .with_mutate(MutateSingleGene::new(bits.mutated as f32))
        .with_target_population_size(bits.population)
        .with_max_generations(bits.generations)
        .with_par_fitness(bits.is_parallel)
        .with_rng_seed_from_u64(seed)
        .call()
        .expect("the settings are complete");
    evolve.best_fitness_score().expect("there was a generation") as f64
}

/// `OneMax`: one bit of a fifth of the children flips, the mean of our number.
pub fn one_max(seed: u64) -> Outcome {
    use crate::problems::one_max::{BITS, CROSSOVER, GENERATIONS, MUTATED, POPULATION};
    let settings = Bits {
        genes: BITS,
        population: POPULATION,
        generations: GENERATIONS,
        crossover: CROSSOVER,
        mutated: MUTATED,
        is_parallel: false,
    };
    outcome(bits(OneMax, &settings, seed))
}

/// Knapsack: one bit of every child flips, the mean of our number.
pub fn knapsack(seed: u64) -> Outcome {
    let settings = Bits {
        genes: knapsack::ITEMS,
        population: knapsack::POPULATION,
        generations: knapsack::GENERATIONS,
        crossover: knapsack::CROSSOVER,
        mutated: 1.0,
        is_parallel: false,
    };
    outcome(bits(Knapsack, &settings, seed))
}

/// Rastrigin: two-point crossover, as it has no blending one; one gene of every child moves by a
/// uniform step.
pub fn rastrigin(seed: u64) -> Outcome {
    use crate::problems::rastrigin::{
        CROSSOVER, GENERATIONS, GENES, HIGH, LOW, POPULATION, STEP,
    };
    let genotype = RangeGenotype::<f64>::builder()
        .with_genes_size(GENES)
        .with_allele_range(LOW..=HIGH)
        .with_mutation_type(MutationType::Range(STEP))
        .with_genes_hashing(false)
        .with_chromosome_recycling(true)
        .build()
        .expect("there are genes");
    let evolve = Evolve::builder()
        .with_genotype(genotype)
        .with_fitness(Rastrigin)
        .with_fitness_ordering(FitnessOrdering::Minimize)
        .with_select(SelectTournament::new(0.5, 0.0, 3))
        .with_crossover(CrossoverMultiPoint::new(1.0, CROSSOVER as f32, 2, false))
        .with_mutate(MutateSingleGene::new(1.0))
        .with_target_population_size(POPULATION)
        .with_max_generations(GENERATIONS)
        .with_rng_seed_from_u64(seed)
        .call()
        .expect("the settings are complete");
    let best = evolve.best_fitness_score().expect("there was a generation");
    outcome(best as f64 * PRECISION)
}

/// Evaluations that sleep, on the threads of the current rayon pool.
pub fn sleep(seed: u64, threads: usize) -> Outcome {
    let settings = Bits {
        genes: sleep::BITS,
        population: sleep::POPULATION,
        generations: sleep::GENERATIONS,
        crossover: 0.9,
        mutated: 1.0,
        is_parallel: threads > 1,
    };
    outcome(bits(Slow, &settings, seed))
}
