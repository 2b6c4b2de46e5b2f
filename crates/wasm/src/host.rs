//! What the worker provides to a task: the documents of the page, a clock, events.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use serde_json::Value;
use tilewright_grid::Seed;
use tilewright_tasks::{Door, Host, random_seed};

use crate::documents::Documents;

/// What the page provides.
pub trait Page: Sync {
    /// Receives an event, a JSON document.
    fn event(&self, event: &[u8]);

    /// Nanoseconds since a fixed time.
    fn nanos(&self) -> u64;

    /// Whether the call is to end. Never, by default.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// The door of one task.
pub(crate) struct PageDoor<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) page: &'a dyn Page,
    /// The outputs that are asked for, with their endings.
    pub(crate) outputs: Vec<(String, String)>,
    /// The seed for a request that has none: a worker has no random numbers of its own.
    pub(crate) seed: Option<Seed>,
}

impl Host for PageDoor<'_> {
    fn open(&self, name: &str) -> io::Result<Box<dyn BufRead + '_>> {
        self.documents.open(name)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.documents.list(folder)
    }

    fn nanos(&self) -> Option<u64> {
        Some(self.page.nanos())
    }

    fn look(&self) -> ControlFlow<()> {
        if self.page.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Door for PageDoor<'_> {
    fn outputs(&self) -> &[(String, String)] {
        &self.outputs
    }

    fn seed(&self, given: Option<Seed>, _: Option<Seed>) -> Seed {
        given.or(self.seed).unwrap_or_else(random_seed)
    }

    fn document(&self, event: Value) {
        self.page.event(event.to_string().as_bytes());
    }
}
