//! What does not come back from a document or a level.

use super::Mapping;
use crate::{Json, JsonObject};

/// The paths of a document with other values than in what was written of its level; indices of lists are left out.
pub(super) fn lost(mapping: &Mapping, document: &Json, again: &Json) -> Vec<String> {
    let sorted = |document: &Json| {
        let mut document = document.clone();
        for list in &mapping.lists {
            let entries = list.path.get(&document).and_then(Json::as_array);
            if let Some(entries) = entries.map(|entries| list.sorted(entries)) {
                list.path.set(&mut document, Json::Array(entries));
            }
        }
        document
    };
    let mut paths = Vec::new();
    compare(String::new(), &sorted(document), &sorted(again), &mut paths);
    paths
}

fn compare(at: String, one: &Json, two: &Json, paths: &mut Vec<String>) {
    match (one, two) {
        (Json::Object(first), Json::Object(second)) => {
            let others = second.iter().map(|(key, _)| key);
            let others = others.filter(|key| first.get(key).is_none());
            for key in first.iter().map(|(key, _)| key).chain(others) {
                let dot = if at.is_empty() { "" } else { "." };
                compare(format!("{at}{dot}{key}"), &one[key], &two[key], paths);
            }
        }
        (Json::Array(first), Json::Array(second)) if first.len() == second.len() => {
            for (one, two) in first.iter().zip(second) {
                compare(format!("{at}[]"), one, two, paths);
            }
        }
        _ if one == two || is_nothing(one) && is_nothing(two) => {}
        _ if paths.contains(&at) => {}
        _ => paths.push(at),
    }
}

/// Whether a value is none, or an empty list.
fn is_nothing(value: &Json) -> bool {
    *value == Json::Null || value.as_array().is_some_and(<[Json]>::is_empty)
}

/// The keys of a document of a level that another does not have, and those that are others in it or only there.
pub(super) fn changed(
    level: &JsonObject,
    again: &JsonObject,
    is_of_level: impl Fn(&str) -> bool,
) -> (Vec<String>, Vec<String>) {
    let (mut missing, mut changed) = (Vec::new(), Vec::new());
    for (key, value) in level.iter() {
        match again.get(key) {
            // In their order: that of colours says which is the first.
            Some(other) if other.to_string() == value.to_string() => {}
            Some(_) if is_of_level(key) => changed.push(key.to_owned()),
            _ => missing.push(key.to_owned()),
        }
    }
    let added = again.iter().map(|(key, _)| key);
    let added = added.filter(|key| level.get(key).is_none() && is_of_level(key));
    changed.extend(added.map(str::to_owned));
    (missing, changed)
}
