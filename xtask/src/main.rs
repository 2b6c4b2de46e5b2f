//! The project's own chores: `cargo xtask test`, `commands`, `book`, `figures`, `pictures`,
//! `schemas`, `models`, `bench`, `dist`, `fuzz`, `sweep`.

#![expect(clippy::print_stderr, reason = "chores talk on stderr")]

mod bench;
mod book;
mod commands;
mod dist;
mod figures;
mod fuzz;
mod judge;
mod models;
mod pictures;
mod schemas;
mod suites;
#[cfg(unix)]
mod sweep;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every suite: formatting, clippy and docs with warnings denied, all tests and
    /// doctests, whether the fuzz targets compile, the commands and pictures of the README.
    Test,
    /// Run every command that README and docs print, in a fresh folder, and compare the pictures
    /// that they make.
    Commands,
    /// Build the book into target/book and check its links.
    Book,
    /// Run the property tests from fresh seeds.
    Fuzz(fuzz::Fuzz),
    /// Make the README's pictures anew.
    Pictures,
    /// Write the schemas of all requests anew.
    Schemas,
    /// Make the models that come with the program anew.
    Models,
    /// Print the tables and figures of the README.
    Bench {
        /// Which figures.
        name: bench::Name,
    },
    /// Build a release in target/dist: archive, Debian package, checksums.
    Dist(dist::Dist),
    /// Measure the figures of the book anew and write them to docs/src/figures.
    Figures {
        /// Which figures; all, which takes several hours, if none is named.
        names: Vec<bench::Name>,
    },
    /// Run every command of the program on damaged inputs.
    #[cfg(unix)]
    Sweep(sweep::Sweep),
}

fn main() -> Result<()> {
    match Arguments::parse().chore {
        Chore::Test => suites::run(),
        Chore::Commands => commands::run(),
        Chore::Book => book::run(),
        Chore::Fuzz(fuzz) => fuzz::run(&fuzz),
        Chore::Pictures => pictures::run(),
        Chore::Schemas => schemas::run(),
        Chore::Models => models::run(),
        Chore::Bench { name } => bench::run(name),
        Chore::Dist(dist) => dist::run(&dist),
        Chore::Figures { names } => figures::run(&names),
        #[cfg(unix)]
        Chore::Sweep(sweep) => sweep::run(&sweep),
    }
}

/// The project's folder.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Cargo, in the project's folder, with these words.
fn cargo(words: &str) -> Command {
    let mut command =
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(words.split_whitespace());
    command
}

/// Runs a command to its end; an error names it when it fails.
fn finish(mut command: Command) -> Result<()> {
    eprintln!("{command:?}");
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}
