//! How a log is written: a line that says of which run it is, then a line for each item, whose
//! checksum covers all lines before.

use std::path::Path;

use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum};
use tilewright_tasks::{Kept, Refusal};

use super::super::part::Part;
use crate::failure::Failure;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::door) struct Header {
    pub(super) schema: String,
    pub(super) version: String,
    pub(in crate::door) task: String,
    pub(in crate::door) seed: Option<Seed>,
    /// The request without what may differ.
    pub(in crate::door) request: Map<String, Value>,
    /// Told by the task once it has read its inputs.
    pub(super) inputs: String,
    /// Which part of the run the items are, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<Part>,
}

pub(super) const SCHEMA: &str = "tilewright/unfinished/2";

/// The version of the program: another one may do otherwise.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Header {
    pub(in crate::door) fn new(
        task: &str,
        seed: Option<Seed>,
        request: Map<String, Value>,
        part: Option<Part>,
    ) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            version: VERSION.to_owned(),
            task: task.to_owned(),
            seed,
            request,
            inputs: String::new(),
            part,
        }
    }

    /// Whether that one is of the same request, as far as it is known before inputs are read.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let Self { schema, version, task, request, part, .. } = self;
        *schema == other.schema
            && *version == other.version
            && *task == other.task
            && *request == other.request
            && *part == other.part
    }
}

/// How the first line begins.
pub(super) const HEAD: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

/// An item, as a line holds it.
#[derive(Serialize, Deserialize)]
struct Line {
    first: u64,
    outcomes: Vec<Value>,
}

/// A line, whose checksum tells of the item and of the lines before.
#[derive(Deserialize)]
struct Checked<'a> {
    checksum: String,
    #[serde(borrow)]
    item: &'a RawValue,
}

/// The line of an item behind lines with that checksum, and the checksum of all of them.
pub(super) fn line(before: u64, kept: Kept) -> serde_json::Result<(String, u64)> {
    let Kept { first, outcomes } = kept;
    let item = serde_json::to_string(&Line { first, outcomes })?;
    let sum = chained(before, item.as_bytes());
    Ok((format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n"), sum))
}

/// What tells a line of an item by: the item, and what the line before is told by.
fn chained(before: u64, item: &[u8]) -> u64 {
    checksum(&[&before.to_le_bytes(), item].concat())
}

/// The item of a line and what the line is told by; none of a damaged line.
fn item(before: u64, line: &[u8]) -> Option<(Kept, u64)> {
    let Checked { checksum, item } = serde_json::from_slice(line).ok()?;
    let sum = chained(before, item.get().as_bytes());
    let Line { first, outcomes } = serde_json::from_str(item.get()).ok()?;
    (checksum == format!("{sum:016x}")).then_some((Kept { first, outcomes }, sum))
}

/// The refusal of an item that cannot be. Before the first there is a line.
pub(super) fn damaged(path: &Path, item: usize) -> Refusal {
    let error = anyhow!("{}: line {} is damaged", path.display(), item + 2);
    Refusal { error, hint: Some("remove the file to start anew".into()), key: None }
}

/// The items of a log.
pub(super) struct Found {
    pub(super) kept: Vec<Kept>,
    /// The length of an incomplete line at the end, in bytes: the run was killed while writing.
    pub(super) rest: usize,
    /// What the last line is told by.
    pub(super) checksum: u64,
}

/// The items of a log; no line may be missing, but the last.
pub(super) fn items(path: &Path, bytes: &[u8]) -> Result<Found, Failure> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let mut sum = checksum(lines.next().unwrap_or_default());
    let mut kept = Vec::new();
    for (at, line) in lines.enumerate() {
        let (found, next) = item(sum, line).ok_or_else(|| {
            let Refusal { error, hint, .. } = damaged(path, at);
            Failure::Error { error, hint: hint.map(|hint| hint.0) }
        })?;
        kept.push(found);
        sum = next;
    }
    Ok(Found { kept, rest: bytes.len() - whole, checksum: sum })
}
