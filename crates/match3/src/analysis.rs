//! The full account of a level: potential, blame and feasibility, cell by cell.

use tilewright_grid::Grid;

use crate::cases::CASES;
use crate::potential::cell_potentials;
use crate::{Feasibility, Kind, Level};

/// The full account of a level.
///
/// Every case that is not alive is blamed on the kinds that stop it, in equal parts a stop,
/// and credited to its arriving cell. So for every cell and for the whole level the potential
/// and all shares add up to the geometric cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The alive cases of every cell.
    pub per_cell: Grid<u32>,
    /// The cases that every cell would have if nothing stood in the way.
    pub open_per_cell: Grid<u32>,
    /// For each of [`Kind::SPECIALS`] its blame in every cell, in twelfths of a case: what
    /// stops a case is at most four cells, and twelve parts evenly into one to four.
    pub per_cell_blame: [Grid<u32>; 9],
    /// What spoils the level.
    pub feasibility: Feasibility,
}

/// How many parts of blame make a case.
pub const BLAME_PARTS: u32 = 12;

/// How far a case reaches from its arriving cell.
const REACH: usize = 2;

impl Analysis {
    /// The account of that level.
    pub fn of(level: &Level) -> Self {
        let cells = level.cells();
        let size = level.size();
        let mut analysis = Self {
            per_cell: cell_potentials(cells),
            open_per_cell: Grid::filled(size, 0),
            per_cell_blame: std::array::from_fn(|_| Grid::filled(size, 0)),
            feasibility: Feasibility::of(level),
        };
        let stride = size.columns as usize + 2 * REACH;
        let mut kinds = vec![Kind::Hole; stride * (size.rows as usize + 2 * REACH)];
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
                    analysis.blame(index, kinds[arriving], case.map(at));
                }
            }
        }
        analysis
    }

    /// Takes a case into account: its arriving cell's index and kind, then the kinds of the
    /// two others of its line and of its source.
    fn blame(&mut self, index: usize, arriving: Kind, [one, two, source]: [Kind; 3]) {
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
                self.per_cell_blame[special].values_mut()[index] += BLAME_PARTS / count;
            }
        }
    }

    /// The potential of the level.
    pub fn potential(&self) -> u32 {
        self.per_cell.values().iter().sum()
    }

    /// All cases of the board.
    pub fn open_potential(&self) -> u32 {
        self.open_per_cell.values().iter().sum()
    }

    /// The blame of one of [`Kind::SPECIALS`], in cases.
    ///
    /// # Panics
    /// When the kind is not special.
    pub fn share(&self, kind: Kind) -> f64 {
        let parts: u32 = self.blame_of(kind).values().iter().sum();
        f64::from(parts) / f64::from(BLAME_PARTS)
    }

    /// The blame of one of [`Kind::SPECIALS`] in every cell, in cases.
    ///
    /// # Panics
    /// When the kind is not special.
    pub fn per_cell_share(&self, kind: Kind) -> Grid<f64> {
        self.blame_of(kind).map(|&parts| f64::from(parts) / f64::from(BLAME_PARTS))
    }

    const fn blame_of(&self, kind: Kind) -> &Grid<u32> {
        let index = kind.special_index().expect("only special kinds are blamed");
        &self.per_cell_blame[index]
    }
}
