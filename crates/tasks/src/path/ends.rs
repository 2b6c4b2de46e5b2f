//! From where to where, as requests name it.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::Cell;
use tilewright_pathplan::{Map, QueryError};

use super::scenarios::scenarios;
use crate::{Hint, Host, Input, Refusal, Refuse as _, Worded};

/// From where to where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ends {
    /// Where to start: row and column, from 0; the map's own start unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "R,C"))]
    pub from: Option<Worded<Place>>,
    /// Where to go; the map's own goal unless told otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "R,C"))]
    pub to: Option<Worded<Place>>,
    /// Take both ends from this .scen file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub scenario: Option<String>,
    /// Which of its scenarios, from 0.
    #[schemars(extend("x-value" = "N"))]
    pub index: u32,
}

/// A cell, as `ROW,COLUMN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(pub Cell);

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected ROW,COLUMN from 0, such as 4,10";
        let (row, column) = text.split_once(',').ok_or(expected)?;
        let [row, column] = [row, column].map(|text| text.trim().parse());
        Ok(Self(Cell::new(row.map_err(|_| expected)?, column.map_err(|_| expected)?)))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.row, self.0.column)
    }
}

impl Ends {
    /// Refuses ends that are named twice.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.scenario.is_some() && (self.from.is_some() || self.to.is_some()) {
            return Err(anyhow!("a scenario has both ends of its own"))
                .hint("leave {scenario} out, or {from} and {to}");
        }
        if self.scenario.is_none() && self.index > 0 {
            return Err(anyhow!("an index is that of a scenario, and no list is named"))
                .hint("name the list by {scenario}");
        }
        Ok(())
    }

    /// The cells that the request names, or else the map does.
    pub(super) fn of(
        &self,
        host: &dyn Host,
        map: &Map,
        file: &Input,
    ) -> Result<[Cell; 2], Refusal> {
        if let Some(list) = &self.scenario {
            return self.of_scenario(host, list, map, file);
        }
        let start = self.from.map(|place| place.0.0).or(map.places.start);
        Ok([there(start, "start", file)?, self.goal(map, file)?])
    }

    fn of_scenario(
        &self,
        host: &dyn Host,
        list: &str,
        map: &Map,
        file: &Input,
    ) -> Result<[Cell; 2], Refusal> {
        let scenarios = scenarios(host, list)?;
        let (index, count) = (self.index, scenarios.len());
        let scenario = scenarios.get(index as usize).with_context(|| {
            format!("{list} has {count} scenarios, and none of index {index}")
        })?;
        let (of, own) = (scenario.size, map.size());
        if of != own {
            return Err(anyhow!(
                "{list}: the scenario is for a map of {} × {} cells, {file} has {} × {}",
                of.rows,
                of.columns,
                own.rows,
                own.columns
            )
            .into());
        }
        Ok([scenario.start, scenario.goal])
    }

    /// Where to go.
    pub(super) fn goal(&self, map: &Map, file: &Input) -> Result<Cell, Refusal> {
        there(self.to.map(|place| place.0.0).or(map.places.goal), "goal", file)
    }
}

/// A cell that must be there.
pub(super) fn there(
    cell: Option<Cell>,
    what: &str,
    file: &Input,
) -> Result<Cell, Refusal> {
    cell.ok_or_else(|| anyhow!("{file}: the map has no {what}")).hint(
        "{from} and {to} name cells by row and column, from 0; a map of Tiled or LDtk names \
         them by objects called start, goal and npc",
    )
}

/// Why nothing was planned, with the name of the map.
pub(super) fn refused(error: QueryError, map: &Input) -> Refusal {
    let hint = match error {
        QueryError::TooMany { .. } => {
            "ask for fewer objectives, or for ends that lie nearer to each other"
        }
        _ => "cells are given by row and column, from 0",
    };
    let error = anyhow::Error::new(error).context(map.to_string());
    Refusal { error, hint: Some(Hint::from(hint)), key: None }
}

/// What was planned; none where the host stopped it.
pub(super) fn unless_stopped<T>(
    planned: Result<T, QueryError>,
    map: &Input,
) -> Result<Option<T>, Refusal> {
    match planned {
        Ok(planned) => Ok(Some(planned)),
        Err(QueryError::Cancelled) => Ok(None),
        Err(error) => Err(refused(error, map)),
    }
}
