//! `cargo xtask test`: everything that must hold before a change lands.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::python::Python;
use crate::{book, browser, cargo, commands, finish, python, site, tiled};

/// The features of the façade, each of which must compile alone.
const FEATURES: [&str; 7] =
    ["match3", "pathplan", "game2048", "battleship", "evolve", "formats", "pictures"];

/// Runs all checks, with `is_all` also those that take long; the first that fails ends the run.
pub(crate) fn run(is_all: bool) -> Result<()> {
    install()?;
    finish(cargo("fmt --all --check"))?;
    finish(cargo(
        "clippy --workspace --all-targets --all-features --locked -- -D warnings",
    ))?;
    let mut docs = cargo("doc --workspace --no-deps --all-features --locked");
    docs.env("RUSTDOCFLAGS", "-D warnings");
    finish(docs)?;
    for features in FEATURES {
        let check = "check --package tilewright --locked --features";
        finish(cargo(&format!("{check} {features}")))?;
    }
    finish(cargo("check --manifest-path fuzz/Cargo.toml --locked"))?;
    book::run()?;
    commands::run()?;
    let mut tests = cargo("test --workspace --all-features --locked");
    // A missing snapshot is a failure, not a file to write.
    tests.env("INSTA_UPDATE", "no");
    finish(tests)?;
    browser::run()?;
    python::run(&Python { heavy: is_all })?;
    #[cfg(unix)]
    crate::sweep::run(&crate::sweep::Sweep::small())?;
    tiled::run()?;
    // The page in WebAssembly takes long, and a compiler is loaded for it where there is none.
    if is_all { site::run(&site::Site::checked()) } else { Ok(()) }
}

/// Installs the components of Rust that format and lint.
fn install() -> Result<()> {
    for (component, probe) in
        [("rustfmt", "fmt --version"), ("clippy", "clippy --version")]
    {
        let probed = cargo(probe).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !probed.is_ok_and(|status| status.success()) {
            let mut rustup = Command::new("rustup");
            rustup.args(["component", "add", component]);
            finish(rustup)?;
        }
    }
    Ok(())
}
