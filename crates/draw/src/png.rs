//! Pictures as PNG files.

use std::io::Write;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use tilewright_grid::Watch;

use crate::effort::Effort;
use crate::{DrawError, Picture, raster, terminal};

/// Pixels per unit in a still picture, for screens with a high resolution.
const STILL_SCALE: f64 = 2.0;

/// The size of a chunk in bytes, which is also that of the buffer of the encoder.
const CHUNK: usize = 1 << 22;

/// About how many nanoseconds it takes to compress a byte.
/// Rounded: see [`Effort`].
const PACKING: u64 = 8;

impl Picture {
    /// The picture as a PNG file with two pixels per unit of width and height. The title is
    /// stored in a text chunk.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] if the width or height is not positive, [`DrawError::Pixels`] if the
    /// file would have more than 64 million pixels (both are checked before memory is
    /// allocated), [`DrawError::Cancelled`] if the watch cancels it.
    pub fn to_png(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        self.to_scaled_png(STILL_SCALE, watch)
    }

    /// The picture as a PNG file with one pixel per unit of width and height: for files whose pixels other files count, such as
    /// tilesets.
    ///
    /// # Errors
    ///
    /// As for [`Picture::to_png`].
    pub fn to_exact_png(&self, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        self.to_scaled_png(1.0, watch)
    }

    fn to_scaled_png(&self, scale: f64, watch: &dyn Watch) -> Result<Vec<u8>, DrawError> {
        let effort = &mut Effort::new(watch);
        let raster = raster::render(self, scale, effort)?;

        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, raster.width, raster.height);
        encoder.add_itxt_chunk("Title".to_owned(), terminal::clean(&self.title))?;
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Balanced);

        let (pixels, _) = raster.bytes.as_chunks::<4>();

        // Without transparency a pixel takes three bytes instead of four.
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

/// The compressed rows of a picture, in parts of at most one chunk.
///
/// Each frame of an animation is encoded as a PNG file of its own, as the encoder can be
/// interrupted between rows only in a file of a single picture.
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
        // A chunk is its length, its name, the data and a checksum; four bytes each but the data.
        let end = 4 + u32::from_be_bytes(*length) as usize;
        if after.starts_with(b"IDAT") {
            parts.push(after[4..end].to_vec());
        }
        rest = &after[end + 4..];
    }

    Ok(parts)
}

/// The number of bytes before the first chunk.
const SIGNATURE: usize = 8;
