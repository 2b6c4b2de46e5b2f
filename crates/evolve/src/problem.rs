//! What is searched: how to draw a genome, how to judge one.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

/// Which end of an objective is the good one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Smaller is better.
    Minimize,
    /// Larger is better.
    Maximize,
}

/// What is searched, with `M` objectives (one unless said otherwise).
pub trait Problem<const M: usize = 1>: Sync {
    /// A candidate. Equal genomes are the same candidate.
    type Genome: Clone + PartialEq + Send + Sync;

    /// For each objective whether it is minimised or maximised.
    fn objectives(&self) -> [Direction; M];

    /// Draws a genome for the first generation.
    fn random(&self, rng: &mut Rng) -> Self::Genome;

    /// Judges a genome. The same genome must get the same evaluation, on any thread.
    fn evaluate(&self, genome: &Self::Genome) -> Evaluation<M>;

    /// Whether judging a generation takes so little time that sharing it among threads would
    /// take more. False unless said otherwise.
    fn is_quick(&self) -> bool {
        false
    }

    /// How far apart two genomes are, from 0 (equal) to 1. It feeds the diversity of an
    /// [`Event`](crate::Event) and nothing else; 0 or 1 by equality unless said otherwise.
    fn distance(&self, a: &Self::Genome, b: &Self::Genome) -> f64 {
        f64::from(u8::from(a != b))
    }

    /// A name that tells this problem from any other. A checkpoint carries it and is refused
    /// by a problem of another name. The type's name unless said otherwise; a problem with
    /// settings should put them into it.
    fn fingerprint(&self) -> String {
        std::any::type_name::<Self>().to_owned()
    }
}

/// The judgement of one genome.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<f64>", try_from = "Vec<f64>")]
pub struct Evaluation<const M: usize = 1> {
    /// One value an objective. Not NaN; infinities are allowed.
    pub objectives: [f64; M],
    /// How badly the constraints are broken: 0 for a feasible genome, more when worse.
    pub violation: f64,
}

impl<const M: usize> Evaluation<M> {
    /// The evaluation of a genome that breaks no constraint.
    pub const fn feasible(objectives: [f64; M]) -> Self {
        Self { objectives, violation: 0.0 }
    }

    /// Whether no constraint is broken.
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
        let violation = values.pop().ok_or("an evaluation without a violation")?;
        let objectives = values
            .try_into()
            .map_err(|_| "an evaluation with another number of objectives")?;
        Ok(Self { objectives, violation })
    }
}

/// How a genome stands among others under one objective, whichever end is the good one.
///
/// A smaller violation comes first, then a greater score (Deb, 2000). What compares `Less`
/// is better.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The violation of the evaluation.
    pub violation: f64,
    /// The objective, its sign turned when it is minimised: larger is better.
    pub score: f64,
}

impl Standing {
    /// The standing of an evaluation under its one objective.
    pub fn new(evaluation: &Evaluation, direction: Direction) -> Self {
        let [objective] = evaluation.objectives;
        let score = match direction {
            Direction::Maximize => objective,
            Direction::Minimize => -objective,
        };
        // Adding 0 makes −0 a 0, so that the two tie.
        Self { violation: evaluation.violation + 0.0, score: score + 0.0 }
    }

    /// `Less` when this one is better, `Equal` on a tie.
    pub fn compare(&self, other: &Self) -> Ordering {
        (self.violation.total_cmp(&other.violation))
            .then_with(|| other.score.total_cmp(&self.score))
    }

    /// Whether this one is strictly better.
    pub fn beats(&self, other: &Self) -> bool {
        self.compare(other) == Ordering::Less
    }
}
