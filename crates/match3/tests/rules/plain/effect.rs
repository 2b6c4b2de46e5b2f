//! The effects of pieces, and how they are written.

use serde_json::Value;

use super::json::{Read, object, small};

/// What a piece does when it fires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Line,
    Area(usize),
    Cross(usize),
    Plus(usize),
    Color,
    Board,
    /// A number of cells chosen for the goal, after those of a plus.
    Goal {
        count: usize,
        plus: usize,
    },
}

impl Effect {
    /// Whether a piece or a pair with this effect may fire twice.
    pub(crate) const fn may_fire_twice(self) -> bool {
        matches!(self, Self::Area(_) | Self::Cross(_) | Self::Plus(_))
    }

    /// Reads an effect, without `times` and `carries` beside it.
    pub(crate) fn read(value: &Value, key: &str) -> Read<Self> {
        if let Some(word) = value.as_str() {
            return match word {
                "line" => Ok(Self::Line),
                "cross" => Ok(Self::Cross(0)),
                "color" => Ok(Self::Color),
                "board" => Ok(Self::Board),
                _ => Err(format!("{key}: unknown effect {word:?}")),
            };
        }

        let map = object(value, key, &["area", "cross", "plus", "goal"])?;
        let part = |name: &str, least: u64| match map.get(name) {
            None => Ok(None),
            Some(value) => small(value, &format!("{key}.{name}"), least, 9).map(Some),
        };

        if let Some(count) = part("goal", 1)? {
            if map.contains_key("area") || map.contains_key("cross") {
                return Err(format!("{key}: {value} is more than one effect"));
            }
            return Ok(Self::Goal { count, plus: part("plus", 0)?.unwrap_or(0) });
        }

        match (part("area", 1)?, part("cross", 0)?, part("plus", 1)?) {
            (Some(reach), None, None) => Ok(Self::Area(reach)),
            (None, Some(reach), None) => Ok(Self::Cross(reach)),
            (None, None, Some(reach)) => Ok(Self::Plus(reach)),
            _ => Err(format!("{key}: {value} is not one effect")),
        }
    }
}
