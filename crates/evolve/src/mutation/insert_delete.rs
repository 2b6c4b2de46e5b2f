//! Insertion and deletion of genes.

use std::fmt::Debug;

use tilewright_grid::Rng;

use super::Mutation;
use crate::{Draw, Error, Rate};

/// Inserts a random gene with one probability, and then deletes a gene with another one, within
/// limits of the length (as the genes of variable-length genomes of Smith, *A learning system
/// based on genetic adaptive algorithms*, 1980, come and go). Every place is equally likely; the
/// genes after it move by one.
///
/// ```
/// use tilewright_evolve::{InsertDelete, Mutation, Rate};
/// use tilewright_grid::Seed;
///
/// let rate = Rate::HALF;
/// let mutation = InsertDelete { insert: rate, delete: rate, source: 0..=9, min: 2, max: 5 };
/// let (mut genome, mut rng) = (vec![1, 2, 3], Seed(1).rng());
/// for _ in 0..100 {
///     mutation.mutate(&mut genome, &mut rng);
///     assert!((2..=5).contains(&genome.len()));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct InsertDelete<D> {
    /// The probability that a gene is inserted, if the genome is shorter than `max`.
    pub insert: Rate,
    /// The probability that a gene is deleted, if the genome is then longer than `min`.
    pub delete: Rate,
    /// The source of random values. Since genes move, it should give the same values for each
    /// index.
    pub source: D,
    /// The smallest length to which genes are deleted.
    pub min: usize,
    /// The greatest length to which genes are inserted.
    pub max: usize,
}

impl<T, D: Draw<T> + Debug> Mutation<Vec<T>> for InsertDelete<D> {
    fn check(&self, sample: &Vec<T>) -> Result<(), Error> {
        if self.min > self.max {
            let what = "the smallest length must not exceed the greatest one";
            return Err(Error::Scheme { what, found: self.min as f64 });
        }
        if !(self.min..=self.max).contains(&sample.len()) {
            let what =
                "a genome must have a length between the smallest and the greatest one";
            return Err(Error::Scheme { what, found: sample.len() as f64 });
        }
        self.source.check(self.max)
    }

    fn mutate(&self, genome: &mut Vec<T>, rng: &mut Rng) {
        if rng.chance(self.insert.value()) && genome.len() < self.max {
            let at = rng.index(genome.len() + 1);
            genome.insert(at, self.source.draw(at, rng));
        }
        if rng.chance(self.delete.value()) && genome.len() > self.min {
            genome.remove(rng.index(genome.len()));
        }
    }
}
