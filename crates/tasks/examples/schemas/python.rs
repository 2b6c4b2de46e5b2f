//! The modules of the package for Python: a function for each task, made from its schema.

use std::fmt::Write as _;

use serde_json::{Map, Value};
use tilewright_tasks::{Entry, GAMES, Game, NamedOutput, Output, all};

use crate::names::{argument, function as name_of, literal, module};
use crate::settings::referred;

/// The longest line of a docstring.
const WIDTH: usize = 100;

/// The modules by their file names.
pub(super) fn modules() -> impl Iterator<Item = (String, String)> {
    GAMES.iter().map(|game| (format!("{}.py", module(game.name)), text(game)))
}

fn text(game: &Game) -> String {
    let functions: String = game.tasks.iter().map(function).collect();
    let names: Vec<_> = game
        .tasks
        .iter()
        .map(|entry| format!("    \"{}\",\n", argument(entry.verb())))
        .collect();
    let names = names.concat();
    let uses = |name: &str| functions.contains(name);
    let sequence =
        if uses("Sequence[") { "from collections.abc import Sequence\n" } else { "" };
    let path = if uses("PathLike") { "from os import PathLike\n" } else { "" };
    let literal = if uses("Literal[") { "from typing import Literal\n" } else { "" };
    let types = ["Document", "Documents", "File", "Numbers", "OnEvent"]
        .into_iter()
        .filter(|name| uses(&format!(": {name}")) || uses(&format!("[{name}]")));
    let types: Vec<_> = types.collect();
    format!(
        "\"\"\"{}.\n\nWritten by `cargo xtask schemas`.\n\"\"\"\n\n{sequence}{path}{literal}\n\
         from tilewright._answer import Answer\nfrom tilewright._run import call\n\
         from tilewright._types import {}\n\n__all__ = [\n{names}]\n{functions}",
        game.about,
        types.join(", "),
    )
}

/// A keyword argument of a function.
struct Parameter {
    name: String,
    kind: String,
    /// None: it must be given.
    default: Option<String>,
    help: String,
}

fn function(entry: &Entry) -> String {
    let schema = entry.schema().to_value();
    let empty = Map::new();
    let keys = schema["properties"].as_object().unwrap_or(&empty);
    let mut by_place: Vec<_> =
        keys.iter().filter(|(_, key)| key.get("x-position").is_some()).collect();
    by_place.sort_by_key(|(_, key)| key["x-position"].as_u64());
    let by_name = keys.iter().filter(|(_, key)| key.get("x-position").is_none());
    let places: Vec<_> = by_place.into_iter().map(parameter).collect();
    let mut names: Vec<_> = by_name.map(parameter).collect();
    names.extend(entry.outputs.iter().map(|it| output(entry, it)));
    names.push(Parameter {
        name: "on_event".to_owned(),
        kind: "OnEvent | None".to_owned(),
        default: Some("None".to_owned()),
        help: "Receives what the task reports while it works; an exception stops it."
            .to_owned(),
    });
    let mut text = format!("\n\ndef {}(\n", argument(entry.verb()));
    for parameter in &places {
        text += &parameter.line();
    }
    text += "    *,\n";
    for parameter in &names {
        text += &parameter.line();
    }
    let about = schema["description"].as_str().unwrap_or_default();
    let _ = writeln!(
        text,
        ") -> Answer:\n    \"\"\"{}\n\n    Args:",
        docs(about, 4, WIDTH - 3)
    );
    for Parameter { name, help, .. } in places.iter().chain(&names) {
        let _ = writeln!(text, "        {}", docs(&format!("{name}: {help}"), 12, WIDTH));
    }
    let outputs: Vec<_> = entry
        .outputs
        .iter()
        .map(|it| format!("\"{}\": \"{}\"", it.name(), usual(it)))
        .collect();
    let _ = writeln!(
        text,
        "\n    Raises:\n        RefusedError: A value is invalid, or an input: missing, damaged, of another kind. Where several are\n            \
         asked about, the others are done before, and the attribute ``answer`` has them.\n    \"\"\"\n    \
         return call(\"{}\", locals(), {{{}}})",
        entry.name,
        outputs.join(", ")
    );
    text
}

impl Parameter {
    fn line(&self) -> String {
        let Self { name, kind, default, .. } = self;
        let default = default.as_ref().map(|it| format!(" = {it}")).unwrap_or_default();
        format!("    {name}: {kind}{default},\n")
    }
}

fn parameter((key, schema): (&String, &Value)) -> Parameter {
    let name = argument(key);
    let mut kind = kind(schema);
    let default = match schema.get("default") {
        // On the command line: stdin.
        Some(default) if default == "-" => None,
        Some(Value::Array(values)) => Some(format!(
            "({}{})",
            values.iter().map(literal).collect::<Vec<_>>().join(", "),
            if values.len() == 1 { "," } else { "" }
        )),
        Some(default) => Some(literal(default)),
        None => {
            if !kind.ends_with("None") {
                kind += " | None";
            }
            Some("None".to_owned())
        }
    };
    let help = schema["description"].as_str().unwrap_or_default().to_owned();
    Parameter { name, kind, default, help }
}

/// What an output may be: made or not, in a form, or a file.
const OUTPUT: &str = "bool | str | PathLike[str]";

