//! Integers as rows of 64-bit integers.

use tilewright_evolve::{Bounds, Rng};

use super::super::refusal::{SearchRefusal, refusal};
use super::{Genome, share_of_different};

impl Genome for Vec<i32> {
    type Element = i64;
    const NAME: &'static str = "integers";

    fn random(bounds: &Bounds, rng: &mut Rng) -> Self {
        bounds.random(rng)
    }

    fn length(bounds: &Bounds) -> usize {
        bounds.len()
    }

    fn write(&self, row: &mut Vec<i64>, _: &Bounds) {
        row.extend(self.iter().copied().map(i64::from));
    }

    fn read(row: &[i64], _: &Bounds) -> Result<Self, SearchRefusal> {
        let gene = |&gene| {
            i32::try_from(gene)
                .map_err(|_| refusal(format!("initial: {gene} is outside 32 bits")))
        };
        row.iter().map(gene).collect()
    }

    fn fits(&self, bounds: &Bounds, _: bool) -> bool {
        bounds.contains(self)
    }

    fn distance(_: &Bounds, a: &Self, b: &Self) -> f64 {
        share_of_different(a, b)
    }
}
