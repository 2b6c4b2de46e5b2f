//! The hunter `random`: random shots.

use tilewright_grid::{Cell, Rng};

use super::Hunter;
use crate::{Mark, Sight};

/// Shoots at a random cell not shot at before. It uses neither the rules nor its hits.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomHunter;

impl Hunter for RandomHunter {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(*self)
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        let marks = sight.marks().values();
        let unknown = || (0..marks.len()).filter(|&at| marks[at] == Mark::Unknown);
        let number = rng.index(unknown().count());
        let index = unknown().nth(number).expect("there are as many as were counted");
        sight.rules().size().cell(index)
    }
}
