//! The evaluation of a genome, and what is wanted of its values.

use serde::{Deserialize, Serialize};

use crate::{Error, Standing};

/// Whether an objective is minimized or maximized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Smaller is better.
    Minimize,
    /// Larger is better.
    Maximize,
    /// No value is better than another: a measure by which an archive of elites is divided into
    /// bins, as [`MapElites`](crate::MapElites) needs it. All other schemes ignore it.
    Measure,
}

impl Direction {
    /// The value as a score, of which greater is better. Adding 0 turns −0 into 0, so that the two
    /// tie. The score of a measure is its negated value, so that the smallest one comes first.
    #[inline]
    pub(crate) fn score(self, value: f64) -> f64 {
        match self {
            Self::Maximize => value + 0.0,
            Self::Minimize | Self::Measure => -value + 0.0,
        }
    }

    /// Whether the objective is minimized or maximized.
    pub(crate) const fn is_optimized(self) -> bool {
        !matches!(self, Self::Measure)
    }
}

/// The objectives and the constraint violation of a genome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<f64>", try_from = "Vec<f64>")]
pub struct Evaluation<const M: usize = 1> {
    /// The values of the objectives. They must not be NaN; infinities are allowed.
    pub objectives: [f64; M],
    /// The constraint violation: 0 for a feasible genome, greater for a worse one.
    pub violation: f64,
}

impl<const M: usize> Evaluation<M> {
    /// The evaluation of a feasible genome: one that violates no constraint.
    pub const fn feasible(objectives: [f64; M]) -> Self {
        Self { objectives, violation: 0.0 }
    }

    /// Checks that no objective is NaN and that the violation is 0 or more. Errors name the index
    /// of the genome.
    #[inline]
    pub(crate) fn check(&self, index: usize) -> Result<(), Error> {
        if self.objectives.iter().any(|value| value.is_nan()) {
            return Err(Error::NotANumber { index });
        }
        if self.violation.is_nan() || self.violation < 0.0 {
            return Err(Error::Violation { index, found: self.violation });
        }
        Ok(())
    }

    /// Whether no constraint is violated.
    pub fn is_feasible(&self) -> bool {
        self.violation <= 0.0
    }
}

impl<const M: usize> From<Evaluation<M>> for Vec<f64> {
    fn from(evaluation: Evaluation<M>) -> Self {
        let mut values = evaluation.objectives.to_vec();
        values.push(evaluation.violation);
        values
    }
}

impl<const M: usize> TryFrom<Vec<f64>> for Evaluation<M> {
    type Error = &'static str;

    fn try_from(mut values: Vec<f64>) -> Result<Self, Self::Error> {
        let violation = values.pop().ok_or("the evaluation has no violation")?;
        let objectives = values
            .try_into()
            .map_err(|_| "the evaluation has a wrong number of objectives")?;
        Ok(Self { objectives, violation })
    }
}

/// The directions of all values, and which one is optimized if it is the only one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aims<const M: usize> {
    pub(crate) directions: [Direction; M],
    pub(crate) single: Option<usize>,
}

impl<const M: usize> Aims<M> {
    pub(crate) fn new(directions: [Direction; M]) -> Self {
        let mut optimized = (0..M).filter(|&at| directions[at].is_optimized());
        let single = optimized.next().filter(|_| optimized.next().is_none());
        Self { directions, single }
    }

    /// The standing of an evaluation; with several objectives, that of its violation alone.
    #[inline]
    pub(crate) fn standing(&self, evaluation: &Evaluation<M>) -> Standing {
        let score = self
            .single
            .map_or(0.0, |at| self.directions[at].score(evaluation.objectives[at]));
        Standing::new(evaluation.violation, score)
    }
}
