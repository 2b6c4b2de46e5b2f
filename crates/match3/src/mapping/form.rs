//! A studio's document as text.

use std::fmt::Write as _;

use super::MappedDocument;
use crate::Json;

/// The longest list or object on one line, in bytes.
const LINE: usize = 80;

impl MappedDocument {
    /// The text, with a line end: short lists and objects on one line, and of a list of all cells one row.
    pub fn text(&self) -> String {
        let mut text = String::new();
        write(&self.document, "", self.columns.max(1), &mut text);
        text.push('\n');
        text
    }
}

fn write(value: &Json, indent: &str, columns: usize, text: &mut String) {
    let line = value.to_string();
    let inner = format!("{indent}  ");
    match value {
        Json::Array(values) if !is_line(value, &line) => {
            // Of codes as many stand on a line as the level has columns.
            let is_flat = values.iter().all(|value| !is_nested(value));
            let on_line = if is_flat { columns } else { 1 };
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                if at % on_line == 0 {
                    let _ = write!(text, "\n{inner}");
                } else {
                    text.push(' ');
                }
                write(value, &inner, columns, text);
            }
            let _ = write!(text, "\n{indent}]");
        }
        Json::Object(object) if !is_line(value, &line) => {
            text.push('{');
            for (at, (key, value)) in object.iter().enumerate() {
                let comma = if at > 0 { "," } else { "" };
                let _ = write!(text, "{comma}\n{inner}{}: ", Json::from(key));
                write(value, &inner, columns, text);
            }
            let _ = write!(text, "\n{indent}}}");
        }
        _ => spaced(value, text),
    }
}

/// A value on one line, with a blank behind each comma and colon.
fn spaced(value: &Json, text: &mut String) {
    match value {
        Json::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                spaced(value, text);
            }
            text.push(']');
        }
        Json::Object(object) => {
            text.push('{');
            for (at, (key, value)) in object.iter().enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                let _ = write!(text, "{comma}{}: ", Json::from(key));
                spaced(value, text);
            }
            text.push('}');
        }
        value => {
            let _ = write!(text, "{value}");
        }
    }
}

/// Whether a value stands on one line: it is short, and no list or object in it has another in it.
fn is_line(value: &Json, line: &str) -> bool {
    let is_shallow = match value {
        Json::Array(values) => !values.iter().any(is_nested),
        Json::Object(object) => !object.iter().any(|(_, value)| is_nested(value)),
        _ => true,
    };
    line.len() <= LINE && is_shallow
}

const fn is_nested(value: &Json) -> bool {
    matches!(value, Json::Array(_) | Json::Object(_))
}
