//! Which steps there are, as requests name them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_pathplan::{Connectivity, Corners, Steps};

use crate::Worded;

/// Which steps are allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Allowed {
    /// To how many neighbours a step leads; 8, and for a path that evolves 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "4|8"))]
    pub connect: Option<Worded<Connectivity>>,
    /// When a step across a corner is allowed: when both, one or none of the cells beside it
    /// must be free.
    #[schemars(with = "String", extend("x-value" = "WHEN", "enum" = ["never", "one", "always"]))]
    pub corners: Corners,
}

impl Allowed {
    /// The steps; to so many neighbours unless the request says it.
    pub(super) fn steps(&self, usual: Connectivity) -> Steps {
        let connectivity = self.connect.map_or(usual, |connect| connect.0);
        Steps { connectivity, corners: self.corners }
    }
}
