//! The goal, the colours, the move limit and the kinds of a request.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tilewright_grid::Size;
use tilewright_match3::{
    Goal, LevelError, NamedQuota, Preset, Quota, Ruleset, Template, UnknownQuota,
};

use crate::read::like;
use crate::values::{inline_schema, number_or_word};
use crate::{Refusal, Refuse as _, TextValue};

/// A move limit, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// A fixed number.
    Limit(u32),
    /// The move limit for the requested win rate.
    Auto,
}

impl FromStr for MoveLimit {
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

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(moves) => write!(f, "{moves}"),
            Self::Auto => f.write_str("auto"),
        }
    }
}

impl Serialize for MoveLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Limit(moves) => serializer.serialize_u32(*moves),
            Self::Auto => serializer.serialize_str("auto"),
        }
    }
}

impl<'de> Deserialize<'de> for MoveLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number_or_word(deserializer, "expected a number of at least 1, or auto")
    }
}

inline_schema!(MoveLimit, { "type": ["string", "integer"], "minimum": 1 });

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

/// What a request asks of its board.
pub(super) struct BoardOptions {
    pub(super) rows: Option<u32>,
    pub(super) columns: Option<u32>,
    pub(super) rules: Option<Preset>,
    pub(super) goals: Vec<Goal>,
    pub(super) colors: Option<u32>,
    pub(super) moves: Option<u32>,
}

impl BoardOptions {
    /// The template of a request, or an open board of 9 × 9 or of the requested sides, with the goals,
    /// the colours and the move limit of the request.
    pub(super) fn board(self, template: Option<Template>) -> Result<Template, Refusal> {
        let Self { rows, columns, rules, goals, colors, moves } = self;
        let size = Size::new(rows.unwrap_or(9), columns.unwrap_or(9));
        let mut board = template.map_or_else(|| Template::open(size), Ok)?;

        let found = board.size();
        let sides = [("rows", rows, found.rows), ("columns", columns, found.columns)];
        for (name, wanted, found) in sides {
            if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
                return Err(anyhow!(
                    "`{name}` is {wanted}, but the template has {found}"
                ))
                .hint(format!("leave {{{name}}} out"));
            }
        }

        if let Some(rules) = rules {
            board = board.with_rules(Ruleset::preset(rules))?;
        }

        set_rules(&mut board, &goals, colors, moves)?;
        Ok(board)
    }
}

/// The goal of a board, which a difficulty needs.
pub(super) fn goal_of(board: &Template) -> Result<&Goal, Refusal> {
    let goal = board.goal.as_ref().context("a difficulty needs a goal");
    goal.hint("add {goal=collect:30}")
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
pub(super) fn goal(goals: &[TextValue<Goal>]) -> Option<Goal> {
    together(&plain(goals))
}

/// The values of a request that are written as text.
pub(super) fn plain<T: Clone>(values: &[TextValue<T>]) -> Vec<T> {
    values.iter().map(|value| value.0.clone()).collect()
}

/// The kinds of a request with their counts, under the rules of its board.
pub(super) fn kinds(
    named: &[TextValue<NamedQuota>],
    board: &Template,
) -> Result<Vec<Quota>, Refusal> {
    let under = |kind: &TextValue<NamedQuota>| {
        kind.0.under(board).map_err(|error| {
            let hint = match &error {
                UnknownQuota::Token { name, known, .. } => {
                    like(name, known.iter().map(String::as_str))
                }
                _ => None,
            };
            Refusal { hint, ..Refusal::at("kinds", error) }
        })
    };
    named.iter().map(under).collect()
}
