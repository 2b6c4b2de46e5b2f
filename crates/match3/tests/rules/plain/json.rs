//! Small readers of JSON values. Every error names the key.

use serde_json::{Map, Value};

/// What reading gives: a value, or a sentence that names the key and what is wrong.
pub(crate) type Read<T> = Result<T, String>;

/// An object whose keys are all among `known`.
pub(crate) fn object<'a>(
    value: &'a Value,
    key: &str,
    known: &[&str],
) -> Read<&'a Map<String, Value>> {
    let map = any_object(value, key)?;
    for name in map.keys() {
        if !known.contains(&name.as_str()) {
            return Err(format!("{key}: unknown key {name:?}"));
        }
    }
    Ok(map)
}

/// An object with any keys.
pub(crate) fn any_object<'a>(
    value: &'a Value,
    key: &str,
) -> Read<&'a Map<String, Value>> {
    value.as_object().ok_or_else(|| format!("{key}: {value} is not an object"))
}

/// A list.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> Read<&'a Vec<Value>> {
    value.as_array().ok_or_else(|| format!("{key}: {value} is not a list"))
}

/// A text.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Read<&'a str> {
    value.as_str().ok_or_else(|| format!("{key}: {value} is not a text"))
}

/// A whole number from `least` to `most`.
pub(crate) fn number(value: &Value, key: &str, least: u64, most: u64) -> Read<u64> {
    let number =
        value.as_u64().ok_or_else(|| format!("{key}: {value} is not a number"))?;
    if number < least || number > most {
        return Err(format!("{key}: {number} is not from {least} to {most}"));
    }
    Ok(number)
}

/// A number that counts something small, from `least` to `most`.
pub(crate) fn small(value: &Value, key: &str, least: u64, most: u64) -> Read<usize> {
    number(value, key, least, most).map(|number| number as usize)
}

/// A value of `map` by its name, which must be there.
pub(crate) fn required<'a>(
    map: &'a Map<String, Value>,
    key: &str,
    name: &str,
) -> Read<&'a Value> {
    map.get(name).ok_or_else(|| format!("{key}.{name} is missing"))
}

/// A truth value of `map`, or `default` if it is absent.
pub(crate) fn flag(
    map: &Map<String, Value>,
    key: &str,
    name: &str,
    default: bool,
) -> Read<bool> {
    match map.get(name) {
        None => Ok(default),
        Some(value) => value
            .as_bool()
            .ok_or_else(|| format!("{key}.{name}: {value} is not true or false")),
    }
}

/// The value that `names` gives to a word.
pub(crate) fn word<T: Clone>(value: &Value, key: &str, names: &[(&str, T)]) -> Read<T> {
    let word = text(value, key)?;
    let found = names.iter().find(|(name, _)| *name == word);
    found.map(|(_, meaning)| meaning.clone()).ok_or_else(|| {
        let known: Vec<_> = names.iter().map(|(name, _)| *name).collect();
        format!("{key}: {word:?} is none of {}", known.join(", "))
    })
}

/// A list of words, each at most once.
pub(crate) fn words<T: Clone + PartialEq>(
    value: &Value,
    key: &str,
    names: &[(&str, T)],
) -> Read<Vec<T>> {
    let mut found = Vec::new();
    for value in list(value, key)? {
        let meaning = word(value, key, names)?;
        if found.contains(&meaning) {
            return Err(format!("{key}: {value} is there twice"));
        }
        found.push(meaning);
    }
    Ok(found)
}
