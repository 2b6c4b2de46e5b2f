//! Values of a document with the path of their keys.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::{Json, JsonObject};

/// A value that a rules document or the rules of a level may not have.
///
/// ```
/// use tilewright_match3::{Json, Ruleset};
///
/// let rules: Json = serde_json::from_str(r#"{"base": "royal", "hits": "waves"}"#).unwrap();
/// let error = Ruleset::read(Some(&rules), None).unwrap_err();
/// assert_eq!(error.to_string(), r#"`rules.hits` is "waves": expected cell, wave or group"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` {message}")]
pub struct RulesError {
    /// The path of the key, such as `rules.pieces.bomb.starts`.
    pub key: String,
    /// Its value, and what is wrong with it.
    pub message: String,
}

/// A value and the path of its key.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) key: String,
    pub(crate) value: &'a Json,
}

/// The longest value that a message shows, in characters.
const SHOWN: usize = 60;

/// The most entries of a list in which nothing stands twice: each is compared with all before
/// it.
const ENTRIES: usize = 32;

impl<'a> Field<'a> {
    pub(crate) fn new(key: impl Into<String>, value: &'a Json) -> Self {
        Self { key: key.into(), value }
    }

    /// The error that says what is wrong with the value.
    pub(crate) fn error(&self, wrong: impl Display) -> RulesError {
        let text = self.value.to_string();
        let shown: String = text.chars().take(SHOWN).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        RulesError {
            key: self.key.clone(),
            message: format!("is {shown}{rest}: {wrong}"),
        }
    }

    /// The value of a key in this object, or the error that it is missing.
    pub(crate) fn required(&self, key: &str) -> Result<Self, RulesError> {
        let message = || RulesError {
            key: format!("{}.{key}", self.key),
            message: "is missing".to_owned(),
        };
        self.get(key).ok_or_else(message)
    }

    /// The value of a key in this object.
    pub(crate) fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.as_object()?.get(key)?;
        Some(Self::new(format!("{}.{key}", self.key), value))
    }

    /// The entries of an object that may have any keys.
    pub(crate) fn entries(&self) -> Result<&'a JsonObject, RulesError> {
        self.value.as_object().ok_or_else(|| self.error("expected an object"))
    }

    /// Refuses what is not an object, and keys that it may not have.
    pub(crate) fn only(&self, keys: &[&str]) -> Result<(), RulesError> {
        let unknown = self.entries()?.iter().find(|(key, _)| !keys.contains(key));
        match unknown {
            None => Ok(()),
            Some((key, value)) => Err(Self::new(format!("{}.{key}", self.key), value)
                .error(format!("unknown key `{key}`, expected {}", one_of(keys)))),
        }
    }

    /// The fields of an object, by name.
    pub(crate) fn named(&self) -> Result<Vec<(&'a str, Self)>, RulesError> {
        let field = |(name, value): (&'a str, &'a Json)| {
            (name, Self::new(format!("{}.{name}", self.key), value))
        };
        Ok(self.entries()?.iter().map(field).collect())
    }

    /// The fields of a list.
    pub(crate) fn list(&self) -> Result<Vec<Self>, RulesError> {
        let list = self.value.as_array().ok_or_else(|| self.error("expected a list"))?;
        let field = |(at, value): (usize, &'a Json)| {
            Self::new(format!("{}[{at}]", self.key), value)
        };
        Ok(list.iter().enumerate().map(field).collect())
    }

    /// The fields of a list in which nothing stands twice.
    pub(crate) fn different(&self) -> Result<Vec<Self>, RulesError> {
        let list = self.list()?;
        if list.len() > ENTRIES {
            return Err(self.error(format!("expected at most {ENTRIES} entries")));
        }
        let is_twice = |&(at, field): &(usize, &Self)| {
            list[..at].iter().any(|other| other.value == field.value)
        };
        match list.iter().enumerate().find(is_twice) {
            None => Ok(list),
            Some((_, field)) => Err(field.error("a duplicate")),
        }
    }

    pub(crate) fn word(&self) -> Result<&'a str, RulesError> {
        self.value.as_str().ok_or_else(|| self.error("expected a word"))
    }

    pub(crate) fn flag(&self) -> Result<bool, RulesError> {
        self.value.as_bool().ok_or_else(|| self.error("expected true or false"))
    }

    pub(crate) fn number(&self, range: RangeInclusive<u32>) -> Result<u32, RulesError> {
        let number = self.value.as_u64().and_then(|number| u32::try_from(number).ok());
        let wrong = || {
            let (first, last) = (range.start(), range.end());
            self.error(format!("expected a whole number from {first} to {last}"))
        };
        number.filter(|number| range.contains(number)).ok_or_else(wrong)
    }

    /// One of several words, as what it stands for.
    pub(crate) fn choice<T: Copy>(&self, all: &[(&str, T)]) -> Result<T, RulesError> {
        let found = all.iter().find(|(word, _)| self.value.as_str() == Some(word));
        let wrong = || {
            let words: Vec<_> = all.iter().map(|&(word, _)| word).collect();
            self.error(format!("expected {}", one_of(&words)))
        };
        found.map(|&(_, value)| value).ok_or_else(wrong)
    }
}

/// Words as `a, b or c`.
pub(crate) fn one_of(words: &[&str]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
