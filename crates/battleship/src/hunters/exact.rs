//! The hunter `exact`: the exact posterior.

use tilewright_grid::{Cell, Rng};

use super::Hunter;
use crate::{Limits, Mark, Placements, Sight};

/// The memory limit for counting before a shot, in bytes. It bounds the time, too: some hundredths
/// of a second.
pub(super) const MEMORY: u64 = 1 << 23;

/// Counts all fleets that agree with its shots and shoots at the cell that most of them occupy, a
/// random one in a tie. While counting needs more than allowed, another hunter aims.
pub(super) struct ExactHunter {
    limits: Limits,
    fallback: Box<dyn Hunter>,
}

impl ExactHunter {
    pub(super) const fn new(limits: Limits, fallback: Box<dyn Hunter>) -> Self {
        Self { limits, fallback }
    }
}

impl Hunter for ExactHunter {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self { limits: self.limits, fallback: self.fallback.fork() })
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.fallback.begin(rng);
    }

    fn follow(&mut self, sight: &Sight<'_>, rng: &mut Rng) {
        self.fallback.follow(sight, rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        // The fallback aims at every shot, so that it has followed the game when it is needed.
        let otherwise = self.fallback.aim(sight, rng);
        let Ok(placements) = Placements::given(sight, self.limits, &()) else {
            return otherwise;
        };
        let fleets = placements.occupancy();
        let unknown = |cell: &Cell| sight.mark(*cell) == Mark::Unknown;
        let most =
            sight.rules().size().cells().filter(unknown).map(|cell| fleets[cell]).max();
        let most = most.filter(|&most| most > 0);
        let best = |cell: &Cell| unknown(cell) && Some(fleets[*cell]) == most;
        let best: Vec<Cell> = sight.rules().size().cells().filter(best).collect();
        rng.pick(&best).copied().unwrap_or(otherwise)
    }
}
