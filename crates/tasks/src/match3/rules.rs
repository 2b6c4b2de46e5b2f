//! The rules of a game, as requests name them.

use std::fmt;
use std::str::FromStr;

use tilewright_match3::{Goal, Template};

use crate::{Refusal, Within, Worded};

/// How many colours a game may have.
pub(super) type Colors = Within<2, 64>;

/// A move limit, or that one is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// So many moves.
    Limit(u32),
    /// It is to be found.
    Auto,
}

impl FromStr for Moves {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        if word == "auto" {
            return Ok(Self::Auto);
        }
        let limit = word.parse().ok().filter(|&limit: &u32| limit > 0);
        limit.map(Self::Limit).ok_or("expected a number from 1, or auto")
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit(moves) => moves.fmt(f),
            Self::Auto => f.write_str("auto"),
        }
    }
}

/// The goals of a request as one, if it names any.
pub(super) fn goal(goals: &[Worded<Goal>]) -> Option<Goal> {
    match goals {
        [] => None,
        [goal] => Some(goal.0.clone()),
        goals => {
            Some(Goal::All { all: goals.iter().map(|goal| goal.0.clone()).collect() })
        }
    }
}

/// Puts the rules that a request names in place of those of a level.
pub(super) fn set_rules(
    template: &mut Template,
    goals: &[Worded<Goal>],
    colors: Option<Colors>,
    moves: Option<u32>,
) -> Result<(), Refusal> {
    template.colors = colors.map_or(template.colors, Within::get);
    template.moves = moves.or(template.moves);
    template.goal = goal(goals).or(template.goal.take());
    Ok(template.check()?)
}
