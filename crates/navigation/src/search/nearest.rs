//! The nearest cells of some islands, as the crow flies.

use tilewright_grid::Cell;

use crate::map::Navigation;
use crate::regions::SIDE;
use crate::surface::Surface;

impl Navigation {
    /// Finds the cells nearest to one among those of its floor where an agent can stand, on any of these islands or, without a list,
    /// on any: their distance as by [`Metric::apart`](crate::metric::Metric::apart), and themselves in reading order.
    ///
    /// Chunk by chunk in growing squares around it, of which those without a cell of these islands are passed over.
    pub(super) fn nearest_cells(
        &self,
        surface: &Surface,
        islands: Option<&[u32]>,
        middle: Cell,
        found: &mut Vec<Cell>,
    ) -> Option<u64> {
        found.clear();
        let [first, end] = self.rows_of(middle.row);
        let (regions, metric) = (&surface.regions, surface.plane.metric);
        let (row, column) = (middle.row / SIDE, middle.column / SIDE);
        let [top, bottom] = [first / SIDE, (end - 1) / SIDE];
        let right = regions.columns() - 1;
        let rings = [row - top, bottom - row, column, right - column]
            .into_iter()
            .max()
            .unwrap_or(0);

        let mut least = u64::MAX;
        for ring in 0..=rings {
            // Every cell of this ring is farther away.
            let reach = metric.least_apart(u64::from((ring.max(1) - 1) * SIDE));
            if ring > 0 && reach > least {
                break;
            }
            for at in around(Cell::new(row, column), ring, [top, bottom, right]) {
                let chunk = regions.number(at);
                if !regions.has_island(chunk, islands) {
                    continue;
                }
                for cell in regions.cells(chunk) {
                    let distance = metric.apart(cell, middle);
                    let is_of_floor = (first..end).contains(&cell.row);
                    if distance > least || !is_of_floor {
                        continue;
                    }
                    let is_free = surface.plane.is_free(surface.plane.node(cell));
                    if !is_free
                        || islands
                            .is_some_and(|list| !list.contains(&regions.island(cell)))
                    {
                        continue;
                    }
                    if distance < least {
                        least = distance;
                        found.clear();
                    }
                    found.push(cell);
                }
            }
        }

        found.sort_unstable();
        (!found.is_empty()).then_some(least)
    }
}

/// The places of a square ring around another one, within these limits.
fn around(
    middle: Cell,
    ring: u32,
    [top, bottom, right]: [u32; 3],
) -> impl Iterator<Item = Cell> {
    let rows = middle.row.saturating_sub(ring).max(top)..=(middle.row + ring).min(bottom);
    rows.flat_map(move |row| {
        let is_edge = row.abs_diff(middle.row) == ring;
        let (low, high) = (middle.column.checked_sub(ring), middle.column + ring);
        let whole = is_edge.then(|| low.unwrap_or(0)..=high.min(right));
        let ends = [low, (high <= right && ring > 0).then_some(high)];
        let ends = (!is_edge).then_some(ends.into_iter().flatten());
        whole
            .into_iter()
            .flatten()
            .chain(ends.into_iter().flatten())
            .map(move |column| Cell::new(row, column))
    })
}
