//! Movies as animated PNG files.

use png::{BitDepth, BlendOp, ColorType, Compression, DisposeOp, Encoder};

use crate::{DrawError, Movie, patch, terminal};

impl Movie {
    /// The movie as an animated PNG that plays for ever, in full colour, and carries the title
    /// as text.
    ///
    /// # Errors
    ///
    /// [`DrawError::NoFrames`] without frames, [`DrawError::Size`] when a frame's side is not
    /// positive, [`DrawError::Pixels`] when the canvas or all changes together have more than
    /// 64 million pixels.
    pub fn to_apng(&self) -> Result<Vec<u8>, DrawError> {
        let reel = patch::reel(self)?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, reel.width, reel.height);
        encoder.add_itxt_chunk("Title".to_owned(), terminal::clean(&self.title))?;
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        encoder.set_animated(reel.patches.len() as u32, 0)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        encoder.set_blend_op(BlendOp::Over)?;
        let mut writer = encoder.write_header()?;
        for (index, patch) in reel.patches.iter().enumerate() {
            if index > 0 {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(patch.width, patch.height)?;
                writer.set_frame_position(patch.left, patch.top)?;
            }
            writer.set_frame_delay(patch.hundredths, 100)?;
            writer.write_image_data(patch.pixels.as_flattened())?;
        }
        writer.finish()?;
        Ok(file)
    }
}
