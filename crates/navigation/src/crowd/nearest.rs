//! The nearest of the cells that can be meant.

use tilewright_grid::Cell;

use crate::map::Floor;

/// The cell with the least Euclidean distance from another one on the same floor that is meant, itself apart; of several the first in
/// reading order. Both are cells of the stacked floors.
pub(super) fn nearest(
    floors: &[Floor],
    from: Cell,
    is_meant: impl Fn(Cell) -> bool,
) -> Option<Cell> {
    let floor = Floor::place_of(floors, from).floor;
    let (rows, columns) = floors[usize::from(floor)].bounds();
    let mut best: Option<(u64, Cell)> = None;
    for ring in 1.. {
        let is_decided = best
            .is_some_and(|(distance, _)| u64::from(ring) * u64::from(ring) > distance);
        if is_decided || ring > (rows.end - rows.start).max(columns.end) {
            break;
        }
        for_ring(from, ring, |row, column| {
            let cell = Cell::new(row, column);
            if !rows.contains(&row) || !columns.contains(&column) || !is_meant(cell) {
                return;
            }
            let [down, right] = [row.abs_diff(from.row), column.abs_diff(from.column)];
            let distance = u64::from(down).pow(2) + u64::from(right).pow(2);
            if best.is_none_or(|best| (distance, cell) < best) {
                best = Some((distance, cell));
            }
        });
    }
    best.map(|(_, cell)| cell)
}

/// Calls a function with the rows and columns of the cells at a distance along rows or columns, as far as they can be numbers.
fn for_ring(cell: Cell, ring: u32, mut see: impl FnMut(u32, u32)) {
    let rows = cell.row.saturating_sub(ring)..=cell.row.saturating_add(ring);
    let columns = cell.column.saturating_sub(ring)..=cell.column.saturating_add(ring);
    for row in rows {
        if row.abs_diff(cell.row) == ring {
            columns.clone().for_each(|column| see(row, column));
        } else {
            let sides = [cell.column.checked_sub(ring), cell.column.checked_add(ring)];
            for column in sides.into_iter().flatten() {
                see(row, column);
            }
        }
    }
}
