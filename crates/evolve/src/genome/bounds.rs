//! Bounds of genomes of numbers.

use std::fmt::{self, Debug};
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::reals::between;
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

/// A number that can be the gene of a genome with bounds: `i32` or `f64`, and no other, so the trait is not exported.
pub trait Gene: Copy + Debug + PartialOrd + Sync {
    /// What the bounds are called in the names of schemes, which checkpoints hold.
    const BOUNDS: &'static str;

    /// Checks the range of the gene at an index.
    ///
    /// # Errors
    /// If it is empty, or not finite.
    fn check(index: usize, low: Self, high: Self) -> Result<(), Error>;

    /// Draws a uniform number from a range with both ends.
    fn uniform(low: Self, high: Self, rng: &mut Rng) -> Self;
}

impl Gene for i32 {
    const BOUNDS: &'static str = "Bounds";

    fn check(index: usize, low: Self, high: Self) -> Result<(), Error> {
        if low > high { Err(Error::EmptyRange { index, low, high }) } else { Ok(()) }
    }

    fn uniform(low: Self, high: Self, rng: &mut Rng) -> Self {
        match high.abs_diff(low).checked_add(1) {
            Some(count) => low.wrapping_add_unsigned(rng.below(count)),
            None => rng.next_u64() as Self,
        }
    }
}

impl Gene for f64 {
    const BOUNDS: &'static str = "RealBounds";

    fn check(index: usize, low: Self, high: Self) -> Result<(), Error> {
        // Comparisons with NaN are false, and its width is not finite.
        if low <= high && (high - low).is_finite() {
            return Ok(());
        }
        Err(Error::RealRange { index, low, high })
    }

    fn uniform(low: Self, high: Self, rng: &mut Rng) -> Self {
        between(low, high, rng)
    }
}

/// The lowest and highest value of every gene of a genome of integers (`Vec<i32>`), or, as
/// [`RealBounds`], of one of real numbers (`Vec<f64>`).
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
#[derive(Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<(T, T)>", bound(deserialize = "T: Gene + Deserialize<'de>"))]
pub struct Bounds<T = i32>(Vec<(T, T)>);

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
pub type RealBounds = Bounds<f64>;

impl<T: Gene> Debug for Bounds<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple(T::BOUNDS).field(&self.0).finish()
    }
}

impl<T: Gene> Bounds<T> {
    /// Bounds with one range per gene; both ends are included.
    ///
    /// # Errors
    /// [`Error::EmptyRange`] if a range of integers is empty; [`Error::RealRange`] if one of real
    /// numbers is, or its ends or its width are not finite.
    pub fn new(
        ranges: impl IntoIterator<Item = RangeInclusive<T>>,
    ) -> Result<Self, Error> {
        let ranges = ranges.into_iter().map(RangeInclusive::into_inner);
        ranges.collect::<Vec<_>>().try_into()
    }

    /// A random genome: each gene is uniform in its range.
    pub fn random(&self, rng: &mut Rng) -> Vec<T> {
        (0..self.0.len()).map(|index| self.draw(index, rng)).collect()
    }

    /// Whether the genome has one gene for each range, and each is in its range.
    pub fn contains(&self, genome: &[T]) -> bool {
        let mut genes = genome.iter().zip(&self.0);
        genome.len() == self.0.len()
            && genes.all(|(gene, (low, high))| (low..=high).contains(&gene))
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
    pub fn range(&self, index: usize) -> (T, T) {
        self.0[index]
    }
}

impl<T: Gene> TryFrom<Vec<(T, T)>> for Bounds<T> {
    type Error = Error;

    fn try_from(ranges: Vec<(T, T)>) -> Result<Self, Error> {
        let mut indexed = ranges.iter().enumerate();
        indexed.try_for_each(|(index, &(low, high))| T::check(index, low, high))?;
        Ok(Self(ranges))
    }
}

impl<T: Gene> Draw<T> for Bounds<T> {
    /// Draws a uniform value from the range of a gene.
    ///
    /// # Panics
    /// If there is no such gene.
    fn draw(&self, index: usize, rng: &mut Rng) -> T {
        let (low, high) = self.range(index);
        T::uniform(low, high, rng)
    }

    fn check(&self, found: usize) -> Result<(), Error> {
        let expected = self.len();
        if expected == found { Ok(()) } else { Err(Error::Ranges { expected, found }) }
    }
}

/// One range for all genes, for a genome of any length.
impl Draw<i32> for RangeInclusive<i32> {
    fn draw(&self, _: usize, rng: &mut Rng) -> i32 {
        i32::uniform(*self.start(), *self.end(), rng)
    }

    fn check(&self, _: usize) -> Result<(), Error> {
        Gene::check(0, *self.start(), *self.end())
    }
}
