//! What the runs of a comparison came to, as numbers that can be kept in a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tilewright_grid::det;

use crate::planners::astar::ROUNDING;

/// Where a comparison stands: how many of its runs are done, in their order, and what they came
/// to, planner by planner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    done: u64,
    rows: Vec<Tally>,
}

impl State {
    pub(super) fn new(rows: usize) -> Self {
        Self { done: 0, rows: vec![Tally::default(); rows] }
    }

    /// How many runs are done.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// What the runs of each planner came to, A* first.
    pub(super) fn rows(&self) -> &[Tally] {
        &self.rows
    }

    /// Whether it can be that of a comparison of so many rows and runs in each.
    pub(super) fn fits(&self, rows: usize, row_runs: u64) -> bool {
        let mut left = self.done;
        let is_due = |tally: &Tally| {
            let due = left.min(row_runs);
            left -= due;
            let timed: Option<u64> = tally
                .times
                .0
                .values()
                .try_fold(0_u64, |sum, &count| sum.checked_add(count));
            tally.runs == due && tally.optimal <= due && timed == Some(due)
        };
        self.rows.len() == rows && self.rows.iter().all(is_due) && left == 0
    }

    /// Counts a run of the planner of a row, the next in order.
    pub(super) fn add(
        &mut self,
        row: usize,
        cost: f64,
        optimum: f64,
        judged: u64,
        micros: f64,
    ) {
        let tally = &mut self.rows[row];
        tally.runs += 1;
        let is_optimal = cost <= optimum + ROUNDING * (1.0 + optimum);
        tally.optimal += u64::from(is_optimal);
        tally.ratio += if optimum > 0.0 { cost / optimum } else { 1.0 };
        tally.judged += judged;
        tally.times.add(micros);
        self.done += 1;
    }
}

/// What the runs of a planner came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) runs: u64,
    pub(super) optimal: u64,
    /// The sum of costs over the least cost.
    pub(super) ratio: f64,
    pub(super) judged: u64,
    pub(super) times: Times,
}

/// How many steps of times a factor of e has.
const STEPS: f64 = 1000.0;

/// Times in microseconds, each told to 0.05 %, so that millions take little room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Times(BTreeMap<i32, u64>);

impl Times {
    /// Adds a time.
    pub fn add(&mut self, micros: f64) {
        // A nanosecond is the least that any clock tells.
        let step = (det::ln(micros.max(1e-3)) * STEPS).round();
        *self.0.entry(step as i32).or_default() += 1;
    }

    /// The time that this share of them does not exceed; 0 of none.
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
    fn times_are_told_to_a_thousandth() {
        let mut times = Times::default();
        assert_eq!(times.quantile(0.5).to_bits(), 0.0_f64.to_bits());
        (1..=1001).for_each(|micros| times.add(f64::from(micros)));
        for (share, expected) in [(0.0, 1.0), (0.5, 501.0), (1.0, 1001.0)] {
            let found = times.quantile(share);
            assert!((found / expected - 1.0).abs() < 1e-3, "{share}: {found}");
        }
    }

    #[test]
    fn a_state_of_other_runs_does_not_fit() {
        let mut state = State::new(2);
        for row in [0, 0, 1] {
            state.add(row, 3.0, 2.0, 1, 1.0);
        }
        assert!(state.fits(2, 2));
        assert!(!state.fits(2, 1) && !state.fits(2, 3) && !state.fits(3, 2));
        let mut damaged = state.clone();
        damaged.done = u64::MAX;
        assert!(!damaged.fits(2, 2));
        damaged = state;
        damaged.rows[0].times = Times(BTreeMap::from([(0, u64::MAX), (1, 3)]));
        assert!(!damaged.fits(2, 2));
    }
}
