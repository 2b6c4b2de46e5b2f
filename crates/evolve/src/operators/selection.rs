//! Selection operators.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::{Error, Rate, Standing};

/// Selects parents from a pool. It is prepared once per generation and then used by several
/// threads, each selection with the random stream of its child.
pub trait Selection: Clone + Debug + Send + Sync {
    /// Prepares the selection from a pool, which is never empty.
    ///
    /// # Errors
    /// If the selection does not work with the pool, as roulette with negative scores.
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error>;

    /// The index of a random member of the pool that was prepared.
    fn pick(&self, pool: &[Standing], rng: &mut Rng) -> usize;
}

/// Tournament selection: the best of a few members, which are drawn uniformly with replacement.
/// The first one drawn wins a tie.
#[derive(Clone, Debug)]
pub struct Tournament {
    size: u32,
}

impl Tournament {
    /// A tournament of `size` members; 0 counts as 1.
    pub const fn new(size: u32) -> Self {
        Self { size: if size == 0 { 1 } else { size } }
    }
}

impl Selection for Tournament {
    fn prepare(&mut self, _: &[Standing]) -> Result<(), Error> {
        Ok(())
    }

    fn pick(&self, pool: &[Standing], rng: &mut Rng) -> usize {
        let mut best = rng.index(pool.len());
        for _ in 1..self.size {
            let rival = rng.index(pool.len());
            if pool[rival].beats(&pool[best]) {
                best = rival;
            }
        }
        best
    }
}

/// Roulette selection: the probability of a member is proportional to its score (Holland, 1975),
/// or 0 if it violates a constraint. If all scores are 0, it is uniform.
#[derive(Clone, Debug, Default)]
pub struct Roulette {
    sums: Vec<f64>,
}

impl Selection for Roulette {
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error> {
        self.sums.clear();
        let mut sum = 0.0;
        for standing in pool {
            if standing.score < 0.0 {
                return Err(Error::Roulette { found: standing.score });
            }
            if standing.violation <= 0.0 {
                sum += standing.score;
            }
            self.sums.push(sum);
        }
        Ok(())
    }

    fn pick(&self, pool: &[Standing], rng: &mut Rng) -> usize {
        let whole = self.sums.last().copied().unwrap_or(0.0);
        if whole <= 0.0 || !whole.is_finite() {
            return rng.index(pool.len());
        }
        let ball = rng.unit() * whole;
        let landed = self.sums.partition_point(|&sum| sum <= ball);
        // The ball may be rounded up to the sum: then the last member with weight is selected.
        if landed < pool.len() {
            landed
        } else {
            self.sums.partition_point(|&sum| sum < whole)
        }
    }
}

/// Linear rank selection (Baker, 1985): the best member is `pressure` times as likely as the
/// average, the worst one 2 − `pressure` times. Ties are ranked by index.
#[derive(Clone, Debug)]
pub struct Rank {
    pressure: f64,
    keys: Vec<Key>,
    order: Vec<u32>,
}

impl Rank {
    /// Rank selection with a pressure from 1 (uniform) to 2 (the worst member is never selected).
    ///
    /// # Errors
    /// If the pressure is outside this range.
    pub fn new(pressure: f64) -> Result<Self, Error> {
        if (1.0..=2.0).contains(&pressure) {
            Ok(Self { pressure, keys: Vec::new(), order: Vec::new() })
        } else {
            Err(Error::Scheme {
                what: "the rank pressure must be from 1 to 2",
                found: pressure,
            })
        }
    }
}

impl Selection for Rank {
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error> {
        best_first(pool, &mut self.keys, &mut self.order);
        Ok(())
    }

    fn pick(&self, _: &[Standing], rng: &mut Rng) -> usize {
        // A uniform rank is kept with half its share as the probability, else replaced by the
        // opposite rank. The shares of opposite ranks add up to 2, so that each rank is selected
        // with a probability of exactly its share of 1/count.
        let count = self.order.len();
        let rank = rng.index(count);
        let last = (count - 1).max(1) as f64;
        let share = self.pressure - 2.0 * (self.pressure - 1.0) * rank as f64 / last;
        let rank = if rng.unit() * 2.0 < share { rank } else { count - 1 - rank };
        self.order[rank] as usize
    }
}

/// Truncation selection: uniform among the best share of the pool, at least one member. Ties are
/// ranked by index.
#[derive(Clone, Debug)]
pub struct Truncation {
    share: Rate,
    keys: Vec<Key>,
    order: Vec<u32>,
}

impl Truncation {
    /// The best `share` of the pool, rounded up.
    pub const fn new(share: Rate) -> Self {
        Self { share, keys: Vec::new(), order: Vec::new() }
    }
}

impl Selection for Truncation {
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error> {
        best_first(pool, &mut self.keys, &mut self.order);
        // 0.07 as a floating-point number is slightly more than 7 %, but means 7 of 100, not 8.
        let exact = self.share.value() * pool.len() as f64;
        let kept = (exact - 1e-9).ceil() as usize;
        self.order.truncate(kept.max(1));
        Ok(())
    }

    fn pick(&self, _: &[Standing], rng: &mut Rng) -> usize {
        self.order[rng.index(self.order.len())] as usize
    }
}

/// A sort key with the order of standings, as integers: violation, inverted score, and the index
/// for ties.
pub(crate) type Key = (i64, i64, u32);

/// Fills `order` with the indices of the pool from best to worst, ties by index. It sorts the
/// buffer `keys`, as keys are compared much faster than standings.
pub(crate) fn best_first(pool: &[Standing], keys: &mut Vec<Key>, order: &mut Vec<u32>) {
    let key = |(standing, index): (&Standing, u32)| {
        (ordinal(standing.violation), !ordinal(standing.score), index)
    };
    keys.clear();
    keys.extend(pool.iter().zip(0..).map(key));
    keys.sort_unstable();
    order.clear();
    order.extend(keys.iter().map(|&(_, _, index)| index));
}

/// An integer with the order of `f64::total_cmp`: for negative numbers, all bits but the sign are
/// inverted.
const fn ordinal(value: f64) -> i64 {
    let bits = value.to_bits().cast_signed();
    bits ^ ((bits >> 63) & i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_standings_compare() {
        let values =
            [f64::NEG_INFINITY, -2.5, -1.0, -5e-324, 0.0, 5e-324, 3.0, f64::INFINITY];
        let pool: Vec<Standing> = (values.iter())
            .flat_map(|&score| [0.0, 5e-324, 2.0, f64::INFINITY].map(|it| (it, score)))
            .map(|(violation, score)| Standing { violation, score })
            .cycle()
            .take(70)
            .collect();
        let mut order = Vec::new();
        best_first(&pool, &mut Vec::new(), &mut order);
        let mut expected: Vec<u32> = (0..70).collect();
        expected.sort_by(|&a, &b| pool[a as usize].compare(&pool[b as usize]));
        assert_eq!(order, expected);
    }
}
