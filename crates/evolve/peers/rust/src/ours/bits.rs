//! Problems on bits.

use tilewright_evolve::{BitString, Cost, Direction, Evaluation, Problem};
use tilewright_grid::Rng;

use crate::problems::{count, knapsack, one_max, pack_words, sleep, slow_ones};

/// The number of ones.
pub(super) struct OneMax;

impl Problem for OneMax {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(one_max::BITS, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        count();
        Evaluation::feasible([f64::from(genome.ones())])
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b))
    }

    fn fingerprint(&self) -> String {
        "one-max".to_owned()
    }
}

/// The value of the packed items, with their excess weight as the violation.
pub(super) struct Knapsack;

impl Problem for Knapsack {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(knapsack::ITEMS, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        let (value, excess) = pack_words(genome.words());
        Evaluation { objectives: [f64::from(value)], violation: f64::from(excess) }
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn distance(&self, a: &BitString, b: &BitString) -> f64 {
        f64::from(a.hamming(b))
    }

    fn fingerprint(&self) -> String {
        "knapsack".to_owned()
    }
}

/// The number of ones, after a millisecond.
pub(super) struct Slow;

impl Problem for Slow {
    type Genome = BitString;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> BitString {
        BitString::random(sleep::BITS, rng)
    }

    fn evaluate(&self, genome: &BitString) -> Evaluation {
        Evaluation::feasible([f64::from(slow_ones(|| genome.ones()))])
    }

    fn fingerprint(&self) -> String {
        "slow ones".to_owned()
    }
}
