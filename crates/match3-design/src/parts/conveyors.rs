//! Where conveyors are drawn.

use std::ops::RangeInclusive;

use tilewright_grid::{Cell, Rng};

use super::BoardPart;
use super::draft::Draft;

/// The lengths of straight conveyors, and the sides of rings. Chosen: those of today's games have three to a whole row of cells, and a
/// ring of more than 4 × 4 leaves a board of 9 × 9 little else.
const LENGTHS: RangeInclusive<u32> = 3..=6;
const SIDES: RangeInclusive<u32> = 2..=4;

/// The form of a conveyor, in the order of motion from its upper left cell.
#[derive(Clone, Copy)]
enum Course {
    Row(u32),
    Column(u32),
    /// Rows and columns of a ring, clockwise.
    Ring(u32, u32),
}

impl Draft<'_> {
    /// A conveyor, straight or a ring, which touches no other. Returns whether there is room.
    pub(super) fn add_conveyor(&mut self, rng: &mut Rng) -> bool {
        let mut straight: Vec<Course> = LENGTHS
            .flat_map(|length| [Course::Row(length), Course::Column(length)])
            .collect();
        let mut rings: Vec<Course> = SIDES
            .flat_map(|rows| SIDES.map(move |columns| Course::Ring(rows, columns)))
            .collect();
        rng.shuffle(&mut straight);
        rng.shuffle(&mut rings);
        let groups =
            if rng.below(2) == 0 { [straight, rings] } else { [rings, straight] };
        let is_back = rng.below(2) == 1;

        for course in groups.into_iter().flatten() {
            let mut found: Vec<Vec<Cell>> = self.conveyors(course);
            if found.is_empty() {
                continue;
            }
            let at = rng.below(found.len() as u32) as usize;
            let mut cells = found.swap_remove(at);
            if is_back {
                cells.reverse();
            }
            for &cell in &cells {
                self.take(cell);
            }
            self.parts.conveyors.push(cells);
            return true;
        }
        false
    }

    /// All conveyors of a form for which there is room.
    fn conveyors(&self, course: Course) -> Vec<Vec<Cell>> {
        let size = self.site.size;
        let may = |cell: &Cell| size.contains(*cell) && self.may_convey(*cell);
        let all = size.cells().map(|first| course.cells(first));
        all.filter(|cells| cells.iter().all(may)).collect()
    }

    /// Whether a conveyor may have a cell.
    fn may_convey(&self, cell: Cell) -> bool {
        let size = self.site.size;
        let is_conveyed =
            |next: Cell| self.parts.conveyors.iter().any(|cells| cells.contains(&next));
        self.may(BoardPart::Conveyors, cell)
            && !self.site.spawners[cell]
            && !size.neighbors(cell).any(is_conveyed)
    }
}

impl Course {
    fn cells(self, first: Cell) -> Vec<Cell> {
        let at =
            |down: u32, right: u32| Cell::new(first.row + down, first.column + right);
        match self {
            Self::Row(length) => (0..length).map(|right| at(0, right)).collect(),
            Self::Column(length) => (0..length).map(|down| at(down, 0)).collect(),
            Self::Ring(rows, columns) => {
                let (low, last) = (rows - 1, columns - 1);
                let top = (0..last).map(|right| at(0, right));
                let right = (0..low).map(|down| at(down, last));
                let bottom = (1..=last).rev().map(|right| at(low, right));
                let left = (1..=low).rev().map(|down| at(down, 0));
                top.chain(right).chain(bottom).chain(left).collect()
            }
        }
    }
}
