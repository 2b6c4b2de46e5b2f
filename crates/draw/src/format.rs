//! The file formats, and the one way into them.

use std::path::Path;

use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::{Animation, DrawError, Frame, Picture, svg};

/// A picture format that this crate writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Scalable shapes as text.
    Svg,
    /// Pixels.
    Png,
    /// Moving pixels of at most 255 colours, which everything can show.
    Gif,
    /// Moving pixels in full colour.
    Apng,
}

impl Format {
    /// The format that a file's name asks for: `.svg`, `.png`, `.gif` or `.apng` in either case.
    ///
    /// # Errors
    ///
    /// [`DrawError::Extension`] for any other name.
    ///
    /// ```
    /// use std::path::Path;
    /// use tilewright_draw::Format;
    /// assert_eq!(Format::from_path(Path::new("level.SVG"))?, Format::Svg);
    /// assert!(Format::from_path(Path::new("level.jpg")).is_err());
    /// # Ok::<(), tilewright_draw::DrawError>(())
    /// ```
    pub fn from_path(path: &Path) -> Result<Self, DrawError> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            "apng" => Ok(Self::Apng),
            "" => {
                let found = format!("the name {} has no ending", path.display());
                Err(DrawError::Extension { found })
            }
            other => Err(DrawError::Extension { found: format!(".{other}") }),
        }
    }

    /// Whether the format shows an animation.
    pub const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

/// The bytes of a picture file.
///
/// SVG and PNG show `still`. GIF and APNG show `animation`, or `still` as a single frame when there
/// is no animation. The watch is looked at now and then; of a picture that takes less than about
/// 45 ms not at all, so that a small one is still drawn of work that was stopped.
///
/// # Errors
///
/// What [`Picture::to_png`], [`Animation::to_gif`] and [`Animation::to_apng`] say.
pub fn export(
    still: &Picture,
    animation: Option<&Animation>,
    format: Format,
    watch: &dyn Watch,
) -> Result<Vec<u8>, DrawError> {
    let single = || Animation {
        title: still.title.clone(),
        frames: vec![Frame { picture: still.clone(), hundredths: 100 }],
    };
    match (format, animation) {
        (Format::Svg, _) => {
            Ok(svg::watched(still, &mut Effort::new(watch))?.into_bytes())
        }
        (Format::Png, _) => still.to_png(watch),
        (Format::Gif, Some(animation)) => animation.to_gif(watch),
        (Format::Gif, None) => single().to_gif(watch),
        (Format::Apng, Some(animation)) => animation.to_apng(watch),
        (Format::Apng, None) => single().to_apng(watch),
    }
}
