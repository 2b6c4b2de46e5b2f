//! Probabilities.

use std::fmt;

use serde::{Deserialize, Serialize};
use tilewright_grid::det;

use crate::Error;

/// A probability, from 0 to 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(into = "f64", try_from = "f64")]
pub struct Rate {
    value: f64,
    /// The natural logarithm of 1 − value, by which the gaps between hits are drawn.
    miss: f64,
}

impl Rate {
    /// Probability 0.
    pub const NEVER: Self = Self { value: 0.0, miss: 0.0 };
    /// Probability ½.
    pub const HALF: Self = Self { value: 0.5, miss: -std::f64::consts::LN_2 };
    /// Probability 1.
    pub const ALWAYS: Self = Self { value: 1.0, miss: f64::NEG_INFINITY };

    /// The probability of the given value.
    ///
    /// # Errors
    /// [`Error::Rate`] if it is below 0, above 1 or NaN.
    pub fn new(value: f64) -> Result<Self, Error> {
        if (0.0..=1.0).contains(&value) {
            Ok(Self { value, miss: det::ln(1.0 - value) })
        } else {
            Err(Error::Rate(value))
        }
    }

    /// The value.
    pub const fn value(self) -> f64 {
        self.value
    }

    /// The natural logarithm of 1 − value.
    pub(crate) const fn miss(self) -> f64 {
        self.miss
    }
}

impl fmt::Debug for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rate").field(&self.value).finish()
    }
}

impl From<Rate> for f64 {
    fn from(rate: Rate) -> Self {
        rate.value
    }
}

impl TryFrom<f64> for Rate {
    type Error = Error;

    fn try_from(value: f64) -> Result<Self, Error> {
        Self::new(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn constants_are_what_their_values_make() {
        for rate in [Rate::NEVER, Rate::HALF, Rate::ALWAYS] {
            assert_eq!(Rate::new(rate.value()), Ok(rate));
        }
    }
}
