//! `cargo xtask site`: the page as a static folder, `target/site`, without a server: its files, the
//! tasks as `tilewright.wasm`, the network of 2048, which the page loads only when it plays, and the
//! book, whose chapters carry the page.

mod check;
mod live;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::wasm::{self, Toolchain};
use crate::{npm, root};

/// The files of the page.
const PAGE: &str = "crates/workbench/page";

/// The network, and the name under which the page loads it.
const NETWORK: &str = "crates/network-2048/4x6.tw2048";

/// What the page gets where it asks whether there is a server: not a list of tasks. Without this file
/// the browser would report an error.
const NO_SERVER: &str = "{\"server\": false}\n";

/// Options of `cargo xtask site`.
#[derive(Args)]
pub(crate) struct Site {
    /// Afterwards run the tests of the module under node, against the command line, and those of the
    /// page in Chromium.
    #[arg(long)]
    check: bool,
    /// With the examples in Phaser, which play in the book; needs npm.
    #[arg(long)]
    phaser: bool,
    /// Compile with Debian's rustc-web even if the own toolchain has the target.
    #[arg(long)]
    debian: bool,
}

impl Site {
    /// With its tests, as `cargo xtask test` runs it.
    pub(crate) const fn checked() -> Self {
        Self { check: true, phaser: false, debian: false }
    }
}

/// Writes the folder.
pub(crate) fn run(site: &Site) -> Result<()> {
    let toolchain = if site.debian { Toolchain::debian()? } else { Toolchain::find()? };
    let module = wasm::build(&toolchain, "site", "tasks")?;

    let folder = folder();
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }

    copy(&root().join(PAGE), &folder)?;
    put(&module, &folder.join("tilewright.wasm"))?;
    put(&root().join(NETWORK), &folder.join("4x6.tw2048"))?;
    fs::write(folder.join("tasks"), NO_SERVER)?;
    report(&folder)?;
    // Its tests look at them.
    if site.phaser || site.check {
        npm::examples(&folder.join("phaser"))?;
    }
    live::run(&folder)?;

    if site.check { check::run(&folder) } else { Ok(()) }
}

/// The folder of the static page.
pub(crate) fn folder() -> PathBuf {
    root().join("target/site")
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() { copy(&from, &to)? } else { put(&from, &to)? }
    }
    Ok(())
}

fn put(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

/// Reports the size of the module, as it is and as a server sends it.
fn report(folder: &Path) -> Result<()> {
    let bytes = fs::read(folder.join("tilewright.wasm"))?;
    ensure!(bytes.starts_with(b"\0asm"), "tilewright.wasm is not a module");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(&bytes)?;
    let packed = packed.finish()?.len();
    eprintln!("{}: module of {} bytes, {packed} gzipped", folder.display(), bytes.len());
    Ok(())
}
