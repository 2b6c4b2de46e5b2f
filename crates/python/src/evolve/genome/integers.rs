//! Integers as rows of 64-bit integers.

use tilewright_evolve::{Bounds, Creep, OnePoint, Rate, Redraw, Rng, TwoPoint, Uniform};

use super::super::document::{Crossing, Mutating};
use super::super::operators::{AnyCrossover, AnyMutation};
use super::super::{Refused, refusal};
use super::{Genome, share_of_different};

impl Genome for Vec<i32> {
    type Element = i64;
    type Source = Bounds;
    const NAME: &'static str = "integers";

    fn random(bounds: &Bounds, rng: &mut Rng) -> Self {
        bounds.random(rng)
    }

    fn length(bounds: &Bounds) -> usize {
        bounds.len()
    }

    fn write(&self, row: &mut Vec<i64>) {
        row.extend(self.iter().copied().map(i64::from));
    }

    fn read(row: &[i64]) -> Result<Self, Refused> {
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

    fn crossover(
        crossing: &Crossing,
        _: &Bounds,
    ) -> Result<Option<AnyCrossover<Self>>, Refused> {
        Ok(Some(AnyCrossover(match *crossing {
            Crossing::OnePoint => Box::new(OnePoint),
            Crossing::TwoPoint => Box::new(TwoPoint),
            Crossing::Uniform { rate } => Box::new(Uniform { rate: Rate::new(rate)? }),
            _ => return Ok(None),
        })))
    }

    fn mutation(
        mutating: &Mutating,
        bounds: &Bounds,
    ) -> Result<Option<AnyMutation<Self>>, Refused> {
        let bounds = bounds.clone();
        Ok(Some(AnyMutation(match *mutating {
            Mutating::Creep { rate, step } => {
                Box::new(Creep { rate: Rate::new(rate)?, step, bounds })
            }
            Mutating::Redraw { rate } => {
                Box::new(Redraw { rate: Rate::new(rate)?, source: bounds })
            }
            _ => return Ok(None),
        })))
    }
}
