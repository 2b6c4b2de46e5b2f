//! A matrix of numbers.

use std::collections::BTreeMap;

use tilewright_grid::{Grid, Size};

use super::{NUMBERS, ParsedMap};
use crate::map::check;
use crate::tile::unmatched;
use crate::{Ground, MAX_CELLS, Map, MapError, TileName};

/// The number of a cell without a tile in the CSV export of Tiled.
const NO_TILE: i64 = -1;

/// The most numbers that are listed with their cells.
const LISTED: usize = 12;

/// What the characters of a text are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// One for each cell.
    Glyphs,
    /// One for each cell, with separators between them.
    Fields,
    /// Numbers, or something between commas or in brackets that should be one.
    Numbers,
}

const fn is_separator(letter: char) -> bool {
    matches!(letter, ',' | ';' | ' ' | '\t' | '"' | '\'' | '[' | ']' | '(' | ')')
}

/// The parts of a line between separators.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(is_separator).filter(|field| !field.is_empty())
}

/// What a text is. Rows of digits are numbers if a 0 or 1 is among them, which stand for no cost, or
/// if `is_asked`.
pub(super) fn kind(text: &str, is_asked: bool) -> TextKind {
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_none() {
        return TextKind::Glyphs;
    }

    // Without separators only digits can be numbers, one for each cell.
    let is_list = text.trim_start().starts_with('[');
    let has_commas = text.contains([',', ';', '\t']);
    let is_digits = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());

    if !text.contains(is_separator) {
        let is_matrix = lines.all(is_digits) && (is_asked || text.contains(['0', '1']));
        return if is_matrix { TextKind::Numbers } else { TextKind::Glyphs };
    }

    let all = || text.lines().flat_map(fields);
    if all().all(|field| number(field).is_some()) {
        return TextKind::Numbers;
    }

    let is_single = |field: &str| field.chars().nth(1).is_none();
    match () {
        () if (has_commas || is_list) && all().all(is_single) => TextKind::Fields,
        () if has_commas || is_list => TextKind::Numbers,
        () => TextKind::Glyphs,
    }
}

/// Rows of characters without the separators between them.
pub(super) fn without_separators(text: &str) -> String {
    text.lines().map(|line| fields(line).collect::<String>() + "\n").collect()
}

/// A whole number, which may be written as a decimal one.
fn number(field: &str) -> Option<i64> {
    field.parse().ok().or_else(|| {
        let is_plain = field.starts_with(|letter: char| {
            letter.is_ascii_digit() || "+-.".contains(letter)
        });
        let value: f64 = field.parse().ok().filter(|_| is_plain)?;
        let is_exact = value.fract() == 0.0 && value.abs() < 9e15;
        is_exact.then_some(value as i64)
    })
}

/// The rows of numbers that were read so far.
#[derive(Default)]
struct Rows {
    values: Vec<i64>,
    /// The number of columns, and the line of the first row.
    first: Option<(usize, usize)>,
    count: usize,
    /// Where the row that is being read begins in the values.
    begin: usize,
}

impl Rows {
    fn push(
        &mut self,
        field: &str,
        line: usize,
        is_single: bool,
    ) -> Result<(), MapError> {
        if is_single {
            self.values
                .extend(field.bytes().map(|digit| i64::from(digit) - i64::from(b'0')));
        } else {
            let found = || {
                let shown: String = field.chars().take(20).collect();
                MapError::Number { line, found: shown }
            };
            self.values.push(number(field).ok_or_else(found)?);
        }

        if self.values.len() > MAX_CELLS {
            let columns = self.first.map_or(self.values.len(), |(columns, _)| columns);
            let [rows, columns] = [self.count + 1, columns].map(|count| count as u32);
            return Err(MapError::Size { rows, columns });
        }

        Ok(())
    }

    /// Ends a row.
    fn end(&mut self, line: usize) -> Result<(), MapError> {
        let found = self.values.len() - self.begin;
        let (expected, first) = *self.first.get_or_insert((found, line));
        if found != expected {
            return Err(MapError::Row { line, expected, found, first });
        }
        self.begin = self.values.len();
        self.count += 1;
        Ok(())
    }

    fn size(&self) -> Size {
        let columns = self.first.map_or(0, |(columns, _)| columns);
        Size::new(self.count as u32, columns as u32)
    }
}

