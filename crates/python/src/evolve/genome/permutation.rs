//! Permutations as rows of 64-bit integers.

use tilewright_evolve::{Permutation, Rng};

use super::super::refusal::{SearchRefusal, refusal};
use super::{Genome, share_of_different};

impl Genome for Permutation {
    type Element = i64;
    const NAME: &'static str = "permutations";

    fn random(&length: &usize, rng: &mut Rng) -> Self {
        Self::random(length, rng)
    }

    fn length(&length: &usize) -> usize {
        length
    }

    fn write(&self, row: &mut Vec<i64>, _: &usize) {
        row.extend(self.items().iter().copied().map(i64::from));
    }

    fn read(row: &[i64], _: &usize) -> Result<Self, SearchRefusal> {
        let item = |&item| {
            u32::try_from(item)
                .map_err(|_| refusal(format!("initial: {item} is not an item")))
        };
        let items = row.iter().map(item).collect::<Result<_, _>>()?;
        Ok(Self::new(items)?)
    }

    fn fits(&self, &length: &usize, _: bool) -> bool {
        self.len() == length
    }

    fn distance(_: &usize, a: &Self, b: &Self) -> f64 {
        share_of_different(a.items(), b.items())
    }
}
