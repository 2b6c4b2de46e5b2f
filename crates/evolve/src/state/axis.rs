//! The range of a measure.

use serde::{Deserialize, Serialize};

use crate::defaults::whole;
use crate::{Error, Limits};

/// The range of a measure and the number of equal bins into which it is divided. Values outside
/// the range belong to the bin at its end. Of an archive of [cells](crate::Cells) the number
/// is 1, as no measure has bins of its own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The lower end.
    pub low: f64,
    /// The upper end, greater than the lower one.
    pub high: f64,
    /// The number of bins, at least 1.
    #[serde(default = "whole::<usize, 1>")]
    pub bins: usize,
}

impl Axis {
    /// The axis of a measure that does not matter: all its values belong to one bin.
    pub const UNBOUNDED: Self = Self::new(f64::NEG_INFINITY, f64::INFINITY, 1);

    /// The axis from `low` to `high` with this number of bins.
    pub const fn new(low: f64, high: f64, bins: usize) -> Self {
        Self { low, high, bins }
    }

    /// The bin of a value, from 0.
    pub fn bin(&self, value: f64) -> usize {
        let share = (value - self.low) / (self.high - self.low);
        // Casts take negative numbers to 0.
        ((share * self.bins as f64) as usize).min(self.bins - 1)
    }

    /// Checks the ends and the number of bins.
    ///
    /// # Errors
    /// If the ends are not finite or not in order, or there is no bin; [`UNBOUNDED`](Self::UNBOUNDED)
    /// passes.
    pub fn check(&self) -> Result<(), Error> {
        let Self { low, high, bins } = *self;
        if *self == Self::UNBOUNDED {
            return Ok(());
        }
        Limits::FINITE.check("low", low)?;
        Limits::Above(low).check("high", high)?;
        if !(high - low).is_finite() {
            let what = "the width of an axis must be finite";
            return Err(Error::Scheme { what, found: high - low });
        }
        Limits::Whole(1, usize::MAX).check("bins", bins as f64)
    }
}
