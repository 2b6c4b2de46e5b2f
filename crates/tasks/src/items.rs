//! Work that consists of numbered items. Each finished item is kept, so that the work can be
//! resumed and divided into parts.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::host::KeptItems;
use crate::{Event, Host, Refusal};

/// The outcomes of the finished items, and which items are still to be done.
pub(crate) struct Items<'a, T> {
    host: &'a dyn Host,
    total: u64,
    /// The items of this run.
    share: Range<u64>,
    /// The number of finished items in the share.
    done: u64,
    /// Outcomes of consecutive items, by the number of the first.
    runs: BTreeMap<u64, Vec<T>>,
}

impl<'a, T: Serialize + DeserializeOwned> Items<'a, T> {
    /// Loads those of `total` items that an earlier run kept. `inputs` is a checksum of everything
    /// the task read; `is_possible` tells whether an outcome is valid for an item. Kept items
    /// beyond `total` are ignored: the earlier run had more items.
    pub(crate) fn open(
        host: &'a dyn Host,
        inputs: u64,
        total: u64,
        is_possible: impl Fn(u64, &T) -> bool,
    ) -> Result<Self, Refusal> {
        let mut items = Self {
            host,
            total,
            share: host.share(total),
            done: 0,
            runs: BTreeMap::new(),
        };

        for (at, kept) in host.kept(inputs)?.into_iter().enumerate() {
            let first = kept.first;
            let outcomes = items.possible(kept, &is_possible);
            items.insert(first, outcomes.ok_or_else(|| host.damaged(at))?);
        }

        Ok(items)
    }

    /// The kept outcomes, without those beyond `total`; `None` if one is invalid or an item was
    /// kept twice.
    fn possible(
        &self,
        kept: KeptItems,
        is_possible: impl Fn(u64, &T) -> bool,
    ) -> Option<Vec<T>> {
        let KeptItems { first, outcomes } = kept;
        let end = first.checked_add(outcomes.len() as u64)?;

        let outcome = |(number, outcome)| {
            let outcome = serde_json::from_value(outcome).ok();
            outcome.filter(|outcome| is_possible(number, outcome))
        };
        let outcomes: Option<Vec<T>> = (first..end).zip(outcomes).map(outcome).collect();
        let mut outcomes = outcomes?;
        outcomes.truncate(usize::try_from(self.total.saturating_sub(first)).unwrap_or(0));

        // Kept runs are disjoint, so only the last one that starts before the end can overlap.
        let before = self.runs.range(..first + outcomes.len() as u64).next_back();
        let is_new = before.is_none_or(|(&start, run)| start + run.len() as u64 <= first);

        is_new.then_some(outcomes)
    }

    /// The number of finished items in this run's share.
    pub(crate) const fn done(&self) -> u64 {
        self.done
    }

    /// The number of items in this run's share.
    pub(crate) const fn to_do(&self) -> u64 {
        self.share.end - self.share.start
    }

    /// The unfinished items of this run's share, as ascending ranges of numbers.
    pub(crate) fn missing(&self) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = self.share.start;
        for (&first, run) in &self.runs {
            let end = first.min(self.share.end);
            if end > next {
                missing.push(next..end);
            }
            next = next.max(first + run.len() as u64);
        }

        if next < self.share.end {
            missing.push(next..self.share.end);
        }

