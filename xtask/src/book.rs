//! `cargo xtask book`: builds the book with mdBook into `target/book` and checks every link of
//! its pages.

mod links;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{cargo, finish, root};

/// The version of mdBook that builds the book.
const MDBOOK: &str = "0.5.4";

/// Builds the book and checks its links.
pub(crate) fn run() -> Result<()> {
    let built = root().join("target/book");
    build(&built)?;
    let checked = links::check(&built)?;
    eprintln!("{checked} links of {} lead somewhere", built.display());
    Ok(())
}

/// Builds the book into a folder.
pub(crate) fn build(folder: &Path) -> Result<()> {
    let mut command = Command::new(install()?);
    command.arg("build").arg(root().join("docs")).arg("--dest-dir").arg(folder);
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    let log = String::from_utf8_lossy(&output.stderr);
    // mdBook reports a missing include or an unused heading, and still ends with 0.
    let is_clean =
        !log.lines().any(|line| line.contains("ERROR") || line.contains("WARN"));
    ensure!(output.status.success() && is_clean, "mdBook does not build docs/:\n{log}");
    Ok(())
}

/// The path of mdBook, which is compiled into `target/tools` if it is not there yet. A debug
/// build takes a minute of CPU time, half of what a release build takes, and builds the book in
/// a second.
fn install() -> Result<PathBuf> {
    let mdbook = root().join("target/tools/bin/mdbook");
    let probed = Command::new(&mdbook).arg("--version").stderr(Stdio::null()).output();
    let is_there = probed.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).trim() == format!("mdbook v{MDBOOK}")
    });

    if !is_there {
        let mut install = cargo(&format!(
            "install mdbook --version {MDBOOK} --locked --debug --no-default-features \
             --features search --root target/tools"
        ));
        install.env("CARGO_PROFILE_DEV_DEBUG", "false");
        finish(install)?;
    }

    Ok(mdbook)
}
