//! The scene: a map of rooms, and what happens on it in each frame.
//!
//! 128 × 128 cells are 16 × 16 rooms of 7 × 7 cells, with walls of one cell between them: 480 walls that two rooms share, each with one
//! door somewhere in it. Of ten doors seven are 3 cells wide, two are 2 and one is 1 cell wide, and nine stand open at first. Half of the
//! rooms have a pillar in the middle. The right and the lower edge are walls.
//!
//! There are 300 walkers, as many of each of the sizes 1, 2 and 3, which begin in random cells and want to go to random ones.
//!
//! Everything comes from the seed.

use tilewright_grid::{Cell, Rng, Seed};
use tilewright_pathplan::Steps;

use crate::world::{Change, World};

pub(crate) const SEED: Seed = Seed(1);
pub(crate) const SIDE: u32 = 128;
pub(crate) const SIZES: [u8; 3] = [1, 2, 3];
pub(crate) const WALKERS: usize = 300;
/// The rooms in a row, and in a column.
const ROOMS: u32 = 16;
/// From one wall to the next.
const PITCH: u32 = 8;
/// How far the danger reaches from what is dangerous.
const RADIUS: u32 = 6;

/// A door: its cells, and whether it stands open.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) cells: Vec<Cell>,
    pub(crate) is_open: bool,
}

/// The map of rooms and its doors.
pub(crate) fn rooms(steps: Steps) -> (World, Vec<Door>) {
    let mut rng = SEED.rng();
    let is_wall =
        |cell: Cell| cell.row % PITCH == PITCH - 1 || cell.column % PITCH == PITCH - 1;
    let all = tilewright_grid::Size::new(SIDE, SIDE).cells();
    let mut open: Vec<bool> = all.map(|cell| !is_wall(cell)).collect();
    let mut doors = Vec::new();
    for row in 0..ROOMS {
        for column in 0..ROOMS {
            let corner = Cell::new(row * PITCH, column * PITCH);
            if rng.chance(0.5) {
                let (row, column) = (corner.row + 3, corner.column + 3);
                open[(row * SIDE + column) as usize] = false;
            }
            if column + 1 < ROOMS {
                doors.push(door(&mut rng, |along| {
                    Cell::new(corner.row + along, corner.column + PITCH - 1)
                }));
            }
            if row + 1 < ROOMS {
                doors.push(door(&mut rng, |along| {
                    Cell::new(corner.row + PITCH - 1, corner.column + along)
                }));
            }
        }
    }
    for cell in doors.iter().filter(|door| door.is_open).flat_map(|door| &door.cells) {
        open[(cell.row * SIDE + cell.column) as usize] = true;
    }
    let costs = vec![1; open.len()];
    (World::new(steps, open, costs, &SIZES), doors)
}

/// A door in a wall of seven cells.
fn door(rng: &mut Rng, place: impl Fn(u32) -> Cell) -> Door {
    let width = [3, 3, 3, 3, 3, 3, 3, 2, 2, 1][rng.index(10)];
    let first = rng.below(PITCH - width);
    let cells = (first..first + width).map(place).collect();
    Door { cells, is_open: rng.chance(0.9) }
}

/// What is dangerous: it flies over walls in straight lines, one cell across in each frame, and turns at the edges.
pub(crate) struct Dragon {
    at: [u32; 2],
    is_back: [bool; 2],
}

impl Dragon {
    pub(crate) const fn new() -> Self {
        Self { at: [SIDE / 2, SIDE / 3], is_back: [false, true] }
    }

    const fn danger(at: [u32; 2], cell: Cell) -> u32 {
        let square = cell.row.abs_diff(at[0]).pow(2) + cell.column.abs_diff(at[1]).pow(2);
        (RADIUS + 1).saturating_sub(square.isqrt())
    }

    /// Flies on; returns the cells whose danger has changed.
    pub(crate) fn fly(&mut self) -> Vec<Change> {
        let before = self.at;
        for (at, is_back) in self.at.iter_mut().zip(&mut self.is_back) {
            if *at == 0 || *at == SIDE - 1 {
                *is_back = *at > 0;
            }
            *at = if *is_back { *at - 1 } else { *at + 1 };
        }
        let near = |at: u32, other: u32| {
            at.min(other).saturating_sub(RADIUS)..=(at.max(other) + RADIUS).min(SIDE - 1)
        };
        let mut changes = Vec::new();
        for row in near(before[0], self.at[0]) {
            for column in near(before[1], self.at[1]) {
                let cell = Cell::new(row, column);
                let danger = Self::danger(self.at, cell);
                if danger != Self::danger(before, cell) {
                    changes.push(Change::Danger(cell, danger));
                }
            }
        }
        changes
    }
}
