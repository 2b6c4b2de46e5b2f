//! The field and the ships, as every request of this game names them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_battleship::{FleetError, FleetFile, Roster, Rules, Touch};
use tilewright_grid::Size;

use super::refused;
use crate::{Refusal, Within, Worded};

/// The field and the ships.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Field {
    /// How many rows; 10 unless a file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub rows: Option<Within<1, 26>>,
    /// How many columns; 10 unless a file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N"))]
    pub columns: Option<Within<1, 26>>,
    /// The ships: russian, us, or their lengths such as 4,3,3,2; russian unless a file says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "SHIPS"))]
    pub fleet: Option<Worded<Ships>>,
    /// How close ships may lie: never (not even diagonally), corners, or free (no overlap);
    /// never unless a file says it, or the fleet is us.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "RULE"))]
    pub touch: Option<Worded<Touch>>,
}

/// A fleet by its name or its lengths, with the touch rule that goes with the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ships {
    word: String,
    roster: Roster,
    touch: Option<Touch>,
}

impl FromStr for Ships {
    type Err = FleetError;

    fn from_str(word: &str) -> Result<Self, FleetError> {
        let (roster, touch) = (word.parse()?, Roster::usual_touch(word));
        Ok(Self { word: word.to_owned(), roster, touch })
    }
}

impl fmt::Display for Ships {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word)
    }
}

impl Field {
    /// The rules of the request; what it does not say is as in the file, or as usual.
    ///
    /// # Errors
    /// When there are no such rules.
    pub fn rules(&self, file: Option<&FleetFile>) -> Result<Rules, Refusal> {
        let said = file.and_then(|file| file.size);
        let number = |asked: Option<Within<1, 26>>, said| {
            asked.map(Within::get).or(said).unwrap_or(10)
        };
        let size = Size::new(
            number(self.rows, said.map(|size| size.rows)),
            number(self.columns, said.map(|size| size.columns)),
        );
        let named = self.fleet.as_ref().map(|ships| &ships.0);
        let touch = self
            .touch
            .map(|touch| touch.0)
            .or(file.and_then(|file| file.touch))
            .or(named.and_then(|ships| ships.touch))
            .unwrap_or(Touch::Never);
        let roster = named.map(|ships| ships.roster.clone());
        let roster = roster.or(file.map(|file| file.roster.clone()));
        Rules::new(size, roster.unwrap_or_else(Roster::russian), touch).map_err(refused)
    }
}

/// The rules as an answer tells them.
#[derive(Debug, Serialize)]
pub(super) struct Terms {
    rows: u32,
    columns: u32,
    fleet: Roster,
    touch: Touch,
}

impl Terms {
    pub(super) fn of(rules: &Rules) -> Self {
        let Size { rows, columns } = rules.size();
        Self { rows, columns, fleet: rules.roster().clone(), touch: rules.touch() }
    }

    /// The keys of a request that say them.
    pub(super) fn keys(&self) -> [(&'static str, Value); 4] {
        [
            ("rows", self.rows.into()),
            ("columns", self.columns.into()),
            ("fleet", self.fleet.to_string().into()),
            ("touch", self.touch.to_string().into()),
        ]
    }
}
