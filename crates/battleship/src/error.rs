//! The errors of this crate.

use tilewright_grid::{Cell, DocumentError, Size};
use tilewright_play::ErrorCode;

use crate::document::MAX_FLEETS;
use crate::fleet::MAX_LETTERS;
use crate::rules::{MAX_SHIPS, MAX_SIDE};
use crate::{Rules, Ship, SkilledHunter, cell_name};

/// Why rules, a fleet, a chromosome, a game or a search was refused or has no result.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FleetError {
    /// The field is too small or too large.
    #[error("a field has 1 to {MAX_SIDE} {name}, found {found}")]
    Side {
        /// `rows` or `columns`.
        name: &'static str,
        /// The number of rows or columns.
        found: i128,
    },
    /// No ships, or more than the largest field has cells.
    #[error("a fleet has 1 to {MAX_SHIPS} ships, found {0}")]
    ShipCount(usize),
    /// A length of 0, or one that exceeds the largest field.
    #[error("ship {ship} has a length of {found}, expected 1 to {MAX_SIDE}")]
    Length {
        /// The number of the ship, from 1.
        ship: usize,
        /// Its length.
        found: u32,
    },
    /// A word that is not the name of a fleet.
    #[error("unknown fleet `{0}`: write russian, us, or lengths such as 4,3,3,2")]
    UnknownFleet(String),
    /// Components, shares or weights that a mixture cannot have.
    #[error("a mixture has {0}")]
    Mixture(String),
    /// A setting of a search for a placer that is out of its range.
    #[error("{name}: expected {expected}, found {found}")]
    OracleSetting {
        /// The name of the setting.
        name: &'static str,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A placer that was made for other rules.
    #[error("the placer is made for {expected}; found {found}")]
    OtherRules {
        /// The rules of the game.
        found: Box<Rules>,
        /// The rules that the placer was made for.
        expected: Box<Rules>,
    },
    /// A list of too many fleets to know all of them.
    #[error("a hunter knows at most {most} fleets of a list, found {found}")]
    KnownFleets {
        /// The number of fleets.
        found: usize,
        /// The largest number.
        most: usize,
    },
    /// A word that is not the name of a touch rule.
    #[error("unknown touch rule `{0}`: write never, corners or free")]
    UnknownTouch(String),
    /// A word that is not the name of a hunter.
    #[error("unknown hunter `{found}`: write {expected}")]
    UnknownHunter {
        /// The word.
        found: String,
        /// The names that exist.
        expected: String,
    },
    /// A win rate outside the range of the casual hunters by these rules.
    #[error(
        "casual hunters win {:.0} to {:.0} % of their duels with {against}, found {:.1} %",
        100.0 * low,
        100.0 * high,
        100.0 * found
    )]
    WinRate {
        /// The win rate asked for, 0 to 1.
        found: f64,
        /// The smallest win rate.
        low: f64,
        /// The largest win rate.
        high: f64,
        /// The hunter in whose duels they are measured.
        against: SkilledHunter,
    },
    /// A hunter whose duels take too long to measure a win rate.
    #[error("measuring win rates against {hunter} by these rules takes too long")]
    SlowDuels {
        /// The hunter.
        hunter: SkilledHunter,
    },
    /// A ship is longer than both sides of the field.
    #[error(
        "the fleet cannot fit: a ship of {length} cells is longer than a field of {rows} × {columns}"
    )]
    TooLong {
        /// The length of the ship.
        length: u32,
        /// The rows of the field.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// The ships have more cells than the field.
    #[error("the fleet cannot fit: its ships have {cells} cells, a field of {rows} × {columns} has {}", rows * columns)]
    TooMany {
        /// The cells of all ships together.
        cells: u32,
        /// The rows of the field.
        rows: u32,
        /// Its columns.
        columns: u32,
    },
    /// It is proved that no legal fleet exists.
    #[error("the fleet cannot fit: these rules have no legal placement")]
    CannotFit,
    /// Counting needs more memory than allowed.
    #[error("undecided: counting needs more than the {limit} bytes of memory allowed")]
    Memory {
        /// The bytes allowed.
        limit: u64,
    },
    /// Counting needs more nodes than allowed.
    #[error("undecided: counting needs more than the {limit} nodes allowed")]
    Nodes {
        /// The nodes allowed.
        limit: u64,
    },
    /// The number of fleets does not fit in 128 bits.
    #[error("undecided: there are 2^128 fleets or more, too many to count")]
    Overflow,
    /// A game that is too large to be solved.
    #[error("perfect play is only found on small fields: {0}")]
    NotSolved(String),
    /// The watch stopped the work.
    #[error("cancelled")]
    Cancelled,
    /// The sequential placer gave up. A legal fleet may still exist.
    #[error("no legal fleet found in {0} attempts, though one may exist")]
    NotFound(u64),
    /// Too few or too many numbers for a field.
    #[error("{found} numbers, expected {expected}: one for each cell")]
    NumberCount {
        /// The number of numbers.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
    /// A number that is that of no ship.
    #[error("{} has ship {found}, expected 1 to {ships}, or 0 for water", cell_name(*.cell))]
    ShipNumber {
        /// The cell.
        cell: Cell,
        /// The number.
        found: usize,
        /// The number of ships.
        ships: usize,
    },
    /// A ship of another length than the rules say.
    #[error("ship {number} has {found} cells, expected {expected}")]
    ShipLength {
        /// The number of the ship, from 1.
        number: usize,
        /// The number of its cells.
        found: usize,
        /// Its length by the rules.
        expected: u32,
    },
    /// A chromosome of the wrong length.
    #[error("found {found} genes, expected {}: 3 for each of {ships} ships", ships * 3)]
    GeneCount {
        /// The number of ships in the fleet.
        ships: usize,
        /// The number of genes.
        found: usize,
    },
    /// A gene outside its range.
    #[error("gene {gene} is {name} from {low} to {high}, found {found}")]
    Gene {
        /// The number of the gene, from 1.
        gene: usize,
        /// What it means: `a row`, `a column` or `an orientation`.
        name: &'static str,
        /// The smallest value allowed.
        low: i64,
        /// The largest value allowed.
        high: i64,
        /// The value found.
        found: i64,
    },
    /// A fleet with other ships than the roster.
    #[error("fleet {fleet} has ships of {found}, expected {expected}")]
    OtherShips {
        /// The number of the fleet, from 1.
        fleet: usize,
        /// The lengths found, longest first.
        found: String,
        /// The lengths of the roster, longest first.
        expected: String,
    },
    /// An unknown character in the text form.
    #[error(
        "line {line}, column {column}: found `{found}`, expected . for water or a letter for a ship"
    )]
    Sign {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character found.
        found: char,
    },
    /// A line of the text form that is longer or shorter than the first.
    #[error("line {line} has {found} cells, expected {expected}")]
    Width {
        /// The line, from 1.
        line: usize,
        /// Its number of cells.
        found: usize,
        /// The number of cells in the first line.
        expected: usize,
    },
    /// Fleets of one file on fields of different sizes.
    #[error("the field at line {line} has {} × {} cells, the first one has {} × {}", found.rows, found.columns, expected.rows, expected.columns)]
    Sizes {
        /// The first line of the fleet, from 1.
        line: usize,
        /// The size of its field.
        found: Size,
        /// The size of the first field.
        expected: Size,
    },
    /// A document with `rows` but no `columns`, or the other way round.
    #[error("found only one of `rows` and `columns`, expected both or neither")]
    HalfSize,
    /// More ships than the text form has letters.
    #[error("the text form has letters for {MAX_LETTERS} ships, found {0}")]
    Letters(usize),
    /// A letter of the text form whose cells are not one straight ship.
    #[error("the cells of ship {0} are not in one straight line without gaps")]
    Bent(char),
    /// A file without fleets.
    #[error("the file holds no fleets")]
    NoFleets,
    /// A file with too many fleets.
    #[error("the file holds {0} fleets, expected at most {MAX_FLEETS}")]
    TooManyFleets(usize),
    /// Text that is not JSON, or a document of another kind.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// An illegal fleet where a legal one is needed.
    #[error("fleet {fleet} is illegal: {clash}")]
    Illegal {
        /// The number of the fleet, from 1.
        fleet: usize,
        /// Its first violation.
        clash: String,
    },
    /// A shot outside the field.
    #[error("{} lies outside the field of {} × {}", cell_name(*.cell), size.rows, size.columns)]
    ShotOutside {
        /// The cell of the shot.
        cell: Cell,
        /// The size of the field.
        size: Size,
    },
    /// A second shot at the same cell.
    #[error("{} was shot at before", cell_name(*.0))]
    ShotTwice(Cell),
    /// A board of another size than the field of the rules.
    #[error(
        "the board has {} × {} cells, the field {} × {}",
        found.rows, found.columns, expected.rows, expected.columns
    )]
    BoardSize {
        /// The size of the board.
        found: Size,
        /// The size of the field.
        expected: Size,
    },
    /// Cells that are no ship.
    #[error("the cells {cells} of a ship are not in one line without a gap")]
    NotStraight {
        /// The names of the cells.
        cells: String,
    },
    /// A word that names no ship.
    #[error(
        "`{0}` is not a ship: write its first and last cell such as B2-B4, or its only one"
    )]
    UnknownShip(String),
    /// Two outcomes of one shot.
    #[error("{} was noted as {noted}, found {found}", cell_name(*.cell))]
    OtherAnswer {
        /// The cell of the shot.
        cell: Cell,
        /// The outcome noted first: `miss`, `hit` or `sunk`.
        noted: &'static str,
        /// The outcome noted now.
        found: &'static str,
    },
    /// A ship that is said to be sunk by a shot at another place.
    #[error("the shot at {} is not at the sunk ship ({ship})", cell_name(*.cell))]
    NotShot {
        /// The ship.
        ship: Ship,
        /// The cell of the shot.
        cell: Cell,
    },
    /// A ship that is said to be sunk, of which a cell was not hit.
    #[error("the sunk ship ({ship}) was not hit at {}", cell_name(*.cell))]
    NotHit {
        /// The ship.
        ship: Ship,
        /// The first of its cells that was not hit.
        cell: Cell,
    },
    /// A ship that is said to be sunk, though no ship of its length is afloat.
    #[error("the fleet has no ship afloat like the sunk one ({ship})")]
    NoSuchShip {
        /// The ship.
        ship: Ship,
    },
    /// Outcomes with which no legal fleet agrees.
    #[error("no legal fleet agrees with these shots")]
    NoFleet,
    /// An illegal shot by a hunter.
    #[error("the hunter {hunter} made an illegal shot: {reason}")]
    IllegalShot {
        /// The name of the hunter.
        hunter: String,
        /// Why the shot is illegal.
        reason: Box<Self>,
    },
    /// An illegal fleet hidden by a placer.
    #[error("the placer {placer} hid an illegal fleet: {reason}")]
    IllegalFleet {
        /// The name of the placer.
        placer: String,
        /// Why the fleet is illegal.
        reason: Box<Self>,
    },
    /// A shot after the last ship was sunk.
    #[error("the game is over: every ship is sunk")]
    Over,
    /// A recorded game whose shots do not have the outcomes it says.
    #[error("shot {shot}: the file says \"{found}\", the replay \"{expected}\"")]
    Replay {
        /// The number of the shot, from 1.
        shot: usize,
        /// The outcome in the file.
        found: String,
        /// The outcome in the replay.
        expected: String,
    },
    /// A saved duel in which the other player has to shoot.
    #[error("shot {shot} is missing or made by the wrong player")]
    OutOfTurn {
        /// The number of the shot, from 1.
        shot: usize,
    },
    /// A recorded game with a shot that its hunter does not make.
    #[error(
        "shot {shot}: the file says {found}, but {hunter} shoots at {expected}: the game was recorded \
         with another hunter, seed or version"
    )]
    OtherShot {
        /// The number of the shot, from 1.
        shot: usize,
        /// The hunter that the file names.
        hunter: SkilledHunter,
        /// The cell in the file, or `none`.
        found: String,
        /// The cell at which the hunter shoots.
        expected: String,
    },
    /// A game that was damaged or altered where its shots do not show it.
    #[error("wrong checksum: the game was damaged or altered after it was written")]
    Checksum,
    /// The two outermost columns cannot hold the ships of two cells and more.
    #[error(
        "the ships of 2 cells and more do not fit upright into the two outermost columns"
    )]
    TwoColumns,
    /// Settings with which the search cannot run.
    #[error(transparent)]
    Search(#[from] tilewright_evolve::Error),
}

impl FleetError {
    /// The same error with its line moved down by a number of lines.
    pub(crate) const fn below(mut self, lines: usize) -> Self {
        if let Self::Sign { line, .. } | Self::Width { line, .. } = &mut self {
            *line += lines;
        }
        self
    }
}

impl ErrorCode for FleetError {
    /// Of a shot `over`, `outside` and `shot-before`; of the rest `fleet`.
    fn code(&self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::ShotOutside { .. } => "outside",
            Self::ShotTwice(_) => "shot-before",
            _ => "fleet",
        }
    }
}
