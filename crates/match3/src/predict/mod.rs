//! How many swaps a level takes, said without playing it.
//!
//! A [`Model`] is fitted to levels that were played, by [`calibrate`], or to games of people,
//! by [`fit_plays`]. Two methods: the article's ([`Method::Article`]), and ours, whose
//! features come from a mean field ([`field`]) of the board after some swaps.

mod calibrate;
mod features;
mod field;
mod fit;
mod model;
mod people;
mod ready;
mod ridge;

pub use calibrate::{Calibration, calibrate};
#[cfg(feature = "pictures")]
pub(crate) use fit::Pair;
pub use fit::{Fit, spearman};
pub use model::{Method, Model, ModelError, Source};
pub use people::{PlaysError, fit_plays, leave_one_out};
