//! How a game may go on after a move.

use std::fmt;

use serde::Serialize;
use tilewright_grid::{Cell, Heading};

use super::Reason;
use crate::players::first_best;
use crate::{Board, Move, Player};

/// A move of a line, and the new tile after it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub made: Move,
    /// The points that it scores.
    pub points: u64,
    /// The cell of the new 2, which stands for all new tiles.
    pub cell: Option<Cell>,
    /// The board after the new tile.
    pub board: Board,
}

/// The moves of a player from a board on, each followed by a new tile that is neither good luck nor bad.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Line(pub Vec<Step>);

impl Line {
    /// The line that begins with a move, of at most `length` moves; the others are the best ones by the values of a player. Each
    /// new tile is a 2 in the cell for which the value of the board is the median, neither good luck nor bad. Ends early where no move is legal.
    pub fn new(
        board: Board,
        first: Heading,
        length: usize,
        player: &mut dyn Player,
    ) -> Self {
        let mut steps = Vec::new();
        let (mut board, mut next) = (board, Some(first));
        while let Some(made) = next.filter(|_| steps.len() < length) {
            let Some(slide) = board.slide(made) else { break };
            let mut boards: Vec<_> = slide
                .board
                .empty_cells()
                .map(|index| {
                    let board = slide.board.with_code(index, 1);
                    let found = first_best(player.values(board));
                    (found.map_or(0.0, |(_, value)| value), index, found, board)
                })
                .collect();
            boards.sort_by(|a, b| a.0.total_cmp(&b.0));
            let middle = boards.get(boards.len().saturating_sub(1) / 2).copied();
            let cell = middle.map(|(_, index, ..)| board.size().cell(index));
            board = middle.map_or(slide.board, |(.., board)| board);
            next = middle.and_then(|(.., found, _)| found).map(|(heading, _)| heading);
            steps.push(Step { made: Move(made), points: slide.gain, cell, board });
        }
        Self(steps)
    }

    /// The points of all its moves.
    pub fn points(&self) -> u64 {
        self.0.iter().map(|step| step.points).sum()
    }

    /// Why the move that begins this line is better than that of another one, if this one scores half as much again.
    pub fn reason_against(&self, other: &Self) -> Option<Reason> {
        let (better, worse) = (self.points(), other.points());
        let moves = self.0.len().max(other.0.len());
        // Less is what any other tile would change.
        (2 * better > 3 * worse).then_some(Reason::Line { moves, better, worse })
    }
}

impl fmt::Display for Line {
    /// The moves with their points and new tiles: `down +128, 2 in row 1, column 4; left`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}", step.made)?;
            if step.points > 0 {
                write!(f, " +{}", step.points)?;
            }
            if let Some(cell) = step.cell.filter(|_| index + 1 < self.0.len()) {
                write!(f, ", 2 in row {}, column {}", cell.row + 1, cell.column + 1)?;
            }
        }
        Ok(())
    }
}
