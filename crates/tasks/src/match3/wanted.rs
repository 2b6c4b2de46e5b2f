//! The difficulty that a request names: a number of swaps, or a word.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tilewright_match3::NamedDifficulty;

/// The range of the mean number of swaps.
const SWAPS: std::ops::RangeInclusive<u32> = 1..=1000;

/// A difficulty: a mean number of swaps, or a name for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TargetDifficulty {
    /// The mean number of swaps to the goal.
    Swaps(f64),
    /// A quantile of the swaps of random levels of the request.
    Named(NamedDifficulty),
}

/// What is expected.
fn expected(found: &str) -> String {
    let (low, high) = (SWAPS.start(), SWAPS.end());
    format!(
        "expected a number of swaps from {low} to {high}, or easy, normal or hard, found {found}"
    )
}

impl TryFrom<f64> for TargetDifficulty {
    type Error = String;

    fn try_from(swaps: f64) -> Result<Self, String> {
        let (low, high) = (f64::from(*SWAPS.start()), f64::from(*SWAPS.end()));
        let found = Some(swaps).filter(|swaps| (low..=high).contains(swaps));
        found.map(Self::Swaps).ok_or_else(|| expected(&swaps.to_string()))
    }
}

impl FromStr for TargetDifficulty {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if let Ok(swaps) = word.parse::<f64>() {
            return Self::try_from(swaps);
        }
        word.parse().map(Self::Named).map_err(|_| expected(&format!("`{word}`")))
    }
}

impl fmt::Display for TargetDifficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Swaps(swaps) => write!(f, "{swaps}"),
            Self::Named(name) => write!(f, "{name}"),
        }
    }
}

impl Serialize for TargetDifficulty {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Swaps(swaps) => serializer.serialize_f64(*swaps),
            Self::Named(name) => name.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TargetDifficulty {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a number of swaps, or easy, normal or hard"
        )]
        enum Form {
            Number(f64),
            Word(String),
        }
        let difficulty = match Form::deserialize(deserializer)? {
            Form::Number(swaps) => Self::try_from(swaps),
            Form::Word(word) => word.parse(),
        };
        difficulty.map_err(de::Error::custom)
    }
}

impl JsonSchema for TargetDifficulty {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TargetDifficulty".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "number"], "minimum": SWAPS.start(), "maximum": SWAPS.end()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulties_are_numbers_or_names() {
        let read = |text| serde_json::from_str::<TargetDifficulty>(text);
        let hard = TargetDifficulty::Named(NamedDifficulty::Hard);
        assert_eq!(read("\"hard\"").unwrap(), hard);
        assert_eq!(serde_json::to_string(&hard).unwrap(), "\"hard\"");
        for form in ["24", "24.0", "\"24\""] {
            assert_eq!(read(form).unwrap(), TargetDifficulty::Swaps(24.0));
        }
        for wrong in ["0.5", "\"1001\"", "\"nan\"", "\"harder\"", "true"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains("or easy, normal or hard"), "{error}");
        }
    }
}
