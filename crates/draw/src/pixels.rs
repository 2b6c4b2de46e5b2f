//! Pictures as arrays of pixels.

use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::{DrawError, Picture, raster};

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Three bytes for each pixel, red, green and blue, row by row.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// The picture as pixels on white, one for each unit of width and height.
    ///
    /// ```
    /// use tilewright_draw::Picture;
    ///
    /// let pixels = Picture::new(30.0, 20.0, "nothing").to_pixels(&())?;
    /// assert_eq!((pixels.width, pixels.height), (30, 20));
    /// assert_eq!(pixels.rgb.len(), 3 * 30 * 20);
    /// # Ok::<(), tilewright_draw::DrawError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`to_png`](Self::to_png).
    pub fn to_pixels(&self, watch: &dyn Watch) -> Result<Pixels, DrawError> {
        let raster = raster::render(self, 1.0, &mut Effort::new(watch))?;
        let mut rgb = Vec::with_capacity(raster.bytes.len() / 4 * 3);
        for &[red, green, blue, alpha] in raster.bytes.as_chunks::<4>().0 {
            let on_white = |part: u8| {
                let part = u32::from(part) * u32::from(alpha);
                ((part + 255 * (255 - u32::from(alpha)) + 127) / 255) as u8
            };
            rgb.extend([red, green, blue].map(on_white));
        }
        Ok(Pixels { width: raster.width, height: raster.height, rgb })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Point, Shape};

    #[test]
    fn colours_lie_on_white() {
        let mut picture = Picture::new(4.0, 2.0, "half");
        let fill = Color::rgb(200, 0, 100);
        picture.push(Shape::rectangle(Point::new(0.0, 0.0), [2.0, 2.0], 0.0, fill));

        let pixels = picture.to_pixels(&()).unwrap();
        let row = |row: usize| &pixels.rgb[row * 12..(row + 1) * 12];
        let wanted = [200, 0, 100, 200, 0, 100];

        assert_eq!(row(0)[..6], wanted);
        assert_eq!(row(1)[..6], wanted);
        assert_eq!(row(1)[6..], row(0)[6..], "the same paper");
    }
}
