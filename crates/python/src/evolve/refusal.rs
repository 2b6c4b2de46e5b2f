//! Refusals of a search.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use tilewright_evolve::Error;

/// Why a search refuses what it was given.
pub(super) struct SearchRefusal(String);

impl SearchRefusal {
    /// The same with the place that it is about.
    pub(super) fn within(self, place: &str) -> Self {
        Self(format!("{place}: {}", self.0))
    }
}

pub(super) const fn refusal(text: String) -> SearchRefusal {
    SearchRefusal(text)
}

impl From<Error> for SearchRefusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Start { .. } => Self(format!("initial: {error}")),
            Error::Budget { .. } => Self(format!("evaluations: {error}")),
            _ => Self(error.to_string()),
        }
    }
}

impl From<SearchRefusal> for PyErr {
    fn from(SearchRefusal(text): SearchRefusal) -> Self {
        PyValueError::new_err(text)
    }
}

/// The refusal of a number of things.
pub(super) fn count(key: &str, expected: &str, found: usize) -> SearchRefusal {
    refusal(format!("{key}: expected {expected}, found {found}"))
}
