//! Debian's compiler rustc-web, from the security archive: unpacked below `target/`, not installed,
//! since it would replace the own toolchain.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{finish, root};

/// The packages that need no version in their names.
const PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "libstd-rust-web-dev"];

fn folder() -> PathBuf {
    root().join("target/tools/rustc-web")
}

/// The folder with the compiler, if it was unpacked.
pub(super) fn unpacked() -> Option<PathBuf> {
    let folder = folder();
    folder.join("usr/bin/rustc").is_file().then_some(folder)
}

/// The folder of the compiler's libraries.
pub(super) fn libraries(folder: &Path) -> OsString {
    let machine = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    folder.join(machine).into_os_string()
}

/// Loads and unpacks the packages. Returns the folder.
pub(super) fn load() -> Result<PathBuf> {
    let folder = folder();
    let packages = folder.with_extension("packages");
    fs::create_dir_all(&packages)?;
    let names = names().context(
        "apt-get offers no rustc-web: add Debian's security archive, or a toolchain with the target \
         wasm32-unknown-unknown",
    )?;

    let mut apt = Command::new("apt-get");
    apt.arg("download").args(names).current_dir(&packages);
    finish(apt)?;

    // Moved to its place only when all is there.
    let part = folder.with_extension("part");
    if part.exists() {
        fs::remove_dir_all(&part)?;
    }
    for entry in fs::read_dir(&packages)? {
        let mut dpkg = Command::new("dpkg-deb");
        dpkg.arg("--extract").arg(entry?.path()).arg(&part);
        finish(dpkg)?;
    }

    fs::rename(&part, &folder)?;
    fs::remove_dir_all(&packages)?;
    Ok(folder)
}

/// The packages: those of the compiler, its libraries, and the LLVM that they are linked with.
fn names() -> Result<Vec<String>> {
    let library = dependency("libstd-rust-web-dev", "libstd-rust-web-")?;
    let llvm = dependency(&library, "libllvm")?;
    let mut names: Vec<_> = PACKAGES.map(str::to_owned).into();
    names.extend([library, llvm]);
    Ok(names)
}

/// The dependency of a package whose name begins like this.
fn dependency(package: &str, start: &str) -> Result<String> {
    let mut apt = Command::new("apt-cache");
    let output =
        apt.args(["depends", package]).output().context("cannot run apt-cache")?;
    ensure!(output.status.success(), "apt-cache knows no package {package}");
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.trim().strip_prefix("Depends: "));
    match names.into_iter().find(|name| name.starts_with(start)) {
        Some(name) => Ok(name.to_owned()),
        None => bail!("{package} does not depend on {start}"),
    }
}
