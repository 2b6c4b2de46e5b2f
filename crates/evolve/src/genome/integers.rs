//! Genomes of integers with bounds.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use crate::Error;

/// A source of random values for genes.
pub trait Draw<T>: Sync {
    /// Draws a value for the gene at that index.
    fn draw(&self, index: usize, rng: &mut Rng) -> T;
}

/// The lowest and highest value of every gene of an integer genome (`Vec<i32>`).
///
/// ```
/// use tilewright_evolve::Bounds;
/// use tilewright_grid::Seed;
///
/// let bounds = Bounds::new([0..=9, 0..=9, 0..=1])?;
/// let genome = bounds.random(&mut Seed(4).rng());
/// assert!(bounds.contains(&genome));
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<(i32, i32)>")]
pub struct Bounds(Vec<(i32, i32)>);

impl Bounds {
    /// Bounds with one range per gene; both ends are included.
    ///
    /// # Errors
    /// [`Error::EmptyRange`] if a range is empty.
    pub fn new(
        ranges: impl IntoIterator<Item = RangeInclusive<i32>>,
    ) -> Result<Self, Error> {
        let mut bounds = Vec::new();
        for (index, range) in ranges.into_iter().enumerate() {
            let (low, high) = range.into_inner();
            if low > high {
                return Err(Error::EmptyRange { index, low, high });
            }
            bounds.push((low, high));
        }
        Ok(Self(bounds))
    }

    /// A random genome: each gene is uniform in its range.
    pub fn random(&self, rng: &mut Rng) -> Vec<i32> {
        (0..self.0.len()).map(|index| self.draw(index, rng)).collect()
    }

    /// Whether the genome has one gene for each range, and each is in its range.
    pub fn contains(&self, genome: &[i32]) -> bool {
        genome.len() == self.0.len()
            && genome
                .iter()
                .zip(&self.0)
                .all(|(gene, (low, high))| (low..=high).contains(&gene))
    }
}

impl TryFrom<Vec<(i32, i32)>> for Bounds {
    type Error = Error;

    fn try_from(ranges: Vec<(i32, i32)>) -> Result<Self, Error> {
        Self::new(ranges.into_iter().map(|(low, high)| low..=high))
    }
}

impl Draw<i32> for Bounds {
    /// Draws a uniform value from the range of a gene.
    ///
    /// # Panics
    /// If there is no such gene.
    fn draw(&self, index: usize, rng: &mut Rng) -> i32 {
        let (low, high) = self.0[index];
        match high.abs_diff(low).checked_add(1) {
            Some(count) => low.wrapping_add_unsigned(rng.below(count)),
            None => rng.next_u64() as i32,
        }
    }
}
