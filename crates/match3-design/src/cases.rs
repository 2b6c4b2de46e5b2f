//! The sixteen cases of a cell: the ways in which a swap can bring a block there that completes a
//! line of three.

use tilewright_grid::{Cell, Size};

/// A case, as (row, column) offsets from the arriving cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    /// The two other cells of the line.
    pub(crate) line: [(i32, i32); 2],
    /// The cell from which the arriving block comes.
    pub(crate) source: (i32, i32),
}

/// All cases of an interior cell: three lines in each of two directions, each with a source at every
/// neighbour that is not in the line.
pub(crate) const CASES: [Case; 16] = {
    let lines = [[1, 2], [-1, -2], [-1, 1]];
    let sources = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let mut cases = [Case { line: [(0, 0); 2], source: (0, 0) }; 16];
    let mut count = 0;
    let mut turn = 0;
    while turn < 6 {
        let [near, far] = lines[turn % 3];
        let is_row = turn < 3;
        let line = if is_row { [(0, near), (0, far)] } else { [(near, 0), (far, 0)] };
        let mut side = 0;
        while side < 4 {
            let source = sources[side];
            let is_in_line = same(source, line[0]) || same(source, line[1]);
            if !is_in_line {
                cases[count] = Case { line, source };
                count += 1;
            }
            side += 1;
        }
        turn += 1;
    }
    assert!(count == 16, "a cell has sixteen cases");
    cases
};

const fn same(a: (i32, i32), b: (i32, i32)) -> bool {
    a.0 == b.0 && a.1 == b.1
}

/// The cases of one arriving cell whose cells are all on the board: the two others of the line, then
/// the source.
pub(crate) fn cases_of(size: Size, arriving: Cell) -> impl Iterator<Item = [Cell; 3]> {
    let at = move |(rows, columns): (i32, i32)| {
        let row = arriving.row.checked_add_signed(rows)?;
        let column = arriving.column.checked_add_signed(columns)?;
        Some(Cell::new(row, column)).filter(|&cell| size.contains(cell))
    };
    CASES.iter().filter_map(move |case| {
        Some([at(case.line[0])?, at(case.line[1])?, at(case.source)?])
    })
}
