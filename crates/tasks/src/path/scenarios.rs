//! Files of scenarios and their maps.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_formats::movingai::{self, Scenario};
use tilewright_pathplan::Map;

use super::Walkability;
use super::load::{self, MOST, folder};
use crate::{Host, Input, Refusal, Refuse as _, input};

/// The scenarios of a file.
pub(super) fn scenarios(host: &dyn Host, list: &str) -> Result<Vec<Scenario>, Refusal> {
    let name = || list.to_owned();
    let text = input::bytes(host, list, MOST).and_then(|bytes| input::text(bytes, 1));
    let text = text.with_context(name)?;
    let text = text.trim_start_matches('\u{feff}');
    Ok(movingai::scenarios(text).with_context(name)?)
}

/// The map of a file of scenarios, which must lie beside it: the name of the file without
/// `.scen`, else the name that the file states.
pub(super) fn map_of(
    host: &dyn Host,
    list: &str,
    scenarios: &[Scenario],
    walkability: &Walkability,
) -> Result<Map, Refusal> {
    let listed = scenarios.first();
    let listed = listed.and_then(|scenario| Path::new(&scenario.map).file_name());
    let listed = listed.map(|name| Path::new(folder(list)).join(name));
    let own = Path::new(list).with_extension("");
    let own = own.to_string_lossy().into_owned();
    let listed = listed.map(|path| path.to_string_lossy().into_owned());

    let mut names = [Some(own.clone()), listed].into_iter().flatten();
    match names.find(|name| host.exists(name)) {
        Some(name) => {
            let input = Input::Name(name);
            let bytes = load::bytes(host, &input)?;
            let loaded = load::of_bytes(host, &input, bytes, walkability)?;
            load::warn(host, &input, &loaded);
            Ok(loaded.map)
        }
        None => Err(anyhow!("the map of {list} was not found beside it"))
            .hint(format!("expected it as {own}")),
    }
}
