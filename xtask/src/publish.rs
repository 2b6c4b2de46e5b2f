//! `cargo xtask publish`: all that publishing does but the upload.

use anyhow::Result;

use crate::{cargo, finish};

/// Packages every crate that is published, in the order of their dependencies, compiles each from its package alone, and
/// stops before the upload. Asks the registry whether the versions are new.
pub(crate) fn run() -> Result<()> {
    // With changes that are not committed too: what is tested is what stands here.
    finish(cargo("publish --dry-run --workspace --locked --allow-dirty"))
}
