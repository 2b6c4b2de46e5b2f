//! Refusals: why a task could not do its work, and what to do about it.

use std::{fmt, io};

use serde_json::{Map, Value};

use crate::Task;

/// Why a task could not do its work, with a hint where one is known.
#[derive(Debug)]
pub struct Refusal {
    /// The error and its causes.
    pub error: anyhow::Error,
    /// What to do about it, if known.
    pub hint: Option<Hint>,
    /// The key of the request that is wrong, if the error is about one.
    pub key: Option<String>,
}

impl Refusal {
    /// The refusal for a required key that is missing.
    pub fn missing(key: &str) -> Self {
        Self::at(key, MissingKey(key.to_owned()))
    }

    /// An error in the value of a key.
    pub fn at(key: &str, error: impl Into<anyhow::Error>) -> Self {
        Self { error: error.into(), hint: None, key: Some(key.to_owned()) }
    }

    /// The refusal for a key that has no effect: a person who sets one expects something of it. `why` goes
    /// on after "`key` has no effect".
    pub fn idle(key: &str, why: impl fmt::Display) -> Self {
        let error =
            anyhow::Error::new(UnusedKey { key: key.to_owned(), why: why.to_string() });
        Self { error, hint: Some(format!("leave out {{{key}}}").into()), key: None }
    }

    /// The key that has no effect, if that is what is wrong. A door leaves it out if nobody set it for this
    /// request, such as a value of a settings file.
    pub fn idle_key(&self) -> Option<&str> {
        Some(&self.error.downcast_ref::<UnusedKey>()?.key)
    }

    /// Whether a required key is missing.
    pub fn is_missing(&self) -> bool {
        self.error.is::<MissingKey>()
    }
}

/// The error for a required key that is missing.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is missing")]
struct MissingKey(String);

/// The error for a key that has no effect.
#[derive(Debug, thiserror::Error)]
#[error("`{key}` has no effect{why}")]
struct UnusedKey {
    key: String,
    why: String,
}

/// What to do about an error.
///
/// Keys of the request, names of tasks and whole requests are written in braces, such as `{touch}`,
/// `{memory=16G}` and `{match3/generate}`, because each door names them differently: on the command
/// line they are flags and commands. [`render`](Self::render)
/// replaces them.
///
/// ```
/// use tilewright_tasks::Hint;
///
/// let hint = Hint::from("allow more {memory=16G}, or use {battleship/place}");
/// let key = |key: &str, value: Option<&str>| format!("{key}={}", value.unwrap_or_default());
/// let task = |task: &str| task.replace('/', " ");
/// let text = hint.render(key, task, |_| String::new());
/// assert_eq!(text, "allow more memory=16G, or use battleship place");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint(pub String);

impl Hint {
    /// A request to put into a hint, in braces; keys with default values are left out.
    ///
    /// # Errors
    /// If a number in the request is not finite.
    pub fn request<T: Task>(request: &T) -> serde_json::Result<String> {
        let usual = serde_json::to_value(serde_json::from_str::<T>("{}")?)?;
        let mut document = Map::from_iter([("task".to_owned(), T::NAME.into())]);
        if let Value::Object(keys) = serde_json::to_value(request)? {
            let differs = |(key, value): &(String, Value)| usual.get(key) != Some(value);
            document.extend(keys.into_iter().filter(differs));
        }
        Ok(format!("{{{}}}", Value::Object(document)))
    }

    /// The hint with everything in braces replaced: keys, with a value if there is one, by `key`,
    /// names of tasks by `task`, requests by `request`.
    pub fn render(
        &self,
        key: impl Fn(&str, Option<&str>) -> String,
        task: impl Fn(&str) -> String,
        request: impl Fn(&Map<String, Value>) -> String,
    ) -> String {
        let mut text = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            // A document in the braces is a request; all else is a key or a task.
            if let Some((document, after)) = document(after) {
                text.push_str(&request(&document));
                rest = after;
                continue;
            }

            let (inner, after) = after.split_once('}').unwrap_or((after, ""));
            text.push_str(&match inner.split_once('=') {
                Some((name, value)) => key(name, Some(value)),
                None if inner.contains('/') => task(inner),
                None => key(inner, None),
            });
            rest = after;
        }

        text + rest
    }
}

/// The document in braces of which `text` follows the opening brace, and the text after the
/// closing one.
fn document(text: &str) -> Option<(Map<String, Value>, &str)> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter();
    let document = documents.next()?.ok()?;
    let rest = text[documents.byte_offset()..].strip_prefix('}')?;
    Some((document, rest))
}

impl<T: Into<String>> From<T> for Hint {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl<E: Into<anyhow::Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self { error: error.into(), hint: None, key: None }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&chain(&self.error))
    }
}

/// Adds a hint to an error.
pub trait Refuse<T> {
    /// Turns an error into a refusal with this hint.
    ///
    /// # Errors
    /// The refusal, if `self` is an error.
    fn hint(self, hint: impl Into<Hint>) -> Result<T, Refusal>;
}

impl<T, E: Into<anyhow::Error>> Refuse<T> for Result<T, E> {
    fn hint(self, hint: impl Into<Hint>) -> Result<T, Refusal> {
        self.map_err(|error| Refusal { hint: Some(hint.into()), ..error.into().into() })
    }
}

/// An error and its causes on one line, separated by colons. A cause that the line already ends
/// with is left out.
pub fn chain(error: &anyhow::Error) -> String {
    // The name of an input may be empty.
    let part = |part: String| if part.is_empty() { "\"\"".to_owned() } else { part };
    let mut causes = error.chain().map(|cause| part(in_words(cause)));
    let mut line = causes.next().unwrap_or_default();
    for cause in causes {
        if !line.ends_with(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

/// An error of a chain; that of the operating system without its number, which tells users nothing.
pub(crate) fn in_words(error: &(dyn std::error::Error + 'static)) -> String {
    let of_system = error.downcast_ref::<io::Error>();
    match of_system.map(|it| (it.kind(), it.get_ref(), it.raw_os_error())) {
        Some((io::ErrorKind::NotFound, None, _)) => {
            "there is no such file or folder".to_owned()
        }
        Some((_, _, Some(number))) => {
            let words = error.to_string();
            let number = format!(" (os error {number})");
            words.strip_suffix(&number).map_or_else(|| words.clone(), str::to_owned)
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::Hint;
    use crate::battleship::CountRequest;

    #[test]
    fn a_hint_is_rendered_with_the_names_of_the_door() {
        let hint =
            Hint::from("allow more {memory=16G} or {touch}, as {match3/generate} does");
        let flag = |key: &str, value: Option<&str>| match value {
            Some(value) => format!("--{key} {value}"),
            None => format!("--{key}"),
        };
        assert_eq!(
            hint.render(flag, |task| task.replace('/', " "), |_| String::new()),
            "allow more --memory 16G or --touch, as match3 generate does"
        );
    }

    #[test]
    fn a_hint_may_propose_a_request() {
        let request = CountRequest { probabilities: true, ..CountRequest::default() };
        let request = Hint::request(&request).unwrap();
        let hint = Hint::from(format!("try {request} or {{memory}}"));
        let key = |key: &str, _: Option<&str>| key.to_uppercase();
        let text = hint.render(key, str::to_owned, |request| format!("{request:?}"));
        let expected =
            r#"{"task": String("battleship/count"), "probabilities": Bool(true)}"#;
        assert_eq!(text, format!("try {expected} or MEMORY"));
    }
}
