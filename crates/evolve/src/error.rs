//! What can go wrong in a search.

/// Why a search cannot be set up, go on or be resumed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A rate outside 0 to 1.
    #[error("a rate lies between 0 and 1, found {0}")]
    Rate(f64),
    /// A range of integers whose end lies before its start.
    #[error("gene {index} has no value to take: its range is {low} to {high}")]
    EmptyRange {
        /// Which gene.
        index: usize,
        /// Its lower end.
        low: i32,
        /// Its upper end.
        high: i32,
    },
    /// A range of real numbers that is empty, or has an end that is not finite.
    #[error("gene {index} has no value to take: its range is {low} to {high}")]
    RealRange {
        /// Which gene.
        index: usize,
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// A scheme that cannot breed.
    #[error("{what}: {found}")]
    Scheme {
        /// What the scheme needs.
        what: &'static str,
        /// What it was given.
        found: f64,
    },
    /// An objective that is not a number.
    #[error("the objective of genome {index} is not a number")]
    NotANumber {
        /// Its place in what was asked.
        index: usize,
    },
    /// A violation that is negative or not a number.
    #[error("the violation of genome {index} must be 0 or more, found {found}")]
    Violation {
        /// Its place in what was asked.
        index: usize,
        /// What stood there.
        found: f64,
    },
    /// Roulette needs weights, and an objective below 0 is none.
    #[error("roulette needs objectives of 0 or more to be maximized, found {found}")]
    Roulette {
        /// The first one below 0, after turning a minimized objective around.
        found: f64,
    },
    /// `tell` without a matching `ask`.
    #[error("{expected} evaluations were asked for, {found} were told")]
    Told {
        /// How many genomes await an evaluation.
        expected: usize,
        /// How many evaluations came.
        found: usize,
    },
    /// The watch stopped the breeding of a generation.
    #[error("cancelled")]
    Cancelled,
    /// Bytes that are no checkpoint, or not a whole one.
    #[error("this is no whole checkpoint: {0}")]
    Checkpoint(&'static str),
    /// A checkpoint of something else.
    #[error("the checkpoint is of {what} {found}, this is {expected}")]
    Mismatch {
        /// What differs.
        what: &'static str,
        /// What the checkpoint says.
        found: String,
        /// What is here.
        expected: String,
    },
}
