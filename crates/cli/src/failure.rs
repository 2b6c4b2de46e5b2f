//! The end of a command: an exit code, or an error with a hint.

use std::{fmt, io};

pub(crate) use tilewright_tasks::{Verdict, chain};

/// The exit code of a program that ended so.
pub(crate) const fn exit_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Done => 0,
        Verdict::No => 1,
        Verdict::Wrong => 2,
        Verdict::Stopped => 130,
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
