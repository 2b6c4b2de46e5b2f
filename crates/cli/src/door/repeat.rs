//! Recorded runs: resumed, or repeated and compared.

use std::env;
use std::path::{Path, absolute};

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use clap::parser::ValueSource;
use serde_json::{Map, Value};
use tilewright_grid::{Seed, locked};
use tilewright_runs::{Comparison, ResumedRun, RunId, State, Store};

use super::manner::Manner;
use super::outputs::Outputs;
use super::paste;
use super::record::{Recorder, Recording, failure};
use super::run::{Run, finish};
use super::task_command::TaskCommand;
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};

/// Why a recorded run has no stdin.
const STDIN_GONE: &str = "the run has read stdin, which is not recorded";

/// Resumes a recorded run, and writes the outputs that the arguments ask for.
pub(crate) fn resume(
    store: Store,
    id: RunId,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let ResumedRun { task, request, seed, folder } =
        store.request(id).map_err(failure)?;
    check_seed(id, seed, matches, context)?;
    let context = &context.without_seed();
    let mut asked = TaskCommand::recorded(&task, request, matches)?;

    // Outputs are named from here; the run itself works in its recorded folder.
    for (_, path) in &mut asked.outputs {
        if path != Path::new(crate::files::DASH) {
            *path = absolute(&path)?;
        }
    }

    enter(folder.as_deref(), context);
    let named: Vec<_> = asked.outputs.iter().map(|(output, _)| *output).collect();
    asked.request.check_outputs(&named).map_err(|it| Manner::Flags.failure(it))?;
    let outputs = Outputs::new(&asked, context)?;
    let recording = Recording::Resumed(Box::new(Recorder::resume(store, id)?));
    let name = asked.entry.name;
    context.say(&match seed {
        Some(seed) => format!("resuming run {id}, {name}, seed: {seed}"),
        None => format!("resuming run {id}, {name}"),
    });
    let run = Run { outputs: &outputs, log: None, recording, stdin: Some(STDIN_GONE) };

    finish(asked, run, context)
}

/// Repeats a recorded run; the verdict is no if its answer has other bytes.
pub(crate) fn replay(
    store: &Store,
    id: RunId,
    matches: &ArgMatches,
    context: &Context,
) -> Result<(Verdict, Option<Comparison>), Failure> {
    let run = store.get(id).map_err(failure)?.run;
    let ResumedRun { task, request, seed, folder } =
        store.request(id).map_err(failure)?;
    if !run.state.is_answered() {
        let hint = match run.state {
            State::Refused => "it has no answer",
            State::Running => "wait until it ends",
            _ => "tilewright runs resume does the rest of it",
        };

        let error = anyhow!("run {id} is {}, so it cannot be repeated", run.state);
        return Err(error).hint(hint);
    }

    check_seed(id, seed, matches, context)?;
    let recorded = store.answer(id).map_err(failure)?;
    let asked = TaskCommand::recorded(&task, request, matches)?;
    let (alone, captured) = context.comparing();
    let outputs = Outputs::new(&asked, &alone)?;
    enter(folder.as_deref(), context);
    let recording = Recording::Off;
    let work = Run { outputs: &outputs, log: None, recording, stdin: Some(STDIN_GONE) };
    let verdict = finish(asked, work, &alone)?;
    if verdict == Verdict::Stopped {
        context.say("interrupted: the answers are not compared");
        return Ok((verdict, None));
    }

    let repeated = locked(&captured);
    let comparison = Comparison::of(&recorded, &repeated.output);
    let is_same = comparison == Comparison::Same;
    let verdict = if is_same { Verdict::Done } else { Verdict::No };

    Ok((verdict, Some(comparison)))
}

/// The command that does what a request asks for, without values that are the defaults; `None` if
/// it cannot be shown.
pub(crate) fn command_line(task: &str, request: &Map<String, Value>) -> Option<String> {
    let schema = tilewright_tasks::find(task).ok()?.schema();
    let default = |key: &str| schema.get("properties")?.get(key)?.get("default").cloned();
    let is_set = |(key, value): &(&String, &Value)| {
        !value.is_null() && default(key).as_ref() != Some(*value)
    };
    let mut given = Map::from_iter([("task".to_owned(), task.into())]);
    let keys = request.iter().filter(is_set);
    given.extend(keys.map(|(key, value)| (key.clone(), value.clone())));
    let seed = request.get("seed").and_then(Value::as_u64);
    let seed = seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    Some(paste::command(&given)?.trim_end().to_owned() + &seed)
}

/// Refuses a --seed that is not that of the run; one in the environment or the settings is for new
/// runs.
fn check_seed(
    id: RunId,
    seed: Option<Seed>,
    matches: &ArgMatches,
    context: &Context,
) -> Result<(), Failure> {
    let is_given = matches.value_source("seed") == Some(ValueSource::CommandLine);
    match (context.given_seed().filter(|_| is_given), seed) {
        (Some(given), Some(seed)) if given != seed => {
            Err(anyhow!("run {id} has the seed {seed}, not {given}"))
                .hint("leave --seed out")
        }
        _ => Ok(()),
    }
}

/// Makes the folder of a run the current one, so that its inputs are found under their names.
fn enter(folder: Option<&str>, context: &Context) {
    let Some(folder) = folder else { return };
    let entered = env::set_current_dir(folder).with_context(|| folder.to_owned());
    if let Err(error) = entered {
        context.say(&format!("the folder of the run cannot be opened: {error:#}"));
    }
}
