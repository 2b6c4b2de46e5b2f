//! Kinds of genomes of a fixed length, with their operators.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use tilewright_evolve::{
    BitFlip, BitString, Blend, Bounds, Crossover, Gaussian, Mutation, Rate, RealBounds,
    Redraw, TwoPoint,
};
use tilewright_grid::Rng;

/// The number of genes.
pub(crate) const GENES: usize = 30;

/// A kind of genome of a fixed length, with its operators.
pub(crate) trait Kind: Clone + Debug + Send + Sync + 'static {
    type Genome: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned;
    type Crossover: Crossover<Self::Genome> + Clone + Send;
    type Mutation: Mutation<Self::Genome> + Clone + Send;

    fn random(rng: &mut Rng) -> Self::Genome;
    fn crossover() -> Self::Crossover;
    fn mutation(rate: Rate) -> Self::Mutation;
    /// The sum of the genes from an index on.
    fn sum(genome: &Self::Genome, from: usize) -> f64;
    /// Whether the genome is feasible: half of all are.
    fn is_feasible(genome: &Self::Genome) -> bool;
}

#[derive(Clone, Debug)]
pub(crate) struct Bits;

impl Kind for Bits {
    type Genome = BitString;
    type Crossover = TwoPoint;
    type Mutation = BitFlip;

    fn random(rng: &mut Rng) -> BitString {
        BitString::random(GENES, rng)
    }
    fn crossover() -> TwoPoint {
        TwoPoint
    }
    fn mutation(rate: Rate) -> BitFlip {
        BitFlip { rate }
    }
    fn sum(genome: &BitString, from: usize) -> f64 {
        (from..GENES).filter(|&index| genome.get(index)).count() as f64
    }
    fn is_feasible(genome: &BitString) -> bool {
        genome.get(0)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Integers;

fn digits() -> Bounds {
    Bounds::new([const { 0..=9 }; GENES]).unwrap()
}

impl Kind for Integers {
    type Genome = Vec<i32>;
    type Crossover = TwoPoint;
    type Mutation = Redraw<Bounds>;

    fn random(rng: &mut Rng) -> Vec<i32> {
        digits().random(rng)
    }
    fn crossover() -> TwoPoint {
        TwoPoint
    }
    fn mutation(rate: Rate) -> Redraw<Bounds> {
        Redraw { rate, source: digits() }
    }
    fn sum(genome: &Vec<i32>, from: usize) -> f64 {
        f64::from(genome[from..].iter().sum::<i32>())
    }
    fn is_feasible(genome: &Vec<i32>) -> bool {
        genome[0] % 2 == 0
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Reals;

pub(crate) fn unit() -> RealBounds {
    RealBounds::new([const { 0.0..=1.0 }; GENES]).unwrap()
}

impl Kind for Reals {
    type Genome = Vec<f64>;
    type Crossover = Blend;
    type Mutation = Gaussian;

    fn random(rng: &mut Rng) -> Vec<f64> {
        unit().random(rng)
    }
    fn crossover() -> Blend {
        Blend { alpha: 0.3, bounds: unit() }
    }
    fn mutation(rate: Rate) -> Gaussian {
        Gaussian { rate, spread: 0.1, bounds: unit() }
    }
    fn sum(genome: &Vec<f64>, from: usize) -> f64 {
        genome[from..].iter().sum()
    }
    fn is_feasible(genome: &Vec<f64>) -> bool {
        genome[0] < 0.5
    }
}
