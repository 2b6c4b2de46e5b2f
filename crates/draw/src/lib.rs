//! A picture as plain data, and its exporters: SVG, PNG, GIF, APNG, terminal; charts.
//!
//! A game describes what it shows as a [`Picture`]: a few shapes in pixel units, and beside
//! them the same thing said in characters. This crate turns that into files and text. It knows
//! no game, reads no file, prints nothing, and yields the same bytes on every run.
//!
//! ```
//! use tilewright_draw::{Color, Format, Picture, Point, Shape, export, theme};
//!
//! let mut board = Picture::new(64.0, 64.0, "one gem");
//! board.push(Shape::Circle {
//!     center: Point::new(32.0, 32.0),
//!     radius: 24.0,
//!     fill: Some(theme::ACCENT),
//!     stroke: None,
//! });
//! assert!(board.to_svg().contains("<title>one gem</title>"));
//! let file = export(&board, None, Format::Png, &())?;
//! assert_eq!(&file[1..4], b"PNG");
//! # Ok::<(), tilewright_draw::DrawError>(())
//! ```

pub mod chart;
pub mod theme;

mod animation;
mod apng;
mod color;
mod compose;
mod effort;
mod error;
mod font;
mod format;
mod gif;
mod lettering;
mod mark;
mod palette;
mod patch;
mod picture;
mod png;
mod ramp;
mod raster;
mod recolor;
mod shape;
mod svg;
mod terminal;

pub use animation::{Animation, Frame};
pub use color::Color;
pub use error::DrawError;
pub use format::{Format, export};
pub use mark::Mark;
pub use picture::Picture;
pub use ramp::Ramp;
pub use recolor::{Recolor, Replacement};
pub use shape::{Anchor, Point, Shape, Stroke};

/// The example of the package's first page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct FirstPage;
