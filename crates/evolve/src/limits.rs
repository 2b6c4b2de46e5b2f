//! The values that settings may have.

use std::fmt;

use crate::Error;

/// The finite numbers that a setting may be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Limits {
    /// Whole numbers from the first one to the second one, which is that of all if it is the greatest.
    Whole(usize, usize),
    /// Numbers from the first one to the second one; infinite ones are no ends.
    Real(f64, f64),
    /// Numbers above this one.
    Above(f64),
}

impl Limits {
    /// All finite numbers.
    pub(crate) const FINITE: Self = Self::Real(f64::NEG_INFINITY, f64::INFINITY);

    /// Checks the value of a setting.
    pub(crate) fn check(self, key: &'static str, found: f64) -> Result<(), Error> {
        let is_allowed = match self {
            Self::Whole(low, high) => low as f64 <= found && found <= high as f64,
            Self::Real(low, high) => low <= found && found <= high,
            Self::Above(low) => low < found,
        };
        if is_allowed && found.is_finite() {
            return Ok(());
        }
        Err(Error::Setting { key, expected: self, found })
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Whole(low, usize::MAX) => write!(f, "a whole number from {low}"),
            Self::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
            Self::FINITE => write!(f, "a finite number"),
            Self::Real(low, f64::INFINITY) => write!(f, "a number from {low}"),
            Self::Real(low, high) => write!(f, "a number from {low} to {high}"),
            Self::Above(low) => write!(f, "a number above {low}"),
        }
    }
}
