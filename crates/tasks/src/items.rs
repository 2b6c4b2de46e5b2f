//! Work of many numbered items, each kept as it is done, so that it can be resumed and divided.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::Kept;
use crate::{Event, Host, Refusal};

/// The outcomes of numbered items, and which are still to be done.
pub(crate) struct Items<'a, T> {
    host: &'a dyn Host,
    total: u64,
    /// What this run does.
    share: Range<u64>,
    found: BTreeMap<u64, T>,
}

#[expect(dead_code, reason = "for the verbs that move next")]
impl<'a, T: Serialize + DeserializeOwned> Items<'a, T> {
    /// Of so many items those that an earlier run kept; `inputs` is a checksum of all that was
    /// read, and `is_possible` says whether an item can have that outcome. Items after the last
    /// are passed over: the run that kept them was longer.
    pub(crate) fn open(
        host: &'a dyn Host,
        inputs: u64,
        total: u64,
        is_possible: impl Fn(u64, &T) -> bool,
    ) -> Result<Self, Refusal> {
        let mut found = BTreeMap::new();
        for (at, Kept { first, outcomes }) in host.kept(inputs)?.into_iter().enumerate() {
            for (number, outcome) in (first..).zip(outcomes) {
                let outcome = serde_json::from_value(outcome).ok();
                let outcome = outcome.filter(|outcome| is_possible(number, outcome));
                let outcome = outcome.ok_or_else(|| host.damaged(at))?;
                if number < total && found.insert(number, outcome).is_some() {
                    return Err(host.damaged(at));
                }
            }
        }
        Ok(Self { host, total, share: host.share(total), found })
    }

    /// How many items of this run's share are done.
    pub(crate) fn done(&self) -> u64 {
        self.found.range(self.share.clone()).count() as u64
    }

    /// How many items this run's share has.
    pub(crate) const fn to_do(&self) -> u64 {
        self.share.end - self.share.start
    }

    /// The items of this run's share that are not done, as ranges of numbers, in their order.
    pub(crate) fn missing(&self) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = self.share.start;
        let known = self.found.range(self.share.clone()).map(|(number, _)| *number);
        for known in known.chain([self.share.end]) {
            if known > next {
                missing.push(next..known);
            }
            next = known + 1;
        }
        missing
    }

    /// Takes and keeps the outcomes of consecutive items that were done, and says how far the
    /// work is.
    pub(crate) fn add(
        &mut self,
        first: u64,
        outcomes: impl IntoIterator<Item = T>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let outcomes: Vec<T> = outcomes.into_iter().collect();
        let kept: Result<Vec<_>, _> = outcomes.iter().map(serde_json::to_value).collect();
        let kept = Kept { first, outcomes: kept? };
        self.found.extend((first..).zip(outcomes));
        if kept.outcomes.is_empty() {
            return Ok(self.host.see(Event::Look));
        }
        let kept = self.host.keep(kept);
        let reached = self.host.see(Event::Reached(self.done()));
        Ok(if kept.is_break() { kept } else { reached })
    }

    /// Whether all items are done, those of other runs too.
    pub(crate) fn is_whole(&self) -> bool {
        self.found.len() as u64 == self.total
    }

    /// The outcomes of the items of a range that are done, in their order.
    pub(crate) fn of(&self, range: Range<u64>) -> impl Iterator<Item = (u64, &T)> {
        self.found.range(range).map(|(number, outcome)| (*number, outcome))
    }

    /// All outcomes that there are, in their order.
    pub(crate) fn into_outcomes(self) -> Vec<T> {
        self.found.into_values().collect()
    }
}
