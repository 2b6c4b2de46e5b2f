//! The file, folder or stdout to which one output goes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_draw::{DrawError, Format};
use tilewright_tasks::{
    Answer, Drawing, Head, NamedOutput, Output, OutputFile, ResumeSupport,
};

use super::super::command::CHECKPOINT;
use super::super::task_command::TaskCommand;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;
use crate::progress::Progress;

/// The place of an output.
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) path: PathBuf,
    /// The file extension in lower case, without the dot.
    pub(super) ending: String,
    pub(super) kind: Kind,
}

/// The kind of an output.
#[derive(PartialEq)]
pub(super) enum Kind {
    Picture(Format),
    File,
    /// A report, which may replace files that begin so.
    Report(&'static str),
    Folder,
    /// The log of finished work.
    Log,
}

impl Kind {
    /// The kind of the output of that name.
    fn of(
        asked: &TaskCommand,
        name: &str,
        declared: Option<&Output>,
        path: &Path,
    ) -> Result<Self, Failure> {
        let TaskCommand { entry, request, part, .. } = asked;
        Ok(match declared {
            _ if part.is_some() => Self::Log,
            Some(Output::Picture(_)) => Self::Picture(Format::from_path(path)?),
            Some(Output::File(_)) if name == "output" && request.folder().is_some() => {
                Self::Folder
            }
            Some(Output::File(_)) => Self::File,
            Some(Output::Report(_, begins)) => Self::Report(begins),
            None if name == CHECKPOINT && request.keeping() != ResumeSupport::Nothing => {
                Self::Log
            }
            None => return Err(anyhow!("{} has no output `{name}`", entry.name).into()),
        })
    }
}

impl Place {
    pub(super) fn new(
        asked: &TaskCommand,
        name: &'static str,
        path: &Path,
        context: &Context,
    ) -> Result<Self, Failure> {
        let declared = asked.entry.outputs.iter().find(|output| output.name() == name);
        let kind = Kind::of(asked, name, declared, path)?;
        let is_log = kind == Kind::Log || name == CHECKPOINT;
        match kind {
            Kind::Folder => {
                check_folder(path)?;
                if let Some(Output::File(NamedOutput { endings, .. })) = declared {
                    check_no_file(path, endings)?;
                }
            }
            Kind::Log | Kind::File if is_log && !files::is_kept(path) => {
                let what = if asked.part.is_some() { "part" } else { CHECKPOINT };
                let path = path.display();
                return Err(anyhow!("{path} is not a file, and a {what} must be one"))
                    .hint("name a file, such as run.part");
            }
            Kind::Log | Kind::File if name == CHECKPOINT => {
                files::check_free(path, true)?;
            }
            Kind::Report(begins) => {
                files::check_free(
                    path,
                    context.force || files::begins_with(path, begins),
                )?;
            }
            Kind::Log | Kind::Picture(_) | Kind::File => {
                files::check_free(path, context.force)?;
            }
        }

        if let (
            Kind::File | Kind::Report(_),
            Some(
                Output::File(NamedOutput { what, endings, .. })
                | Output::Report(NamedOutput { what, endings, .. }, _),
            ),
        ) = (&kind, declared)
            && !endings.is_empty()
        {
            files::check_ending(path, what, endings)?;
        }

        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_lowercase();
        Ok(Self { name, path: path.to_owned(), ending, kind })
    }

    /// Whether the user expects a file here, so that it is reported if there is nothing to write.
    pub(super) fn is_missed(&self) -> bool {
        let is_expected = match self.kind {
            Kind::Picture(_) | Kind::Report(_) => true,
            // A checkpoint is written while the task works.
            Kind::File => self.name != CHECKPOINT,
            Kind::Folder | Kind::Log => false,
        };
        is_expected && files::is_kept(&self.path)
    }

    /// Writes the output, and beside it the files to which it refers.
    pub(super) fn write(
        &self,
        file: &OutputFile,
        context: &Context,
    ) -> Result<(), Failure> {
        if files::is_kept(&self.path) {
            let is_report = matches!(self.kind, Kind::Report(begins) if files::begins_with(&self.path, begins));
            return files::write_with(&self.path, file, context.force || is_report);
        }
        for (name, _) in &file.beside {
            context.say(&format!("{name} is not written: -o is not a file"));
        }
        context.save(&self.path, &file.bytes)
    }

    /// Makes the output, if the answer has one; `Break` if Ctrl-C cancelled the drawing of a picture.
    pub(super) fn made(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<ControlFlow<(), Option<OutputFile>>, Failure> {
        let name = || format!("cannot draw {}", self.path.display());
        let made = match self.kind {
            Kind::Picture(format) => {
                let draw = || drawn(answer, format, context);
                let drawn = Progress::during(context, "drawing", draw);
                if drawn.as_ref().is_err_and(is_cancelled) {
                    return Ok(ControlFlow::Break(()));
                }
                let hint = "draw fewer items, or write an .svg";
                drawn.with_context(name).hint(hint)?.map(OutputFile::from)
            }
            Kind::File | Kind::Report(_) => answer.file(self.name, &self.ending, head)?,
            Kind::Folder | Kind::Log => None,
        };

        Ok(ControlFlow::Continue(made))
    }
}

/// The bytes of the answer's picture, if it has one.
fn drawn(
    answer: &dyn Answer,
    format: Format,
    context: &Context,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(Drawing { still, animation }) =
        answer.drawing(format.is_moving(), context)?
    else {
        return Ok(None);
    };
    Ok(Some(context.export(&still, animation.as_ref(), format, context)?))
}

/// Whether drawing was cancelled by Ctrl-C.
fn is_cancelled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(DrawError::Cancelled))
}

/// Refuses a new folder with the name of a file: a person who names one expects one answer.
fn check_no_file(path: &Path, endings: &[&str]) -> Result<(), Failure> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_meant = ending.is_some_and(|ending| endings.contains(&ending));
    if !is_meant || path.is_dir() {
        return Ok(());
    }
    Err(anyhow!("several files go to a folder, and {} names a file", path.display()))
        .hint("name a folder, or ask for one with --count 1")
}

fn check_folder(path: &Path) -> Result<(), Failure> {
    if files::is_dash(Some(path)) {
        return Err(anyhow!("several files cannot be written to stdout"))
            .hint("name a folder, or use --json");
    }
    files::check_folder(path)
}
