//! The files of training checkpoints.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use super::packing::compress;
use super::{
    Format, LEVEL, NumberReader, check_finite, max_size, ordered, record, runs, shape_of,
};
use crate::NetworkError;
use crate::network::curve::LearningCurve;
use crate::network::{Learner, Settings};

/// The format of checkpoints.
const CHECKPOINT: Format = Format {
    header: b"tilewright/checkpoint2048/3\n",
    wrong_header: "not a tilewright training checkpoint (wrong header)",
};

/// The maximum size of a checkpoint's record, in bytes: the learning curve of a billion games.
const MAX_RECORD: u64 = 1 << 26;

/// The record of a checkpoint.
#[derive(Serialize, Deserialize)]
struct CheckpointRecord {
    begin: SettingsRecord,
    episodes: u64,
    curve: LearningCurve,
}

/// The start of the record: the settings, behind the name and the weights of their shape.
#[derive(Serialize, Deserialize)]
struct SettingsRecord {
    shape: String,
    weights: u64,
    others: Settings,
}

impl SettingsRecord {
    fn of(settings: &Settings, weights: usize) -> Self {
        let shape = settings.shape.to_string();
        Self { shape, weights: weights as u64, others: settings.clone() }
    }

    /// The settings, and the number of weights.
    fn settings(self) -> Result<(Settings, usize), NetworkError> {
        let Self { shape, weights, others } = self;
        let is_valid = (0.0..=1.0).contains(&others.four_probability)
            && (0.0..=1.0).contains(&others.lambda)
            && others.learning_rate.is_finite()
            && others.optimistic_init.is_finite();

        if !is_valid {
            return Err(NetworkError::File("the checkpoint's settings are out of range"));
        }

        let (shape, weights) = shape_of(&shape, weights)?;
        Ok((Settings { shape, ..others }, weights))
    }
}

impl Learner {
    /// The complete state of the training as a file.
    ///
    /// # Errors
    /// If the numbers cannot be compressed, and [`NetworkError::Cancelled`] if the watch stops the
    /// work.
    pub fn checkpoint(&self, watch: &dyn Watch) -> Result<Vec<u8>, NetworkError> {
        let all = self.weights.numbers();
        let begin = SettingsRecord::of(&self.settings, all.len());
        let (episodes, curve) = (self.episodes, self.curve.clone());
        let state = CheckpointRecord { begin, episodes, curve };
        let shape = &self.settings.shape;
        let (stage_1, stage_2) = all.split_at(shape.weight_count());
        let weights = ordered(shape, stage_1).chain(ordered(shape, stage_2));
        let errors = ordered(shape, self.errors.numbers().as_chunks::<2>().0).flatten();
        let numbers = weights.chain(errors).map(f32::to_le_bytes);
        CHECKPOINT.seal(&state, |bytes| compress(bytes, LEVEL, numbers, watch), watch)
    }

    /// The maximum size in bytes of a checkpoint that starts with these bytes, which must be the
    /// first [`FILE_START`](crate::FILE_START) of the file, or all if it is shorter.
    ///
    /// # Errors
    /// If they are not the start of a checkpoint.
    pub fn max_bytes(start: &[u8]) -> Result<u64, NetworkError> {
        let (shape, weights) = CHECKPOINT.announced(start)?;
        let errors = 2 * shape.weight_count();
        Ok(max_size(4 * (weights + errors) as u64) + MAX_RECORD)
    }

    /// The seed in a checkpoint that starts with these bytes, its first
    /// [`FILE_START`](crate::FILE_START); `None` if they are not the start of a checkpoint.
    pub fn seed_in(start: &[u8]) -> Option<Seed> {
        let (settings, _): (SettingsRecord, _) =
            record(CHECKPOINT.strip(start).ok()?).ok()?;
        Some(settings.others.seed)
    }

    /// Reads a checkpoint. The learner continues as if it had never been interrupted.
    ///
    /// # Errors
    /// If it is not a checkpoint, or truncated or damaged, and [`NetworkError::Cancelled`] if the
    /// watch stops the work.
    pub fn resume(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        CHECKPOINT.verify(bytes, watch)?;
        let (state, packed): (CheckpointRecord, _) = CHECKPOINT.open(bytes)?;
        let CheckpointRecord { begin, episodes, curve } = state;
        let (settings, count) = begin.settings()?;
        let shape = &settings.shape;

        let mut packed = NumberReader::new(packed, watch)?;
        let weights = packed.take::<1>(count, runs(shape))?;
        let errors = packed.take::<2>(shape.weight_count(), shape.runs())?;

        packed.end()?;
        check_finite(weights.numbers(), watch)?;
        Ok(Self { settings, weights, errors, episodes, curve, rate_scale: 1.0 })
    }
}
