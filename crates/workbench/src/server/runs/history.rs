//! The database with all runs, and with the games that are played.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use tilewright_grid::locked;
use tilewright_runs::{Error, Store};

use crate::server::fault::Fault;

/// The history: one connection for those who write, one for those who read, who so need not wait
/// while another program writes.
pub(crate) struct History {
    writer: Arc<Mutex<Store>>,
    /// None in memory.
    reader: Option<Mutex<Store>>,
}

impl History {
    /// Opens the database in a file, or one in memory.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, Error> {
        let writer = path.map_or_else(Store::in_memory, Store::open)?;
        let reader = path.map(Store::open).transpose()?.map(Mutex::new);
        Ok(Self { writer: Arc::new(Mutex::new(writer)), reader })
    }

    /// The store for changes, for one caller at a time.
    pub(crate) fn writer(&self) -> MutexGuard<'_, Store> {
        locked(&self.writer)
    }

    /// The same for a run that is recorded.
    pub(crate) fn shared(&self) -> Arc<Mutex<Store>> {
        Arc::clone(&self.writer)
    }

    /// The store for reading, for one caller at a time.
    pub(crate) fn reader(&self) -> MutexGuard<'_, Store> {
        locked(self.reader.as_ref().unwrap_or(&self.writer))
    }
}

/// The time in unix seconds.
#[expect(clippy::disallowed_methods, reason = "it stands beside results, never in one")]
pub(crate) fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Unknown(_) | Error::Missing { .. } => StatusCode::NOT_FOUND,
            Error::Running(_)
            | Error::Ended { .. }
            | Error::Version { .. }
            | Error::Stale { .. } => StatusCode::CONFLICT,
            Error::Name(_) | Error::TooLarge { .. } => StatusCode::BAD_REQUEST,
            Error::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };

        let fault = Self::new(status, error.to_string());
        match error.hint() {
            Some(hint) => fault.hint(hint),
            None => fault,
        }
    }
}
