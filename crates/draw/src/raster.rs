//! Pictures as pixels.

#[cfg(feature = "pixels")]
use resvg::tiny_skia::{Pixmap, Transform};
#[cfg(feature = "pixels")]
use resvg::usvg;

use crate::effort::Effort;
use crate::{DrawError, Picture, Shape};
#[cfg(feature = "pixels")]
use crate::{font, svg};

/// The maximum number of pixels of a picture, 64 million: 256 MB.
pub(crate) const PIXEL_LIMIT: u64 = 64_000_000;

/// About how many nanoseconds it takes to convert a pixel from premultiplied to straight alpha.
/// Rounded: see [`Effort`].
const STRAIGHTENING: u64 = 5;

/// Pixels row by row; four bytes each: red, green, blue and straight alpha.
pub(crate) struct Raster {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) bytes: Vec<u8>,
}

/// The width and height of a picture in pixels, rounded up.
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

/// About how many nanoseconds it takes to draw a shape, each of its points or letters, and each
/// pixel of its area. Rounded: see [`Effort`].
const SHAPE: u64 = 4_000;
const POINT: u64 = 1_000;
const PIXEL: u64 = 2;

/// About how many nanoseconds of drawing make a batch: as long as the watch may wait.
const BATCH: u64 = 15_000_000;

/// About how many nanoseconds it takes to draw a shape with `scale` pixels per unit.
fn cost(shape: &Shape, scale: f64) -> u64 {
    let (points, area) = match shape {
        Shape::Rectangle { width, height, .. } => (4, width * height),
        Shape::Circle { radius, .. } => (8, 4.0 * radius * radius),
        Shape::Polyline { points, .. } | Shape::Polygon { points, .. } => {
            (points.len(), 0.0)
        }
        Shape::Text { text, .. } => (20 + 10 * text.len(), 0.0),
    };
    SHAPE + points as u64 * POINT + (area * scale * scale) as u64 * PIXEL
}

/// Divides the shapes into batches, each with the nanoseconds that it takes to draw; at least
/// one batch.
fn batches(shapes: &[Shape], scale: f64) -> Vec<(&[Shape], u64)> {
    let (mut batches, mut first, mut spent) = (Vec::new(), 0, 0);
    for (index, shape) in shapes.iter().enumerate() {
        spent += cost(shape, scale);
        if spent >= BATCH {
            batches.push((&shapes[first..=index], spent));
            (first, spent) = (index + 1, 0);
        }
    }
    batches.push((&shapes[first..], spent));
    batches
}

/// Draws the picture with `scale` pixels per unit.
///
/// The shapes are drawn in batches, one over the other. The pixels are the same as for all shapes
/// at once, and the watch can cancel the work between batches.
#[cfg(feature = "pixels")]
pub(crate) fn render(
    picture: &Picture,
    scale: f64,
    effort: &mut Effort<'_>,
) -> Result<Raster, DrawError> {
    let (width, height) = pixel_size(picture, scale)?;

    let options = usvg::Options {
        fontdb: font::database(),
        font_resolver: font::resolver(),
        ..usvg::Options::default()
    };

    let mut pixmap = Pixmap::new(width, height)
        .ok_or(DrawError::Size { width: picture.width, height: picture.height })?;
    let transform = Transform::from_scale(scale as f32, scale as f32);

    let mut draw = |text: &str| -> Result<(), DrawError> {
        let tree = usvg::Tree::from_str(text, &options)?;
        resvg::render(&tree, transform, &mut pixmap.as_mut());
        Ok(())
    };

    // The background first, then one batch over the other.
    draw(&svg::part(picture, &[], true))?;
    effort.spend(u64::from(width) * u64::from(height) * PIXEL)?;

    for (shapes, spent) in batches(&picture.shapes, scale) {
        draw(&svg::part(picture, shapes, false))?;
        effort.spend(spent)?;
    }

    let straight = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        let color = pixel.demultiply();
        [color.red(), color.green(), color.blue(), color.alpha()]
    };

    let mut bytes = Vec::with_capacity(4 * pixmap.pixels().len());
    for row in pixmap.pixels().chunks(width as usize) {
        bytes.extend(row.iter().flat_map(straight));
        effort.spend(u64::from(width) * STRAIGHTENING)?;
    }

    Ok(Raster { width, height, bytes })
}

/// Draws nothing: the rasteriser was not compiled.
#[cfg(not(feature = "pixels"))]
pub(crate) fn render(
    picture: &Picture,
    scale: f64,
    _: &mut Effort<'_>,
) -> Result<Raster, DrawError> {
    pixel_size(picture, scale).and(Err(DrawError::NoPixels))
}

#[cfg(all(test, feature = "pixels"))]
mod tests {
    use super::*;
    use crate::{Color, Point, Stroke};

    /// Overlapping translucent circles and lines.
    fn crowd(count: u32) -> Picture {
        let mut picture = Picture::new(300.0, 200.0, "a crowd");

        for index in 0..count {
            let (x, y) = (f64::from(index * 37 % 293), f64::from(index * 53 % 191));
            let color = Color::hex(index.wrapping_mul(0x9e_37_79) & 0xff_ff_ff);
            let stroke = Stroke::new(color.with_alpha(0x70), 1.3);

            picture.push(match index % 2 {
                0 => Shape::Circle {
                    center: Point::new(x, y),
                    radius: 7.3,
                    fill: Some(color.with_alpha(0x50)),
                    stroke: Some(stroke),
                },
                _ => Shape::Polyline {
                    points: vec![Point::new(x, y), Point::new(y, x)],
                    stroke,
                },
            });
        }

        picture
    }

    #[test]
    fn drawing_in_batches_gives_the_pixels_of_all_shapes_at_once() {
        let picture = crowd(9000);
        assert!(batches(&picture.shapes, 1.0).len() > 1);
        let drawn = render(&picture, 1.0, &mut Effort::new(&())).unwrap();
        let whole = svg::part(&picture, &picture.shapes, true);
        let tree = usvg::Tree::from_str(&whole, &usvg::Options::default()).unwrap();
        let mut pixmap = Pixmap::new(300, 200).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
        // The background is opaque, so premultiplied and straight colours are equal.
        assert!(drawn.bytes == pixmap.data());
    }
}
