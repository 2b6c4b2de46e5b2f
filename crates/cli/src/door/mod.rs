//! The door to the tasks: one function serves all of them. Arguments become a request; events
//! go to the progress bar; the answer goes to stdout and files, its verdict to the exit code.

mod command;
mod desk;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use serde_json::{Map, Value};
use tilewright_draw::{Format, export};
use tilewright_tasks::{Answer, Entry, Hint, Output, Paper, Refusal, Request};

use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::progress::Progress;
use crate::{arguments, config};
pub(crate) use command::command;
pub(crate) use desk::Desk;

/// What is asked for besides the answer itself.
#[derive(Default)]
pub(crate) struct Outputs {
    picture: Option<(PathBuf, Format)>,
}

impl Outputs {
    /// Those of the arguments; refused where they cannot be written.
    fn new(
        entry: &Entry,
        picture: Option<PathBuf>,
        context: &Context,
    ) -> Result<Self, Failure> {
        let is_drawn = entry.outputs.iter().any(|it| matches!(it, Output::Picture(_)));
        if picture.is_some() && !is_drawn {
            return Err(anyhow!("there is no picture of {}", entry.name).into());
        }
        let format = picture.as_deref().map(Format::from_path).transpose()?;
        let picture = picture.zip(format);
        if let Some((path, _)) = &picture {
            files::check_free(path, context.force)?;
        }
        Ok(Self { picture })
    }

    /// Writes what was asked for; everything is drawn before anything is written.
    fn write(&self, answer: &dyn Answer, context: &Context) -> Result<(), Failure> {
        let Some((path, format)) = &self.picture else { return Ok(()) };
        let draw =
            |Paper { still, movie }: Paper| export(&still, movie.as_ref(), *format);
        let data = Progress::during(context, "drawing", || answer.paper().map(draw));
        let name = || format!("cannot draw {}", path.display());
        let data = data.transpose().with_context(name);
        match data.hint("draw less at once, or an .svg")? {
            Some(data) => files::write(path, &data, context.force),
            None => Ok(()),
        }
    }
}

/// Serves a task whose request stands in the arguments.
pub(crate) fn serve(
    entry: &Entry,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let picture = matches.try_get_one::<PathBuf>("picture").ok().flatten().cloned();
    let outputs = Outputs::new(entry, picture, context)?;
    let request = entry.read(command::document(entry, matches));
    let request = request.map_err(|refusal| argument(entry, matches, refusal))?;
    let desk = Desk::new(context, outputs.picture.is_some());
    run(request, &outputs, desk, context)
}

/// Runs a request and hands out what comes of it.
fn run(
    mut request: Box<dyn Request>,
    outputs: &Outputs,
    desk: Desk<'_>,
    context: &Context,
) -> Result<Verdict, Failure> {
    if let Some(seed) = request.seed() {
        // A flag wins over the document.
        let known = context.asked_seed().or(*seed);
        *seed = Some(known.unwrap_or_else(|| context.seed()));
    }
    let (answer, manner) = (request.run(&desk), desk.manner());
    desk.close()?;
    let answer = answer.map_err(|refusal| manner.failure(refusal))?;
    outputs.write(&*answer, context)?;
    show(&*answer, context)?;
    let verdict = answer.verdict().into();
    if verdict == Verdict::Interrupted {
        context.say("interrupted: stopped before the end");
    }
    Ok(verdict)
}

fn show(answer: &dyn Answer, context: &Context) -> Result<(), Failure> {
    if context.json {
        let json = answer.json()?;
        return json.map_or(Ok(()), |json| context.print(&json).map(drop));
    }
    context.print(answer.text(context.color).as_bytes()).map(drop)
}

