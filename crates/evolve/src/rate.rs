//! Probabilities.

use serde::{Deserialize, Serialize};

use crate::Error;

/// A probability, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(into = "f64", try_from = "f64")]
pub struct Rate(f64);

impl Rate {
    /// Probability 0.
    pub const NEVER: Self = Self(0.0);
    /// Probability ½.
    pub const HALF: Self = Self(0.5);
    /// Probability 1.
    pub const ALWAYS: Self = Self(1.0);

    /// The probability of the given value.
    ///
    /// # Errors
    /// [`Error::Rate`] if it is below 0, above 1 or NaN.
    pub const fn new(value: f64) -> Result<Self, Error> {
        if value >= 0.0 && value <= 1.0 {
            Ok(Self(value))
        } else {
            Err(Error::Rate(value))
        }
    }

    /// The value.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl From<Rate> for f64 {
    fn from(rate: Rate) -> Self {
        rate.0
    }
}

impl TryFrom<f64> for Rate {
    type Error = Error;

    fn try_from(value: f64) -> Result<Self, Error> {
        Self::new(value)
    }
}
