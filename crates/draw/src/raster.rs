//! Pictures as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

use crate::svg::{self, Reader};
use crate::{DrawError, Picture, font};

/// The most pixels that a picture may have: 64 million.
pub(crate) const PIXEL_LIMIT: u64 = 64_000_000;

/// Pixels row by row; four bytes each: red, green, blue and straight alpha.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: Vec<u8>,
}

/// How many pixels wide and high a picture becomes, each side rounded up.
pub(crate) fn pixel_size(picture: &Picture, scale: f64) -> Result<(u32, u32), DrawError> {
    let Picture { width, height, .. } = *picture;
    if !(width.is_finite() && height.is_finite() && width > 0.0 && height > 0.0) {
        return Err(DrawError::Size { width, height });
    }
    let (wide, high) = ((width * scale).ceil(), (height * scale).ceil());
    let pixels = wide * high;
    if pixels > PIXEL_LIMIT as f64 {
        return Err(DrawError::Pixels { pixels: pixels as u64, limit: PIXEL_LIMIT });
    }
    Ok((wide as u32, high as u32))
}

/// Draws the picture with `scale` pixels per unit.
pub(crate) fn render(picture: &Picture, scale: f64) -> Result<Raster, DrawError> {
    let (width, height) = pixel_size(picture, scale)?;
    let options = usvg::Options {
        fontdb: font::database(),
        font_resolver: font::resolver(),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(&svg::write(picture, Reader::Rasteriser), &options)?;
    let mut pixmap = Pixmap::new(width, height)
        .ok_or(DrawError::Size { width: picture.width, height: picture.height })?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    let straight = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    };
    let bytes = pixmap.pixels().iter().flat_map(straight).collect();
    Ok(Raster { width, height, bytes })
}
