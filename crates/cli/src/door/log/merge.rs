//! The logs of all parts, merged into the log of the whole run.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, anyhow};
use tilewright_tasks::Kept;

use super::super::part;
use super::form::{Found, Header, SCHEMA, VERSION, items};
use super::place::LogPlace;
use super::state::State;
use super::{Log, MAX};
use crate::failure::{Failure, Hint as _};
use crate::files;

/// The log of a part: its path, its header and its items.
pub(in crate::door) type PartLog = (PathBuf, Header, Vec<Kept>);

impl Log {
    /// Merges the logs of all parts of a run.
    pub(in crate::door) fn merged(parts: Vec<PartLog>) -> Result<Self, Failure> {
        let mut parts = parts;
        parts.sort_by_key(|(_, header, _)| header.part);
        let headers: Vec<_> =
            parts.iter().map(|(path, header, _)| (&**path, header)).collect();
        check_parts(&headers)?;
        let mut header = parts[0].1.clone();
        header.part = None;
        let found = parts.into_iter().flat_map(|(_, _, found)| found).collect();
        let state = State { found, is_resumed: true, ..State::new(header) };
        let (place, path, old) = (LogPlace::Merged, None, Vec::new());
        Ok(Self { place, path, old, state: Mutex::new(state) })
    }

    /// Reads the file of a part.
    pub(in crate::door) fn of_part(path: &Path) -> Result<PartLog, Failure> {
        let name = || path.display().to_string();
        let bytes = files::read_large(path, MAX).with_context(name)?;
        let first =
            bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let header = serde_json::from_slice(first).ok();
        let is_part = |header: &Header| header.part.is_some() && header.schema == SCHEMA;
        let header = header.filter(is_part);
        let header = header
            .ok_or_else(|| anyhow!("{} is not a part of a run", name()))
            .hint("a command with --part K/N -o FILE writes one")?;
        if header.version != VERSION {
            let version = &header.version;
            return Err(anyhow!("{} was written by version {version}", name()))
                .hint("run all parts with the same version");
        }
        let Found { kept, rest, .. } = items(path, &bytes)?;
        if rest > 0 {
            return Err(anyhow!("{} is truncated", name())).hint("run this part again");
        }
        Ok((path.to_owned(), header, kept))
    }
}

/// Checks that the parts belong to one run, and that none is missing.
fn check_parts(parts: &[(&Path, &Header)]) -> Result<(), Failure> {
    let Some((first, header)) = parts.first() else {
        return Err(anyhow!("there are no parts")).hint("pass the files of all parts");
    };
    let is_other = |(_, other): &&(&Path, &Header)| {
        let other = Header { part: header.part, ..(*other).clone() };
        other != **header
    };
    if let Some((other, _)) = parts.iter().find(is_other) {
        return Err(anyhow!(
            "{} and {} are parts of different runs",
            first.display(),
            other.display()
        ))
        .hint("the parts of a run have the same request, inputs, seed and version");
    }
    part::check_all(parts.iter().filter_map(|(_, header)| header.part))
}
