//! What a run has done so far, item by item, in a file beside its output: a run that was stopped
//! or killed is resumed by the same command.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, checksum};
use tilewright_tasks::{Kept, Refusal};

use super::part::{self, Part};
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
    /// Which part of the run the items are, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
}

const SCHEMA: &str = "tilewright/unfinished/2";

/// The version of the program: another one may do otherwise.
const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Header {
    pub(super) fn new(
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
    fn is_like(&self, other: &Self) -> bool {
        let Self { schema, version, task, request, part, .. } = self;
        *schema == other.schema
            && *version == other.version
            && *task == other.task
            && *request == other.request
            && *part == other.part
    }
}

/// Where a log is.
pub(super) enum LogPlace {
    /// Beside the output, until that is written.
    Beside(PathBuf),
    /// In the folder that is the output, where it stays and says of which request it is.
    Folder(PathBuf),
    /// Where the user wants it, and there it stays.
    Checkpoint(PathBuf),
    /// Beside the output, which it becomes: a part of a run.
    Part(PathBuf),
    /// Nowhere: the items come from the files of all parts, and no more are done.
    Merged,
}

impl LogPlace {
    fn path(&self) -> Option<PathBuf> {
        match self {
            Self::Beside(output) | Self::Part(output) => {
                let mut name = output.as_os_str().to_owned();
                name.push(".part");
                Some(PathBuf::from(name))
            }
            Self::Folder(folder) => Some(folder.join(".tilewright.part")),
            Self::Checkpoint(path) => Some(path.clone()),
            Self::Merged => None,
        }
    }

    /// The refusal to replace what another request left at that path, of which this is the header
    /// if it can be read.
    fn refused<T>(
        &self,
        path: &Path,
        header: &Header,
        other: Option<&Header>,
    ) -> Result<T, Failure> {
        let Self::Folder(folder) = self else {
            let path = path.display();
            let of = match other {
                Some(other) if other.version != header.version => {
                    format!("version {}", other.version)
                }
                _ => "another request".to_owned(),
            };
            return Err(anyhow!("{path} holds an unfinished run of {of}"))
                .hint("--force discards it, another -o keeps it");
        };
        let folder = folder.display();
        match other.filter(|other| header.is_like(other)).and_then(|other| other.seed) {
            Some(seed) => Err(anyhow!("{folder} holds files of the same request with seed {seed}"))
                .hint(
                    "leave --seed out to resume it, or name another folder; --force replaces its files",
                ),
            None => Err(anyhow!("{folder} holds files of another request"))
                .hint("name another folder; --force replaces its files"),
        }
    }
}

/// The finished items of a run.
pub(super) struct Log {
    place: LogPlace,
    path: Option<PathBuf>,
    /// Files that other requests left in the folder.
    old: Vec<PathBuf>,
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
    /// How many items are done.
    done: u64,
    /// How many items this run's share has, once the task has asked.
    share: Option<u64>,
}

impl State {
    const fn new(header: Header) -> Self {
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
    /// The log in that place of a request, with what an earlier run left of it; `is_own` says
    /// which files of a folder may come from its task.
    pub(super) fn open(
        place: LogPlace,
        header: Header,
        is_own: impl Fn(&str) -> bool,
        context: &Context,
    ) -> Result<Self, Failure> {
        let path = place.path();
        path.as_deref().map_or(Ok(()), check_place)?;
        let found = path.as_deref().filter(|path| path.is_file());
        let old = match &place {
            LogPlace::Folder(folder) if found.is_some() => own_files(folder, is_own),
            LogPlace::Folder(folder) => {
                check_empty(folder, &header).map(|()| Vec::new())?
            }
            _ => Vec::new(),
        };
        let state =
            found.map(|path| resumed(&place, path, &header, context)).transpose()?;
        let state = state.flatten().unwrap_or_else(|| State::new(header));
        Ok(Self { place, path, old, state: Mutex::new(state) })
    }

    /// The log of a whole run, from all its parts.
    pub(super) fn merged(
        parts: Vec<(PathBuf, Header, Vec<Kept>)>,
    ) -> Result<Self, Failure> {
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

    /// What the file of a part holds.
    pub(super) fn of_part(path: &Path) -> Result<(PathBuf, Header, Vec<Kept>), Failure> {
        let name = || path.display().to_string();
        let bytes = files::read_large(path, MOST).with_context(name)?;
        let first =
            bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
        let header = serde_json::from_slice(first).ok();
        let is_part = |header: &Header| header.part.is_some() && header.schema == SCHEMA;
        let header = header.filter(is_part);
        let header = header
            .ok_or_else(|| anyhow!("{} is no part of a run", name()))
            .hint("a command with --part K/N -o FILE writes one")?;
        if header.version != VERSION {
            let version = &header.version;
            return Err(anyhow!("{} was written by version {version}", name()))
                .hint("run all parts with the same version");
        }
        let Found { kept, rest, .. } = items(path, &bytes)?;
        if rest > 0 {
            return Err(anyhow!("{} is cut off", name())).hint("run this part again");
        }
        Ok((path.to_owned(), header, kept))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it says of the run.
    pub(super) fn header(&self) -> Header {
        self.state().header.clone()
    }

    /// The seed of the run that is resumed.
    pub(super) fn seed(&self) -> Option<Seed> {
        self.state().header.seed
    }

    /// From now on the run has this seed.
    pub(super) fn set_seed(&self, seed: Seed) {
        self.state().header.seed = Some(seed);
    }

    /// Whether the items are those of a part, which has no answer.
    pub(super) const fn is_part(&self) -> bool {
        matches!(self.place, LogPlace::Part(_))
    }

    /// Whether the items come from all parts.
    pub(super) const fn is_merged(&self) -> bool {
        matches!(self.place, LogPlace::Merged)
    }

    /// Which of so many items are to be done.
    pub(super) fn share(&self, items: u64) -> Range<u64> {
        let mut state = self.state();
        let share = match (&self.place, state.header.part) {
            (LogPlace::Merged, _) => 0..0,
            (_, Some(part)) => part.share(items),
            (_, None) => 0..items,
        };
        state.share = Some(share.end - share.start);
        share
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
            self.check_other_inputs(context)?;
            let header = Header { inputs, ..state.header.clone() };
            if let Some(seed) = header.seed.filter(|_| context.asked_seed().is_none()) {
                context.say_seed(seed);
            }
            *state = State { share: state.share, ..State::new(header) };
            return Ok(Vec::new());
        }
        if let Some(path) = self.path() {
            let seed =
                state.header.seed.map_or_else(String::new, |it| format!(", seed: {it}"));
            context.say(&format!("resumed from {}{seed}", path.display()));
        }
        Ok(std::mem::take(&mut state.found))
    }

    /// Refuses to discard what was done with other inputs, unless that is asked for.
    fn check_other_inputs(&self, context: &Context) -> Result<(), Refusal> {
        let (what, hint) = match (&self.place, &self.path) {
            (LogPlace::Merged, _) | (_, None) => {
                return Err(anyhow!("the inputs are not those of the parts").into());
            }
            (LogPlace::Folder(folder), _) => {
                (format!("{} holds files", folder.display()), REPLACE)
            }
            (_, Some(path)) => {
                (format!("{} holds an unfinished run", path.display()), DISCARD)
            }
        };
        if context.force {
            return Ok(());
        }
        let error = anyhow!("{what} of other inputs");
        Err(Refusal { error, hint: Some(hint.into()), key: None })
    }

    /// Begins the log where no earlier run has: what another request left goes.
    pub(super) fn begin(&self) -> Result<(), Failure> {
        self.begin_with(&mut self.state())
    }

    fn begin_with(&self, state: &mut State) -> Result<(), Failure> {
        let Some(path) = self.path.as_deref().filter(|_| state.file.is_none()) else {
            return Ok(());
        };
        let name = || format!("cannot write {}", path.display());
        if let LogPlace::Folder(folder) = &self.place {
            fs::create_dir_all(folder).with_context(name)?;
        }
        for old in &self.old {
            fs::remove_file(old).with_context(|| old.display().to_string())?;
        }
        let mut header = serde_json::to_vec(&state.header)?;
        header.push(b'\n');
        let made = File::options().create(true).truncate(false).write(true).open(path);
        let mut made = locked(made.with_context(name)?, path)?;
        made.set_len(0).and_then(|()| made.write_all(&header)).with_context(name)?;
        state.file = Some(made);
        state.checksum = checksum(&header);
        Ok(())
    }

    /// Adds an item, as a line of its own.
    pub(super) fn keep(&self, kept: Kept) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let name = || format!("cannot write {}", path.display());
        let mut state = self.state();
        self.begin_with(&mut state)?;
        let Kept { first, outcomes } = kept;
        let more = outcomes.len() as u64;
        let item = serde_json::to_string(&Line { first, outcomes })?;
        let sum = chained(state.checksum, item.as_bytes());
        let line = format!("{{\"checksum\":\"{sum:016x}\",\"item\":{item}}}\n");
        let file = state.file.as_mut();
        file.map_or(Ok(()), |file| file.write_all(line.as_bytes())).with_context(name)?;
        state.checksum = sum;
        state.done += more;
        Ok(())
    }

    /// Whether there is something that the same command resumes.
    pub(super) fn is_begun(&self) -> bool {
        self.state().file.is_some()
    }

    /// Whether it is in the folder that is the output.
    pub(super) const fn is_in_folder(&self) -> bool {
        matches!(self.place, LogPlace::Folder(_))
    }

    /// Where it is, if it is a file.
    pub(super) const fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// The refusal of an item that an earlier run left and that cannot be; the first is 0.
    pub(super) fn damaged(&self, item: usize) -> Refusal {
        match self.path() {
            Some(path) => damaged(path, item),
            None => anyhow!("the parts hold an item twice, or one that cannot be").into(),
        }
    }

    /// The output is written, so the items are needed no longer.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let path = self.path.filter(|path| path.is_file());
        let (LogPlace::Beside(_), Some(path)) = (self.place, path) else { return Ok(()) };
        let name = || format!("cannot remove {}", path.display());
        Ok(fs::remove_file(&path).with_context(name)?)
    }

    /// If all items of the part are done, its file is; says so.
    pub(super) fn finish_part(self, context: &Context) -> Result<bool, Failure> {
        let (LogPlace::Part(output), Some(path)) = (&self.place, &self.path) else {
            return Ok(false);
        };
        let mut state = self.state();
        if state.share != Some(state.done) {
            return Ok(false);
        }
        self.begin_with(&mut state)?;
        state.file = None;
        let name = || format!("cannot write {}", output.display());
        if !context.force {
            files::check_free(output, false)?;
        }
        fs::rename(path, output).with_context(name)?;
        let part =
            state.header.part.map_or_else(String::new, |part| format!("part {part}: "));
        let items = if state.done == 1 { "item is" } else { "items are" };
        context.say(&format!("{part}{} {items} in {}", state.done, output.display()));
        Ok(true)
    }
}

/// Refuses parts that are not those of one run, or not all.
fn check_parts(parts: &[(&Path, &Header)]) -> Result<(), Failure> {
    let Some((first, header)) = parts.first() else {
        return Err(anyhow!("there are no parts")).hint("name the files of all parts");
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
        .hint("parts have the same request, inputs, seed and version");
    }
    part::check_all(parts.iter().filter_map(|(_, header)| header.part))
}

/// What to do about a log of another request.
const DISCARD: &str = "{force} discards it, another {output} keeps it";

/// What to do about a folder of another request.
const REPLACE: &str = "name another folder; {force} replaces its files";

/// Refuses a folder in which something lies that no task wrote.
fn check_empty(folder: &Path, header: &Header) -> Result<(), Failure> {
    if fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none()) {
        return Ok(());
    }
    let (folder, task) = (folder.display(), &header.task);
    Err(anyhow!("{folder} is not empty, and not written by {task}"))
        .hint("name a new folder")
}

