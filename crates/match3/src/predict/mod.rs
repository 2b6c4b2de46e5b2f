//! How many swaps a level takes, said without playing it.
//!
//! A [`Model`] is fitted to levels that were played, by [`calibrate`], or to games of people,
//! by [`fit_plays`]. Two methods: the article's ([`Method::Article`]), and ours, whose
//! features come from a mean field ([`field`]) of the board after some swaps.

mod calibrate;
mod features;
mod field;
mod fit;
mod guide;
mod mixed;
mod model;
mod people;
mod process;
mod ready;
mod ridge;

pub use calibrate::{Calibration, Played, calibrate, fit_levels, play_levels};
#[cfg(feature = "pictures")]
pub(crate) use fit::Pair;
pub use fit::{Fit, spearman};
pub use guide::Guide;
pub(crate) use guide::{last, shares};
pub use model::{Method, Model, ModelError, Source};
pub use people::{PlaysError, fit_plays, leave_one_out};
pub(crate) use process::{Point, Process};
