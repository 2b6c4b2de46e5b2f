//! The exact posterior.

use tilewright_grid::{Cell, Rng};

use super::Hunter;
use crate::{Mark, Sight, Ways};

/// The memory that it may take, in bytes: what is counted in some hundredths of a second.
pub(super) const MEMORY: u64 = 1 << 23;

/// Counts all fleets that agree with what is known and shoots where most of them have a deck;
/// while counting takes more memory than it may, it aims as another hunter does.
pub(super) struct Exact {
    memory: u64,
    other: Box<dyn Hunter>,
}

impl Exact {
    pub(super) const fn new(memory: u64, other: Box<dyn Hunter>) -> Self {
        Self { memory, other }
    }
}

impl Hunter for Exact {
    fn fork(&self) -> Box<dyn Hunter> {
        Box::new(Self { memory: self.memory, other: self.other.fork() })
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.other.begin(rng);
    }

    fn aim(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> Cell {
        // The other one looks at every shot, so that it knows the game when it is needed.
        let otherwise = self.other.aim(sight, rng);
        let Ok(ways) = Ways::given(sight, self.memory) else { return otherwise };
        let decks = ways.decks();
        let unknown = |cell: &Cell| sight.mark(*cell) == Mark::Unknown;
        let most =
            sight.rules().size().cells().filter(unknown).map(|cell| decks[cell]).max();
        let most = most.filter(|&most| most > 0);
        let best = |cell: &Cell| unknown(cell) && Some(decks[*cell]) == most;
        let best: Vec<Cell> = sight.rules().size().cells().filter(best).collect();
        rng.pick(&best).copied().unwrap_or(otherwise)
    }
}
