//! A character for each cell.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use tilewright_grid::{Cell, Grid, Size};

use super::{GLYPHS, ParsedMap};
use crate::map::check;
use crate::{Ground, MAX_CELLS, Map, MapError};

/// The pairs of characters that mark a start and a goal, the most usual first.
const MARKS: [(char, char); 6] =
    [('S', 'G'), ('S', 'E'), ('S', '*'), ('@', '*'), ('@', 'G'), ('@', 'E')];

/// Reads rows of characters.
pub(super) fn read(text: &str) -> Result<ParsedMap, MapError> {
    let (above, rows) = rows(text);
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let [height, width] =
        [rows.len(), columns].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    let size = Size::new(height, width);
    check(size)?;
    let marks = marks(&rows);

    let mut map = Map::new(Grid::filled(size, Ground::Free))?;
    for (row, text) in rows.iter().enumerate() {
        let line = above + row + 1;
        let found = text.chars().count();
        if found != columns {
            return Err(MapError::Width { line, expected: columns, found });
        }

        for (column, glyph) in text.chars().enumerate() {
            let at = Some(Cell::new(row as u32, column as u32));
            match marks {
                Some((start, _)) if glyph == start => map.places.start = at,
                Some((_, goal)) if glyph == goal => map.places.goal = at,
                _ => {
                    let says = of_glyph(glyph);
                    let column = column + 1;
                    let (ground, cost, danger) =
                        says.ok_or(MapError::Glyph { line, column, found: glyph })?;
                    map.put(row * columns + column - 1, ground, cost, danger);
                }
            }
        }
    }

    let mut found = "the characters of the cells".to_owned();
    let mut warnings = Vec::new();
    match marks {
        Some((start, goal)) => {
            let _ = write!(found, "; {start} marks the start and {goal} the goal");
        }
        None => warnings.extend(terrain(&rows)),
    }

    Ok(ParsedMap { map, rule: GLYPHS, found, warnings })
}

/// The rows and the number of empty lines above them: lines without white space at their ends. Where
/// spaces stand within rows they are cells, and rows are filled up with them; or they separate cells
/// if nothing else than `.` is the floor.
fn rows(text: &str) -> (usize, Vec<Cow<'_, str>>) {
    let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
    let above = lines.iter().take_while(|line| line.is_empty()).count();
    let rows = &lines[above..];
    let is_any = |glyph: char| rows.iter().any(|row| row.contains(glyph));
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    // A few long rows must not take more memory than a map may have cells.
    let is_large = width.saturating_mul(rows.len()) > MAX_CELLS;
    let has_spaces = is_any(' ');
    if has_spaces && is_any('.') && rows.iter().all(|row| is_spaced(row)) {
        let close = |row: &&str| Cow::Owned(row.chars().step_by(2).collect());
        return (above, rows.iter().map(close).collect());
    }
    let filled = |row: &&str| Cow::Owned(format!("{row:width$}"));
    if has_spaces && !is_large {
        return (above, rows.iter().map(filled).collect());
    }
    (above, lines.into_iter().skip(above).map(Cow::Borrowed).collect())
}

/// Whether a space stands between any two characters of a row, and nowhere else.
fn is_spaced(row: &str) -> bool {
    let is_right = |(index, letter): (usize, char)| (letter == ' ') == (index % 2 == 1);
    row.chars().enumerate().all(is_right)
}

/// The characters that mark a start and a goal, if there is one of each.
fn marks(rows: &[Cow<'_, str>]) -> Option<(char, char)> {
    let is_single = |mark| count(rows, mark) == 1;
    MARKS.into_iter().find(|&(start, goal)| is_single(start) && is_single(goal))
}

fn count(rows: &[Cow<'_, str>], glyph: char) -> usize {
    rows.iter().map(|row| row.matches(glyph).count()).sum()
}

/// The warning of marks that are read as terrain, unless they are likely to be meant so.
fn terrain(rows: &[Cow<'_, str>]) -> Option<String> {
    let [swamp, grass, walls] = ['S', 'G', '@'].map(|glyph| count(rows, glyph));
    let words = match (swamp, grass, walls) {
        (1, 0, _) => "S is read as swamp",
        (0, 1.., _) => "G is read as free ground",
        (1.., 1.., _) => "S is read as swamp and G as free ground",
        (0, 0, 1) => "@ is read as a wall",
        _ => return None,
    };
    Some(format!(
        "{words}: only one S (or @) and one G (or *, E) mark a start and a goal"
    ))
}

/// The ground, the cost and the danger of a cell by its character in text maps, marks of a start or a goal aside; none if it is unknown.
pub fn of_glyph(glyph: char) -> Option<(Ground, f64, u32)> {
    let ground = match glyph {
        '.' | ' ' | 'G' | '~' | '2'..='9' => Ground::Free,
        'S' => Ground::Swamp,
        'W' => Ground::Water,
        '#' | '@' | 'O' => Ground::Wall,
        'T' => Ground::Trees,
        _ => return None,
    };
    Some((ground, glyph.to_digit(10).map_or(1.0, f64::from), u32::from(glyph == '~')))
}

impl Map {
    /// The character of a cell: its cost where that is a digit, else its danger, else its
    /// ground.
    fn glyph(&self, index: usize) -> char {
        let cost = self.costs()[index];
        match self.grounds().values()[index] {
            Ground::Wall => '#',
            Ground::Trees => 'T',
            Ground::Water => 'W',
            _ if (2.0..=9.0).contains(&cost) => char::from(b'0' + cost.round() as u8),
            _ if self.danger()[index] > 0 => '~',
            Ground::Swamp => 'S',
            Ground::Free => '.',
        }
    }
}

impl fmt::Display for Map {
    /// Writes the text form. Costs are rounded to a digit; danger is shown only where the cost is
    /// 1, and as `~` whatever its value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.size().columns as usize;
        for row in 0..self.size().rows as usize {
            let row: String =
                (0..columns).map(|column| self.glyph(row * columns + column)).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
