//! Individuals.

use serde::{Deserialize, Serialize};

use crate::Evaluation;

/// A genome with its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual<G, const M: usize = 1> {
    /// The genome.
    pub genome: G,
    /// Its evaluation.
    pub evaluation: Evaluation<M>,
}
