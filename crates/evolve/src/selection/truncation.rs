//! Truncation selection.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Selection;
use crate::defaults::tenths;
use crate::state::Ranks;
use crate::{Error, Rate, Standing};

/// Truncation selection: uniform among the best share of the pool, at least one member. Ties are
/// ranked by index.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Truncation {
    /// The share of the best members that are selected from.
    #[serde(default = "tenths::<Rate, 5>")]
    share: Rate,
}

impl Truncation {
    /// The best `share` of the pool, rounded up.
    pub const fn new(share: Rate) -> Self {
        Self { share }
    }
}

impl Selection for Truncation {
    type Table = Ranks;

    fn prepare(
        &self,
        pool: &[Standing],
        _: usize,
        _: &mut Rng,
        ranks: &mut Ranks,
    ) -> Result<(), Error> {
        ranks.sort(pool);
        // 0.07 as a floating-point number is slightly more than 7 %, but means 7 of 100, not 8.
        let exact = self.share.value() * pool.len() as f64;
        let kept = (exact - 1e-9).ceil() as usize;
        ranks.order.truncate(kept.max(1));
        Ok(())
    }

    fn pick(&self, ranks: &Ranks, _: &[Standing], _: usize, rng: &mut Rng) -> usize {
        ranks.order[rng.index(ranks.order.len())] as usize
    }
}
