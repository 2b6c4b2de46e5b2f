//! What is left of blockers, covers and grounds in the mean field.

use tilewright_grid::det;
use tilewright_match3::{Block, BreakCauses, Contents, Kind, Place};

/// What is left of a kind in a cell: a blocker, a cover or a ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Special {
    pub(super) index: usize,
    /// The kind, by index in the rules.
    pub(super) kind: usize,
    pub(super) hits: u8,
    pub(super) place: Place,
    pub(super) broken_by: BreakCauses,
    /// The share of matches that break it: those of its colour.
    pub(super) share: f64,
    /// Whether the block in the cell matches, and whether blocks fall through the cell.
    pub(super) passes: [bool; 2],
    /// The expected number of hits so far.
    pub(super) exposure: f64,
}

impl Special {
    /// The kinds of a cell, what is on top first.
    pub(super) fn of(
        index: usize,
        kind: Kind,
        blocks: &[Block],
        colors: u32,
    ) -> Vec<Self> {
        let special = |id: usize, hits: u8| {
            // A generator stays whatever hits it.
            let block = blocks.get(id).filter(|block| !block.spreads && hits > 0)?;
            let hits = if block.timer.is_some() { 1 } else { hits };
            let share = block.color.as_ref().map_or(1.0, |_| 1.0 / f64::from(colors));
            let passes = match block.place {
                Place::Blocker => [false, block.moves],
                _ => [block.matches, !block.holds],
            };
            let (place, broken_by) = (block.place, block.broken_by);
            let exposure = 0.0;
            let kind = id;
            Some(Self { index, kind, hits, place, broken_by, share, passes, exposure })
        };

        // A cell names its cover and ground from 1, so that 0 is none.
        let under = |(id, layers): (u8, u8)| {
            id.checked_sub(1).and_then(|id| special(usize::from(id), layers))
        };

        let blocker = match kind.filling() {
            (Contents::Blocker, id, layers) => special(usize::from(id), layers),
            _ => None,
        };

        let cover = under(kind.cover());
        let ground = under(kind.ground());
        [cover, blocker, ground].into_iter().flatten().collect()
    }

    /// The probability that it is still present: that a Poisson number of hits is too small.
    pub(super) fn is_left(&self) -> f64 {
        let mut term = det::exp(-self.exposure);
        let mut sum = term;

        // The terms of the Poisson distribution one from the other, without powers and
        // factorials.
        for hit in 1..self.hits {
            term *= self.exposure / f64::from(hit);
            sum += term;
        }

        sum
    }

    /// The means of the number of layers taken so far and of its square.
    pub(super) fn moments(&self) -> [f64; 2] {
        let mut term = det::exp(-self.exposure);
        let (mut left, mut first, mut second) = (1.0 - term, 0.0, 0.0);
        for hit in 1..self.hits {
            // The number of layers taken is that of the hits, but all of them once there are
            // enough hits.
            term *= self.exposure / f64::from(hit);
            first += f64::from(hit) * term;
            second += f64::from(hit).powi(2) * term;
            left -= term;
        }

        let (all, left) = (f64::from(self.hits), left.max(0.0));
        [first + all * left, second + all * all * left]
    }

    /// Whether it covers or fills its cell.
    pub(super) fn is_above(&self) -> bool {
        self.place != Place::Ground
    }
}
