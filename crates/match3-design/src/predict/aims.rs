//! Pieces that choose a cell for the goal, in the mean field.

use tilewright_match3::{Effect, Level, Target};

/// The rate at which pieces choose a cell for the goal, for each swap. On the open 9 × 9 board
/// of `royal`, `random` makes a plane every 7.1 swaps, which is 0.14 a swap (`tilewright match3
/// play --bot random --goal make:plane:10`), and each chooses one cell.
const RATE: f64 = 0.15;

/// The cells that pieces choose.
#[derive(Clone, Debug)]
pub(super) struct Aims {
    /// Whether the goal wants each kind of the rules.
    wanted: Vec<bool>,
    /// The expected number of blocks of wanted colours.
    blocks: f64,
    /// The expected number of wanted cells.
    cells: f64,
}

impl Aims {
    /// Those of a goal; none if no group makes such a piece.
    pub(super) fn of(target: &Target, level: &Level) -> Option<Self> {
        let rules = level.rules();
        let is_aimed = |piece: u8| {
            let piece = rules.pieces().get(usize::from(piece));
            piece.is_some_and(|piece| matches!(piece.fires, Effect::Goal { .. }))
        };
        rules.shapes().iter().find(|making| is_aimed(making.makes))?;

        let wanted = target.all_of.iter().zip(&target.kinds);
        let wanted = wanted.map(|(&all, &count)| all || count > 0).collect();
        let colors = target.collect.iter().filter(|&&count| count > 0).count() as f64;
        let area = level.size().area() as f64;

        let blocks = area * colors / f64::from(level.colors());
        Some(Self { wanted, blocks, cells: blocks.max(1.0) })
    }

    /// Whether the goal wants a kind.
    pub(super) fn wants(&self, kind: usize) -> bool {
        self.wanted[kind]
    }

    /// Sets the expected number of cells with a wanted kind.
    pub(super) fn set_cells(&mut self, count: f64) {
        self.cells = (count + self.blocks).max(1.0);
    }

    /// The rate at which a cell with this kind is chosen.
    pub(super) fn rate(&self, kind: usize) -> f64 {
        if self.wants(kind) { RATE / self.cells } else { 0.0 }
    }
}
