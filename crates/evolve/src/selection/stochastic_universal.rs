//! Stochastic universal sampling.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Selection;
use super::roulette::{landed, weigh};
use crate::{Error, Standing};

/// Stochastic universal sampling (Baker, 1987): the wheel of [`Roulette`](crate::Roulette) is spun
/// once for all selections of a generation, which are the members at evenly spaced pointers, in
/// random order. So a member whose share of the scores is worth *x* selections is selected *x*
/// times, rounded down or up.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StochasticUniversal;

/// The selected members in order, and a buffer.
#[derive(Clone, Debug, Default)]
pub struct Spin {
    sums: Vec<f64>,
    picked: Vec<u32>,
}

impl Selection for StochasticUniversal {
    type Table = Spin;

    fn prepare(
        &self,
        pool: &[Standing],
        picks: usize,
        rng: &mut Rng,
        spin: &mut Spin,
    ) -> Result<(), Error> {
        weigh(pool, &mut spin.sums)?;
        let offset = rng.unit();
        let pointer = |pick: usize| {
            let share = (pick as f64 + offset) / picks as f64;
            landed(&spin.sums, share) as u32
        };
        spin.picked.clear();
        spin.picked.extend((0..picks).map(pointer));
        rng.shuffle(&mut spin.picked);
        Ok(())
    }

    fn pick(&self, spin: &Spin, _: &[Standing], pick: usize, _: &mut Rng) -> usize {
        spin.picked[pick] as usize
    }
}
