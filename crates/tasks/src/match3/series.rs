//! Numbered levels of which each depends on those before it: kept, and handed out as files of a
//! folder, as they are found.

use std::cell::Cell;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_grid::checksum;
use tilewright_match3::{Guide, Model, Template};

use crate::items::Items;
use crate::{Event, Host, Refusal};

/// Files of the folder: their names and what they hold.
pub(super) type Files = Vec<(String, Vec<u8>)>;

/// The levels so far, and the way out for the next ones.
pub(super) struct Series<'a, T, F> {
    host: &'a dyn Host,
    items: Items<'a, T>,
    /// The files of a level.
    files: F,
}

impl<'a, T, F> Series<'a, T, F>
where
    T: Serialize + DeserializeOwned + Clone,
    F: Fn(u64, &T) -> anyhow::Result<Files>,
{
    /// The levels that an earlier run of the same request found, which are handed out again.
    /// `inputs` is a checksum of all that was read.
    pub(super) fn open(
        host: &'a dyn Host,
        inputs: u64,
        total: u64,
        is_possible: impl Fn(&T) -> bool,
        files: F,
    ) -> Result<Self, Refusal> {
        let next = Cell::new(0);
        let items = Items::open(host, inputs, total, |number, found| {
            next.replace(number + 1) == number && is_possible(found)
        })?;
        let series = Self { host, items, files };
        for (number, found) in series.items.of(0..total) {
            if series.hand_out(number, found)?.is_break() {
                break;
            }
        }
        Ok(series)
    }

    /// How many levels there are, and so the number of the next one, from 0.
    pub(super) const fn len(&self) -> u64 {
        self.items.done()
    }

    /// The levels that there are.
    pub(super) fn found(&self) -> Vec<T> {
        self.items.of(0..self.len()).map(|(_, found)| found.clone()).collect()
    }

    /// Keeps the next level and hands it out.
    pub(super) fn add(&mut self, found: &T) -> Result<ControlFlow<()>, Refusal> {
        let number = self.len();
        let kept = self.items.add(number, [found.clone()])?;
        let handed_out = self.hand_out(number, found)?;
        Ok(if kept.is_break() { kept } else { handed_out })
    }

    /// Hands a level out that is not kept, since it is the best of a search that failed.
    pub(super) fn hand_out(
        &self,
        number: u64,
        found: &T,
    ) -> Result<ControlFlow<()>, Refusal> {
        let mut flow = ControlFlow::Continue(());
        if self.host.wanted("output").is_some() {
            for (name, bytes) in (self.files)(number, found)? {
                let (output, name, bytes) = ("output", &*name, &*bytes);
                flow = self.host.see(Event::File { output, name, bytes });
            }
        }
        Ok(flow)
    }

    /// All levels that there are, in their order.
    pub(super) fn into_found(self) -> Vec<T> {
        self.items.into_outcomes()
    }
}

/// The name of a level's file, or of its picture; the first level is 0.
pub(super) fn name(number: u64, ending: &str) -> String {
    format!("level-{:03}.{ending}", number + 1)
}

/// Whether a file has the name of a level or of its picture.
pub(super) fn is_level(file: &str) -> bool {
    let (stem, ending) = file.rsplit_once('.').unwrap_or_default();
    let digits = stem.strip_prefix("level-").unwrap_or_default();
    let is_number = digits.len() >= 3 && digits.bytes().all(|it| it.is_ascii_digit());
    is_number && matches!(ending, "json" | "png")
}

/// The checksum of what a search reads: the template, and the model that guides it.
pub(super) fn inputs(template: &Template, guide: Option<&Guide>) -> u64 {
    let model = guide.and_then(Guide::model).map(Model::to_json);
    checksum(format!("{template:?} {model:?}").as_bytes())
}
