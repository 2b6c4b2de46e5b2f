//! Which steps there are from a cell.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// To how many neighbours a step leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Connectivity {
    /// To the four beside.
    #[serde(rename = "4")]
    Four,
    /// To the four beside and the four across.
    #[default]
    #[serde(rename = "8")]
    Eight,
}

/// When a step across a corner is allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Corners {
    /// When both cells beside the corner are free: the rule of the MovingAI benchmarks.
    #[default]
    Never,
    /// When at least one of them is.
    One,
    /// Whatever they are.
    Always,
}

/// Which steps there are. The length of a step is 1, across a corner √2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Steps {
    /// To how many neighbours.
    pub connectivity: Connectivity,
    /// When across a corner.
    pub corners: Corners,
}

impl Steps {
    /// Steps to the four neighbours beside.
    pub const FOUR: Self =
        Self { connectivity: Connectivity::Four, corners: Corners::Never };
    /// Steps to all eight neighbours that cut no corner.
    pub const EIGHT: Self =
        Self { connectivity: Connectivity::Eight, corners: Corners::Never };
}

impl fmt::Display for Connectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Four => "4",
            Self::Eight => "8",
        })
    }
}

impl FromStr for Connectivity {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "4" => Ok(Self::Four),
            "8" => Ok(Self::Eight),
            _ => Err("expected 4 or 8"),
        }
    }
}

/// One of the eight ways that a step can go, clockwise from north, those beside first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) down: i32,
    pub(crate) right: i32,
}

/// North, east, south, west; north-east, south-east, south-west, north-west.
pub(crate) const WAYS: [Way; 8] = [
    Way { down: -1, right: 0 },
    Way { down: 0, right: 1 },
    Way { down: 1, right: 0 },
    Way { down: 0, right: -1 },
    Way { down: -1, right: 1 },
    Way { down: 1, right: 1 },
    Way { down: 1, right: -1 },
    Way { down: -1, right: -1 },
];

/// The way back.
pub(crate) const fn back(way: usize) -> usize {
    (way & 4) | ((way + 2) & 3)
}
