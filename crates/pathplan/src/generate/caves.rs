//! Caves by a cellular automaton.

use tilewright_grid::{Cell, Grid, Rng, Watch};

use super::connected::{join, without_small};
use super::scattered::scatter;
use super::{GenerateError, is_inner, look};

/// The largest number of rounds of the automaton: the four or five of the usual recipes, a matter
/// of looks.
const ROUNDS: usize = 5;
/// A cell becomes a wall if at least this number of the 3 × 3 cells around it are walls.
/// The 4-5 rule of cave automata: a wall stays with four walls beside it, free ground becomes one
/// with five.
const WALLS: usize = 5;
/// Caves with fewer cells become walls: smaller than 3 × 4, not worth a corridor of their own.
const SMALLEST: usize = 12;

/// Scatters walls, smooths them by the automaton, fills small caves and joins the others. A round
/// that would leave no cell, as on tiny maps, is left out.
pub(super) fn carve(
    free: &mut Grid<bool>,
    density: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    scatter(free, density, rng, watch)?;
    for _ in 0..ROUNDS {
        let smooth = smoothed(free, watch)?;
        if !smooth.values().contains(&true) {
            break;
        }
        *free = smooth;
    }
    let caves = without_small(free, SMALLEST, watch)?;
    join(free, caves, watch)
}

/// The next round of the automaton.
fn smoothed(before: &Grid<bool>, watch: &dyn Watch) -> Result<Grid<bool>, GenerateError> {
    let size = before.size();
    let mut free = Grid::filled(size, false);
    for row in 0..size.rows {
        look(watch)?;
        for column in 0..size.columns {
            free[Cell::new(row, column)] =
                is_inner(size, row, column) && walls_around(before, row, column) < WALLS;
        }
    }
    Ok(free)
}

/// The number of walls among the 3 × 3 cells around an inner cell.
fn walls_around(free: &Grid<bool>, row: u32, column: u32) -> usize {
    let rows = row - 1..=row + 1;
    let cells =
        rows.flat_map(|row| (column - 1..=column + 1).map(move |at| Cell::new(row, at)));
    cells.filter(|&cell| !free[cell]).count()
}
