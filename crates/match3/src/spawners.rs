//! Where new blocks come in.

use tilewright_grid::{Cell, Grid};

use crate::LevelError;
use crate::setting::Gravity;

/// The cells where new blocks come in. A spawner under a blocker is closed until the blocker is
/// destroyed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Spawners {
    /// Every cell of row 0; under another gravity of the row or column from which blocks come.
    #[default]
    TopRow,
    /// The topmost cell of every column; under another gravity the first cells seen from there.
    Tops,
    /// These cells, in reading order.
    Cells(Vec<Cell>),
}

impl Spawners {
    /// Whether each cell of a board is a spawner; `cells` says which cells are no holes.
    ///
    /// # Errors
    /// When a listed spawner is outside the board or in a hole.
    pub(crate) fn on(
        &self,
        cells: &Grid<bool>,
        gravity: &Gravity,
    ) -> Result<Grid<bool>, LevelError> {
        let size = cells.size();

        // The first cell of a line is the one from which its blocks fall.
        let fall = gravity.main();
        let (lines, length) = fall.lines(size);
        let mut found = Grid::filled(size, false);

        match self {
            Self::TopRow => {
                for line in 0..lines {
                    let cell = fall.cell(size, line, 0);
                    found[cell] = cells[cell];
                }
            }
            Self::Tops => {
                for line in 0..lines {
                    let mut seen = (0..length).map(|at| fall.cell(size, line, at));
                    if let Some(top) = seen.find(|&cell| cells[cell]) {
                        found[top] = true;
                    }
                }
            }
            Self::Cells(list) => {
                for &cell in list {
                    if cells.get(cell) != Some(&true) {
                        return Err(LevelError::Spawner(cell));
                    }
                    found[cell] = true;
                }
            }
        }
        Ok(found)
    }
}
