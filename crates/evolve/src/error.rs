//! Errors of a search.

use crate::Limits;

/// Why a search cannot be started, continued or resumed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A rate outside 0 to 1.
    #[error("expected a rate from 0 to 1, found {0}")]
    Rate(f64),
    /// An empty range of integers.
    #[error("the range of gene {index} is empty: {low} to {high}")]
    EmptyRange {
        /// The index of the gene.
        index: usize,
        /// The lower end.
        low: i32,
        /// The upper end.
        high: i32,
    },
    /// A range of real numbers that is empty or whose ends or width are not finite.
    #[error("the range of gene {index} must be finite and not empty: {low} to {high}")]
    RealRange {
        /// The index of the gene.
        index: usize,
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
    /// Bounds with another number of ranges than a genome has genes.
    #[error("the bounds have {expected} ranges, but a genome has {found} genes")]
    Ranges {
        /// The number of ranges.
        expected: usize,
        /// The number of genes.
        found: usize,
    },
    /// A list of numbers that is not a permutation.
    #[error(
        "item {index} is {found}, but each number below {length} must occur exactly once"
    )]
    Permutation {
        /// The index of the first item that is too great or repeats another.
        index: usize,
        /// The item.
        found: u32,
        /// The number of items.
        length: usize,
    },
    /// A setting of a scheme or an operator that is outside its limits.
    #[error("{key}: expected {expected}, found {found}")]
    Setting {
        /// The name of the setting.
        key: &'static str,
        /// The limits.
        expected: Limits,
        /// The value of the setting.
        found: f64,
    },
    /// Settings of a scheme or an operator that do not work together or with the problem.
    #[error("{what}, found {found}")]
    Scheme {
        /// The requirement.
        what: &'static str,
        /// The value of the setting.
        found: f64,
    },
    /// Genomes to start with that do not work.
    #[error("{what}, found {found}")]
    Start {
        /// The requirement.
        what: &'static str,
        /// The number that does not meet it, or that of the genome, from 0.
        found: f64,
    },
    /// An objective that is not a number.
    #[error("an objective of genome {index} is not a number")]
    NotANumber {
        /// The index of the genome among those that were asked for; of one that the scheme itself
        /// evaluated, among the offspring.
        index: usize,
    },
    /// A violation that is negative or not a number.
    #[error("the violation of genome {index} must be 0 or more, found {found}")]
    Violation {
        /// The index of the genome among those that were asked for; of one that the scheme itself
        /// evaluated, among the offspring.
        index: usize,
        /// The violation.
        found: f64,
    },
    /// A negative score under roulette selection.
    #[error(
        "roulette selection needs objectives that are maximized and not negative, found {found}"
    )]
    Roulette {
        /// The first negative score; the score is the negated objective if it is minimized.
        found: f64,
    },
    /// A wrong number of evaluations, or a `tell` without `ask`.
    #[error("{expected} evaluations are expected, found {found}")]
    EvaluationCount {
        /// The number of genomes that await an evaluation.
        expected: usize,
        /// The number of evaluations.
        found: usize,
    },
    /// A budget of evaluations into which not even the first generation fits.
    #[error(
        "the first generation takes {needed} evaluations, more than the limit of {found}"
    )]
    Budget {
        /// The evaluations of the first generation.
        needed: u64,
        /// The limit.
        found: u64,
    },
    /// The watch cancelled the breeding of a generation.
    #[error("cancelled")]
    Cancelled,
    /// Genomes, or the state of a scheme, that cannot be written in postcard format or not be read
    /// again; the reason.
    #[error(
        "genomes and states must be readable in postcard format, which names no fields \
         (serde's flatten, tag and untagged do not work): {0}"
    )]
    Unwritable(String),
    /// Bytes that are not a checkpoint, or a damaged one.
    #[error("not a valid checkpoint: {0}")]
    Checkpoint(&'static str),
    /// A checkpoint of another version, problem or scheme.
    #[error("the checkpoint has the {what} {found}, expected {expected}")]
    Mismatch {
        /// Whether the version, the problem or the scheme differs.
        what: &'static str,
        /// The name in the checkpoint; of long names the surroundings of the first difference.
        found: String,
        /// The name of the search that is resumed.
        expected: String,
    },
}
