//! The forms in which an answer is wanted besides JSON.

use anyhow::anyhow;
use serde_json::Value;
use tilewright_draw::Format;
use tilewright_tasks::{Entry, Output, Refusal, Refuse as _};

use crate::call::Call;

/// A form of an answer.
#[derive(Debug, PartialEq)]
pub(crate) enum Form {
    Text,
    /// A picture, with the name of its format.
    Picture(String, Format),
    /// An output that is to be made, with its ending.
    File(String, String),
}

impl Form {
    /// The forms that a call asks for: one by its name, or several in a list.
    pub(crate) fn of(call: &Call<'_>, entry: &Entry) -> Result<Vec<Self>, Refusal> {
        let words = match call.value("form") {
            None => Vec::new(),
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
            Some(word) => word.as_str().into_iter().collect(),
        };
        let words = words.into_iter().filter(|word| *word != "json");
        words.map(|word| Self::named(word, call, entry)).collect()
    }

    fn named(word: &str, call: &Call<'_>, entry: &Entry) -> Result<Self, Refusal> {
        match word {
            "text" => Ok(Self::Text),
            "svg" | "png" | "gif" | "apng" => {
                let is_picture = |output: &Output| matches!(output, Output::Picture(_));
                if !entry.outputs.iter().any(is_picture) {
                    return Err(anyhow!("{} has no picture", entry.name).into());
                }

                let format = Format::from_path(format!("answer.{word}").as_ref())?;
                Ok(Self::Picture(word.to_owned(), format))
            }
            "file" => {
                let output = call.find("output").unwrap_or("output").to_owned();
                let ending = call.find("ending").unwrap_or_default().to_lowercase();
                entry.check_output(&output, &ending)?;
                Ok(Self::File(output, ending))
            }
            _ => Err(anyhow!("unknown form `{word}`"))
                .hint("the forms are json, text, svg, png, gif, apng and file"),
        }
    }

    /// The output that the task must make for this form.
    pub(crate) fn output(&self) -> Option<(String, String)> {
        match self {
            Self::Text => None,
            Self::Picture(ending, _) => Some(("picture".to_owned(), ending.clone())),
            Self::File(output, ending) => Some((output.clone(), ending.clone())),
        }
    }
}
