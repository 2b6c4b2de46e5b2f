//! Where the outputs of a task go: files, folders and stdout.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_draw::{DrawError, Format};
use tilewright_tasks::{Answer, Head, Keeping, Named, Output, Paper};

use super::asked::Asked;
use super::command::CHECKPOINT;
use super::log::LogPlace;
use crate::context::Context;
use crate::failure::{Failure, Hint as _};
use crate::files;
use crate::progress::Progress;

/// What is asked for besides the answer itself.
pub(crate) struct Outputs {
    places: Vec<Place>,
    /// Whether the run resumes what an earlier one wrote.
    is_resumed: bool,
}

/// Where an output goes.
struct Place {
    name: &'static str,
    path: PathBuf,
    /// How the name ends, without the dot, in small letters.
    ending: String,
    kind: Kind,
}

#[derive(PartialEq)]
enum Kind {
    Picture(Format),
    File,
    Folder,
    /// What is done is kept there.
    Log,
}

impl Outputs {
    /// Those that are asked for; refused where they cannot be written.
    pub(super) fn new(asked: &Asked, context: &Context) -> Result<Self, Failure> {
        files::check_apart(asked.outputs.iter().map(|(_, path)| &**path))?;
        let places = asked.outputs.iter();
        let places = places.map(|(name, path)| Place::new(asked, name, path, context));
        let places: Vec<_> = places.collect::<Result<_, _>>()?;
        let is_resumed = asked.is_resumed;
        places.iter().try_for_each(|place| place.check_resumed(is_resumed, context))?;
        let outputs = Self { places, is_resumed };
        let is_folder =
            |name| outputs.find(name).is_some_and(|it| it.kind == Kind::Folder);
        if outputs.find(CHECKPOINT).is_some() && is_folder("output") {
            return Err(anyhow!("the folder of -o keeps what is done"))
                .hint("leave --checkpoint out");
        }
        if context.json && outputs.stdout().is_some() {
            return Err(anyhow!("the answer of --json and an output both go to stdout"))
                .hint("name a file for the output, or leave --json out");
        }
        Ok(outputs)
    }

    fn find(&self, name: &str) -> Option<&Place> {
        self.places.iter().find(|place| place.name == name)
    }

    /// Where an output goes, if it is asked for.
    pub(super) fn path(&self, name: &str) -> Option<&Path> {
        self.find(name).map(|place| &*place.path)
    }

    /// How the name of an output ends, if it is asked for.
    pub(super) fn ending(&self, name: &str) -> Option<&str> {
        self.find(name).map(|place| &*place.ending)
    }

    /// The output that goes to stdout, if one does.
    pub(super) fn stdout(&self) -> Option<&str> {
        let place = self.places.iter().find(|place| files::is_dash(Some(&place.path)));
        place.map(|place| place.name)
    }

    /// The file that an earlier run wrote to an output, where this run resumes it.
    pub(super) fn earlier(&self, name: &str) -> Option<&Path> {
        let place = self.find(name).filter(|_| self.is_resumed);
        place.map(|place| &*place.path).filter(|path| path.exists())
    }

    /// Whether an output takes the place of that file.
    pub(super) fn replaces(&self, path: &Path) -> bool {
        let same = |place: &Place| fs::canonicalize(&place.path).ok();
        let path = fs::canonicalize(path).ok();
        path.is_some() && self.places.iter().any(|place| same(place) == path)
    }

    /// Writes a file of an output that comes before the answer.
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
            return Err(anyhow!("{} was changed", file.display())).hint(
                "remove it to have it written again, or keep it elsewhere; --force replaces it",
            );
        }
        files::write_folder(path, &[(name.to_owned(), bytes.to_vec())], context.force)
    }

    /// What is to be written of an answer: everything is drawn before anything is written.
    pub(super) fn made(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<Written<'_>, Failure> {
        let mut written = Written::default();
        for place in &self.places {
            match place.made(answer, head, context)? {
                Made::File(bytes) => {
                    let beside = answer.beside(place.name)?;
                    written.files.push((place, bytes, beside));
                }
                Made::Cancelled => written.undrawn.push(place),
                Made::Nothing if place.is_missed() => written.missed.push(place),
                Made::Nothing => {}
            }
        }
        Ok(written)
    }
}

/// The files that belong beside another one, by their names.
type Beside = Vec<(String, Vec<u8>)>;

/// What is to be written of an answer.
#[derive(Default)]
pub(super) struct Written<'a> {
    files: Vec<(&'a Place, Vec<u8>, Beside)>,
    /// Pictures whose drawing was cancelled.
    undrawn: Vec<&'a Place>,
    /// Where there is nothing to write.
    missed: Vec<&'a Place>,
}

impl Written<'_> {
    /// The pictures whose drawing was cancelled; none where all were drawn.
    pub(super) fn undrawn(&self) -> Option<String> {
        let names: Vec<_> =
            self.undrawn.iter().map(|place| place.path.display().to_string()).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    }

    /// Writes all that was made.
    pub(super) fn write(self, context: &Context) -> Result<(), Failure> {
        for place in self.missed {
            context.say(&format!("nothing is written to {}", place.path.display()));
        }
        let mut files = self.files.into_iter();
        files.try_for_each(|(place, bytes, beside)| place.write(&bytes, &beside, context))
    }
}

