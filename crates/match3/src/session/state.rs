//! The state of a session.

use serde::{Serialize, Serializer};
use tilewright_grid::{Cell, Grid};

use crate::events::{Look, Mirror, NamedElement, kind_of};
use crate::rules::Simulator;
use crate::{Game, Goal, Kind, Rules};

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The board.
    #[serde(flatten)]
    pub board: Blocks,
    /// All elements on the board, cell by cell in reading order, of each cell its ground, its filling and its cover: what a
    /// program has to know before it follows the events.
    pub elements: Vec<NamedElement>,
    /// Where groups are tapped, all cells that a tap takes something from; the possible moves name one cell of most groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taps: Vec<Cell>,
    /// The goal.
    pub goal: Goal,
    /// How much of the goal is left: blocks to collect, plus missing hits and layers, plus missing points
    /// divided by 10; 0 if it is reached.
    pub left: u64,
    /// What is left of each part of the goal, in the order in which they are shown.
    pub parts: Vec<PartLeft>,
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

/// What is left of a part of a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartLeft {
    /// The part as a key: `color:red`, `kind:box`, `layers:grass`, `make:rocket`, `drop`, `score`, and of `classic` `blockers` and
    /// `overlays`. A colour without a name is its number.
    pub part: String,
    /// How many blocks, cells, layers, pieces, ingredients or points are left; 0 if the part is reached.
    pub left: u64,
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

impl Blocks {
    /// The board of a game.
    pub(super) fn of<const W: usize>(game: &Game<'_, W>) -> Self {
        Self::from_looks(game.rules(), |index| game.looks(index))
    }

    /// The board that the events of a game under these rules have led to.
    pub fn shown(mirror: &Mirror, rules: &Rules) -> Self {
        Self::from_looks(rules, |index| mirror.looks(index))
    }

    fn from_looks(rules: &Rules, looks: impl Fn(usize) -> [Look; 3]) -> Self {
        let level = rules.level();
        let (size, is_classic) = (level.size(), rules.simulator == Simulator::Classic);
        let cells = level.cells().values().iter().enumerate();
        let cells = cells.map(|(index, &kind)| kind_of(kind, is_classic, looks(index)));
        let (kinds, colors): (Vec<_>, Vec<_>) = cells.unzip();

        let mut kinds = Grid::from_fn(size, |cell| kinds[size.index(cell)]);
        level.rules().fill_parts(&mut kinds);
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
