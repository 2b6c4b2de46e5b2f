//! The editor Tiled as a judge: its program `tmxrasterizer` draws the maps that we write.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::{cargo, finish, root};

/// A map of ours: its name, the words that make it, and how many pixels wide and high it is.
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

/// Has every map drawn, if the judge is there or can be had.
pub(crate) fn run() -> Result<()> {
    if !is_there() {
        eprintln!(
            "tmxrasterizer is not here, and the package `tiled` cannot be installed: left out"
        );
        return Ok(());
    }
    let folder = root().join("target/judge");
    fs::create_dir_all(&folder)?;
    for (name, words, size) in MAPS {
        let map = folder.join(name);
        let mut command =
            cargo(&format!("run --release --quiet --locked --bin tilewright -- {words}"));
        command.arg(&map).args(["--force", "--quiet"]).stdout(Stdio::null());
        finish(command)?;
        draw(&map, size)?;
    }
    Ok(())
}

/// Draws a map, and holds the picture's size against the one expected.
fn draw(map: &Path, size: [u32; 2]) -> Result<()> {
    let picture = map.with_extension("judged.png");
    let _ = fs::remove_file(&picture);
    let mut command = Command::new("tmxrasterizer");
    command.env("QT_QPA_PLATFORM", "offscreen").arg(map).arg(&picture);
    finish(command)?;
    let drawn =
        fs::read(&picture).with_context(|| format!("{} was not drawn", map.display()))?;
    let number = |at: usize| {
        drawn.get(at..at + 4).map(|bytes| bytes.try_into().map(u32::from_be_bytes))
    };
    // The width and height of a PNG stand after its signature and the name of its first chunk.
    let found = [16, 20].map(|at| number(at).and_then(Result::ok).unwrap_or(0));
    ensure!(found == size, "{} was drawn as {found:?}, expected {size:?}", map.display());
    Ok(())
}

/// Whether the judge is there; on a machine with the package it is installed.
fn is_there() -> bool {
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
