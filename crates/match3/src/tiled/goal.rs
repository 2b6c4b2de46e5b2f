//! The goal of a level as the property of a map.

use tilewright_formats::tiled::Map;

use super::MapError;
use crate::Goal;

/// The goal, from words that are separated by blanks, or from JSON.
pub(super) fn read(map: &Map) -> Result<Option<Goal>, MapError> {
    let Some(value) = map.properties.value("goal") else { return Ok(None) };

    let refused = || MapError::Property {
        name: "goal",
        found: value.as_str().map_or_else(|| format!("{value:?}"), str::to_owned),
        expected: "words such as collect:30",
    };

    let text = value.as_str().ok_or_else(refused)?;

    if text.trim_start().starts_with('{') {
        return serde_json::from_str(text).map(Some).map_err(|_| refused());
    }

    let goals =
        text.split_whitespace().map(|word| word.parse::<Goal>().map_err(|_| refused()));
    let mut goals = goals.collect::<Result<Vec<_>, _>>()?;

    Ok(match goals.len() {
        0 => None,
        1 => goals.pop(),
        _ => Some(Goal::All { all: goals }),
    })
}

/// The goal as words, or as JSON if a name in it does not fit in a word.
pub(super) fn write(goal: &Goal) -> String {
    let words = words(goal);
    let leads_back = |word: &String| {
        !word.contains(char::is_whitespace)
            && word.parse::<Goal>().is_ok_and(|goal| goal.to_string() == *word)
    };
    if words.iter().all(leads_back) {
        words.join(" ")
    } else {
        serde_json::to_string(goal).expect("a goal is plain data")
    }
}

fn words(goal: &Goal) -> Vec<String> {
    match goal {
        Goal::All { all } => all.iter().flat_map(words).collect(),
        goal => vec![goal.to_string()],
    }
}
