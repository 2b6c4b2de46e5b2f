//! The problem that a search solves, and the evaluation of a genome.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

/// Whether an objective is minimized or maximized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Smaller is better.
    Minimize,
    /// Larger is better.
    Maximize,
}

/// An optimization problem with `M` objectives (default: one).
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
    type Genome: Clone + PartialEq + Send + Sync;

    /// The direction of each objective.
    fn objectives(&self) -> [Direction; M];

    /// Draws a genome for the first generation.
    fn random(&self, rng: &mut Rng) -> Self::Genome;

    /// Evaluates a genome. The result may depend on nothing but the genome.
    fn evaluate(&self, genome: &Self::Genome) -> Evaluation<M>;

    /// Whether evaluating a generation on one thread is faster than dividing it among several.
    /// Default: false.
    fn is_quick(&self) -> bool {
        false
    }

    /// The distance of two genomes, from 0 (equal) to 1, from which the diversity of an
    /// [`Event`](crate::Event) is computed. Default: 0 for equal genomes, else 1.
    fn distance(&self, a: &Self::Genome, b: &Self::Genome) -> f64 {
        f64::from(u8::from(a != b))
    }

    /// The name of the problem in checkpoints, which should include its settings: a checkpoint
    /// is resumed only with a problem of the same name. Default: the name of the type.
    fn fingerprint(&self) -> String {
        std::any::type_name::<Self>().to_owned()
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

/// The rank of a genome under one objective: a smaller violation is better, then a greater score
/// (Deb, 2000).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The violation of the evaluation.
    pub violation: f64,
    /// The objective, negated if it is minimized: greater is better.
    pub score: f64,
}

impl Standing {
    /// The standing of an evaluation with one objective.
    pub fn new(evaluation: &Evaluation, direction: Direction) -> Self {
        let [objective] = evaluation.objectives;
        let score = match direction {
            Direction::Maximize => objective,
            Direction::Minimize => -objective,
        };
        // Adding 0 turns −0 into 0, so that the two tie.
        Self { violation: evaluation.violation + 0.0, score: score + 0.0 }
    }

    /// `Less` if this standing is better, `Equal` for a tie.
    pub fn compare(&self, other: &Self) -> Ordering {
        (self.violation.total_cmp(&other.violation))
            .then_with(|| other.score.total_cmp(&self.score))
    }

    /// Whether this standing is strictly better.
    pub fn beats(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Less
    }
}