        missing
    }

    /// The unfinished items of this run's share within a range, in batches of at most `max` items.
    pub(crate) fn batches(&self, range: Range<u64>, max: u64) -> Vec<Range<u64>> {
        let within = |gap: Range<u64>| gap.start.max(range.start)..gap.end.min(range.end);
        let cut = |gap: Range<u64>| {
            let starts = gap.clone().step_by(usize::try_from(max.max(1)).unwrap_or(1));
            starts.map(move |start| start..gap.end.min(start.saturating_add(max)))
        };
        self.missing().into_iter().map(within).flat_map(cut).collect()
    }

    /// Adds and keeps the outcomes of consecutive finished items, and reports the progress.
    pub(crate) fn add(
        &mut self,
        first: u64,
        outcomes: impl IntoIterator<Item = T>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let kept = self.keep(first, outcomes)?;
        self.host.tell(Event::Reached(self.done));
        let reached = self.host.look();
        Ok(if kept.is_break() { kept } else { reached })
    }

    /// Adds and keeps the outcomes of consecutive finished items, without reporting progress: for
    /// work whose steps are not its items.
    pub(crate) fn keep(
        &mut self,
        first: u64,
        outcomes: impl IntoIterator<Item = T>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let outcomes: Vec<T> = outcomes.into_iter().collect();
        if outcomes.is_empty() {
            return Ok(self.host.look());
        }
        let kept: Result<Vec<_>, _> = outcomes.iter().map(serde_json::to_value).collect();
        let kept = KeptItems { first, outcomes: kept? };
        self.insert(first, outcomes);
        Ok(self.host.keep(kept))
    }

    /// Whether all items are finished, including those of other parts.
    pub(crate) fn is_whole(&self) -> bool {
        let done: usize = self.runs.values().map(Vec::len).sum();
        done as u64 == self.total
    }

    /// The finished items of a range with their outcomes, in ascending order.
    pub(crate) fn of(&self, range: Range<u64>) -> impl Iterator<Item = (u64, &T)> {
        let before = self.runs.range(..range.start).next_back();
        let runs = before.into_iter().chain(self.runs.range(range.clone()));
        let items = runs.flat_map(|(&first, run)| (first..).zip(run));
        items.filter(move |(number, _)| range.contains(number))
    }

    /// All outcomes, in the order of their items.
    pub(crate) fn into_outcomes(self) -> Vec<T> {
        self.runs.into_values().flatten().collect()
    }

    /// Adds the outcomes of consecutive items that were unfinished.
    fn insert(&mut self, first: u64, outcomes: Vec<T>) {
        let end = first + outcomes.len() as u64;
        let shared = self.share.start.max(first)..self.share.end.min(end);
        self.done += shared.end.saturating_sub(shared.start);
        if outcomes.is_empty() {
            return;
        }
        let before = self.runs.range_mut(..first).next_back();
        match before.filter(|(start, run)| *start + run.len() as u64 == first) {
            Some((_, run)) => run.extend(outcomes),
            None => drop(self.runs.insert(first, outcomes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use serde_json::json;

    use super::Items;
    use crate::{Host, KeptItems, Refusal};

    /// A host with kept items, and the share of the run.
    struct Keeper(Vec<(u64, Vec<u32>)>, Range<u64>);

    impl Host for Keeper {
        fn kept(&self, _: u64) -> Result<Vec<KeptItems>, Refusal> {
            let kept = |(first, run): &(u64, Vec<u32>)| KeptItems {
                first: *first,
                outcomes: run.iter().map(|it| json!(it)).collect(),
            };
            Ok(self.0.iter().map(kept).collect())
        }

        fn share(&self, _: u64) -> Range<u64> {
            self.1.clone()
        }
    }

    fn opened(keeper: &Keeper) -> Result<Items<'_, u32>, Refusal> {
        Items::open(keeper, 0, 10, |number, outcome| u64::from(*outcome) == number)
    }

    #[test]
    fn what_is_missing_lies_between_what_was_kept() {
        let keeper = Keeper(vec![(7, vec![7]), (2, vec![2, 3]), (4, vec![4])], 1..9);
        let mut items = opened(&keeper).unwrap();
        assert_eq!(items.missing(), [1..2, 5..7, 8..9]);
        assert_eq!((items.done(), items.to_do(), items.is_whole()), (4, 8, false));
        assert_eq!(items.batches(0..7, 1), [1..2, 5..6, 6..7]);
        assert_eq!(items.batches(6..10, 256), [6..7, 8..9]);
        let of: Vec<_> = items.of(3..8).map(|(number, _)| number).collect();
        assert_eq!(of, [3, 4, 7]);

        for gap in items.missing() {
            let outcomes = gap.clone().map(|number| number as u32);
            assert!(items.add(gap.start, outcomes).unwrap().is_continue());
        }

        assert_eq!((items.done(), items.missing(), items.is_whole()), (8, vec![], false));
        assert_eq!(items.into_outcomes(), (1..9).collect::<Vec<_>>());
    }

    #[test]
    fn items_that_cannot_be_or_come_twice_are_refused() {
        let whole = 0..10;
        for kept in [
            vec![(0, vec![1])],
            vec![(3, vec![3]), (2, vec![2, 3])],
            vec![(2, vec![2, 3, 4]), (3, vec![3])],
            vec![(2, vec![2]), (2, vec![2])],
            vec![(u64::MAX, vec![0, 1])],
        ] {
            assert!(opened(&Keeper(kept.clone(), whole.clone())).is_err(), "{kept:?}");
        }

        let longer = Keeper(vec![(8, vec![8, 9, 10, 11]), (12, vec![12])], whole);
        assert_eq!(opened(&longer).unwrap().into_outcomes(), [8, 9]);
    }
}
