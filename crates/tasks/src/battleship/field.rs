//! The rules of the game in requests and answers.

use serde_with::skip_serializing_none;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tilewright_battleship::{FleetFile, Roster, Rules, Touch};
use tilewright_grid::Size;

use super::hunters::NamedValue;
use super::refusal::refused;
use crate::{BoundedInteger, Refusal, TextValue};

/// The size of the field, the ships, and how close they may lie.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Field {
    /// Number of rows [default: as in the file of fleets, otherwise 10].
    #[schemars(extend("x-value" = "N"))]
    pub rows: Option<BoundedInteger<1, 26>>,
    /// Number of columns [default: as in the file of fleets, otherwise 10].
    #[schemars(extend("x-value" = "N"))]
    pub columns: Option<BoundedInteger<1, 26>>,
    /// Ships: russian (4,3,3,2,2,2,1,1,1,1), us (5,4,3,3,2), or their lengths such as 4,3,3,2
    /// [default: as in the file of fleets, otherwise russian].
    #[schemars(extend("x-value" = "SHIPS"))]
    pub fleet: Option<TextValue<NamedValue<Roster>>>,
    /// How close ships may lie: never (they do not touch, not even diagonally), corners (they may
    /// touch diagonally) or free (they may touch) [default: as in the file of fleets, otherwise
    /// free for us and never for others].
    #[schemars(extend("x-value" = "RULE"))]
    pub touch: Option<TextValue<Touch>>,
}

impl Field {
    /// The rules of the request. What the request leaves out is as in the file, or the default.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn rules(&self, file: Option<&FleetFile>) -> Result<Rules, Refusal> {
        self.stated(file, file.and_then(|file| file.size))
    }

    /// The rules of the request on a board of this size. What the request leaves out is as on the board, or the default.
    ///
    /// # Errors
    /// As [`Rules::new`].
    pub fn rules_on(&self, size: Option<Size>) -> Result<Rules, Refusal> {
        self.stated(None, size)
    }

    fn stated(
        &self,
        file: Option<&FleetFile>,
        stated: Option<Size>,
    ) -> Result<Rules, Refusal> {
        let number = |asked: Option<BoundedInteger<1, 26>>, stated| {
            asked.map(BoundedInteger::get).or(stated).unwrap_or(10)
        };
        let size = Size::new(
            number(self.rows, stated.map(|size| size.rows)),
            number(self.columns, stated.map(|size| size.columns)),
        );

        let named = self.fleet.as_ref().map(|ships| &ships.0);
        let touch = self
            .touch
            .map(|touch| touch.0)
            .or(file.and_then(|file| file.touch))
            .or(named.and_then(|ships| Roster::usual_touch(&ships.word)))
            .unwrap_or(Touch::Never);

        let roster = named.map(|ships| ships.value.clone());
        let roster = roster.or(file.map(|file| file.roster.clone()));
        Rules::new(size, roster.unwrap_or_else(Roster::russian), touch).map_err(refused)
    }
}

/// The rules in an answer.
#[derive(Debug, Serialize)]
pub(super) struct Terms {
    rows: u32,
    columns: u32,
    lengths: Roster,
    touch: Touch,
}

impl Terms {
    pub(super) fn of(rules: &Rules) -> Self {
        let Size { rows, columns } = rules.size();
        Self { rows, columns, lengths: rules.roster().clone(), touch: rules.touch() }
    }

    /// The same rules as keys of a request.
    pub(super) fn keys(&self) -> [(&'static str, Value); 4] {
        [
            ("rows", self.rows.into()),
            ("columns", self.columns.into()),
            ("fleet", self.lengths.to_string().into()),
            ("touch", self.touch.to_string().into()),
        ]
    }
}
