//! Outcomes of short items, kept several at a time.

use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::items::Items;
use crate::{Event, Host, Refusal};

/// The most outcomes that are kept at a time.
const MOST: usize = 1000;

/// After how many nanoseconds outcomes are kept.
const EVERY: u64 = 200_000_000;

/// Outcomes of consecutive items that are not kept yet.
pub(super) struct Batch<'a, 'h, T> {
    host: &'h dyn Host,
    items: &'a mut Items<'h, T>,
    first: u64,
    outcomes: Vec<T>,
    /// When the last ones were kept.
    kept: Option<u64>,
    /// Why no more can be kept.
    failed: Option<Refusal>,
}

impl<'a, 'h, T: Serialize + DeserializeOwned> Batch<'a, 'h, T> {
    /// Of the items from that number on.
    pub(super) fn new(
        host: &'h dyn Host,
        items: &'a mut Items<'h, T>,
        first: u64,
    ) -> Self {
        let (outcomes, kept, failed) = (Vec::new(), host.nanos(), None);
        Self { host, items, first, outcomes, kept, failed }
    }

    /// Takes the outcome of the next item, and says whether to go on.
    pub(super) fn take(&mut self, outcome: T) -> ControlFlow<()> {
        self.outcomes.push(outcome);
        let now = self.host.nanos();
        let is_due = now.zip(self.kept).is_some_and(|(now, kept)| now - kept > EVERY);
        if is_due || self.outcomes.len() == MOST {
            self.kept = now;
            return self.keep();
        }
        self.host.see(Event::Look)
    }

    fn keep(&mut self) -> ControlFlow<()> {
        let outcomes = std::mem::take(&mut self.outcomes);
        let first = self.first;
        self.first += outcomes.len() as u64;
        self.items.add(first, outcomes).unwrap_or_else(|refusal| {
            self.failed = Some(refusal);
            ControlFlow::Break(())
        })
    }

    /// Keeps what is left.
    pub(super) fn finish(mut self) -> Result<ControlFlow<()>, Refusal> {
        let flow = self.keep();
        self.failed.map_or(Ok(flow), Err)
    }
}
