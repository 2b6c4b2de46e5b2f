//! Pictures as PNG files.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::{DrawError, Picture, raster, terminal};

/// Pixels per unit in a still picture, so that it is crisp on dense screens.
const STILL_SCALE: f64 = 2.0;

/// How many bytes of a file a chunk has.
const CHUNK: usize = 1 << 22;

/// About how many nanoseconds it takes to compress a byte.
const PACKING: u64 = 8;

impl Picture {
    /// The picture as a PNG file with two pixels per unit, which carries the title as text.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] when a side is not positive and [`DrawError::Pixels`] when the file
    /// would have more than 64 million pixels; both are found before memory is taken.
    /// [`DrawError::Cancelled`] when the watch stops it.
    pub fn to_png(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        let effort = &mut Effort::new(watch);
        let raster = raster::render(self, STILL_SCALE, effort)?;
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, raster.width, raster.height);
        encoder.add_itxt_chunk("Title".to_owned(), terminal::clean(&self.title))?;
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);
        let (pixels, _) = raster.bytes.as_chunks::<4>();
        if pixels.iter().all(|pixel| pixel[3] == 255) {
            encoder.set_color(ColorType::Rgb);
            let row = |row: &[[u8; 4]]| {
                row.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect()
            };
            pack(encoder, pixels.chunks(raster.width as usize).map(row), effort)?;
        } else {
            encoder.set_color(ColorType::Rgba);
            let row = |row: &[[u8; 4]]| row.as_flattened().to_vec();
            pack(encoder, pixels.chunks(raster.width as usize).map(row), effort)?;
        }
        Ok(file)
    }
}

/// Compresses the rows of a picture.
fn pack(
    encoder: Encoder<'_, &mut Vec<u8>>,
    rows: impl Iterator<Item = Vec<u8>>,
    effort: &mut Effort<'_>,
) -> Result<(), DrawError> {
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer_with_size(CHUNK)?;
    for row in rows {
        stream.write_all(&row).map_err(EncodingError::from)?;
        effort.spend(row.len() as u64 * PACKING)?;
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

/// The compressed rows of a picture, in parts that are no larger than a chunk.
///
/// The encoder can be stopped between the rows of a file of one picture only, so that is what
/// each frame of an animation is made as.
pub(crate) fn packed(
    (width, height): (u32, u32),
    color: ColorType,
    rows: impl Iterator<Item = Vec<u8>>,
    effort: &mut Effort<'_>,
) -> Result<Vec<Vec<u8>>, DrawError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(color);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    pack(encoder, rows, effort)?;
    let mut parts = Vec::new();
    let mut rest = &file[SIGNATURE..];
    while let Some((length, after)) = rest.split_first_chunk() {
        // After the length the name, and after the data a checksum, of four bytes each.
        let end = 4 + u32::from_be_bytes(*length) as usize;
        if after.starts_with(b"IDAT") {
            parts.push(after[4..end].to_vec());
        }
        rest = &after[end + 4..];
    }
    Ok(parts)
}

/// How many bytes a file has before its first chunk.
const SIGNATURE: usize = 8;
