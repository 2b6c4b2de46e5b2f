//! Settings of tasks in TOML files.

use anyhow::{Context as _, anyhow};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tilewright_grid::{in_plain_words, plain_words};

use super::levels::MOST;
use crate::read::nearest;
use crate::{Host, Input, Refusal, Refuse as _, input, place};

/// Reads settings: TOML by its name, or the document. Errors of what it says have line and column, are in plain words
/// and have this hint.
pub(super) fn read<T: DeserializeOwned>(
    host: &dyn Host,
    input: &Input,
    hint: &str,
) -> Result<T, Refusal> {
    let read = match input {
        Input::Document(document) => {
            let document = Value::Object(document.clone());
            serde_json::from_value(document)
                .map_err(|error| anyhow!(suggested(in_plain_words(&error))))
        }
        Input::Name(_) => {
            let text = input.bytes(host, MOST);
            let text = text.and_then(|bytes| input::text(bytes, 1));
            let text = text.with_context(|| input.to_string())?;
            toml::from_str(&text).map_err(|error| of_toml(&error, &text))
        }
    };
    read.with_context(|| input.to_string()).hint(hint)
}

/// The error of a TOML text.
fn of_toml(error: &toml::de::Error, text: &str) -> anyhow::Error {
    let (line, column) = place(text, error.span().map_or(0, |span| span.start));
    anyhow!("line {line}, column {column}: {}", suggested(plain_words(error.message())))
}

/// A message that a key is unknown with the key that was meant, in place of all that there are.
fn suggested(message: String) -> String {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    match names.split_first() {
        Some((key, known)) if message.starts_with("unknown key") => {
            let meant = nearest(key, known.iter().copied());
            let asked = meant
                .map(|meant| format!("unknown key `{key}` (did you mean `{meant}`?)"));
            asked.unwrap_or(message)
        }
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::suggested;

    #[test]
    fn a_misspelt_key_names_the_one_that_was_meant() {
        let known = "expected one of `saw`, `widen`, `stretch`";
        let asked = |key: &str| suggested(format!("unknown key `{key}`, {known}"));
        assert_eq!(asked("saws"), "unknown key `saws` (did you mean `saw`?)");
        assert_eq!(asked("xyz"), format!("unknown key `xyz`, {known}"));
        assert_eq!(suggested("expected `,`".to_owned()), "expected `,`");
    }
}
