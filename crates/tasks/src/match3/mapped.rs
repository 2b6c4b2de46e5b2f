//! Mappings of a studio's own JSON, and what is said when one does not fit.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;
use tilewright_match3::Goal;
use tilewright_match3::mapping::{MappedLevel, Mapping, MappingError, UnknownCode};

use super::{series, toml_file};
use crate::read::{like, nearest as nearest_key};
use crate::{Event, Hint, Host, Input, Refusal, Refuse as _};

/// The hint for a mapping that cannot be read.
const KEYS: &str = "a mapping has the keys constants, places, grid, codes, layers, lists and goals, such as \
                    places.moves = \"move_count\", grid.path = \"grid\" and codes.bo = \"box1\"";

/// Reads a mapping.
pub(super) fn read(host: &dyn Host, input: &Input) -> Result<Mapping, Refusal> {
    toml_file::read(host, input, KEYS)
}

/// The names of the files of several levels in a folder: those of their sources, as JSON.
///
/// # Errors
/// When two would have the same name.
pub(super) fn file_names(levels: &[Input]) -> Result<Vec<String>, Refusal> {
    let mut names: BTreeMap<String, &Input> = BTreeMap::new();
    let name = |(number, input): (u64, &Input)| match input {
        Input::Name(name) => {
            let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
            format!("{}.json", stem.unwrap_or("level"))
        }
        Input::Document(_) => series::name(number, "json"),
    };
    let all: Vec<_> = (0..).zip(levels).map(name).collect();
    for (name, input) in all.iter().zip(levels) {
        if let Some(other) = names.insert(name.clone(), input) {
            return Err(anyhow!("{other} and {input} would both be written as {name}"))
                .hint("rename one of them, or write them one by one");
        }
    }
    Ok(all)
}

/// Whether a file of such a folder is one of its levels.
pub(super) fn is_json(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|it| it == "json")
}

/// The hint for an error of a mapping, if there is one.
pub(super) fn hint(error: &MappingError) -> Option<Hint> {
    let hint = match error {
        MappingError::Codes(codes) => {
            let near = codes.iter().filter_map(|unknown| {
                let near = nearest(unknown)?;
                Some(format!("did you mean {near:?} for {:?}?", unknown.code))
            });
            let mut near: Vec<_> = near.collect();
            near.push("add other codes to `codes` of the mapping".to_owned());
            near.join(" ")
        }
        MappingError::Unknown { name, known, .. } => {
            return like(name, known.iter().map(String::as_str));
        }
        MappingError::Missing { at, beside } => {
            let name = at.rsplit('.').next().unwrap_or(at);
            return like(name, beside.iter().map(String::as_str));
        }
        MappingError::Cells(_) => {
            "add a code that stands for the cell to `codes` of the mapping".to_owned()
        }
        MappingError::Goals(_) => {
            "add a code that stands for the goal to `goals.codes` of the mapping"
                .to_owned()
        }
        MappingError::Changed(_) => {
            "give these keys a place in `places` of the mapping".to_owned()
        }
        _ => return None,
    };
    Some(hint.into())
}

/// The known code that takes the fewest changes, whatever the case of its letters; of several one of the same length.
/// Codes are short: of three letters one that is the same says enough.
fn nearest(UnknownCode { code, known, .. }: &UnknownCode) -> Option<&String> {
    let lower = code.to_lowercase();
    let likeness = |known: &String| {
        let likeness =
            strsim::normalized_damerau_levenshtein(&lower, &known.to_lowercase());
        likeness + if known.len() == code.len() { 0.01 } else { 0.0 }
    };
    let near = known.iter().map(|known| (likeness(known), known));
    let best = near.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.3).map(|(_, known)| known)
}

/// Reports what a level lacks that its mapping has places for, and what commands need of it.
///
/// # Errors
/// When nothing is at a place, but beside it is a key of almost the same name that no place names: one of the two is misspelt.
pub(super) fn check_whole(
    read: &MappedLevel,
    file: &str,
    host: &dyn Host,
) -> Result<(), Refusal> {
    for place in &read.absent {
        let (key, path) = (&place.key, &place.path);
        let lacking = format!("{file}: nothing is at `{path}`, the place of `{key}`");
        let name = path.rsplit('.').next().unwrap_or(path);
        if let Some(near) = nearest_key(name, place.beside.iter().map(String::as_str)) {
            return Err(anyhow!(lacking)).hint(format!("did you mean `{near}`?"));
        }
        host.tell(Event::Warning(&lacking, None));
    }

    let level = &read.level;
    let has_goal = level.goal.as_ref().is_some_and(|goal| !Goal::is_empty(goal));
    let lacks = [(has_goal, "goal"), (level.moves.is_some(), "move limit")];
    for (_, what) in lacks.iter().filter(|(is_there, _)| !is_there) {
        let lacking = format!("{file}: the level has no {what}");
        host.tell(Event::Warning(&lacking, None));
    }
    Ok(())
}
