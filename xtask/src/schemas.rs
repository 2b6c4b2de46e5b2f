//! `cargo xtask schemas`: regenerates the JSON Schemas of all requests, in `crates/tasks/schemas`.

use anyhow::Result;

use crate::root;

pub(crate) fn run() -> Result<()> {
    let folder = root().join("crates/tasks/schemas");
    for old in std::fs::read_dir(&folder)? {
        std::fs::remove_file(old?.path())?;
    }
    for entry in tilewright_tasks::all() {
        std::fs::write(folder.join(entry.file()), entry.schema_text())?;
    }
    Ok(())
}
