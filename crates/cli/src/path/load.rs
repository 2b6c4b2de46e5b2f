//! Maps and scenarios from files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use tilewright_formats::movingai::{self, Scenario};
use tilewright_pathplan::Map;

use crate::failure::{Failure, Hint};
use crate::files;

/// The map in a file: one of the MovingAI benchmarks if it begins as one, else text.
pub(super) fn map(path: &Path) -> Result<Map, Failure> {
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    if text.starts_with("type") {
        let map: movingai::Map = text.parse().with_context(name)?;
        return Ok(Map::from_movingai(&map).with_context(name)?);
    }
    let map = text.parse().with_context(name);
    map.hint("a map is a .map of the MovingAI benchmarks, or lines of . # ~ and 2 to 9")
}

/// The scenarios in a file.
pub(super) fn scenarios(path: &Path) -> Result<Vec<Scenario>, Failure> {
    let name = || path.display().to_string();
    let text = files::read_map(path).with_context(name)?;
    Ok(movingai::scenarios(&text).with_context(name)?)
}

/// The map of a list of scenarios, which lies beside it: under the list's own name without
/// `.scen`, else under the name that the list gives.
pub(super) fn map_of(list: &Path, scenarios: &[Scenario]) -> Result<Map, Failure> {
    let beside = list.with_extension("");
    if beside.is_file() {
        return map(&beside);
    }
    let first = scenarios.first();
    let named = first.and_then(|scenario| Path::new(&scenario.map).file_name());
    let named = named.map(|name| files::parent(list).join(name));
    match named.filter(|path: &PathBuf| path.is_file()) {
        Some(path) => map(&path),
        None => Err(anyhow!("the map of {} is not beside it", list.display()))
            .hint(format!("put it there as {}", beside.display())),
    }
}
