//! Where most ways to place the ships that are afloat lie.

use std::sync::Arc;

use tilewright_grid::{Cell, Rng};

use super::outlook::{Berths, Outlook, best_of};
use super::{Hunter, Random};
use crate::{Rules, Sight, bits};

/// Counts for every cell the ways in which each ship afloat can lie on it, ship by ship as if
/// there were no other, and shoots where there are most; with a hit, of those ways only that
/// cover most hits. (Berry, *Battleship*, `DataGenetics`, 2011.)
#[derive(Clone, Debug)]
pub(super) struct Density<const W: usize> {
    berths: Arc<Berths<W>>,
    values: Vec<f32>,
}

impl<const W: usize> Density<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        Self { berths: Arc::new(Berths::new(rules)), values: vec![0.0; 64 * W] }
    }

    /// The cell of the greatest density; none where no ship can lie.
    pub(super) fn search(
        &mut self,
        outlook: &Outlook<W>,
        rng: &mut Rng,
    ) -> Option<usize> {
        self.values.fill(0.0);
        let mut most = 0;
        for (count, berth) in outlook.berths(&self.berths) {
            let hits = berth.cells.and(outlook.hits).count();
            if hits < most {
                continue;
            }
            if hits > most {
                self.values.fill(0.0);
                most = hits;
            }
            let mut place = usize::from(berth.place);
            for _ in 0..berth.ship.length {
                self.values[place] += count as f32;
                place += usize::from(berth.pace);
            }
        }
        best_of(outlook.open, &self.values, rng)
    }
}

impl<const W: usize> Hunter for Density<W> {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(self.clone())
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let outlook = Outlook::of(sight, &self.berths);
        match self.search(&outlook, rng) {
            Some(place) => bits::cell(self.berths.size, place),
            None => Random.aim(sight, rng),
        }
    }
}
