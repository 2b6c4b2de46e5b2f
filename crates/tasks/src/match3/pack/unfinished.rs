//! The making of a pack: batch by batch once through all levels, then again those that were missed.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use tilewright_match3::Level;
use tilewright_match3_design::difference;

use super::super::series::{FolderFiles, Series};
use super::item::PackItem;
use super::rounds::rounds;
use super::search::PackSearch;
use crate::{Event, Host, Refusal};

/// The levels that are searched at the same time, without knowing of each other. A fixed number, so that a pack does not
/// depend on the threads; two levels of a batch that are too alike cost a second search, which hardly happens.
/// Chosen: a search uses one core while it predicts, so that some more levels than cores are in the works.
const BATCH: usize = 4;

/// A pack that is being made.
pub(super) struct UnfinishedPack<'a, F> {
    pub(super) search: PackSearch<'a>,
    pub(super) series: Series<'a, PackItem, F>,
    /// The levels that stay as they are, by their numbers.
    pub(super) kept: &'a BTreeMap<u32, Level>,
    /// The best item so far of each level, in their order.
    pub(super) items: Vec<PackItem>,
}

/// How many levels of a round are ready: each is reported as it ends, while others of its batch are in the works.
struct Count<'a> {
    host: &'a dyn Host,
    ready: Mutex<u64>,
}

impl<'a> Count<'a> {
    fn begin(host: &'a dyn Host, doing: &str, steps: usize) -> Self {
        host.tell(Event::Begun { doing, steps: Some(steps as u64) });
        Self { host, ready: Mutex::default() }
    }

    /// Counts some more. The number is locked while it is reported, so that no smaller one comes later.
    fn add(&self, levels: usize) {
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        *ready += levels as u64;
        self.host.tell(Event::Reached(*ready));
    }
}

impl Drop for Count<'_> {
    fn drop(&mut self) {
        self.host.tell(Event::Ended);
    }
}

/// What is made next: a level by its number, in a round; of a later round with the one that was missed.
#[derive(Clone, Copy)]
struct Job<'j> {
    number: u32,
    round: u32,
    missed: Option<&'j PackItem>,
}

