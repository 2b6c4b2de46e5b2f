//! The rules document: a preset, or an object that changes one. Joined as JSON, then read.

use serde_json::{Map, Value, json};

use super::json::{Read, any_object, list, object, text};
use super::presets::preset;

const KEYS: [&str; 12] = [
    "base",
    "move",
    "shapes",
    "least",
    "groups",
    "pieces",
    "pairs",
    "blocks",
    "hits",
    "refill",
    "reshuffle",
    "score",
];

/// The whole document: every key of the preset, with the changes of `rules` and the kinds of
/// the level's own `blocks`. Also whether it is the preset `classic` by name.
pub(crate) fn whole(
    rules: Option<&Value>,
    blocks: Option<&Value>,
) -> Read<(Map<String, Value>, bool)> {
    let classic = json!("classic");
    let rules = rules.unwrap_or(&classic);
    let (mut document, by_name) = match rules {
        Value::String(name) => (base(name)?, name == "classic"),
        _ => (changed(rules)?, false),
    };
    if let Some(blocks) = blocks {
        if rules.get("blocks").is_some() {
            return Err("blocks: both in rules and in the level, give one".to_owned());
        }
        join_named(&mut document, "blocks", blocks)?;
    }
    Ok((document, by_name))
}

fn base(name: &str) -> Read<Map<String, Value>> {
    let text = preset(name).ok_or_else(|| format!("rules: unknown preset {name:?}"))?;
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("the preset {name:?} is no JSON: {error}"))?;
    any_object(&value, name).cloned()
}

fn changed(rules: &Value) -> Read<Map<String, Value>> {
    let map = object(rules, "rules", &KEYS)?;
    let name = map.get("base").map_or(Ok("classic"), |name| text(name, "rules.base"))?;
    let mut document = base(name)?;
    if map.get("move").is_some_and(|chosen| *chosen != move_of(&document)) {
        // What groups make does not come along to games of the other move.
        for key in ["shapes", "least", "groups"] {
            document.shift_remove(key);
        }
    }

    for (key, value) in map {
        match key.as_str() {
            "base" => {}
            "pieces" | "blocks" => join_named(&mut document, key, value)?,
            "pairs" => join_pairs(&mut document, value)?,
            _ => {
                document.insert(key.clone(), value.clone());
            }
        }
    }
    Ok(document)
}

/// The move of a preset.
fn move_of(document: &Map<String, Value>) -> Value {
    document.get("move").cloned().unwrap_or_else(|| json!("swap"))
}

/// Entries replace those of the same name in their places, new ones come last, null removes.
fn join_named(document: &mut Map<String, Value>, key: &str, changes: &Value) -> Read<()> {
    let mut joined = any_object(&document[key], key)?.clone();
    for (name, entry) in any_object(changes, key)? {
        if entry.is_null() {
            joined.shift_remove(name);
        } else {
            joined.insert(name.clone(), entry.clone());
        }
    }
    document.insert(key.to_owned(), Value::Object(joined));
    Ok(())
}

/// The same for pairs, by their two kinds in any order.
fn join_pairs(document: &mut Map<String, Value>, changes: &Value) -> Read<()> {
    let mut joined = list(&document["pairs"], "pairs")?.clone();
    let mut seen = Vec::new();

    for (index, change) in list(changes, "pairs")?.iter().enumerate() {
        let key = format!("pairs[{index}]");
        let kinds = pair_kinds(change, &key)?;
        if seen.contains(&kinds) {
            return Err(format!("{key}.of: duplicate {}", change["of"]));
        }
        let place =
            joined.iter().position(|pair| pair_kinds(pair, &key).as_ref() == Ok(&kinds));
        seen.push(kinds);
        match (place, change["fires"].is_null() && change.get("fires").is_some()) {
            (Some(place), true) => drop(joined.remove(place)),
            (Some(place), false) => joined[place] = change.clone(),
            (None, true) => {}
            (None, false) => joined.push(change.clone()),
        }
    }

    document.insert("pairs".to_owned(), Value::Array(joined));
    Ok(())
}

fn pair_kinds(pair: &Value, key: &str) -> Read<Vec<String>> {
    let map = object(pair, key, &["of", "fires"])?;
    let of = map.get("of").ok_or_else(|| format!("{key}.of is missing"))?;
    let mut kinds = Vec::new();
    for kind in list(of, &format!("{key}.of"))? {
        kinds.push(text(kind, &format!("{key}.of"))?.to_owned());
    }
    if kinds.len() != 2 {
        return Err(format!("{key}.of: {of} is not two pieces"));
    }
    kinds.sort();
    Ok(kinds)
}
