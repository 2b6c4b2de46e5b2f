//! The end of a command: an exit code, or an error with a hint.

use std::process::ExitCode;
use std::{fmt, io};

pub(crate) use tilewright_tasks::chain;

/// How a command ended that could do its work; it determines the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Done.
    Done,
    /// Done, and the answer is no: no level was found, a check failed.
    No,
    /// Done except for inputs that were wrong; each was reported.
    Wrong,
    /// Stopped by the user; the results so far are kept.
    Interrupted,
}

impl Verdict {
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::No => 1,
            Self::Wrong => 2,
            Self::Interrupted => 130,
        }
    }

    pub(crate) fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}

impl From<tilewright_tasks::Verdict> for Verdict {
    fn from(verdict: tilewright_tasks::Verdict) -> Self {
        match verdict {
            tilewright_tasks::Verdict::Done => Self::Done,
            tilewright_tasks::Verdict::No => Self::No,
            tilewright_tasks::Verdict::Wrong => Self::Wrong,
            tilewright_tasks::Verdict::Stopped => Self::Interrupted,
        }
    }
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of stdout closed it.
    Closed,
    /// The arguments are invalid, or help or the version was asked for.
    Arguments(clap::Error),
    /// Any other error, with a hint if there is one.
    Error { error: anyhow::Error, hint: Option<String> },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => f.write_str("the output was closed"),
            Self::Arguments(error) => error.fmt(f),
            Self::Error { error, hint } => {
                write!(f, "error: {}", chain(error))?;
                hint.iter().try_for_each(|hint| write!(f, "\n\nhint: {hint}"))
            }
        }
    }
}

impl Failure {
    /// The same with a hint, if it has none.
    pub(crate) fn or_hint(self, hint: String) -> Self {
        match self {
            Self::Error { error, hint: None } => Self::Error { error, hint: Some(hint) },
            other => other,
        }
    }

    /// A failure to write to stdout.
    pub(crate) fn of_stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::Closed;
        }
        anyhow::Error::new(error).context("cannot write to stdout").into()
    }
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Error { error: error.into(), hint: None }
    }
}

/// Adds a hint to an error.
pub(crate) trait Hint<T> {
    /// Turns an error into a failure with this hint.
    fn hint(self, hint: impl Into<String>) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> Hint<T> for Result<T, E> {
    fn hint(self, hint: impl Into<String>) -> Result<T, Failure> {
        self.map_err(|error| Failure::Error {
            error: error.into(),
            hint: Some(hint.into()),
        })
    }
}