/// What is wrong with an argument, in the manner of the others.
fn argument(entry: &Entry, matches: &ArgMatches, refusal: Refusal) -> Failure {
    let Some(key) = &refusal.key else { return Manner::Flags.failure(refusal) };
    let from_file = matches.value_source(key) == Some(ValueSource::DefaultValue);
    if from_file && !refusal.is_missing() {
        let file = config::named(matches);
        let error = refusal.error.context(format!("{}: `{key}`", file.display()));
        return Manner::Flags.failure(Refusal { error, ..refusal });
    }
    let mut root = arguments::command();
    root.build();
    let (game, verb) = entry.name.split_once('/').unwrap_or_default();
    let found =
        root.find_subcommand_mut(game).and_then(|it| it.find_subcommand_mut(verb));
    let Some(command) = found else { return Manner::Flags.failure(refusal) };
    let arg = command.get_arguments().find(|arg| arg.get_id() == key.as_str());
    let Some(arg) = arg.map(ToString::to_string) else {
        return Manner::Flags.failure(refusal);
    };
    let given = matches.try_get_raw(key).ok().flatten().into_iter().flatten();
    let given: Vec<_> = given.map(|word| word.to_string_lossy()).collect();
    if given.is_empty() {
        let what =
            format!("the following required arguments were not provided:\n  {arg}");
        let kind = ErrorKind::MissingRequiredArgument;
        return Failure::Arguments(command.error(kind, what));
    }
    let what = format!("invalid value '{}' for '{arg}': {refusal}", given.join(","));
    Failure::Arguments(command.error(ErrorKind::ValueValidation, what))
}

/// How a request was asked, and so how hints speak of its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// By arguments: keys are flags, tasks are commands.
    Flags,
    /// By a document: keys are keys, tasks have their names.
    Keys,
}

impl Manner {
    /// A refusal as people read it.
    pub(crate) fn failure(self, refusal: Refusal) -> Failure {
        let hint = refusal.hint.as_ref().map(|hint| self.said(hint));
        Failure::Error { error: refusal.error, hint }
    }

    /// A hint as people read it.
    pub(crate) fn said(self, hint: &Hint) -> String {
        let key = |key: &str, value: Option<&str>| match (self, value) {
            (Self::Flags, None) => format!("--{}", key.replace('_', "-")),
            (Self::Flags, Some(value)) => format!("--{} {value}", key.replace('_', "-")),
            (Self::Keys, None) => format!("`{key}`"),
            (Self::Keys, Some(value)) => format!("`{key}`: {value}"),
        };
        hint.said(key, |task| match self {
            Self::Flags => task.replacen('/', " ", 1),
            Self::Keys => task.to_owned(),
        })
    }
}

/// The task that the words ask for, and its own words, if it is one.
pub(crate) fn asked(matches: &ArgMatches) -> Option<(&'static Entry, &ArgMatches)> {
    let (game, matches) = matches.subcommand()?;
    let (verb, matches) = matches.subcommand()?;
    let entry = tilewright_tasks::find(&format!("{game}/{verb}")).ok()?;
    Some((entry, matches))
}

/// Runs the request in a file.
pub(crate) fn run_file(
    path: &Path,
    picture: Option<PathBuf>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    let mut document: Map<String, Value> = serde_json::from_str(
        text.trim_start_matches('\u{feff}'),
    )
    .with_context(name)
    .hint(
        "a request is an object such as {\"task\": \"battleship/count\", \"rows\": 8}",
    )?;
    let Some(Value::String(task)) = document.remove("task") else {
        let error = anyhow!("{}: `task` is missing, or no text", name());
        return Err(error).hint("tilewright schema lists the tasks");
    };
    let manner = Manner::Keys;
    let entry = tilewright_tasks::find(&task).map_err(|it| manner.failure(it))?;
    let outputs = Outputs::new(entry, picture, context)?;
    let request = entry.read(document).map_err(|refusal| {
        let at =
            refusal.key.as_ref().map_or_else(name, |key| format!("{}: `{key}`", name()));
        manner.failure(Refusal { error: refusal.error.context(at), ..refusal })
    })?;
    let draws = outputs.picture.is_some();
    let desk = Desk::for_document(context, draws, files::is_dash(Some(path)));
    run(request, &outputs, desk, context)
}

/// The schema of a task, or the names of all.
pub(crate) fn schema(task: Option<&str>) -> Result<Vec<u8>, Failure> {
    let Some(task) = task else {
        let names = tilewright_tasks::all().map(|entry| entry.name.to_owned() + "\n");
        return Ok(names.collect::<String>().into_bytes());
    };
    let entry =
        tilewright_tasks::find(task).map_err(|refusal| Manner::Keys.failure(refusal))?;
    Ok(entry.schema_text().into_bytes())
}
