//! Sums over the runs of a planner.

use std::collections::BTreeMap;

use tilewright_grid::det;

use super::Run;
use crate::planners::astar::ROUNDING;

/// Sums over the runs of a planner.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) runs: u64,
    pub(super) optimal: u64,
    /// The sum of the ratios of cost to cheapest cost.
    pub(super) ratio: f64,
    pub(super) evaluations: u64,
    pub(super) times: Times,
}

impl Tally {
    /// Adds a run on an instance whose cheapest path has this cost.
    pub(super) fn add(&mut self, run: &Run, optimum: f64) {
        let cost = run.cost.unwrap_or(f64::INFINITY);
        self.runs += 1;
        let is_optimal = cost <= optimum + ROUNDING * (1.0 + optimum);
        self.optimal += u64::from(is_optimal);
        self.ratio += if optimum > 0.0 { cost / optimum } else { 1.0 };
        self.evaluations += run.evaluations;
        self.times.add(run.micros);
    }
}

/// The number of buckets per factor of e.
const STEPS: f64 = 1000.0;

/// A histogram of times in microseconds, with logarithmic buckets: accurate to 0.05 %, and small
/// even for millions of times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times(BTreeMap<i32, u64>);

impl Times {
    /// Adds a time.
    pub fn add(&mut self, micros: f64) {
        // No clock resolves less than a nanosecond.
        let step = (det::ln(micros.max(1e-3)) * STEPS).round();
        *self.0.entry(step as i32).or_default() += 1;
    }

    /// The quantile of the times for a share from 0 to 1; 0 if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        let count: u64 = self.0.values().sum();
        let rank = ((share * count as f64).ceil() as u64).max(1);
        let mut passed = 0;
        let step = self.0.iter().find(|&(_, &count)| {
            passed += count;
            passed >= rank
        });
        step.map_or(0.0, |(&step, _)| det::exp(f64::from(step) / STEPS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_accurate_to_a_thousandth() {
        let mut times = Times::default();
        assert_eq!(times.quantile(0.5).to_bits(), 0.0_f64.to_bits());
        (1..=1001).for_each(|micros| times.add(f64::from(micros)));
        for (share, expected) in [(0.0, 1.0), (0.5, 501.0), (1.0, 1001.0)] {
            let found = times.quantile(share);
            assert!((found / expected - 1.0).abs() < 1e-3, "{share}: {found}");
        }
    }
}
