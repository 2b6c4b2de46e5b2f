//! The number of a run, and how it stands with it.

use std::fmt;
use std::str::FromStr;

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};
use serde::{Serialize, Serializer};
use tilewright_tasks::Verdict;

/// The number of a run: 1 for the first. No number is used twice, also if runs are deleted.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize,
)]
#[serde(transparent)]
pub struct RunId(pub i64);

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for RunId {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let id = word.parse().ok().filter(|id| *id > 0);
        id.map(Self).ok_or("expected the number of a run, such as 17")
    }
}

/// How it stands with a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is under way.
    Running,
    /// Done.
    #[default]
    Done,
    /// Done, and the answer is no.
    No,
    /// Done except for inputs that were wrong.
    Wrong,
    /// Stopped by its user; its answer is what was found until then. It can be resumed.
    Stopped,
    /// The task could not do its work.
    Refused,
    /// Its process ended before the run did. It can be resumed.
    CutOff,
}

impl State {
    /// All states.
    pub const ALL: [Self; 7] = [
        Self::Running,
        Self::Done,
        Self::No,
        Self::Wrong,
        Self::Stopped,
        Self::Refused,
        Self::CutOff,
    ];

    /// Its name, as documents have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::No => "no",
            Self::Wrong => "wrong",
            Self::Stopped => "stopped",
            Self::Refused => "refused",
            Self::CutOff => "cut off",
        }
    }

    /// Whether the run ended before its work did.
    pub const fn is_unfinished(self) -> bool {
        matches!(self, Self::Stopped | Self::CutOff)
    }

    /// Whether the run has an answer that a repetition gives again.
    pub const fn is_answered(self) -> bool {
        matches!(self, Self::Done | Self::No | Self::Wrong)
    }
}

impl From<Verdict> for State {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Done => Self::Done,
            Verdict::No => Self::No,
            Verdict::Wrong => Self::Wrong,
            Verdict::Stopped => Self::Stopped,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for State {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|state| state.name() == word);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("expected one of {names}")
        })
    }
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromSql for State {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_str()?.parse().map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for State {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for RunId {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value.as_i64().map(Self)
    }
}

impl ToSql for RunId {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}
