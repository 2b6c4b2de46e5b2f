//! Linear rank selection.

use tilewright_grid::Rng;

use super::Selection;
use crate::state::best_first;
use crate::{Error, Standing};

/// Linear rank selection (Baker, 1985): the best member is `pressure` times as likely as the
/// average, the worst one 2 − `pressure` times. Ties are ranked by index.
#[derive(Clone, Copy, Debug)]
pub struct Rank {
    pressure: f64,
}

impl Rank {
    /// Rank selection with a pressure from 1 (uniform) to 2 (the worst member is never selected).
    ///
    /// # Errors
    /// If the pressure is outside this range.
    pub fn new(pressure: f64) -> Result<Self, Error> {
        if (1.0..=2.0).contains(&pressure) {
            Ok(Self { pressure })
        } else {
            Err(Error::Scheme {
                what: "the rank pressure must be from 1 to 2",
                found: pressure,
            })
        }
    }
}

/// The members of a pool from best to worst.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    keys: Vec<(Standing, u32)>,
    pub(super) order: Vec<u32>,
}

impl Ranks {
    pub(super) fn sort(&mut self, pool: &[Standing]) {
        best_first(pool, &mut self.keys, &mut self.order);
    }
}

impl Selection for Rank {
    type Table = Ranks;

    fn prepare(
        &self,
        pool: &[Standing],
        _: usize,
        _: &mut Rng,
        ranks: &mut Ranks,
    ) -> Result<(), Error> {
        ranks.sort(pool);
        Ok(())
    }

    fn pick(&self, ranks: &Ranks, _: &[Standing], _: usize, rng: &mut Rng) -> usize {
        // A uniform rank is kept with half its share as the probability, else replaced by the
        // opposite rank. The shares of opposite ranks add up to 2, so that each rank is selected
        // with a probability of exactly its share of 1/count.
        let count = ranks.order.len();
        let rank = rng.index(count);
        let last = (count - 1).max(1) as f64;
        let share = self.pressure - 2.0 * (self.pressure - 1.0) * rank as f64 / last;
        let rank = if rng.unit() * 2.0 < share { rank } else { count - 1 - rank };
        ranks.order[rank] as usize
    }
}
