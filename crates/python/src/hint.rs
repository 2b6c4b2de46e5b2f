//! Hints that name keys, tasks and requests as they are written in Python.

use serde_json::{Map, Value};
use tilewright_tasks::Hint;

use crate::names::{argument, function, literal};

/// A hint as text.
pub(crate) fn render(hint: &Hint) -> String {
    let key = |key: &str, value: Option<&str>| match value {
        None => format!("`{}`", argument(key)),
        Some(value) => format!("`{}={}`", argument(key), given(value)),
    };
    hint.render(key, function, call)
}

/// The call for a request.
fn call(request: &Map<String, Value>) -> String {
    let task = request.get("task").and_then(Value::as_str).unwrap_or_default();
    let keys = request.iter().filter(|(key, _)| *key != "task");
    let keys: Vec<_> = keys
        .map(|(key, value)| format!("{}={}", argument(key), literal(value)))
        .collect();
    format!("`{}({})`", function(task), keys.join(", "))
}

/// A value that a hint gives as text: a number, a truth value, or text in quotes.
fn given(value: &str) -> String {
    match serde_json::from_str(value) {
        Ok(number @ (Value::Number(_) | Value::Bool(_))) => literal(&number),
        _ => Value::from(value).to_string(),
    }
}
