//! Reading requests: JSON documents into request types, with errors that name the key.

use anyhow::anyhow;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tilewright_grid::in_plain_words;

use crate::renamed::renamed;
use crate::{Hint, Refusal, Task};

/// The JSON Schema of a request type, or of a type whose keys several requests share.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>()
}

/// Reads a request of a known type, as [`Entry::read`](crate::Entry::read) does.
///
/// # Errors
/// As [`Entry::read`](crate::Entry::read).
pub fn read<T: Task>(document: Map<String, Value>) -> Result<T, Refusal> {
    let request: T = read_keys(document)?;
    request.check()?;
    Ok(request)
}

/// Reads a type whose keys all have defaults, without the [check](Task::check) of a task.
///
/// # Errors
/// If a key is unknown, or a value is out of range.
pub fn read_keys<T: JsonSchema + DeserializeOwned>(
    document: Map<String, Value>,
) -> Result<T, Refusal> {
    let schema = schema_of::<T>();
    let document = renamed(&schema, document)?;
    let known = schema.get("properties").and_then(Value::as_object);
    let known = || known.into_iter().flatten().map(|(key, _)| key.as_str());
    for (key, value) in &document {
        if !known().any(|known| known == key) {
            return Err(Refusal {
                error: anyhow!("unknown key `{key}`"),
                hint: removed(&schema, key).or_else(|| like(key, known())),
                key: None,
            });
        }
        // Reading the key alone makes sure that an error is about this key.
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        if let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) {
            let (error, key) = (anyhow!(in_plain_words(&error)), Some(key.clone()));
            return Err(Refusal { error, hint: None, key });
        }
    }
    Ok(serde_json::from_value(Value::Object(document))?)
}

/// A hint that names the replacement of a key of an earlier version that no longer exists.
fn removed(schema: &Schema, key: &str) -> Option<Hint> {
    let hint = schema.get("x-removed")?.get(key)?.as_str()?;
    Some(Hint(hint.to_owned()))
}

/// A hint that names the most similar known name, if one is similar.
fn like<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<Hint> {
    nearest(name, known).map(|known| format!("did you mean `{known}`?").into())
}

/// The known name that is most similar, by Jaro–Winkler similarity above 0.7.
pub(crate) fn nearest<'a>(
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let near = known.map(|known| (strsim::jaro_winkler(name, known), known));
    let best = near.max_by(|a, b| a.0.total_cmp(&b.0));
    best.filter(|(likeness, _)| *likeness > 0.7).map(|(_, known)| known)
}
