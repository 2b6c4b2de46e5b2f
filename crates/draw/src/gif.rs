//! Animations as GIF files.

use gif::{DisposalMethod, Encoder, Extension, Frame, Repeat};

use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::palette::Palette;
use crate::{Animation, DrawError, patch, terminal};

/// Browsers show frames that stand for less than this for a tenth of a second instead.
const SHORTEST: u16 = 2;

/// About how many nanoseconds it takes to compress a pixel.
const PACKING: u64 = 10;

impl Animation {
    /// The animation as a GIF that plays for ever, with one palette of at most 255 colours, which
    /// carries the title as a comment.
    ///
    /// Frames shorter than two hundredths of a second are stretched to that.
    ///
    /// # Errors
    ///
    /// [`DrawError::NoFrames`] without frames, [`DrawError::Size`] when a frame's side is not
    /// positive, [`DrawError::Side`] when one is longer than 65535 pixels,
    /// [`DrawError::Pixels`] when the canvas or all changes together have more than 64 million
    /// pixels, and [`DrawError::Cancelled`] when the watch stops it.
    pub fn to_gif(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        let effort = &mut Effort::new(watch);
        let reel = patch::reel(self, effort)?;
        let (width, height) = (short(reel.width)?, short(reel.height)?);
        let palette =
            Palette::of(reel.patches.iter().map(|patch| &patch.pixels[..]), effort)?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let title = terminal::clean(&self.title);
        encoder.write_raw_extension(Extension::Comment.into(), &[title.as_bytes()])?;
        for patch in &reel.patches {
            let buffer = palette.indexed(&patch.pixels, effort)?.into();
            encoder.write_frame(&Frame {
                delay: patch.hundredths.max(SHORTEST),
                dispose: DisposalMethod::Keep,
                transparent: Some(Palette::TRANSPARENT),
                left: short(patch.left)?,
                top: short(patch.top)?,
                width: short(patch.width)?,
                height: short(patch.height)?,
                buffer,
                ..Frame::default()
            })?;
            effort.spend(patch.pixels.len() as u64 * PACKING)?;
        }
        drop(encoder);
        Ok(file)
    }
}

/// A length as GIF stores it.
fn short(side: u32) -> Result<u16, DrawError> {
    u16::try_from(side).map_err(|_| DrawError::Side { side, limit: u32::from(u16::MAX) })
}
