//! Flood fill and connected components.

use crate::{Cell, Grid, Size};

/// The cells that can be reached from the starts through open cells, by steps to the four
/// neighbours. A start that is closed or outside the grid reaches nothing.
///
/// ```
/// use tilewright_grid::{Cell, Size, flood};
///
/// let wall = |cell: Cell| cell.column != 1;
/// let reached = flood(Size::new(2, 3), [Cell::new(0, 0)], wall);
/// assert_eq!(reached.values(), [true, false, false, true, false, false]);
/// ```
pub fn flood(
    size: Size,
    starts: impl IntoIterator<Item = Cell>,
    is_open: impl Fn(Cell) -> bool,
) -> Grid<bool> {
    let mut reached = Grid::filled(size, false);
    let mut waiting = Vec::new();
    let reach = |cell: Cell, reached: &mut Grid<bool>, waiting: &mut Vec<Cell>| {
        if size.contains(cell) && !reached[cell] && is_open(cell) {
            reached[cell] = true;
            waiting.push(cell);
        }
    };

    for start in starts {
        reach(start, &mut reached, &mut waiting);
    }
    while let Some(cell) = waiting.pop() {
        for next in size.neighbors(cell) {
            reach(next, &mut reached, &mut waiting);
        }
    }
    reached
}

/// The connected components of the member cells; cells are connected by their four sides. The
/// components are sorted by their first cell, the cells of each row by row.
///
/// ```
/// use tilewright_grid::{Size, groups};
///
/// let text = "##.#";
/// let is_wall = |index| text.as_bytes()[index] == b'#';
/// let size = Size::new(1, 4);
/// let walls = groups(size, |cell| is_wall(size.index(cell)));
/// assert_eq!(walls.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
/// ```
pub fn groups(size: Size, is_member: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut seen = Grid::filled(size, false);
    let mut found = Vec::new();

    for start in size.cells() {
        if seen[start] || !is_member(start) {
            continue;
        }
        seen[start] = true;

        // The list grows while it is read: what lies beyond `next` is still to be expanded.
        let mut group = vec![start];
        let mut next = 0;
        while next < group.len() {
            for cell in size.neighbors(group[next]) {
                if !seen[cell] && is_member(cell) {
                    seen[cell] = true;
                    group.push(cell);
                }
            }
            next += 1;
        }

        group.sort_unstable();
        found.push(group);
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn board() -> impl Strategy<Value = Grid<bool>> {
        (1..8_u32, 1..8_u32).prop_flat_map(|(rows, columns)| {
            let size = Size::new(rows, columns);
            prop::collection::vec(any::<bool>(), size.area())
                .prop_map(move |values| Grid::from_values(size, values).unwrap())
        })
    }

    proptest! {
        #[test]
        fn groups_are_the_floods_of_their_cells(board in board()) {
            let found = groups(board.size(), |cell| board[cell]);
            let members = board.values().iter().filter(|&&member| member).count();
            prop_assert_eq!(found.iter().map(Vec::len).sum::<usize>(), members);
            for group in &found {
                let reached = flood(board.size(), [group[0]], |cell| board[cell]);
                let flooded: Vec<_> =
                    board.size().cells().filter(|&cell| reached[cell]).collect();
                prop_assert_eq!(&flooded, group);
            }
        }
    }

    #[test]
    fn diagonal_cells_do_not_touch() {
        let found = groups(Size::new(2, 2), |cell| cell.row == cell.column);
        assert_eq!(found, [[Cell::new(0, 0)], [Cell::new(1, 1)]]);
    }

    #[test]
    fn a_closed_start_reaches_nothing() {
        let reached =
            flood(Size::new(1, 2), [Cell::new(0, 0), Cell::new(5, 5)], |cell| {
                cell.column == 1
            });
        assert_eq!(reached.values(), [false, false]);
    }
}
