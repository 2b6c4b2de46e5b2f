//! The tilewright command line: arguments in, text and files out; no logic of its own.

mod arguments;
mod config;
mod context;
mod failure;
mod files;
mod match3;
mod tour;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

use arguments::{Arguments, Command};
use context::Context;
use failure::{Failure, Verdict};

fn main() -> ExitCode {
    match run(std::env::args_os().collect()) {
        Ok(verdict) => verdict.exit_code(),
        // Whoever closed the pipe has read enough.
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Arguments(error)) => {
            // A closed stderr leaves nobody to tell.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
        Err(failure) => {
            context::tell(&failure.to_string());
            ExitCode::from(2)
        }
    }
}

fn run(words: Vec<OsString>) -> Result<Verdict, Failure> {
    let command = config::with_file(arguments::command(), &words)?;
    let matches = command.try_get_matches_from(words).map_err(Failure::Arguments)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(Failure::Arguments)?;
    let context = Context::new(&arguments.shared)?;
    context.pool()?.install(|| match arguments.command {
        Command::Match3 { verb } => match3::run(&verb, &context),
        Command::Tour(tour) => tour::run(&tour, &context),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(
                shell,
                &mut arguments::command(),
                "tilewright",
                &mut script,
            );
            context.print(&script)
        }
        Command::Man => {
            let mut page = Vec::new();
            let man = clap_mangen::Man::new(arguments::command());
            man.render(&mut page).map_err(anyhow::Error::from)?;
            context.print(&page)
        }
    })
}
