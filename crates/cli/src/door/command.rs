//! A task as a command: its flags are made from its schema, and its request from the flags.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, value_parser};
use schemars::Schema;
use serde_json::{Map, Value};
use tilewright_tasks::parts::Part;
use tilewright_tasks::{Entry, NamedOutput, Output, ResumeSupport, all};

use super::help::{documented, flagged, fragment};
use super::key::{Key, args, keys};

/// The command of a task.
pub(crate) fn command(entry: &Entry) -> Command {
    let schema = entry.schema();
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let keys = keys(&schema);
    let command = Command::new(entry.verb()).args(args(&schema));
    let command = command.args(outputs_of(entry, &keys));
    let command = match schema.get("x-output-position").and_then(Value::as_u64) {
        Some(position) => with_output_at(command, position),
        None => command,
    };

    documented(&flagged(about, &keys), |short, long| match long {
        Some(long) => command.clone().about(short).long_about(long),
        None => command.clone().about(short),
    })
}

/// The command with its output as a positional argument instead of an option.
fn with_output_at(command: Command, position: u64) -> Command {
    let output = |arg: Arg| {
        let arg = Arg::new("output").help(arg.get_help().cloned().unwrap_or_default());
        let parser = value_parser!(PathBuf);
        arg.index(usize::try_from(position).unwrap_or(1))
            .value_name("OUT")
            .value_parser(parser)
    };
    command.mut_arg("output", output)
}

/// The heading in help of the options for outputs, checkpoints and parts.
const OUTPUT: &str = "Output";

/// The option that names the file in which finished work is kept.
pub(super) const CHECKPOINT: &str = "checkpoint";

const CHECKPOINT_HELP: &str = "Save finished work to this file, from which the same command resumes a \
     stopped run; the file stays after the end.";

/// The sentence after that for a task with an output, which keeps finished work by itself.
const OUTPUT_KEEPS: &str = " Not needed with -o: work is kept in FILE.part until FILE is written, or \
     in the folder";

/// The option that selects a part of the run.
pub(super) const PART: &str = "part";

const PART_HELP: &str = "Do only part K of N of the work, for example on one of N machines, and write its \
     results to the file of -o. All parts need the same --seed; `tilewright merge` makes the answer \
     of the parts";

fn part() -> Arg {
    let arg = Arg::new(PART).long(PART).value_name("K/N").help(fragment(PART_HELP));
    let arg = arg.help_heading(OUTPUT);
    arg.value_parser(|word: &str| word.parse::<Part>())
}

/// The option for the file of finished work.
fn checkpoint(has_output: bool) -> Arg {
    let more = if has_output { OUTPUT_KEEPS } else { "" };
    option(CHECKPOINT, &format!("{CHECKPOINT_HELP}{more}"))
}

/// The options of all outputs of a task.
fn outputs_of(entry: &Entry, keys: &[Key]) -> Vec<Arg> {
    let mut args: Vec<_> =
        entry.outputs.iter().map(|it| output(entry, it, keys)).collect();
    if entry.keeping != ResumeSupport::Nothing {
        let has_output = entry.outputs.iter().any(|output| output.name() == "output");
        args.push(checkpoint(has_output));
    }

    if entry.keeping == ResumeSupport::Parts {
        args.push(part());
        if entry.outputs.iter().all(|output| output.name() != "output") {
            let help = "File for the results of --part.";
            args.push(option("output", help).short('o').requires(PART));
        }
    }

    args
}

fn output(entry: &Entry, output: &Output, keys: &[Key]) -> Arg {
    let is_folder = output.name() == "output" && entry.folder().is_some();
    let value = if is_folder { "FOLDER" } else { "FILE" };
    let option = |name, help| option(name, &flagged(help, keys)).value_name(value);
    match output {
        Output::Picture(help) => option("picture", help),
        Output::File(NamedOutput { name: name @ "output", help, .. }) => {
            option(name, help).short('o')
        }
        Output::File(NamedOutput { name, help, .. })
        | Output::Report(NamedOutput { name, help, .. }, _) => option(name, help),
    }
}

fn option(name: &'static str, help: &str) -> Arg {
    let parser = value_parser!(PathBuf);
    let arg = Arg::new(name).long(name).value_name("FILE").value_parser(parser);
    arg.help(fragment(help)).help_heading(OUTPUT)
}

/// The command with all output options of all tasks, --part and --checkpoint.
pub(crate) fn with_all(command: Command) -> Command {
    with_outputs(command.args([part(), checkpoint(true)]))
}

/// The command with all output options of all tasks.
pub(crate) fn with_outputs(command: Command) -> Command {
    let names = names(all()).into_iter().filter(|name| *name != CHECKPOINT);
    names.fold(command, |command, name| {
        let help =
            format!("Write the {name} to this file, as the command of the task does.");
        let arg = option(name, &help);
        command.arg(if name == "output" { arg.short('o') } else { arg })
    })
}

/// The names of the outputs of tasks, each once: `output`, to which also the results of a part go, and
/// the checkpoint among them.
pub(crate) fn names(tasks: impl Iterator<Item = &'static Entry>) -> Vec<&'static str> {
    let own = tasks.flat_map(|task| task.outputs).map(Output::name);
    let mut names = vec!["output", CHECKPOINT];
    for name in own {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The outputs that the arguments ask for; those of other tasks too, so that they can be refused.
pub(super) fn outputs(
    entry: &'static Entry,
    matches: &ArgMatches,
) -> Vec<(&'static str, PathBuf)> {
    let given = |name: &'static str| {
        let path = matches.try_get_one::<PathBuf>(name).ok().flatten()?;
        Some((name, path.clone()))
    };
    names(all().chain([entry])).into_iter().filter_map(given).collect()
}

/// The request in the arguments, with the defaults that help shows. A value of the settings file is
/// dropped if the user gives an option that excludes it.
pub(super) fn document(schema: &Schema, matches: &ArgMatches) -> Map<String, Value> {
    let keys = keys(schema);
    let source = |name: &str| matches.value_source(name);
    let is_given =
        |key: &Key| source(&key.name).is_some_and(|it| it != ValueSource::DefaultValue);

    // A value that only the settings file gives is overridden by an option that excludes it.
    let is_dropped = |key: &Key| {
        let mut others = keys.iter().filter(|it| key.excludes(it) || it.excludes(key));
        !is_given(key) && others.any(is_given)
    };
    let values = keys.iter().filter_map(|key| {
        let is_set = source(&key.name).is_some() && !is_dropped(key);
        is_set.then(|| Some((key.name.clone(), key.value(matches)?)))?
    });
    values.collect()
}

/// The arguments that make a request, without the name of the task; `None` if a value cannot be
/// written as an argument.
pub(super) fn words(entry: &Entry, request: &Map<String, Value>) -> Option<Vec<String>> {
    let keys = keys(&entry.schema());
    let given = keys.iter().filter_map(|key| Some((key, request.get(&key.name)?)));
    let (positional, named): (Vec<_>, Vec<_>) =
        given.partition(|(key, _)| key.is_positional());
    let words = positional.into_iter().chain(named).map(|(key, value)| key.words(value));
    Some(words.collect::<Option<Vec<_>>>()?.concat())
}
