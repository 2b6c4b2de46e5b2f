//! Animations as GIF files.

use gif::{DisposalMethod, Encoder, Extension, Frame, Repeat};

use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::palette::Palette;
use crate::{Animation, DrawError, patch, terminal};

/// The shortest duration of a frame in hundredths of a second. Browsers show shorter frames for
/// a tenth of a second.
const SHORTEST: u16 = 2;

/// About how many nanoseconds it takes to compress a pixel.
/// Rounded: see [`Effort`].
const PACKING: u64 = 10;

impl Animation {
    /// The animation as a GIF file that loops forever, with one palette of at most 255 colours.
    /// The title is stored as a comment. Frames last at least 0.02 s.
    ///
    /// # Errors
    ///
    /// [`DrawError::NoFrames`] without frames, [`DrawError::Size`] if the width or height of a
    /// frame is not positive, [`DrawError::Side`] if one is greater than 65,535 pixels,
    /// [`DrawError::Pixels`] if the canvas or all changed rectangles together have more than 64
    /// million pixels, [`DrawError::Cancelled`] if the watch cancels it.
    pub fn to_gif(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        let effort = &mut Effort::new(watch);
        let patched = patch::patched(self, effort)?;
        let (width, height) = (short(patched.width)?, short(patched.height)?);

        // One palette for all frames, so that a colour that stays is drawn alike in all of
        // them.
        let palette =
            Palette::of(patched.patches.iter().map(|patch| &patch.pixels[..]), effort)?;

        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, width, height, &palette.bytes())?;
        encoder.set_repeat(Repeat::Infinite)?;

        let title = terminal::clean(&self.title);
        encoder.write_raw_extension(Extension::Comment.into(), &[title.as_bytes()])?;

        for patch in &patched.patches {
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

/// A length in the 16 bits that GIF has for it.
fn short(side: u32) -> Result<u16, DrawError> {
    u16::try_from(side).map_err(|_| DrawError::Side { side, limit: u32::from(u16::MAX) })
}
