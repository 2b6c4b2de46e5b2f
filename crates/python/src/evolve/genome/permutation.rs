//! Permutations as rows of 64-bit integers.

use tilewright_evolve::{
    EdgeRecombination, Insert, Inversion, Order, PartiallyMapped, Permutation, Rng, Swap,
};

use super::super::document::{Crossing, Mutating};
use super::super::operators::{AnyCrossover, AnyMutation};
use super::super::{Refused, refusal};
use super::{Genome, share_of_different};

impl Genome for Permutation {
    type Element = i64;
    type Source = usize;
    const NAME: &'static str = "permutations";

    fn random(&length: &usize, rng: &mut Rng) -> Self {
        Self::random(length, rng)
    }

    fn length(&length: &usize) -> usize {
        length
    }

    fn write(&self, row: &mut Vec<i64>) {
        row.extend(self.items().iter().copied().map(i64::from));
    }

    fn read(row: &[i64]) -> Result<Self, Refused> {
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

    fn crossover(
        crossing: &Crossing,
        _: &usize,
    ) -> Result<Option<AnyCrossover<Self>>, Refused> {
        Ok(Some(AnyCrossover(match crossing {
            Crossing::Order => Box::new(Order),
            Crossing::PartiallyMapped => Box::new(PartiallyMapped),
            Crossing::EdgeRecombination => Box::new(EdgeRecombination),
            _ => return Ok(None),
        })))
    }

    fn mutation(
        mutating: &Mutating,
        _: &usize,
    ) -> Result<Option<AnyMutation<Self>>, Refused> {
        Ok(Some(AnyMutation(match *mutating {
            Mutating::Swap { count } => Box::new(Swap { count }),
            Mutating::Insert { count } => Box::new(Insert { count }),
            Mutating::Inversion { count } => Box::new(Inversion { count }),
            _ => return Ok(None),
        })))
    }
}
