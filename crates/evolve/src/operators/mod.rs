//! Selection, crossover and mutation, and the three together.

mod crossover;
mod mutation;
mod selection;

use tilewright_grid::Rng;

pub use crossover::{Blend, Crossover, OnePoint, TwoPoint, Uniform};
pub use mutation::{BitFlip, Gaussian, Mutation, Redraw};
pub(crate) use selection::{Key, best_first};
pub use selection::{Rank, Roulette, Selection, Tournament, Truncation};

use crate::Rate;

/// How parents become children: whom to take, how to cross, how to mutate.
#[derive(Clone, Debug)]
pub struct Breeding<S, C, M> {
    /// Whom to take.
    pub selection: S,
    /// How two are crossed.
    pub crossover: C,
    /// How often two are crossed at all.
    pub crossover_rate: Rate,
    /// How one is mutated.
    pub mutation: M,
    /// How often one is mutated at all.
    pub mutation_rate: Rate,
}

impl<S, C, M> Breeding<S, C, M> {
    /// Crosses two genomes as often as the rate says; says whether it did.
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

    /// Mutates a genome as often as the rate says; says whether it did.
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
