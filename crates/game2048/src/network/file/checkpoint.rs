//! The files of training checkpoints.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use super::{
    Format, NumberReader, QUICK_LEVEL, check_finite, max_size, ordered, places, record,
    shape_of,
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

/// The start of the record: the settings.
#[derive(Serialize, Deserialize)]
struct SettingsRecord {
    shape: String,
    weights: u64,
    learning_rate: f32,
    optimistic_init: f32,
    lambda: f32,
    restart: Option<u64>,
    downgrade: bool,
    four_probability: f64,
    seed: Seed,
}

impl SettingsRecord {
    fn of(settings: &Settings, weights: usize) -> Self {
        Self {
            shape: settings.shape.to_string(),
            weights: weights as u64,
            learning_rate: settings.learning_rate,
            optimistic_init: settings.optimistic_init,
            lambda: settings.lambda,
            restart: settings.restart,
            downgrade: settings.downgrade,
            four_probability: settings.four_probability,
            seed: settings.seed,
        }
    }

    /// The settings, and the number of weights.
    fn settings(self) -> Result<(Settings, usize), NetworkError> {
        let is_valid = (0.0..=1.0).contains(&self.four_probability)
            && (0.0..=1.0).contains(&self.lambda)
            && self.learning_rate.is_finite()
            && self.optimistic_init.is_finite();

        if !is_valid {
            return Err(NetworkError::File("the checkpoint's settings are out of range"));
        }

        let (shape, weights) = shape_of(&self.shape, self.weights)?;
        let settings = Settings {
            shape,
            learning_rate: self.learning_rate,
            optimistic_init: self.optimistic_init,
            lambda: self.lambda,
            restart: self.restart,
            downgrade: self.downgrade,
            four_probability: self.four_probability,
            seed: self.seed,
        };
        Ok((settings, weights))
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
        CHECKPOINT.seal(&state, QUICK_LEVEL, numbers, watch)
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
        let (SettingsRecord { seed, .. }, _) =
            record(CHECKPOINT.strip(start).ok()?).ok()?;
        Some(seed)
    }

    /// Reads a checkpoint. The learner continues as if it had never been interrupted.
    ///
    /// # Errors
    /// If it is not a checkpoint, or truncated or damaged, and [`NetworkError::Cancelled`] if the
    /// watch stops the work.
    pub fn resume(bytes: &[u8], watch: &dyn Watch) -> Result<Self, NetworkError> {
        let (state, packed): (CheckpointRecord, _) = CHECKPOINT.open(bytes, watch)?;
        let CheckpointRecord { begin, episodes, curve } = state;
        let (settings, count) = begin.settings()?;
        let shape = &settings.shape;

        let mut packed = NumberReader::new(packed, watch)?;
        let exact = |_, four| f32::from_le_bytes(four);
        let weights = packed.take(count, places(shape).take(count), exact)?;
        let pairs = shape.places().flat_map(|place| [2 * place, 2 * place + 1]);
        let errors = packed.take(2 * shape.weight_count(), pairs, exact)?;

        packed.end()?;
        check_finite(weights.numbers(), watch)?;
        Ok(Self { settings, weights, errors, episodes, curve, rate_scale: 1.0 })
    }
}
