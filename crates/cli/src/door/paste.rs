//! Requests in hints, written so that they can be pasted into a shell or a file.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::command::words;
use crate::printable::is_control;

/// Replaces a request that cannot be shown.
pub(super) const NOT_SHOWN: &str = "(No command to paste is shown: a name in it holds characters \
     that a terminal does not show.)";

/// The request as a shell command; `None` if it contains characters that a terminal does not show.
pub(super) fn command(request: &Map<String, Value>) -> Option<String> {
    let task = request.get("task")?.as_str()?;
    let words = words(tilewright_tasks::find(task).ok()?, request)?;
    let words = words.iter().map(|word| quoted(word)).collect::<Option<Vec<_>>>()?;
    Some(format!("tilewright {} {}", task.replacen('/', " ", 1), words.join(" ")))
}

/// The request as JSON; `None` if it contains characters that a terminal does not show.
pub(super) fn document(request: &Map<String, Value>) -> Option<String> {
    let document = serde_json::to_string(request).ok()?;
    document.chars().all(is_shown).then_some(document)
}

/// An argument, quoted for a shell; `None` if it contains characters that a terminal does not show.
pub(crate) fn quoted(word: &str) -> Option<String> {
    let quoted = shlex::try_quote(word).ok().filter(|_| word.chars().all(is_shown));
    quoted.map(Cow::into_owned)
}

fn is_shown(letter: char) -> bool {
    !is_control(letter) && letter != '\n' && letter != '\t'
}
