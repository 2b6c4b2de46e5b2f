//! The outputs of a run: files, folders and stdout.

mod place;

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::anyhow;
use tilewright_runs::LockFile;
use tilewright_tasks::{Answer, Head, OutputFile, ResumeSupport};

use super::command::CHECKPOINT;
use super::lock::lock;
use super::log::LogPlace;
use super::task_command::TaskCommand;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;
use place::{Kind, Place};

/// The outputs that the user asked for.
pub(crate) struct Outputs {
    places: Vec<Place>,
    /// Whether the task resumes what it wrote before.
    resumes: bool,
    /// Keeps other runs from the checkpoint that the task writes; a log has a lock of its own.
    _lock: Option<LockFile>,
}

impl Outputs {
    /// The outputs of a command.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(super) fn new(asked: &TaskCommand, context: &Context) -> Result<Self, Failure> {
        files::check_apart(asked.outputs.iter().map(|(_, path)| &**path))?;
        let places = asked.outputs.iter();
        let places = places.map(|(name, path)| Place::new(asked, name, path, context));
        let places: Vec<_> = places.collect::<Result<_, _>>()?;
        let resumes = asked.request.keeping() != ResumeSupport::Nothing;
        let outputs = Self { places, resumes, _lock: None };
        let is_folder =
            |name| outputs.find(name).is_some_and(|it| it.kind == Kind::Folder);
        if outputs.find(CHECKPOINT).is_some() && is_folder("output") {
            return Err(anyhow!("the folder of -o already keeps finished work"))
                .hint("leave --checkpoint out");
        }
        if context.json && outputs.stdout().is_some() {
            return Err(anyhow!("--json and an output both go to stdout"))
                .hint("name a file for the output, or leave --json out");
        }

        // Two runs with one checkpoint would overwrite each other's.
        let checkpoint = outputs.find(CHECKPOINT).filter(|it| it.kind == Kind::File);
        let lock = checkpoint.map(|it| lock(&it.path)).transpose()?;
        Ok(Self { _lock: lock, ..outputs })
    }

    fn find(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// The path of an output, if the user asked for it.
    pub(super) fn path(&self, name: &str) -> Option<&Path> {
        self.find(name).map(|place| &*place.path)
    }

    /// The file extension of an output, if the user asked for it.
    pub(super) fn ending(&self, name: &str) -> Option<&str> {
        self.find(name).map(|place| &*place.ending)
    }

    /// The output that goes to stdout, if one does.
    pub(super) fn stdout(&self) -> Option<&str> {
        let place = self.places.iter().find(|place| files::is_dash(Some(&place.path)));
        place.map(|place| place.name)
    }

    /// The file of an output that an earlier run wrote and that this run resumes: only a
    /// checkpoint.
    pub(super) fn earlier(&self, name: &str) -> Option<&Path> {
        let place = self.find(name).filter(|_| name == CHECKPOINT);
        place.map(|place| &*place.path).filter(|path| path.is_file())
    }

    /// Whether an output overwrites a file.
    pub(super) fn replaces(&self, path: &Path) -> bool {
        let same = |place: &Place| fs::canonicalize(&place.path).ok();
        let path = fs::canonicalize(path).ok();
        path.is_some() && self.places.iter().any(|place| same(place) == path)
    }

    /// Writes a file of an output before the task ends.
    pub(super) fn file(
        &self,
        output: &str,
        name: &str,
        bytes: &[u8],
        context: &Context,
    ) -> Result<(), Failure> {
        let Some(Place { path, .. }) = self.find(output) else { return Ok(()) };
        if name.is_empty() {
            return files::write(path, bytes, true);
        }
        let file = path.join(name);
        if file.exists() && !context.force && !files::holds(&file, bytes) {
            let file = file.display();
            // What a resumed run wrote before is the same, unless somebody changed it; other work may have new inputs.
            return if self.resumes {
                Err(anyhow!("{file} was changed since it was written"))
                    .hint("move or remove it; --force replaces it")
            } else {
                Err(anyhow!("{file} exists already, with other content"))
                    .hint("--force replaces it, or name another folder")
            };
        }
        files::write_folder(path, &[(name.to_owned(), bytes.to_vec())], context.force)
    }

    /// Makes the bytes of all outputs of an answer, before any is written.
    pub(super) fn made(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<RenderedOutputs<'_>, Failure> {
        let mut written = RenderedOutputs::default();
        for place in &self.places {
            match place.made(answer, head, context)? {
                ControlFlow::Continue(Some(file)) => written.files.push((place, file)),
                ControlFlow::Break(()) => written.undrawn.push(place),
                ControlFlow::Continue(None) if place.is_missed() => {
                    written.missed.push(place);
                }
                ControlFlow::Continue(None) => {}
            }
        }

        Ok(written)
    }
}

/// The bytes of all outputs of an answer.
#[derive(Default)]
pub(super) struct RenderedOutputs<'a> {
    files: Vec<(&'a Place, OutputFile)>,
    /// Pictures whose drawing was cancelled by Ctrl-C.
    undrawn: Vec<&'a Place>,
    /// Outputs for which the answer has nothing to write.
    missed: Vec<&'a Place>,
}

impl RenderedOutputs<'_> {
    /// The names of the pictures whose drawing was cancelled; `None` if all were drawn.
    pub(super) fn undrawn(&self) -> Option<String> {
        let names: Vec<_> =
            self.undrawn.iter().map(|place| place.path.display().to_string()).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// Writes all outputs. One that cannot be written takes nothing from the others.
    pub(super) fn write(self, context: &Context) -> Result<(), Failure> {
        for place in self.missed {
            context.say(&format!("nothing is written to {}", place.path.display()));
        }

        let (mut written, mut failed) = (Vec::new(), None);
        for (place, file) in self.files {
            match place.write(&file, context) {
                Ok(()) => written.push(place.path.display().to_string()),
                Err(failure) => drop(failed.get_or_insert(failure)),
            }
        }

        let Some(failure) = failed else { return Ok(()) };

        Err(failure.or_hint(match &*written.join(" and ") {
            "" => "no file is written".to_owned(),
            written => format!("{written} is written; --force writes all again"),
        }))
    }
}

/// The place of the log that keeps finished work; `None` if nothing is kept.
pub(super) fn log(asked: &TaskCommand) -> Result<Option<LogPlace>, Failure> {
    let TaskCommand { request, outputs, part, .. } = asked;
    if part.is_some() {
        asked.check_divided()?;
    }

    if request.keeping() == ResumeSupport::Nothing {
        return Ok(None);
    }

    let find = |name: &str| outputs.iter().find(|(known, _)| *known == name);
    if let Some((_, path)) = find(CHECKPOINT) {
        return Ok(Some(LogPlace::Checkpoint(path.clone())));
    }

    let output = find("output").map(|(_, path)| path);
    let Some(path) = output.filter(|path| files::is_kept(path)) else { return Ok(None) };

    Ok(Some(match part {
        Some(_) => LogPlace::Part(path.clone()),
        None if request.folder().is_some() => LogPlace::Folder(path.clone()),
        None => LogPlace::Beside(path.clone()),
    }))
}
