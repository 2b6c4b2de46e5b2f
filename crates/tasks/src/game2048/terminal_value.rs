//! The value of a board without legal moves, as requests write it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The value of a board without legal moves: 0 or less. In JSON −∞ is the text `"-inf"`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TerminalValue(f64);

impl TerminalValue {
    /// The value.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl FromStr for TerminalValue {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let value = word.parse().ok().filter(|value: &f64| *value <= 0.0);
        value.map(Self).ok_or_else(|| {
            format!("expected 0, a negative number or -inf, found `{word}`")
        })
    }
}

impl fmt::Display for TerminalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for TerminalValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(&self.0, serializer)
    }
}

/// Writes a number to JSON; −∞, for which JSON has no number, becomes the text `"-inf"`.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
pub(super) fn number<S: Serializer>(
    number: &f64,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if number.is_finite() {
        serializer.serialize_f64(*number)
    } else {
        serializer.serialize_str("-inf")
    }
}

impl<'de> Deserialize<'de> for TerminalValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected 0, a negative number or -inf")]
        enum Form {
            Number(f64),
            Word(String),
        }
        let word = match Form::deserialize(deserializer)? {
            Form::Number(number) => number.to_string(),
            Form::Word(word) => word,
        };
        word.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for TerminalValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TerminalValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"], "maximum": 0 })
    }
}
