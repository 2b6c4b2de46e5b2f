//! The file in which `tilewright path compare` keeps the runs that are done.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_grid::Seed;
use tilewright_pathplan::compare::{Comparison, State};

use crate::context::Context;
use crate::failure::{Failure, Hint};
use crate::files;

const SCHEMA: &str = "tilewright/path-compare-checkpoint/1";
/// The largest checkpoint that is read, in bytes.
const MOST: u64 = 1 << 24;

/// A checkpoint that was read.
pub(super) struct Checkpoint {
    path: PathBuf,
    document: Document,
}

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct Document {
    schema: String,
    /// The version of the program that wrote it: another one may plan otherwise.
    version: String,
    /// The checksum of all that was asked for.
    asked: String,
    seed: Seed,
    state: State,
}

impl Document {
    fn new(fingerprint: u64, seed: Seed, state: &State) -> Self {
        Self {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            asked: format!("{fingerprint:016x}"),
            seed,
            state: state.clone(),
        }
    }
}

impl Checkpoint {
    /// The checkpoint in a file; none where there is no file.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Failure> {
        if files::is_dash(Some(path)) {
            return Err(anyhow!("a checkpoint is a file, not {}", files::DASH))
                .hint("name a file, such as compare.json");
        }
        if std::fs::symlink_metadata(path).is_err() {
            files::check_free(path, false)?;
            return Ok(None);
        }
        let name = || path.display().to_string();
        let bytes = files::read_large(path, MOST).with_context(name)?;
        let document = serde_json::from_slice(&bytes).ok();
        let document = document.filter(|found: &Document| found.schema == SCHEMA);
        let document = document
            .ok_or_else(|| anyhow!("{} is not a checkpoint of path compare", name()))
            .hint("name a new file, or delete this one")?;
        Ok(Some(Self { path: path.to_owned(), document }))
    }

    /// Its seed, which must be that of the arguments if they name one.
    pub(super) fn seed(&self, context: &Context) -> Result<Seed, Failure> {
        let seed = self.document.seed;
        if context.asked_seed().is_some_and(|asked| asked != seed) {
            let path = self.path.display();
            return Err(anyhow!(
                "{path} is the checkpoint of a comparison with seed {seed}"
            ))
            .hint("leave --seed out to resume it, or name another file");
        }
        context.say(&format!("seed: {seed}"));
        Ok(seed)
    }

    /// The comparison from where the checkpoint stands.
    pub(super) fn resume<'a>(
        self,
        comparison: Comparison<'a>,
        context: &Context,
    ) -> Result<Comparison<'a>, Failure> {
        let Self { path, document } = self;
        let own =
            Document::new(comparison.fingerprint(), document.seed, comparison.state());
        let hint = "name another file, or delete this one to begin anew";
        if document.version != own.version {
            let (path, found) = (path.display(), document.version);
            return Err(anyhow!("{path} was written by version {found}")).hint(hint);
        }
        let total = comparison.total();
        let is_own = document.asked == own.asked;
        let resumed = is_own.then(|| comparison.resumed(document.state)).flatten();
        let resumed = resumed.ok_or_else(|| {
            anyhow!("{} is the checkpoint of another comparison", path.display())
        });
        let resumed = resumed.hint(hint)?;
        let done = resumed.state().done();
        context
            .say(&format!("resumed: {done} of {total} runs are in {}", path.display()));
        Ok(resumed)
    }
}

/// Writes a checkpoint whole or not at all.
pub(super) fn write(
    path: &Path,
    fingerprint: u64,
    seed: Seed,
    state: &State,
) -> Result<(), Failure> {
    let document = serde_json::to_vec(&Document::new(fingerprint, seed, state))?;
    files::write(path, &document, true)
}
