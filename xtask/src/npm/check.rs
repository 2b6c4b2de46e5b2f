//! The checks of the package: its types and its manifest, then its tests in a folder where it was installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{MODULES, Tools};
use crate::site::copy;
use crate::{browser, build, finish, root};

/// The examples in Phaser.
const EXAMPLES: [&str; 2] = ["match3", "walkers"];

/// Checks the package and what is installed from its archive.
pub(super) fn run(tools: &Tools, package: &Path, archive: &Path) -> Result<()> {
    let mut publint = tools.command("publint", package);
    publint.arg("--strict");
    finish(publint)?;
    let mut types = tools.command("attw", package);
    // Node.js 10 and CommonJS are not served; the modules of WebAssembly have no types.
    types.arg(archive).args(["--profile", "esm-only", "--exclude-entrypoints"]);
    types.args(MODULES.map(|name| format!("{name}.wasm"))).arg("package.json");
    finish(types)?;

    test(tools, &ready(tools, archive)?)
}

/// Records the moving pictures of the examples.
pub(super) fn record(tools: &Tools, archive: &Path) -> Result<()> {
    let folder = ready(tools, archive)?;
    let node = browser::driving()?.context("Chromium is needed")?;
    run_in(tools, &folder, node, ["record.mjs".into(), root().join("docs/src/how-to")])
}

/// The folder where the package is installed from its archive, with its tests and with its examples as they are served.
fn ready(tools: &Tools, archive: &Path) -> Result<PathBuf> {
    let folder = installed(archive)?;
    bundle(tools, &folder, &folder.join("served"))?;
    Ok(folder)
}

/// Bundles the examples in the folder where the package is installed, each with Phaser and the package, as their users would.
pub(super) fn bundle(tools: &Tools, folder: &Path, to: &Path) -> Result<()> {
    for name in EXAMPLES {
        let example = folder.join("examples").join(name);
        copy(&example, &to.join(name))?;
        let mut bundle = tools.command("esbuild", folder);
        bundle.arg(example.join("main.js"));
        bundle.args(["--bundle", "--minify", "--format=esm", "--allow-overwrite"]);
        bundle.arg("--log-level=warning").env("NODE_PATH", &tools.modules);
        bundle.arg(format!("--outfile={}", to.join(name).join("main.js").display()));
        finish(bundle)?;
    }
    Ok(())
}

/// The folder where the package is installed from its archive, with the tests and the examples.
pub(super) fn installed(archive: &Path) -> Result<PathBuf> {
    let folder = archive.with_file_name("installed");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    copy(&root().join("npm/tests"), &folder)?;
    copy(&root().join("npm/examples"), &folder.join("examples"))?;
    fs::write(
        folder.join("package.json"),
        "{ \"private\": true, \"type\": \"module\" }\n",
    )?;
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--offline"]).arg(archive);
    npm.current_dir(&folder);
    finish(npm)?;
    Ok(folder)
}

/// Runs the tests of `npm/tests`, which import the package as its users do; those of the examples in Chromium, if it is installed or can be installed.
fn test(tools: &Tools, folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("npm/tests"))? {
        let name = PathBuf::from(entry?.file_name());
        if name.to_string_lossy().ends_with(".test.mjs") {
            files.push(name);
        }
    }
    files.sort();
    let (shown, others): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|file| file.ends_with("phaser.test.mjs"));
    ensure!(!others.is_empty() && !shown.is_empty(), "npm/tests lacks tests");
    let mut node = Command::new("node");
    node.args(["--expose-gc", "--test"]);
    run_in(tools, folder, node, others)?;
    match browser::driving()? {
        Some(mut node) => {
            node.arg("--test");
            run_in(tools, folder, node, shown)
        }
        None => Ok(()),
    }
}

/// Runs files in the folder where the package is installed.
fn run_in(
    tools: &Tools,
    folder: &Path,
    mut node: Command,
    words: impl IntoIterator<Item = PathBuf>,
) -> Result<()> {
    node.current_dir(folder).args(words);
    node.env("TILEWRIGHT", build()?.join("tilewright"));
    node.env("TILEWRIGHT_GOLDEN", root().join("crates/cli/tests/golden.json"));
    node.env("TILEWRIGHT_PLAYTHROUGH", root().join("crates/capi/tests/playthrough"));
    node.env("TILEWRIGHT_NETWORK", root().join("crates/network-2048/4x6.tw2048"));
    node.env("TILEWRIGHT_TOOLS", &tools.programs);
    finish(node)
}
