//! Lists of real numbers with bounds for every gene.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Rng, det};

use super::Draw;
use crate::Error;

/// The lowest and highest value of every gene of a genome of real numbers (`Vec<f64>`).
///
/// ```
/// use tilewright_evolve::RealBounds;
/// use tilewright_grid::Seed;
///
/// let bounds = RealBounds::new([-1.0..=1.0, 0.0..=100.0])?;
/// let genome = bounds.random(&mut Seed(4).rng());
/// assert!(bounds.contains(&genome));
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(f64, f64)>")]
pub struct RealBounds(Vec<(f64, f64)>);

impl RealBounds {
    /// One range a gene, both ends included.
    ///
    /// # Errors
    /// When an end is not finite, a range is empty, or it is wider than any number.
    pub fn new(
        ranges: impl IntoIterator<Item = RangeInclusive<f64>>,
    ) -> Result<Self, Error> {
        let mut bounds = Vec::new();
        for (index, range) in ranges.into_iter().enumerate() {
            let (low, high) = range.into_inner();
            // What is no number is below nothing, and makes no width.
            if !(low <= high && (high - low).is_finite()) {
                return Err(Error::RealRange { index, low, high });
            }
            bounds.push((low, high));
        }
        Ok(Self(bounds))
    }

    /// A genome whose every gene is drawn evenly from its range.
    pub fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.0.len()).map(|index| self.draw(index, rng)).collect()
    }

    /// Whether the genome has that many genes and each lies in its range.
    pub fn contains(&self, genome: &[f64]) -> bool {
        genome.len() == self.0.len()
            && genome
                .iter()
                .zip(&self.0)
                .all(|(gene, (low, high))| (low..=high).contains(&gene))
    }

    /// The range of a gene.
    ///
    /// # Panics
    /// When the bounds have no such gene.
    pub fn range(&self, index: usize) -> (f64, f64) {
        self.0[index]
    }
}

impl TryFrom<Vec<(f64, f64)>> for RealBounds {
    type Error = Error;

    fn try_from(ranges: Vec<(f64, f64)>) -> Result<Self, Error> {
        Self::new(ranges.into_iter().map(|(low, high)| low..=high))
    }
}

impl Draw<f64> for RealBounds {
    /// Draws evenly from the gene's range.
    ///
    /// # Panics
    /// When the bounds have no such gene.
    fn draw(&self, index: usize, rng: &mut Rng) -> f64 {
        let (low, high) = self.range(index);
        between(low, high, rng)
    }
}

/// A number drawn evenly between two.
pub(crate) fn between(low: f64, high: f64, rng: &mut Rng) -> f64 {
    (low + (high - low) * rng.unit()).clamp(low, high)
}

/// A number of the normal distribution with mean 0 and deviation 1 (Box and Muller, 1958).
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    // 1 − unit() is never 0.
    let radius = (-2.0 * det::ln(1.0 - rng.unit())).sqrt();
    radius * det::cos(std::f64::consts::TAU * rng.unit())
}

/// The number that comes back into the range from beyond its ends as from mirrors.
pub(crate) fn reflected(value: f64, low: f64, high: f64) -> f64 {
    let width = high - low;
    if width <= 0.0 {
        return low;
    }
    let beyond = (value - low).rem_euclid(2.0 * width);
    let inside = if beyond > width { 2.0 * width - beyond } else { beyond };
    (low + inside).clamp(low, high)
}

#[cfg(test)]
mod tests {
    use super::reflected;

    #[test]
    fn what_goes_beyond_an_end_comes_back() {
        for (value, expected) in
            [(1.5, 1.5), (3.5, 2.5), (0.5, 1.5), (5.25, 1.25), (-0.5, 2.5), (1.0, 1.0)]
        {
            let found = reflected(value, 1.0, 3.0);
            assert!((found - expected).abs() < 1e-12, "{value} to {found}");
        }
        assert!((reflected(7.0, 2.0, 2.0) - 2.0).abs() < 1e-12);
    }
}
