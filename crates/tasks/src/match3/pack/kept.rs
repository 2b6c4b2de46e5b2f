//! Levels of another pack that stay as they are.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use tilewright_match3::Level;

use super::super::levels::{read_template, whole};
use super::super::series;
use crate::{Host, Input, Refusal, Refuse as _};

/// The levels of a folder by their numbers, from 1: those with names such as `level-007.json`, up to the last number of a pack. Levels that
/// were not found are left out, and those of the numbers `again`, which are made anew.
///
/// # Errors
/// When there is no such folder, it has none of them, or one cannot be read.
pub(super) fn levels(
    host: &dyn Host,
    folder: &str,
    (last, again): (u32, &[u32]),
) -> Result<BTreeMap<u32, Level>, Refusal> {
    let files = host.list(folder).with_context(|| folder.to_owned());
    let files = files.hint("name the folder of a pack")?;
    let numbered = files.iter().filter_map(|file| Some((number_of(file)?, file)));
    let numbered: Vec<_> = numbered.filter(|(number, _)| *number <= last).collect();
    if numbered.is_empty() {
        return Err(anyhow!("the folder {folder} has no levels of this pack"))
            .hint("they have names such as level-007.json");
    }

    let mut kept = BTreeMap::new();
    for (number, file) in numbered {
        if again.contains(&number) {
            continue;
        }
        let input = Input::Name(file.clone());
        let level = whole(&read_template(host, &input)?, &input)?;
        if level.missed.is_none() {
            kept.insert(number, level);
        }
    }
    Ok(kept)
}

/// The number in the name of the file of a level.
fn number_of(file: &str) -> Option<u32> {
    let name = Path::new(file).file_name()?.to_str()?;
    let digits = name.strip_prefix("level-")?.strip_suffix(".json")?;
    series::is_level(name)
        .then(|| digits.parse().ok())
        .flatten()
        .filter(|number| *number > 0)
}