/// The numbers of a text, row by row.
fn rows(text: &str) -> Result<Rows, MapError> {
    if text.trim_start().starts_with('[') {
        return rows_of_lists(text);
    }
    let mut rows = Rows::default();
    let is_digits = !text.contains(is_separator);
    let count = text.trim_end().lines().count();
    for (line, row) in (1..=count).zip(text.lines()) {
        // Empty lines before the first row.
        if rows.count == 0 && fields(row).next().is_none() {
            continue;
        }
        for field in fields(row.trim()) {
            rows.push(field, line, is_digits)?;
        }
        rows.end(line)?;
    }
    Ok(rows)
}

/// The numbers of lists within a list: each is a row, whatever lines it takes.
fn rows_of_lists(text: &str) -> Result<Rows, MapError> {
    let mut rows = Rows::default();
    let mut depth = 0_usize;
    for (line, text) in (1..).zip(text.lines()) {
        let wrong = |found| MapError::List { line, found };
        // Each piece has numbers, then a bracket; the last one may have none.
        for piece in text.split_inclusive(['[', ']']) {
            for field in fields(piece.trim_end_matches(['[', ']'])) {
                if depth != 2 {
                    return Err(wrong("found a number that is in no row"));
                }

                rows.push(field, line, false)?;
            }

            if piece.ends_with('[') {
                depth += 1;
                if depth > 2 {
                    return Err(wrong("found a list within a row"));
                }
            } else if piece.ends_with(']') {
                if depth == 2 {
                    rows.end(line)?;
                }

                let outer = depth.checked_sub(1);
                depth = outer.ok_or_else(|| wrong("found a bracket that closes none"))?;
            }
        }
    }

    if depth > 0 {
        let line = text.lines().count();
        return Err(MapError::List { line, found: "found its end within it" });
    }

    Ok(rows)
}

/// Reads a matrix.
pub(super) fn read(text: &str, walkable: &[TileName]) -> Result<ParsedMap, MapError> {
    let rows = rows(text)?;
    let size = rows.size();
    check(size)?;
    if let Some(tile) = walkable.iter().find(|tile| tile.tileset.is_some()) {
        return Err(MapError::NoTileset { tile: tile.to_string() });
    }

    let listed: Vec<i64> = walkable.iter().map(|tile| tile.id.into()).collect();
    let is_export = listed.is_empty() && rows.values.contains(&NO_TILE);

    let is_free = |value: i64| match () {
        () if !listed.is_empty() => listed.contains(&value),
        () if is_export => value == NO_TILE,
        () => value == 0,
    };

    let found = match () {
        () if !listed.is_empty() => {
            let names: Vec<_> = listed.iter().map(ToString::to_string).collect();
            format!("the list of walkable numbers: {}", names.join(", "))
        }
        () if is_export => {
            "a matrix of numbers: -1 (no tile, as in the CSV export of Tiled) is walkable, every \
             other number is a wall"
                .to_owned()
        }
        () => "a matrix of numbers: 0 is walkable, every other number is a wall".to_owned(),
    };

    let found = format!("{found}; it has {}", counts(&rows.values));
    let ground = |&value: &i64| if is_free(value) { Ground::Free } else { Ground::Wall };
    let ground = rows.values.iter().map(ground).collect();
    let map = Map::new(Grid::from_values(size, ground).expect("all rows are as long"))?;
    let is_unmatched = !listed.is_empty() && map.walkable_count() == 0;
    let unmatched = is_unmatched.then(|| unmatched("numbers", walkable));
    let oddity = || map.oddity().map(str::to_owned);
    let warnings = unmatched.or_else(oddity).into_iter().collect();

    Ok(ParsedMap { map, rule: NUMBERS, found, warnings })
}

/// The numbers with their cells.
fn counts(values: &[i64]) -> String {
    let mut counts = BTreeMap::new();
    let mut others = 0_usize;
    for &value in values {
        // A few kinds are listed; a file of random numbers must not fill the memory with them.
        if counts.len() < LISTED || counts.contains_key(&value) {
            *counts.entry(value).or_insert(0_usize) += 1;
        } else {
            others += 1;
        }
    }

    let plural = |cells| if cells == 1 { "" } else { "s" };
    let known = counts
        .iter()
        .map(|(value, &cells)| format!("{value} in {cells} cell{}", plural(cells)));

    let mut list: Vec<String> = known.collect();
    if others > 0 {
        list.push(format!("others in {others} cell{}", plural(others)));
    }

    list.join(", ")
}