/// What an output comes to.
enum Made {
    File(Vec<u8>),
    /// A picture whose drawing was cancelled.
    Cancelled,
    Nothing,
}

/// Where what is done is kept.
pub(super) fn log(asked: &Asked) -> Result<Option<LogPlace>, Failure> {
    let Asked { request, outputs, part, .. } = asked;
    if part.is_some() {
        asked.check_divided()?;
    }
    if request.keeping() == Keeping::Nothing {
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
        None if request.is_folder("output") => LogPlace::Folder(path.clone()),
        None => LogPlace::Beside(path.clone()),
    }))
}

impl Place {
    fn new(
        asked: &Asked,
        name: &'static str,
        path: &Path,
        context: &Context,
    ) -> Result<Self, Failure> {
        let Asked { entry, request, part, .. } = asked;
        let declared = entry.outputs.iter().find(|output| output.name() == name);
        let kind = match declared {
            _ if part.is_some() => Kind::Log,
            Some(Output::Picture(_)) => Kind::Picture(Format::from_path(path)?),
            Some(Output::File(_)) if request.is_folder(name) => Kind::Folder,
            Some(Output::File(_)) => Kind::File,
            None if name == CHECKPOINT && request.keeping() != Keeping::Nothing => {
                Kind::Log
            }
            None => return Err(anyhow!("there is no {name} of {}", entry.name).into()),
        };
        match kind {
            Kind::Folder => check_folder(path)?,
            Kind::Log if !files::is_kept(path) => {
                let what = if part.is_some() { "part" } else { CHECKPOINT };
                let path = path.display();
                return Err(anyhow!("{path} is no file, and a {what} is one"))
                    .hint("name a file, such as run.part");
            }
            Kind::Log if part.is_none() => files::check_free(path, true)?,
            Kind::File if name == CHECKPOINT => files::check_free(path, true)?,
            Kind::Log | Kind::Picture(_) | Kind::File => {
                files::check_free(path, context.force)?;
            }
        }
        if let (Kind::File, Some(Output::File(Named { what, endings, .. }))) =
            (&kind, declared)
            && !endings.is_empty()
        {
            files::check_ending(path, what, endings)?;
        }
        let ending = path.extension().and_then(|ending| ending.to_str());
        let ending = ending.unwrap_or_default().to_lowercase();
        Ok(Self { name, path: path.to_owned(), ending, kind })
    }

    /// Whether it is a file that stays and is missed where there is nothing to write.
    fn is_missed(&self) -> bool {
        let is_awaited = match self.kind {
            Kind::Picture(_) => true,
            // A checkpoint was handed out before.
            Kind::File => self.name != CHECKPOINT,
            Kind::Folder | Kind::Log => false,
        };
        is_awaited && files::is_kept(&self.path)
    }

    /// Writes it, and beside it the files that it names.
    fn write(
        &self,
        bytes: &[u8],
        beside: &[(String, Vec<u8>)],
        context: &Context,
    ) -> Result<(), Failure> {
        if files::is_kept(&self.path) {
            return files::write_with(&self.path, bytes, beside, context.force);
        }
        for (name, _) in beside {
            context.say(&format!("written only beside a file: {name}"));
        }
        context.save(&self.path, bytes)
    }

    /// Refuses to replace a checkpoint that the run does not resume, unless the user wants it.
    fn check_resumed(&self, is_resumed: bool, context: &Context) -> Result<(), Failure> {
        if self.name != CHECKPOINT || matches!(self.kind, Kind::Log) || is_resumed {
            return Ok(());
        }
        let free = files::check_free(&self.path, context.force);
        free.map_err(|failure| match failure {
            Failure::Error { error, .. } => {
                let hint = "--resume goes on from it, --force begins anew".to_owned();
                Failure::Error { error, hint: Some(hint) }
            }
            failure => failure,
        })
    }

    /// What is to be written here.
    fn made(
        &self,
        answer: &dyn Answer,
        head: &Head,
        context: &Context,
    ) -> Result<Made, Failure> {
        let name = || format!("cannot draw {}", self.path.display());
        let made = match self.kind {
            Kind::Picture(format) => {
                let draw = || drawn(answer, format, context);
                let drawn = Progress::during(context, "drawing", draw);
                if drawn.as_ref().is_err_and(is_cancelled) {
                    return Ok(Made::Cancelled);
                }
                drawn.with_context(name).hint("draw less at once, or an .svg")?
            }
            Kind::File => answer.file(self.name, &self.ending, head)?,
            Kind::Folder | Kind::Log => None,
        };
        Ok(made.map_or(Made::Nothing, Made::File))
    }
}

/// The bytes of the answer's picture, where it has one.
fn drawn(
    answer: &dyn Answer,
    format: Format,
    context: &Context,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(Paper { still, animation }) = answer.paper(format.is_moving(), context)?
    else {
        return Ok(None);
    };
    Ok(Some(context.export(&still, animation.as_ref(), format, context)?))
}

/// Whether drawing was cancelled, and did not fail.
fn is_cancelled(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(DrawError::Cancelled))
}

fn check_folder(path: &Path) -> Result<(), Failure> {
    if files::is_dash(Some(path)) {
        return Err(anyhow!("several files are not written to stdout"))
            .hint("name a folder, or use --json");
    }
    files::check_folder(path)
}
