//! The files of networks.
//!
//! Most weights of a large network are 0, and most others are few units. So the numbers of a stage are three parts, each compressed for itself: a bit for
//! each weight that says whether it is another number than 0, in the order of their places in memory; then a byte for each of these
//! numbers, which is twice its size, less 1 if it is negative; or 255 for larger ones, and they follow as two bytes in the last part.

use std::io::Read as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tilewright_grid::Watch;

use super::packing::{compress, decoder};
use super::{CHUNK, Format, PART, max_size, shape_of};
use crate::NetworkError;
use crate::network::Network;
use crate::network::pages::Pages;
use crate::network::stage::{SecondStage, Stage, check};
use crate::network::view::Weights;

/// The format of network files.
const NETWORK: Format = Format {
    header: b"tilewright/network2048/3\n",
    wrong_header: "not a tilewright network file (wrong header)",
};

/// The compression level: the highest, 19, makes files 3 to 5 % smaller.
const LEVEL: i32 = 3;

/// The number of words of bits that are read between two checks of the watch.
const WORDS: usize = 1 << 12;

/// The record of a network file.
#[derive(Serialize, Deserialize)]
struct Head {
    shape: String,
    /// The number of weights of a stage.
    weights: u64,
    stage_1: StageHead,
    stage_2: Option<StageHead>,
}

/// What is said of a stage before its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct StageHead {
    /// The unit of the numbers, in points.
    unit: f32,
    /// The lengths of the compressed parts.
    lengths: [u64; 3],
}

impl Network {
    /// The network as a file.
    ///
    /// # Errors
    /// If the weights cannot be compressed, and [`NetworkError::Cancelled`] if the watch stops the
    /// work.
    pub fn to_bytes(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let stage_1 = PackedStage::of(&self.stage_1, watch)?;
        let stage_2 = self.stage_2.as_ref().map(|late| late.packed(watch)).transpose()?;
        let head = Head {
            shape: self.shape.to_string(),
            weights: self.shape.weight_count() as u64,
            stage_1: stage_1.head,
            stage_2: stage_2.as_ref().map(|stage| stage.head),
        };
        let add = |mut bytes: Vec<u8>| {
            bytes.extend_from_slice(&stage_1.parts);
            bytes.extend(stage_2.iter().flat_map(|stage| &*stage.parts));
            Ok(bytes)
        };
        NETWORK.seal(&head, add, watch)
    }

    /// The maximum size in bytes of a network file that starts with these bytes, which must be the
    /// first [`FILE_START`](crate::FILE_START) of the file, or all if it is shorter. So a reader can
    /// refuse a file that is too large.
    ///
    /// # Errors
    /// If they are not the start of a network file.
    pub fn max_bytes(start: &[u8]) -> Result<u64, NetworkError> {
        let (shape, _) = NETWORK.announced(start)?;
        let weights = shape.weight_count() as u64;
        // Of two stages, each weight a bit, a byte, and two more if it is large.
        Ok(max_size(2 * (weights / 8 + 3 * weights)))
    }

    /// Reads a file that [`Network::to_bytes`] wrote.
    ///
    /// # Errors
    /// If it is not a network file, or truncated or damaged, and [`NetworkError::Cancelled`] if the watch stops the work.
    pub fn from_bytes(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        NETWORK.verify(bytes, watch)?;
        let network = Self::unverified(bytes, watch)?;
        if let Some(SecondStage { packed: Some(packed), .. }) = &network.stage_2 {
            packed.unpacked(network.shape.weight_count(), watch)?;
        }
        Ok(network)
    }

    /// As [`Network::from_bytes`] for the file that is built in, which is a part of the program and as whole as that is:
    /// to check it would take half of the time.
    pub(in crate::network) fn unverified(
        bytes: &[u8],
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let (head, mut packed): (Head, _) = NETWORK.open(bytes)?;
        let (shape, count) = shape_of(&head.shape, head.weights)?;
        if count != shape.weight_count() {
            return Err(NetworkError::Size {
                found: head.weights,
                expected: shape.weight_count() as u64,
            });
        }

        let largest = f32::from(i16::MIN) * shape.feature_count() as f32;
        let mut take = |head: StageHead| {
            if !(head.unit > 0.0 && (head.unit * largest).is_finite()) {
                return Err(NetworkError::File(
                    "the file holds weights that are not finite",
                ));
            }
            let length =
                head.lengths.iter().try_fold(0_u64, |sum, &it| sum.checked_add(it));
            let length = length.and_then(|length| usize::try_from(length).ok());
            let (parts, rest) =
                length.and_then(|length| packed.split_at_checked(length)).ok_or(ENDS)?;
            packed = rest;
            Ok(PackedStage { head, parts: parts.into() })
        };
        let stage_1 = take(head.stage_1)?;
        let stage_2 = head.stage_2.map(take).transpose()?;
        if !packed.is_empty() {
            return Err(MORE);
        }
        let stage_1 = stage_1.stage(count, watch)?;
        let stage_2 = stage_2.map(|packed| SecondStage::late(packed, count));
        Ok(Self { shape, stage_1, stage_2 })
    }
}

/// The error for a file that ends too early, though its checksum is right.
const ENDS: NetworkError =
    NetworkError::File("the file holds fewer weights than its shape has");

