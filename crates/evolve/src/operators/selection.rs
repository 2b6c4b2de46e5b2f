//! Whom to breed from.

use std::fmt::Debug;

use tilewright_grid::Rng;

use crate::{Error, Rate, Standing};

/// Picks parents from a pool. It is prepared once a generation and then picks from many
/// threads; each pick draws from the stream that it is given.
pub trait Selection: Clone + Debug + Send + Sync {
    /// Reads the pool that will be picked from. The pool is never empty.
    ///
    /// # Errors
    /// When this selection cannot work on such a pool.
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error>;

    /// The index of a member of the pool that `prepare` saw.
    fn pick(&self, pool: &[Standing], rng: &mut Rng) -> usize;
}

/// The best of a few members drawn evenly, with putting back. The first drawn wins a tie.
#[derive(Clone, Debug)]
pub struct Tournament {
    size: u32,
}

impl Tournament {
    /// A tournament of that many; 0 counts as 1.
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

/// Each member in proportion to its score (Holland, 1975). Members that break a constraint
/// have no weight; where nobody has any, all are as likely.
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
        // Rounding may throw the ball onto the whole sum: then the last member with weight.
        if landed < pool.len() {
            landed
        } else {
            self.sums.partition_point(|&sum| sum < whole)
        }
    }
}

/// Each member by its rank, linearly (Baker, 1985): the best is `pressure` times as likely as
/// the average, the worst 2 − `pressure` times. Members that tie rank by index.
#[derive(Clone, Debug)]
pub struct Rank {
    pressure: f64,
    keys: Vec<Key>,
    order: Vec<u32>,
}

impl Rank {
    /// Ranking of that pressure.
    ///
    /// # Errors
    /// When it lies outside 1 (no pressure) to 2 (the worst is never picked).
    pub fn new(pressure: f64) -> Result<Self, Error> {
        if (1.0..=2.0).contains(&pressure) {
            Ok(Self { pressure, keys: Vec::new(), order: Vec::new() })
        } else {
            Err(Error::Scheme {
                what: "a rank pressure lies between 1 and 2",
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
        // An even draw, kept with half its share and else mirrored: the shares of a rank and
        // of its mirror add up to 2, so every rank comes with exactly its share of 1/count.
        let count = self.order.len();
        let rank = rng.index(count);
        let last = (count - 1).max(1) as f64;
        let share = self.pressure - 2.0 * (self.pressure - 1.0) * rank as f64 / last;
        let rank = if rng.unit() * 2.0 < share { rank } else { count - 1 - rank };
        self.order[rank] as usize
    }
}

/// Evenly among the best share of the pool, at least one. Members that tie rank by index.
#[derive(Clone, Debug)]
pub struct Truncation {
    share: Rate,
    keys: Vec<Key>,
    order: Vec<u32>,
}

impl Truncation {
    /// The best share of the pool, rounded up.
    pub const fn new(share: Rate) -> Self {
        Self { share, keys: Vec::new(), order: Vec::new() }
    }
}

impl Selection for Truncation {
    fn prepare(&mut self, pool: &[Standing]) -> Result<(), Error> {
        best_first(pool, &mut self.keys, &mut self.order);
        // 0.07 as a float lies a little above 7 %; of 100 it still means 7, not 8.
        let exact = self.share.value() * pool.len() as f64;
        let kept = (exact - 1e-9).ceil() as usize;
        self.order.truncate(kept.max(1));
        Ok(())
    }

    fn pick(&self, _: &[Standing], rng: &mut Rng) -> usize {
        self.order[rng.index(self.order.len())] as usize
    }
}

/// What orders like a standing, whole numbers only, with the index to break ties: violation,
/// score turned around, index.
pub(crate) type Key = (i64, i64, u32);

/// Fills `order` with the indices of the pool from best to worst, ties by index. It sorts
/// `keys`, of which nothing else need be known: they compare much faster than standings
/// behind an index.
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

/// A whole number that orders as `f64::total_cmp` does: below 0 all bits but the sign count
/// the other way.
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
