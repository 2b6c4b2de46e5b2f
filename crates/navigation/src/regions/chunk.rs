//! One chunk: its components and their edges.

use tilewright_grid::Cell;

use super::{Joint, SIDE};

/// The label of a blocked cell.
pub(super) const NONE: u8 = u8::MAX;

/// An edge from a component of a chunk to one of the chunk beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Edge {
    pub(super) way: u8,
    pub(super) own: u8,
    pub(super) other: u8,
}

/// A chunk of a plane.
#[derive(Clone, Debug, Default)]
pub(super) struct Chunk {
    /// The component of each cell, where there are several.
    labels: Option<Box<[u8; (SIDE * SIDE) as usize]>>,
    /// The island of each component.
    pub(super) islands: Vec<u32>,
    /// The edges of its components in ascending order.
    pub(super) edges: Vec<Edge>,
    /// For each component when a search has seen it, and for which of its sides.
    pub(super) seen: Vec<u64>,
}

impl Chunk {
    /// The component of a cell where something can stand.
    #[inline]
    pub(super) fn component(&self, cell: Cell) -> u8 {
        if self.islands.len() < 2 {
            return 0;
        }
        let place = cell.row % SIDE * SIDE + cell.column % SIDE;
        self.labels.as_ref().map_or(0, |labels| labels[place as usize])
    }

    /// Finds the components of these free cells, numbered in the reading order of their first cells. Their islands are not known
    /// yet.
    pub(super) fn find_components(&mut self, free: &[u16; SIDE as usize], joint: Joint) {
        self.islands.clear();
        let mut left = *free;
        let mut first: Option<[u16; SIDE as usize]> = None;

        for row in 0..SIDE as usize {
            while left[row] != 0 {
                let component = fill(&left, row, joint);
                for (left, taken) in left.iter_mut().zip(component) {
                    *left &= !taken;
                }

                let number = self.islands.len() as u8;
                self.islands.push(u32::MAX);
                match first {
                    None => first = Some(component),
                    Some(all) => {
                        let labels =
                            self.labels.get_or_insert_with(|| Box::new([NONE; 256]));
                        if number == 1 {
                            labels.fill(NONE);
                            paint(labels, &all, 0);
                        }
                        paint(labels, &component, number);
                    }
                }
            }
        }

        self.seen.clear();
        self.seen.resize(self.islands.len(), 0);
    }
}

/// Gives the cells of a component its number.
fn paint(labels: &mut [u8; 256], component: &[u16; SIDE as usize], number: u8) {
    for (row, &cells) in component.iter().enumerate() {
        let mut cells = cells;
        while cells != 0 {
            labels[row * SIDE as usize + cells.trailing_zeros() as usize] = number;
            cells &= cells - 1;
        }
    }
}

/// The free cells that are connected with the first one of a row.
fn fill(free: &[u16; SIDE as usize], row: usize, joint: Joint) -> [u16; SIDE as usize] {
    let mut filled = [0; SIDE as usize];
    filled[row] = along(free[row] & free[row].wrapping_neg(), free[row]);

    // Down and up again until nothing is added: twice, as a rule.
    loop {
        let before = filled;
        for row in 1..SIDE as usize {
            let new = beside(filled[row - 1], row - 1, row, joint) & free[row];
            if new & !filled[row] != 0 {
                filled[row] = along(filled[row] | new, free[row]);
            }
        }
        for row in (0..SIDE as usize - 1).rev() {
            let new = beside(filled[row + 1], row + 1, row, joint) & free[row];
            if new & !filled[row] != 0 {
                filled[row] = along(filled[row] | new, free[row]);
            }
        }
        if filled == before {
            return filled;
        }
    }
}

/// The cells of a row that steps lead to from these of the row above or below. Chunks begin in even rows and columns, so that cells of
/// a chunk are shifted as their places in it say.
const fn beside(cells: u16, from: usize, to: usize, joint: Joint) -> u16 {
    match joint {
        Joint::Straight => cells,
        Joint::Diagonal => cells | cells << 1 | cells >> 1,
        Joint::Hexagonal(stagger) => {
            if stagger.is_of_rows() {
                let is_shifted = stagger.is_shifted(Cell::new(from as u32, 0));
                return cells | if is_shifted { cells << 1 } else { cells >> 1 };
            }
            // Shifted columns reach down to both sides, the others up.
            let first_is_shifted = stagger.is_shifted(Cell::new(0, 0));
            let even = 0x5555;
            let is_even = first_is_shifted == (to > from);
            let reaching = cells & if is_even { even } else { !even };
            cells | reaching << 1 | reaching >> 1
        }
    }
}

/// The free cells of a row that are connected with these along it.
const fn along(cells: u16, free: u16) -> u16 {
    let (mut cells, mut free) = (cells as u32, free as u32);
    // By doubled distances (Kogge and Stone, 1973): four steps reach 16 cells.
    let mut up = cells;
    let mut open = free;
    let mut step = 1;
    while step < SIDE {
        up |= open & (up << step);
        open &= open << step;
        step *= 2;
    }
    step = 1;
    while step < SIDE {
        cells |= free & (cells >> step);
        free &= free >> step;
        step *= 2;
    }
    (up | cells) as u16
}
