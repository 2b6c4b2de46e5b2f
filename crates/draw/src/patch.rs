//! An animation as its first frame and the rectangle that each later frame changes.
//!
//! Only the bounding box of the changed pixels is kept, and unchanged pixels in it are
//! transparent. That saves memory and keeps files small.

use crate::effort::Effort;
use crate::raster::{self, PIXEL_LIMIT, Raster};
use crate::{Animation, DrawError, Picture};

/// Pixels per unit in an animation.
const ANIMATION_SCALE: f64 = 1.0;

/// An unchanged pixel; all others have an alpha of 255.
pub(crate) const UNCHANGED: [u8; 4] = [0; 4];

/// About how many nanoseconds it takes to compare a pixel.
/// Rounded: see [`Effort`].
const COMPARING: u64 = 4;

/// The rectangle that a frame changes.
pub(crate) struct Patch {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) pixels: Vec<[u8; 4]>,
    pub(crate) hundredths: u16,
}

/// An animation ready for encoding: the first patch covers the whole canvas.
pub(crate) struct PatchedAnimation {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) patches: Vec<Patch>,
}

/// Renders all frames and keeps the rectangles that change.
pub(crate) fn patched(
    animation: &Animation,
    effort: &mut Effort<'_>,
) -> Result<PatchedAnimation, DrawError> {
    let (width, height) = canvas_size(animation)?;

    let mut shown = vec![UNCHANGED; width as usize * height as usize];
    let mut patches = Vec::with_capacity(animation.frames.len());
    let mut kept = 0;

    for frame in &animation.frames {
        let next = canvas(&frame.picture, width, height, effort)?;
        let patch = difference(&shown, &next, width, frame.hundredths);
        effort.spend(next.len() as u64 * COMPARING)?;

        kept += patch.pixels.len() as u64;
        if kept > PIXEL_LIMIT {
            return Err(DrawError::Pixels { pixels: kept, limit: PIXEL_LIMIT });
        }

        patches.push(patch);
        shown = next;
    }

    Ok(PatchedAnimation { width, height, patches })
}

/// The largest width and the largest height of any frame.
fn canvas_size(animation: &Animation) -> Result<(u32, u32), DrawError> {
    let mut size = (0, 0);
    for frame in &animation.frames {
        let (width, height) = raster::pixel_size(&frame.picture, ANIMATION_SCALE)?;
        size = (size.0.max(width), size.1.max(height));
    }
    let pixels = u64::from(size.0) * u64::from(size.1);
    match pixels {
        0 => Err(DrawError::NoFrames),
        1..=PIXEL_LIMIT => Ok(size),
        _ => Err(DrawError::Pixels { pixels, limit: PIXEL_LIMIT }),
    }
}

/// The pixels of a frame, centred on an opaque canvas in its background colour.
fn canvas(
    picture: &Picture,
    width: u32,
    height: u32,
    effort: &mut Effort<'_>,
) -> Result<Vec<[u8; 4]>, DrawError> {
    let paper = picture.background;
    let Raster { width: own_width, height: own_height, bytes } =
        raster::render(picture, ANIMATION_SCALE, effort)?;

    let opaque = over_white([paper.red, paper.green, paper.blue, paper.alpha]);
    let mut pixels = vec![opaque; width as usize * height as usize];
    let (left, top) = ((width - own_width) / 2, (height - own_height) / 2);

    let (source, _) = bytes.as_chunks::<4>();
    for (row, line) in source.chunks(own_width as usize).enumerate() {
        let start = (top as usize + row) * width as usize + left as usize;
        for (target, pixel) in pixels[start..].iter_mut().zip(line) {
            *target = over_white(*pixel);
        }

        effort.spend(u64::from(own_width) * COMPARING)?;
    }
    Ok(pixels)
}

/// Blends a pixel with white: GIF has no half-transparent pixels, and viewers show those of
/// APNG differently.
fn over_white([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let mixed = |channel: u8| {
        let (channel, alpha) = (u32::from(channel), u32::from(alpha));
        ((channel * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    [mixed(red), mixed(green), mixed(blue), 255]
}

/// The smallest patch that turns one canvas into the other; one unchanged pixel if they are equal.
fn difference(
    before: &[[u8; 4]],
    after: &[[u8; 4]],
    width: u32,
    hundredths: u16,
) -> Patch {
    let wide = width as usize;

    let changed = |index: usize| before[index] != after[index];
    let (mut left, mut right, mut top, mut bottom) = (wide, 0, after.len() / wide, 0);

    for index in (0..after.len()).filter(|&index| changed(index)) {
        let (row, column) = (index / wide, index % wide);
        (left, right) = (left.min(column), right.max(column + 1));
        (top, bottom) = (top.min(row), bottom.max(row + 1));
    }

    // An empty rectangle is no patch of a GIF; one unchanged pixel keeps the duration of the
    // frame.
    if right == 0 {
        (left, right, top, bottom) = (0, 1, 0, 1);
    }

    let pixels = (top..bottom)
        .flat_map(|row| row * wide + left..row * wide + right)
        .map(|index| if changed(index) { after[index] } else { UNCHANGED })
        .collect();

    Patch {
        left: left as u32,
        top: top as u32,
        width: (right - left) as u32,
        height: (bottom - top) as u32,
        pixels,
        hundredths,
    }
}
