#![doc = include_str!("../README.md")]
//!
//! # What is in it
//!
//! 1. [`Picture`] holds [`Shape`]s in pixels and, for terminals, the same content as rows of
//!    [`Mark`]s (pieces of coloured text). [`Picture::beside`], [`Picture::stacked`] and
//!    [`Picture::captioned`] combine pictures; a [`Mosaic`] repeats tiles.
//! 2. [`export`] writes a picture or an animation in a [`Format`]. [`Picture::to_svg`],
//!    [`Picture::to_png`], [`Picture::to_text`], [`Animation::to_gif`] and
//!    [`Animation::to_apng`] write a single format.
//! 3. [`Animation`] is a list of [`Frame`]s: pictures with their durations.
//! 4. [`chart`] has line charts, bars, histograms, scatter plots and heat maps.
//! 5. [`theme`] is the palette, which [`Recolor`] replaces by colours of your own; [`Ramp`] is a
//!    colour map for numbers, [`Color`] an sRGB colour. [`Vision`] simulates colour vision
//!    deficiencies.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `picture.rs`, `shape.rs`, `mark.rs`, `animation.rs` | pictures and animations as plain data |
//! | `compose.rs`, `mosaic.rs` | pictures of pictures, and of tiles that occur many times |
//! | `theme.rs`, `color.rs`, `ramp.rs`, `recolor.rs`, `vision.rs` | colours |
//! | `format.rs` | the formats, and the export to each |
//! | `svg.rs`, `terminal.rs`, `raster.rs`, `png.rs`, `gif.rs`, `apng.rs` | one exporter each; pixels over `pixels.rs`, `palette.rs` and `patch.rs` |
//! | `font.rs`, `text.rs` | fonts, the width of texts, lines of text |
//! | `effort.rs` | when the watch is asked while something is drawn, by estimate and not by a clock |
//! | `chart/` | charts |

#![cfg_attr(
    not(feature = "pixels"),
    expect(dead_code, reason = "what pixels alone need")
)]

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
mod mark;
mod mosaic;
mod palette;
mod patch;
mod picture;
mod pixels;
mod png;
mod ramp;
mod raster;
mod recolor;
mod shape;
mod svg;
mod terminal;
mod text;
mod vision;

pub use animation::{Animation, Frame};
pub use color::Color;
pub use error::DrawError;
pub use format::{Format, export};
pub use mark::Mark;
pub use mosaic::Mosaic;
pub use picture::Picture;
pub use pixels::Pixels;
pub use ramp::Ramp;
pub use recolor::{Recolor, Replacement};
pub use shape::{Anchor, Point, Shape, Stroke};
pub use vision::Vision;
