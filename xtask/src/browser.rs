//! `cargo xtask browser`: the tests of the page, its pure modules in Node and its rooms in Chromium.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{build, finish, root};

/// What drives Chromium, and what looks for barriers in its pages, from npm, with their versions.
const LIBRARIES: [(&str, &str); 2] = [("playwright-core", "1.64"), ("axe-core", "4.14")];

/// Programs that are needed, each with the package of Debian that has it.
const PROGRAMS: [(&str, &str); 3] =
    [("node", "nodejs"), ("npm", "npm"), ("chromium", "chromium")];

/// Runs the tests of the modules, if Node is installed or can be installed.
fn modules() -> Result<()> {
    if is_there(&PROGRAMS[..1]) {
        test("page-tests", Command::new("node"))
    } else {
        Ok(())
    }
}

/// Runs all tests, if what they need is installed or can be installed.
pub(crate) fn run() -> Result<()> {
    modules()?;
    if is_there(&PROGRAMS) { rooms() } else { Ok(()) }
}

/// Whether programs are installed; says which one is missing.
fn is_there(programs: &[(&str, &str)]) -> bool {
    for (program, package) in programs {
        if !is_installed(program, package) {
            eprintln!(
                "{program} is missing, and the package `{package}` cannot be installed: \
                 tests of the page skipped"
            );
            return false;
        }
    }
    true
}

/// Runs the tests of the rooms in Chromium.
fn rooms() -> Result<()> {
    test("browser", driven()?)
}

/// Runs the tests of the static page in that folder in Chromium, if what they need is installed or
/// can be installed.
pub(crate) fn site(folder: &Path) -> Result<()> {
    if !is_there(&PROGRAMS) {
        return Ok(());
    }
    let mut node = driven()?;
    node.env("TILEWRIGHT_SITE", folder);
    test("browser/site", node)
}

/// Node with what drives Chromium, if that is installed or can be installed.
pub(crate) fn driving() -> Result<Option<Command>> {
    is_there(&PROGRAMS).then(driven).transpose()
}

/// Node with what drives Chromium and the program.
fn driven() -> Result<Command> {
    let folder = root().join("target/browser");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let modules = install_libraries(&folder)?;
    let mut node = Command::new("node");
    node.env("TILEWRIGHT_PROGRAM", build()?.join("tilewright"))
        .env("TILEWRIGHT_NODE_MODULES", modules)
        .env("TILEWRIGHT_SCREENSHOTS", folder.join("screenshots"));
    // Each file has a Chromium of its own: one at a time.
    node.arg("--test-concurrency=1");
    Ok(node)
}

/// Runs the test files of a folder of the workbench.
fn test(folder: &str, mut node: Command) -> Result<()> {
    let folder = root().join("crates/workbench").join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }

    ensure!(!files.is_empty(), "{} holds no tests", folder.display());
    files.sort();
    node.current_dir(root()).args(["--test", "--test-reporter=spec"]).args(files);

    finish(node)
}

/// Installs the libraries beside the other things that are built; returns their `node_modules`.
fn install_libraries(folder: &Path) -> Result<PathBuf> {
    let modules = folder.join("node_modules");
    let is_there = |name: &str| modules.join(name).join("package.json").is_file();
    if !LIBRARIES.iter().all(|(name, _)| is_there(name)) {
        let mut npm = Command::new("npm");
        npm.arg("install").arg("--prefix").arg(folder).arg("--no-save");
        npm.args(["--no-audit", "--no-fund", "--ignore-scripts"]);
        npm.args(LIBRARIES.map(|(name, version)| format!("{name}@{version}")));
        finish(npm)?;
    }
    Ok(modules)
}

/// Whether a program is installed; tries to install its package if not.
fn is_installed(program: &str, package: &str) -> bool {
    let is_found = || is_success(Command::new(program).arg("--version"));
    is_found() || (install(package) && is_found())
}

/// Tries to install a package. Returns whether that went well.
pub(crate) fn install(package: &str) -> bool {
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", package]);
    is_success(install.env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Whether a command succeeds; what it prints is dropped.
pub(crate) fn is_success(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
