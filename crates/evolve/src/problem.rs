//! The problem that a search solves, and the evaluation of a genome.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Rng, Watch};

use crate::evaluate::{PendingGenomes, evaluate_each};
use crate::genome::has_same_length;
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

/// How expensive the evaluation of a genome is, which decides how the work is divided among
/// threads. The result does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A few microseconds at most: one thread breeds and evaluates all genomes of a generation.
    Quick,
    /// More: every thread takes one genome after the other.
    Slow,
}

/// An optimization problem whose evaluations have `M` values (default: one), each of which is
/// minimized, maximized or a measure.
///
/// ```
/// use tilewright_evolve::{Bounds, Direction, Evaluation, Problem};
/// use tilewright_grid::{Rng, Seed};
///
/// /// Four digits whose sum is as close to a target as possible.
/// struct DigitSum {
///     digits: Bounds,
///     target: i32,
/// }
///
/// impl Problem for DigitSum {
///     type Genome = Vec<i32>;
///
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Minimize]
///     }
///     fn random(&self, rng: &mut Rng) -> Vec<i32> {
///         self.digits.random(rng)
///     }
///     fn evaluate(&self, genome: &Vec<i32>) -> Evaluation {
///         let sum: i32 = genome.iter().sum();
///         Evaluation::feasible([f64::from(self.target.abs_diff(sum))])
///     }
///     fn fingerprint(&self) -> String {
///         format!("digit sum {}", self.target)
///     }
/// }
///
/// let problem = DigitSum { digits: Bounds::new([0..=9, 0..=9, 0..=9, 0..=9])?, target: 17 };
/// assert_eq!(problem.evaluate(&vec![9, 8, 0, 2]).objectives, [2.0]);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
pub trait Problem<const M: usize = 1>: Sync {
    /// The type of candidate solutions. Equal genomes are the same solution.
    type Genome: Clone + PartialEq + Send + Sync + 'static;

    /// The direction of each value of an evaluation.
    fn objectives(&self) -> [Direction; M];

    /// Draws a genome for the first generation.
    fn random(&self, rng: &mut Rng) -> Self::Genome;

    /// Evaluates a genome. The result may depend on nothing but the genome.
    fn evaluate(&self, genome: &Self::Genome) -> Evaluation<M>;

    /// Evaluates all genomes of a generation that await it, in their order. Default: each by
    /// itself, as [`evaluate_each`] does it. Override it where a batch is faster than its parts,
    /// for example for a table that all genomes share or for a server. It adds the evaluations to
    /// the list, which is empty.
    ///
    /// # Errors
    /// [`Error::Cancelled`] if the watch cancels it; the generation is then discarded.
    fn evaluate_all(
        &self,
        pending: PendingGenomes<'_, Self::Genome>,
        watch: &dyn Watch,
        evaluations: &mut Vec<Evaluation<M>>,
    ) -> Result<(), Error> {
        evaluate_each(self, pending, watch, evaluations)
    }

    /// How expensive an evaluation is. Default: slow.
    fn cost(&self) -> Cost {
        Cost::Slow
    }

    /// The distance of two genomes, from 0 (equal) to 1, from which the diversity of an
    /// [`Event`](crate::Event) is computed. Default: 0 for equal genomes, else 1.
    fn distance(&self, a: &Self::Genome, b: &Self::Genome) -> f64 {
        f64::from(u8::from(a != b))
    }

    /// Whether a genome that was given to start with or read from a checkpoint is one of this
    /// problem, so that it can be evaluated and crossed with a random one, the sample. Default:
    /// bit strings and permutations must have the length of the sample; of other genomes the
    /// operators check what they need. Override it where genomes of other types must have a
    /// certain form, or where bit strings may have several lengths.
    fn accepts(&self, genome: &Self::Genome, sample: &Self::Genome) -> bool {
        has_same_length(genome, sample)
    }

    /// The name of the problem in checkpoints, with all its settings: a checkpoint is resumed only
    /// with a problem of the same name, since its evaluations mean nothing for another one.
    fn fingerprint(&self) -> String;
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
