//! The weights of a stage, rounded.

use std::sync::OnceLock;

use tilewright_grid::Watch;

use super::file::PackedStage;
use super::pages::Pages;
use super::view::Weights;
use crate::NetworkError;

/// The weights of a stage.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    /// How many units each weight is.
    numbers: Pages<i16>,
    unit: f32,
}

/// The unit of pruned networks, in points. Single weights are as wrong as that anyway: a network of 120,000 games scores
/// 136,167 points at 1-ply with it, 136,421 with the finest unit, and 130,706 with twice the unit (2,000 games, ± 2,700).
const COARSE: f32 = 32.0;

/// The number of weights that are processed between two checks of the watch.
const PART: usize = 1 << 22;

impl Stage {
    /// The stage of these numbers and their unit.
    pub(super) const fn new(numbers: Pages<i16>, unit: f32) -> Self {
        Self { numbers, unit }
    }

    /// Weights rounded to the finest unit that 16 bits allow, or to [`COARSE`] if all are whole multiples of that and 16 bits hold them: then
    /// nothing is lost.
    ///
    /// # Errors
    /// [`NetworkError::Memory`], and [`NetworkError::Cancelled`] if the watch stops the work.
    pub(super) fn rounded(
        weights: &[f32],
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let (mut largest, mut is_coarse) = (f32::MIN_POSITIVE, true);
        for part in weights.chunks(PART) {
            check(watch)?;
            largest = part.iter().fold(largest, |max, weight| max.max(weight.abs()));
            is_coarse = is_coarse && part.iter().all(|weight| weight % COARSE == 0.0);
        }
        let finest = largest / f32::from(i16::MAX);
        let unit = if is_coarse { finest.max(COARSE) } else { finest };
        Self::in_units(weights.iter().copied(), weights.len(), unit, watch)
    }

    /// The weights whose errors add up to that many points and more, rounded to [`COARSE`] or what 16 bits allow, and zeros in the place
    /// of the others.
    ///
    /// # Errors
    /// As [`rounded`](Self::rounded).
    pub(super) fn pruned(
        weights: &[f32],
        errors: &[[f32; 2]],
        least: f32,
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let kept = weights
            .iter()
            .zip(errors)
            .map(|(&weight, [_, size])| if *size < least { 0.0 } else { weight });
        let largest = weights.iter().fold(0.0_f32, |max, weight| max.max(weight.abs()));
        let unit = COARSE.max(largest / f32::from(i16::MAX));
        Self::in_units(kept, weights.len(), unit, watch)
    }

    fn in_units(
        mut weights: impl Iterator<Item = f32>,
        count: usize,
        unit: f32,
        watch: &dyn Watch,
    ) -> Result<Self, NetworkError> {
        let mut numbers = Pages::zeros(count)?;
        for part in numbers.numbers_mut().chunks_mut(PART) {
            check(watch)?;
            for (number, weight) in part.iter_mut().zip(&mut weights) {
                // Pages of zeros alone take no memory as long as nothing is written there.
                let units = (weight / unit).round() as i16;
                if units != 0 {
                    *number = units;
                }
            }
        }
        Ok(Self { numbers, unit })
    }

    /// The weights.
    pub(super) fn weights(&self) -> Weights<'_, i16> {
        Weights { numbers: self.numbers.numbers(), unit: self.unit }
    }

    /// The weights in points.
    pub(super) fn points(&self) -> impl Iterator<Item = f32> {
        let unit = self.unit;
        self.numbers.numbers().iter().map(move |&number| f32::from(number) * unit)
    }
}

/// Stage 2. That of a file is unpacked when it is first needed, some thousands of moves after the start of a game: it takes as much memory as stage 1.
#[derive(Clone, Debug)]
pub(crate) struct SecondStage {
    /// The stage; `None` if there was no memory for it.
    stage: OnceLock<Option<Stage>>,
    /// What is unpacked.
    pub(super) packed: Option<PackedStage>,
    count: usize,
}

impl SecondStage {
    /// A stage that is there.
    pub(super) fn ready(stage: Stage) -> Self {
        let count = stage.numbers.numbers().len();
        Self { stage: OnceLock::from(Some(stage)), packed: None, count }
    }

    /// A stage of `count` weights to unpack, which is whole.
    pub(super) const fn late(packed: PackedStage, count: usize) -> Self {
        Self { stage: OnceLock::new(), packed: Some(packed), count }
    }

    /// The stage; `None` if there is no memory for it.
    pub(super) fn get(&self) -> Option<&Stage> {
        let unpack = || self.packed.as_ref()?.stage(self.count, &()).ok();
        self.stage.get_or_init(unpack).as_ref()
    }

    /// The stage as it stands in a file.
    ///
    /// # Errors
    /// If the weights cannot be compressed, and [`NetworkError::Cancelled`] if the watch stops the work.
    pub(super) fn packed(&self, watch: &dyn Watch) -> Result<PackedStage, NetworkError> {
        match &self.packed {
            Some(packed) => Ok(packed.clone()),
            None => PackedStage::of(self.get().ok_or_else(|| self.memory())?, watch),
        }
    }

    /// The error that there is no memory for it.
    pub(super) const fn memory(&self) -> NetworkError {
        NetworkError::Memory((self.count * size_of::<i16>()) >> 20)
    }
}

impl PartialEq for SecondStage {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

/// Checks whether the watch stops the work.
pub(super) fn check(watch: &dyn Watch) -> Result<(), NetworkError> {
    if watch.look().is_break() { Err(NetworkError::Cancelled) } else { Ok(()) }
}
