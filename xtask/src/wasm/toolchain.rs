//! A compiler with the target wasm32-unknown-unknown.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::debian;
use crate::cargo;

const TARGET: &str = "wasm32-unknown-unknown";

/// What compiles the module.
pub(crate) enum Toolchain {
    /// The toolchain that compiles everything else.
    Own,
    /// Debian's compiler, unpacked in this folder.
    Debian(PathBuf),
}

impl Toolchain {
    /// The own toolchain if it has the target or rustup can add it, else Debian's.
    pub(crate) fn find() -> Result<Self> {
        if has_target() {
            return Ok(Self::Own);
        }
        if let Some(folder) = debian::unpacked() {
            return Ok(Self::Debian(folder));
        }

        eprintln!("the toolchain lacks the target {TARGET}: rustup target add {TARGET}");
        if Command::new("rustup").args(["target", "add", TARGET]).status().is_ok()
            && has_target()
        {
            return Ok(Self::Own);
        }

        eprintln!("rustup cannot add the target; using rustc-web of Debian instead");
        Self::debian()
    }

    /// Debian's compiler, which is loaded if it is not there yet.
    pub(crate) fn debian() -> Result<Self> {
        Ok(Self::Debian(debian::unpacked().map_or_else(debian::load, Ok)?))
    }

    /// Cargo with these arguments for a build of the target.
    pub(crate) fn cargo(&self, words: &str) -> Command {
        let Self::Debian(folder) = self else { return cargo(words) };

        // Debian has no standard library for the target: it is compiled too, which a stable compiler
        // does only with this variable.
        let mut command = cargo(words);
        command.args(["-Z", "build-std=std,panic_abort"]);
        command.env("RUSTC_BOOTSTRAP", "1");
        command.env("RUSTC", folder.join("usr/bin/rustc"));
        command.env("LD_LIBRARY_PATH", debian::libraries(folder));

        if let Some(linker) = linker() {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }

        command
    }
}

/// Whether the own toolchain has the standard library of the target.
fn has_target() -> bool {
    let folder = printed(&["--print", "target-libdir", "--target", TARGET]);
    folder.is_ok_and(|folder| Path::new(&folder).is_dir())
}

/// The linker of the own toolchain; Debian's compiler comes without one.
fn linker() -> Option<PathBuf> {
    let folder = printed(&["--print", "target-libdir"]).ok()?;
    let linker = Path::new(&folder).parent()?.join("bin/rust-lld");
    linker.is_file().then_some(linker)
}

/// What the own compiler prints.
fn printed(arguments: &[&str]) -> Result<String> {
    let mut command =
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(arguments).stderr(Stdio::null());
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed: {}", output.status);
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}
