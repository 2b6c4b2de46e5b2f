//! Scenarios: `.scen` files.

use std::str::FromStr;

use tilewright_grid::{Cell, Size};

use super::Error;
use super::map::shorten;

/// A start, a goal and the length of the shortest path between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The bucket: the group of scenarios of similar length.
    pub bucket: u32,
    /// The path of the map's file.
    pub map: String,
    /// The size of the map; 0 × 0 if the file does not give it.
    pub size: Size,
    /// The start.
    pub start: Cell,
    /// The goal.
    pub goal: Cell,
    /// The length of the shortest path.
    pub length: f64,
    /// The unit of the last printed digit of the length: 0.00001 for `4.82843`.
    pub unit: f64,
}

/// Reads a list of scenarios. Fields may be separated by any white space.
///
/// # Errors
/// If the first line is not `version 1`, or a line does not have nine valid fields.
pub fn scenarios(text: &str) -> Result<Vec<Scenario>, Error> {
    let mut lines = (1..).zip(text.lines());
    let (line, head) = lines.next().unwrap_or((1, ""));
    let is_version = head.split_whitespace().eq(["version", "1"])
        || head.split_whitespace().eq(["version", "1.0"]);
    if !is_version {
        return Err(Error::Head { line, expected: "version 1", found: shorten(head) });
    }
    let lines = lines.filter(|(_, text)| !text.trim().is_empty());
    lines.map(|(line, text)| scenario(line, text)).collect()
}

fn scenario(line: usize, text: &str) -> Result<Scenario, Error> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[bucket, map, columns, rows, x, y, to_x, to_y, length] = &fields[..] else {
        return Err(Error::Fields { line, found: fields.len() });
    };

    let place = |row, column| -> Result<Cell, Error> {
        Ok(Cell::new(field(line, "a row", row)?, field(line, "a column", column)?))
    };

    let value: f64 = field(line, "a length", length)?;
    if !value.is_finite() || value < 0.0 {
        return Err(wrong(line, "a length", length));
    }

    Ok(Scenario {
        bucket: field(line, "a bucket", bucket)?,
        map: map.to_owned(),
        size: Size::new(field(line, "a height", rows)?, field(line, "a width", columns)?),
        start: place(y, x)?,
        goal: place(to_y, to_x)?,
        length: value,
        unit: unit(length),
    })
}

fn field<T: FromStr>(
    line: usize,
    expected: &'static str,
    text: &str,
) -> Result<T, Error> {
    text.parse().map_err(|_| wrong(line, expected, text))
}

fn wrong(line: usize, expected: &'static str, text: &str) -> Error {
    Error::Field { line, expected, found: shorten(text) }
}

/// The unit of the last digit of a printed number.
fn unit(text: &str) -> f64 {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent = exponent.parse::<i32>().unwrap_or(0).clamp(-400, 400);
    10_f64.powi(exponent - i32::try_from(decimals).unwrap_or(400).min(400))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_that_of_the_last_digit() {
        for (text, expected) in
            [("4.82843", 1e-5), ("120.5", 0.1), ("7", 1.0), ("1.5e2", 10.0)]
        {
            assert!((unit(text) / expected - 1.0).abs() < 1e-12, "{text}");
        }
    }
}
