//! Grids as text among lines of JSON: the lines of one grid are one question.

use anyhow::ensure;

/// Collects the rows of grids of numbers. A grid ends with a line that is no row, such as an empty one. More
/// rows than a grid can have are square grids that follow each other without empty lines.
pub(crate) struct Grids {
    /// The largest number of rows.
    most: usize,
    rows: Vec<String>,
    /// The number of the first of these lines, from 1.
    first: usize,
    /// Whether several grids follow each other.
    is_split: bool,
}

/// A grid and the number of its first line.
pub(super) type NumberedGrid = (anyhow::Result<String>, usize);

impl Grids {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, rows: Vec::new(), first: 0, is_split: false }
    }

    /// Whether a line is a row of numbers, not a document.
    pub(crate) fn is_row(line: &str) -> bool {
        line.trim_start().starts_with(|it: char| it.is_ascii_digit() || it == '.')
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: String, number: usize) {
        if self.rows.is_empty() {
            self.first = number;
        }
        self.rows.push(row);
        self.is_split |= self.rows.len() > self.most;
    }

    /// The next grid that is known to be complete.
    pub(super) fn next(&mut self) -> Option<NumberedGrid> {
        let side = self.side().filter(|&side| side <= self.rows.len())?;
        Some(self.take(side))
    }

    /// The last grid, after which another one may begin.
    pub(super) fn end(&mut self) -> Option<NumberedGrid> {
        let (rows, side) = (self.rows.len(), self.side());
        self.is_split = false;
        if rows == 0 {
            return None;
        }
        let (grid, first) = self.take(rows);
        let whole = side.map_or(Ok(()), |side| is_whole(rows, side));
        Some((whole.and(grid), first))
    }

    /// The number of rows of the next of several square grids: the numbers in its first row.
    fn side(&self) -> Option<usize> {
        let first = self.rows.first().filter(|_| self.is_split)?;
        let separators = |it: char| it == ',' || it.is_whitespace();
        let columns = first.split(separators).filter(|it| !it.is_empty());
        Some(columns.count().clamp(1, self.most))
    }

    fn take(&mut self, count: usize) -> NumberedGrid {
        let rows: Vec<_> = self.rows.drain(..count).collect();
        let first = self.first;
        self.first += count;
        (Ok(rows.join("\n")), first)
    }
}

fn is_whole(rows: usize, side: usize) -> anyhow::Result<()> {
    ensure!(rows == side, "found {rows} of {side} rows; separate boards by empty lines");
    Ok(())
}
