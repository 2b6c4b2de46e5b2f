//! What a selection of parents is.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::{Error, Standing};

/// Selects parents from a pool. A table is prepared once per generation and then read by several
/// threads, each selection with the random stream of its child.
///
/// ```
/// use tilewright_evolve::{Error, Selection, Standing};
/// use tilewright_grid::{Rng, Seed};
///
/// /// Always the best member.
/// #[derive(Debug)]
/// struct Best;
///
/// impl Selection for Best {
///     type Table = usize;
///     fn prepare(
///         &self,
///         pool: &[Standing],
///         _: usize,
///         _: &mut Rng,
///         best: &mut usize,
///     ) -> Result<(), Error> {
///         *best = (0..pool.len()).min_by_key(|&index| pool[index]).unwrap_or(0);
///         Ok(())
///     }
///     fn pick(&self, best: &usize, _: &[Standing], _: usize, _: &mut Rng) -> usize {
///         *best
///     }
/// }
///
/// let pool = [2.0, 7.0, 5.0].map(|score| Standing::new(0.0, score));
/// let (mut table, mut rng) = (0, Seed(1).rng());
/// Best.prepare(&pool, 2, &mut rng, &mut table)?;
/// assert_eq!(Best.pick(&table, &pool, 0, &mut rng), 1);
/// # Ok::<(), Error>(())
/// ```
pub trait Selection: Debug + Send + Sync {
    /// What is computed once for all selections from a pool.
    type Table: Default + Debug + Clone + Send + Sync;

    /// Checks the settings before the search begins. Default: they work.
    ///
    /// # Errors
    /// If the settings do not work.
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Prepares the table for `picks` selections from a pool, which is never empty. Whatever the
    /// table contains is overwritten. Default: there is nothing to prepare.
    ///
    /// # Errors
    /// If the selection does not work with the pool, as roulette with negative scores.
    fn prepare(
        &self,
        pool: &[Standing],
        picks: usize,
        rng: &mut Rng,
        table: &mut Self::Table,
    ) -> Result<(), Error> {
        let _ = (pool, picks, rng, table);
        Ok(())
    }

    /// The index of the member of the prepared pool that is selected as number `pick`, from 0 to
    /// below the number of selections that were prepared.
    fn pick(
        &self,
        table: &Self::Table,
        pool: &[Standing],
        pick: usize,
        rng: &mut Rng,
    ) -> usize;
}
