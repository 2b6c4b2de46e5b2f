//! The start and the goal of a request.

use serde_with::skip_serializing_none;
use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Size};
use tilewright_pathplan::{Endpoint, Map, QueryError};

use super::scenarios::scenarios;
use crate::{Hint, Host, Input, Refusal, Refuse as _, TextValue};

/// The start and the goal.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ends {
    /// Cell to start from, by row and column from 0; default: the start that the map marks.
    #[schemars(extend("x-value" = "R,C"))]
    pub from: Option<TextValue<RowColumn>>,
    /// Cell to go to, by row and column from 0; default: the goal that the map marks.
    #[schemars(extend("x-value" = "R,C"))]
    pub to: Option<TextValue<RowColumn>>,
    /// Take the start and the goal from this .scen file of the MovingAI benchmarks.
    #[schemars(extend("x-value" = "FILE"))]
    pub scenario: Option<String>,
    /// Number of the scenario in the file, from 0.
    #[schemars(extend("x-value" = "N"))]
    pub index: u32,
}

/// A cell with the text form `ROW,COLUMN`, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowColumn(pub Cell);

impl FromStr for RowColumn {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected ROW,COLUMN, counted from 0, such as 4,10";
        let (row, column) = text.split_once(',').ok_or(expected)?;
        let [row, column] = [row, column].map(|text| text.trim().parse());
        Ok(Self(Cell::new(row.map_err(|_| expected)?, column.map_err(|_| expected)?)))
    }
}

impl fmt::Display for RowColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.row, self.0.column)
    }
}

impl Ends {
    /// Refuses a start or a goal that is given twice.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if self.scenario.is_some() && (self.from.is_some() || self.to.is_some()) {
            return Err(anyhow!(
                "the start or the goal is given twice: by a scenario and by a cell"
            ))
            .hint("leave out {scenario}, or {from} and {to}");
        }

        if self.scenario.is_none() && self.index > 0 {
            return Err(anyhow!(
                "the index of a scenario is given, but no file of scenarios"
            ))
            .hint("name the file by {scenario}");
        }

        Ok(())
    }

    /// The cells that the request names, else those that the map marks.
    pub(super) fn of(
        &self,
        host: &dyn Host,
        map: &Map,
        file: &Input,
    ) -> Result<[Cell; 2], Refusal> {
        if let Some(list) = &self.scenario {
            return self.of_scenario(host, list, map, file);
        }
        let start = self.from.map(|cell| cell.0.0).or(map.places.start);
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
            format!("{list} has {count} scenarios, counted from 0; there is no scenario {index}")
        })?;

        let (of, own) = (scenario.size, map.size());
        if of != own {
            return Err(anyhow!(
                "{list}: scenario {index} is for a map of {} × {} cells, but {file} has {} × {}",
                of.rows,
                of.columns,
                own.rows,
                own.columns
            )
            .into());
        }

        Ok([scenario.start, scenario.goal])
    }

    /// The goal.
    pub(super) fn goal(&self, map: &Map, file: &Input) -> Result<Cell, Refusal> {
        there(self.to.map(|cell| cell.0.0).or(map.places.goal), "goal", file)
    }
}

/// Refuses an end of a path that lies outside the map or in a wall. Planners check this too, but only
/// when a graph of the map is laid out, which takes some 50 bytes for each cell.
pub(super) fn check_end(
    map: &Map,
    endpoint: Endpoint,
    cell: Cell,
) -> Result<(), QueryError> {
    let Size { rows, columns } = map.size();
    if !map.size().contains(cell) {
        return Err(QueryError::Outside { endpoint, cell, rows, columns });
    }
    if !map.is_walkable(cell) {
        return Err(QueryError::Blocked { endpoint, cell });
    }
    Ok(())
}

/// Refuses a start or a goal as [`check_end`].
pub(super) fn check_ends(
    map: &Map,
    [start, goal]: [Cell; 2],
    file: &Input,
) -> Result<(), Refusal> {
    let start = check_end(map, Endpoint::Start, start);
    let both = start.and_then(|()| check_end(map, Endpoint::Goal, goal));
    both.map_err(|error| refused(error, file))
}

/// A cell that must be given.
pub(super) fn there(
    cell: Option<Cell>,
    what: &str,
    file: &Input,
) -> Result<Cell, Refusal> {
    cell.ok_or_else(|| anyhow!("{file}: the map marks no {what}, and the request names none")).hint(
        "give cells by {from} and {to} (row and column from 0), or mark them: in Tiled or LDtk by \
         objects named start, goal and npc, in text by one S and one G",
    )
}

/// The refusal of a query, with the name of the map.
pub(super) fn refused(error: QueryError, map: &Input) -> Refusal {
    let hint = match error {
        QueryError::TooMany { .. } => {
            "use fewer objectives, or a start and a goal that are closer together"
        }
        _ => "rows and columns count from 0",
    };
    let error = anyhow::Error::new(error).context(map.to_string());
    Refusal { error, hint: Some(Hint::from(hint)), key: None }
}

/// The result of a query; none if the host stopped it.
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
