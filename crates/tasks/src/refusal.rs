//! Why a task could not do its work, and what to do about it.

use std::fmt;

use serde_json::{Map, Value};

use crate::Task;

/// Why a task could not do its work, with a hint where one is known.
#[derive(Debug)]
pub struct Refusal {
    /// What happened, and why.
    pub error: anyhow::Error,
    /// What to do about it.
    pub hint: Option<Hint>,
    /// The key of the request that was wrong, if it was one.
    pub key: Option<String>,
}

impl Refusal {
    /// A key that must be given was not.
    pub fn missing(key: &str) -> Self {
        let error = anyhow::Error::new(Missing(key.to_owned()));
        Self { error, hint: None, key: Some(key.to_owned()) }
    }

    /// Whether it is a key that is missing.
    pub fn is_missing(&self) -> bool {
        self.error.is::<Missing>()
    }
}

/// A key that must be given was not.
#[derive(Debug)]
struct Missing(String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is missing", self.0)
    }
}

impl std::error::Error for Missing {}

/// What to do about an error. Keys of the request and names of tasks in it stand in braces, such
/// as `{touch}`, `{memory=16G}` and `{match3/generate}`, and so do whole requests, by
/// [`request`](Self::request), since each door calls them its own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint(pub String);

impl Hint {
    /// A request that a hint proposes, without keys that have their defaults.
    ///
    /// # Errors
    /// When a number in it is none.
    pub fn request<T: Task>(request: &T) -> serde_json::Result<String> {
        let usual = serde_json::to_value(serde_json::from_str::<T>("{}")?)?;
        let mut document = Map::from_iter([("task".to_owned(), T::NAME.into())]);
        if let Value::Object(keys) = serde_json::to_value(request)? {
            let differs = |(key, value): &(String, Value)| usual.get(key) != Some(value);
            document.extend(keys.into_iter().filter(differs));
        }
        Ok(format!("{{{}}}", Value::Object(document)))
    }

    /// The hint as a door says it, that calls keys, with their values, tasks and requests so.
    pub fn said(
        &self,
        key: impl Fn(&str, Option<&str>) -> String,
        task: impl Fn(&str) -> String,
        request: impl Fn(&Map<String, Value>) -> String,
    ) -> String {
        let mut said = String::new();
        let mut rest = self.0.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            if let Some((document, after)) = document(after) {
                said.push_str(&request(&document));
                rest = after;
                continue;
            }
            let (inner, after) = after.split_once('}').unwrap_or((after, ""));
            said.push_str(&match inner.split_once('=') {
                Some((name, value)) => key(name, Some(value)),
                None if inner.contains('/') => task(inner),
                None => key(inner, None),
            });
            rest = after;
        }
        said + rest
    }
}

/// The document with which the inner of braces begins, and what follows the braces.
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

/// Adds the hint to an error.
pub trait Refuse<T> {
    /// The same, with a hint where it is an error.
    ///
    /// # Errors
    /// The error with the hint.
    fn hint(self, hint: impl Into<Hint>) -> Result<T, Refusal>;
}

impl<T, E: Into<anyhow::Error>> Refuse<T> for Result<T, E> {
    fn hint(self, hint: impl Into<Hint>) -> Result<T, Refusal> {
        self.map_err(|error| Refusal { hint: Some(hint.into()), ..error.into().into() })
    }
}

/// An error and its causes on one line. A cause that the line already ends with is left out.
pub fn chain(error: &anyhow::Error) -> String {
    let mut line = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !line.ends_with(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::Hint;
    use crate::battleship::Count;

    #[test]
    fn each_door_says_a_hint_its_own_way() {
        let hint =
            Hint::from("allow more {memory=16G} or {touch}, as {match3/generate} does");
        let flag = |key: &str, value: Option<&str>| match value {
            Some(value) => format!("--{key} {value}"),
            None => format!("--{key}"),
        };
        assert_eq!(
            hint.said(flag, |task| task.replace('/', " "), |_| String::new()),
            "allow more --memory 16G or --touch, as match3 generate does"
        );
    }

    #[test]
    fn a_hint_may_propose_a_request() {
        let request = Count { probabilities: true, ..Count::default() };
        let request = Hint::request(&request).unwrap();
        let hint = Hint::from(format!("try {request} or {{memory}}"));
        let key = |key: &str, _: Option<&str>| key.to_uppercase();
        let said = hint.said(key, str::to_owned, |request| format!("{request:?}"));
        let expected =
            r#"{"task": String("battleship/count"), "probabilities": Bool(true)}"#;
        assert_eq!(said, format!("try {expected} or MEMORY"));
    }
}
