//! The tilewright command line: arguments in, text and files out. All computation is in the tasks.
//!
//! # Where things are
//!
//! | in `src` | contents |
//! |---|---|
//! | `shared.rs` | the options of all commands |
//! | `context.rs`, `config.rs` | stdout, stderr, threads, seed and Ctrl-C; the settings file |
//! | `door/` | the door: a schema as flags and flags as a document, the run of a request, its outputs, hints as flags, the progress |
//! | `door/log/`, `door/outputs/` | the log of finished items, in the form of the tasks' parts; where outputs go |
//! | `arguments/` | the tree of commands |
//! | `files.rs`, `files/`, `temporary.rs` | files read up to a limit, written whole or not at all |
//! | `printable.rs`, `progress.rs`, `interrupt.rs`, `failure.rs` | text that is safe on a terminal, progress, Ctrl-C, exit codes and hints |
//! | `match3/`, `game2048/`, `battleship/`, `keys.rs` | games in the terminal, over the sessions of their crates |
//! | `runs/`, `workbench.rs` | the history; the page |
//! | `mcp/`, `docs.rs` | tools for agents; the pages of tasks and of the book |
//! | `tour.rs`, `tour/`, `redo.rs`, `redo/`, `stage.rs` | pages made of commands; `redo/` has a file for each article with its data, which tests of the games read too |
//! | `examples.md`, `manual.rs` | the examples at the end of help; completions and man pages |

mod arguments;
mod battleship;
mod config;
mod context;
mod data;
mod docs;
mod door;
mod examples;
mod failure;
mod files;
mod game2048;
mod interrupt;
mod keys;
mod manual;
mod match3;
#[cfg(feature = "mcp")]
mod mcp;
mod printable;
mod progress;
mod redo;
mod runs;
mod shared;
mod stage;
mod temporary;
mod tour;
#[cfg(feature = "workbench")]
mod workbench;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches};

use arguments::{Arguments, Battleship, Command, Game2048};
use context::Context;
use failure::{Failure, Verdict, exit_code};
use printable::is_control;
use shared::SharedOptions;

fn main() -> ExitCode {
    match run(std::env::args_os().collect()) {
        Ok(verdict) => ExitCode::from(exit_code(verdict)),
        // The reader of stdout has read enough, as `head` does.
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Arguments(error)) => explain(&error),
        Err(failure) => {
            context::tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}

/// Prints help, the version, or what is wrong with the arguments.
fn explain(error: &clap::Error) -> ExitCode {
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    if error.use_stderr() && error.to_string().contains(is_control) {
        context::tell(error.to_string().trim_end());
        return code;
    }
    match error.print() {
        // An error on stderr cannot be reported anywhere.
        Err(cause) if !error.use_stderr() => match Failure::of_stdout(cause) {
            Failure::Closed => code,
            failure => {
                context::tell(&failure.to_string());
                ExitCode::from(2)
            }
        },
        _ => code,
    }
}

fn run(words: Vec<OsString>) -> Result<Verdict, Failure> {
    let color = shared::color(&words);
    let command = match config::with_file(&words, arguments::command) {
        Ok(Some(command)) => command,
        Ok(None) => arguments::command_for(&words),
        // Help and version are shown even if the settings file is invalid.
        Err(failure) => {
            let plain = arguments::command().color(color);
            return match plain.try_get_matches_from(&words) {
                Err(error) if !error.use_stderr() => Err(Failure::Arguments(error)),
                _ => Err(failure),
            };
        }
    };

    let matches = command.color(color).try_get_matches_from(words);
    let matches = matches.map_err(Failure::Arguments)?;
    let shared = SharedOptions::from_arg_matches(&matches).map_err(Failure::Arguments)?;
    let context = Context::new(&shared)?;

    context.pool()?.install(|| serve(&matches, &context))
}

/// Runs the command of the parsed arguments.
fn serve(matches: &ArgMatches, context: &Context) -> Result<Verdict, Failure> {
    if let Some((entry, matches)) = door::task_of(matches) {
        if matches!(matches.try_get_one(match3::hand::HAND), Ok(Some(true))) {
            shared::refuse_recording(matches)?;
            return match3::hand::run(matches, context);
        }
        return door::serve(entry, matches, context);
    }

    let arguments = Arguments::from_arg_matches(matches).map_err(Failure::Arguments)?;
    if !matches!(arguments.command, Command::Run { .. } | Command::Merge { .. }) {
        shared::refuse_recording(matches)?;
    }

    match arguments.command {
        Command::Battleship(Battleship::Play(play)) => battleship::run(&play, context),
        Command::Game2048(Game2048::Play(play)) => game2048::run(&play, context),
        Command::Tour(tour) => tour::run(&tour, serve, context),
        Command::Redo(redo) => redo::run(&redo, serve, context),
        #[cfg(feature = "workbench")]
        Command::Workbench(workbench) => workbench::run(&workbench, context),
        #[cfg(feature = "mcp")]
        Command::Mcp(arguments) => mcp::run(&arguments, context),
        Command::Docs { name } => {
            let page = docs::of(name.as_deref());
            let page = page.map_err(|refusal| door::Manner::Keys.failure(refusal))?;
            context.print(page.as_bytes())
        }
        Command::Runs(verb) => runs::run(&verb, matches, context),
        Command::Run { .. } => door::run_file(own(matches), context),
        Command::Merge { .. } => door::merge(own(matches), context),
        Command::Schema { task } => context.print(&door::schema(task.as_deref())?),
        Command::Completions { shell } => context.print(&manual::completions(shell)),
        Command::Man => context.print(&manual::pages()?),
    }
}

/// The arguments of the subcommand.
fn own(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, matches)| matches)
}
