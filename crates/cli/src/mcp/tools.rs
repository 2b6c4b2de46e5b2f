//! The tasks as tools: their names, and schemas that are short enough to be listed.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};
use tilewright_tasks::{Entry, Refusal, all, find};

use crate::docs;

/// The tool that explains the others.
pub(super) const DESCRIBE: &str = "describe";
/// The keys of every call beside those of the request.
pub(super) const PICTURE: &str = "picture";
pub(super) const WRITE: &str = "write";
pub(super) const OVERWRITE: &str = "overwrite";

/// What ends the page of a task for a client.
pub(super) const CALLS: &str = "\n## In a call\n\nThe keys above, and `picture: true` for the picture. Files and folders are named relative to the folder of the \
                                server, which is `.`; where a file is wanted, its text may stand instead, with line breaks. If the server was started with --write, \
                                `write: {\"output\": \"made/level.json\"}` writes an output of the list of files, or a picture, and `overwrite: true` replaces files.\n";

/// All tools. A tool has the names and types of its keys alone: `describe` tells what they mean, since an agent pays for
/// each word of this list before it has asked for anything.
pub(super) fn list(can_write: bool) -> Vec<Tool> {
    let explains = "Explains a task before you call it: what it does, every key with its range and default, what it answers, \
                    examples. Without `task`: all tasks in a line each.";
    let about = object(json!({
        "type": "object",
        "properties": { "task": { "type": "string", "description": "such as match3/generate; or a page of the book, such as formats" } },
    }));
    let describe = Tool::new(DESCRIBE, explains, Arc::new(about)).annotate(reading());
    let tool = |entry: &'static Entry| {
        let schema = Arc::new(short_schema(entry, can_write));
        let annotations = if can_write { ToolAnnotations::new() } else { reading() };
        Tool::new(name_of(entry), docs::about(entry), schema).annotate(annotations)
    };
    std::iter::once(describe).chain(all().map(tool)).collect()
}

fn reading() -> ToolAnnotations {
    ToolAnnotations::new().read_only(true).open_world(false)
}

/// The task of a tool.
pub(super) fn task_of(tool: &str) -> Result<&'static Entry, Refusal> {
    let named = all().find(|entry| name_of(entry) == tool);
    named.map_or_else(|| find(&tool.replacen('_', "/", 1)), Ok)
}

/// The name of a task as a tool: clients allow letters, digits, `_` and `-`.
fn name_of(entry: &Entry) -> String {
    entry.name.replace('/', "_")
}

/// The keys of a request with their types.
fn short_schema(entry: &Entry, can_write: bool) -> JsonObject {
    let schema = entry.schema().to_value();
    let none = Map::new();
    let keys = schema["properties"].as_object().unwrap_or(&none);
    let mut short: Map<String, Value> =
        keys.iter().map(|(key, about)| (key.clone(), short_type(about))).collect();
    if entry.outputs.iter().any(|output| output.name() == PICTURE) {
        short.insert(PICTURE.to_owned(), json!({ "type": "boolean" }));
    }
    if can_write && !entry.outputs.is_empty() {
        short.insert(WRITE.to_owned(), json!({ "type": "object" }));
        short.insert(OVERWRITE.to_owned(), json!({ "type": "boolean" }));
    }
    object(
        json!({ "type": "object", "properties": short, "additionalProperties": false }),
    )
}

/// The type of a key, if it is a plain one: all others are explained by `describe`.
fn short_type(about: &Value) -> Value {
    match docs::type_of(about) {
        Some(name @ ("integer" | "number" | "boolean" | "array")) => {
            json!({ "type": name })
        }
        _ => json!({}),
    }
}

pub(super) fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_short_and_its_names_are_those_that_clients_take() {
        for can_write in [false, true] {
            let tools = list(can_write);
            let text = serde_json::to_string(&tools).unwrap();
            assert!(text.len() <= 25_000, "{} bytes", text.len());
            for tool in &tools {
                let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-".contains(it);
                assert!(tool.name.chars().all(is_plain), "{}", tool.name);
            }
        }
    }

    #[test]
    fn no_request_has_a_key_of_the_door() {
        for entry in all() {
            let schema = entry.schema().to_value();
            for key in [PICTURE, WRITE, OVERWRITE] {
                assert!(schema["properties"].get(key).is_none(), "{}: {key}", entry.name);
            }
        }
    }
}
