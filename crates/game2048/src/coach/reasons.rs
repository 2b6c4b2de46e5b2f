//! Why one move is better than another, in facts that a person can check on the board.

use serde::Serialize;
use tilewright_grid::{Estimate, Heading};

use super::RolloutResult;
use crate::board::tile;
use crate::{Board, Move};

/// A fact that speaks for one move and against another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// More games that were continued after the worse move were soon over.
    Ends {
        /// How many moves the games were continued at most.
        moves: u32,
        /// The share of games that were over by then.
        better: Estimate,
        /// The same after the worse move.
        worse: Estimate,
    },
    /// The worse move is more likely to end the game at once.
    Over {
        /// The probability that no move is legal after the new tile.
        better: f64,
        /// The same after the worse move.
        worse: f64,
    },
    /// The worse move takes the largest tile out of its corner.
    Corner {
        /// The tile.
        tile: u32,
    },
    /// After more new tiles the worse move leaves one legal move or none.
    Forced {
        /// The share of new 2s after which at most one move is legal.
        better: f64,
        /// The same after the worse move.
        worse: f64,
    },
    /// The worse move leaves a small tile between two large ones.
    Caught {
        /// The tile.
        tile: u32,
        /// The smaller one of the two.
        between: u32,
    },
    /// The better move merges more.
    Merges {
        /// The points that it scores.
        better: u64,
        /// The points that the worse move scores.
        worse: u64,
    },
    /// The line after the better move scores more.
    Line {
        /// The moves of the longer line.
        moves: usize,
        /// The points of the line after the better move.
        better: u64,
        /// The points of the line after the worse move.
        worse: u64,
    },
    /// The better move leaves more empty cells.
    Room {
        /// The empty cells after it.
        better: usize,
        /// The empty cells after the worse move.
        worse: usize,
    },
}

/// The reasons for which a move is better than another one, the weightiest first; none where only a deep search tells. Games that
/// were played on after both moves are a reason where they show a risk.
///
/// ```
/// use tilewright_2048::{Reason, reasons};
/// use tilewright_grid::Heading;
///
/// let board = "256 64 8 2\n4 4 2 0\n0 0 0 0\n0 0 0 0".parse()?;
/// let found = reasons(board, [Heading::West, Heading::South], 0.1, None);
/// assert!(found.contains(&Reason::Corner { tile: 256 }));
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
pub fn reasons(
    board: Board,
    [better, worse]: [Heading; 2],
    four_probability: f64,
    played: Option<&RolloutResult>,
) -> Vec<Reason> {
    let Some((right, wrong)) = board.slide(better).zip(board.slide(worse)) else {
        return Vec::new();
    };
    let (kept, left) = (right.board, wrong.board);
    let ended =
        played.and_then(|&RolloutResult { moves, over: [better, worse], .. }| {
            // The intervals lie apart, so that chance alone seldom gives this reason.
            let is_sooner = worse.ci95[0] > better.ci95[1];
            is_sooner.then_some(Reason::Ends { moves, better, worse })
        });
    let forced = [kept, left].map(forced);
    let over = [kept, left].map(|after| over(after, four_probability));
    let is_over = over[1] >= over[0] + 0.01;
    [
        is_over.then_some(Reason::Over { better: over[0], worse: over[1] }),
        ended,
        // A tile that has just merged stood in no corner before.
        (in_corner(board)
            && in_corner(kept)
            && !in_corner(left)
            && left.largest() == board.largest())
        .then(|| Reason::Corner { tile: left.largest() }),
        (!is_over && forced[1] >= forced[0] + 0.1)
            .then_some(Reason::Forced { better: forced[0], worse: forced[1] }),
        caught(left).filter(|it| caught(kept).is_none_or(|other| other.0 < it.0)).map(
            |(between, code)| Reason::Caught { tile: tile(code), between: tile(between) },
        ),
        (right.gain > wrong.gain)
            .then_some(Reason::Merges { better: right.gain, worse: wrong.gain }),
        (kept.empty_count() > left.empty_count()).then(|| Reason::Room {
            better: kept.empty_count(),
            worse: left.empty_count(),
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

impl Reason {
    /// The reason as a sentence without its full stop, with the names of the moves.
    pub fn sentence(&self, better: Move, worse: Move) -> String {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        match *self {
            Self::Ends { moves, better: soon, worse: sooner } => format!(
                "if the coach plays on, {} of games end within {moves} moves after {worse}, {} after {better}",
                percent(sooner.mean),
                percent(soon.mean),
            ),
            Self::Over { better: seldom, worse: often } => format!(
                "after {worse} the game is over at once with a probability of {}, after {better} of {}",
                percent(often),
                percent(seldom),
            ),
            Self::Corner { tile } => {
                format!("{worse} takes the {tile} out of its corner")
            }
            Self::Forced { better: few, worse: many } => format!(
                "after {worse}, {} of new 2s leave one move or none; {} after {better}",
                percent(many),
                percent(few),
            ),
            Self::Caught { tile, between } => {
                format!("{worse} leaves a {tile} between tiles of {between} and more")
            }
            Self::Merges { better: more, worse: less } => {
                format!("{better} merges for {more} points, {worse} for {less}")
            }
            Self::Line { moves, better: more, worse: less } => format!(
                "within {moves} moves, {more} points after {better}, {less} after {worse}"
            ),
            Self::Room { better: more, worse: less } => {
                format!("{better} leaves {more} empty cells, {worse} {less}")
            }
        }
    }
}

/// Whether a largest tile stands in a corner.
fn in_corner(board: Board) -> bool {
    let columns = board.size().columns as usize;
    let last = board.area() - 1;
    let corners = [0, columns - 1, last + 1 - columns, last];
    corners.into_iter().any(|corner| board.tile(corner) == board.largest())
}

/// The probability that no move is legal after a new tile.
fn over(after: Board, four_probability: f64) -> f64 {
    let share = |code: u8| {
        let is_over = |index: &usize| !after.with_code(*index, code).has_move();
        after.empty_cells().filter(is_over).count() as f64
            / after.empty_count().max(1) as f64
    };
    (1.0 - four_probability) * share(1) + four_probability * share(2)
}

/// The share of new 2s after which at most one move is legal.
fn forced(after: Board) -> f64 {
    let cells = after.empty_count();
    let is_forced = |index: &usize| after.with_code(*index, 1).slides().nth(1).is_none();
    after.empty_cells().filter(is_forced).count() as f64 / cells.max(1) as f64
}

/// A tile between two of at least eight times its value and of 64 at least, in a row or a column: the code of the smaller one of
/// the two, and its own. The one between the largest, of several.
fn caught(board: Board) -> Option<(u8, u8)> {
    let size = board.size();
    let (rows, columns) = (size.rows as usize, size.columns as usize);
    let at = |row: usize, column: usize| board.code(row * columns + column);
    let mut found: Option<(u8, u8)> = None;
    for row in 0..rows {
        for column in 0..columns {
            let code = at(row, column);
            let beside = (column > 0 && column + 1 < columns)
                .then(|| at(row, column - 1).min(at(row, column + 1)));
            let above = (row > 0 && row + 1 < rows)
                .then(|| at(row - 1, column).min(at(row + 1, column)));
            for between in [beside, above].into_iter().flatten() {
                if code > 0 && between >= 6 && between >= code + 3 {
                    found = found.max(Some((between, code)));
                }
            }
        }
    }
    found
}
