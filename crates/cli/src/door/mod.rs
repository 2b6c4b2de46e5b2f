//! The door to the tasks: one function runs any of them. Arguments become a request, events drive
//! the progress bar, the answer goes to stdout and to files, and its verdict becomes the exit
//! code.

mod command;
mod help;
mod host;
mod key;
mod lock;
mod log;
mod manner;
mod outputs;
mod paste;
mod record;
mod repeat;
mod run;
mod scenes;
mod shared_keys;
mod task_command;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use serde_json::{Map, Value};
use tilewright_grid::DocumentError;
use tilewright_tasks::parts::Header;
use tilewright_tasks::{Entry, Refusal, Task};

use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::{config, files};
pub(crate) use command::{command, names as output_names, with_all, with_outputs};
pub(crate) use host::CliHost;
use log::Log;
pub(crate) use manner::Manner;
use outputs::Outputs;
pub(crate) use paste::quoted;
pub(crate) use record::failure as history_failure;
pub(crate) use repeat::{command_line, replay, resume};
use run::{Run, finish, recording, run};
pub(crate) use shared_keys::SharedKeys;
use task_command::TaskCommand;

/// Runs a task with the request in the arguments.
pub(crate) fn serve(
    entry: &'static Entry,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let document = command::document(&entry.schema(), matches);
    let request = with_effect(document, matches, |document| entry.read(document));
    let request = request.map_err(|refusal| argument(entry, matches, refusal))?;
    run(TaskCommand::new(entry, request, Manner::Flags, matches), None, context)
}

/// The request of a task in the arguments, for a command that is not a task itself.
pub(crate) fn request<T: Task + 'static>(matches: &ArgMatches) -> Result<T, Failure> {
    let entry = Entry::of::<T>();
    let document = command::document(&entry.schema(), matches);
    let request = with_effect(document, matches, tilewright_tasks::read);
    request.map_err(|refusal| argument(&entry, matches, refusal))
}

/// Reads a request, without the values of the settings file that have no effect on it: these are meant for
/// other requests of the task.
fn with_effect<T>(
    mut document: Map<String, Value>,
    matches: &ArgMatches,
    read: impl Fn(Map<String, Value>) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    loop {
        // Each round drops one key of the settings file that the request refuses as idle, until
        // none is left.
        let refusal = match read(document.clone()) {
            Err(refusal) => refusal,
            request => return request,
        };
        let is_usual =
            |key: &&str| matches.value_source(key) == Some(ValueSource::DefaultValue);
        let idle = refusal.idle_key().filter(is_usual);
        if idle.is_none_or(|key| document.remove(key).is_none()) {
            return Err(refusal);
        }
    }
}

/// The failure for an invalid argument, in the form of clap's own errors.
fn argument(entry: &Entry, matches: &ArgMatches, refusal: Refusal) -> Failure {
    let Some(key) = &refusal.key else { return Manner::Flags.failure(refusal) };

    // clap does not know a value of the settings file as given, so its error would name an option
    // that the user did not type.
    let from_file = matches.value_source(key) == Some(ValueSource::DefaultValue);
    if from_file && !refusal.is_missing() {
        let file = config::named(matches);
        let error = refusal.error.context(format!("{}: `{key}`", file.display()));
        return Manner::Flags.failure(Refusal { error, ..refusal });
    }

    let name = format!("tilewright {}", entry.name.replacen('/', " ", 1));
    let mut command = command(entry).bin_name(name);
    command.build();
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

    let hint = refusal.hint.as_ref().map(|hint| Manner::Flags.render(hint));
    let hint = hint.map_or_else(String::new, |hint| format!("\n\nhint: {hint}"));
    let what =
        format!("invalid value '{}' for '{arg}': {refusal}{hint}", given.join(","));
    Failure::Arguments(command.error(ErrorKind::ValueValidation, what))
}

/// The keys of a request that the arguments give, without defaults.
pub(crate) fn given(entry: &Entry, matches: &ArgMatches) -> Map<String, Value> {
    let all = command::document(&entry.schema(), matches).into_iter();
    let is_given =
        |key: &str| matches.value_source(key) == Some(ValueSource::CommandLine);
    all.filter(|(key, _)| is_given(key)).collect()
}

