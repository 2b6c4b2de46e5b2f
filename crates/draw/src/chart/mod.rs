//! Charts: line charts with bands, bars, histograms, scatter plots and heat maps.
//!
//! Each chart is a plain struct; its method `picture` draws it as a [`Picture`](crate::Picture),
//! which can be written as a file, shown in a terminal, placed beside a board or used as a frame
//! of an animation. Values that are not finite are not drawn; a chart without values says so.
//!
//! ```
//! use tilewright_draw::chart::{Lines, Series};
//! use tilewright_draw::theme;
//!
//! let chart = Lines {
//!     title: "Fitness by generation".to_owned(),
//!     x_label: "generation".to_owned(),
//!     y_label: "fitness".to_owned(),
//!     series: vec![Series {
//!         name: "best".to_owned(),
//!         color: theme::ACCENT,
//!         points: (0..50).map(|x| (f64::from(x), f64::from(x * x))).collect(),
//!     }],
//!     ..Lines::default()
//! };
//! println!("{}", chart.picture().to_text(true));
//! assert!(chart.picture().to_svg().contains("Fitness by generation"));
//! ```

mod bars;
mod bins;
mod canvas;
mod heatmap;
mod histogram;
mod lines;
mod number;
mod page;
mod plot;
mod reference_lines;
mod scale;
mod scatter;

pub use bars::Bars;
pub use heatmap::Heatmap;
pub use histogram::Histogram;
pub use lines::{Band, Lines, Series};
pub use scatter::Scatter;
