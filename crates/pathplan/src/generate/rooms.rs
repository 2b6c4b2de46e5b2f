//! Rooms by binary space partitioning.

use tilewright_grid::{Cell, Grid, Rng, Watch};

use super::{GenerateError, is_inner, look};

/// Areas with a longer side are divided: rooms of three to nine cells a side. A matter of looks.
const LONGEST: u32 = 9;
/// The shortest side of a room: narrower ones look like corridors.
const SHORTEST: u32 = 3;

/// A rectangle of free cells.
#[derive(Clone, Copy)]
struct Area {
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
}

/// Divides the free area by walls with doors until all rooms are small. A share of the walls,
/// `braid`, has a second door.
pub(super) fn carve(
    free: &mut Grid<bool>,
    braid: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    let size = free.size();
    for row in 0..size.rows {
        look(watch)?;
        for column in 0..size.columns {
            free[Cell::new(row, column)] = is_inner(size, row, column);
        }
    }

    let whole =
        Area { row: 1, column: 1, rows: size.rows - 2, columns: size.columns - 2 };
    let mut waiting = vec![whole];
    while let Some(area) = waiting.pop() {
        look(watch)?;
        waiting.extend(divide(free, area, braid, rng).into_iter().flatten());
    }

    Ok(())
}

/// Divides an area across its longer side; none if it is small enough, or if every wall would end
/// at a door.
fn divide(
    free: &mut Grid<bool>,
    area: Area,
    braid: f64,
    rng: &mut Rng,
) -> Option<[Area; 2]> {
    let is_across = area.rows >= area.columns;
    let (long, short) =
        if is_across { (area.rows, area.columns) } else { (area.columns, area.rows) };
    if long <= LONGEST || long < 2 * SHORTEST + 1 {
        return None;
    }

    // Both ends of the wall must touch walls, not doors.
    let at = |along: u32, across: u32| {
        if is_across {
            Cell::new(area.row + along, area.column + across)
        } else {
            Cell::new(area.row + across, area.column + along)
        }
    };
    let ends_in_walls = |along: &u32| {
        let inner = at(*along, 0);
        let [before, after] = if is_across {
            [Cell::new(inner.row, area.column - 1), at(*along, short)]
        } else {
            [Cell::new(area.row - 1, inner.column), at(*along, short)]
        };

        !free[before] && !free[after]
    };
    let places: Vec<u32> = (SHORTEST..long - SHORTEST).filter(ends_in_walls).collect();
    let along = *rng.pick(&places)?;

    let mut doors = vec![rng.below(short)];
    if rng.chance(braid) {
        doors.push(rng.below(short));
    }

    for across in (0..short).filter(|across| !doors.contains(across)) {
        free[at(along, across)] = false;
    }

    Some(area.parts(is_across, along))
}

impl Area {
    /// The areas before and after a wall.
    const fn parts(self, is_across: bool, along: u32) -> [Self; 2] {
        if is_across {
            let row = self.row + along + 1;
            let rows = self.rows - along - 1;
            [Self { rows: along, ..self }, Self { row, rows, ..self }]
        } else {
            let column = self.column + along + 1;
            let columns = self.columns - along - 1;
            [Self { columns: along, ..self }, Self { column, columns, ..self }]
        }
    }
}
