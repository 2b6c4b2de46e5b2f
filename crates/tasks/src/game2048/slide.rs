//! `2048/move`: plays the four moves on boards.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tilewright_2048::{Board, MAX_SIDE, move_name};
use tilewright_grid::Heading;

use super::read_board;
use crate::lines::{self, Lines};
use crate::{Answer, Host, Refusal, Task};

/// Play the four moves on boards: answers each board with one line of JSON that holds the result
/// of every move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct MoveRequest {
    /// File of boards: one JSON board per line, or the rows of each board as lines of numbers
    /// (0 or . is an empty cell), with an empty line after each board; `-` is stdin.
    #[schemars(extend("x-value" = "BOARDS", "x-position" = 1))]
    pub boards: Lines,
}

impl Task for MoveRequest {
    const NAME: &'static str = "2048/move";

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let moves = |board: &str| Ok(Some(moves(&read_board(board)?)));
        Ok(Box::new(lines::answer_grids(host, &self.boards, MAX_SIDE, moves)?))
    }
}

/// The answer for one board: the result of each move; an illegal one is null.
fn moves(board: &Board) -> Map<String, Value> {
    let result = |heading| {
        let slide = board.slide(heading);
        let slide = slide.map(|it| json!({ "board": it.board, "gain": it.gain }));
        (move_name(heading).to_owned(), json!(slide))
    };
    Heading::ALL.into_iter().map(result).collect()
}
