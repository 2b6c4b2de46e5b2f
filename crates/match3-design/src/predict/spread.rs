//! Kinds that spread, in the mean field.
//!
//! After each swap in which none of it was hit, one more appears beside those that there are. So on average it
//! grows until it is hit about every other swap.

use tilewright_grid::det;
use tilewright_match3::{BreakCauses, Contents, Level, Place};

use super::shape::Shape;

/// A kind that spreads: the expected number of its layers in each cell, from 0 to 1.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// The kind, by index in the rules.
    pub(super) kind: usize,
    pub(super) broken_by: BreakCauses,
    pub(super) present: Vec<f64>,
    /// The expected number of its layers that were hit so far.
    pub(super) lost: f64,
    /// Whether it can be in a cell.
    can: Vec<bool>,
}

impl Spread {
    /// Those of a level.
    pub(super) fn all(level: &Level) -> Vec<Self> {
        let blocks = level.rules().blocks().iter().enumerate();
        let of = blocks.filter(|(_, block)| block.spreads).map(|(kind, block)| {
            let cells = level.cells().values().iter();
            let is_it = |contents: Contents, id: u8, cover: u8| match block.place {
                Place::Blocker => {
                    contents == Contents::Blocker && usize::from(id) == kind
                }
                _ => usize::from(cover) == kind + 1,
            };

            let present = cells.clone().map(|cell| {
                f64::from(u8::from(is_it(
                    cell.contents(),
                    cell.filling().1,
                    cell.cover().0,
                )))
            });

            // It never grows where no block can be, nor over a blocker of another kind.
            let can = cells.map(|cell| match cell.contents() {
                Contents::Hole | Contents::Obstacle | Contents::Ingredient => false,
                Contents::Blocker => {
                    usize::from(cell.filling().1) == kind && block.place == Place::Blocker
                }
                _ => true,
            });

            let (present, can) = (present.collect(), can.collect());
            Self { kind, broken_by: block.broken_by, present, lost: 0.0, can }
        });
        of.filter(|spread| spread.count() > 0.0).collect()
    }

    /// The expected number of cells with it.
    pub(super) fn count(&self) -> f64 {
        self.present.iter().sum()
    }

    /// Advances it by a number of swaps, given the rate at which it is hit in each cell.
    pub(super) fn pass(
        &mut self,
        shape: &Shape,
        swaps: f64,
        rate: impl Fn(usize) -> f64,
    ) {
        let rates: Vec<f64> = (0..self.present.len()).map(rate).collect();
        let hits: f64 =
            self.present.iter().zip(&rates).map(|(here, rate)| here * rate).sum();
        let count = self.count();
        self.lost += hits * swaps;

        // The probabilities that none was hit, and that there is one: 0.86 where one is expected.
        // The factor is chosen: with 1, as if each cell had it on its own, a single one would fail
        // to grow in 37 % of its turns; larger ones let what is nearly gone grow on.
        let grows = det::exp(-hits) * (1.0 - det::exp(-2.0 * count));

        // One more appears, in a cell drawn from those beside what there is; their
        // probabilities add up to the growth.
        let room: Vec<f64> = (0..rates.len())
            .map(|cell| {
                if !self.can[cell] {
                    return 0.0;
                }
                let beside = shape.beside(cell);
                let near: f64 = beside.map(|other| self.present[other]).sum();
                near.min(1.0) * (1.0 - self.present[cell])
            })
            .collect();

        let all: f64 = room.iter().sum();
        let pace = if all > 1e-9 { grows / all.max(0.5) } else { 0.0 };
        for ((here, room), rate) in self.present.iter_mut().zip(room).zip(rates) {
            // The solution of the linear equation of growth and loss, so that steps of many
            // swaps do not go below 0 or above 1.
            let (gain, loss) = (room * pace, rate.max(1e-6));
            let rest = (gain / loss).min(1.0);
            *here = rest + (*here - rest) * det::exp(-loss.max(gain) * swaps);
        }
    }
}
