//! Grids of a studio's document.

use serde::Deserialize;
use tilewright_grid::{Cell, Size};

use super::MappingError;
use super::codes::{Codes, code_of, value_of};
use super::order::{GridForm, Order, Orientation, Origin};
use super::path::Path;
use crate::Json;

/// A grid of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GridPlace {
    /// Where it stands; without one all cells are [`fill`](Self::fill).
    pub(super) path: Option<Path>,
    form: Option<GridForm>,
    origin: Option<Origin>,
    order: Option<Order>,
    /// Where the code stands in an entry; without one an entry is a code.
    code: Option<Path>,
    /// Where a number stands in an entry that belongs behind its code.
    pub(super) number: Option<Path>,
    /// Whether codes that look like numbers are texts.
    text: bool,
    /// What all cells are that nothing lies over.
    pub(super) fill: Option<String>,
    pub(super) codes: Option<Codes>,
}

/// A code of a grid or a list, with its cell.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) cell: Cell,
    pub(super) code: String,
    /// The number that belongs behind what the code stands for.
    pub(super) number: Option<String>,
    /// Where it stands.
    pub(super) at: String,
}

/// A code that a cell gets, and the number behind it.
pub(super) type Pick = (String, Option<String>);

/// What the shape of a grid says of the size.
pub(super) enum Shape {
    /// The number of cells.
    Cells(usize),
    Lines(Size),
}

impl GridPlace {
    /// Refuses what contradicts itself; `form` is how the grid is written.
    pub(super) fn check(&self, form: GridForm) -> Result<(), MappingError> {
        let wrong = |key: &str, wrong: &str| {
            Err(MappingError::Key { key: format!("grid.{key}"), wrong: wrong.to_owned() })
        };
        if self.number.is_some() && self.code.is_none() {
            return wrong("number", "needs `code`: where the code stands in an entry");
        }
        if self.code.is_some() && form == GridForm::Text {
            return wrong("code", "the entries of the form text are characters");
        }
        let is_long =
            |codes: &Codes| codes.iter().any(|(code, _)| code.chars().count() != 1);
        if form == GridForm::Text && self.codes.as_ref().is_some_and(is_long) {
            return wrong("codes", "the codes of the form text have one character");
        }
        Ok(())
    }

    /// The order of the cells; what the grid does not say is as in the first one.
    pub(super) fn orientation(&self, first: Orientation) -> Orientation {
        first.with(self.form, self.origin, self.order)
    }

    /// The shape of the grid in a document.
    pub(super) fn shape(
        &self,
        document: &Json,
        orientation: Orientation,
    ) -> Result<Option<Shape>, MappingError> {
        let Some(path) = &self.path else { return Ok(None) };
        let value = path.get(document);
        let value = value.ok_or_else(|| MappingError::Missing {
            at: path.to_string(),
            beside: path.beside(document),
        })?;
        let lines = value
            .as_array()
            .ok_or_else(|| refused(orientation.form, path.to_string(), value))?;
        if orientation.form == GridForm::Flat {
            return Ok(Some(Shape::Cells(lines.len())));
        }

        let first = lines.first().map_or(0, |line| match line {
            Json::String(text) => text.chars().count(),
            line => line.as_array().unwrap_or_default().len(),
        });
        let short = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        Ok(Some(Shape::Lines(orientation.size(short(lines.len()), short(first)))))
    }

    /// The codes of all cells of the grid in a document; none if it has no place.
    pub(super) fn read(
        &self,
        document: &Json,
        size: Size,
        orientation: Orientation,
    ) -> Result<Vec<Entry>, MappingError> {
        let Some((path, value)) =
            self.path.as_ref().and_then(|path| Some((path, path.get(document)?)))
        else {
            return Ok(Vec::new());
        };

        let values = values(path, value, size, orientation)?;
        let cells = orientation.cells(size);
        cells
            .zip(values)
            .map(|(cell, (at, value))| self.entry(cell, at, &value))
            .collect()
    }

