//! The door to the tasks: one function serves all of them. Arguments become a request; events
//! go to the progress bar; the answer goes to stdout and files, its verdict to the exit code.

mod command;
mod desk;
mod key;
mod keyed;
mod log;
mod outputs;
mod part;
mod paste;
mod scenes;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use serde_json::{Map, Value};
use tilewright_tasks::{Answer, Entry, Head, Hint, Keeping, Refusal, Request, Task};

use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::{arguments, config};
use command::CHECKPOINT;
pub(crate) use command::{command, with_all, with_outputs};
pub(crate) use desk::Desk;
pub(crate) use keyed::Keyed;
use log::{Header, Log};
use outputs::Outputs;
pub(crate) use part::{Part, merge};

/// Serves a task whose request stands in the arguments.
pub(crate) fn serve(
    entry: &'static Entry,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let request = entry.read(command::document(&entry.schema(), matches));
    let request = request.map_err(|refusal| argument(entry, matches, refusal))?;
    run(Asked::new(entry, request, Manner::Flags, matches), false, context)
}

/// The request of a task that stands in the arguments, for what is no task itself.
pub(crate) fn request<T: Task<Answer: 'static> + 'static>(
    matches: &ArgMatches,
) -> Result<T, Failure> {
    let entry = Entry::of::<T>();
    let request = tilewright_tasks::read(command::document(&entry.schema(), matches));
    request.map_err(|refusal| argument(&entry, matches, refusal))
}

/// A request, and what is asked for besides its answer.
struct Asked {
    entry: &'static Entry,
    request: Box<dyn Request>,
    manner: Manner,
    outputs: Vec<(&'static str, PathBuf)>,
    part: Option<Part>,
    /// Whether a file of the task's own is resumed, if it is there.
    is_resumed: bool,
}

impl Asked {
    fn new(
        entry: &'static Entry,
        request: Box<dyn Request>,
        manner: Manner,
        matches: &ArgMatches,
    ) -> Self {
        let part = matches.try_get_one::<Part>(command::PART).ok().flatten().copied();
        let (outputs, is_resumed) =
            (command::outputs(matches), command::is_resumed(matches));
        Self { entry, request, manner, outputs, part, is_resumed }
    }

