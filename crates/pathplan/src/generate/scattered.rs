//! Walls scattered at random.

use tilewright_grid::{Cell, Grid, Rng, Watch};

use super::connected::without_small;
use super::{GenerateError, is_inner, look};

/// Scatters walls. Only the largest region stays, the first of equal ones; all other cells become
/// walls.
pub(super) fn carve(
    free: &mut Grid<bool>,
    density: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    scatter(free, density, rng, watch)?;
    without_small(free, usize::MAX, watch).map(drop)
}

/// Frees every inner cell that is not a wall by chance.
pub(super) fn scatter(
    free: &mut Grid<bool>,
    density: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    let size = free.size();
    for row in 0..size.rows {
        look(watch)?;
        for column in 0..size.columns {
            let is_free = is_inner(size, row, column) && !rng.chance(density);
            free[Cell::new(row, column)] = is_free;
        }
    }
    Ok(())
}
