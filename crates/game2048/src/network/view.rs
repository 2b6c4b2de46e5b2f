//! How a network sees a game.

use super::weight::Weight;
use crate::BitBoard;

/// The weights by which afterstates are valued from a board on, and what the network sees of
/// them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, W> {
    weights: &'a [W],
    /// On a late board, where its weights are others, those of all other boards.
    early: Option<&'a [W]>,
    /// Whether large tiles are seen halved as far as a value is missing.
    halves: bool,
}

impl<'a, W: Weight> View<'a, W> {
    /// That of a network whose weights are the same for all boards.
    pub(super) const fn plain(weights: &'a [W], halves: bool) -> Self {
        Self { weights, early: None, halves }
    }

    /// That of a network from a late board on, until it is none any more.
    pub(super) const fn late(early: &'a [W], late: &'a [W]) -> Self {
        Self { weights: late, early: Some(early), halves: false }
    }

    /// Whether it is that of late boards.
    pub(crate) const fn is_late(&self) -> bool {
        self.early.is_some()
    }

    /// Whether large tiles are seen halved.
    pub(super) const fn halves(&self) -> bool {
        self.halves
    }

    /// Whether an afterstate of a late board is none any more, because there is a 32,768.
    #[inline]
    pub(super) const fn is_past(&self, after: BitBoard) -> bool {
        self.early.is_some() && after.has_largest()
    }

    /// The weights of an afterstate, and the afterstate as the network sees it.
    #[inline]
    pub(crate) fn see(&self, after: BitBoard) -> (&'a [W], BitBoard) {
        match self.early {
            Some(early) if after.has_largest() => (early, after.familiar()),
            None if self.halves => (self.weights, after.familiar()),
            _ => (self.weights, after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_weights_serve_until_there_is_a_32768() {
        let late = BitBoard(0x0000_0000_0012_bcde);
        let past = BitBoard(0x0000_0000_0012_00cf);
        let (early, own) = ([1.0_f32], [2.0_f32]);
        let view = View::late(&early, &own);
        assert!(view.is_late() && !view.is_past(late) && view.is_past(past));
        assert_eq!(view.see(late), (&own[..], late));
        assert_eq!(view.see(past), (&early[..], past.familiar()));
        let plain = View::plain(&early, true);
        assert!(!plain.is_late() && !plain.is_past(past));
        assert_eq!(plain.see(past), (&early[..], past.familiar()));
        assert_eq!(View::plain(&early, false).see(past), (&early[..], past));
    }
}
