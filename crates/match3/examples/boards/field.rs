//! What belongs to the cells of a level: gravity, portals, conveyors, exits and spawners.

use std::error::Error;

use serde_json::Value;
use tilewright_draw::{Anchor, Color, Mosaic, Point, Shape, Stroke, theme};

use super::read::Turn;
use super::strip::TILE;

/// A row and a column.
type Spot = [f64; 2];

/// Draws the field of a turn over its board.
pub(crate) fn draw(
    mosaic: &mut Mosaic,
    turn: &Turn,
    at: Point,
) -> Result<(), Box<dyn Error>> {
    let value = |key: &str| -> Result<Value, Box<dyn Error>> {
        Ok(turn.value(key).map_or(Ok(Value::Null), serde_json::from_str)?)
    };
    let field = value("cells")?;
    let place = |[row, column]: Spot| Point::new(at.x + column * TILE, at.y + row * TILE);
    let middle = |cell: &Value| {
        let index = |at: usize| cell[at].as_f64().unwrap_or_default() + 0.5;
        [index(0), index(1)]
    };
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let gravity =
        |[row, column]: Spot| way(&field["gravity"], row as usize, column as usize);

    if !field["gravity"].is_null() {
        for (row, tokens) in turn.before.iter().enumerate() {
            for column in (0..tokens.len()).filter(|&column| tokens[column] != "#") {
                let (row, column) = (row as f64, column as f64);
                let [down, right] = gravity([row, column]);
                let tip = [row + 0.5 + 0.42 * down, column + 0.5 + 0.42 * right];
                head(mosaic, &place, tip, [down, right], (0.16, theme::INK));
            }
        }
    }

    for (number, portal) in list(&field["portals"]).iter().enumerate() {
        let letter = char::from(b'A' + number as u8);
        for (end, side) in [(&portal[0], 0.5), (&portal[1], -0.5)] {
            let [row, column] = middle(end);
            let [down, right] = gravity([row, column]);
            let bar = [row + side * down, column + side * right];
            bar_across(mosaic, &place, bar, [down, right], letter);
        }
    }

    for conveyor in list(&field["conveyors"]) {
        let cells: Vec<Spot> = list(&conveyor).iter().map(middle).collect();
        for step in cells.windows(2) {
            let way = [step[1][0] - step[0][0], step[1][1] - step[0][1]];
            let tip = [step[0][0] + 0.64 * way[0], step[0][1] + 0.64 * way[1]];
            head(mosaic, &place, tip, way, (0.26, theme::SKY));
        }
    }

    for exit in list(&field["exits"]) {
        let [row, column] = middle(&exit);
        let [down, right] = gravity([row, column]);
        let tip = [row + 0.72 * down, column + 0.72 * right];
        head(mosaic, &place, tip, [down, right], (0.3, theme::GREEN));
    }

    for spawner in list(&value("spawners")?) {
        let [row, column] = middle(&spawner);
        let [down, right] = gravity([row, column]);
        let tip = [row - 0.42 * down, column - 0.42 * right];
        head(mosaic, &place, tip, [down, right], (0.26, theme::ORANGE));
    }

    Ok(())
}

/// The way in which the contents of a cell fall, in rows and columns.
fn way(gravity: &Value, row: usize, column: usize) -> Spot {
    let arrow = match gravity {
        Value::Array(rows) => {
            rows[row].as_str().and_then(|row| row.chars().nth(column)).unwrap_or('v')
        }
        other => other.as_str().and_then(|word| word.chars().next()).unwrap_or('d'),
    };
    match arrow {
        '<' | 'l' => [0.0, -1.0],
        '>' | 'r' => [0.0, 1.0],
        '^' | 'u' => [-1.0, 0.0],
        _ => [1.0, 0.0],
    }
}

/// A triangle with its tip here.
fn head(
    mosaic: &mut Mosaic,
    place: &impl Fn(Spot) -> Point,
    [row, column]: Spot,
    [down, right]: Spot,
    (size, color): (f64, Color),
) {
    let back = [row - size * down, column - size * right];
    let corner =
        |side: f64| [back[0] + side * size * right, back[1] + side * size * down];
    let points = [[row, column], corner(0.8), corner(-0.8)].map(place).to_vec();
    let stroke = Some(Stroke::new(theme::INK, 1.2));
    mosaic.push(Shape::Polygon { points, fill: Some(color), stroke });
}

/// An end of a portal: a bar across the way of falling, with its letter.
fn bar_across(
    mosaic: &mut Mosaic,
    place: &impl Fn(Spot) -> Point,
    [row, column]: Spot,
    [down, right]: Spot,
    letter: char,
) {
    let end = |side: f64| place([row + side * right, column + side * down]);
    for (width, color) in [(7.0, theme::INK), (4.5, theme::PURPLE)] {
        let (points, stroke) = (vec![end(-0.36), end(0.36)], Stroke::new(color, width));
        mosaic.push(Shape::Polyline { points, stroke });
    }

    let center = place([row, column]);
    let (fill, stroke) = (Some(theme::PAPER), Some(Stroke::new(theme::INK, 1.2)));
    mosaic.push(Shape::Circle { center, radius: 6.0, fill, stroke });

    mosaic.push(Shape::Text {
        at: center,
        size: 9.0,
        anchor: Anchor::Middle,
        bold: true,
        ink: theme::INK,
        text: letter.to_string(),
    });
}
