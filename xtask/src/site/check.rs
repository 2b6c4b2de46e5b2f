//! The tests of the module under node, where it answers as the command line does, and of the page in
//! Chromium.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::{browser, build, finish, root};

/// The tests in `crates/wasm/tests`.
const TESTS: [&str; 2] = ["golden.test.mjs", "worker.test.mjs"];

/// Runs the tests of `crates/wasm/tests` on the module in that folder.
pub(super) fn run(site: &Path) -> Result<()> {
    install()?;
    let mut node = Command::new("node");
    // By name: only some versions of node look for tests in a folder.
    let tests = root().join("crates/wasm/tests");
    node.arg("--test").args(TESTS.map(|name| tests.join(name)));
    node.env("TILEWRIGHT_SITE", site);
    node.env("TILEWRIGHT", build()?.join("tilewright"));
    finish(node)?;
    browser::site(site)
}

/// Installs node where it is missing.
fn install() -> Result<()> {
    let probed = Command::new("node").arg("--version").stdout(Stdio::null()).status();
    if probed.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    let mut apt = Command::new("apt-get");
    apt.args(["install", "--yes", "--no-install-recommends", "nodejs"]);
    if finish(apt).is_err() {
        bail!("the tests of the static page need node: install the package nodejs");
    }
    Ok(())
}
