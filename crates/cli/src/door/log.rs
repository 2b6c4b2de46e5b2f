//! What a run has done so far, item by item, in a file beside its output: a run that was stopped
//! or killed is resumed by the same command.

mod form;
mod place;

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, anyhow};
use tilewright_grid::{Seed, checksum};
use tilewright_tasks::{Kept, Refusal};

use super::part;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;
pub(super) use form::Header;
use form::{Found, HEAD, SCHEMA, VERSION, damaged, items};
pub(super) use place::LogPlace;
use place::{check_empty, check_place, own_files};

/// The most that is read of an unfinished run, in bytes.
const MOST: u64 = 1 << 30;

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

    /// The numbers of the items that this run does, of `items` in all.
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
        let more = kept.outcomes.len() as u64;
        let (line, sum) = form::line(state.checksum, kept)?;
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
        files::check_free(output, context.force)?;
        fs::rename(path, output).with_context(name)?;
        let part =
            state.header.part.map_or_else(String::new, |part| format!("part {part}: "));
        let items = if state.done == 1 { "item is" } else { "items are" };
        context.say(&format!("{part}{} {items} in {}", state.done, output.display()));
        Ok(true)
    }
}

/// What to do about a folder of another request.
const REPLACE: &str = "name another folder; {force} replaces its files";

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
