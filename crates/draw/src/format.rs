//! File formats and the export.

use std::path::Path;

use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::{Animation, DrawError, Frame, Picture, svg};

/// A file format for pictures or animations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A vector picture.
    Svg,
    /// A picture of pixels.
    Png,
    /// An animation of at most 255 colours, which every viewer can show.
    Gif,
    /// An animation in full colour.
    Apng,
}

impl Format {
    /// The format of a file name by its extension: `.svg`, `.png`, `.gif` or `.apng` in upper or
    /// lower case.
    ///
    /// # Errors
    ///
    /// [`DrawError::Extension`] for any other extension.
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

    /// Whether the format is one for animations.
    pub const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }
}

/// The bytes of a file: SVG and PNG show the picture `still`; GIF and APNG show `animation`, or
/// `still` as a single frame if there is no animation.
///
/// The watch can cancel the export. It is not called for a picture that takes less than about
/// 45 ms, so that the result of a cancelled search can still be drawn.
///
/// ```
/// use tilewright_draw::{Format, Picture, export};
///
/// let picture = Picture::new(40.0, 30.0, "an empty board");
/// let svg = export(&picture, None, Format::Svg, &())?;
/// assert!(svg.starts_with(b"<svg"));
/// let gif = export(&picture, None, Format::Gif, &())?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), tilewright_draw::DrawError>(())
/// ```
///
/// # Errors
///
/// As for [`Picture::to_png`], [`Animation::to_gif`] and [`Animation::to_apng`];
/// [`DrawError::Cancelled`] if the watch cancels it.
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
