//! What can be wrong with a database, and what to do about it.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::{RunId, State};

/// Why something could not be read from the history, or written to it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is not a database of tilewright; it was left as it is.
    #[error("{} is not a database of tilewright", .0.display())]
    Foreign(PathBuf),
    /// The database is damaged; it was left as it is.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The database was written by another version of tilewright; it was left as it is.
    #[error("{} has the format {found} of another tilewright, this one knows {known}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: i64,
        /// The version that is known.
        known: i64,
    },
    /// There is no run of that number.
    #[error("there is no run {0}")]
    Unknown(RunId),
    /// There is no game, document or file of that name.
    #[error("there is no {what} {name}")]
    Missing {
        /// What was looked for.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// The run is under way, in this process or another.
    #[error("run {0} is under way")]
    Running(RunId),
    /// The run has ended and cannot be resumed, or has no answer that could be repeated.
    #[error("run {id} is {state}")]
    Ended {
        /// The run.
        id: RunId,
        /// How it ended.
        state: State,
    },
    /// Another version may compute other items.
    #[error("run {id} was begun by version {found}, this is {version}")]
    Version {
        /// The run.
        id: RunId,
        /// The version that began it.
        found: String,
        /// The version that was to resume it.
        version: String,
    },
    /// The inputs have changed since the run kept its items.
    #[error("the inputs of run {0} have changed since it began")]
    OtherInputs(RunId),
    /// Something that the run kept is not what was written.
    #[error("run {id}: {what} is damaged")]
    Altered {
        /// The run.
        id: RunId,
        /// What is damaged.
        what: String,
    },
    /// Something is larger than what is kept.
    #[error("{what} has {bytes} bytes, at most {max} are kept")]
    TooLarge {
        /// What is too large.
        what: String,
        /// Its size.
        bytes: u64,
        /// The largest size.
        max: u64,
    },
    /// A game or draft was changed after the state on which this change is based.
    #[error("{what} {name} was changed meanwhile: its revision is {found}, not {based}")]
    Stale {
        /// What it is.
        what: &'static str,
        /// Its name.
        name: String,
        /// Its revision.
        found: u64,
        /// The revision on which the change is based.
        based: u64,
    },
    /// A name of a document that cannot be one.
    #[error("`{0}` cannot be the name of a document")]
    Name(String),
    /// Another process has held the database for longer than is waited.
    #[error("{} is in use by another process", .0.display())]
    Busy(PathBuf),
    /// A file or folder could not be read or made.
    #[error("{what}: {source}")]
    Io {
        /// What was done, and with which file.
        what: String,
        /// The cause.
        source: io::Error,
    },
    /// A request or an outcome is not JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Any other error of SQLite.
    #[error("{}: {source}", .path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// The cause.
        source: rusqlite::Error,
    },
}

impl Error {
    /// What to do about it, where that is known. Names no flag: a door adds its own.
    pub const fn hint(&self) -> Option<&'static str> {
        Some(match self {
            Self::Foreign(_) => "name another file for the database",
            Self::Damaged { .. } => {
                "the file was left as it is; move it away to begin a new history, or bring \
                 back a copy of it"
            }
            Self::Format { .. } => {
                "the file was left as it is; use the tilewright that made it, or name another file \
                 for the database"
            }
            Self::Running(_) => "wait until it ends, or stop it",
            Self::Version { .. } => "repeat the run with this version",
            Self::OtherInputs(_) => "bring the inputs back, or repeat the run",
            Self::Altered { .. } => "repeat the run",
            Self::Stale { .. } => "read it again, or keep yours as a copy",
            Self::Busy(_) => "wait until it is done, then try again",
            _ => return None,
        })
    }
}

/// The result of what a store does.
pub type Result<T> = std::result::Result<T, Error>;
