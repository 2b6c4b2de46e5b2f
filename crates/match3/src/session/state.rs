//! The state of a session, and the steps of a swap.

use serde::{Serialize, Serializer};
use tilewright_grid::{Cell, Grid};

use crate::events::{Look, Mirror, kind_of};
use crate::rules::Simulator;
use crate::{Game, Goal, Kind, Rules};

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The board.
    #[serde(flatten)]
    pub board: Blocks,
    /// The goal.
    pub goal: Goal,
    /// How much of the goal is left: blocks to collect, plus missing hits and layers, plus missing points
    /// divided by 10; 0 if it is reached.
    pub left: u64,
    /// The score.
    pub score: u64,
    /// The number of swaps so far.
    pub moves_made: u32,
    /// The move limit of the level, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<u32>,
    /// The number of reshuffles, which happen when no swap is left.
    pub reshuffles: u32,
    /// Whether the goal is reached.
    pub won: bool,
    /// Whether the game is over: the goal is reached, the move limit is reached, or the board has no swap.
    pub over: bool,
}

/// A board: the kind of each cell, and the colour of its block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Blocks {
    /// The current kind of each cell; in JSON one text per row, as in the text form of a level.
    #[serde(rename = "layout", serialize_with = "layout")]
    pub kinds: Grid<Kind>,
    /// Under rules other than `classic`, the tokens of each row: contents, cover and ground.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<Vec<String>>,
    /// The colour of the block in each cell, from 0; none for cells without a block.
    pub colors: Grid<Option<u32>>,
}

/// One step of what follows from a swap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The event.
    pub event: BoardEvent,
    /// The cells that are about to be cleared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub matched: Vec<Cell>,
    /// The cells from which contents have fallen, and those in which they are now; none for what has come
    /// in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<(Option<Cell>, Cell)>,
    /// The number of steps that this one takes together; 1 but for the last one of a move whose cascades hardly end.
    #[serde(skip_serializing_if = "is_one")]
    pub steps: u32,
    /// The board after the event.
    #[serde(flatten)]
    pub board: Blocks,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_one(steps: &u32) -> bool {
    *steps == 1
}

/// An event on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardEvent {
    /// Two blocks have been swapped.
    Swapped,
    /// Lines are matched and about to be cleared.
    Matched,
    /// The matched blocks are cleared; nothing has fallen yet.
    Cleared,
    /// Blocks have fallen by one cell, or come in.
    Fallen,
    /// Conveyors have moved on.
    Conveyed,
    /// Kinds that spread have taken cells.
    Spread,
    /// No move was left, and the blocks have been reshuffled.
    Shuffled,
}

impl Blocks {
    /// The board of a game.
    pub(super) fn of<const W: usize>(game: &Game<'_, W>) -> Self {
        Self::from_looks(game.rules(), |index| game.looks(index))
    }

    /// The board that the events of a game have led to.
    pub(super) fn shown(mirror: &Mirror, rules: &Rules) -> Self {
        Self::from_looks(rules, |index| mirror.looks(index))
    }

    fn from_looks(rules: &Rules, looks: impl Fn(usize) -> [Look; 3]) -> Self {
        let level = rules.level();
        let (size, is_classic) = (level.size(), rules.simulator == Simulator::Classic);
        let cells = level.cells().values().iter().enumerate();
        let cells = cells.map(|(index, &kind)| kind_of(kind, is_classic, looks(index)));
        let (kinds, colors): (Vec<_>, Vec<_>) = cells.unzip();

        let kinds = Grid::from_fn(size, |cell| kinds[size.index(cell)]);
        let colors = Grid::from_fn(size, |cell| colors[size.index(cell)]);
        let mut tokens = Vec::new();
        if !is_classic {
            let writer = level.tokens();
            let row = |row: &[Kind]| row.iter().map(|&kind| writer.write(kind)).collect();
            tokens = kinds.rows().map(row).collect();
        }
        Self { kinds, tokens, colors }
    }
}

/// The kinds of all cells, one text per row.
fn layout<S: Serializer>(kinds: &Grid<Kind>, serializer: S) -> Result<S::Ok, S::Error> {
    let columns = kinds.size().columns as usize;
    let rows = kinds.values().chunks(columns);
    serializer.collect_seq(
        rows.map(|row| row.iter().map(|kind| kind.glyph()).collect::<String>()),
    )
}
