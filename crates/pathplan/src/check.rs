//! Whether a planner finds the lengths that a list of scenarios states.

use serde::{Deserialize, Serialize};
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
    pub max_ratio: f64,
    /// How long the queries took, in microseconds, from the shortest on.
    #[serde(skip)]
    pub times: Vec<f64>,
}

/// What came of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// How it ended.
    pub end: End,
    /// How long it took to plan, in microseconds; none where nothing was planned.
    pub micros: Option<f64>,
}

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// It starts or ends in a wall or off the map, or is for a map of another size.
    Invalid,
    /// No way was found.
    Unreachable,
    /// A path of this length was found.
    Length(f64),
}

impl Trial {
    /// Plans a scenario on a map of that size.
    pub fn of(
        planner: &mut dyn Planner,
        size: Size,
        scenario: &Scenario,
        stopwatch: Stopwatch<'_>,
    ) -> Self {
        let mut end = End::Invalid;
        if scenario.size != size && scenario.size != Size::new(0, 0) {
            return Self { end, micros: None };
        }
        let micros = stopwatch(&mut || {
            end = match planner.plan(scenario.start, scenario.goal, &()) {
                Err(_) => End::Invalid,
                Ok(None) => End::Unreachable,
                Ok(Some(route)) => End::Length(route.length),
            };
        });
        Self { end, micros: Some(micros) }
    }
}

impl Checked {
    /// What came of these scenarios.
    pub fn of<'a>(trials: impl IntoIterator<Item = (&'a Scenario, Trial)>) -> Self {
        let mut checked = Self { max_ratio: 1.0, ..Self::default() };
        for (scenario, Trial { end, micros }) in trials {
            checked.queries += 1;
            match end {
                End::Invalid => checked.invalid += 1,
                End::Unreachable => checked.unreachable += 1,
                End::Length(length) => checked.judge(length, scenario),
            }
            checked.times.extend(micros);
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
            self.max_ratio = self.max_ratio.max(length / scenario.length);
        } else {
            self.max_ratio = f64::INFINITY;
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
