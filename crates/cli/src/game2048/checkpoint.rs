//! A search for weights, kept after every generation.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_2048::Tuning;
use tilewright_evolve::Evolution;
use tilewright_grid::Seed;

use super::record::with_resume;
use super::tune::{Scheme, Search};
use crate::arguments::Tune;
use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;

/// What a kept search begins with; the seed and a line feed follow, then the search.
const HEADER: &str = "tilewright/tune2048/checkpoint/1 ";

/// The largest kept search that is read, in bytes.
const MOST: u64 = 1 << 26;

/// How many bytes tell whether a file is one.
const START: usize = HEADER.len() + 21;

/// The seed and the search in the checkpoint, where there is one to continue from.
pub(super) fn read(
    arguments: &Tune,
    context: &Context,
) -> Result<Option<(Seed, Vec<u8>)>, Failure> {
    let Some(path) = arguments.checkpoint.as_deref() else { return Ok(None) };
    if !arguments.resume || !path.exists() {
        files::check_free(path, context.force)
            .map_err(|failure| with_resume(failure, path.is_file()))?;
        return Ok(None);
    }
    let name = || path.display().to_string();
    let bytes = files::read_announced(path, START, |start| parse(start).map(|_| MOST));
    let hint = "name a file that 2048 tune --checkpoint wrote with this version";
    let bytes = bytes.with_context(name).hint(hint)?;
    let (found, length) = parse(&bytes).with_context(name).hint(hint)?;
    if let Some(asked) = context.asked_seed().filter(|&asked| asked != found) {
        return Err(anyhow!(
            "{}: the checkpoint was made with the seed {found}, asked for is {asked}",
            name()
        ))
        .hint("give the settings of the checkpoint, or name another");
    }
    Ok(Some((found, bytes[length..].to_vec())))
}

/// The seed in the header, and how long that is.
fn parse(start: &[u8]) -> anyhow::Result<(Seed, usize)> {
    let line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let text = std::str::from_utf8(line).ok();
    let seed = text.and_then(|text| text.strip_prefix(HEADER)?.parse().ok());
    let seed = seed.filter(|_| line.len() < start.len());
    let seed =
        seed.ok_or_else(|| anyhow!("not a checkpoint of 2048 tune (wrong header)"))?;
    Ok((Seed(seed), line.len() + 1))
}

/// The search as it was.
pub(super) fn resume(
    arguments: &Tune,
    tuning: Tuning,
    scheme: Scheme,
    bytes: &[u8],
) -> Result<Search, Failure> {
    let name =
        || arguments.checkpoint.as_deref().unwrap_or(Path::new("")).display().to_string();
    Evolution::resume(tuning, scheme, bytes)
        .with_context(name)
        .hint("give the settings of the checkpoint, or name another")
}

/// Writes the search whole or not at all.
pub(super) fn write(path: &Path, seed: Seed, evolution: &Search) -> Result<(), Failure> {
    let mut bytes = format!("{HEADER}{}\n", seed.0).into_bytes();
    bytes.extend(evolution.checkpoint());
    files::write(path, &bytes, true)
}
