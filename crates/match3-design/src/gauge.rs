//! The potential and the violation of many levels of one shape.

use tilewright_grid::{Bits, Size};
use tilewright_match3::bits::{BitShape, boards, dispatch};
use tilewright_match3::{Kind, Level};

use crate::feasibility::{Rows, Violation};
use crate::potential::{count, weigh};

/// The potential and the violation of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The potential.
    pub potential: u32,
    /// The violation; 0 if the board is feasible.
    pub violation: u32,
}

/// Measures many boards of one shape: everything that depends only on the size, the holes and the
/// spawners is computed once.
///
/// ```
/// use tilewright_match3::Level;
/// use tilewright_match3_design::{Gauge, Measure, Violation};
///
/// let level: Level = "...\n###\n...\n".parse()?;
/// let gauge = Gauge::new(&level);
/// let found = gauge.measure(level.cells().values(), Violation::Cells);
/// assert_eq!(found, Measure { potential: 0, violation: 3 });
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gauge {
    size: Size,
    shape: BitShape,
    rows: Rows,
}

impl Gauge {
    /// A gauge for boards with the size, the holes and the spawners of a level.
    pub fn new(level: &Level) -> Self {
        let (size, cells) = (level.size(), level.cells());
        let rows = Rows::new(size, &level.spawner_cells(), cells);
        Self { size, shape: BitShape::new(size), rows }
    }

    /// The measure of a board, given its kinds in reading order.
    ///
    /// # Panics
    /// When the number of kinds is not the number of cells. Other holes than those of the level give
    /// a wrong violation.
    pub fn measure(&self, kinds: &[Kind], violation: Violation) -> Measure {
        assert_eq!(kinds.len(), self.size.area(), "one kind a cell");
        dispatch!(self.shape.words, W => self.measure_words::<W>(kinds, violation))
    }

    fn measure_words<const W: usize>(
        &self,
        kinds: &[Kind],
        violation: Violation,
    ) -> Measure {
        let [drag, open] = boards::<W>(kinds);
        let columns = self.size.columns as usize;
        let row_bits = |row: usize| extract(&open, row * columns, columns);
        Measure {
            violation: self.rows.violation(row_bits, violation),
            potential: weigh(&count(&self.shape, [drag, open])),
        }
    }
}

/// At most 64 bits of a board, from a position on.
#[inline]
fn extract<const W: usize>(board: &Bits<W>, from: usize, count: usize) -> u64 {
    let (word, shift) = (from / 64, from % 64);
    let low = board.0[word] >> shift;
    let high = if shift + count > 64 { board.0[word + 1] << (64 - shift) } else { 0 };
    (low | high) & (u64::MAX >> (64 - count))
}
