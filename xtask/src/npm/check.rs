//! The checks of the package: its types and its manifest, then its tests in a folder where it was installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use super::Tools;
use crate::{build, finish, root};

/// Checks the package and what is installed from its archive.
pub(super) fn run(tools: &Tools, package: &Path, archive: &Path) -> Result<()> {
    let mut publint = tools.command("publint", package);
    publint.arg("--strict");
    finish(publint)?;
    let mut types = tools.command("attw", package);
    // Node.js 10 and CommonJS are not served; the modules of WebAssembly have no types.
    types.arg(archive).args([
        "--profile",
        "esm-only",
        "--exclude-entrypoints",
        "paths.wasm",
        "package.json",
    ]);
    finish(types)?;

    let folder = package.with_file_name("installed");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    fs::write(
        folder.join("package.json"),
        "{ \"private\": true, \"type\": \"module\" }\n",
    )?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--offline"]).arg(archive);
    npm.current_dir(&folder);
    finish(npm)?;

    test(tools, &folder)
}

/// Runs the tests of `npm/tests`, which import the package as its users do.
fn test(tools: &Tools, folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("npm/tests"))? {
        let path = entry?.path();
        let copied = folder.join(path.file_name().unwrap_or_default());
        fs::copy(&path, &copied)?;
        if copied.to_string_lossy().ends_with(".test.mjs") {
            files.push(copied);
        }
    }
    ensure!(!files.is_empty(), "npm/tests holds no tests");
    files.sort();
    let mut node = Command::new("node");
    node.current_dir(folder).args(["--expose-gc", "--test"]).args(files);
    node.env("TILEWRIGHT", build()?.join("tilewright"));
    node.env("TILEWRIGHT_TOOLS", &tools.programs);
    finish(node)
}
