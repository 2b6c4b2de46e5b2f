//! The log of a run: its finished items, in a file beside its output, so that the same command
//! resumes a run that was stopped or killed.

mod place;
mod state;

use std::fs::{self, File};
use std::io::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context as _, anyhow};
use tilewright_grid::{Seed, checksum, locked};
use tilewright_tasks::parts::{Header, PartLog, damaged, line, merged};
use tilewright_tasks::{KeptItems, Refusal};

use super::manner::Manner;
use crate::context::Context;
use crate::failure::Failure;
use crate::files;
pub(super) use place::LogPlace;
use place::{check_empty, own_files};
pub(super) use state::taken;
use state::{State, held, resumed};

/// The largest log that is read, in bytes: 1 GiB.
const MAX: u64 = 1 << 30;

/// The log of a run.
pub(super) struct Log {
    place: LogPlace,
    pub(super) path: Option<PathBuf>,
    /// Files of other requests in the folder, which are removed when the log begins.
    old: Vec<PathBuf>,
    state: Mutex<State>,
}

impl Log {
    /// Opens the log of a request, with the items of an earlier run if there are any. `is_own`
    /// tells which files of a folder were written by its task.
    pub(super) fn open(
        place: LogPlace,
        header: Header,
        is_own: impl Fn(&str) -> bool,
        context: &Context,
    ) -> Result<Self, Failure> {
        let path = place.path();
        path.as_deref().map_or(Ok(()), |path| place.check(path))?;
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

    /// Merges the files of all parts of a run.
    pub(super) fn merged(paths: &[PathBuf]) -> Result<Self, Failure> {
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            let bytes = files::read_large(path, MAX).with_context(|| name.clone())?;
            PartLog::read(&name, &bytes).map_err(refused)
        };
        let parts = paths.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let (header, found) = merged(parts).map_err(refused)?;
        let state = State { found, is_resumed: true, ..State::new(header) };
        let (place, path, old) = (LogPlace::Merged, None, Vec::new());
        Ok(Self { place, path, old, state: Mutex::new(state) })
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// The header.
    pub(super) fn header(&self) -> Header {
        self.state().header.clone()
    }

    /// The seed of the run that is resumed.
    pub(super) fn seed(&self) -> Option<Seed> {
        self.state().header.seed
    }

    /// Sets the seed of the run.
    pub(super) fn set_seed(&self, seed: Seed) {
        self.state().header.seed = Some(seed);
    }

    /// Whether the log is that of a part, which has no answer.
    pub(super) const fn is_part(&self) -> bool {
        matches!(self.place, LogPlace::Part(_))
    }

    /// Whether the log was merged from all parts.
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

    /// The items of the earlier run, if its inputs were the same; reports that it is resumed.
    pub(super) fn kept(
        &self,
        inputs: u64,
        context: &Context,
    ) -> Result<Vec<KeptItems>, Refusal> {
        let inputs = format!("{inputs:016x}");
        let mut state = self.state();
        if !state.is_resumed {
            state.header.inputs = inputs;
            return Ok(Vec::new());
        }

        // The log begins anew with the new inputs and the same share.
        if state.header.inputs != inputs {
            self.check_other_inputs(context)?;
            let header = Header { inputs, ..state.header.clone() };
            if let Some(seed) = header.seed.filter(|_| context.given_seed().is_none()) {
                context.say_seed(seed);
            }

            *state = State { share: state.share, ..State::new(header) };
            return Ok(Vec::new());
        }

        if let Some(path) = &self.path {
            context.say(&resumed_from(path, state.header.seed));
        }

        Ok(std::mem::take(&mut state.found))
    }

    /// Refuses to discard items that were made from other inputs, except with --force.
    fn check_other_inputs(&self, context: &Context) -> Result<(), Refusal> {
        let (what, hint) = match (&self.place, &self.path) {
            (LogPlace::Merged, _) | (_, None) => {
                let error = anyhow!("the inputs have changed since the parts were made");
                return Err(error.into());
            }
            (LogPlace::Folder(folder), _) => {
                (format!("{} holds files", folder.display()), REPLACE.to_owned())
            }
            (_, Some(path)) => {
                let hint = format!(
                    "{{force}} discards it, another {} keeps it",
                    self.place.flag()
                );
                (format!("{} holds an unfinished run", path.display()), hint)
            }
        };

        if context.force {
            return Ok(());
        }

        let error = anyhow!("{what} of other inputs");
        Err(Refusal { error, hint: Some(hint.into()), key: None })
    }

    /// Writes the header, unless an earlier run did; removes the files of other requests.
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

        // Only now, when work begins, what --force replaces is removed.
        for old in &self.old {
            fs::remove_file(old).with_context(|| old.display().to_string())?;
        }

        let header = state.header.line()?;
        let made = File::options().create(true).truncate(false).write(true).open(path);
        let mut made = held(made.with_context(name)?, path)?;
        made.set_len(0).and_then(|()| made.write_all(&header)).with_context(name)?;
        state.file = Some(made);
        state.checksum = checksum(&header);

        Ok(())
    }

    /// Appends finished items as one line.
    pub(super) fn keep(&self, kept: KeptItems) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let name = || format!("cannot write {}", path.display());
        let mut state = self.state();
        self.begin_with(&mut state)?;
        let more = kept.outcomes.len() as u64;
        let (line, sum) = line(state.checksum, kept)?;
        let file = state.file.as_mut();
        file.map_or(Ok(()), |file| file.write_all(line.as_bytes())).with_context(name)?;
        state.checksum = sum;
        state.done += more;
        Ok(())
    }

    /// Whether there is something that the same command can resume.
    pub(super) fn is_begun(&self) -> bool {
        self.state().file.is_some()
    }

    /// Whether the log is in the folder that is the output.
    pub(super) const fn is_in_folder(&self) -> bool {
        matches!(self.place, LogPlace::Folder(_))
    }

    /// The refusal for an invalid item of the earlier run; the first item is 0.
    pub(super) fn damaged(&self, item: usize) -> Refusal {
        match &self.path {
            Some(path) => damaged(&path.display().to_string(), item),
            None => anyhow!("the parts hold an item twice, or an invalid item").into(),
        }
    }

    /// Removes the log beside an output that is now written.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let path = self.path.filter(|path| path.is_file());
        let (LogPlace::Beside(_), Some(path)) = (self.place, path) else { return Ok(()) };
        let name = || format!("cannot remove {}", path.display());
        Ok(fs::remove_file(&path).with_context(name)?)
    }

    /// Renames the log of a part to its output and reports it, if all items of the part are done;
    /// returns whether they are.
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
        let items = if state.done == 1 { "item" } else { "items" };
        context.say(&format!("{part}{} {items} in {}", state.done, output.display()));

        Ok(true)
    }
}

/// The failure for a refused file.
fn refused(refusal: Refusal) -> Failure {
    Manner::Flags.failure(refusal)
}

/// The line that reports that a run is resumed.
pub(super) fn resumed_from(path: &Path, seed: Option<Seed>) -> String {
    let seed = seed.map_or_else(String::new, |seed| format!(", seed: {seed}"));
    format!("resumed from {}{seed}", path.display())
}

/// The hint for a folder with files of another request.
const REPLACE: &str = "name another folder; {force} replaces its files";
