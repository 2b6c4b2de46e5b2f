//! Which islands are connected.

use serde::{Deserialize, Serialize};

/// Which islands send their best individuals to which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum Topology {
    /// Each to the next one, the last to the first.
    #[default]
    Ring,
    /// Each to all others.
    Full,
    /// The first to all others, and these to the first.
    Star,
}

impl Topology {
    /// Whether the island `from` sends to `to`, of `count` islands.
    pub(super) const fn connects(self, from: usize, to: usize, count: usize) -> bool {
        from != to
            && match self {
                Self::Ring => (from + 1) % count == to,
                Self::Full => true,
                Self::Star => from == 0 || to == 0,
            }
    }
}
