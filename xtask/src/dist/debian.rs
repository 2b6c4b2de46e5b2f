//! The Debian package of a release, made by cargo-deb (its metadata: `crates/cli/Cargo.toml`).

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{cargo, finish, root};

/// The version of cargo-deb with which packages are made.
const CARGO_DEB: &str = "3.8.0";

/// Packs the files of `folder/stage` and returns the package's path.
pub(super) fn pack(folder: &Path, target: &str, time: u64) -> Result<PathBuf> {
    let tools = root().join("target/tools");
    if !tools.join("bin/cargo-deb").is_file() {
        let mut install = cargo("install cargo-deb --locked --version");
        install.args([CARGO_DEB, "--root"]).arg(&tools);
        finish(install)?;
    }

    // Packages of earlier runs are removed: the one that is left at the end is the new one.
    let before = packages(folder)?;
    before.iter().try_for_each(std::fs::remove_file)?;

    let mut command = Command::new(tools.join("bin/cargo-deb"));
    command.args([
        "--quiet",
        "--no-build",
        "--no-strip",
        "--locked",
        "--offline",
        "--target",
        target,
    ]);
    command.args(["--package", "tilewright-cli", "--output"]).arg(folder);
    command.current_dir(root()).env("SOURCE_DATE_EPOCH", time.to_string());
    finish(command)?;

    packages(folder)?.pop().context("cargo-deb made no package")
}

/// The packages in a folder.
fn packages(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "deb") {
            found.push(path);
        }
    }
    Ok(found)
}
