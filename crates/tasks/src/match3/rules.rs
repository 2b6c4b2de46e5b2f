//! The goal, the colours and the move limit of a request.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tilewright_match3::{Goal, LevelError, Template};

use crate::Worded;

/// A move limit, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// A fixed number.
    Limit(u32),
    /// The move limit for the requested win rate.
    Auto,
}

impl FromStr for Moves {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "auto" {
            return Ok(Self::Auto);
        }
        let limit = word.parse().ok().filter(|&limit: &u32| limit > 0);
        let expected =
            || format!("expected a number of at least 1, or auto, found `{word}`");
        limit.map(Self::Limit).ok_or_else(expected)
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(moves) => write!(f, "{moves}"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Limit(moves) => serializer.serialize_u32(*moves),
            Self::Auto => serializer.serialize_str("auto"),
        }
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected a number of at least 1, or auto")]
        enum Form {
            Number(u32),
            Word(String),
        }
        let word = match Form::deserialize(deserializer)? {
            Form::Number(moves) => moves.to_string(),
            Form::Word(word) => word,
        };
        word.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Moves {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Moves".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer"], "minimum": 1 })
    }
}

/// Replaces the rules of a level by those of a request.
pub(super) fn set_rules(
    template: &mut Template,
    goals: &[Goal],
    colors: Option<u32>,
    moves: Option<u32>,
) -> Result<(), LevelError> {
    template.colors = colors.unwrap_or(template.colors);
    template.moves = moves.or(template.moves);
    template.goal = together(goals).or(template.goal.take());
    template.check()
}

/// Several goals as one.
fn together(goals: &[Goal]) -> Option<Goal> {
    match goals {
        [] => None,
        [goal] => Some(goal.clone()),
        goals => Some(Goal::All { all: goals.to_vec() }),
    }
}

/// The goals of a request as one, if there are any.
pub(super) fn goal(goals: &[Worded<Goal>]) -> Option<Goal> {
    together(&plain(goals))
}

/// The goals of a request.
pub(super) fn plain(goals: &[Worded<Goal>]) -> Vec<Goal> {
    goals.iter().map(|goal| goal.0.clone()).collect()
}
