//! Renamed keys and values of requests: the old names are still read, and never written.

use anyhow::anyhow;
use schemars::Schema;
use serde_json::{Map, Value};

use crate::Refusal;

/// The schema attribute that lists the old names of a key.
const OLD_KEYS: &str = "x-aliases";

/// The schema attribute that maps each old value of a key to the new one.
const OLD_VALUES: &str = "x-old-values";

/// Replaces the old names of keys and values in a document by the new ones.
///
/// # Errors
/// If a key is given under both names.
pub(crate) fn renamed(
    schema: &Schema,
    document: Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    let mut renamed = Map::new();
    for (key, value) in document {
        let (name, schema) = known(schema, &key).unwrap_or((&key, None));
        let value = match schema.and_then(|it| it.get(OLD_VALUES)) {
            Some(values) => with_new_values(values, value),
            None => value,
        };
        if renamed.insert(name.to_owned(), value).is_some() {
            let key = Some(name.to_owned());
            let what = format!("`{name}` is given twice, under its old and its new name");
            return Err(Refusal { error: anyhow!(what), hint: None, key });
        }
    }
    Ok(renamed)
}

/// The current name of a key and its schema; `None` if the key is unknown.
fn known<'a>(schema: &'a Schema, key: &str) -> Option<(&'a str, Option<&'a Value>)> {
    let keys = schema.get("properties")?.as_object()?;
    let is_old = |schema: &Value| {
        let names = schema.get(OLD_KEYS).and_then(Value::as_array);
        names.into_iter().flatten().any(|name| name == key)
    };
    let mut keys = keys.iter();
    let (name, schema) = keys.find(|(name, schema)| *name == key || is_old(schema))?;
    Some((name, Some(schema)))
}

/// Replaces an old value, or each old value of a list, by the new one.
fn with_new_values(values: &Value, value: Value) -> Value {
    match value {
        Value::String(word) => values.get(&word).cloned().unwrap_or(Value::String(word)),
        Value::Array(items) => {
            items.into_iter().map(|item| with_new_values(values, item)).collect()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;
    use serde_json::{Map, Value, json};

    use super::renamed;

    fn read(document: Value) -> Result<Value, String> {
        let schema = json_schema!({
            "properties": {
                "anneal": { "x-aliases": ["settle"] },
                "bots": { "x-old-values": { "seed": "article" } },
            },
        });
        let document: Map<_, _> = serde_json::from_value(document).unwrap();
        let read = renamed(&schema, document).map_err(|refusal| refusal.to_string())?;
        Ok(Value::Object(read))
    }

    #[test]
    fn old_names_are_read_as_new_ones_in_their_place() {
        let old = json!({ "settle": 3, "bots": ["greedy", "seed"], "other": "seed" });
        let new = json!({ "anneal": 3, "bots": ["greedy", "article"], "other": "seed" });
        assert_eq!(read(old).unwrap(), new);
        assert_eq!(read(new.clone()).unwrap(), new);
    }

    #[test]
    fn a_key_under_both_names_is_refused() {
        let error = read(json!({ "settle": 3, "anneal": 4 })).unwrap_err();
        assert_eq!(error, "`anneal` is given twice, under its old and its new name");
    }
}
