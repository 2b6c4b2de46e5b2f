//! The settings of insertion and deletion.

use serde::{Deserialize, Serialize};

use crate::Rate;
use crate::defaults::tenths;

/// Inserts a random gene with a probability, then deletes a gene with the same probability, within the limits of the
/// length, and changes each gene as the usual mutation of the genome does. Every place is equally likely; the genes after
/// it move by one. For genomes of variable length alone.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InsertDelete {
    /// The probability that a gene is inserted, and that one is deleted.
    #[serde(default = "tenths::<Rate, 3>")]
    pub rate: Rate,
    /// The probability that a gene changes; default: 1 / length.
    pub gene_rate: Option<Rate>,
}

impl Default for InsertDelete {
    fn default() -> Self {
        Self { rate: tenths::<Rate, 3>(), gene_rate: None }
    }
}
