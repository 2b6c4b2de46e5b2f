//! Maps: `.map` files.

use std::fmt;
use std::str::FromStr;

use tilewright_grid::{Grid, Size};

use super::Error;

/// A map: one character per cell. It is read with [`str::parse`] and written with `to_string`.
///
/// ```
/// use tilewright_formats::movingai::Map;
///
/// let text = "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n";
/// let map: Map = text.parse()?;
/// let floor = map.cells.values().iter().filter(|&&cell| cell == b'.').count();
/// assert_eq!(floor, 5);
/// assert_eq!(map.to_string(), text);
/// # Ok::<(), tilewright_formats::movingai::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The kind of steps that the map is meant for: `octile` in all published maps.
    pub kind: String,
    /// The characters, which are printable ASCII: `.` and `G` are passable, `S` is swamp, `W`
    /// water, `T` trees, `@` and `O` are out of bounds.
    pub cells: Grid<u8>,
}

impl FromStr for Map {
    type Err = Error;

    /// Reads a map: the lines `type`, `height`, `width` and `map` in this order, then the rows.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut lines = (1..).zip(text.lines());

        let kind = head(&mut lines, 1, "type octile", "type")?.to_owned();
        let rows = number(&mut lines, 2, "height 49", "height")?;
        let columns = number(&mut lines, 3, "width 49", "width")?;
        head(&mut lines, 4, "map", "map")?;

        if rows == 0 || columns == 0 {
            return Err(Error::Empty { rows, columns });
        }

        let size = Size::new(rows, columns);
        // No more memory is allocated than the text has bytes.
        if u64::from(rows) * u64::from(columns) > text.len() as u64 {
            return Err(Error::Short { rows, columns, found: text.len() });
        }

        let mut cells = Vec::with_capacity(size.area());
        for row in 0..rows {
            let line = (row + 5) as usize;
            let (_, text) =
                lines.next().ok_or(Error::Width { line, expected: columns, found: 0 })?;
            take_row(text, line, columns, &mut cells)?;
        }

        if let Some((line, rest)) = lines.find(|(_, rest)| !rest.trim().is_empty()) {
            return Err(Error::Rest { line, found: shorten(rest) });
        }

        let cells = Grid::from_values(size, cells).expect("every row has its cells");
        Ok(Self { kind, cells })
    }
}

fn take_row(
    text: &str,
    line: usize,
    expected: u32,
    cells: &mut Vec<u8>,
) -> Result<(), Error> {
    let odd = |glyph: &(usize, char)| !glyph.1.is_ascii_graphic();
    if let Some((column, found)) = text.chars().enumerate().find(odd) {
        return Err(Error::Glyph { line, column: column + 1, found });
    }
    if text.len() != expected as usize {
        return Err(Error::Width { line, expected, found: text.len() });
    }
    cells.extend_from_slice(text.as_bytes());
    Ok(())
}

/// The rest of a header line that begins with the given word.
fn head<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    line: usize,
    expected: &'static str,
    word: &str,
) -> Result<&'a str, Error> {
    let text = lines.next().map_or("", |(_, text)| text);
    let rest = text.trim().strip_prefix(word);
    let is_whole = |rest: &&str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    rest.filter(is_whole).map(str::trim).ok_or_else(|| Error::Head {
        line,
        expected,
        found: shorten(text),
    })
}

fn number<'a>(
    lines: &mut impl Iterator<Item = (usize, &'a str)>,
    line: usize,
    expected: &'static str,
    word: &'static str,
) -> Result<u32, Error> {
    let text = head(lines, line, expected, word)?;
    text.parse().map_err(|_| Error::Head {
        line,
        expected,
        found: shorten(&format!("{word} {text}")),
    })
}

/// The start of a text, short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Map {
    /// Writes the map as a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { rows, columns } = self.cells.size();
        writeln!(f, "type {}\nheight {rows}\nwidth {columns}\nmap", self.kind)?;
        for row in self.cells.rows() {
            let row: String = row.iter().map(|&glyph| char::from(glyph)).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
