//! Real numbers as rows.

use tilewright_evolve::{
    Blend, Gaussian, OnePoint, Polynomial, Rate, RealBounds, Redraw, Rng,
    SimulatedBinary, TwoPoint, Uniform,
};

use super::super::build::Job;
use super::super::document::{Crossing, Mutating, Settings};
use super::super::operators::{AnyCrossover, AnyMutation};
use super::super::schemes::reals;
use super::super::search::Search;
use super::super::{Refused, refusal};
use super::Genome;

impl Genome for Vec<f64> {
    type Element = f64;
    type Source = RealBounds;
    const NAME: &'static str = "real numbers";

    fn random(bounds: &RealBounds, rng: &mut Rng) -> Self {
        bounds.random(rng)
    }

    fn length(bounds: &RealBounds) -> usize {
        bounds.len()
    }

    fn write(&self, row: &mut Self) {
        row.extend_from_slice(self);
    }

    fn read(row: &[f64]) -> Result<Self, Refused> {
        match row.iter().find(|gene| !gene.is_finite()) {
            Some(gene) => Err(refusal(format!("initial: {gene} is not finite"))),
            None => Ok(row.to_vec()),
        }
    }

    fn fits(&self, bounds: &RealBounds, is_bounded: bool) -> bool {
        self.len() == bounds.len() && (!is_bounded || bounds.contains(self))
    }

    fn distance(bounds: &RealBounds, a: &Self, b: &Self) -> f64 {
        let gap = |(at, (a, b)): (usize, (&f64, &f64))| {
            let (low, high) = bounds.range(at);
            let gap = (a - b).abs();
            // Without bounds genes may be further apart than the ends of the range.
            if gap > 0.0 { (gap / (high - low)).min(1.0) } else { 0.0 }
        };
        let sum: f64 = a.iter().zip(b).enumerate().map(gap).sum();
        sum / bounds.len().max(1) as f64
    }

    fn crossover(
        crossing: &Crossing,
        bounds: &RealBounds,
    ) -> Result<Option<AnyCrossover<Self>>, Refused> {
        let bounds = bounds.clone();
        Ok(Some(AnyCrossover(match *crossing {
            Crossing::OnePoint => Box::new(OnePoint),
            Crossing::TwoPoint => Box::new(TwoPoint),
            Crossing::Uniform { rate } => Box::new(Uniform { rate: Rate::new(rate)? }),
            Crossing::Blend { alpha } => Box::new(Blend { alpha, bounds }),
            Crossing::SimulatedBinary { eta, rate } => {
                Box::new(SimulatedBinary { eta, rate: Rate::new(rate)?, bounds })
            }
            _ => return Ok(None),
        })))
    }

    fn mutation(
        mutating: &Mutating,
        bounds: &RealBounds,
    ) -> Result<Option<AnyMutation<Self>>, Refused> {
        let bounds = bounds.clone();
        Ok(Some(AnyMutation(match *mutating {
            Mutating::Redraw { rate } => {
                Box::new(Redraw { rate: Rate::new(rate)?, source: bounds })
            }
            Mutating::Gaussian { rate, spread } => {
                Box::new(Gaussian { rate: Rate::new(rate)?, spread, bounds })
            }
            Mutating::Polynomial { eta, rate } => {
                Box::new(Polynomial { eta, rate: Rate::new(rate)?, bounds })
            }
            _ => return Ok(None),
        })))
    }

    fn start_special(
        job: Job<Self>,
        settings: &Settings,
    ) -> Result<Box<dyn Search>, Refused> {
        reals(job, settings)
    }
}
