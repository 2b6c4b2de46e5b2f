//! The crate `genetic_algorithms`.
//!
//! Its tournaments have two members; pairs that are not crossed have no children, so that there
//! are nine pairs for ten of ours and all are crossed; and the best of parents and children
//! survive, as all its other ways to select survivors end in a smaller population.

use genetic_algorithms::chromosomes::{Binary, Range};
use genetic_algorithms::configuration::ProblemSolving;
use genetic_algorithms::ga::Ga;
use genetic_algorithms::genotypes;
use genetic_algorithms::initializers::{
    binary_random_initialization, range_random_initialization,
};
use genetic_algorithms::operations::{
    Crossover, GaussianParams, Mutation, Selection, Survivor,
};
use genetic_algorithms::traits::{
    ConfigurationT, CrossoverConfig, MutationConfig, SelectionConfig, StoppingConfig,
};
use genetic_algorithms::{ChromosomeLength, rng};

use crate::problems::{
    Outcome, knapsack, one_max, ones, outcome, penalized, rastrigin, rastrigin_value,
    sleep, slow_ones,
};

/// The settings of a run on bits.
struct Bits {
    genes: usize,
    population: usize,
    generations: usize,
    crossover: f64,
    /// The probability that one random bit of a child flips.
    mutated: f64,
}

/// Runs on bits; yields the best score.
fn bits(
    fitness: impl Fn(&[genotypes::Binary]) -> f64 + Send + Sync + 'static,
    bits: &Bits,
    seed: u64,
) -> f64 {
    rng::set_seed(Some(seed));
    let couples = (bits.population as f64 / 2.0 * bits.crossover).round() as usize;
    let mut ga = Ga::<Binary>::new()
        .with_chromosome_length(ChromosomeLength::Fixed(bits.genes))
        .with_population_size(bits.population)
        .with_initialization_fn(binary_random_initialization)
        .with_fitness_fn(fitness)
        .with_selection_method(Selection::Tournament)
        .with_number_of_couples(couples)
        .with_crossover_method(Crossover::MultiPoint)
        .with_crossover_number_of_points(2)
        .with_mutation_method(Mutation::BitFlip)
        .with_mutation_probability_max(bits.mutated)
        .with_survivor_method(Survivor::Fitness)
        .with_problem_solving(ProblemSolving::Maximization)
        .with_max_generations(bits.generations)
        .with_rng_seed(seed)
        .build()
        .expect("the settings are complete");
    ga.run().expect("the settings work").best_chromosome.fitness
}

/// `OneMax`: one bit of a fifth of the children flips, the mean of our number.
pub fn one_max(seed: u64) -> Outcome {
    let settings = Bits {
        genes: one_max::BITS,
        population: one_max::POPULATION,
        generations: one_max::GENERATIONS,
        crossover: one_max::CROSSOVER,
        mutated: one_max::MUTATED,
    };
    let fitness = |genes: &[genotypes::Binary]| f64::from(ones(genes, |gene| gene.value));
    outcome(bits(fitness, &settings, seed))
}

/// Knapsack: one bit of every child flips, the mean of our number.
pub fn knapsack(seed: u64) -> Outcome {
    let settings = Bits {
        genes: knapsack::ITEMS,
        population: knapsack::POPULATION,
        generations: knapsack::GENERATIONS,
        crossover: knapsack::CROSSOVER,
        mutated: 1.0,
    };
    let fitness =
        |genes: &[genotypes::Binary]| penalized(genes, |gene| gene.value) as f64;
    outcome(bits(fitness, &settings, seed))
}

/// Rastrigin: BLX-½ and a Gaussian mutation of one gene of every child.
pub fn rastrigin(seed: u64) -> Outcome {
    use rastrigin::{CROSSOVER, GENERATIONS, GENES, HIGH, LOW, POPULATION, STEP};
    rng::set_seed(Some(seed));
    let alleles = vec![genotypes::Range::new(0, vec![(LOW, HIGH)], 0.0_f64)];
    let couples = (POPULATION as f64 / 2.0 * CROSSOVER).round() as usize;
    let mut ga = Ga::<Range<f64>>::new()
        .with_chromosome_length(ChromosomeLength::Fixed(GENES))
        .with_population_size(POPULATION)
        .with_initialization_fn(move |genes, _| {
            range_random_initialization(genes, Some(&alleles))
        })
        .with_fitness_fn(|genes: &[genotypes::Range<f64>]| {
            rastrigin_value(genes.iter().map(|gene| gene.value))
        })
        .with_selection_method(Selection::Tournament)
        .with_number_of_couples(couples)
        .with_crossover_method(Crossover::BlendAlpha)
        .with_blend_alpha(0.5)
        .with_mutation_method(Mutation::Gaussian(GaussianParams { sigma: Some(STEP) }))
        .with_survivor_method(Survivor::Fitness)
        .with_problem_solving(ProblemSolving::Minimization)
        .with_max_generations(GENERATIONS)
        .with_rng_seed(seed)
        .build()
        .expect("the settings are complete");
    outcome(ga.run().expect("the settings work").best_chromosome.fitness)
}

/// Evaluations that sleep, on the threads of the current rayon pool.
pub fn sleep(seed: u64, _threads: usize) -> Outcome {
    let settings = Bits {
        genes: sleep::BITS,
        population: sleep::POPULATION,
        generations: sleep::GENERATIONS,
        crossover: 0.9,
        mutated: 1.0,
    };
    let fitness = |genes: &[genotypes::Binary]| {
        let count = || genes.iter().filter(|gene| gene.value).count() as u32;
        f64::from(slow_ones(count))
    };
    outcome(bits(fitness, &settings, seed))
}
