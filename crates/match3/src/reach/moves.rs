//! Whether a level has a first move.

use tilewright_grid::{Cell, Grid, Heading, Size};

use crate::kind::Contents;
use crate::ruleset::{GroupShape, Moves};
use crate::{Kind, Level};

/// The three cells from a cell on, if they are open and on the board.
pub(super) fn line(
    kinds: &Grid<Kind>,
    cell: Cell,
    heading: Heading,
) -> Option<[Cell; 3]> {
    let size: Size = kinds.size();
    let second = size.step(cell, heading)?;
    let third = size.step(second, heading)?;
    let line = [cell, second, third];
    line.iter().all(|&cell| kinds[cell].is_open()).then_some(line)
}

/// Whether a level has a first move on some deal of its blocks: a swap that completes a line, or a square where
/// these match, or a move of a piece. Blockers are closed then; what covers a block may be open.
///
/// ```
/// use tilewright_match3::{Level, can_move};
///
/// let level = |text: &str| text.parse::<Level>();
/// assert!(!can_move(&level("..\n..\n")?) && !can_move(&level("...\n")?));
/// assert!(can_move(&level("...\n#.#\n")?) && can_move(&level("....\n")?));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn can_move(level: &Level) -> bool {
    let kinds = level.cells();
    if level.is_classic() {
        return has_swap(kinds);
    }
    let is_piece =
        |kind: &Kind| matches!(kind.contents(), Contents::Piece | Contents::Armed);
    if kinds.values().iter().any(is_piece) {
        return true;
    }
    match level.rules().moves() {
        Moves::Swap => has_match(level),
        Moves::Tap { least } => has_group(level, usize::from(least)),
    }
}

/// Whether some deal has a group of this many blocks: cells that hang together, which can all hold one colour.
fn has_group(level: &Level, least: usize) -> bool {
    let (kinds, size) = (level.cells(), level.size());
    (0..level.colors()).any(|color| {
        let can_hold = |cell: Cell| {
            let kind = kinds[cell];
            kind.cover == 0
                && match kind.contents() {
                    Contents::Dealt | Contents::Empty => true,
                    Contents::Block => u32::from(kind.color) == color,
                    _ => false,
                }
        };
        let mut seen = Grid::filled(size, false);
        size.cells().any(|first| {
            let (mut found, mut todo) = (0, vec![first]);
            while let Some(cell) = todo.pop() {
                if !seen[cell] && can_hold(cell) {
                    seen[cell] = true;
                    found += 1;
                    todo.extend(size.neighbors(cell));
                }
            }
            found >= least
        })
    })
}

/// Whether a block can be dragged into a line, or a square if these match, under any rules.
fn has_match(level: &Level) -> bool {
    let (kinds, size, rules) = (level.cells(), level.size(), level.rules());

    let is_empty = |kind: Kind| kind.contents() == Contents::Empty;
    let matches = |cell: Cell| {
        let kind = kinds[cell];
        let cover = usize::from(kind.cover);
        let is_block = matches!(kind.contents(), Contents::Dealt | Contents::Block);
        (is_block || is_empty(kind)) && (cover == 0 || rules.blocks[cover - 1].matches)
    };

    let drags = |cell: Cell| kinds[cell].is_draggable() || is_empty(kinds[cell]);
    let has_squares =
        rules.shapes.iter().any(|making| making.shape == GroupShape::Square);

    let shapes = LINES.iter().chain(has_squares.then_some(&SQUARE));
    let has = |corner: Cell, shape: &[(u32, u32)]| {
        let cell = |&(row, column): &(u32, u32)| {
            Cell::new(corner.row + row, corner.column + column)
        };

        let cells: Vec<Cell> = shape.iter().map(cell).collect();
        let is_whole = cells.iter().all(|&cell| size.contains(cell));
        is_whole
            // One cell is free for a block that comes from a neighbour outside the shape.
            && cells.iter().any(|&at| {
                let others = cells.iter().filter(|&&other| other != at);
                let from = size.neighbors(at).filter(|from| !cells.contains(from));
                drags(at)
                    && others.into_iter().all(|&other| matches(other))
                    && from.into_iter().any(|from| drags(from) && matches(from))
            })
    };

    shapes.into_iter().any(|shape| size.cells().any(|corner| has(corner, shape)))
}

/// What matches, from its first cell: lines of three, and squares.
const LINES: [&[(u32, u32)]; 2] = [&[(0, 0), (0, 1), (0, 2)], &[(0, 0), (1, 0), (2, 0)]];
const SQUARE: &[(u32, u32)] = &[(0, 0), (0, 1), (1, 0), (1, 1)];

/// Whether a block can be dragged into a line of three.
fn has_swap(kinds: &Grid<Kind>) -> bool {
    let size = kinds.size();
    let lines =
        |cell| [Heading::East, Heading::South].map(|heading| line(kinds, cell, heading));
    size.cells().flat_map(lines).flatten().any(|line| {
        line.iter().any(|&at| {
            let from = size.neighbors(at).filter(|from| !line.contains(from));
            kinds[at].is_draggable()
                && from.into_iter().any(|from| kinds[from].is_draggable())
        })
    })
}
