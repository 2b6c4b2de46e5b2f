//! A lone text where a list of texts is expected.

use serde_json::{Map, Value};
use tilewright_tasks::Entry;

/// The document of a request in which a text that stands where a list belongs is that list: with the separator of the
/// command line, if there is one, several items.
pub(crate) fn listed(
    entry: &Entry,
    mut document: Map<String, Value>,
) -> Map<String, Value> {
    if !document.values().any(Value::is_string) {
        return document;
    }

    // The schema is made of text, which most calls do not need.
    let schema = entry.schema().to_value();
    for (key, value) in &mut document {
        let (Some(text), schema) = (value.as_str(), &schema["properties"][key]) else {
            continue;
        };

        if takes(schema, "array") && !takes(schema, "string") {
            *value = match schema["x-list"].as_str() {
                Some(separator) => text.split(separator).map(str::trim).collect(),
                None => [text].into_iter().collect(),
            };
        }
    }
    document
}

/// Whether values of a type are allowed.
fn takes(schema: &Value, name: &str) -> bool {
    let is_it = |it: &Value| it == name;
    is_it(&schema["type"])
        || schema["type"].as_array().is_some_and(|names| names.iter().any(is_it))
        || ["anyOf", "oneOf"].into_iter().any(|cases| {
            let cases = schema[cases].as_array();
            cases.is_some_and(|cases| cases.iter().any(|case| takes(case, name)))
        })
}
