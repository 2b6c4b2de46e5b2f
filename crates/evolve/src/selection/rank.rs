//! Linear rank selection.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Selection;
use crate::defaults::tenths;
use crate::state::Ranks;
use crate::{Error, Limits, Standing};

/// Linear rank selection (Baker, 1985): the best member is `pressure` times as likely as the
/// average, the worst one 2 − `pressure` times. Ties are ranked by index.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// From 1 to 2: how often the best member is selected, as a multiple of the average.
    #[serde(default = "tenths::<f64, 15>")]
    pressure: f64,
}

impl Rank {
    /// Rank selection with a pressure from 1 (uniform) to 2 (the worst member is never selected).
    ///
    /// # Errors
    /// If the pressure is outside this range.
    pub fn new(pressure: f64) -> Result<Self, Error> {
        let rank = Self { pressure };
        rank.check().map(|()| rank)
    }
}

impl Selection for Rank {
    type Table = Ranks;

    fn check(&self) -> Result<(), Error> {
        Limits::Real(1.0, 2.0).check("pressure", self.pressure)
    }

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
