//! The file format of finished items: a header line that identifies the run, then a line for each
//! batch of items, with a checksum that covers all lines before it.

use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum};

use super::Part;
use crate::{KeptItems, Refusal};

/// The first line of the file: which run it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`Self::SCHEMA`].
    pub schema: String,
    /// The version of the program: another version may compute other items.
    pub version: String,
    /// The name of the task.
    pub task: String,
    /// The seed of the run; `None` if the task uses no randomness, or until it is known.
    pub seed: Option<Seed>,
    /// The request without the keys that may differ when it is resumed.
    pub request: Map<String, Value>,
    /// The checksum of the inputs, once the task has read them.
    pub inputs: String,
    /// The part of the run, if it is divided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
}

impl Header {
    /// The schema of the file.
    pub const SCHEMA: &str = "tilewright/unfinished/2";

    /// The start of every header line.
    pub const START: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

    /// The version of this program.
    pub const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// The header of a run of this version whose inputs were not read yet. `request` holds no seed.
    pub fn new(
        task: &str,
        seed: Option<Seed>,
        request: Map<String, Value>,
        part: Option<Part>,
    ) -> Self {
        Self {
            schema: Self::SCHEMA.to_owned(),
            version: Self::VERSION.to_owned(),
            task: task.to_owned(),
            seed,
            request,
            inputs: String::new(),
            part,
        }
    }

    /// Whether another header belongs to the same request; compares everything that is known before
    /// the inputs are read.
    pub fn is_like(&self, other: &Self) -> bool {
        let Self { schema, version, task, request, part, .. } = self;
        *schema == other.schema
            && *version == other.version
            && *task == other.task
            && *request == other.request
            && *part == other.part
    }

    /// The header of a file; `None` if its first line is none.
    pub fn of(file: &[u8]) -> Option<Self> {
        serde_json::from_slice(file.split_inclusive(|&byte| byte == b'\n').next()?).ok()
    }

    /// The line of the header.
    ///
    /// # Errors
    /// If a number of the request is not finite.
    pub fn line(&self) -> serde_json::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// The items of a line.
#[derive(Serialize, Deserialize)]
struct ItemLine {
    first: u64,
    outcomes: Vec<Value>,
}

/// A line with its checksum, which covers its items and all lines before it.
#[derive(Deserialize)]
struct ChecksumLine<'a> {
    checksum: String,
    #[serde(borrow)]
    item: &'a RawValue,
}

/// The line for items, after lines with the checksum `before`, and its own checksum. That of the
/// header line is its [`checksum`].
///
/// # Errors
/// If a number of an outcome is not finite.
pub fn line(before: u64, kept: KeptItems) -> serde_json::Result<(String, u64)> {
    let KeptItems { first, outcomes } = kept;
    let item = serde_json::to_string(&ItemLine { first, outcomes })?;
    let sum = chained(before, item.as_bytes());
    Ok((format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n"), sum))
}

/// The checksum of a line: of its items and the checksum of the line before.
fn chained(before: u64, item: &[u8]) -> u64 {
    checksum(&[&before.to_le_bytes(), item].concat())
}

/// The items of a line and its checksum; `None` if the line is damaged.
fn item(before: u64, line: &[u8]) -> Option<(KeptItems, u64)> {
    let ChecksumLine { checksum, item } = serde_json::from_slice(line).ok()?;
    let sum = chained(before, item.get().as_bytes());
    let ItemLine { first, outcomes } = serde_json::from_str(item.get()).ok()?;
    (checksum == format!("{sum:016x}")).then_some((KeptItems { first, outcomes }, sum))
}

/// The refusal for a damaged line of items, from 0, in a file of that name.
pub fn damaged(name: &str, line: usize) -> Refusal {
    // The header line comes before the first, and lines count from 1.
    let error = anyhow!("{name}: line {} is damaged", line + 2);
    Refusal { error, hint: Some("remove the file to start again".into()), key: None }
}

/// The content of a file after its header.
#[derive(Debug)]
pub struct LogContent {
    /// The finished items.
    pub kept: Vec<KeptItems>,
    /// The length of an incomplete line at the end, in bytes: the run was killed while writing.
    pub rest: usize,
    /// The checksum of the last complete line.
    pub checksum: u64,
}

/// Reads the items of a file. Only the last line may be incomplete.
///
/// # Errors
/// If another line is damaged; the message begins with the name.
pub fn items(name: &str, bytes: &[u8]) -> Result<LogContent, Refusal> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let mut sum = checksum(lines.next().unwrap_or_default());
    let mut kept = Vec::new();
    for (at, line) in lines.enumerate() {
        let (found, next) = item(sum, line).ok_or_else(|| damaged(name, at))?;
        kept.push(found);
        sum = next;
    }
    Ok(LogContent { kept, rest: bytes.len() - whole, checksum: sum })
}
