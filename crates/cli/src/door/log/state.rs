//! The state of a log, new or from the file of an earlier run.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_tasks::KeptItems;
use tilewright_tasks::parts::{Header, LogContent, items};

use super::place::LogPlace;
use super::{MAX, refused};
use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;

/// The state of a log.
pub(super) struct State {
    pub(super) header: Header,
    /// The items of an earlier run, until the task takes them.
    pub(super) found: Vec<KeptItems>,
    /// Whether there was an earlier run.
    pub(super) is_resumed: bool,
    /// The file, which is created with the first item.
    pub(super) file: Option<File>,
    /// The checksum of the last line, which covers all lines before it.
    pub(super) checksum: u64,
    /// The number of finished items.
    pub(super) done: u64,
    /// The number of items in this run's share, once the task has asked for it.
    pub(super) share: Option<u64>,
}

impl State {
    pub(super) const fn new(header: Header) -> Self {
        Self {
            header,
            found: Vec::new(),
            is_resumed: false,
            file: None,
            checksum: 0,
            done: 0,
            share: None,
        }
    }
}

/// The file of a log, locked so that no other run writes to it.
pub(super) fn held(file: File, path: &Path) -> Result<File, Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => taken(path),
        // A file system without locks cannot keep other runs out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// What is said where another run has locked a file.
pub(in crate::door) fn taken<T>(path: &Path) -> Result<T, Failure> {
    Err(anyhow!("another run is writing {}", path.display()))
        .hint("wait until it ends, or stop it")
}

/// Reads the log of an earlier run, to append to it after its last complete line. `None` if it
/// holds nothing, or if it belongs to another request and --force discards it.
pub(super) fn resumed(
    place: &LogPlace,
    path: &Path,
    header: &Header,
    context: &Context,
) -> Result<Option<State>, Failure> {
    let name = || path.display().to_string();
    let file = held(File::options().append(true).open(path).with_context(name)?, path)?;
    let bytes = files::read_large(path, MAX).with_context(name)?;
    let is_begun = bytes.contains(&b'\n');

    if !is_begun
        && Header::START.starts_with(&bytes[..bytes.len().min(Header::START.len())])
    {
        // The earlier run was killed while it wrote the header.
        return Ok(None);
    }

    let found = Header::of(&bytes);
    let Some(header) = found.clone().filter(|found| is_same(header, found)) else {
        let is_foreign = found.is_none() && matches!(place, LogPlace::Checkpoint(_));
        return if is_foreign {
            Err(anyhow!("{} is not an unfinished run", name())).hint("name another file")
        } else if context.force {
            Ok(None)
        } else {
            place.refused(path, header, found.as_ref())
        };
    };

    let LogContent { kept, rest, checksum } = items(&name(), &bytes).map_err(refused)?;
    file.set_len((bytes.len() - rest) as u64).with_context(name)?;
    let done = kept.iter().map(|kept| kept.outcomes.len() as u64).sum();
    Ok(Some(State {
        found: kept,
        is_resumed: true,
        file: Some(file),
        checksum,
        done,
        ..State::new(header)
    }))
}

/// Whether a log is of the same request, with the same seed if both have one.
fn is_same(header: &Header, found: &Header) -> bool {
    let is_given = |given| found.seed.is_none_or(|seed| seed == given);
    header.is_like(found) && header.seed.is_none_or(is_given)
}
