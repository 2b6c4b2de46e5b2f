//! How a network sees a game.

use super::weight::Weight;
use crate::BitBoard;

/// The weights by which afterstates are valued from a board on, and what the network sees of
/// them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, W> {
    weights: &'a [W],
    /// On a stage_2 board, where its weights are others, those of all other boards.
    stage_1: Option<&'a [W]>,
    /// Whether large tiles are seen halved as far as a value is missing.
    downgrades: bool,
}

impl<'a, W: Weight> View<'a, W> {
    /// That of a network whose weights are the same for all boards.
    pub(super) const fn plain(weights: &'a [W], downgrades: bool) -> Self {
        Self { weights, stage_1: None, downgrades }
    }

    /// That of a network from a stage_2 board on, until it is none any more.
    pub(super) const fn stage_2(stage_1: &'a [W], stage_2: &'a [W]) -> Self {
        Self { weights: stage_2, stage_1: Some(stage_1), downgrades: false }
    }

    /// Whether it is that of stage_2 boards.
    pub(crate) const fn is_stage_2(&self) -> bool {
        self.stage_1.is_some()
    }

    /// Whether large tiles are seen halved.
    pub(super) const fn downgrades(&self) -> bool {
        self.downgrades
    }

    /// Whether an afterstate of a stage_2 board is none any more, because there is a 32,768.
    #[inline]
    pub(super) const fn is_past(&self, after: BitBoard) -> bool {
        self.stage_1.is_some() && after.has_largest()
    }

    /// The weights of an afterstate, and the afterstate as the network sees it.
    #[inline]
    pub(crate) fn see(&self, after: BitBoard) -> (&'a [W], BitBoard) {
        match self.stage_1 {
            Some(stage_1) if after.has_largest() => (stage_1, after.for_network()),
            None if self.downgrades => (self.weights, after.for_network()),
            _ => (self.weights, after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_weights_serve_until_there_is_a_32768() {
        let stage_2 = BitBoard(0x0000_0000_0012_bcde);
        let past = BitBoard(0x0000_0000_0012_00cf);
        let (stage_1, own) = ([1.0_f32], [2.0_f32]);
        let view = View::stage_2(&stage_1, &own);
        assert!(view.is_stage_2() && !view.is_past(stage_2) && view.is_past(past));
        assert_eq!(view.see(stage_2), (&own[..], stage_2));
        assert_eq!(view.see(past), (&stage_1[..], past.for_network()));
        let plain = View::plain(&stage_1, true);
        assert!(!plain.is_stage_2() && !plain.is_past(past));
        assert_eq!(plain.see(past), (&stage_1[..], past.for_network()));
        assert_eq!(View::plain(&stage_1, false).see(past), (&stage_1[..], past));
    }
}
