//! The file format of a log: a header line that identifies the run, then a line for each batch of
//! finished items, with a checksum that covers all lines before it.

use std::path::Path;

use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum};
use tilewright_tasks::{Kept, Refusal};

use super::super::part::Part;
use crate::failure::Failure;

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::door) struct Header {
    pub(super) schema: String,
    pub(super) version: String,
    pub(in crate::door) task: String,
    pub(in crate::door) seed: Option<Seed>,
    /// The request without the keys that may differ when it is resumed.
    pub(in crate::door) request: Map<String, Value>,
    /// The checksum of the inputs, once the task has read them.
    pub(super) inputs: String,
    /// The part of the run, if it is divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<Part>,
}

pub(super) const SCHEMA: &str = "tilewright/unfinished/2";

/// The version of the program: another version may compute other items.
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

    /// Whether another header belongs to the same request; compares everything that is known before
    /// the inputs are read.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let Self { schema, version, task, request, part, .. } = self;
        *schema == other.schema
            && *version == other.version
            && *task == other.task
            && *request == other.request
            && *part == other.part
    }
}

/// The start of the first line.
pub(super) const HEAD: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

/// The items of a line.
#[derive(Serialize, Deserialize)]
struct Line {
    first: u64,
    outcomes: Vec<Value>,
}

/// A line with its checksum, which covers its items and all lines before it.
#[derive(Deserialize)]
struct Checked<'a> {
    checksum: String,
    #[serde(borrow)]
    item: &'a RawValue,
}

/// The line for items, after lines with the checksum `before`, and its own checksum.
pub(super) fn line(before: u64, kept: Kept) -> serde_json::Result<(String, u64)> {
    let Kept { first, outcomes } = kept;
    let item = serde_json::to_string(&Line { first, outcomes })?;
    let sum = chained(before, item.as_bytes());
    Ok((format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n"), sum))
}

/// The checksum of a line: of its items and the checksum of the line before.
fn chained(before: u64, item: &[u8]) -> u64 {
    checksum(&[&before.to_le_bytes(), item].concat())
}

/// The items of a line and its checksum; `None` if the line is damaged.
fn item(before: u64, line: &[u8]) -> Option<(Kept, u64)> {
    let Checked { checksum, item } = serde_json::from_slice(line).ok()?;
    let sum = chained(before, item.get().as_bytes());
    let Line { first, outcomes } = serde_json::from_str(item.get()).ok()?;
    (checksum == format!("{sum:016x}")).then_some((Kept { first, outcomes }, sum))
}

/// The refusal for a damaged item, from 0; the header line comes before the first.
pub(super) fn damaged(path: &Path, item: usize) -> Refusal {
    let error = anyhow!("{}: line {} is damaged", path.display(), item + 2);
    Refusal { error, hint: Some("remove the file to start again".into()), key: None }
}

/// The content of a log.
pub(super) struct Found {
    pub(super) kept: Vec<Kept>,
    /// The length of an incomplete line at the end, in bytes: the run was killed while writing.
    pub(super) rest: usize,
    /// The checksum of the last complete line.
    pub(super) checksum: u64,
}

/// Reads the items of a log. Only the last line may be incomplete.
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
