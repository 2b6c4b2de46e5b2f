//! The cells of a board by index: what is beside what, in which lines, and which swaps bring a block where.

use tilewright_grid::{Cell, Heading, Size};

use crate::cases::cases_of;

/// The cases and lines of a size, by index in reading order.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(super) size: Size,
    /// The arriving cell, the two others of the line, and the source.
    pub(super) cases: Vec<[u16; 4]>,
    /// Three cells in a row or column.
    pub(super) lines: Vec<[u16; 3]>,
    /// The neighbours of each cell; the cell itself for those beyond the edge.
    pub(super) beside: Vec<[u16; 4]>,
}

impl Shape {
    pub(crate) fn new(size: Size) -> Self {
        let index = |cell: Cell| size.index(cell) as u16;
        let mut shape =
            Self { size, cases: Vec::new(), lines: Vec::new(), beside: Vec::new() };
        for cell in size.cells() {
            let cases = cases_of(size, cell);
            shape.cases.extend(cases.map(|[one, two, source]| {
                [index(cell), index(one), index(two), index(source)]
            }));

            // Each line once, from its first cell.
            for heading in [Heading::East, Heading::South] {
                let second = size.step(cell, heading);
                let third = second.and_then(|second| size.step(second, heading));
                if let (Some(second), Some(third)) = (second, third) {
                    shape.lines.push([index(cell), index(second), index(third)]);
                }
            }

            let mut beside = [index(cell); 4];
            for (place, neighbor) in beside.iter_mut().zip(size.neighbors(cell)) {
                *place = index(neighbor);
            }
            shape.beside.push(beside);
        }
        shape
    }

    pub(crate) const fn size(&self) -> Size {
        self.size
    }

    /// The neighbours of a cell.
    pub(super) fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let beside = self.beside[cell].into_iter().map(usize::from);
        beside.filter(move |&other| other != cell)
    }
}