/// The error for a file with too much in it.
const MORE: NetworkError =
    NetworkError::File("the file holds more weights than its shape has");

/// The byte in the place of larger numbers.
const LARGE: u8 = u8::MAX;

/// A number without its sign, as Protocol Buffers fold them ("zigzag"): 0, −1, 1, −2 and so on become 0, 1, 2, 3.
const fn folded(number: i16) -> u16 {
    (number << 1 ^ number >> 15).cast_unsigned()
}

/// The number of a folded one.
const fn unfolded(folded: u16) -> i16 {
    (folded >> 1).cast_signed() ^ -(folded & 1).cast_signed()
}

/// A stage as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::network) struct PackedStage {
    head: StageHead,
    /// The compressed parts, one after the other.
    parts: Arc<[u8]>,
}

/// The parts of a stage.
struct StageParts {
    bits: Vec<u8>,
    bytes: Vec<u8>,
    large: Vec<u8>,
}

impl PackedStage {
    /// The stage, compressed.
    ///
    /// # Errors
    /// As [`Network::to_bytes`].
    pub(in crate::network) fn of(
        stage: &Stage,
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let Weights { numbers, unit } = stage.weights();
        let (mut bits, mut bytes, mut large) = (Vec::new(), Vec::new(), Vec::new());
        for part in numbers.chunks(PART) {
            check(watch)?;
            bits.extend(part.chunks(8).map(|eight| {
                let bits = eight.iter().rev();
                [bits.fold(0_u8, |bits, &number| bits << 1 | u8::from(number != 0))]
            }));
            for number in part.iter().filter(|&&it| it != 0).map(|&it| folded(it)) {
                bytes.push([u8::try_from(number).unwrap_or(LARGE)]);
                if number >= LARGE.into() {
                    large.push(number.to_le_bytes());
                }
            }
        }

        let parts = [
            compress(Vec::new(), LEVEL, bits.into_iter(), watch)?,
            compress(Vec::new(), LEVEL, bytes.into_iter(), watch)?,
            compress(Vec::new(), LEVEL, large.into_iter(), watch)?,
        ];
        let lengths = parts.each_ref().map(|part| part.len() as u64);
        Ok(Self { head: StageHead { unit, lengths }, parts: parts.concat().into() })
    }

    /// The parts of a stage of `count` weights.
    ///
    /// # Errors
    /// If they are damaged, and [`NetworkError::Cancelled`] if the watch stops the work.
    fn unpacked(
        &self,
        count: usize,
        watch: &dyn Watch,
    ) -> Result<StageParts, NetworkError> {
        let [bits, bytes, _] = self.head.lengths.map(|length| length as usize);
        let (packed_bits, rest) = self.parts.split_at(bits);
        let (packed_bytes, packed_large) = rest.split_at(bytes);

        let bits = unpacked(packed_bits, count / 8, watch)?;
        let words = bits.as_chunks::<8>().0;
        let others =
            words.iter().map(|word| u64::from_le_bytes(*word).count_ones() as usize);
        let bytes = unpacked(packed_bytes, others.sum(), watch)?;
        let large: usize = bytes.iter().map(|&byte| usize::from(byte == LARGE)).sum();
        let large = unpacked(packed_large, 2 * large, watch)?;
        Ok(StageParts { bits, bytes, large })
    }

    /// The stage, which has `count` weights.
    ///
    /// # Errors
    /// If the file is damaged, [`NetworkError::Memory`], and [`NetworkError::Cancelled`] if the watch stops the work.
    pub(in crate::network) fn stage(
        &self,
        count: usize,
        watch: &dyn Watch,
    ) -> Result<Stage, NetworkError> {
        let StageParts { bits, bytes, large } = self.unpacked(count, watch)?;
        let (mut bytes, mut large) = (bytes.into_iter(), large.as_chunks().0.iter());
        let mut numbers = Pages::zeros(count)?;

        let words = bits.as_chunks::<8>().0;
        let places = numbers.numbers_mut().as_chunks_mut::<64>().0;
        for (words, places) in words.chunks(WORDS).zip(places.chunks_mut(WORDS)) {
            check(watch)?;
            for (word, places) in words.iter().zip(places) {
                let mut word = u64::from_le_bytes(*word);
                while word != 0 {
                    let folded = match bytes.next().ok_or(ENDS)? {
                        LARGE => u16::from_le_bytes(*large.next().ok_or(ENDS)?),
                        byte => byte.into(),
                    };
                    places[word.trailing_zeros() as usize] = unfolded(folded);
                    word &= word - 1;
                }
            }
        }
        Ok(Stage::new(numbers, self.head.unit))
    }
}

/// A part of this many bytes.
fn unpacked(
    packed: &[u8],
    count: usize,
    watch: &dyn Watch,
) -> Result<Vec<u8>, NetworkError> {
    let mut decoder = decoder(packed).map_err(NetworkError::Compression)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(count).map_err(|_| NetworkError::Memory(count >> 20))?;
    bytes.resize(count, 0);
    for chunk in bytes.chunks_mut(16 * CHUNK) {
        check(watch)?;
        decoder.read_exact(chunk).map_err(NetworkError::Compression)?;
    }
    match decoder.read(&mut [0]).map_err(NetworkError::Compression)? {
        0 => Ok(bytes),
        _ => Err(MORE),
    }
}
