//! What a run has done so far, item by item, in a file beside its output: a run that was stopped
//! or killed is resumed by the same command.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum};
use tilewright_tasks::{Kept, Refusal};

use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;

/// The most that is read of an unfinished run, in bytes.
const MOST: u64 = 1 << 30;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Header {
    schema: String,
    version: String,
    pub(super) task: String,
    pub(super) seed: Option<Seed>,
    /// The request without what may differ.
    pub(super) request: Map<String, Value>,
    /// Told by the task once it has read its inputs.
    inputs: String,
}

impl Header {
    pub(super) fn new(
        task: &str,
        seed: Option<Seed>,
        request: Map<String, Value>,
    ) -> Self {
        Self {
            schema: "tilewright/unfinished/2".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: task.to_owned(),
            seed,
            request,
            inputs: String::new(),
        }
    }

    /// Whether that one is of the same request, as far as it is known before inputs are read.
    fn is_like(&self, other: &Self) -> bool {
        let Self { schema, version, task, request, .. } = self;
        *schema == other.schema
            && *version == other.version
            && *task == other.task
            && *request == other.request
    }
}

/// The finished items of a run.
pub(super) struct Log {
    path: PathBuf,
    /// Whether it stays when the run has come to its end.
    stays: bool,
    state: Mutex<State>,
}

struct State {
    header: Header,
    /// What an earlier run left; taken by the task.
    found: Vec<Kept>,
    /// Whether an earlier run left something.
    is_resumed: bool,
    /// Made with the first item.
    file: Option<File>,
    /// What the last line is told by; each line tells of those before it.
    checksum: u64,
}

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

impl Log {
    /// The log in that place of a request, with what an earlier run left of it.
    pub(super) fn open(
        path: PathBuf,
        stays: bool,
        header: Header,
        context: &Context,
    ) -> Result<Self, Failure> {
        check_place(&path)?;
        let state = if path.is_file() { read(&path, &header, context)? } else { None };
        let new = || State {
            header,
            found: Vec::new(),
            is_resumed: false,
            file: None,
            checksum: 0,
        };
        Ok(Self { path, stays, state: Mutex::new(state.unwrap_or_else(new)) })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seed of the run that is resumed.
    pub(super) fn seed(&self) -> Option<Seed> {
        self.state().header.seed
    }

    /// From now on the run has this seed.
    pub(super) fn set_seed(&self, seed: Seed) {
        self.state().header.seed = Some(seed);
    }

    /// What an earlier run left, if its inputs were the same; says so.
    pub(super) fn kept(
        &self,
        inputs: u64,
        context: &Context,
    ) -> Result<Vec<Kept>, Refusal> {
        let inputs = format!("{inputs:016x}");
        let mut state = self.state();
        if !state.is_resumed {
            state.header.inputs = inputs;
            return Ok(Vec::new());
        }
        if state.header.inputs != inputs {
            if !context.force {
                return Err(Refusal {
                    error: anyhow!(
                        "{} holds an unfinished run of other inputs",
                        self.path.display()
                    ),
                    hint: Some(DISCARD.into()),
                    key: None,
                });
            }
            let header = Header { inputs, ..state.header.clone() };
            *state = State {
                header,
                found: Vec::new(),
                is_resumed: false,
                file: None,
                checksum: 0,
            };
            return Ok(Vec::new());
        }
        let seed =
            state.header.seed.map_or_else(String::new, |it| format!(", seed: {it}"));
        context.say(&format!("resumed from {}{seed}", self.path.display()));
        Ok(std::mem::take(&mut state.found))
    }

    /// Adds an item, as a line of its own.
    pub(super) fn keep(&self, kept: Kept) -> Result<(), Failure> {
        let path = &self.path;
        let name = || format!("cannot write {}", path.display());
        let mut state = self.state();
        if state.file.is_none() {
            let mut header = serde_json::to_vec(&state.header)?;
            header.push(b'\n');
            let mut made = File::create(path).with_context(name)?;
            made.write_all(&header).with_context(name)?;
            state.file = Some(made);
            state.checksum = checksum(&header);
        }
        let Kept { first, outcomes } = kept;
        let item = serde_json::to_string(&Line { first, outcomes })?;
        let sum = chained(state.checksum, item.as_bytes());
        let line = format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n");
        let file = state.file.as_mut();
        file.map_or(Ok(()), |file| file.write_all(line.as_bytes())).with_context(name)?;
        state.checksum = sum;
        Ok(())
    }

    /// Whether there is something that the same command resumes.
    pub(super) fn is_begun(&self) -> bool {
        self.state().file.is_some()
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The refusal of an item that an earlier run left and that cannot be; the first is 0.
    pub(super) fn damaged(&self, item: usize) -> Refusal {
        damaged(&self.path, item)
    }

    /// The output is written, so the items are needed no longer.
    pub(super) fn finish(self) -> Result<(), Failure> {
        if self.stays || !self.path.is_file() {
            return Ok(());
        }
        let name = || format!("cannot remove {}", self.path.display());
        Ok(fs::remove_file(&self.path).with_context(name)?)
    }
}

/// What to do about a log of another request.
const DISCARD: &str = "{force} discards it, another {output} keeps it";

/// Refuses to keep items where something else than a file stands.
fn check_place(path: &Path) -> Result<(), Failure> {
    if path.is_file() || fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    let error = anyhow!("{} is no file, and finished work is kept there", path.display());
    Err(error).hint("remove it, or name another -o")
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
fn damaged(path: &Path, item: usize) -> Refusal {
    let error = anyhow!("{}: line {} is damaged", path.display(), item + 2);
    Refusal { error, hint: Some("remove the file to start anew".into()), key: None }
}

/// How the first line begins.
const HEAD: &[u8] = br#"{"schema":"tilewright/unfinished/"#;

/// What an earlier run left, and the file behind its last whole line; none where it is of another
/// request and may be discarded. No line may be missing, but the last.
fn read(
    path: &Path,
    header: &Header,
    context: &Context,
) -> Result<Option<State>, Failure> {
    let name = || path.display().to_string();
    let bytes = files::read_large(path, MOST).with_context(name)?;
    // Whoever was killed while writing left a part of a line.
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if whole == 0 && HEAD.starts_with(&bytes[..bytes.len().min(HEAD.len())]) {
        // It was killed before it had begun.
        return Ok(None);
    }
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let is_ours = |found: &Header| {
        let is_asked = |asked| found.seed.is_none_or(|seed| seed == asked);
        header.is_like(found) && header.seed.is_none_or(is_asked)
    };
    let Some(header) = serde_json::from_slice(first).ok().filter(is_ours) else {
        if context.force {
            return Ok(None);
        }
        let error = anyhow!("{} holds an unfinished run of another request", name());
        return Err(error).hint("--force discards it, another -o keeps it");
    };
    let (mut found, mut sum) = (Vec::new(), checksum(first));
    for (at, line) in lines.enumerate() {
        let (kept, next) = item(sum, line).ok_or_else(|| {
            let Refusal { error, hint, .. } = damaged(path, at);
            Failure::Error { error, hint: hint.map(|hint| hint.0) }
        })?;
        found.push(kept);
        sum = next;
    }
    let file = File::options().append(true).open(path).with_context(name)?;
    file.set_len(whole as u64).with_context(name)?;
    let (file, checksum) = (Some(file), sum);
    Ok(Some(State { header, found, is_resumed: true, file, checksum }))
}
