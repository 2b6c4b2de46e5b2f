//! Animations as animated PNG files.

use png::chunk::{IDAT, fcTL, fdAT};
use png::{BitDepth, ColorType, Compression, Encoder};
use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::patch::{self, Patch};
use crate::png::packed;
use crate::{Animation, DrawError, terminal};

/// The end of a frame's control chunk: the frame stays (`dispose_op` 0), and the next one is
/// drawn over it (`blend_op` 1).
const STAYS: [u8; 2] = [0, 1];

impl Animation {
    /// The animation as an animated PNG file in full colour that loops forever. The title is
    /// stored in a text chunk.
    ///
    /// # Errors
    ///
    /// [`DrawError::NoFrames`] without frames, [`DrawError::Size`] if the width or height of a
    /// frame is not positive, [`DrawError::Pixels`] if the canvas or all changed rectangles
    /// together have more than 64 million pixels, [`DrawError::Cancelled`] if the watch
    /// cancels it.
    pub fn to_apng(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        let effort = &mut Effort::new(watch);
        let patched = patch::patched(self, effort)?;

        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, patched.width, patched.height);
        encoder.add_itxt_chunk("Title".to_owned(), terminal::clean(&self.title))?;
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_animated(patched.patches.len() as u32, 0)?;
        let mut writer = encoder.write_header()?;

        // `fcTL` and `fdAT` chunks share one sequence of numbers.
        let mut number = 0_u32;
        let mut next = || {
            number += 1;
            (number - 1).to_be_bytes()
        };

        for (index, patch) in patched.patches.iter().enumerate() {
            writer.write_chunk(fcTL, &[&next()[..], &control(patch)].concat())?;
            let rows = patch.pixels.chunks(patch.width as usize);
            let rows = rows.map(|row| row.as_flattened().to_vec());
            let size = (patch.width, patch.height);

            for part in packed(size, ColorType::Rgba, rows, effort)? {
                if index == 0 {
                    writer.write_chunk(IDAT, &part)?;
                } else {
                    writer.write_chunk(fdAT, &[&next()[..], &part].concat())?;
                }
            }
        }

        writer.finish()?;
        Ok(file)
    }
}

/// The contents of a frame's `fcTL` chunk after its number: size, position and duration.
fn control(patch: &Patch) -> Vec<u8> {
    let Patch { left, top, width, height, hundredths, .. } = *patch;
    let place = [width, height, left, top].into_iter().flat_map(u32::to_be_bytes);
    let delay = [hundredths, 100].into_iter().flat_map(u16::to_be_bytes);
    place.chain(delay).chain(STAYS).collect()
}
