//! Roulette selection.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::Selection;
use crate::{Error, Standing};

/// Roulette selection: the probability of a member is proportional to its score (Holland, 1975),
/// or 0 if it violates a constraint. If all these scores are 0, it is uniform among all members; if
/// some are infinite, it is uniform among those.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Roulette;

/// Fills `sums` with the running sums of the weights of a pool.
///
/// # Errors
/// If a score is negative.
pub(super) fn weigh(pool: &[Standing], sums: &mut Vec<f64>) -> Result<(), Error> {
    if let Some(found) = pool.iter().map(|it| it.score()).find(|&score| score < 0.0) {
        return Err(Error::Roulette { found });
    }

    let weight = |standing: &Standing| {
        if standing.is_feasible() { standing.score() } else { 0.0 }
    };
    fill(sums, pool.iter().map(weight));

    // Many great scores may add up to infinity: they are scaled. Infinite ones count alone.
    if sums.last().is_some_and(|sum| sum.is_infinite()) {
        let greatest = pool.iter().map(weight).fold(0.0, f64::max);
        if greatest.is_infinite() {
            let is_infinite = |standing| weight(standing).is_infinite();
            fill(
                sums,
                pool.iter().map(|standing| f64::from(u8::from(is_infinite(standing)))),
            );
        } else {
            fill(sums, pool.iter().map(|standing| weight(standing) / greatest));
        }
    }
    Ok(())
}

/// Fills `sums` with the running sums of weights.
fn fill(sums: &mut Vec<f64>, weights: impl Iterator<Item = f64>) {
    sums.clear();
    let mut sum = 0.0;
    sums.extend(weights.map(|weight| {
        sum += weight;
        sum
    }));
}

/// The index of the member on whose share of the sum a ball lies; that of a uniform wheel if the sum
/// is 0.
#[inline]
pub(super) fn landed(sums: &[f64], share: f64) -> usize {
    let whole = sums.last().copied().unwrap_or(0.0);
    if whole <= 0.0 {
        return ((share * sums.len() as f64) as usize).min(sums.len().saturating_sub(1));
    }
    let ball = share * whole;
    let landed = sums.partition_point(|&sum| sum <= ball);
    // The ball may be rounded up to the sum: then the last member with weight is selected.
    if landed < sums.len() { landed } else { sums.partition_point(|&sum| sum < whole) }
}

impl Selection for Roulette {
    type Table = Vec<f64>;

    fn prepare(
        &self,
        pool: &[Standing],
        _: usize,
        _: &mut Rng,
        sums: &mut Vec<f64>,
    ) -> Result<(), Error> {
        weigh(pool, sums)
    }

    fn pick(&self, sums: &Vec<f64>, _: &[Standing], _: usize, rng: &mut Rng) -> usize {
        landed(sums, rng.unit())
    }
}
