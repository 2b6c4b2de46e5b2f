//! Reading requests: JSON documents into request types, with errors that name the key.

use std::fmt::Write as _;

use anyhow::anyhow;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tilewright_grid::in_plain_words;

use crate::{Hint, Refusal, Task};

/// The JSON Schema of a request type, or of a type whose keys several requests share.
pub fn schema_of<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().with(|it| it.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties.into_iter().flatten().for_each(|(_, property)| tell_names(property));
    schema
}

/// Ends the help of a key with the names that its `x-names` lists.
fn tell_names(property: &mut Value) {
    let lists = property.get("x-names").and_then(Value::as_object).cloned();
    let Some(Value::String(help)) = property.get_mut("description") else { return };
    for (label, names) in lists.into_iter().flatten() {
        let names: Vec<_> =
            names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let _ = write!(help, "\n{label}: {}.", names.join(", "));
    }
}

/// Reads a request of a known type, as [`Entry::read`](crate::Entry::read) does.
///
/// # Errors
/// As [`Entry::read`](crate::Entry::read).
pub fn read<T: Task>(document: Map<String, Value>) -> Result<T, Refusal> {
    let exclusive = exclusive(&schema_of::<T>(), &document);
    let request: T = read_keys(document)?;
    exclusive?;
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
    let known = schema.get("properties").and_then(Value::as_object);
    let known = || known.into_iter().flatten().map(|(key, _)| key.as_str());

    for (key, value) in &document {
        if !known().any(|known| known == key) {
            return Err(Refusal {
                error: anyhow!("unknown key `{key}`"),
                hint: like(key, known()),
                key: None,
            });
        }

        // Reading the key alone makes sure that an error is about this key.
        let alone = Map::from_iter([(key.clone(), value.clone())]);
        if let Err(error) = serde_json::from_value::<T>(Value::Object(alone)) {
            return Err(Refusal::at(key, anyhow!(in_plain_words(&error))));
        }
    }

    let read = serde_json::from_value(Value::Object(document));
    Ok(read.map_err(|error| anyhow!(in_plain_words(&error)))?)
}

/// Refuses keys that cannot be combined, since one of them would have no effect.
fn exclusive(schema: &Schema, document: &Map<String, Value>) -> Result<(), Refusal> {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return Ok(());
    };

    // A request that was written out holds the defaults too.
    let is_set = |key: &str| {
        let usual = properties.get(key).and_then(|it| it.get("default"));
        let asked = document.get(key).filter(|value| !value.is_null());
        asked.is_some() && asked != usual
    };

    for (key, property) in properties.iter().filter(|(key, _)| is_set(key)) {
        let excluded = property.get("x-excludes").and_then(Value::as_array);
        let mut excluded = excluded.into_iter().flatten().filter_map(Value::as_str);
        if let Some(other) = excluded.find(|other| is_set(other)) {
            let error = anyhow!("`{key}` cannot be combined with `{other}`");
            let hint = Hint(format!("leave out {{{key}}} or {{{other}}}"));
            return Err(Refusal { error, hint: Some(hint), key: None });
        }
    }

    Ok(())
}

/// A hint that names the most similar known name, if one is similar.
pub(crate) fn like<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<Hint> {
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
