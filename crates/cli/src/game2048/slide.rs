//! `tilewright 2048 move`: boards in, the four moves out.

use serde::Serialize;
use tilewright_2048::Board;
use tilewright_grid::Heading;

use crate::arguments::Slide;
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::lines;

pub(crate) fn run(arguments: &Slide, context: &Context) -> Result<Verdict, Failure> {
    lines::answer(&arguments.boards, context, |line| {
        Ok(Moves::of(Board::from_json(line)?))
    })
}

/// The JSON answer for a board: a move that is not legal is null.
#[derive(Serialize)]
struct Moves {
    up: Option<Moved>,
    right: Option<Moved>,
    down: Option<Moved>,
    left: Option<Moved>,
}

#[derive(Serialize)]
struct Moved {
    board: Board,
    gain: u64,
}

impl Moves {
    fn of(board: Board) -> Self {
        let [up, right, down, left] = Heading::ALL.map(|heading| {
            let slide = board.slide(heading)?;
            Some(Moved { board: slide.board, gain: slide.gain })
        });
        Self { up, right, down, left }
    }
}
