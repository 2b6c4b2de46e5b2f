//! How many tasks run at the same time.

use std::sync::Arc;

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::server::fault::Fault;

/// The runs that work at the same time; more of them wait. Each may use all cores, so that more
/// only slow each other down; with one alone a run of hours would block a short one.
const WORKING: usize = 4;
/// The runs that may wait.
const WAITING: usize = 64;
/// The calls that run a task and work at the same time, and those that may wait. More than runs,
/// since a person waits for each.
const ANSWERING: usize = 8;
const ANSWERS_WAITING: usize = 64;
/// The calls that only read or write something, which wait for no task.
const SHORT: usize = 16;
const SHORT_WAITING: usize = 256;

/// Limits of the work at hand.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    pub(crate) runs: Lane,
    pub(crate) answers: Lane,
    pub(crate) calls: Lane,
}

impl Lanes {
    pub(crate) fn new() -> Self {
        Self {
            runs: Lane::new(WORKING, WAITING),
            answers: Lane::new(ANSWERING, ANSWERS_WAITING),
            calls: Lane::new(SHORT, SHORT_WAITING),
        }
    }
}

/// Work of one kind: some of it goes on, some waits, and more is refused.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    working: Arc<Semaphore>,
    present: Arc<Semaphore>,
}

/// A place in a lane, first to wait and then to work.
pub(crate) struct LanePlace {
    lane: Lane,
    _present: OwnedSemaphorePermit,
}

impl Lane {
    fn new(working: usize, waiting: usize) -> Self {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Self { working: semaphore(working), present: semaphore(working + waiting) }
    }

    /// A place, if the lane is not full.
    pub(crate) fn enter(&self) -> Result<LanePlace, Fault> {
        let present = Arc::clone(&self.present).try_acquire_owned();
        let present = present.map_err(|_| {
            Fault::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too much work is waiting already",
            )
            .hint("wait for a run to end, or cancel one")
        })?;
        Ok(LanePlace { lane: self.clone(), _present: present })
    }
}

impl LanePlace {
    /// Waits until it may work; the work ends when what is returned is dropped.
    pub(crate) async fn turn(self) -> Turn {
        let working = Arc::clone(&self.lane.working).acquire_owned().await;
        Turn { _working: working.ok(), _place: self }
    }
}

/// Leave to work, until it is dropped.
pub(crate) struct Turn {
    _working: Option<OwnedSemaphorePermit>,
    _place: LanePlace,
}