/// The files of a folder whose names say that they come from the task.
fn own_files(folder: &Path, is_own: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let own = files.filter(|file| file.file_name().to_str().is_some_and(&is_own));
    own.map(|file| file.path()).collect()
}

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

/// The file of a log, which no other run writes meanwhile.
fn locked(file: File, path: &Path) -> Result<File, Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let path = path.display();
            Err(anyhow!("another run is writing {path}"))
                .hint("wait for its end, or stop it")
        }
        // Where files cannot be locked nobody is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// What an earlier run left, and the file behind its last whole line; none where it is of another
/// request and may be discarded.
fn resumed(
    place: &LogPlace,
    path: &Path,
    header: &Header,
    context: &Context,
) -> Result<Option<State>, Failure> {
    let name = || path.display().to_string();
    let file = File::options().append(true).open(path).with_context(name)?;
    let file = locked(file, path)?;
    let bytes = files::read_large(path, MOST).with_context(name)?;
    let is_begun = bytes.contains(&b'\n');
    if !is_begun && HEAD.starts_with(&bytes[..bytes.len().min(HEAD.len())]) {
        // It was killed before it had begun.
        return Ok(None);
    }
    let first = bytes.split_inclusive(|&byte| byte == b'\n').next().unwrap_or_default();
    let is_ours = |found: &Header| {
        let is_asked = |asked| found.seed.is_none_or(|seed| seed == asked);
        header.is_like(found) && header.seed.is_none_or(is_asked)
    };
    let found: Option<Header> = serde_json::from_slice(first).ok();
    let Some(header) = found.clone().filter(is_ours) else {
        let is_theirs = found.is_none() && matches!(place, LogPlace::Checkpoint(_));
        return if is_theirs {
            Err(anyhow!("{} is no unfinished run", name())).hint("name another file")
        } else if context.force {
            Ok(None)
        } else {
            place.refused(path, header, found.as_ref())
        };
    };
    let Found { kept, rest, checksum } = items(path, &bytes)?;
    file.set_len((bytes.len() - rest) as u64).with_context(name)?;
    let done = kept.iter().map(|kept| kept.outcomes.len() as u64).sum();
    let file = Some(file);
    let state = State {
        found: kept,
        is_resumed: true,
        file,
        checksum,
        done,
        ..State::new(header)
    };
    Ok(Some(state))
}

/// The items of a log.
struct Found {
    kept: Vec<Kept>,
    /// How many bytes at the end are no whole line: the run was killed while it wrote them.
    rest: usize,
    /// What the last line is told by.
    checksum: u64,
}

/// The items of a log; no line may be missing, but the last.
fn items(path: &Path, bytes: &[u8]) -> Result<Found, Failure> {
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
