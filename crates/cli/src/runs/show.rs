//! A run as text for people.

use std::fmt::Write as _;

use tilewright_runs::{Record, RunId, State, Store};

use super::table::progress;
use crate::context::Context;
use crate::door::{command_line, history_failure};
use crate::failure::{Failure, Verdict};

/// Prints a run.
pub(super) fn print(
    store: &Store,
    id: RunId,
    context: &Context,
) -> Result<Verdict, Failure> {
    if context.json {
        return context.print(&store.export(id).map_err(history_failure)?);
    }

    let record = store.get(id).map_err(history_failure)?;
    let begun = store.local_time(record.run.begun).map_err(history_failure)?;

    let mut text = head(&record, &begun);
    if !matches!(record.run.state, State::Running | State::CutOff) {
        let answer = store.text(id).map_err(history_failure)?;
        if !answer.is_empty() {
            let _ = write!(text, "\n{answer}");
        }
    }

    context.print(text.as_bytes())
}

/// What is known of a run besides its answer; a line for each.
fn head(record: &Record, begun: &str) -> String {
    let Record { run, request, folder, error, hint, history, files, .. } = record;
    let mut lines = vec![format!("run {}: {}, {}", run.id, run.task, run.state)];
    if run.state == State::Running {
        lines.push(format!("progress: {}", progress(run)));
    }

    lines.extend(run.seed.map(|seed| format!("seed: {seed}")));
    lines.push(format!("begun: {begun}, seconds: {:.1}", run.seconds));
    lines.push(format!("version: {}, host: {}", run.version, run.host));
    lines.extend(folder.as_ref().map(|folder| format!("folder: {folder}")));
    lines.extend(
        command_line(&run.task, request).map(|command| format!("command: {command}")),
    );

    if let (Some(first), Some(last)) = (history.first(), history.last()) {
        let (points, from, to) = (history.len(), first.1, last.1);
        lines.push(format!("history: {points} points, from {from} to {to}"));
    }

    for file in files {
        let name = if file.name.is_empty() { &file.output } else { &file.name };
        lines.push(format!("file: {name}, {} bytes", file.size));
    }

    lines.extend(error.as_ref().map(|error| format!("error: {error}")));
    lines.extend(hint.as_ref().map(|hint| format!("hint: {hint}")));
    lines.join("\n") + "\n"
}