impl<F: Fn(u64, &PackItem) -> anyhow::Result<FolderFiles>> UnfinishedPack<'_, F> {
    /// Makes each level once; false if the host stopped it.
    pub(super) fn fill(&mut self) -> Result<bool, Refusal> {
        let total = self.search.curve.levels;
        let numbers: Vec<u32> = (1..=total).collect();
        let count = Count::begin(self.search.host, "making levels", numbers.len());
        for batch in numbers.chunks(BATCH) {
            let jobs: Vec<Job<'_>> = batch
                .iter()
                .map(|&number| Job { number, round: 0, missed: None })
                .collect();
            // A level differs from all before its batch, and from those that stay.
            let before = self.items.iter().map(|it| &it.verified.level);
            let later = self.kept.range(batch[0]..).map(|(_, level)| level);
            let others: Vec<Level> = before.chain(later).cloned().collect();
            let at = u64::from(batch[0]) - 1;

            let made = self.search.batch(
                &jobs,
                (&self.series, at),
                self.kept,
                &others,
                &count,
            )?;
            let is_whole = made.len() == jobs.len();
            for (at, item) in (at..).zip(made) {
                let is_stopped = self.add(at, &item, &item)?.is_break();
                self.items.push(item);
                // A stop after the last level stops nothing.
                if is_stopped && self.items.len() < total as usize {
                    return Ok(false);
                }
            }
            if !is_whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Searches again for the levels that were missed; false if the host stopped it.
    pub(super) fn search_again(&mut self) -> Result<bool, Refusal> {
        let mut at = u64::from(self.search.curve.levels);
        for round in 1..rounds(self.search.curve) {
            let is_hopeful =
                |item: &PackItem| !item.is_found() && self.search.is_hopeful(item, round);
            let missed: Vec<usize> =
                (0..self.items.len()).filter(|&it| is_hopeful(&self.items[it])).collect();
            if missed.is_empty() {
                continue;
            }
            let doing = "making missed levels again";
            let count = Count::begin(self.search.host, doing, missed.len());
            for batch in missed.chunks(BATCH) {
                let job = |&index: &usize| {
                    let missed = &self.items[index];
                    Job { number: missed.number, round, missed: Some(missed) }
                };
                let jobs: Vec<Job<'_>> = batch.iter().map(job).collect();
                let others = (0..self.items.len()).filter(|it| !batch.contains(it));
                let others: Vec<Level> =
                    others.map(|it| self.items[it].verified.level.clone()).collect();

                let none = BTreeMap::new();
                let made = self.search.batch(
                    &jobs,
                    (&self.series, at),
                    &none,
                    &others,
                    &count,
                )?;
                let is_whole = made.len() == jobs.len();
                for (&index, later) in batch.iter().zip(made) {
                    let wanted = self.search.curve.wanted(later.number);
                    self.items[index].improve(later.clone(), wanted);
                    // What is said is about the level that stays, which an earlier round may have found.
                    let _ = self.add(at, &later, &self.items[index].clone())?;
                    at += 1;
                }
                if !is_whole {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Keeps an item, and reports the one that stands for its level now, unless it was kept already.
    fn add(
        &mut self,
        at: u64,
        item: &PackItem,
        now: &PackItem,
    ) -> Result<ControlFlow<()>, Refusal> {
        if at < self.series.len() {
            return Ok(ControlFlow::Continue(()));
        }
        self.search.report(now);
        self.series.add(item)
    }
}

impl PackSearch<'_> {
    /// The items of a batch, whose first has this number in the series; fewer if the host stopped it. Those that the series has already are
    /// taken from it.
    fn batch<F: Fn(u64, &PackItem) -> anyhow::Result<FolderFiles>>(
        &self,
        jobs: &[Job<'_>],
        (series, first): (&Series<'_, PackItem, F>, u64),
        kept: &BTreeMap<u32, Level>,
        others: &[Level],
        count: &Count<'_>,
    ) -> Result<Vec<PackItem>, Refusal> {
        let known: Vec<PackItem> =
            (first..).zip(jobs).map_while(|(at, _)| series.at(at).cloned()).collect();
        let missing = &jobs[known.len()..];
        count.add(known.len());
        let made = tilewright_play::all(
            0..missing.len() as u32,
            1,
            || (),
            |(), at| {
                let made = self.make(missing[at as usize], kept, others.to_vec());
                count.add(usize::from(matches!(made, Ok(Some(_)))));
                made
            },
        )?;

        let mut batch = known;
        for (job, mut item) in missing.iter().zip(made) {
            if batch.iter().any(|other| self.are_alike(&item, other)) {
                let before = batch.iter().map(|it| &it.verified.level);
                let others = others.iter().chain(before).cloned().collect();
                let Some(other) = self.make(*job, kept, others)? else { break };
                item = other;
            }
            batch.push(item);
        }
        Ok(batch)
    }

    /// Makes an item; none if the host stops it.
    fn make(
        &self,
        Job { number, round, missed }: Job<'_>,
        kept: &BTreeMap<u32, Level>,
        others: Vec<Level>,
    ) -> Result<Option<PackItem>, Refusal> {
        match (kept.get(&number), missed) {
            (Some(level), _) => self.keep(number, level.clone()),
            (None, Some(missed)) => self.again(missed, round, others),
            (None, None) => self.first(number, others),
        }
    }

    /// Whether two levels of a batch differ less than any two levels of the pack should. A level that stays is not judged.
    fn are_alike(&self, item: &PackItem, other: &PackItem) -> bool {
        let [one, two] = [item, other].map(|it| &it.verified.level);
        let least = self.least_difference(item.round);
        !item.is_kept
            && item.is_found()
            && one.size() == two.size()
            && difference(one, two) < least
    }
}
