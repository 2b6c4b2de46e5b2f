//! The files of networks.

use serde::{Deserialize, Serialize};
use tilewright_grid::Watch;

use super::{
    Format, LEVEL, NumberReader, PART, apart, check, check_finite, joined, max_size,
    ordered, record, runs, shape_of, together,
};
use crate::NetworkError;
use crate::network::Network;

/// The format of network files.
const NETWORK: Format = Format {
    header: b"tilewright/network2048/2\n",
    wrong_header: "not a tilewright network file (wrong header)",
};

/// The record of a network file.
#[derive(Serialize, Deserialize)]
struct Head {
    shape: String,
    /// The number of weights of the shape, or twice as many with those of stage 2.
    weights: u64,
    /// The unit of rounded weights; `None` if the weights are exact. If there are rounded weights of
    /// stage 2, their unit follows the record.
    step: Option<f32>,
}

impl Network {
    /// The network as a file with exact weights (32-bit floats).
    ///
    /// # Errors
    /// If the weights cannot be compressed, and [`NetworkError::Cancelled`] if the watch stops the
    /// work.
    pub fn to_bytes(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let head = self.head(None);
        let (stage_1, stage_2) = self.parts();
        let weights = ordered(&self.shape, stage_1).chain(ordered(&self.shape, stage_2));
        NETWORK.seal(&head, LEVEL, weights.map(f32::to_le_bytes), watch)
    }

    /// The network as a small file: each weight is rounded to one of 65,535 values at even intervals
    /// around 0, separately for each stage, and all are compressed.
    ///
    /// # Errors
    /// As [`Network::to_bytes`].
    pub fn to_rounded_bytes(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let (stage_1, stage_2) = self.parts();
        let (step, step_2) = (step(stage_1, watch)?, step(stage_2, watch)?);
        let rounded =
            |weight: f32, step: f32| ((weight / step).round() as i16).to_le_bytes();

        let stage_1 = ordered(&self.shape, stage_1).map(|weight| rounded(weight, step));
        let stage_2 = ordered(&self.shape, stage_2).map(|weight| rounded(weight, step_2));
        let numbers = apart(stage_1.chain(stage_2));

        let head = self.head(Some(step));

        // The first record has room for one step only, so that files without stage 2 stay as they
        // are.
        if self.has_stage_2() {
            NETWORK.seal(&(head, step_2), LEVEL, numbers, watch)
        } else {
            NETWORK.seal(&head, LEVEL, numbers, watch)
        }
    }

    fn head(&self, step: Option<f32>) -> Head {
        let (shape, weights) = (self.shape.to_string(), self.weights().len() as u64);
        Head { shape, weights, step }
    }

    /// The maximum size in bytes of a network file that starts with these bytes, which must be the
    /// first [`FILE_START`](crate::FILE_START) of the file, or all if it is shorter. So a reader can
    /// refuse a file that is too large.
    ///
    /// # Errors
    /// If they are not the start of a network file.
    pub fn max_bytes(start: &[u8]) -> Result<u64, NetworkError> {
        let (_, weights) = NETWORK.announced(start)?;
        Ok(max_size(4 * weights as u64))
    }

    /// Reads a file that [`Network::to_bytes`] or [`Network::to_rounded_bytes`] wrote.
    ///
    /// # Errors
    /// If it is not a network file, or truncated or damaged, and [`NetworkError::Cancelled`] if the
    /// watch stops the work.
    pub fn from_bytes(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        NETWORK.verify(bytes, watch)?;
        Self::unverified(bytes, watch)
    }

    /// As [`Network::from_bytes`] for the file that is built in, which is a part of the program and as whole as that is:
    /// its checksum would take a tenth of the time.
    pub(in crate::network) fn unverified(
        bytes: &[u8],
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let (head, packed): (Head, _) = NETWORK.open(bytes)?;
        let (shape, count) = shape_of(&head.shape, head.weights)?;
        let part = shape.weight_count();
        let (step_2, packed) = match head.step {
            Some(_) if count > part => record(packed)?,
            _ => (0.0, packed),
        };
        let mut packed = NumberReader::new(packed, watch)?;
        let weights = match head.step {
            None => {
                let exact = |_, four| f32::from_le_bytes(four);
                let weights =
                    packed.take::<1, _>(count, runs(&shape), together, exact)?;
                check_finite(weights.numbers(), watch)?;
                weights
            }
            Some(step) => {
                // The largest numbers that weights of these steps can be.
                let largest = [step, step_2].map(|step| step * f32::from(i16::MIN));
                check_finite(&largest, watch)?;
                packed.take::<1, _>(count, runs(&shape), joined, |place, two| {
                    // The places of stage 2 follow those of stage 1.
                    let step = if place < part { step } else { step_2 };
                    f32::from(i16::from_le_bytes(two)) * step
                })?
            }
        };
        packed.end()?;
        Ok(Self::of(shape, weights))
    }
}

/// The unit to which these weights are rounded.
fn step(weights: &[f32], watch: &dyn Watch) -> Result<f32, NetworkError> {
    let mut largest = f32::MIN_POSITIVE;
    for part in weights.chunks(PART) {
        check(watch)?;
        largest = part.iter().fold(largest, |max, weight| max.max(weight.abs()));
    }
    Ok(largest / f32::from(i16::MAX))
}
