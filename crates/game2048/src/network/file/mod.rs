//! The files of networks and of training checkpoints.
//!
//! A file has four parts: a header that names the format, a postcard record that describes the
//! contents, the numbers compressed by Zstandard, and a checksum of everything before it.

mod checkpoint;
mod packing;
mod weights;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::Read;
use tilewright_grid::{Watch, checksum, checksum_on};

use super::Shape;
use super::pages::Pages;
use super::shape::Run;
use super::stage::check;
use crate::NetworkError;
use packing::Decoder;

pub(super) use weights::PackedStage;

/// The number of bytes at the start of a file that suffice to know how large the file may be.
pub const FILE_START: usize = 4096;

/// The compression level: the lowest, which is written and read the fastest.
const LEVEL: i32 = 1;

/// The number of bytes or weights that are processed between two checks of the watch.
const PART: usize = 1 << 22;

/// The number of bytes that are compressed at a time.
const CHUNK: usize = 1 << 16;

/// A kind of file.
struct Format {
    header: &'static [u8],
    /// The error for a file with another header.
    wrong_header: &'static str,
}

/// The first fields of the record of both kinds of file.
#[derive(Deserialize)]
struct RecordStart {
    shape: String,
    weights: u64,
}

impl Format {
    /// What follows the header.
    fn strip<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], NetworkError> {
        bytes.strip_prefix(self.header).ok_or(NetworkError::File(self.wrong_header))
    }

    /// The shape and the number of weights that the start of a file announces.
    fn announced(&self, start: &[u8]) -> Result<(Shape, usize), NetworkError> {
        let (RecordStart { shape, weights }, _) = record(self.strip(start)?)?;
        shape_of(&shape, weights)
    }

    /// A file of these parts; the numbers are appended by `add`.
    fn seal(
        &self,
        head: &impl Serialize,
        add: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, NetworkError>,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, NetworkError> {
        let bytes = postcard::to_extend(head, self.header.to_vec())
            .expect("a record holds only what postcard can write");
        let mut bytes = add(bytes)?;
        bytes.extend(checksum_of(&bytes, watch)?.to_le_bytes());
        Ok(bytes)
    }

    /// Refuses a file with a wrong checksum.
    fn verify(&self, bytes: &[u8], watch: &dyn Watch) -> Result<(), NetworkError> {
        let (_, sum) = self.body(bytes)?;
        let covered = &bytes[..bytes.len() - size_of_val(&sum)];
        if checksum_of(covered, watch)? != sum {
            return Err(NetworkError::File("truncated or damaged file (wrong checksum)"));
        }
        Ok(())
    }

    /// The record and the compressed numbers of a complete file of this kind.
    fn open<'a, H: DeserializeOwned>(
        &self,
        bytes: &'a [u8],
    ) -> Result<(H, &'a [u8]), NetworkError> {
        record(self.body(bytes)?.0)
    }

    /// What stands between the header and the checksum, and the checksum.
    fn body<'a>(&self, bytes: &'a [u8]) -> Result<(&'a [u8], u64), NetworkError> {
        let (body, sum) = self
            .strip(bytes)?
            .split_last_chunk()
            .ok_or(NetworkError::File("truncated file (no checksum)"))?;
        Ok((body, u64::from_le_bytes(*sum)))
    }
}

/// A record, and what follows it.
fn record<H: DeserializeOwned>(body: &[u8]) -> Result<(H, &[u8]), NetworkError> {
    postcard::take_from_bytes(body).map_err(|_| {
        NetworkError::File("damaged file, or written by another version of tilewright")
    })
}

/// The shape of that name, if it has that many weights, or half as many.
fn shape_of(name: &str, found: u64) -> Result<(Shape, usize), NetworkError> {
    let shape: Shape = name.parse()?;
    let count = shape.weight_count();
    match [count, 2 * count].into_iter().find(|&count| count as u64 == found) {
        Some(count) => Ok((shape, count)),
        None => Err(NetworkError::Size { found, expected: count as u64 }),
    }
}

/// The maximum size of a file with that many bytes of numbers and little else. Numbers that cannot
/// be compressed grow by less than 1 %.
const fn max_size(numbers: u64) -> u64 {
    numbers + numbers / 100 + FILE_START as u64
}

/// The weights in the order of checkpoints.
fn ordered<'a, T: Copy>(
    shape: &'a Shape,
    weights: &'a [T],
) -> impl Iterator<Item = T> + 'a {
    shape.places().take(weights.len()).map(|place| weights[place])
}

/// The places of the weights in the order of checkpoints: stage 1 first, then stage 2.
fn runs(shape: &Shape) -> impl Iterator<Item = Run> {
    let count = shape.weight_count();
    let second = shape.runs().map(move |run| Run { first: count + run.first, ..run });
    shape.runs().chain(second)
}

/// The checksum of a file.
fn checksum_of(bytes: &[u8], watch: &dyn Watch) -> Result<u64, NetworkError> {
    bytes.chunks(PART).try_fold(checksum(&[]), |sum, part| {
        check(watch)?;
        Ok(checksum_on(sum, part))
    })
}

/// Refuses weights that are infinite or not a number.
fn check_finite(weights: &[f32], watch: &dyn Watch) -> Result<(), NetworkError> {
    for part in weights.chunks(PART) {
        check(watch)?;
        if !part.iter().all(|weight| weight.is_finite()) {
            return Err(NetworkError::File("the file holds weights that are not finite"));
        }
    }
    Ok(())
}

/// Compressed numbers, read in their order.
struct NumberReader<'a> {
    decoder: Decoder<'a>,
    chunk: Vec<u8>,
    watch: &'a dyn Watch,
}

impl<'a> NumberReader<'a> {
    fn new(packed: &'a [u8], watch: &'a dyn Watch) -> Result<Self, NetworkError> {
        let decoder = packing::decoder(packed).map_err(NetworkError::Compression)?;
        Ok(Self { decoder, chunk: vec![0; CHUNK], watch })
    }

    /// Reads `count` places, `W` numbers for each, in the order of the runs. The numbers of a place stand beside each other.
    fn take<const W: usize>(
        &mut self,
        count: usize,
        mut runs: impl Iterator<Item = Run>,
    ) -> Result<Pages<f32>, NetworkError> {
        let mut pages = Pages::zeros(W * count)?;
        let (places, mut left) = (pages.numbers_mut().as_chunks_mut::<W>().0, count);

        while left > 0 {
            check(self.watch)?;

            // All are whole runs: a shape has a multiple of 256 weights, and a chunk of numbers is a power of two.
            let now = left.min(CHUNK / size_of::<f32>() / W);
            let chunk = &mut self.chunk[..size_of::<f32>() * W * now];
            self.decoder.read_exact(chunk).map_err(NetworkError::Compression)?;
            let mut numbers = chunk.as_chunks().0.as_chunks::<W>().0.iter();
            for run in runs.by_ref().take(now / Run::LENGTH) {
                for (place, numbers) in run.places().zip(&mut numbers) {
                    places[place] = numbers.map(f32::from_le_bytes);
                }
            }

            left -= now;
        }
        Ok(pages)
    }

    /// Refuses further numbers.
    fn end(mut self) -> Result<(), NetworkError> {
        let more = self.decoder.read(&mut [0]).map_err(NetworkError::Compression)?;
        if more > 0 {
            return Err(NetworkError::File(
                "the file holds more weights than its shape has",
            ));
        }
        Ok(())
    }
}
