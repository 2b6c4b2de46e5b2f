//! The finished items of a part, or of all parts, in memory.

use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

use anyhow::anyhow;
use tilewright_grid::{checksum, locked, unlocked};

use super::{Header, PartLog, line, merged};
use crate::{KeptItems, Refusal};

/// The finished items of a run that does a part, no item at all, or merges all parts: what a door
/// that keeps them in memory passes on from [`Host`](crate::Host).
///
/// ```
/// use tilewright_tasks::KeptItems;
/// use tilewright_tasks::parts::{Header, PartItems};
///
/// let request = serde_json::Map::new();
/// let header = |part| Header::new("dice/roll", None, request.clone(), Some(part));
/// let mut files = Vec::new();
/// for part in ["1/2", "2/2"] {
///     let share = PartItems::of_part(header(part.parse().unwrap()));
///     share.kept(7).unwrap();
///     for first in share.items(5) {
///         let outcomes = vec![first.into()];
///         share.keep(KeptItems { first, outcomes });
///     }
///     files.push((part.to_owned(), share.file().unwrap().unwrap()));
/// }
/// let missing = PartItems::merged(files[..1].to_vec());
/// assert!(missing.is_err_and(|it| it.to_string() == "part 2/2 is missing"));
/// let all = PartItems::merged(files).unwrap();
/// assert_eq!(all.items(5), 0..0);
/// assert_eq!(all.kept(7).unwrap().len(), 5);
/// ```
#[derive(Debug)]
pub struct PartItems(Mutex<State>);

#[derive(Debug)]
struct State {
    header: Header,
    /// The items of all parts, until the task takes them; `None` if they are not merged.
    merged: Option<Vec<KeptItems>>,
    /// The finished items of the part.
    kept: Vec<KeptItems>,
    /// The number of items in this run's share, once the task has asked for it.
    to_do: Option<u64>,
}

impl PartItems {
    /// The items of the part that the header names; without a part no items, so that the task only
    /// reads its inputs.
    pub const fn of_part(header: Header) -> Self {
        Self::with(header, None)
    }

    /// The items of all parts, given the names and contents of their files.
    ///
    /// # Errors
    /// As [`PartLog::read`] and [`merged`].
    pub fn merged(files: Vec<(String, Vec<u8>)>) -> Result<Self, Refusal> {
        let read = files.into_iter().map(|(name, bytes)| PartLog::read(&name, &bytes));
        let (header, found) = merged(read.collect::<Result<_, _>>()?)?;
        Ok(Self::with(header, Some(found)))
    }

    const fn with(header: Header, merged: Option<Vec<KeptItems>>) -> Self {
        Self(Mutex::new(State { header, merged, kept: Vec::new(), to_do: None }))
    }

    /// The header of the run.
    pub fn header(&self) -> Header {
        self.state().header.clone()
    }

    /// The range of item numbers that this run does, of `items` in all, as
    /// [`Host::share`](crate::Host::share).
    pub fn items(&self, items: u64) -> Range<u64> {
        let mut state = self.state();
        let share = state.header.part.map_or(0..0, |part| part.share(items));
        state.to_do = Some(share.end - share.start);
        share
    }

    /// The items of all parts, as [`Host::kept`](crate::Host::kept).
    ///
    /// # Errors
    /// If the parts were made from other inputs.
    pub fn kept(&self, inputs: u64) -> Result<Vec<KeptItems>, Refusal> {
        let mut state = self.state();
        let inputs = format!("{inputs:016x}");

        match &mut state.merged {
            None => state.header.inputs = inputs,
            Some(found) => {
                let found = mem::take(found);
                if state.header.inputs == inputs {
                    return Ok(found);
                }

                let error = anyhow!("the inputs have changed since the parts were made");
                return Err(error.into());
            }
        }

        Ok(Vec::new())
    }

    /// Keeps finished items, as [`Host::keep`](crate::Host::keep).
    pub fn keep(&self, kept: KeptItems) {
        self.state().kept.push(kept);
    }

    /// The content of the file of the part; `None` if not all of its items are done. The bytes do
    /// not depend on the order in which items were finished.
    ///
    /// # Errors
    /// If a number of an outcome or of the request is not finite.
    pub fn file(self) -> serde_json::Result<Option<Vec<u8>>> {
        let state = unlocked(self.0);
        let State { header, mut kept, to_do, .. } = state;
        let done = kept.iter().map(|kept| kept.outcomes.len() as u64).sum();
        if header.part.is_none() || to_do != Some(done) {
            return Ok(None);
        }

        kept.sort_by_key(|kept| kept.first);
        let mut file = header.line()?;
        let mut sum = checksum(&file);
        for kept in kept {
            let (line, next) = line(sum, kept)?;
            file.extend(line.as_bytes());
            sum = next;
        }

        Ok(Some(file))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.0)
    }
}
