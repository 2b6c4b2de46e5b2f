//! `cargo xtask bevy`: the checks of the crate for Bevy, which is a workspace of its own, so that nobody else compiles Bevy.

use std::process::Command;

use anyhow::Result;

use crate::{cargo, finish};

/// The programs that show how it is used. Each ends by itself, and the match-3 game with an error if what it shows is not the board.
const EXAMPLES: [&str; 3] = ["walkers", "crowd", "match3"];

/// Checks format, clippy and docs with warnings denied, runs all tests and the examples.
pub(crate) fn run() -> Result<()> {
    finish(chore("fmt", "--check"))?;
    finish(chore("clippy", "--all-targets --locked -- -D warnings"))?;
    let mut docs = chore("doc", "--no-deps --locked");
    docs.env("RUSTDOCFLAGS", "-D warnings");
    finish(docs)?;
    finish(chore("test", "--locked"))?;
    for example in EXAMPLES {
        finish(chore("run", &format!("--quiet --locked --example {example}")))?;
    }
    Ok(())
}

/// Cargo with a command for this crate.
fn chore(command: &str, words: &str) -> Command {
    cargo(&format!("{command} --manifest-path bindings/bevy/Cargo.toml {words}"))
}
