//! Movies as GIF files.

use gif::{DisposalMethod, Encoder, Extension, Frame, Repeat};

use crate::palette::Palette;
use crate::{DrawError, Movie, patch, terminal};

/// Browsers show frames that stand for less than this for a tenth of a second instead.
const SHORTEST: u16 = 2;

impl Movie {
    /// The movie as a GIF that plays for ever, with one palette of at most 255 colours, which
    /// carries the title as a comment.
    ///
    /// Frames shorter than two hundredths of a second are stretched to that.
    ///
    /// # Errors
    ///
    /// [`DrawError::NoFrames`] without frames, [`DrawError::Size`] when a frame's side is not
    /// positive, [`DrawError::Side`] when one is longer than 65535 pixels, and
    /// [`DrawError::Pixels`] when the canvas or all changes together have more than 64 million
    /// pixels.
    pub fn to_gif(&self) -> Result<Vec<u8>, DrawError> {
        let reel = patch::reel(self)?;
        let (width, height) = (short(reel.width)?, short(reel.height)?);
        let palette = Palette::of(reel.patches.iter().flat_map(|patch| &patch.pixels));
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let title = terminal::clean(&self.title);
        encoder.write_raw_extension(Extension::Comment.into(), &[title.as_bytes()])?;
        for patch in &reel.patches {
            encoder.write_frame(&Frame {
                delay: patch.hundredths.max(SHORTEST),
                dispose: DisposalMethod::Keep,
                transparent: Some(Palette::TRANSPARENT),
                left: short(patch.left)?,
                top: short(patch.top)?,
                width: short(patch.width)?,
                height: short(patch.height)?,
                buffer: patch.pixels.iter().map(|pixel| palette.index(*pixel)).collect(),
                ..Frame::default()
            })?;
        }
        drop(encoder);
        Ok(file)
    }
}

/// A length as GIF stores it.
fn short(side: u32) -> Result<u16, DrawError> {
    u16::try_from(side).map_err(|_| DrawError::Side { side, limit: u32::from(u16::MAX) })
}
