//! Names and values as they are written in Python. The writer of the modules (`tasks/examples/schemas`)
//! includes this file too, so that hints name what there is.

use serde_json::Value;

/// The words of Python that cannot be names.
const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
    "continue", "def", "del", "elif", "else", "except", "finally", "for", "from",
    "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
    "raise", "return", "try", "while", "with", "yield",
];

/// The name of a key as a keyword argument: an underscore follows a word of Python.
pub(crate) fn argument(key: &str) -> String {
    if KEYWORDS.contains(&key) { format!("{key}_") } else { key.to_owned() }
}

/// The module of a game: names do not begin with digits.
pub(crate) fn module(game: &str) -> String {
    let is_number = game.starts_with(|it: char| it.is_ascii_digit());
    if is_number { format!("game{game}") } else { game.to_owned() }
}

/// The function of a task, such as `game2048.bench`.
pub(crate) fn function(task: &str) -> String {
    let (game, verb) = task.split_once('/').unwrap_or((task, ""));
    format!("{}.{}", module(game), argument(verb))
}

/// A value as Python writes it.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(_) | Value::String(_) => value.to_string(),
        Value::Array(values) => {
            format!("[{}]", values.iter().map(literal).collect::<Vec<_>>().join(", "))
        }
        Value::Object(members) => {
            let member = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), literal(value))
            };
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
    }
}
