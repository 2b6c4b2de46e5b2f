//! The steps that a request allows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_pathplan::{Connectivity, Corners, Map, Steps};

use super::{no_effect, no_effect_on};
use crate::answer::counted;
use crate::{Event, Host, Input, Refusal, TextValue};

/// The allowed steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StepOptions {
    /// Number of neighbours of a cell: 4, or 8 with the diagonal ones; default: 8, for evolved
    /// planners 4. Those of staggered maps are 4 over edges and 4 over corners; cells of hexagonal
    /// maps have 6.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend(
        "x-value" = "N", "enum" = ["4", "8"]
    ))]
    pub connectivity: Option<TextValue<Connectivity>>,
    /// When a diagonal step may pass blocked cells: never, if at least one of the two cells beside
    /// it is free, or always.
    #[schemars(with = "String", extend("x-value" = "WHEN", "enum" = ["never", "one", "always"]))]
    pub corners: Corners,
}

impl StepOptions {
    /// Refuses a rule of diagonal steps where there are none. `default` as in [`Self::steps`].
    pub(super) fn check(&self, default: Connectivity) -> Result<(), Refusal> {
        let Steps { connectivity, corners } = self.steps(default);
        if connectivity == Connectivity::Four && corners != Corners::default() {
            let why = "steps lead to four neighbours, so that none is diagonal";
            return Err(no_effect("corners", why));
        }
        Ok(())
    }

    /// Refuses what has no effect on a hexagonal map, and says of links that nobody walks them here.
    pub(super) fn check_on(
        &self,
        host: &dyn Host,
        file: &Input,
        map: &Map,
    ) -> Result<(), Refusal> {
        let links = map.places.links.len() as u64;
        if links > 0 {
            let links = counted(links, "link");
            let note = format!("{file}: not used: {links}, as paths are made of steps");
            host.tell(Event::Note(&note));
        }

        if map.shape().hexagons().is_none() {
            return Ok(());
        }
        let why =
            "the map is hexagonal: each cell has six neighbours, none of them diagonal";
        match (self.connectivity, self.corners == Corners::default()) {
            (Some(_), _) => Err(no_effect_on(file, "connectivity", why)),
            (None, false) => Err(no_effect_on(file, "corners", why)),
            (None, true) => Ok(()),
        }
    }

    /// The steps, with this number of neighbours by default.
    pub(super) fn steps(&self, default: Connectivity) -> Steps {
        let connectivity = self.connectivity.map_or(default, |given| given.0);
        Steps { connectivity, corners: self.corners }
    }
}
