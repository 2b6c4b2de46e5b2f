//! What can be wrong with a level or a wish for one.

use tilewright_grid::{Cell, DocumentError};

/// Why a text or a file is no level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// Nothing there.
    #[error("there is no row: a level has at least one")]
    Empty,
    /// Too many rows or columns.
    #[error("{rows} rows and {columns} columns are too many: at most {most} of each", most = crate::MAX_SIDE)]
    TooLarge {
        /// Rows found or stated.
        rows: u64,
        /// Columns found or stated.
        columns: u64,
    },
    /// A first row without cells above others.
    #[error("line {line}: the first row is empty")]
    EmptyRow {
        /// The line, from 1.
        line: usize,
    },
    /// A row of another length than the first.
    #[error(
        "line {line}, column {column}: the row has {found} cells, the first has {expected}"
    )]
    Ragged {
        /// The line, from 1.
        line: usize,
        /// Where the rows part, from 1.
        column: usize,
        /// The length of the first row.
        expected: usize,
        /// The length of this row.
        found: usize,
    },
    /// A character that names no kind.
    #[error("line {line}, column {column}: found {found:?}, expected one of {expected}")]
    Glyph {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What stood there.
        found: char,
        /// The characters that may stand there.
        expected: &'static str,
    },
    /// JSON that cannot be read, or that is no level.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A JSON document without rows.
    #[error("there is no `layout`: the rows of the level, as a list of strings")]
    NoLayout,
    /// Rows or columns that the layout contradicts.
    #[error("`{key}` says {stated}, but the layout has {found}")]
    Stated {
        /// `rows` or `columns`.
        key: &'static str,
        /// What the key says.
        stated: u64,
        /// What the layout has.
        found: usize,
    },
    /// A number of colours that no game has.
    #[error("`colors` is {found}, expected {} to {}", crate::COLORS.start(), crate::COLORS.end())]
    Colors {
        /// What stood there.
        found: u64,
    },
    /// A goal of more colours than the level has.
    #[error("the goal asks for {wanted} colours, but the level has {found}")]
    GoalColors {
        /// Colours of the goal.
        wanted: u32,
        /// Colours of the level.
        found: u32,
    },
    /// A goal of nothing.
    #[error("a goal asks for at least 1")]
    EmptyGoal,
    /// No move to reach a goal in.
    #[error("`moves` is 0, expected at least 1")]
    NoMoves,
    /// A free cell in what must be a whole level.
    #[error("{0} (counted from 0) is `?`: only a template has free cells")]
    Free(Cell),
    /// A spawner where there is no cell.
    #[error("the spawner at {0} (counted from 0) stands on no cell of the board")]
    Spawner(Cell),
}

/// Why a wish for levels cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WishError {
    /// No rows, no columns, or too many.
    #[error("a board of {rows} × {columns} cannot be made: 1 to {most} of each", most = crate::MAX_SIDE)]
    Size {
        /// Rows asked for.
        rows: u64,
        /// Columns asked for.
        columns: u64,
    },
    /// A kind that generation cannot place.
    #[error("{0} cannot be placed: name kinds among obstacle, blocked1–4 and overlay1–4")]
    Kind(crate::Kind),
    /// A difficulty without a goal.
    #[error("a difficulty needs a goal")]
    NoGoal,
    /// No kind to place.
    #[error("there is no kind to place: name at least one")]
    NoKind,
    /// Two quotas of one kind.
    #[error("{0} and {1} contradict each other")]
    Twice(crate::Quota, crate::Quota),
    /// More or fewer of a kind than there can be.
    #[error(
        "{quota} cannot be: the template fixes {fixed}, and {room} cells are free for it"
    )]
    Quota {
        /// What was wanted.
        quota: crate::Quota,
        /// How many the template fixes.
        fixed: u32,
        /// How many free cells the kinds named before it leave.
        room: u32,
    },
    /// Two fixed cells that the symmetry makes one.
    #[error(
        "the symmetry wants {a} and {b} alike, but the template has {a_kind} and {b_kind} there (counted from 0)"
    )]
    Asymmetric {
        /// One cell.
        a: Cell,
        /// What the template has there.
        a_kind: crate::Kind,
        /// The other cell.
        b: Cell,
        /// What the template has there.
        b_kind: crate::Kind,
    },
    /// A template that stays infeasible whatever its free cells hold.
    #[error("no level of this template can be feasible: {} can never be refilled (counted from 0)", cells(.0))]
    Infeasible(Vec<Cell>),
    /// A target that no level has.
    #[error("no such level has a potential of {target} ± {tolerance}: {possible}")]
    Impossible {
        /// The potential asked for.
        target: u32,
        /// How far off it may be.
        tolerance: u32,
        /// What there is.
        possible: Possible,
    },
    /// Quotas that no feasible level keeps.
    #[error("no feasible level has so many cells of each kind")]
    NoLevel,
    /// The engine's own refusal.
    #[error("{0}")]
    Engine(#[from] tilewright_evolve::Error),
}

/// Which potentials there are, as far as it is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Possible {
    /// No level has less.
    pub lowest: u32,
    /// No level has more.
    pub highest: u32,
    /// The neighbours of the target that the search knows to exist or to bound a gap, if the
    /// target lies inside the range.
    pub nearest: Option<(u32, u32)>,
}

impl std::fmt::Display for Possible {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "possible is {} to {}", self.lowest, self.highest)?;
        if let Some((below, above)) = self.nearest {
            write!(f, ", but nothing between {below} and {above}")?;
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
