//! The value of a position without moves as requests write it.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The value of a position without moves: 0 or less. −∞, which JSON does not have, is the word
/// `-inf`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss(f64);

impl Loss {
    /// The value.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl FromStr for Loss {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let value = word.parse().ok().filter(|value: &f64| *value <= 0.0);
        value.map(Self).ok_or_else(|| {
            format!("`{word}` is no loss: write 0, a negative number or -inf")
        })
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        number(&self.0, serializer)
    }
}

/// Writes a number; −∞, which JSON does not have, as a word.
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

impl<'de> Deserialize<'de> for Loss {
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

impl JsonSchema for Loss {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Loss".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["number", "string"], "maximum": 0 })
    }
}
