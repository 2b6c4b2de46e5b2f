//! The value of a board without legal moves, as requests write it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::values::{inline_schema, number_or_word};

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
        number_or_word(deserializer, "expected 0, a negative number or -inf")
    }
}

inline_schema!(TerminalValue, { "type": ["number", "string"], "maximum": 0 });
