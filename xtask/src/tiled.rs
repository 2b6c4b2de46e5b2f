//! Checks written maps with the editor Tiled: its program `tmxrasterizer` must draw them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{build, finish, root};

/// The maps: file name, the arguments of tilewright that write it, and its width and height in
/// pixels.
const MAPS: [(&str, &str, [u32; 2]); 4] = [
    (
        "ground.tmx",
        "path convert crates/pathplan/tests/data/movingai/arena.map",
        [784, 784],
    ),
    (
        "route.tmx",
        "path plan crates/pathplan/tests/data/bevy_northstar/demo_16.tmx \
         --walkable-tiles 14 --from 1,1 --to 14,14 --output",
        [128, 128],
    ),
    (
        "route.tmj",
        "path plan crates/pathplan/tests/data/movingai/arena.map --from 4,10 --to 40,40 --output",
        [784, 784],
    ),
    (
        "level.tmx",
        "match3 export crates/cli/src/garden.json --to tmx --output",
        [256, 256],
    ),
];

/// Draws every map, if Tiled is installed or can be installed.
pub(crate) fn run() -> Result<()> {
    if !is_installed() {
        eprintln!(
            "tmxrasterizer is missing, and the package `tiled` cannot be installed: check skipped"
        );
        return Ok(());
    }

    let program = build()?.join("tilewright");
    let folder = root().join("target/tiled");
    fs::create_dir_all(&folder)?;

    for (name, words, size) in MAPS {
        let map = folder.join(name);
        let mut command = Command::new(&program);
        command.current_dir(root()).args(words.split_whitespace());
        command.arg(&map).args(["--force", "--quiet"]).stdout(Stdio::null());
        finish(command)?;
        draw(&map, size)?;
    }

    Ok(())
}

/// Draws a map, and compares the size of the picture with the expected one.
fn draw(map: &Path, size: [u32; 2]) -> Result<()> {
    let picture = map.with_extension("drawn.png");
    let _ = fs::remove_file(&picture);

    let mut command = Command::new("tmxrasterizer");
    command.env("QT_QPA_PLATFORM", "offscreen").arg(map).arg(&picture);
    finish(command)?;

    let drawn =
        fs::read(&picture).with_context(|| format!("{} was not drawn", map.display()))?;
    let number = |at: usize| {
        drawn.get(at..at + 4).map(|bytes| bytes.try_into().map(u32::from_be_bytes))
    };
    // In a PNG, width and height follow the signature and the name of the first chunk.
    let found = [16, 20].map(|at| number(at).and_then(Result::ok).unwrap_or(0));
    ensure!(found == size, "{} was drawn as {found:?}, expected {size:?}", map.display());
    Ok(())
}

/// Whether `tmxrasterizer` is installed; tries to install its package if not.
fn is_installed() -> bool {
    let is_found = || {
        let mut probe = Command::new("tmxrasterizer");
        probe.env("QT_QPA_PLATFORM", "offscreen").arg("--version");
        probe
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    if is_found() {
        return true;
    }

    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", "tiled"]);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    let installed = install.stdout(Stdio::null()).stderr(Stdio::null()).status();

    installed.is_ok_and(|status| status.success()) && is_found()
}
