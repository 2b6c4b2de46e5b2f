//! Reads one kind of `blocks`.

use serde_json::{Map, Value};

use super::json::{Read, flag, number, object, required, text, word, words};
use super::level::COLORS;
use super::read_objects::{check_object, read_generator, read_size, read_timer};
use super::rules::{Cause, Kind, Spot};

const KEYS: [&str; 14] = [
    "place",
    "layers",
    "broken_by",
    "color",
    "moves",
    "keeps",
    "holds",
    "matches",
    "spreads",
    "after",
    "then",
    "gives",
    "to",
    "cells",
];

/// The kind `name` in a level with these colours.
pub(crate) fn read_kind(name: &str, value: &Value, colors: &[String]) -> Read<Kind> {
    let key = format!("blocks.{name}");
    if name.len() < 2 || !name.chars().all(|letter| letter.is_ascii_lowercase()) {
        return Err(format!("{key}: ambiguous, not two or more of the letters a to z"));
    }

    let map = object(value, &key, &KEYS)?;
    let spots = [
        ("blocker", Spot::Blocker),
        ("cover", Spot::Cover),
        ("ground", Spot::Ground),
        ("ingredient", Spot::Ingredient),
    ];

    let spot = word(required(map, &key, "place")?, &format!("{key}.place"), &spots)?;
    for (only, spots) in allowed() {
        if map.contains_key(only) && !spots.contains(&spot) {
            return Err(format!("{key}.{only}: not with this place"));
        }
    }

    let color = read_color(map, &key, colors)?;
    let broken_by = read_causes(map, &key, spot, color.is_some())?;
    let layers = map
        .get("layers")
        .map_or(Ok(1), |value| number(value, &format!("{key}.layers"), 1, 9))?;
    let kind = Kind {
        name: name.to_owned(),
        spot,
        layers,
        broken_by,
        color,
        moves: flag(map, &key, "moves", false)?,
        keeps: flag(map, &key, "keeps", false)?,
        holds: flag(map, &key, "holds", false)?,
        matches: flag(map, &key, "matches", true)?,
        spreads: flag(map, &key, "spreads", false)?,
        timer: read_timer(map, &key)?,
        generator: read_generator(map, &key)?,
        size: read_size(map, &key)?,
    };

    if kind.moves && kind.spreads {
        return Err(format!("{key}.spreads: contradictory with moves"));
    }

    check_object(map, &key, &kind)?;
    Ok(kind)
}

/// Which keys are for some places only.
const fn allowed() -> [(&'static str, &'static [Spot]); 11] {
    let layered: &[Spot] = &[Spot::Blocker, Spot::Cover, Spot::Ground];
    [
        ("layers", layered),
        ("broken_by", layered),
        ("color", &[Spot::Blocker]),
        ("moves", &[Spot::Blocker]),
        ("keeps", &[Spot::Cover]),
        ("holds", &[Spot::Cover]),
        ("matches", &[Spot::Cover]),
        ("spreads", &[Spot::Blocker, Spot::Cover]),
        ("after", &[Spot::Blocker, Spot::Cover]),
        ("gives", &[Spot::Blocker]),
        ("cells", &[Spot::Blocker]),
    ]
}

fn read_color(
    map: &Map<String, Value>,
    key: &str,
    colors: &[String],
) -> Read<Option<String>> {
    let Some(value) = map.get("color") else {
        return Ok(None);
    };
    let name = text(value, &format!("{key}.color"))?;
    if colors.iter().any(|color| color == name) || COLORS.contains(&name) {
        return Ok(Some(name.to_owned()));
    }
    Err(format!("{key}.color: unknown colour {name:?}"))
}

fn read_causes(
    map: &Map<String, Value>,
    key: &str,
    spot: Spot,
    colored: bool,
) -> Read<Vec<Cause>> {
    let Some(value) = map.get("broken_by") else {
        return Ok(match spot {
            Spot::Blocker if colored || map.contains_key("gives") => vec![Cause::Beside],
            Spot::Blocker => vec![Cause::Beside, Cause::Hit],
            Spot::Cover | Spot::Ground => vec![Cause::Match, Cause::Hit],
            Spot::Ingredient => Vec::new(),
        });
    };

    let names = [("beside", Cause::Beside), ("match", Cause::Match), ("hit", Cause::Hit)];
    let causes = words(value, &format!("{key}.broken_by"), &names)?;

    if colored && !causes.contains(&Cause::Beside) {
        return Err(format!("{key}.broken_by: contradictory with color"));
    }

    let impossible = match spot {
        Spot::Blocker => causes.contains(&Cause::Match),
        Spot::Ground => causes.contains(&Cause::Beside),
        Spot::Cover | Spot::Ingredient => false,
    };
    if impossible {
        return Err(format!("{key}.broken_by: {value} is impossible here"));
    }

    Ok(causes)
}
