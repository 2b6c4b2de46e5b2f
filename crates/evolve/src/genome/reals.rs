//! Genomes of real numbers with bounds.

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
    /// Bounds with one range per gene; both ends are included.
    ///
    /// # Errors
    /// [`Error::RealRange`] if a range is empty, or its ends or its width are not finite.
    pub fn new(
        ranges: impl IntoIterator<Item = RangeInclusive<f64>>,
    ) -> Result<Self, Error> {
        let mut bounds = Vec::new();
        for (index, range) in ranges.into_iter().enumerate() {
            let (low, high) = range.into_inner();
            // Comparisons with NaN are false, and its width is not finite.
            if !(low <= high && (high - low).is_finite()) {
                return Err(Error::RealRange { index, low, high });
            }
            bounds.push((low, high));
        }
        Ok(Self(bounds))
    }

    /// A random genome: each gene is uniform in its range.
    pub fn random(&self, rng: &mut Rng) -> Vec<f64> {
        (0..self.0.len()).map(|index| self.draw(index, rng)).collect()
    }

    /// Whether the genome has one gene for each range, and each is in its range.
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
    /// If there is no such gene.
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
    /// Draws a uniform value from the range of a gene.
    ///
    /// # Panics
    /// If there is no such gene.
    fn draw(&self, index: usize, rng: &mut Rng) -> f64 {
        let (low, high) = self.range(index);
        between(low, high, rng)
    }
}

/// A uniform number between two.
pub(crate) fn between(low: f64, high: f64, rng: &mut Rng) -> f64 {
    (low + (high - low) * rng.unit()).clamp(low, high)
}

/// A number of the standard normal distribution (Box and Muller, 1958).
pub(crate) fn normal(rng: &mut Rng) -> f64 {
    // 1 − unit() is never 0.
    let radius = (-2.0 * det::ln(1.0 - rng.unit())).sqrt();
    radius * det::cos(std::f64::consts::TAU * rng.unit())
}

/// The value reflected at the ends of a range until it is inside.
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
    fn values_outside_the_range_are_reflected() {
        for (value, expected) in
            [(1.5, 1.5), (3.5, 2.5), (0.5, 1.5), (5.25, 1.25), (-0.5, 2.5), (1.0, 1.0)]
        {
            let found = reflected(value, 1.0, 3.0);
            assert!((found - expected).abs() < 1e-12, "{value} to {found}");
        }
        assert!((reflected(7.0, 2.0, 2.0) - 2.0).abs() < 1e-12);
    }
}
