//! Blocks. Every colour also has its own shape, for people who cannot distinguish the colours.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::det;

use crate::picture::square;

/// The colours of the first blocks, in the order of [`outline`].
const COLORS: [Color; 8] = [
    theme::BLUE,
    theme::VERMILLION,
    theme::GREEN,
    theme::PURPLE,
    theme::YELLOW,
    theme::SKY,
    theme::ORANGE,
    theme::GREY,
];

/// The letters of the colours in a terminal.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzΓΔΘΛΞΠΣΦΨΩЖЯ";

/// The letter of a colour in a terminal; `?` from the 65th colour on.
pub fn letter(color: u32) -> char {
    LETTERS.chars().nth(color as usize).unwrap_or('?')
}

/// The paint of a colour of blocks. From the ninth colour on, shapes repeat with other paints and have
/// numbers.
pub const fn paint(color: u32) -> Color {
    let color = color as usize;
    COLORS[(color + color / COLORS.len()) % COLORS.len()]
}

/// Draws a block of this radius; with a `glow` of 1 it is white.
pub(crate) fn draw(
    picture: &mut Picture,
    color: u32,
    center: Point,
    radius: f64,
    glow: f64,
) {
    let fill = paint(color).mix(theme::PAPER, glow);
    let edge = Stroke::new(paint(color).mix(Color::hex(0), 0.35), radius * 0.13);
    picture.push(outline(color, center, radius, fill, edge));
    if color as usize >= COLORS.len() {
        let number = (color + 1).to_string();
        picture.push(Shape::text(center, radius * 0.9, fill.ink(), number).bold());
    }
}

fn outline(color: u32, center: Point, radius: f64, fill: Color, edge: Stroke) -> Shape {
    let (paint, fill, stroke) = (fill, Some(fill), Some(edge));

    let corners = |corners: Vec<(f64, f64)>| {
        let place =
            |(x, y): (f64, f64)| Point::new(center.x + x * radius, center.y + y * radius);
        Shape::Polygon { points: corners.into_iter().map(place).collect(), fill, stroke }
    };

    match color % COLORS.len() as u32 {
        0 => Shape::Circle { center, radius: radius * 0.9, fill, stroke },
        1 => {
            let half = radius * 0.8;
            let (corner, side) =
                (Point::new(center.x - half, center.y - half), 2.0 * half);
            square(corner, side, radius * 0.2, paint).outlined(edge)
        }
        2 => corners(vec![(0.0, -0.92), (1.0, 0.8), (-1.0, 0.8)]),
        3 => corners(vec![(0.0, -1.05), (0.85, 0.0), (0.0, 1.05), (-0.85, 0.0)]),
        4 => corners(around(10, |corner| if corner % 2 == 0 { 1.08 } else { 0.5 })),
        5 => corners(around(6, |_| 1.0)),
        6 => corners(cross(0.32, 0.95)),
        _ => corners(vec![(-1.0, -0.8), (1.0, -0.8), (0.45, 0.8), (-0.45, 0.8)]),
    }
}

/// The corners of a polygon, clockwise from the top, at the distances of `reach`.
fn around(count: u32, reach: impl Fn(u32) -> f64) -> Vec<(f64, f64)> {
    let corner = |corner: u32| {
        let angle = std::f64::consts::TAU * f64::from(corner) / f64::from(count);
        (reach(corner) * det::sin(angle), -reach(corner) * det::cos(angle))
    };
    (0..count).map(corner).collect()
}

/// An upright cross with beams of a half width and a length.
fn cross(half: f64, reach: f64) -> Vec<(f64, f64)> {
    let quarter = [(half, -reach), (half, -half), (reach, -half)];
    let turned = |turn: u32| {
        quarter.map(|(x, y)| match turn {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        })
    };
    (0..4).flat_map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_a_letter() {
        let mut letters: Vec<char> = (0..*crate::COLORS.end()).map(letter).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 64);
        assert!(!letters.contains(&'?'));
    }
}
