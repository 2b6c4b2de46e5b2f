//! Keys of levels in a studio's document.

use super::grid::{Shape, shown};
use super::path::Path;
use super::{Mapping, MappingError, Places};
use crate::level::check_size;
use crate::{Json, JsonObject, Level};
use tilewright_grid::Size;

/// The keys whose values are whole numbers.
const NUMBERS: [&str; 3] = ["rows", "columns", "moves"];

impl Places {
    pub(super) fn get(&self, key: &str) -> Option<&Path> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, path)| path)
    }
}

impl Mapping {
    /// The keys of the document of a level that the mapping has as constants or places, and other keys.
    pub(super) fn keys(
        &self,
        document: &Json,
    ) -> Result<(JsonObject, JsonObject), MappingError> {
        let (mut keys, mut notes) = (JsonObject::default(), JsonObject::default());
        let constants = self
            .constants
            .iter()
            .map(|(key, value)| (key, format!("constants.{key}"), value));
        let found = self.places.0.iter().filter_map(|(key, path)| {
            Some((key.as_str(), path.to_string(), path.get(document)?))
        });

        for (key, at, value) in constants.chain(found) {
            let value = match key {
                "goal" => Json::of(&Self::goal(&at, value)?),
                key if NUMBERS.contains(&key) => number(at, value)?,
                _ => value.clone(),
            };
            let is_of_level = Level::KEYS.contains(&key);
            if is_of_level { &mut keys } else { &mut notes }.insert(key, value);
        }
        Ok((keys, notes))
    }

    /// The size of the level: what is stated, else what the first grid shows.
    pub(super) fn size(
        &self,
        keys: &JsonObject,
        document: &Json,
    ) -> Result<Size, MappingError> {
        let stated = |key| {
            let number = keys.get(key).and_then(Json::as_u64);
            number.map(|number| u32::try_from(number).unwrap_or(u32::MAX))
        };
        let first = self.grids().find(|(grid, _)| grid.path.is_some());
        let first = first.map(|(grid, orientation)| grid.shape(document, orientation));

        let size = match (stated("rows"), stated("columns"), first.transpose()?.flatten())
        {
            (Some(rows), Some(columns), _) => Size::new(rows, columns),
            (_, _, Some(Shape::Lines(size))) => size,
            (rows, Some(columns @ 1..), Some(Shape::Cells(cells))) => {
                Size::new(rows.unwrap_or_else(|| lines(cells, columns)), columns)
            }
            (Some(rows @ 1..), None, Some(Shape::Cells(cells))) => {
                Size::new(rows, lines(cells, rows))
            }
            _ => {
                let wrong = "expected the places of `rows` and `columns`; a list of all cells needs one of them";
                return Err(MappingError::Key {
                    key: "places".to_owned(),
                    wrong: wrong.to_owned(),
                });
            }
        };
        check_size(size)?;
        Ok(size)
    }
}

/// The lines of a list of cells; a number that does not fit is refused when the cells are read.
fn lines(cells: usize, of: u32) -> u32 {
    u32::try_from(cells / of as usize).unwrap_or(u32::MAX)
}

fn number(at: String, value: &Json) -> Result<Json, MappingError> {
    if value.as_u64().is_some_and(|number| u32::try_from(number).is_ok()) {
        return Ok(value.clone());
    }
    let (found, expected) = (shown(value), "a whole number".to_owned());
    Err(MappingError::Value { at, found, expected })
}
