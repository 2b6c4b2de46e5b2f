//! What can be wrong with rules, fleets, chromosomes and games.

use tilewright_grid::{Cell, DocumentError, Size};

use crate::fleet::MAX_LETTERS;
use crate::name;
use crate::rules::{MAX_SHIPS, MAX_SIDE};

/// Why rules, a fleet, a chromosome or a game is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FleetError {
    /// A field too small or too large.
    #[error("a field has 1 to {MAX_SIDE} {name}, found {found}")]
    Side {
        /// Which side.
        name: &'static str,
        /// What it was to be.
        found: i128,
    },
    /// No ships, or more than any field holds.
    #[error("a fleet has 1 to {MAX_SHIPS} ships, found {0}")]
    ShipCount(usize),
    /// A ship of a length that there is not.
    #[error("ship {ship} has a length of {found}, expected 1 to {MAX_SIDE}")]
    Length {
        /// Which ship, from 1.
        ship: usize,
        /// Its length.
        found: u32,
    },
    /// A word that names no fleet.
    #[error("`{0}` is no fleet: write russian, us, or lengths such as 4,3,3,2")]
    UnknownFleet(String),
    /// A word that names no touch rule.
    #[error("`{0}` is no touch rule: write never, corners or free")]
    UnknownTouch(String),
    /// A word that names no hunter.
    #[error("`{0}` is no hunter: write {1}")]
    UnknownHunter(String, String),
    /// A share of won duels that no casual player reaches.
    #[error(
        "no casual player wins {:.1} % of its duels: choose from {:.0} to {:.0} %",
        100.0 * found,
        100.0 * low,
        100.0 * high
    )]
    WinRate {
        /// What it was to be, 0 to 1.
        found: f64,
        /// The least share.
        low: f64,
        /// The greatest share.
        high: f64,
    },
    /// A ship longer than the field, so that the fleet cannot fit.
    #[error(
        "the fleet cannot fit: a ship of {length} is longer than a field of {rows} × {columns}"
    )]
    TooLong {
        /// The length of the ship.
        length: u32,
        /// The rows of the field.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// More decks than cells, so that the fleet cannot fit.
    #[error("the fleet cannot fit: it has {decks} decks, and a field of {rows} × {columns} has {} cells", rows * columns)]
    TooMany {
        /// The decks of all ships.
        decks: u32,
        /// The rows of the field.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// The fleet cannot fit, which is proved.
    #[error("the fleet cannot fit: it is proved that there is no legal way to place it")]
    CannotFit,
    /// Counting would take more memory than allowed.
    #[error(
        "not decided: counting needs more than the {limit} bytes of memory that are allowed"
    )]
    Memory {
        /// The bytes allowed.
        limit: u64,
    },
    /// The count passes the largest number.
    #[error("not decided: the number of fleets passes 2^128")]
    Overflow,
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
    /// A quick placer gave up; that is no proof.
    #[error("not found: no legal fleet in {0} attempts, which proves nothing")]
    NotFound(u64),
    /// A chromosome of the wrong length.
    #[error("{ships} ships have {} genes, found {found}", ships * 3)]
    GeneCount {
        /// How many ships the fleet has.
        ships: usize,
        /// How many genes there were.
        found: usize,
    },
    /// A gene outside its range.
    #[error("gene {gene} is {name} and lies between {low} and {high}, found {found}")]
    Gene {
        /// Which gene, from 1.
        gene: usize,
        /// What it says: `a row`, `a column` or `an orientation`.
        name: &'static str,
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
        /// What stood there.
        found: i64,
    },
    /// Other ships than the rules ask for.
    #[error("fleet {fleet}: found ships of {found}, expected {expected}")]
    OtherShips {
        /// Which fleet, from 1.
        fleet: usize,
        /// The lengths found, longest first.
        found: String,
        /// The lengths asked for, longest first.
        expected: String,
    },
    /// A text form with an unknown sign.
    #[error(
        "line {line}, column {column}: found `{found}`, expected . for water or a letter for a ship"
    )]
    Sign {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stood there.
        found: char,
    },
    /// A text form with a row of another width.
    #[error("line {line} has {found} cells, expected {expected}")]
    Width {
        /// The line, from 1.
        line: usize,
        /// The cells in it.
        found: usize,
        /// The cells of the first line.
        expected: usize,
    },
    /// Fleets of one file on fields of two sizes.
    #[error("the fleet from line {line} on lies on {} × {} cells, the first on {} × {}", found.rows, found.columns, expected.rows, expected.columns)]
    Sizes {
        /// The first line of the fleet, from 1.
        line: usize,
        /// Its field.
        found: Size,
        /// The field of the first fleet.
        expected: Size,
    },
    /// A document that says the rows of its field without the columns, or the other way.
    #[error("the field has rows and columns, found one of the two")]
    HalfSize,
    /// More ships than the text form has letters for.
    #[error("the text form has letters for {MAX_LETTERS} ships, found {0}")]
    Letters(usize),
    /// A letter whose cells are no straight ship.
    #[error("the cells of ship {0} are not in one straight line without gaps")]
    Bent(char),
    /// A file that holds no fleets.
    #[error("there is no fleet in it")]
    NoFleets,
    /// A file of more fleets than are read.
    #[error("there are {0} fleets in it, more than are read at once")]
    TooManyFleets(usize),
    /// A document of another kind, or JSON that is not what it should be.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// An illegal fleet where a legal one is needed.
    #[error("fleet {fleet} is illegal: {clash}")]
    Illegal {
        /// Which fleet, from 1.
        fleet: usize,
        /// The first thing wrong with it.
        clash: String,
    },
    /// A shot beside the field.
    #[error("a shot at {} misses the field of {} × {}", name(*.cell), size.rows, size.columns)]
    ShotOutside {
        /// Where.
        cell: Cell,
        /// The field.
        size: Size,
    },
    /// A second shot at a cell.
    #[error("{} was shot at before", name(*.0))]
    ShotTwice(Cell),
    /// A hunter that shot where it may not.
    #[error("the hunter {hunter} made an illegal shot: {reason}")]
    IllegalShot {
        /// Its name.
        hunter: String,
        /// What was wrong with the shot.
        reason: Box<Self>,
    },
    /// A placer that hid a fleet which is not legal by the rules of the game.
    #[error("the placer {placer} hid an illegal fleet: {reason}")]
    IllegalFleet {
        /// Its name.
        placer: String,
        /// What was wrong with the fleet.
        reason: Box<Self>,
    },
    /// A shot when all ships are sunk.
    #[error("the game is over: every ship is sunk")]
    Over,
    /// A game that does not go as it is written down.
    #[error(
        "shot {shot} is {found} in the file, and {expected} when the game is played again"
    )]
    Replay {
        /// Which shot, from 1.
        shot: usize,
        /// What the file says.
        found: String,
        /// What happens.
        expected: String,
    },
    /// A saved game that was damaged or altered where the shots do not show it.
    #[error("the checksum does not agree: the saved game was damaged or altered")]
    Checksum,
    /// The two outermost columns cannot hold the long ships.
    #[error(
        "the ships of two decks and more cannot stand upright in the two outermost columns"
    )]
    TwoColumns,
    /// A search that cannot be set up.
    #[error(transparent)]
    Search(#[from] tilewright_evolve::Error),
}

impl FleetError {
    /// The same in a text that stands below so many lines.
    pub(crate) const fn below(mut self, lines: usize) -> Self {
        if let Self::Sign { line, .. } | Self::Width { line, .. } = &mut self {
            *line += lines;
        }
        self
    }
}
