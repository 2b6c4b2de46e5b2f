//! The arguments of `tilewright runs`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use tilewright_runs::{RunId, State};

use crate::shared::number;

#[derive(Debug, Subcommand)]
pub(crate) enum Runs {
    /// List recorded runs, the newest first.
    List(List),
    /// Show a run: its request as a command, its progress and its answer.
    ///
    /// With --json, the run as a document, as `tilewright runs export` writes it.
    Show(RunArgument),
    /// Repeat a run and compare the answers byte for byte.
    ///
    /// The exit code is 0 if they are the same and 1 if they differ. Relative names of inputs are those
    /// of the folder in which the run was recorded.
    Replay(RunArgument),
    /// Resume a run that was stopped or whose process was killed.
    ///
    /// Finished items are not done again, if the task has items; other tasks begin again. The answer
    /// has the same bytes as that of an uninterrupted run.
    Resume(RunArgument),
    /// Write runs as JSON documents, one per line, or as a page.
    ///
    /// A file whose name ends in .html is a report: one page that a browser opens without a server, with
    /// the pictures and curves of the runs.
    Export(Export),
    /// Delete a run from the history.
    Delete(RunArgument),
    /// Delete all runs but the newest.
    ///
    /// Runs that are under way stay. The file becomes smaller.
    Trim {
        /// Number of runs to keep.
        #[arg(long, value_name = "N")]
        keep: u32,
    },
}

/// The run that a command is about.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct RunArgument {
    /// The number of the run.
    #[arg(value_name = "ID")]
    pub(crate) id: RunId,
}

#[derive(Args, Debug)]
pub(crate) struct List {
    /// Only runs with these words, or words that begin with them, in task, request or answer.
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) search: String,
    /// Only runs of this task, such as match3/generate.
    #[arg(long, value_name = "TASK")]
    pub(crate) task: Option<String>,
    /// Only runs in this state: running, done, no, wrong, stopped, refused or "cut off".
    #[arg(long, value_name = "STATE")]
    pub(crate) state: Option<State>,
    /// Only runs with smaller numbers.
    #[arg(long, value_name = "ID")]
    pub(crate) before: Option<RunId>,
    /// Number of runs to list [range: 1 to 10000].
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u32>(1, 10_000))]
    pub(crate) limit: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The numbers of the runs.
    #[arg(value_name = "ID", required_unless_present = "all")]
    pub(crate) ids: Vec<RunId>,
    /// Write all runs, the oldest first.
    #[arg(long, conflicts_with = "ids")]
    pub(crate) all: bool,
    /// Write to this file, JSON lines as .jsonl or .json, or a page as .html; `-` is stdout.
    #[arg(
        short,
        long,
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    pub(crate) output: PathBuf,
}