/// The task that the arguments name, and its arguments; `None` if the command is not a task.
pub(crate) fn task_of(matches: &ArgMatches) -> Option<(&'static Entry, &ArgMatches)> {
    let (game, matches) = matches.subcommand()?;
    let (verb, matches) = matches.subcommand()?;
    let entry = tilewright_tasks::find(&format!("{game}/{verb}")).ok()?;
    Some((entry, matches))
}

/// Why a request on stdin leaves no stdin for inputs.
const STDIN_TAKEN: &str =
    "stdin contains the request; put the input into the request, or name a file";

/// Runs the request in a file.
pub(crate) fn run_file(
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let path =
        matches.get_one::<PathBuf>("request").map_or(Path::new(files::DASH), |it| it);
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    let document = serde_json::from_str(text.trim_start_matches('\u{feff}'));
    let document = document.map_err(DocumentError::from).with_context(name);
    let mut document: Map<String, Value> = document
    .hint(
        "a request is one JSON object such as {\"task\": \"battleship/count\", \"rows\": 8}; of a file \
         of several answers, pass one line",
    )?;

    // An answer contains its request, which is run again.
    let task = exported_task(&document);
    if (task.is_some() || !document.contains_key("task"))
        && let Some(Value::Object(request)) = document.remove("request")
    {
        document = request;
        document.extend(task.map(|task| ("task".to_owned(), task)));
    }

    let Some(Value::String(task)) = document.remove("task") else {
        let error = anyhow!("{}: `task` is missing or not a string", name());
        return Err(error).hint("tilewright schema lists the tasks");
    };

    let manner = Manner::Keys;
    let entry = tilewright_tasks::find(&task).map_err(|it| manner.failure(it))?;
    let request = entry.read(document).map_err(|refusal| {
        let key = refusal.key.as_ref().filter(|_| !refusal.is_missing());
        let at = key.map_or_else(name, |key| format!("{}: `{key}`", name()));
        manner.failure(Refusal { error: refusal.error.context(at), ..refusal })
    })?;

    let stdin = files::is_dash(Some(path)).then_some(STDIN_TAKEN);
    run(TaskCommand::new(entry, request, manner, matches), stdin, context)
}

/// The task of a run that `tilewright runs export` wrote; its request stands beside it.
fn exported_task(document: &Map<String, Value>) -> Option<Value> {
    let is_run = *document.get("schema")? == tilewright_runs::DOCUMENT.to_string();
    document.get("task").filter(|_| is_run).cloned()
}

/// Merges the parts of a run into its answer.
pub(crate) fn merge(matches: &ArgMatches, context: &Context) -> Result<Verdict, Failure> {
    let paths = matches.get_many::<PathBuf>("parts").into_iter().flatten().cloned();
    let log = Log::merged(&paths.collect::<Vec<_>>())?;
    let Header { task, seed, mut request, .. } = log.header();

    if let (Some(given), Some(seed)) = (context.given_seed(), seed)
        && given != seed
    {
        return Err(anyhow!("the parts belong to a run with seed {seed}, not {given}"))
            .hint("leave --seed out");
    }

    if let Some(seed) = seed {
        request.insert("seed".to_owned(), seed.0.into());
    }

    let asked = TaskCommand::recorded(&task, request, matches)?;
    let outputs = Outputs::new(&asked, context)?;
    let (log, recording) = (Some(log), recording(&asked, context)?);
    let run = Run { outputs: &outputs, log, recording, stdin: None };

    finish(asked, run, context)
}

/// The schema of a task, or the names of all tasks.
pub(crate) fn schema(task: Option<&str>) -> Result<Vec<u8>, Failure> {
    let Some(task) = task else {
        let names = tilewright_tasks::all().map(|entry| entry.name.to_owned() + "\n");
        return Ok(names.collect::<String>().into_bytes());
    };
    let entry =
        tilewright_tasks::find(task).map_err(|refusal| Manner::Keys.failure(refusal))?;
    Ok(entry.schema_text().into_bytes())
}
