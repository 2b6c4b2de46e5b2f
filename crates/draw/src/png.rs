//! Pictures as PNG files.

use png::{BitDepth, ColorType, Compression, Encoder};

use crate::{DrawError, Picture, raster, terminal};

/// Pixels per unit in a still picture, so that it is crisp on dense screens.
const STILL_SCALE: f64 = 2.0;

impl Picture {
    /// The picture as a PNG file with two pixels per unit, which carries the title as text.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] when a side is not positive and [`DrawError::Pixels`] when the file
    /// would have more than 64 million pixels; both are found before memory is taken.
    pub fn to_png(&self) -> Result<Vec<u8>, DrawError> {
        let raster = raster::render(self, STILL_SCALE)?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, raster.width, raster.height);
        encoder.add_itxt_chunk("Title".to_owned(), terminal::clean(&self.title))?;
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        let (pixels, _) = raster.bytes.as_chunks::<4>();
        if pixels.iter().all(|pixel| pixel[3] == 255) {
            encoder.set_color(ColorType::Rgb);
            let bytes: Vec<u8> = pixels
                .iter()
                .flat_map(|&[red, green, blue, _]| [red, green, blue])
                .collect();
            encoder.write_header()?.write_image_data(&bytes)?;
        } else {
            encoder.set_color(ColorType::Rgba);
            encoder.write_header()?.write_image_data(&raster.bytes)?;
        }
        Ok(file)
    }
}
