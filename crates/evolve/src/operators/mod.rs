//! Selection, crossover and mutation.

mod crossover;
mod mutation;
mod selection;

use tilewright_grid::Rng;

pub use crossover::{Blend, Crossover, OnePoint, TwoPoint, Uniform};
pub use mutation::{BitFlip, Gaussian, Mutation, Redraw};
pub(crate) use selection::{Key, best_first};
pub use selection::{Rank, Roulette, Selection, Tournament, Truncation};

use crate::Rate;

/// The operators that make children of parents, and their rates.
#[derive(Clone, Debug)]
pub struct Breeding<S, C, M> {
    /// How parents are selected.
    pub selection: S,
    /// How two parents are crossed.
    pub crossover: C,
    /// The probability that two parents are crossed.
    pub crossover_rate: Rate,
    /// How a child is mutated.
    pub mutation: M,
    /// The probability that a child is mutated.
    pub mutation_rate: Rate,
}

impl<S, C, M> Breeding<S, C, M> {
    /// Crosses two genomes with the crossover rate. Returns whether it did.
    pub(crate) fn cross<G>(&self, a: &mut G, b: &mut G, rng: &mut Rng) -> bool
    where
        C: Crossover<G>,
    {
        let crosses = rng.chance(self.crossover_rate.value());
        if crosses {
            self.crossover.cross(a, b, rng);
        }
        crosses
    }

    /// Mutates a genome with the mutation rate. Returns whether it did.
    pub(crate) fn mutate<G>(&self, genome: &mut G, rng: &mut Rng) -> bool
    where
        M: Mutation<G>,
    {
        let mutates = rng.chance(self.mutation_rate.value());
        if mutates {
            self.mutation.mutate(genome, rng);
        }
        mutates
    }
}
