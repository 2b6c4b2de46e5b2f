//! A task as a command: its schema makes the flags, the flags make the request.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use schemars::Schema;
use serde_json::{Map, Value};
use tilewright_tasks::{Entry, Keeping, Named, Output};

use super::key::{Key, args, documented, flagged, fragment, keys};
use super::part::Part;

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

/// The command with its output named by its place, which nothing else names.
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

/// The heading in help of what is written, and of how work is kept and divided.
const OUTPUT: &str = "Output";

/// The file in which finished work is kept.
pub(super) const CHECKPOINT: &str = "checkpoint";

const CHECKPOINT_HELP: &str = "Log finished work in this file and keep it: the same command resumes \
     from it [default: with -o FILE, FILE.part until FILE is written]";

/// The part of a run that is done.
pub(super) const PART: &str = "part";

const PART_HELP: &str = "Do part K of N of the work and write its results to the file of -o; \
     `tilewright merge` combines the parts";

fn part() -> Arg {
    let arg = Arg::new(PART).long(PART).value_name("K/N").help(fragment(PART_HELP));
    let arg = arg.help_heading(OUTPUT);
    arg.value_parser(|word: &str| word.parse::<Part>())
}

/// The options of all outputs of a task.
fn outputs_of(entry: &Entry, keys: &[Key]) -> Vec<Arg> {
    let mut args: Vec<_> = entry.outputs.iter().map(|it| output(it, keys)).collect();
    if entry.keeping != Keeping::Nothing {
        args.push(option(CHECKPOINT, CHECKPOINT_HELP));
    } else if entry.outputs.iter().any(|output| output.name() == CHECKPOINT) {
        args.push(resume());
    }
    if entry.keeping == Keeping::Parts {
        args.push(part());
        if entry.outputs.iter().all(|output| output.name() != "output") {
            let help = "Write the results of a part to this file.";
            args.push(option("output", help).short('o').requires(PART));
        }
    }
    args
}

/// The option by which a task resumes from a checkpoint that it wrote itself.
const RESUME: &str = "resume";

fn resume() -> Arg {
    let arg = Arg::new(RESUME).long(RESUME).requires(CHECKPOINT).help_heading(OUTPUT);
    arg.action(ArgAction::SetTrue)
        .help("Resume from the file of --checkpoint if it exists")
}

/// Whether the arguments say so.
pub(super) fn is_resumed(matches: &ArgMatches) -> bool {
    matches.try_get_one::<bool>(RESUME).ok().flatten().is_some_and(|&is| is)
}

fn output(output: &Output, keys: &[Key]) -> Arg {
    let option = |name, help| option(name, &flagged(help, keys));
    match output {
        Output::Picture(help) => option("picture", help),
        Output::File(Named { name: name @ "output", help, .. }) => {
            option(name, help).short('o')
        }
        Output::File(Named { name, help, .. }) => option(name, help),
    }
}

fn option(name: &'static str, help: &str) -> Arg {
    let parser = value_parser!(PathBuf);
    let arg = Arg::new(name).long(name).value_name("FILE").value_parser(parser);
    arg.help(fragment(help)).help_heading(OUTPUT)
}

/// The command with the options of a part and of every output that any task has.
pub(crate) fn with_all(command: Command) -> Command {
    let checkpoint = option(CHECKPOINT, CHECKPOINT_HELP);
    with_outputs(command.args([part(), checkpoint, resume()]))
}

/// The command with an option for every output that any task has.
pub(crate) fn with_outputs(command: Command) -> Command {
    let names = NAMES.iter().filter(|name| **name != CHECKPOINT);
    names.fold(command, |command, name| {
        let help =
            format!("Write the {name} to this file, as the task's own command does.");
        let arg = option(name, &help);
        command.arg(if *name == "output" { arg.short('o') } else { arg })
    })
}

/// The names of all outputs.
pub(super) const NAMES: [&str; 5] =
    ["output", "picture", "record", "logbook", CHECKPOINT];

/// The outputs that the arguments ask for.
pub(super) fn outputs(matches: &ArgMatches) -> Vec<(&'static str, PathBuf)> {
    let asked = |name: &'static str| {
        let path = matches.try_get_one::<PathBuf>(name).ok().flatten()?;
        Some((name, path.clone()))
    };
    NAMES.into_iter().filter_map(asked).collect()
}

/// The request that the arguments make, with the defaults that help shows. What only the
/// settings file says gives way to what the user says that cannot stand beside it.
pub(super) fn document(schema: &Schema, matches: &ArgMatches) -> Map<String, Value> {
    let keys = keys(schema);
    let source = |name: &str| matches.value_source(name);
    let is_asked =
        |key: &Key| source(&key.name).is_some_and(|it| it != ValueSource::DefaultValue);
    let gives_way = |key: &Key| {
        let mut others = keys.iter().filter(|it| key.excludes(it) || it.excludes(key));
        !is_asked(key) && others.any(is_asked)
    };
    let said = keys.iter().filter_map(|key| {
        let is_said = source(&key.name).is_some() && !gives_way(key);
        is_said.then(|| Some((key.name.clone(), key.value(matches)?)))?
    });
    said.collect()
}

/// The words that make a request, behind those that name its task; none where something in it
/// has no form as a word.
pub(super) fn words(entry: &Entry, request: &Map<String, Value>) -> Option<Vec<String>> {
    let keys = keys(&entry.schema());
    let said = keys.iter().filter_map(|key| Some((key, request.get(&key.name)?)));
    let (placed, named): (Vec<_>, Vec<_>) = said.partition(|(key, _)| key.is_placed());
    let words = placed.into_iter().chain(named).map(|(key, value)| key.words(value));
    Some(words.collect::<Option<Vec<_>>>()?.concat())
}
