//! Genomes of integers with bounds.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use crate::Error;

/// A source of random values for genes.
pub trait Draw<T>: Sync {
    /// Draws a value for the gene at that index.
    fn draw(&self, index: usize, rng: &mut Rng) -> T;

    /// Checks that there are values for a genome of this length. Default: there are.
    ///
    /// # Errors
    /// If the genome has another length than the source has ranges.
    fn check(&self, length: usize) -> Result<(), Error> {
        let _ = length;
        Ok(())
    }
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

    /// The number of genes.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no genes.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The range of a gene.
    ///
    /// # Panics
    /// If there is no such gene.
    #[inline]
    pub fn range(&self, index: usize) -> (i32, i32) {
        self.0[index]
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
        uniform(low, high, rng)
    }

    fn check(&self, length: usize) -> Result<(), Error> {
        fits(self.0.len(), length)
    }
}

/// One range for all genes, for a genome of any length.
impl Draw<i32> for RangeInclusive<i32> {
    fn draw(&self, _: usize, rng: &mut Rng) -> i32 {
        uniform(*self.start(), *self.end(), rng)
    }

    fn check(&self, _: usize) -> Result<(), Error> {
        Bounds::new([self.clone()]).map(drop)
    }
}

/// A uniform number of a range with both ends.
fn uniform(low: i32, high: i32, rng: &mut Rng) -> i32 {
    match high.abs_diff(low).checked_add(1) {
        Some(count) => low.wrapping_add_unsigned(rng.below(count)),
        None => rng.next_u64() as i32,
    }
}

/// Checks that there is a range for each gene.
pub(super) const fn fits(expected: usize, found: usize) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::Ranges { expected, found }) }
}
