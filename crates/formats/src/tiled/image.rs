//! Images, which are referred to by their paths.

use super::extras::Extras;
use super::record::record;

record! {
    /// The image of a tileset, a tile or a layer. It is never opened.
    pub struct Image {
        /// The format of an image that is embedded in the file, such as `png`.
        pub format: Option<String> = "format", Or(None);
        /// The path, relative to the folder of the file that refers to it.
        pub source: Option<String> = "source", Or(None);
        /// The colour that is shown as transparent.
        pub transparent: Option<String> = "trans", Or(None);
        /// The width in pixels.
        pub width: Option<u32> = "width", Or(None);
        /// The height in pixels.
        pub height: Option<u32> = "height", Or(None);
    }
    and {
        /// Unknown parts of the file.
        pub extras: Extras,
    }
}

impl Image {
    /// The image in the file at a path, with its size in pixels.
    pub fn new(source: impl Into<String>, width: u32, height: u32) -> Self {
        Self {
            source: Some(source.into()),
            width: Some(width),
            height: Some(height),
            ..Self::default()
        }
    }
}
