//! Whether a planner finds the lengths that a list of scenarios states.

use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_formats::movingai::Scenario;
use tilewright_grid::Size;

use crate::compare::Stopwatch;
use crate::planners::Planner;

/// How far a length may be off at least: lists print 5 decimals, or 6 digits.
const TOLERANCE: f64 = 1e-4;

/// How a planner did on a list of scenarios.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Checked {
    /// How many scenarios there are.
    pub queries: u64,
    /// How many paths are as long as stated, within 1e-4 or one unit of the last digit that the
    /// list prints.
    pub optimal: u64,
    /// To how many goals no way was found.
    pub unreachable: u64,
    /// How many start or end in a wall or off the map, or are for a map of another size.
    pub invalid: u64,
    /// The greatest ratio of a path found and the length stated; 1 when all are as stated.
    pub worst_ratio: f64,
    /// How long the queries took, in microseconds, from the shortest on.
    #[serde(skip)]
    pub times: Vec<f64>,
}

impl Checked {
    /// Plans every scenario of a list, until `watch`, which is asked after each, breaks.
    pub fn of(
        planner: &mut dyn Planner,
        size: Size,
        scenarios: &[Scenario],
        stopwatch: Stopwatch<'_>,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let mut checked = Self { worst_ratio: 1.0, ..Self::default() };
        for scenario in scenarios {
            if checked.queries > 0 && watch().is_break() {
                break;
            }
            checked.queries += 1;
            if scenario.size != size && scenario.size != Size::new(0, 0) {
                checked.invalid += 1;
                continue;
            }
            let mut length = None;
            let micros = stopwatch(&mut || {
                let found = planner.plan(scenario.start, scenario.goal, &());
                length = found.ok().map(|route| route.map(|route| route.length));
            });
            match length {
                None => checked.invalid += 1,
                Some(None) => checked.unreachable += 1,
                Some(Some(length)) => checked.judge(length, scenario),
            }
            checked.times.push(micros);
        }
        checked.times.sort_by(f64::total_cmp);
        checked
    }

    fn judge(&mut self, length: f64, scenario: &Scenario) {
        let off = (length - scenario.length).abs();
        // A hair more, for what rounding the decimal number to binary adds.
        if off <= scenario.unit.max(TOLERANCE) * (1.0 + 1e-9) {
            self.optimal += 1;
        } else if scenario.length > 0.0 {
            self.worst_ratio = self.worst_ratio.max(length / scenario.length);
        } else {
            self.worst_ratio = f64::INFINITY;
        }
    }

    /// Whether every path is as long as stated.
    pub const fn is_optimal(&self) -> bool {
        self.optimal == self.queries
    }
}

/// The value that this share of sorted values does not exceed; 0 of none.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).wrapping_sub(1)).copied().unwrap_or(0.0)
}
