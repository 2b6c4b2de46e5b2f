//! One request of every task, and a folder with the files that they name: `golden.json`, which the
//! tests of the static page read too.

use std::collections::BTreeMap;
use std::fs;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::Place;

const GOLDEN: &str = include_str!("../golden.json");

#[derive(Deserialize)]
struct Golden {
    files: BTreeMap<String, String>,
    #[serde(borrow)]
    requests: Vec<Kept<'static>>,
}

/// A request as it stands in the file.
#[derive(Deserialize)]
struct Kept<'a> {
    task: &'a str,
    /// The key whose value stands on the command line by its place.
    position: Option<&'a str>,
    output: Option<&'a str>,
    request: Map<String, Value>,
}

/// A request of a task: the key that stands on the command line by its place, with its value,
/// and the others; the output that it cannot do without.
pub(crate) struct Asked {
    pub(crate) task: &'static str,
    pub(crate) position: Option<(&'static str, Value)>,
    pub(crate) keys: Value,
    pub(crate) output: Option<&'static str>,
}

impl Asked {
    fn of(kept: Kept<'static>) -> Self {
        let Kept { task, position, output, request: mut keys } = kept;
        let position = position.map(|key| (key, keys.shift_remove(key).unwrap()));
        Self { task, position, keys: Value::Object(keys), output }
    }

    pub(crate) fn positions(&self) -> Vec<String> {
        match &self.position {
            Some((_, Value::Array(words))) => words.iter().map(word).collect(),
            Some((_, value)) => vec![word(value)],
            None => Vec::new(),
        }
    }
}

fn golden() -> Golden {
    serde_json::from_str(GOLDEN).unwrap()
}

/// A request of every task.
pub(crate) fn requests() -> Vec<Asked> {
    golden().requests.into_iter().map(Asked::of).collect()
}

pub(crate) fn place() -> Place {
    let place = Place::new();
    for (name, text) in golden().files {
        fs::create_dir_all(place.path().join(&name).parent().unwrap()).unwrap();
        place.put(&name, text);
    }
    place
}

/// A value as a word of the command line; a list has commas.
pub(crate) fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(word).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}
