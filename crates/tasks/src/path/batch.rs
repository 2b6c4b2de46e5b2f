//! Results of short items, saved several at a time.

use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::items::Items;
use crate::{Host, Refusal};

/// The largest number of results that are saved at a time: a batch is lost at most, and one by one
/// saving would take longer than most of them.
const MOST: usize = 1000;

/// The time between two saves, in nanoseconds.
const EVERY: u64 = 200_000_000;

/// Results of consecutive items that are not saved yet.
pub(super) struct ItemBatch<'a, 'h, T> {
    host: &'h dyn Host,
    items: &'a mut Items<'h, T>,
    first: u64,
    results: Vec<T>,
    /// The time of the last save.
    kept: Option<u64>,
    /// Why no more can be saved.
    failed: Option<Refusal>,
}

impl<'a, 'h, T: Serialize + DeserializeOwned> ItemBatch<'a, 'h, T> {
    /// An empty batch of the items from this number on.
    pub(super) fn new(
        host: &'h dyn Host,
        items: &'a mut Items<'h, T>,
        first: u64,
    ) -> Self {
        let (results, kept, failed) = (Vec::new(), host.nanos(), None);
        Self { host, items, first, results, kept, failed }
    }

    /// Adds the result of the next item, and returns whether to continue.
    pub(super) fn take(&mut self, result: T) -> ControlFlow<()> {
        self.results.push(result);
        let now = self.host.nanos();
        let is_due = now.zip(self.kept).is_some_and(|(now, kept)| now - kept > EVERY);
        if is_due || self.results.len() == MOST {
            self.kept = now;
            return self.keep();
        }
        self.host.look()
    }

    fn keep(&mut self) -> ControlFlow<()> {
        let results = std::mem::take(&mut self.results);
        let first = self.first;
        self.first += results.len() as u64;
        self.items.add(first, results).unwrap_or_else(|refusal| {
            self.failed = Some(refusal);
            ControlFlow::Break(())
        })
    }

    /// Saves the rest.
    pub(super) fn finish(mut self) -> Result<ControlFlow<()>, Refusal> {
        let flow = self.keep();
        self.failed.map_or(Ok(flow), Err)
    }
}
