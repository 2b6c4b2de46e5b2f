//! The project's own chores: `cargo xtask test`, `bevy`, `browser`, `capi`, `commands`, `deny`, `book`,
//! `figures`, `npm`, `pictures`, `publish`, `python`, `schemas`, `site`, `models`, `bench`, `dist`, `fuzz`, `sweep`.

#![expect(clippy::print_stderr, reason = "chores talk on stderr")]

mod bench;
mod bevy;
mod book;
mod browser;
mod capi;
mod commands;
mod csharp;
mod deny;
mod dist;
mod figures;
mod fuzz;
mod models;
mod npm;
mod pages;
mod pictures;
mod publish;
mod python;
mod site;
mod suites;
#[cfg(unix)]
mod sweep;
mod tiled;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};

/// The project's own tasks.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run all checks: formatting, clippy and docs with warnings denied, all tests and doctests,
    /// the fuzz targets, licences and advisories of crates, the commands and pictures of the README, the page in Node and Chromium,
    /// the package for Python, a small sweep.
    Test {
        /// Also the crates that paths are measured beside, the crate for Bevy, the packages compiled one by one, the page and the package for JavaScript in WebAssembly, and of Python the wheel, the clusters and the sample that trains a network, which take long.
        #[arg(long)]
        all: bool,
    },
    /// Run the checks of the crate for Bevy: format, clippy, docs, tests, examples.
    Bevy,
    /// Run the tests of the workbench's page: its modules in Node, its rooms in Chromium.
    Browser,
    /// Write the library for C to target/capi, and its header into the crate.
    Capi(capi::Capi),
    /// Run every command that README, help and docs show, in new folders, and compare the pictures
    /// that they make with those in the repository.
    Commands,
    /// Check licences, duplicates, sources and advisories of the crates that we build on.
    Deny,
    /// Build the book into target/book and check its links.
    Book,
    /// Run the property tests with new random seeds.
    Fuzz(fuzz::Fuzz),
    /// Write the package for JavaScript to target/npm: modules of WebAssembly, and TypeScript compiled.
    Npm(npm::Npm),
    /// Regenerate the pictures of the README and docs.
    Pictures,
    /// Package every crate and compile it from its package alone: all that publishing does but the upload.
    Publish,
    /// Run the tests of the package for Python in a virtual environment.
    Python(python::Python),
    /// Regenerate the JSON Schemas of all requests, and the functions for Python.
    Schemas,
    /// Write the page without a server, with the tasks in WebAssembly, to target/site.
    Site(site::Site),
    /// Regenerate the match-3 models that come with the program.
    Models,
    /// Measure the tables and figures of the book, and print them.
    Bench {
        /// The figures to measure.
        name: bench::Name,
    },
    /// Build a release in target/dist: archive, Debian package, checksums.
    Dist(dist::Dist),
    /// Measure the figures of the book again and write them to docs/src/figures.
    Figures {
        /// The figures to measure; default: all, which takes several hours.
        names: Vec<bench::Name>,
    },
    /// Run every command of the program on damaged inputs.
    #[cfg(unix)]
    Sweep(sweep::Sweep),
}

fn main() -> Result<()> {
    match Arguments::parse().chore {
        Chore::Test { all } => suites::run(all),
        Chore::Bevy => bevy::run(),
        Chore::Browser => browser::run(),
        Chore::Capi(capi) => capi::run(&capi),
        Chore::Commands => commands::run(),
        Chore::Deny => deny::run(),
        Chore::Book => book::run(),
        Chore::Fuzz(fuzz) => fuzz::run(&fuzz),
        Chore::Npm(npm) => npm::run(&npm),
        Chore::Pictures => pictures::run(),
        Chore::Publish => publish::run(),
        Chore::Python(python) => python::run(&python),
        Chore::Schemas => schemas(),
        Chore::Site(site) => site::run(&site),
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

/// Cargo with these arguments, in the project's folder.
fn cargo(words: &str) -> Command {
    let mut command =
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(words.split_whitespace());
    command
}

/// Builds the program, the examples and the library for Python, with what the tests compile anyway. Returns the folder of
/// the program and the library; that of the examples is in it.
fn build() -> Result<PathBuf> {
    finish(cargo(
        "build --profile test --workspace --all-features --locked --bin tilewright --examples --lib",
    ))?;
    Ok(root().join("target/debug"))
}

/// Writes the schemas and the functions for Python, and the pages of tasks in the book. The program that does the first is an
/// example of the tasks' crate, so that these chores do without the games.
fn schemas() -> Result<()> {
    let built = build()?;
    finish(Command::new(built.join("examples/schemas")))?;
    pages::write(&built.join("tilewright"))
}

/// Runs a command to its end; the error names it if it fails.
fn finish(mut command: Command) -> Result<()> {
    eprintln!("{command:?}");
    let status = command.status().with_context(|| format!("cannot run {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}
