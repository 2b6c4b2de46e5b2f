//! Charts: lines with ribbons, bars, histograms, scatters and heat maps.
//!
//! Each chart is a plain struct whose `picture` draws it. This is a small module of our own
//! because the chart crates that are still kept write SVG text: that could neither be said in
//! a terminal nor be placed beside a board or into an animation.
//!
//! Values that are not finite are never drawn, and a chart without values says so.

mod bars;
mod cells;
mod heatmap;
mod histogram;
mod levels;
mod lines;
mod number;
mod page;
mod plot;
mod scale;
mod scatter;

pub use bars::Bars;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
pub use lines::{Band, Lines, Series};
pub use scatter::Scatter;
