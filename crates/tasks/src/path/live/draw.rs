//! Cells drawn at random.

use tilewright_grid::{Cell, Rng, Size};
use tilewright_navigation::{Agent, Navigation};

use super::walker::can_stand;

/// The number of cells that are drawn to find one that suits. One of ten cells is missed once in 800 times, and then drawn for
/// again in the next frame; 64 draws take about a microsecond.
const DRAWS: usize = 64;

/// A cell, each as likely as any other.
pub(super) fn draw_cell(size: Size, rng: &mut Rng) -> Cell {
    Cell::new(rng.below(size.rows), rng.below(size.columns))
}

/// Draws a cell where an agent can stand and that suits; none if none of the draws is one.
pub(super) fn draw(
    map: &Navigation,
    size: Size,
    agent: Agent,
    rng: &mut Rng,
    suits: impl Fn(Cell) -> bool,
) -> Option<Cell> {
    let mut cells = (0..DRAWS).map(|_| draw_cell(size, rng));
    cells.find(|&cell| can_stand(map, cell, agent) && suits(cell))
}
