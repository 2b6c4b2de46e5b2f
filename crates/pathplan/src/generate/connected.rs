//! Connected regions of walkable cells: the small ones filled, the others joined by tunnels.

use std::collections::VecDeque;

use tilewright_grid::{Cell, Grid, Size, Watch, groups};

use super::{GenerateError, is_inner, look};

/// The number of cells between two looks at the watch: less than 1 ms.
const SOME: usize = 1 << 14;

/// Fills the regions with fewer than `smallest` cells, except the largest one. Returns the others,
/// the largest first; the first one comes first among equal ones.
pub(super) fn without_small(
    free: &mut Grid<bool>,
    smallest: usize,
    watch: &dyn Watch,
) -> Result<Vec<Vec<Cell>>, GenerateError> {
    look(watch)?;
    let mut regions = groups(free.size(), |cell| free[cell]);
    look(watch)?;
    regions.sort_by_key(|region| std::cmp::Reverse(region.len()));
    let kept = regions.iter().skip(1).take_while(|region| region.len() >= smallest);
    let kept = (1 + kept.count()).min(regions.len());

    for region in regions.drain(kept..) {
        for cell in region {
            free[cell] = false;
        }
    }

    Ok(regions)
}

/// A search for tunnels: from the joined regions through walls.
struct Tunnels {
    /// The number of walls from each cell to the joined regions.
    walls: Grid<u32>,
    /// The next cell on the way there.
    back: Grid<Cell>,
    waiting: VecDeque<Cell>,
}

impl Tunnels {
    fn join(&mut self, cell: Cell) {
        self.walls[cell] = 0;
        self.back[cell] = cell;
        self.waiting.push_front(cell);
    }

    /// Joins a region, whose cells are taken.
    fn join_all(&mut self, region: &mut Vec<Cell>) {
        for cell in std::mem::take(region) {
            self.join(cell);
        }
    }
}

/// Joins all regions to the first one by short tunnels, which keep off the border.
pub(super) fn join(
    free: &mut Grid<bool>,
    mut regions: Vec<Vec<Cell>>,
    watch: &dyn Watch,
) -> Result<(), GenerateError> {
    let (size, owner) = (free.size(), owners(free.size(), &regions));

    // A search from the first region outwards by the number of walls that a tunnel would break; a
    // region that it reaches is joined and searched from too.
    let mut search = Tunnels {
        walls: Grid::filled(size, u32::MAX),
        back: Grid::filled(size, Cell::new(0, 0)),
        waiting: VecDeque::new(),
    };

    if let Some(first) = regions.first_mut() {
        search.join_all(first);
    }

    let mut steps = 0_usize;
    while let Some(cell) = search.waiting.pop_front() {
        steps += 1;
        if steps.is_multiple_of(SOME) {
            look(watch)?;
        }

        let walls = search.walls[cell] + 1;
        for next in size.neighbors(cell) {
            if !is_inner(size, next.row, next.column) || search.walls[next] <= walls {
                continue;
            }

            if free[next] {
                dig(free, &mut search, cell);
                search.join_all(&mut regions[owner[next] as usize]);
            } else {
                search.walls[next] = walls;
                search.back[next] = cell;
                search.waiting.push_back(next);
            }
        }
    }

    Ok(())
}

/// The number of the region of each cell.
fn owners(size: Size, regions: &[Vec<Cell>]) -> Grid<u32> {
    let mut owner = Grid::filled(size, u32::MAX);
    for (number, region) in (0..).zip(regions) {
        for &cell in region {
            owner[cell] = number;
        }
    }

    owner
}

/// Frees the walls from a cell back to the joined regions.
fn dig(free: &mut Grid<bool>, search: &mut Tunnels, mut cell: Cell) {
    while !free[cell] {
        free[cell] = true;
        let back = search.back[cell];
        search.join(cell);
        cell = back;
    }
}