    /// What a log says of the request.
    fn header(&mut self, context: &Context) -> Result<Header, Failure> {
        let seed = self.request.seed().map(|seed| context.asked_seed().or(*seed));
        if self.part.is_some() && seed == Some(None) {
            return Err(anyhow!("all parts need the same seed"))
                .hint("name it with --seed");
        }
        let mut document = self.request.document()?;
        document.remove("seed");
        // The parts of a run must agree on the number of items.
        if self.part.is_none() {
            self.request.grows_by().iter().for_each(|key| drop(document.remove(*key)));
        }
        Ok(Header::new(self.entry.name, seed.flatten(), document, self.part))
    }
}

/// Runs a request, or resumes its run, and hands out what comes of it.
fn run(
    mut asked: Asked,
    is_stdin_taken: bool,
    context: &Context,
) -> Result<Verdict, Failure> {
    let Asked { request, manner, outputs, .. } = &asked;
    let named: Vec<_> = outputs.iter().map(|(output, _)| *output).collect();
    request.check_outputs(&named).map_err(|refusal| manner.failure(refusal))?;
    let outputs = Outputs::new(&asked, context)?;
    let log = match outputs::log(&asked)? {
        Some(place) => {
            let header = asked.header(context)?;
            let is_own = |name: &str| asked.request.is_own(name);
            Some(Log::open(place, header, is_own, context)?)
        }
        None => None,
    };
    finish(asked.request, asked.manner, &outputs, log, context, is_stdin_taken)
}

/// Does what is left of a request, and hands out what comes of it.
fn finish(
    mut request: Box<dyn Request>,
    manner: Manner,
    outputs: &Outputs,
    log: Option<Log>,
    context: &Context,
    is_stdin_taken: bool,
) -> Result<Verdict, Failure> {
    let keeps = request.keeping() != Keeping::Nothing;
    if keeps {
        context.heed_interrupt();
    }
    let desk = Desk::of_request(context, manner, outputs, log.as_ref(), is_stdin_taken);
    let earlier = request.earlier_seed(&desk);
    let mut chosen = None;
    if let Some(seed) = request.seed() {
        // From here on Ctrl-C is heeded, so that a run is stopped and not killed.
        context.heed_interrupt();
        // A flag wins over the document, and a run that is resumed has its seed.
        let kept = log.as_ref().and_then(Log::seed).or(earlier);
        let known = context.asked_seed().or(*seed).or(kept);
        chosen = known.is_none().then(Context::chosen_seed);
        *seed = known.or(chosen);
        if let Some((log, seed)) = log.as_ref().zip(*seed) {
            log.set_seed(seed);
        }
    }
    let head = request.head()?;
    let desk = desk.with_head(&head, chosen);
    let answer = request.run(&desk);
    if answer.is_ok() {
        desk.say_seed();
    }
    desk.close()?;
    let answer = answer.map_err(|refusal| manner.failure(refusal))?;
    let verdict = answer.verdict().into();
    match log {
        Some(log) if log.is_part() => end_part(&*answer, log, context),
        Some(log) if verdict == Verdict::Interrupted => {
            if log.is_merged() {
                return Err(anyhow!("the parts lack items")).hint("run them again");
            }
            // Outputs that were there already would stand in the way of the command that resumes.
            show(&*answer, &head, outputs, context)?;
            context.say(&interrupted(&*answer, Some(&log), true));
            Ok(verdict)
        }
        log => {
            outputs.write(&*answer, &head, context)?;
            show(&*answer, &head, outputs, context)?;
            if verdict == Verdict::Interrupted {
                context.say(&interrupted(&*answer, None, keeps));
            }
            log.map_or(Ok(()), Log::finish)?;
            Ok(verdict)
        }
    }
}

/// The end of a run that did a share of the items: it has no answer of its own.
fn end_part(
    answer: &dyn Answer,
    log: Log,
    context: &Context,
) -> Result<Verdict, Failure> {
    let told = interrupted(answer, Some(&log), true);
    if log.finish_part(context)? {
        return Ok(Verdict::Done);
    }
    context.say(&told);
    Ok(Verdict::Interrupted)
}

/// What is said of a run that was stopped.
fn interrupted(answer: &dyn Answer, log: Option<&Log>, keeps: bool) -> String {
    let reached = answer.reached().unwrap_or_else(|| "stopped before the end".to_owned());
    let begun = log.filter(|log| log.is_begun());
    let rest = match (log, begun, begun.and_then(Log::path)) {
        (None, ..) if keeps => format!("; with --{CHECKPOINT} FILE it can be resumed"),
        (None, ..) => String::new(),
        (_, Some(log), Some(path)) => {
            let unwritten = if log.is_in_folder() { "" } else { " no file is written," };
            let path = path.display();
            format!(";{unwritten} the same command resumes from {path}")
        }
        _ => "; no file is written, and nothing is kept".to_owned(),
    };
    format!("interrupted: {reached}{rest}")
}

fn show(
    answer: &dyn Answer,
    head: &Head,
    outputs: &Outputs,
    context: &Context,
) -> Result<(), Failure> {
    if context.json {
        let json = answer.json(head)?;
        return json.map_or(Ok(()), |json| context.print(&json).map(drop));
    }
    let text = answer.text(context.medium());
    match outputs.stdout() {
        // The product has taken the place of the text.
        Some("output") => Ok(()),
        Some(_) => {
            text.lines().for_each(|line| context.say(line));
            Ok(())
        }
        None => context.print(text.as_bytes()).map(drop),
    }
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

    /// How something is called: options of the program are flags in either manner.
    fn of(self, key: &str) -> Self {
        let is_option = key == "force" || command::NAMES.contains(&key);
        if is_option { Self::Flags } else { self }
    }

    /// A hint as people read it.
    pub(crate) fn said(self, hint: &Hint) -> String {
        let key = |key: &str, value: Option<&str>| match (self.of(key), value) {
            (Self::Flags, None) => format!("--{}", key.replace('_', "-")),
            (Self::Flags, Some(value)) => format!("--{} {value}", key.replace('_', "-")),
            (Self::Keys, None) => format!("`{key}`"),
            (Self::Keys, Some(value)) => format!("`{key}`: {value}"),
        };
        let task = |task: &str| match self {
            Self::Flags => task.replacen('/', " ", 1),
            Self::Keys => task.to_owned(),
        };
        hint.said(key, task, |request| {
            let shown = match self {
                Self::Flags => paste::command(request),
                Self::Keys => paste::document(request),
            };
            shown.unwrap_or_else(|| paste::NOT_SHOWN.to_owned())
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
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let path =
        matches.get_one::<PathBuf>("request").map_or(Path::new(files::DASH), |it| it);
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    let mut document: Map<String, Value> = serde_json::from_str(
        text.trim_start_matches('\u{feff}'),
    )
    .with_context(name)
    .hint(
        "a request is an object such as {\"task\": \"battleship/count\", \"rows\": 8}",
    )?;
    // An answer says the request that made it, and is run as that.
    if let Some(Value::Object(request)) = document.remove("request") {
        document = request;
    }
    let Some(Value::String(task)) = document.remove("task") else {
        let error = anyhow!("{}: `task` is missing, or no text", name());
        return Err(error).hint("tilewright schema lists the tasks");
    };
    let manner = Manner::Keys;
    let entry = tilewright_tasks::find(&task).map_err(|it| manner.failure(it))?;
    let request = entry.read(document).map_err(|refusal| {
        let key = refusal.key.as_ref().filter(|_| !refusal.is_missing());
        let at = key.map_or_else(name, |key| format!("{}: `{key}`", name()));
        manner.failure(Refusal { error: refusal.error.context(at), ..refusal })
    })?;
    let is_stdin_taken = files::is_dash(Some(path));
    run(Asked::new(entry, request, manner, matches), is_stdin_taken, context)
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
