//! The modules of `crates/wasm`: each with the functions of one of its features.

mod debian;
mod toolchain;

use std::path::PathBuf;

use anyhow::Result;

pub(crate) use self::toolchain::Toolchain;
use crate::{finish, root};

/// Compiles the module of a feature. Returns where it is, until the next one is compiled.
pub(crate) fn build(
    toolchain: &Toolchain,
    profile: &str,
    feature: &str,
) -> Result<PathBuf> {
    let target = root().join("target/wasm");
    let mut command = toolchain.cargo(
        "build --package tilewright-wasm --locked --target wasm32-unknown-unknown",
    );
    command.args(["--profile", profile, "--features", feature]);
    command.arg("--target-dir").arg(&target);
    finish(command)?;
    let folder = target.join("wasm32-unknown-unknown").join(profile);
    Ok(folder.join("tilewright_wasm.wasm"))
}
