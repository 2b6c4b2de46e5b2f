//! Pictures, by name.

use super::extras::Extras;
use super::record::record;

record! {
    /// A picture that a tileset, a tile or a layer shows. It is named, never opened.
    pub struct Image {
        /// The type of a picture that stands in the file itself, such as `png`.
        pub format: Option<String> = "format", Or(None);
        /// The path from the folder of the file that names it.
        pub source: Option<String> = "source", Or(None);
        /// The colour that is transparent.
        pub transparent: Option<String> = "trans", Or(None);
        /// The width in pixels.
        pub width: Option<u32> = "width", Or(None);
        /// The height in pixels.
        pub height: Option<u32> = "height", Or(None);
    }
    and {
        /// What else the file says.
        pub extras: Extras,
    }
}

impl Image {
    /// The picture in a file of this path and of so many pixels.
    pub fn new(source: impl Into<String>, width: u32, height: u32) -> Self {
        Self {
            source: Some(source.into()),
            width: Some(width),
            height: Some(height),
            ..Self::default()
        }
    }
}
