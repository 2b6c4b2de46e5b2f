//! Checks of planners against the optimal lengths of benchmark scenarios.
//!
//! ```
//! use tilewright_formats::movingai;
//! use tilewright_pathplan::check::{CheckSummary, Trial};
//! use tilewright_pathplan::planners::Jps;
//! use tilewright_pathplan::{Graph, Map, Steps};
//!
//! let map: Map = "...\n.#.\n...\n".parse()?;
//! let list = "version 1\n0\tring.map\t3\t3\t0\t0\t2\t2\t4.0\n";
//! let scenarios = movingai::scenarios(list)?;
//! let graph = Graph::new(&map, Steps::EIGHT);
//! let mut jps = Jps::new(&graph)?;
//! let mut untimed = |plan: &mut dyn FnMut()| {
//!     plan();
//!     0.0
//! };
//! let trial = |scenario| (scenario, Trial::of(&mut jps, map.size(), scenario, &mut untimed));
//! let summary = CheckSummary::of(scenarios.iter().map(trial));
//! assert!(summary.is_optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use serde::{Deserialize, Serialize};
use tilewright_formats::movingai::Scenario;
use tilewright_grid::Size;

use crate::planners::{Planner, Stopwatch};

/// The smallest tolerance of a length: lists have 5 decimals, or 6 digits.
const TOLERANCE: f64 = 1e-4;

/// The results of a planner on a list of scenarios.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CheckSummary {
    /// The number of scenarios.
    pub queries: u64,
    /// The number of paths of the stated length, within 1e-4 or one unit of the last printed digit.
    pub optimal: u64,
    /// The number of scenarios without a path.
    pub unreachable: u64,
    /// The number of scenarios whose start or goal is outside the map or not walkable, or that
    /// are for a map of another size.
    pub invalid: u64,
    /// The largest ratio of the found length to the stated one; 1 if all are as stated.
    pub max_ratio: f64,
    /// The times of the queries in microseconds, in ascending order.
    #[serde(skip)]
    pub times: Vec<f64>,
}

/// The result of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// The outcome.
    pub end: TrialOutcome,
    /// The time of the query in microseconds; none if nothing was planned.
    pub micros: Option<f64>,
}

/// The outcome of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TrialOutcome {
    /// The start or the goal is outside the map or not walkable, or the scenario is for a map of
    /// another size.
    Invalid,
    /// No path was found.
    Unreachable,
    /// A path of this length was found.
    Length(f64),
}

impl Trial {
    /// Plans a scenario on a map of this size.
    pub fn of(
        planner: &mut dyn Planner,
        size: Size,
        scenario: &Scenario,
        stopwatch: Stopwatch<'_>,
    ) -> Self {
        let mut end = TrialOutcome::Invalid;
        if scenario.size != size && scenario.size != Size::new(0, 0) {
            return Self { end, micros: None };
        }

        // Only the planning is timed, not the reading of its result.
        let micros = stopwatch(&mut || {
            end = match planner.plan(scenario.start, scenario.goal, &()) {
                Err(_) => TrialOutcome::Invalid,
                Ok(None) => TrialOutcome::Unreachable,
                Ok(Some(route)) => TrialOutcome::Length(route.length),
            };
        });

        Self { end, micros: Some(micros) }
    }
}

impl CheckSummary {
    /// The summary of these scenarios and their results.
    pub fn of<'a>(trials: impl IntoIterator<Item = (&'a Scenario, Trial)>) -> Self {
        let mut checked = Self { max_ratio: 1.0, ..Self::default() };
        for (scenario, Trial { end, micros }) in trials {
            checked.queries += 1;
            match end {
                TrialOutcome::Invalid => checked.invalid += 1,
                TrialOutcome::Unreachable => checked.unreachable += 1,
                TrialOutcome::Length(length) => checked.judge(length, scenario),
            }

            checked.times.extend(micros);
        }

        checked.times.sort_by(f64::total_cmp);
        checked
    }

    fn judge(&mut self, length: f64, scenario: &Scenario) {
        let error = (length - scenario.length).abs();
        // A small margin for rounding the decimal number to binary.
        if error <= scenario.unit.max(TOLERANCE) * (1.0 + 1e-9) {
            self.optimal += 1;
        } else if scenario.length > 0.0 {
            self.max_ratio = self.max_ratio.max(length / scenario.length);
        } else {
            self.max_ratio = f64::INFINITY;
        }
    }

    /// Whether every path has the stated length.
    pub const fn is_optimal(&self) -> bool {
        self.optimal == self.queries
    }
}

/// The quantile of sorted values for a share from 0 to 1; 0 if there are none.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted.get(rank.min(sorted.len()).wrapping_sub(1)).copied().unwrap_or(0.0)
}
