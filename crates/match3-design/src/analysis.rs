//! The analysis of a level: its potential, the lost potential by kind, and feasibility, cell by cell.

use tilewright_grid::Grid;
use tilewright_match3::{Kind, Level};

use crate::Feasibility;
use crate::cases::CASES;
use crate::potential::cell_potentials;

/// The analysis of a level: its potential, the lost potential by kind, and feasibility.
///
/// Each case that special cells make impossible is lost potential. It is divided equally among the
/// cells that make it impossible, and counted for their kinds at its arriving cell. So for every
/// cell, and for the whole level, the potential and the shares of all kinds add up to the potential
/// of the open board.
///
/// ```
/// use tilewright_match3::{Kind, Level};
/// use tilewright_match3_design::Analysis;
///
/// let level: Level = ".....\n.....\n..#..\n.1...\n.....\n".parse()?;
/// let analysis = Analysis::of(&level);
/// let lost = analysis.share(Kind::OBSTACLE) + analysis.share(Kind::BLOCKER1);
/// assert_eq!(f64::from(analysis.potential()) + lost, f64::from(analysis.open_potential()));
/// assert!(analysis.share(Kind::OBSTACLE) > analysis.share(Kind::BLOCKER1));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The potential of every cell.
    pub per_cell: Grid<u32>,
    /// The potential of every cell on the open board: with no special cells.
    pub open_per_cell: Grid<u32>,
    /// For each of [`Kind::SPECIALS`] the lost potential of every cell, in twelfths of a case: one
    /// to four cells make a case impossible, and 12 is divisible by all of these.
    per_cell_parts: [Grid<u32>; 9],
    /// The infeasible cells.
    pub feasibility: Feasibility,
}

/// The number of parts of a case: divisible by 1 to 4, the number of cells that can stop it, so
/// that shares are exact.
const PARTS: u32 = 12;

/// The largest distance of a cell of a case from its arriving cell, in rows or columns.
const REACH: usize = 2;

impl Analysis {
    /// The analysis of a level.
    pub fn of(level: &Level) -> Self {
        let cells = level.cells();
        let size = level.size();
        let mut analysis = Self {
            per_cell: cell_potentials(cells),
            open_per_cell: Grid::filled(size, 0),
            per_cell_parts: std::array::from_fn(|_| Grid::filled(size, 0)),
            feasibility: Feasibility::of(level),
        };

        // A margin of holes, so that a case may reach beyond the edge without a check.
        let stride = size.columns as usize + 2 * REACH;
        let mut kinds = vec![Kind::HOLE; stride * (size.rows as usize + 2 * REACH)];
        let start = |row: usize| (row + REACH) * stride + REACH;
        for (row, values) in cells.rows().enumerate() {
            kinds[start(row)..][..values.len()].copy_from_slice(values);
        }

        let offset = |(rows, columns): (i32, i32)| {
            rows as isize * stride.cast_signed() + columns as isize
        };
        let cases =
            CASES.map(|case| [case.line[0], case.line[1], case.source].map(offset));

        for (index, cell) in size.cells().enumerate() {
            let arriving = start(cell.row as usize) + cell.column as usize;
            if kinds[arriving].is_present() {
                for case in cases {
                    let at = |by: isize| kinds[arriving.wrapping_add_signed(by)];
                    analysis.add_case(index, kinds[arriving], case.map(at));
                }
            }
        }
        analysis
    }

    /// Adds a case: the index and kind of its arriving cell, then the kinds of the two others of its
    /// line and of its source.
    fn add_case(&mut self, index: usize, arriving: Kind, [one, two, source]: [Kind; 3]) {
        if !(one.is_present() && two.is_present() && source.is_present()) {
            return;
        }
        self.open_per_cell.values_mut()[index] += 1;

        let stops = [
            (arriving, !arriving.is_draggable()),
            (source, !source.is_draggable()),
            (one, !one.is_open()),
            (two, !two.is_open()),
        ];

        let count = stops.iter().map(|&(_, stops)| u32::from(stops)).sum::<u32>();
        if count == 0 {
            return;
        }
        for (kind, stops) in stops {
            if let (true, Some(special)) = (stops, kind.special_index()) {
                self.per_cell_parts[special].values_mut()[index] += PARTS / count;
            }
        }
    }

    /// The potential of the level.
    pub fn potential(&self) -> u32 {
        self.per_cell.values().iter().sum()
    }

    /// The potential of the open board.
    pub fn open_potential(&self) -> u32 {
        self.open_per_cell.values().iter().sum()
    }

    /// The potential that is lost by one of [`Kind::SPECIALS`].
    ///
    /// # Panics
    /// When the kind is not special.
    pub fn share(&self, kind: Kind) -> f64 {
        let parts: u32 = self.parts_of(kind).values().iter().sum();
        f64::from(parts) / f64::from(PARTS)
    }

    /// The potential of every cell that is lost by one of [`Kind::SPECIALS`].
    ///
    /// # Panics
    /// When the kind is not special.
    pub fn per_cell_share(&self, kind: Kind) -> Grid<f64> {
        self.parts_of(kind).map(|&parts| f64::from(parts) / f64::from(PARTS))
    }

    fn parts_of(&self, kind: Kind) -> &Grid<u32> {
        let index = kind.special_index().expect("only special kinds lose potential");
        &self.per_cell_parts[index]
    }
}
