//! The checkpoint of `tilewright match3 calibrate`: what the games of every finished level came
//! to.

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Calibration, Played};

use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;

/// How long what was played may wait to be written.
const WAIT: Duration = Duration::from_secs(1);
/// The largest file: 100,000 levels take some six megabytes.
const MOST: u64 = 1 << 25;
const SCHEMA: &str = "tilewright/calibration-games/1";

/// The document.
#[derive(Serialize, Deserialize)]
struct Document {
    schema: String,
    /// The checksum of all that the games depend on, but for the seed.
    asked: String,
    seed: Seed,
    /// What each level came to, in their order; nothing for one that is not fitted to.
    levels: Vec<Option<Played>>,
}

/// A file that keeps games, or none.
pub(super) struct Games<'a> {
    path: Option<&'a Path>,
    asked: String,
    pub(super) seed: Seed,
    written: Cell<Instant>,
}

impl<'a> Games<'a> {
    /// Begins the file, or resumes one of the same calibration with the levels that it has.
    pub(super) fn begin(
        path: Option<&'a Path>,
        wanted: &Calibration,
        context: &Context,
    ) -> Result<(Self, Vec<Option<Played>>), Failure> {
        let Calibration { size, colors, goal, player, games, .. } = wanted;
        let version = env!("CARGO_PKG_VERSION");
        let asked = format!("{version} {size:?} {colors} {goal} {player} {games}");
        let asked = format!("{:016x}", checksum(asked.as_bytes()));
        let found = path.filter(|path| path.exists()).map(Document::read).transpose()?;
        let is_ours = |document: &Document| document.check(path, &asked, context);
        let found = match found {
            Some(document) if !context.force => {
                is_ours(&document)?;
                Some(document)
            }
            other => other.filter(|document| is_ours(document).is_ok()),
        };
        let seed = found.as_ref().map_or_else(|| context.seed(), |found| found.seed);
        let levels = found.map(|found| found.levels).unwrap_or_default();
        Ok((Self { path, asked, seed, written: Cell::new(Instant::now()) }, levels))
    }

    /// Writes what was played, unless that was done a moment ago.
    pub(super) fn keep(&self, levels: &[Option<Played>]) -> Result<(), Failure> {
        if self.written.get().elapsed() < WAIT {
            return Ok(());
        }
        self.finish(levels)
    }

    /// Writes what was played.
    pub(super) fn finish(&self, levels: &[Option<Played>]) -> Result<(), Failure> {
        let Some(path) = self.path else { return Ok(()) };
        let document = Document {
            schema: SCHEMA.to_owned(),
            asked: self.asked.clone(),
            seed: self.seed,
            levels: levels.to_vec(),
        };
        files::write(path, &serde_json::to_vec(&document)?, true)?;
        self.written.set(Instant::now());
        Ok(())
    }
}

impl Document {
    fn read(path: &Path) -> Result<Self, Failure> {
        let name = || path.display().to_string();
        let bytes = files::read_large(path, MOST).with_context(name)?;
        let document: Self = serde_json::from_slice(&bytes).with_context(name).hint(
            "name a file that is not there yet, or the checkpoint of a calibration",
        )?;
        let is_sound = |played: &Played| {
            let Played { mean, error } = *played;
            (0.1..=1e6).contains(&mean) && (0.0..=1e6).contains(&error)
        };
        if document.schema != SCHEMA {
            let found = document.schema;
            return Err(anyhow!(
                "{}: the schema is {found:?}, expected {SCHEMA:?}",
                name()
            )
            .into());
        }
        if !document.levels.iter().flatten().all(is_sound) {
            return Err(anyhow!("{}: a mean that no games have", name()))
                .hint("delete it, and the games are played again");
        }
        Ok(document)
    }

    /// Whether it holds the games of this calibration.
    fn check(
        &self,
        path: Option<&Path>,
        asked: &str,
        context: &Context,
    ) -> Result<(), Failure> {
        let name = path.map(|path| path.display().to_string()).unwrap_or_default();
        let seed = self.seed;
        if self.asked != asked {
            return Err(anyhow!("{name} holds the games of another calibration"))
                .hint("name another file; --force replaces it");
        }
        if context.asked_seed().is_some_and(|asked| asked != seed) {
            return Err(anyhow!("{name} holds games of seed {seed}")).hint(
                "leave --seed out to resume them, or name another file; --force replaces it",
            );
        }
        Ok(())
    }
}
