//! The list of runs as a table.

use std::fmt::Write as _;

use serde_json::json;
use tilewright_runs::{Query, Run, State, Store};

use crate::context::Context;
use crate::door::history_failure;
use crate::failure::{Failure, Verdict};

/// The length of a headline in letters.
const HEADLINE: usize = 60;

/// The columns, and whether each is a number, which ends at the right.
const COLUMNS: [(&str, bool); 7] = [
    ("id", true),
    ("state", false),
    ("task", false),
    ("seed", true),
    ("begun", false),
    ("seconds", true),
    ("headline", false),
];

/// Prints a page of the runs.
pub(super) fn print(
    store: &Store,
    query: &Query,
    context: &Context,
) -> Result<Verdict, Failure> {
    let page = store.list(query).map_err(history_failure)?;
    if context.json {
        let (runs, total) = (page.runs, page.total);
        return context.print_json(
            &json!({ "schema": "tilewright/runs/1", "runs": runs, "total": total }),
        );
    }

    if page.runs.is_empty() {
        return context.print(b"no runs\n");
    }

    let mut rows = vec![COLUMNS.map(|(name, _)| name.to_owned())];
    for run in &page.runs {
        rows.push(row(store, run)?);
    }

    let mut text = aligned(&rows);
    if page.total > page.runs.len() as u64 {
        let _ = writeln!(text, "{} of {} runs", page.runs.len(), page.total);
    }

    context.print(text.as_bytes())
}

fn row(store: &Store, run: &Run) -> Result<[String; COLUMNS.len()], Failure> {
    let headline = match run.state {
        State::Running => progress(run),
        _ => run.headline.clone(),
    };
    Ok([
        run.id.to_string(),
        run.state.to_string(),
        run.task.clone(),
        run.seed.map_or_else(|| "-".to_owned(), |seed| seed.to_string()),
        store.local_time(run.begun).map_err(history_failure)?,
        format!("{:.1}", run.seconds),
        headline.chars().take(HEADLINE).collect(),
    ])
}

/// How far a run has come, in words.
pub(super) fn progress(run: &Run) -> String {
    let done = match (run.done, run.steps) {
        (Some(done), Some(steps)) => format!("{done} of {steps} "),
        (Some(done), None) => format!("{done} "),
        (None, _) => String::new(),
    };
    format!("{done}{}", run.status.trim_start_matches([',', ' ']))
}

/// The rows with aligned columns.
fn aligned(rows: &[[String; COLUMNS.len()]]) -> String {
    let length = |word: &String| word.chars().count();
    let widths = [0, 1, 2, 3, 4, 5, 6]
        .map(|at| rows.iter().map(|row| length(&row[at])).max().unwrap_or(0));
    let line = |row: &[String; COLUMNS.len()]| {
        let words = row.iter().zip(COLUMNS).zip(widths);
        let words = words.map(|((word, (_, is_number)), width)| {
            if is_number { format!("{word:>width$}") } else { format!("{word:<width$}") }
        });
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
