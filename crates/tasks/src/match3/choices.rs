//! What `match3/generate` lets choose by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which halves of a board must be alike.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Symmetry {
    /// None.
    #[default]
    None,
    /// Left and right.
    Horizontal,
    /// Top and bottom.
    Vertical,
    /// Left and right, top and bottom.
    Both,
    /// After half a turn.
    Rotational,
}

impl Symmetry {
    pub(super) const fn of_levels(self) -> tilewright_match3::Symmetry {
        match self {
            Self::None => tilewright_match3::Symmetry::None,
            Self::Horizontal => tilewright_match3::Symmetry::Horizontal,
            Self::Vertical => tilewright_match3::Symmetry::Vertical,
            Self::Both => tilewright_match3::Symmetry::Both,
            Self::Rotational => tilewright_match3::Symmetry::Rotational,
        }
    }
}

/// How a level of a wanted potential is searched.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Single changes, from a start of the right density.
    #[default]
    Climb,
    /// A feasible and an infeasible population side by side.
    Fi2pop,
}

/// What counts as the violation of an infeasible level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Violation {
    /// Groups of infeasible cells that hang together.
    Groups,
    /// Infeasible cells; what fi2pop takes unless told otherwise.
    Cells,
}