    /// The code of a value and the number behind it.
    fn entry(&self, cell: Cell, at: String, value: &Json) -> Result<Entry, MappingError> {
        let code = match &self.code {
            None => code_of(value),
            Some(code) => code.get(value).and_then(code_of),
        };
        let Some(code) = code else {
            let expected = match &self.code {
                None => "a code, a text or a number".to_owned(),
                Some(code) => format!("an object with a code at `{code}`"),
            };
            return Err(MappingError::Value { at, found: shown(value), expected });
        };
        let number = self.number.as_ref().and_then(|number| number.get(value));
        Ok(Entry { cell, code, number: number.and_then(code_of), at })
    }

    /// Writes the codes of all cells, which come in the order of the grid.
    pub(super) fn write(
        &self,
        picks: &[Pick],
        size: Size,
        orientation: Orientation,
        document: &mut Json,
    ) {
        let Some(path) = &self.path else { return };
        let (_, cells) = orientation.lines(size);
        let lines = picks.chunks(cells as usize);
        let values = |line: &[Pick]| line.iter().map(|pick| self.value(pick)).collect();

        let lines = match orientation.form {
            GridForm::Flat => values(picks),
            GridForm::Rows => lines.map(|line| Json::Array(values(line))).collect(),
            GridForm::Text => {
                let text = |line: &[Pick]| {
                    let codes: String =
                        line.iter().map(|(code, _)| code.as_str()).collect();
                    Json::String(codes)
                };
                lines.map(text).collect()
            }
        };
        path.set(document, Json::Array(lines));
    }

    fn value(&self, (code, number): &Pick) -> Json {
        let value = value_of(code, self.text);
        let Some(place) = &self.code else { return value };
        let mut entry = Json::default();
        place.set(&mut entry, value);
        if let Some((place, number)) = self.number.as_ref().zip(number.as_ref()) {
            place.set(&mut entry, value_of(number, false));
        }
        entry
    }
}

/// The values of all cells of a grid with their places.
fn values(
    path: &Path,
    value: &Json,
    size: Size,
    orientation: Orientation,
) -> Result<Vec<(String, Json)>, MappingError> {
    let form = orientation.form;
    let list = value.as_array();
    let list = list.ok_or_else(|| refused(form, path.to_string(), value))?;
    let (lines, cells) = match form {
        GridForm::Flat => (size.area() as u32, 1),
        _ => orientation.lines(size),
    };
    check_count(path.to_string(), list.len(), lines, size)?;

    let mut values = Vec::with_capacity(size.area());
    for (line, value) in list.iter().enumerate() {
        let at = format!("{path}[{line}]");
        let found = match (form, value) {
            (GridForm::Flat, value) => {
                values.push((at, value.clone()));
                continue;
            }
            (GridForm::Text, Json::String(text)) => {
                text.chars().map(|it| Json::String(it.to_string())).collect()
            }
            (GridForm::Rows, Json::Array(values)) => values.clone(),
            _ => return Err(refused(form, at, value)),
        };
        check_count(at.clone(), found.len(), cells, size)?;
        let named = found.into_iter().enumerate();
        values.extend(named.map(|(within, it)| (format!("{at}[{within}]"), it)));
    }
    Ok(values)
}

/// Refuses a list that does not have as many entries as a level of this size.
fn check_count(
    at: String,
    found: usize,
    expected: u32,
    Size { rows, columns }: Size,
) -> Result<(), MappingError> {
    if found == expected as usize {
        return Ok(());
    }
    let found = format!("a list of {found}");
    let expected = format!("{expected} of a level of {rows} × {columns}");
    Err(MappingError::Value { at, found, expected })
}

/// The error of a value that is no grid of this form.
fn refused(form: GridForm, at: String, value: &Json) -> MappingError {
    let expected = match form {
        GridForm::Flat => "a list of cells: another form is form = \"rows\" or \"text\"",
        GridForm::Rows => "a list of lists, for the form rows",
        GridForm::Text => "a list of texts, for the form text",
    };
    MappingError::Value { at, found: shown(value), expected: expected.to_owned() }
}

/// The longest value that a message shows, in characters.
const SHOWN: usize = 60;

/// The beginning of a value for messages.
pub(super) fn shown(value: &Json) -> String {
    let text = value.to_string();
    let shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() { shown + "…" } else { shown }
}
