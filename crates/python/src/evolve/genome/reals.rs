//! Real numbers as rows.

use tilewright_evolve::{RealBounds, Rng};

use super::super::refusal::{SearchRefusal, refusal};
use super::Genome;

impl Genome for Vec<f64> {
    type Element = f64;
    const NAME: &'static str = "real numbers";

    fn random(bounds: &RealBounds, rng: &mut Rng) -> Self {
        bounds.random(rng)
    }

    fn length(bounds: &RealBounds) -> usize {
        bounds.len()
    }

    fn write(&self, row: &mut Self, _: &RealBounds) {
        row.extend_from_slice(self);
    }

    fn read(row: &[f64], _: &RealBounds) -> Result<Self, SearchRefusal> {
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
}
