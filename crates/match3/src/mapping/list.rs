//! Lists of cells of a studio's document.

use serde::Deserialize;
use tilewright_grid::{Cell, Size};

use super::MappingError;
use super::codes::{Codes, code_of, value_of};
use super::grid::{Entry, Pick, shown};
use super::order::Orientation;
use super::path::Path;
use crate::Json;

/// A list of cells, such as obstacles.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListPlace {
    /// Where it stands; a document without it has no such cells.
    pub(super) path: Path,
    /// Where the row stands in an entry.
    row: Option<Path>,
    /// Where the column stands in an entry.
    column: Option<Path>,
    /// Where the number of the cell stands in an entry, counted in the order of the grid.
    index: Option<Path>,
    /// The number of the first row, column or cell.
    #[serde(default)]
    first: u32,
    /// Where the code stands in an entry.
    #[serde(default = "code")]
    code: Path,
    /// Where a number stands in an entry that belongs behind its code, such as layers.
    pub(super) number: Option<Path>,
    /// Whether codes that look like numbers are texts.
    #[serde(default)]
    text: bool,
    pub(super) codes: Option<Codes>,
}

fn code() -> Path {
    Path::from("type")
}

impl ListPlace {
    pub(super) fn check(&self) -> Result<(), MappingError> {
        let is_cell = self.row.is_some() && self.column.is_some() && self.index.is_none();
        let is_index =
            self.row.is_none() && self.column.is_none() && self.index.is_some();
        if is_cell || is_index {
            return Ok(());
        }
        let wrong = "expected `row` and `column`, or `index`, the places of these numbers in an entry";
        Err(MappingError::Key { key: "lists".to_owned(), wrong: wrong.to_owned() })
    }

    /// The entries of the list in a document.
    pub(super) fn read(
        &self,
        document: &Json,
        size: Size,
        orientation: Orientation,
    ) -> Result<Vec<Entry>, MappingError> {
        let Some(value) = self.path.get(document) else { return Ok(Vec::new()) };
        let Some(list) = value.as_array() else {
            let (at, found) = (self.path.to_string(), shown(value));
            return Err(MappingError::Value { at, found, expected: "a list".to_owned() });
        };

        // More entries than parts of cells would give some part twice.
        let most = 3 * size.area();
        if list.len() > most {
            let (at, found) =
                (self.path.to_string(), format!("a list of {}", list.len()));
            let expected = format!("at most {most} entries, three for each cell");
            return Err(MappingError::Value { at, found, expected });
        }

        let cells: Vec<_> = orientation.cells(size).collect();
        let entry = |(at, entry): (usize, &Json)| {
            let at = format!("{}[{at}]", self.path);
            let cell = self.cell(entry, &at, size, (orientation, &cells))?;
            let code = self.code.get(entry).and_then(code_of).ok_or_else(|| {
                let expected = format!("an object with a code at `{}`", self.code);
                MappingError::Value { at: at.clone(), found: shown(entry), expected }
            })?;
            let number = self.number.as_ref().and_then(|number| number.get(entry));
            Ok(Entry { cell, code, number: number.and_then(code_of), at })
        };
        list.iter().enumerate().map(entry).collect()
    }

    /// The cell of an entry.
    fn cell(
        &self,
        entry: &Json,
        at: &str,
        size: Size,
        (orientation, cells): (Orientation, &[Cell]),
    ) -> Result<Cell, MappingError> {
        let number = |place: &Path, count: usize| {
            let value = place.get(entry);
            let from_first = value
                .and_then(Json::as_u64)
                .and_then(|number| number.checked_sub(u64::from(self.first)))
                .filter(|&number| number < count as u64);
            from_first.ok_or_else(|| {
                let first = u64::from(self.first);
                MappingError::Value {
                    at: format!("{at}.{place}"),
                    found: value.map_or_else(|| "missing".to_owned(), shown),
                    expected: format!(
                        "a number from {first} to {}",
                        first + count as u64 - 1
                    ),
                }
            })
        };

        if let Some(index) = &self.index {
            return Ok(cells[number(index, cells.len())? as usize]);
        }
        let (row, column) = (self.row.clone(), self.column.clone());
        let row = number(&row.unwrap_or_default(), size.rows as usize)? as u32;
        let column = number(&column.unwrap_or_default(), size.columns as usize)? as u32;
        Ok(Cell::new(orientation.row(size, row), column))
    }

    /// The entries of a list in an order that depends on their cells and codes only.
    pub(super) fn sorted(&self, entries: &[Json]) -> Vec<Json> {
        let places = [&self.row, &self.column, &self.index, &self.number];
        let places: Vec<_> = places.into_iter().flatten().chain([&self.code]).collect();
        let mut entries = entries.to_vec();
        entries.sort_by_cached_key(|entry| {
            let value = |place: &&Path| place.get(entry).map(ToString::to_string);
            places.iter().map(value).collect::<Vec<_>>()
        });
        entries
    }

    /// Writes entries, which come in the order of the grid.
    pub(super) fn write(
        &self,
        picks: &[(Cell, Pick)],
        size: Size,
        orientation: Orientation,
        document: &mut Json,
    ) {
        let entry = |(cell, (code, number)): &(Cell, Pick)| {
            let mut entry = Json::default();
            let numbers = [
                (&self.row, orientation.row(size, cell.row)),
                (&self.column, cell.column),
                (&self.index, orientation.index(size, *cell)),
            ];
            for (place, from_first) in numbers {
                let number = u64::from(from_first) + u64::from(self.first);
                let place = place.as_ref().into_iter();
                place.for_each(|it| it.set(&mut entry, Json::of(&number)));
            }

            self.code.set(&mut entry, value_of(code, self.text));
            if let Some((place, number)) = self.number.as_ref().zip(number.as_ref()) {
                place.set(&mut entry, value_of(number, false));
            }
            entry
        };
        self.path.set(document, Json::Array(picks.iter().map(entry).collect()));
    }
}
