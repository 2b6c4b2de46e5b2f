//! `tilewright runs`: the history of recorded runs.

mod show;
mod table;

use std::collections::BTreeSet;
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use clap::ArgMatches;
use serde_json::json;
use tilewright_runs::{Comparison, Query, RunId, Store};
use tilewright_workbench::{RecordedRun, Report};

use crate::arguments::{Export, List, Runs};
use crate::context::Context;
use crate::door::{self, history_failure};
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;

/// Runs a command on the history; `matches` are the arguments of the whole program.
pub(crate) fn run(
    verb: &Runs,
    matches: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let store = open(context)?;
    let own = matches.subcommand().and_then(|(_, runs)| runs.subcommand());
    let own = own.map_or(matches, |(_, own)| own);

    match verb {
        Runs::List(list) => table::print(&store, &query(list), context),
        Runs::Show(run) => show::print(&store, run.id, context),
        Runs::Replay(run) => replay(&store, run.id, own, context),
        Runs::Resume(run) => door::resume(store, run.id, own, context),
        Runs::Export(arguments) => export(&store, arguments, context),
        Runs::Delete(run) => {
            store.delete(run.id).map_err(history_failure)?;
            context.say(&format!("run {} is deleted", run.id));
            Ok(Verdict::Done)
        }
        Runs::Trim { keep } => {
            let deleted = store.trim(*keep).map_err(history_failure)?;
            let runs = if deleted == 1 { "run is" } else { "runs are" };
            context.say(&format!("{deleted} {runs} deleted"));
            Ok(Verdict::Done)
        }
    }
}

/// Opens the history. Looking into one that does not exist makes no file.
fn open(context: &Context) -> Result<Store, Failure> {
    let path = context.database()?;
    let is_there = std::fs::symlink_metadata(&path).is_ok();
    let opened = if is_there { Store::open(path) } else { Store::in_memory() };
    opened.map_err(history_failure)
}

fn query(list: &List) -> Query {
    let List { search, task, state, before, limit } = list;
    Query {
        search: search.clone(),
        task: task.clone(),
        state: *state,
        before: *before,
        limit: *limit,
    }
}

/// Repeats a run and reports how the answers compare.
fn replay(
    store: &Store,
    id: RunId,
    own: &ArgMatches,
    context: &Context,
) -> Result<Verdict, Failure> {
    let version = store.get(id).map_err(history_failure)?.run.version;
    let (verdict, comparison) = door::replay(store, id, own, context)?;
    let Some(comparison) = comparison else { return Ok(verdict) };

    if context.json {
        let is_same = comparison == Comparison::Same;
        let document =
            json!({ "schema": "tilewright/replay/1", "run": id, "same": is_same });
        context.print_json(&document)?;
        return Ok(verdict);
    }

    let text = match comparison {
        Comparison::Same => format!("run {id} gave the same bytes again\n"),
        Comparison::Different { line } => {
            let now = env!("CARGO_PKG_VERSION");
            let versions = if version == now {
                String::new()
            } else {
                format!("; version {version} recorded it, this is {now}")
            };
            format!("run {id} gave another answer, from line {line} on{versions}\n")
        }
    };

    context.print(text.as_bytes())?;
    Ok(verdict)
}

/// Writes runs as documents, or as a report.
fn export(
    store: &Store,
    arguments: &Export,
    context: &Context,
) -> Result<Verdict, Failure> {
    let Export { ids, output, .. } = arguments;
    files::check_free(output, context.force)?;
    let ids = if ids.is_empty() { all(store)? } else { once(ids) };

    let has = |endings: &[&str]| {
        let ending = output.extension().unwrap_or_default();
        endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
    };
    if has(&["html", "htm"]) {
        context.save(output, report(store, &ids)?.as_bytes())?;
        return Ok(Verdict::Done);
    }

    if !files::is_dash(Some(output)) && !has(&["jsonl", "json"]) {
        return Err(anyhow!(
            "{}: runs are exported as .jsonl or .html",
            output.display()
        ))
        .hint("end the name of the file in one of these");
    }

    if files::is_dash(Some(output)) {
        for id in ids {
            context.print(&store.export(id).map_err(history_failure)?)?;
        }
        return Ok(Verdict::Done);
    }

    files::write_by(output, context.force, |file| {
        for id in ids {
            let run = store.export(id).map_err(history_failure)?;
            file.write_all(&run)
                .with_context(|| format!("cannot write {}", output.display()))?;
        }
        Ok(())
    })?;

    Ok(Verdict::Done)
}

/// The report of runs.
fn report(store: &Store, ids: &[RunId]) -> Result<String, Failure> {
    let shown = |id: &RunId| {
        let mut shown = RecordedRun::recorded(store, *id).map_err(history_failure)?;
        let (task, request) = (&shown.record.run.task, &shown.record.request);
        shown.command = door::command_line(task, request);
        Ok(shown)
    };
    let runs = ids.iter().map(shown).collect::<Result<Vec<_>, Failure>>()?;
    let lead = match runs.len() {
        1 => "One run".to_owned(),
        count => format!("{count} runs"),
    };
    let lead = format!("{lead} of tilewright, each with the command that makes it.");
    let title = "Recorded runs".to_owned();

    Ok(Report { title, lead, is_dated: true, runs }.html()?)
}

/// The numbers in their order, each once.
fn once(ids: &[RunId]) -> Vec<RunId> {
    let mut known = BTreeSet::new();
    ids.iter().copied().filter(|id| known.insert(*id)).collect()
}

/// The numbers of all runs, the oldest first.
fn all(store: &Store) -> Result<Vec<RunId>, Failure> {
    let mut ids = Vec::new();
    loop {
        // The list comes in pages, the newest first.
        let before = ids.last().copied();
        let query = Query { before, limit: 1000, ..Query::default() };
        let page = store.list(&query).map_err(history_failure)?;
        if page.runs.is_empty() {
            break;
        }

        ids.extend(page.runs.iter().map(|run| run.id));
    }

    ids.reverse();
    Ok(ids)
}
