//! The errors of mappings.

use tilewright_grid::Cell;

use crate::{LevelError, RulesError};

/// The reason why a mapping cannot be used, a document cannot be read by it or a level cannot be written by it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MappingError {
    /// A key of the mapping.
    #[error("`{key}` of the mapping: {wrong}")]
    Key {
        /// The path of the key.
        key: String,
        /// What is wrong with it.
        wrong: String,
    },
    /// A name in the mapping that the rules or levels do not have.
    #[error("`{key}` of the mapping: {wrong}")]
    Unknown {
        /// The path of the key.
        key: String,
        /// What is wrong with it.
        wrong: String,
        /// The name.
        name: String,
        /// The names that may stand there.
        known: Vec<String>,
    },
    /// A place of the document where nothing is.
    #[error("nothing is at `{at}`, where the mapping has a grid")]
    Missing {
        /// The place.
        at: String,
        /// The keys of the object around it.
        beside: Vec<String>,
    },
    /// A value of the document.
    #[error("`{at}` is {found}, expected {expected}")]
    Value {
        /// The place.
        at: String,
        /// The value.
        found: String,
        /// What may stand there.
        expected: String,
    },
    /// Codes that the mapping does not have, one for each.
    #[error("{}", codes(.0))]
    Codes(Vec<UnknownCode>),
    /// Kinds of cells for which the mapping has no code, one for each.
    #[error("{}", cells(.0))]
    Cells(Vec<UncodedCell>),
    /// Goals for which the mapping has no code.
    #[error("the mapping has no code for the goal {}", .0.join(", "))]
    Goals(Vec<String>),
    /// A key of the level that the mapping says otherwise.
    #[error("`{key}` of the level is {level}, but the mapping says {mapping}")]
    Constant {
        /// The key.
        key: String,
        /// The value of the level.
        level: String,
        /// The value of all levels.
        mapping: String,
    },
    /// Keys of the level that would be others when the document is read again.
    #[error("the document would be read as another level: {} would differ", .0.join(", "))]
    Changed(Vec<String>),
    /// A level that is not valid.
    #[error(transparent)]
    Level(#[from] LevelError),
}

impl From<RulesError> for MappingError {
    fn from(error: RulesError) -> Self {
        Self::Level(error.into())
    }
}

/// A code that the mapping does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode {
    /// The code.
    pub code: String,
    /// Where it stands first, such as `grid[12]`.
    pub at: String,
    /// The cell there; none for a goal.
    pub cell: Option<Cell>,
    /// The number of other places where it stands.
    pub others: usize,
    /// The codes that may stand there.
    pub known: Vec<String>,
}

impl std::fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { code, at, cell, others, .. } = self;
        write!(f, "{code:?} at {at}")?;
        if let Some(cell) = cell {
            write!(f, " ({cell})")?;
        }
        match others {
            0 => Ok(()),
            1 => f.write_str(" and one more place"),
            others => write!(f, " and {others} more places"),
        }
    }
}

/// A kind of cell for which the mapping has no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncodedCell {
    /// Its token, such as `r+chain1`.
    pub token: String,
    /// The first such cell.
    pub cell: Cell,
    /// The number of other such cells.
    pub others: usize,
}

fn codes(unknown: &[UnknownCode]) -> String {
    let words: Vec<_> = unknown.iter().map(ToString::to_string).collect();
    format!("the mapping does not have {}", words.join("; "))
}

fn cells(uncoded: &[UncodedCell]) -> String {
    let words = uncoded.iter().map(|UncodedCell { token, cell, others }| {
        let more = match others {
            0 => String::new(),
            others => format!(" and {others} more"),
        };
        format!("{token} ({cell}{more})")
    });
    let words: Vec<_> = words.collect();
    format!("the mapping has no code for the cell {}", words.join("; "))
}
