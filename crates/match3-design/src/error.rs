//! The errors of requests for levels.

use tilewright_grid::{Cell, Size};

/// The reason why a request for levels is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// A kind that cannot be placed.
    #[error("{0} cannot be placed: expected a kind other than holes and ordinary cells")]
    Kind(String),
    /// A request about the potential of levels that have none.
    #[error("a potential is of levels of the rules `classic` only")]
    NoPotential,
    /// A difficulty without a goal.
    #[error("a difficulty needs a goal, and the request has none")]
    NoGoal,
    /// Changes of a level in which no cell may change.
    #[error("no cell of the level may change")]
    NoFreeCell,
    /// No kind that may be placed.
    #[error("no kind may be placed: name at least one")]
    NoKind,
    /// Two different counts for one kind.
    #[error("{0} and {1} contradict each other: name each kind once")]
    Twice(String, String),
    /// A count that the board does not allow.
    #[error(
        "{quota} is impossible: the template has {fixed} fixed cells of this kind, and {room} free cells are left for it"
    )]
    Quota {
        /// The kind with its counts.
        quota: String,
        /// The number of fixed cells of this kind.
        fixed: u32,
        /// The number of free cells that the kinds before it leave.
        room: u32,
    },
    /// Two fixed cells that differ against the symmetry.
    #[error(
        "the symmetry requires {a} and {b} to be equal, but the template has {a_kind} and {b_kind} there"
    )]
    Asymmetric {
        /// One cell.
        a: Cell,
        /// The kind of the first cell.
        a_kind: String,
        /// The other cell.
        b: Cell,
        /// The kind of the other cell.
        b_kind: String,
    },
    /// A placement about a kind that the request does not have.
    #[error(
        "the placement `{placement}` names {name}, but the kinds of the request are {names}"
    )]
    PlacementKind {
        /// The placement.
        placement: String,
        /// The kind that it names.
        name: String,
        /// The kinds of the request.
        names: String,
    },
    /// Placements that leave too few cells to a kind.
    #[error(
        "{placements} cannot be kept: at least {least} cell{} of {kinds} must be placed, and there is room for {room}",
        if *.least == 1 { "" } else { "s" }
    )]
    PlacementRoom {
        /// The placements.
        placements: String,
        /// The kinds that have too little room.
        kinds: String,
        /// The least number of their cells beside the fixed ones.
        least: u32,
        /// The cells that the placements leave to them.
        room: u32,
    },
    /// A placement in lines or frames for which the board is too small or the kinds too few.
    #[error(
        "`{placement}` cannot be kept: it takes {least} cells at least, and the board of {rows} × {columns} cells may have {room}"
    )]
    ShapeRoom {
        /// The placement.
        placement: String,
        /// The cells of the smallest line or frame.
        least: u32,
        /// The rows and columns of the board.
        rows: u32,
        /// See `rows`.
        columns: u32,
        /// The most of those cells that the board or the counts of the kinds allow.
        room: u32,
    },
    /// Lines or frames, and rows that are too short for them.
    #[error("`{shaped}` and `{row}` cannot both be kept")]
    ShapeRow {
        /// The placement in lines or frames.
        shaped: String,
        /// The placement of the most in a row.
        row: String,
    },
    /// A frame whose inside no block reaches before it is broken.
    #[error(
        "`{placement}` cannot be kept: no block reaches the inside of a frame of {kind}, which makes a level of the rules `classic` infeasible"
    )]
    ClosedFrame {
        /// The placement.
        placement: String,
        /// The kind.
        kind: String,
    },
    /// A placement in a place that is neither built in nor painted.
    #[error(
        "the placement `{placement}` names {name}, which is no place and no painted region"
    )]
    Region {
        /// The placement.
        placement: String,
        /// The name of the place.
        name: String,
    },
    /// A region of another size than the board.
    #[error(
        "the region `{name}` has {} × {} cells, but the board {} × {}",
        found.rows, found.columns, expected.rows, expected.columns
    )]
    RegionSize {
        /// The name of the region.
        name: String,
        /// Its size.
        found: Size,
        /// The size of the board.
        expected: Size,
    },
    /// A part of the board that cannot be drawn.
    #[error("{quota} cannot be placed: {problem}")]
    Part {
        /// The part with its number.
        quota: crate::PartQuota,
        /// Why.
        problem: Box<crate::PartProblem>,
    },
    /// A template of which no level is feasible.
    #[error("no level of this template is feasible: {} can never be refilled", cells(.0))]
    Infeasible(Vec<Cell>),
    /// A target that no level has.
    #[error(
        "no level of the request has a potential of {target} ± {tolerance}: {possible}"
    )]
    Impossible {
        /// The requested potential.
        target: u32,
        /// The tolerance.
        tolerance: u32,
        /// The possible potentials.
        possible: PotentialBounds,
    },
    /// Counts of kinds that no feasible level has.
    #[error("no feasible level has these counts of kinds")]
    NoLevel,
    /// A goal that asks for more of something than any level of the request has.
    #[error(
        "the goal {} needs {} of {}, and a level of the request has at most {}",
        .0.goal, .0.wanted, .0.what, .0.most
    )]
    Lacking(Box<crate::Shortage>),
    /// A difficulty by name for levels that cannot be played.
    #[error(
        "none of {drawn} random levels of the request {} played: the goal {goal} cannot be reached, or is reached before the first move",
        if *.has_placements { "keeps its placements and can be" } else { "can be" }
    )]
    Unplayable {
        /// The number of random levels.
        drawn: u64,
        /// Whether the request has placements.
        has_placements: bool,
        /// The goal.
        goal: tilewright_match3::Goal,
    },
    /// An error of the evolutionary engine.
    #[error("{0}")]
    Engine(#[from] tilewright_evolve::Error),
}

/// The possible potentials, as far as they are proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotentialBounds {
    /// A lower bound: no level has less.
    pub lowest: u32,
    /// An upper bound: no level has more.
    pub highest: u32,
    /// If the target lies in a gap between possible potentials, the two ends of the gap.
    pub nearest: Option<(u32, u32)>,
}

impl std::fmt::Display for PotentialBounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "possible are {} to {}", self.lowest, self.highest)?;
        if let Some((below, above)) = self.nearest {
            write!(f, ", but none between {below} and {above}")?;
        }
        Ok(())
    }
}

fn cells(cells: &[Cell]) -> String {
    let mut words: Vec<_> = cells.iter().take(3).map(ToString::to_string).collect();
    if cells.len() > 3 {
        words.push(format!("and {} more", cells.len() - 3));
    }
    words.join("; ")
}
