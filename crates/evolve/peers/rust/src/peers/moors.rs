//! The crate `moors`: NSGA-II only, as it has no ready algorithm for one objective. It evaluates
//! a whole generation at once.

use moors::NoDuplicatesCleaner;
use moors::{
    GaussianMutation, Nsga2Builder, RandomSamplingFloat, SimulatedBinaryCrossover,
};
use ndarray::Array2;

use crate::problems::{Outcome, hypervolume, outcome, zdt1, zdt1_values};

/// The range of the genes, which the macro makes public.
mod range {
    moors::impl_constraints_fn!(Unit, lower_bound = 0.0, upper_bound = 1.0);
}

fn evaluate(genes: &Array2<f64>) -> Array2<f64> {
    let mut found = Array2::zeros((genes.nrows(), 2));
    for (genome, mut row) in genes.outer_iter().zip(found.outer_iter_mut()) {
        let values = zdt1_values(genome.as_slice().expect("rows are contiguous"));
        row.assign(&ndarray::arr1(&values));
    }
    found
}

/// ZDT1: simulated binary crossover and Gaussian mutation, as it has no polynomial one.
pub fn zdt1(seed: u64) -> Outcome {
    use zdt1::{CROSSOVER, GENERATIONS, GENES, MUTATION, POPULATION};
    let mut algorithm = Nsga2Builder::default()
        .sampler(RandomSamplingFloat::new(0.0, 1.0))
        .crossover(SimulatedBinaryCrossover::new(15.0))
        .mutation(GaussianMutation::new(MUTATION, 0.1))
        .duplicates_cleaner(NoDuplicatesCleaner)
        .fitness_fn(evaluate)
        .constraints_fn(range::Unit)
        .num_vars(GENES)
        .population_size(POPULATION)
        .num_offsprings(POPULATION)
        .num_iterations(GENERATIONS)
        .mutation_rate(1.0)
        .crossover_rate(CROSSOVER)
        .keep_infeasible(false)
        .verbose(false)
        .seed(seed)
        .build()
        .expect("the settings are complete");
    algorithm.run().expect("the settings work");
    let population = algorithm.population.expect("there was a generation");
    let front = population.fitness.outer_iter().map(|row| [row[0], row[1]]);
    outcome(hypervolume(front))
}
