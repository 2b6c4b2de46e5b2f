//! Which weights a network uses for a board, and what it sees of the board.

use std::sync::atomic::AtomicU32;

use super::features::Features;
use super::weight::Weight;
use crate::BitBoard;

/// The weights of a stage, and the unit that they count.
#[derive(Debug, PartialEq)]
pub(crate) struct Weights<'a, W> {
    pub(super) numbers: &'a [W],
    pub(super) unit: f32,
}

impl<W> Clone for Weights<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Weights<'_, W> {}

impl<'a> Weights<'a, AtomicU32> {
    /// Weights that are trained, or were: plain numbers.
    pub(super) const fn trained(numbers: &'a [AtomicU32]) -> Self {
        Self { numbers, unit: 1.0 }
    }
}

impl<W: Weight> Weights<'_, W> {
    /// The value of a board as the network sees it.
    #[inline]
    pub(crate) fn value(self, features: impl Features, seen: BitBoard) -> f32 {
        features.value(self.numbers, seen) * self.unit
    }
}

/// The weights with which afterstates are valued in a stage, and how the network sees boards there.
#[derive(Debug)]
pub(crate) struct View<'a, W> {
    weights: Weights<'a, W>,
    /// In stage 2 the weights of stage 1, which are used again from the first 32,768 on.
    stage_1: Option<Weights<'a, W>>,
    /// Whether tiles above 8192 are downgraded.
    downgrades: bool,
}

impl<'a, W: Weight> View<'a, W> {
    /// The view of stage 1.
    pub(super) const fn stage_1(weights: Weights<'a, W>, downgrades: bool) -> Self {
        Self { weights, stage_1: None, downgrades }
    }

    /// The view of stage 2, until there is a 32,768.
    pub(super) const fn stage_2(
        stage_1: Weights<'a, W>,
        stage_2: Weights<'a, W>,
    ) -> Self {
        Self { weights: stage_2, stage_1: Some(stage_1), downgrades: false }
    }

    /// Whether it is the view of stage 2.
    pub(crate) const fn is_stage_2(&self) -> bool {
        self.stage_1.is_some()
    }

    /// Whether tiles above 8192 are downgraded.
    pub(super) const fn downgrades(&self) -> bool {
        self.downgrades
    }

    /// Whether stage 2 ends with this afterstate, because it has a 32,768.
    #[inline]
    pub(super) const fn ends_with(&self, after: BitBoard) -> bool {
        self.stage_1.is_some() && after.has_largest()
    }

    /// The weights for an afterstate, and the afterstate as the network sees it.
    #[inline]
    pub(crate) fn see(&self, after: BitBoard) -> (Weights<'a, W>, BitBoard) {
        match self.stage_1 {
            Some(stage_1) if after.has_largest() => (stage_1, after.for_network()),
            None if self.downgrades => (self.weights, after.for_network()),
            _ => (self.weights, after),
        }
    }

    /// The value of an afterstate.
    #[inline]
    pub(crate) fn value(&self, features: impl Features, after: BitBoard) -> f32 {
        let (weights, seen) = self.see(after);
        weights.value(features, seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stage_2_ends_with_the_first_32768() {
        let stage_2 = BitBoard(0x0000_0000_0012_bcde);
        let past = BitBoard(0x0000_0000_0012_00cf);
        let stage_1 = Weights { numbers: &[1_i16], unit: 1.0 };
        let own = Weights { numbers: &[2_i16], unit: 0.5 };
        let view = View::stage_2(stage_1, own);
        assert!(view.is_stage_2() && !view.ends_with(stage_2) && view.ends_with(past));
        assert_eq!(view.see(stage_2), (own, stage_2));
        assert_eq!(view.see(past), (stage_1, past.for_network()));
        let plain = View::stage_1(stage_1, true);
        assert!(!plain.is_stage_2() && !plain.ends_with(past));
        assert_eq!(plain.see(past), (stage_1, past.for_network()));
        assert_eq!(View::stage_1(stage_1, false).see(past), (stage_1, past));
    }
}
