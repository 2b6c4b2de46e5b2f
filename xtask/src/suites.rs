//! `cargo xtask test`: everything that must hold before a change lands.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::python::Python;
use crate::{
    bevy, book, capi, cargo, commands, deny, finish, npm, publish, python, root, site,
    tiled,
};

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

    for feature in features()? {
        let check = "check --package tilewright --locked --features";
        finish(cargo(&format!("{check} {feature}")))?;
    }

    finish(cargo("check --manifest-path fuzz/Cargo.toml --target-dir target --locked"))?;
    deny::run()?;
    book::run()?;
    commands::run()?;

    let tests = "test --workspace --all-features --locked";
    finish(cargo(&format!("{tests} --no-run")))?;

    // Neither keeps a core busy: one waits for pages, the other for packages and single threads.
    let browser = ParallelChore::start("browser")?;
    let python = ParallelChore::start("python")?;
    let mut tests = cargo(tests);
    // A missing snapshot is a failure, not a file to write.
    tests.env("INSTA_UPDATE", "no");
    if is_all {
        // Every fault of the system for every task.
        tests.env("TILEWRIGHT_FAULTS", "all");
    }
    finish(tests)?;

    #[cfg(unix)]
    crate::sweep::run(&crate::sweep::Sweep::small())?;
    tiled::run()?;
    browser.finish()?;
    python.finish()?;

    if is_all {
        // With Bevy, which takes minutes to compile.
        finish(cargo(
            "check --manifest-path peers/Cargo.toml --target-dir target --locked",
        ))?;
        bevy::run()?;
        capi::run(&capi::Capi::checked())?;
        publish::run()?;
        python::run(&Python { wheel: true, heavy: true })?;
        // The page and the package in WebAssembly take long, and a compiler is loaded for them where there is none.
        site::run(&site::Site::checked())?;
        npm::run(&npm::Npm::checked())?;
    }

    Ok(())
}

/// The features of the façade, each of which must compile alone.
fn features() -> Result<Vec<String>> {
    let mut command = cargo("metadata --no-deps --locked --format-version 1");
    let output = command.stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} failed: {}", output.status);
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let facade = packages.iter().find(|package| package["name"] == "tilewright");
    let features = facade.and_then(|package| package["features"].as_object());

    let names = features.context("no features of the façade")?.keys();
    Ok(names.filter(|name| *name != "default").cloned().collect())
}

/// A chore that runs beside others, and is stopped when one of them fails. What it prints is shown
/// when it has ended.
struct ParallelChore {
    child: Child,
    name: &'static str,
    log: PathBuf,
}

impl ParallelChore {
    fn start(name: &'static str) -> Result<Self> {
        let log = root().join(format!("target/{name}.log"));
        let file = File::create(&log)?;
        // By cargo: the tests have built this program anew, and its file is gone.
        let mut command = cargo(&format!("xtask {name}"));
        command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file);
        eprintln!("{command:?}, beside what follows");
        Ok(Self { child: command.spawn()?, name, log })
    }

    fn finish(mut self) -> Result<()> {
        let status = self.child.wait()?;
        eprint!("{}", String::from_utf8_lossy(&fs::read(&self.log)?));
        ensure!(status.success(), "cargo xtask {} failed: {status}", self.name);
        Ok(())
    }
}

impl Drop for ParallelChore {
    fn drop(&mut self) {
        // Fails if it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
