//! What can go wrong between a picture and a file.

use resvg::usvg;

use crate::theme;

/// Why a picture could not be turned into a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// A file name ends in nothing that this crate writes.
    #[error("unknown picture format, expected .svg, .png, .gif or .apng: {found}")]
    Extension {
        /// What stood where the extension should be.
        found: String,
    },
    /// A side of the picture is not a positive number.
    #[error("a picture cannot be {width} wide and {height} high: both must be positive")]
    Size {
        /// The picture's width.
        width: f64,
        /// The picture's height.
        height: f64,
    },
    /// A text does not name a colour and the one that replaces it.
    #[error(
        "`{0}` is not a replacement of a colour: write one such as blue=#264653; the names are {names}, \
         and any other colour is written as #RRGGBB",
        names = theme::NAMED.map(|(name, _)| name).join(", ")
    )]
    Replacement(String),
    /// There are more pixels than this crate is willing to hold.
    #[error("{pixels} pixels are too many: the limit is {limit}")]
    Pixels {
        /// How many pixels the picture, or all kept parts of the animation, would have.
        pixels: u64,
        /// How many are allowed.
        limit: u64,
    },
    /// A side is longer than a GIF file can say.
    #[error("a GIF cannot have a side of {side} pixels: the limit is {limit}")]
    Side {
        /// The longer side in pixels.
        side: u32,
        /// How long it may be.
        limit: u32,
    },
    /// An animation has no frame to show.
    #[error("an animation without frames cannot be written")]
    NoFrames,
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
    /// The rasteriser did not accept the picture.
    #[error("the picture cannot be rasterised")]
    Raster(#[from] usvg::Error),
    /// The PNG or APNG encoder refused.
    #[error("the picture cannot be encoded as PNG")]
    Png(#[from] png::EncodingError),
    /// The GIF encoder refused.
    #[error("the animation cannot be encoded as GIF")]
    Gif(#[from] gif::EncodingError),
}
