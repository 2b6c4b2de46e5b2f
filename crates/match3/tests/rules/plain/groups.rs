//! Groups of matching cells, in games that are swapped.

use super::board::{Board, Place};
use super::rules::Rules;

/// A longest row of three or more matching cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// In reading order.
    pub(crate) cells: Vec<Place>,
    pub(crate) horizontal: bool,
}

/// Runs and squares of one colour that share cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    pub(crate) color: usize,
    pub(crate) runs: Vec<Run>,
    /// The four cells of each square.
    pub(crate) squares: Vec<Vec<Place>>,
    /// All cells in reading order.
    pub(crate) cells: Vec<Place>,
}

/// All groups of the board, by their first cells; cells of the colours `without` match nothing.
pub(crate) fn find_groups(board: &Board, rules: &Rules, without: &[usize]) -> Vec<Group> {
    let color = |place: Place| {
        board.at(place).matching_color(rules).filter(|color| !without.contains(color))
    };
    let mut groups: Vec<Group> = Vec::new();
    for part in parts(board, rules, &color) {
        add(&mut groups, part);
    }
    groups.sort_by_key(|group| group.cells[0]);
    groups
}

/// Whether there is any group that collapses by itself: there is none in games that are tapped.
pub(crate) fn any_group(board: &Board, rules: &Rules) -> bool {
    !rules.tapped && !find_groups(board, rules, &[]).is_empty()
}

/// Every run and every square, each as a group of its own.
fn parts(
    board: &Board,
    rules: &Rules,
    color: &dyn Fn(Place) -> Option<usize>,
) -> Vec<Group> {
    let mut parts = Vec::new();
    for place in board.places() {
        let Some(own) = color(place) else { continue };
        let matches = |other: Option<Place>| other.filter(|it| color(*it) == Some(own));
        for horizontal in [true, false] {
            let (on, back) =
                if horizontal { ((0, 1), (0, -1)) } else { ((1, 0), (-1, 0)) };
            if matches(board.step(place, back)).is_some() {
                continue;
            }
            let mut cells = vec![place];
            while let Some(next) = matches(board.step(cells[cells.len() - 1], on)) {
                cells.push(next);
            }
            if cells.len() >= 3 {
                let run = Run { cells: cells.clone(), horizontal };
                let (runs, squares) = (vec![run], Vec::new());
                parts.push(Group { color: own, runs, squares, cells });
            }
        }
        let others =
            [(0, 1), (1, 0), (1, 1)].map(|step| matches(board.step(place, step)));
        if let ([Some(right), Some(below), Some(across)], true) =
            (others, rules.squares())
        {
            let cells = vec![place, right, below, across];
            let (runs, squares) = (Vec::new(), vec![cells.clone()]);
            parts.push(Group { color: own, runs, squares, cells });
        }
    }

    parts
}

/// Joins a part with all groups that share a cell with it.
fn add(groups: &mut Vec<Group>, part: Group) {
    let mut joined = part;
    let mut apart = Vec::new();

    for group in groups.drain(..) {
        if group.cells.iter().any(|cell| joined.cells.contains(cell)) {
            joined.runs.extend(group.runs);
            joined.squares.extend(group.squares);
            joined.cells.extend(group.cells);
        } else {
            apart.push(group);
        }
    }

    joined.cells.sort_unstable();
    joined.cells.dedup();
    apart.push(joined);
    *groups = apart;
}