fn output(entry: &Entry, output: &Output) -> Parameter {
    let name = output.name().to_owned();
    match output {
        Output::Picture(help) => Parameter {
            name,
            kind: OUTPUT.to_owned(),
            default: Some("True".to_owned()),
            help: format!(
                "{help} Here: a path writes that file, a form such as svg makes it for `save`; True: a still picture \
                 where there is one; False: saves the work for it."
            ),
        },
        Output::File(NamedOutput { endings, help, .. })
        | Output::Report(NamedOutput { endings, help, .. }, _) => {
            let is_resumed = name == "checkpoint";
            Parameter {
                default: Some(literal(&is_made(entry, output).into())),
                kind: format!("{OUTPUT}{}", if is_resumed { " | bytes" } else { "" }),
                help: format!("{help} {}", forms(endings, is_resumed)),
                name,
            }
        }
    }
}

/// What the values of an output mean.
fn forms(endings: &[&str], is_resumed: bool) -> String {
    let made = match endings {
        [] => "True makes it for `files` and `save`".to_owned(),
        [_] => format!("True or {} makes it for `files` and `save`", endings.join("")),
        [usual, ..] => {
            format!(
                "a form ({}; True: {usual}) makes it for `files` and `save`",
                endings.join(", ")
            )
        }
    };
    let earlier = if is_resumed { "; bytes are one to resume from" } else { "" };
    format!("Here: a path writes that file, {made}{earlier}.")
}

/// Whether an output is made unless it is refused: it is what the task was for, and nothing else holds it. The text of an
/// exported level does.
fn is_made(entry: &Entry, output: &Output) -> bool {
    let Output::File(NamedOutput { name: "output", endings: [], .. }) = output else {
        return false;
    };
    entry.name != "match3/export"
}

/// The usual ending of an output; a picture has it only where the request can have a picture.
fn usual(output: &Output) -> &'static str {
    match output {
        Output::Picture(_) => "",
        Output::File(named) | Output::Report(named, _) => {
            named.endings.first().copied().unwrap_or_default()
        }
    }
}

/// The type of a value.
pub(super) fn kind(schema: &Value) -> String {
    if let Some(name) = referred(schema) {
        return name.to_owned();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return one_of(words.iter().filter(|it| !it.is_null()), schema);
    }
    if let Some(cases) = schema.get("oneOf").and_then(Value::as_array) {
        return one_of(cases.iter().map(|case| &case["const"]), schema);
    }
    if let Some(cases) = schema.get("anyOf").and_then(Value::as_array) {
        return of_cases(cases);
    }
    if is_numbers(schema) {
        return "Numbers".to_owned();
    }
    if is_file(schema) {
        return "File".to_owned();
    }
    match &schema["type"] {
        Value::String(name) => of_type(name, schema),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str);
            names.map(|name| of_type(name, schema)).collect::<Vec<_>>().join(" | ")
        }
        _ => "object".to_owned(),
    }
}

/// Whether a value is a text of numbers with commas between them.
fn is_numbers(schema: &Value) -> bool {
    let value = schema["x-value"].as_str().unwrap_or_default();
    let is_fleet = value == "SHIPS";
    schema["type"] != "array"
        && (value.starts_with("R,C") || value == "N,RADIUS" || is_fleet)
}

/// Whether a value is the name of a file that another task makes.
fn is_file(schema: &Value) -> bool {
    let takes_text = match &schema["type"] {
        Value::String(name) => name == "string",
        Value::Array(names) => names.iter().any(|name| name == "string"),
        _ => false,
    };
    takes_text && schema["x-value"] == "FILE"
}

fn of_cases(cases: &[Value]) -> String {
    let has = |name: &str| cases.iter().any(|case| case["type"] == name);
    if has("string") && has("array") {
        return "Documents".to_owned();
    }
    if has("string") && has("object") {
        return "Document".to_owned();
    }
    cases.iter().map(kind).collect::<Vec<_>>().join(" | ")
}

fn of_type(name: &str, schema: &Value) -> String {
    match name {
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "boolean" => "bool".to_owned(),
        "null" => "None".to_owned(),
        "array" => {
            let mut items = schema["items"].clone();
            // A name of the values in help stands beside the list.
            items["x-value"] = schema["x-value"].clone();
            match &*kind(&items) {
                // Files and other documents are no sequences of documents, so one may stand alone.
                "Document" => "Document | Sequence[Document]".to_owned(),
                // One may stand alone; so a text is no sequence of its letters.
                "str" => "str | Sequence[str]".to_owned(),
                kind => format!("Sequence[{kind}]"),
            }
        }
        "string" => "str".to_owned(),
        _ => "object".to_owned(),
    }
}

fn one_of<'a>(words: impl Iterator<Item = &'a Value>, schema: &Value) -> String {
    let words: Vec<_> = words.map(literal).collect();
    let is_optional =
        schema["type"].as_array().is_some_and(|it| it.iter().any(|it| it == "null"));
    format!("Literal[{}]{}", words.join(", "), if is_optional { " | None" } else { "" })
}

/// Help as text of a docstring: lines of at most `width`, the later ones indented; tasks are named
/// as functions.
pub(super) fn docs(help: &str, indent: usize, width: usize) -> String {
    let mut help = help.replace('\\', "\\\\");
    for entry in all() {
        help = help.replace(entry.name, &name_of(entry.name));
    }
    let pad = " ".repeat(indent);
    let paragraphs = help.split("\n\n").map(|paragraph| {
        let mut lines: Vec<String> = Vec::new();
        for word in paragraph.split_whitespace() {
            match lines.last_mut() {
                Some(line)
                    if indent + line.chars().count() + word.chars().count() < width =>
                {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines.join(&format!("\n{pad}"))
    });
    paragraphs.collect::<Vec<_>>().join(&format!("\n\n{pad}"))
}
