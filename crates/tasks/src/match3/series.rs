//! Series of levels, each of which depends on those before it. Each level is kept and written to a folder
//! when it is found.

use std::cell::Cell;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_grid::checksum;
use tilewright_match3::Template;
use tilewright_match3_design::{Guide, Model, Placement};

use crate::items::Items;
use crate::{Event, Host, Refusal};

/// Files of the folder: names and contents.
pub(super) type FolderFiles = Vec<(String, Vec<u8>)>;

/// A series of levels.
pub(super) struct Series<'a, T, F> {
    host: &'a dyn Host,
    items: Items<'a, T>,
    /// The files of a level.
    files: F,
}

impl<'a, T, F> Series<'a, T, F>
where
    T: Serialize + DeserializeOwned + Clone,
    F: Fn(u64, &T) -> anyhow::Result<FolderFiles>,
{
    /// Continues with the levels that an earlier run of the same request found, and writes them again.
    /// `inputs` is a checksum of all inputs.
    pub(super) fn open(
        host: &'a dyn Host,
        inputs: u64,
        total: u64,
        is_possible: impl Fn(&T) -> bool,
        files: F,
    ) -> Result<Self, Refusal> {
        // A level differs from all earlier ones: kept levels must follow one another from 0.
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

    /// The number of levels so far, which is the number of the next one, from 0.
    pub(super) const fn len(&self) -> u64 {
        self.items.done()
    }

    /// The levels so far.
    pub(super) fn found(&self) -> Vec<T> {
        self.items.of(0..self.len()).map(|(_, found)| found.clone()).collect()
    }

    /// The level of a number, from 0, if there is one already.
    pub(super) fn at(&self, number: u64) -> Option<&T> {
        self.items.of(number..number + 1).next().map(|(_, found)| found)
    }

    /// Keeps and writes the next level.
    pub(super) fn add(&mut self, found: &T) -> Result<ControlFlow<()>, Refusal> {
        let number = self.len();
        let kept = self.items.add(number, [found.clone()])?;
        let handed_out = self.hand_out(number, found)?;
        Ok(if kept.is_break() { kept } else { handed_out })
    }

    /// Hands the files of an item out, if there is a folder for them.
    pub(super) fn hand_out(
        &self,
        number: u64,
        found: &T,
    ) -> Result<ControlFlow<()>, Refusal> {
        if self.host.extension("output").is_none() {
            return Ok(ControlFlow::Continue(()));
        }
        Ok(hand_out(self.host, (self.files)(number, found)?))
    }

    /// All levels in their order.
    pub(super) fn into_found(self) -> Vec<T> {
        self.items.into_outcomes()
    }
}

/// Hands files of the output out. Returns `Break` if the host wants to stop.
pub(super) fn hand_out(host: &dyn Host, files: FolderFiles) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    for (name, bytes) in files {
        let (output, name, bytes) = ("output", &*name, &*bytes);
        host.tell(Event::File { output, name, bytes });
        flow = host.look();
    }
    flow
}

/// The name of the file of a level, or of its picture; the first level has number 0.
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

/// The checksum of the inputs of a search: the template, the model, and the placements with the regions that they name.
pub(super) fn inputs(
    template: &Template,
    guide: Option<&Guide>,
    placements: &[Placement],
) -> u64 {
    let model = guide.and_then(Guide::model).map(Model::to_json);
    checksum(format!("{template:?} {model:?} {placements:?}").as_bytes())
}
