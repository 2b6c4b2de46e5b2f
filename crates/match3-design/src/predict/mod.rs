//! Models that predict how many swaps a level takes, without playing it.
//!
//! A [`Model`] is fitted to levels that a bot played, by [`fit_levels`]. Its features are the lost potential by kind, as in the article, or those
//! of a mean field ([`field`]) of the board after some swaps; see [`Method`].

mod aims;
mod calibrate;
mod compose;
mod draws;
mod estimate;
mod features;
mod field;
mod fit;
mod general;
mod guide;
mod hunt;
mod kinds;
mod left_out;
mod method;
mod mixed;
mod model;
mod parts;
mod prediction;
mod process;
mod ready;
mod ridge;
mod shape;
mod special;
mod spread;
mod streams;
mod tap_part;
mod taps;

pub use calibrate::{Calibration, MeanSwaps, fit_levels, play_levels};
#[cfg(feature = "pictures")]
pub(crate) use fit::Pair;
pub use fit::{Fit, spearman};
pub use guide::{Guide, win_rate};
pub(crate) use guide::{last, shares};
pub use kinds::usual_kinds;
pub use left_out::leave_one_out;
pub use method::Method;
pub use model::{Model, ModelError};
pub use prediction::Prediction;
pub(crate) use process::{Point, Process};
