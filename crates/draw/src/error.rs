//! Errors of exporting a picture.

use crate::theme;

/// Why a picture could not be exported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The extension of a file name is not that of a known format.
    #[error("unknown picture format, expected .svg, .png, .gif or .apng: {found}")]
    Extension {
        /// The extension, or that there is none.
        found: String,
    },
    /// The width or the height is not a positive number.
    #[error("the picture has the size {width} × {height}: both must be positive")]
    Size {
        /// The picture's width.
        width: f64,
        /// The picture's height.
        height: f64,
    },
    /// A text does not name a colour and the one that replaces it.
    #[error(
        "expected a replacement of a colour such as blue=#264653, found `{0}`; the names are {names}, \
         and any other colour is written as #RRGGBB",
        names = theme::NAMED.map(|(name, _)| name).join(", ")
    )]
    Replacement(String),
    /// The picture has too many pixels.
    #[error(
        "{pixels} pixels are too many: the limit is {limit}, use SVG or a smaller size"
    )]
    Pixels {
        /// The pixels of the picture, or of all changed rectangles of the animation.
        pixels: u64,
        /// The limit.
        limit: u64,
    },
    /// The picture is too wide or too high for a GIF file.
    #[error(
        "the side of {side} pixels is too long for GIF: the limit is {limit}, use APNG or a \
         smaller size"
    )]
    Side {
        /// The width or height in pixels.
        side: u32,
        /// The limit.
        limit: u32,
    },
    /// An animation without frames.
    #[error("the animation has no frames")]
    NoFrames,
    /// The watch cancelled the work.
    #[error("cancelled")]
    Cancelled,
    /// The rasteriser rejected the picture.
    #[cfg(feature = "pixels")]
    #[error("the picture cannot be rasterised")]
    Raster(#[from] resvg::usvg::Error),
    /// The program was compiled without the feature `pixels`.
    #[error("pictures are written as SVG only here, not as pixels")]
    NoPixels,
    /// The PNG encoder failed.
    #[error("the picture cannot be encoded as PNG")]
    Png(#[from] png::EncodingError),
    /// The GIF encoder failed.
    #[error("the animation cannot be encoded as GIF")]
    Gif(#[from] gif::EncodingError),
}
