//! Places within a JSON document.

use serde::Deserialize;

use crate::{Json, JsonObject};

/// A place within a JSON document: keys, and indices of lists, that are joined by dots, such as `board.size.0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(super) struct Path {
    text: String,
}

impl From<&str> for Path {
    fn from(text: &str) -> Self {
        Self { text: text.to_owned() }
    }
}

impl From<String> for Path {
    fn from(text: String) -> Self {
        Self { text }
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.text)
    }
}

impl Path {
    fn steps(&self) -> impl Iterator<Item = &str> {
        self.text.split('.')
    }

    /// The value at this place; none if there is none, or null.
    pub(super) fn get<'a>(&self, document: &'a Json) -> Option<&'a Json> {
        let value = self.steps().try_fold(document, |value, step| match value {
            Json::Array(values) => values.get(step.parse::<usize>().ok()?),
            value => value.get(step),
        })?;
        Some(value).filter(|value| **value != Json::Null)
    }

    /// The keys of the object in which this place is or should be.
    pub(super) fn beside(&self, document: &Json) -> Vec<String> {
        let around = match self.text.rsplit_once('.') {
            None => Some(document),
            Some((around, _)) => Self::from(around).get(document),
        };
        let object = around.and_then(Json::as_object);
        let keys = object.into_iter().flat_map(JsonObject::iter);
        keys.map(|(key, _)| key.to_owned()).collect()
    }

    /// Sets the value at this place, and makes the objects and lists around it. Values of another kind on the way give way.
    pub(super) fn set(&self, document: &mut Json, value: Json) {
        let mut at = document;
        for step in self.steps() {
            at = child(at, step);
        }
        *at = value;
    }

    /// Removes what is at this place, and objects around it that are empty then.
    pub(super) fn remove(&self, document: &mut Json) {
        let steps: Vec<_> = self.steps().collect();
        remove(document, &steps);
    }
}

/// The most entries of a list that a place makes: pairs of numbers, and a little more.
const ENTRIES: usize = 16;

/// The value at a key of an object or an index of a list, which are made if they are missing.
fn child<'a>(value: &'a mut Json, step: &str) -> &'a mut Json {
    let index = step.parse::<usize>().ok().filter(|&index| index < ENTRIES);
    match (index, &value) {
        (Some(_), Json::Array(_) | Json::Object(_)) | (None, Json::Object(_)) => {}
        (Some(_), _) => *value = Json::Array(Vec::new()),
        (None, _) => *value = Json::Object(JsonObject::default()),
    }

    match value {
        Json::Array(values) => {
            let index = index.unwrap_or_default();
            if values.len() <= index {
                values.resize(index + 1, Json::Null);
            }
            &mut values[index]
        }
        Json::Object(object) => object.value_mut(step),
        _ => unreachable!("it is a list or an object now"),
    }
}

fn remove(value: &mut Json, steps: &[&str]) {
    let (Json::Object(object), [step, rest @ ..]) = (&mut *value, steps) else {
        // An entry of a list keeps its place for those behind it.
        if let (Json::Array(values), [step, rest @ ..]) = (value, steps)
            && let Some(inner) =
                step.parse::<usize>().ok().and_then(|at| values.get_mut(at))
        {
            if rest.is_empty() { *inner = Json::Null } else { remove(inner, rest) }
        }
        return;
    };
    if object.get(step).is_none() {
        return;
    }

    let inner = object.value_mut(step);
    remove(inner, rest);
    if rest.is_empty() || is_nothing(inner) {
        object.remove(step);
    }
}

/// Whether nothing is left of a value around a place.
fn is_nothing(value: &Json) -> bool {
    match value {
        Json::Object(object) => object.is_empty(),
        Json::Array(values) => values.iter().all(|value| *value == Json::Null),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn a_place_that_is_set_can_be_read_and_removed() {
        let mut document = json(r#"{"a": 1}"#);
        for (path, value) in [("board.size.0", "7"), ("board.size.1", "9"), ("a", "2")] {
            Path::from(path).set(&mut document, json(value));
            assert_eq!(Path::from(path).get(&document), Some(&json(value)), "{path}");
        }
        assert_eq!(document, json(r#"{"a": 2, "board": {"size": [7, 9]}}"#));

        Path::from("board.size.0").remove(&mut document);
        assert_eq!(document, json(r#"{"a": 2, "board": {"size": [null, 9]}}"#));
        Path::from("board.size.1").remove(&mut document);
        assert_eq!(document, json(r#"{"a": 2}"#));
        Path::from("b.c").remove(&mut document);
        assert_eq!(document, json(r#"{"a": 2}"#));
    }

    #[test]
    fn what_is_in_the_way_of_a_place_gives_way() {
        let mut document = json(r#"{"a": 1}"#);
        Path::from("a.b").set(&mut document, json("3"));
        assert_eq!(document, json(r#"{"a": {"b": 3}}"#));
        assert_eq!(Path::from("a.c").get(&document), None);
        // No list is made that is as long as a number says.
        Path::from("list.99999999999").set(&mut document, json("3"));
        assert_eq!(document["list"], json(r#"{"99999999999": 3}"#));
    }
}
