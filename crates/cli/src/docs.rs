//! The pages of tasks in Markdown, made from their schemas and examples, and those of the book.

use std::fmt::Write as _;

use anyhow::anyhow;
use serde_json::{Map, Value, json};
use tilewright_tasks::{Entry, GAMES, Output, Refusal, find};

use crate::{arguments, door, examples};

/// The page of a task or of the book, or a line for each of them.
pub(crate) fn of(name: Option<&str>) -> Result<String, Refusal> {
    let Some(name) = name else { return Ok(index()) };
    if let Some(page) = tilewright_book::page(name) {
        return Ok(page.text);
    }
    // As commands and tools write it, too.
    let task = name.replacen([' ', '_'], "/", 1);
    find(&task).map(page).map_err(|refusal| Refusal {
        error: anyhow!("there is no task and no page `{name}`"),
        hint: refusal.hint.or_else(|| Some("without a name, all are listed".into())),
        key: None,
    })
}

/// All tasks, in the order of help, and the pages of the book.
fn index() -> String {
    let mut text = "# Tasks of tilewright\n".to_owned();
    for game in GAMES {
        let _ = writeln!(text, "\n## {}\n\n{}.\n", game.name, game.about);
        for entry in game.tasks {
            let _ = writeln!(text, "- `{}`: {}", entry.name, about(entry));
        }
    }
    text += "\n## The book\n\n";
    for page in tilewright_book::pages() {
        let _ = writeln!(text, "- `{}`: {}", page.name, page.title);
    }
    text
}

/// The first paragraph of a task's help.
pub(crate) fn about(entry: &Entry) -> String {
    let schema = entry.schema().to_value();
    let text = schema["description"].as_str().unwrap_or_default();
    one_line(text.split("\n\n").next().unwrap_or_default())
}

fn page(entry: &'static Entry) -> String {
    let schema = entry.schema().to_value();
    let mut text = format!("# {}\n", entry.name);
    for paragraph in schema["description"].as_str().unwrap_or_default().split("\n\n") {
        let _ = write!(text, "\n{}\n", one_line(paragraph));
    }

    text += "\n## Keys\n\n";
    let none = Map::new();
    for (key, about) in schema["properties"].as_object().unwrap_or(&none) {
        let help = one_line(about["description"].as_str().unwrap_or_default());
        let _ = writeln!(text, "- `{key}`{}: {help}", kind_of(&schema, about));
    }

    if !entry.outputs.is_empty() {
        text += "\n## Files\n\n";
    }
    for output in entry.outputs {
        let (endings, help) = match output {
            Output::Picture(help) => (Output::PICTURES.as_slice(), *help),
            Output::File(file) | Output::Report(file, _) => (file.endings, file.help),
        };
        let endings: Vec<String> = endings.iter().map(|it| format!(".{it}")).collect();
        let endings = endings.join(", ");
        let endings = if endings.is_empty() { endings } else { format!(" ({endings})") };
        let _ = writeln!(text, "- `{}`{endings}: {}", output.name(), one_line(help));
    }

    let path = entry.name.replacen('/', " ", 1);
    if let Some(lines) = examples::lines_of(&path) {
        text += "\n## Examples\n\n";
        for (command, what) in lines {
            let _ = write!(text, "- {what}: `{command}`");
            let call =
                request_of(command).map(|request| format!(", as a call `{request}`"));
            let _ = writeln!(text, "{}", call.unwrap_or_default());
        }
    }
    text
}

/// What a value of a key is: its type, range and default.
fn kind_of(schema: &Value, about: &Value) -> String {
    let mut parts = Vec::new();
    // A type of its own stands in another part of the schema.
    let refers = [&about["$ref"], &about["anyOf"][0]["$ref"], &about["items"]["$ref"]];
    let name = refers.into_iter().find_map(Value::as_str);
    let named = name.and_then(|it| it.rsplit('/').next()).map(|it| &schema["$defs"][it]);
    let named = named.unwrap_or(about);
    let of_type = type_of(about).or_else(|| type_of(named));
    parts.extend(of_type.filter(|it| *it != "string").map(str::to_owned));
    let words = named["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let words: Vec<String> = words.map(|it| format!("`{it}`")).collect();
    if !words.is_empty() {
        parts.push(words.join(" or "));
    }
    match (about["minimum"].as_f64(), about["maximum"].as_f64()) {
        (Some(low), Some(high)) => parts.push(format!("{low} to {high}")),
        (Some(low), None) => parts.push(format!("{low} or more")),
        (None, Some(high)) => parts.push(format!("{high} at most")),
        (None, None) => {}
    }
    let default = &about["default"];
    if !default.is_null() && *default != json!(false) && *default != json!([]) {
        parts.push(format!("default `{}`", default.to_string().trim_matches('"')));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// The type that a key names in its schema, where null stands for no value.
pub(crate) fn type_of(about: &Value) -> Option<&str> {
    match &about["type"] {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).find(|it| *it != "null")
        }
        _ => None,
    }
}

/// The request that a command line makes, as JSON.
fn request_of(command: &str) -> Option<String> {
    let words = shlex::split(command)?;
    let words: Vec<_> = words.into_iter().map(Into::into).collect();
    let matches = arguments::command_for(&words).try_get_matches_from(&words).ok()?;
    let (entry, matches) = door::task_of(&matches)?;
    let request = door::given(entry, matches);
    serde_json::to_string(&request).ok()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
