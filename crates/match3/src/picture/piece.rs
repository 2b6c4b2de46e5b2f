//! Pieces, which are drawn by what they do.

use tilewright_draw::{Color, theme};

use super::brush::{Brush, Spot, around, toward};
use crate::animation::block;
use crate::ruleset::{Effect, Piece};

const DARK: Color = theme::INK;
const LIGHT: Color = theme::PAPER;
/// The middle of the tile.
const MIDDLE: Spot = (0.5, 0.5);
/// The colours of the ball, light and dark by turns.
const SECTORS: [Color; 6] = [
    theme::YELLOW,
    theme::BLUE,
    theme::ORANGE,
    theme::PURPLE,
    theme::SKY,
    theme::VERMILLION,
];

/// What a piece looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceStyle {
    pub(super) effect: Effect,
    /// The colour of a piece that has one.
    pub(super) color: Option<u32>,
    /// Whether a line fires along its column.
    pub(super) is_vertical: bool,
    /// Whether it has fired, and will fire once more.
    pub(super) is_armed: bool,
    /// The letter, if an earlier piece looks the same.
    pub(super) letter: Option<char>,
}

/// The letter of a piece, if an earlier one of the ruleset looks the same.
pub(super) fn letter(pieces: &[Piece], index: usize) -> Option<char> {
    let piece = pieces.get(index)?;
    let look = |piece: &Piece| (piece.fires, piece.has_color);
    let is_seen = pieces[..index].iter().any(|other| look(other) == look(piece));
    is_seen.then_some(piece.glyph)
}

/// Draws a piece: on a block if it has a colour, before a halo if it is armed. The halo has more rays the
/// farther the piece reaches.
pub(super) fn draw(brush: &mut Brush<'_>, look: PieceStyle) {
    if look.is_armed {
        let rays = 6 + u32::from(look.effect.code() & 15);
        for ray in 0..rays {
            let ends = [0.3, 0.47].map(|reach| toward(ray, rays, reach));
            brush.line(&ends, (theme::VERMILLION, 0.09));
        }
        brush.disc(MIDDLE, 0.38, theme::YELLOW, (theme::VERMILLION, 0.05));

        let bare = PieceStyle { is_armed: false, letter: None, ..look };
        draw(&mut brush.moved((0.0, 0.0), 0.72, brush.glow), bare);
    } else {
        if let Some(color) = look.color {
            draw_block(brush, color, 0.42);
        }
        draw_effect(brush, look);
    }

    if let Some(letter) = look.letter {
        brush.badge((0.22, 0.22), letter.to_string());
    }
}

/// Draws a block of this radius. The shapes that are alike in grey differ by a mark: a light middle, or the
/// edges of a cube. The last one is white.
pub(super) fn draw_block(brush: &mut Brush<'_>, color: u32, radius: f64) {
    let is_white = color == 7;
    let glow = if is_white { 0.85_f64.max(brush.glow) } else { brush.glow };

    let (center, length) = (brush.at(MIDDLE), brush.tile * radius);
    block::draw(brush.picture, color, center, length, glow);
    let light = block::paint(color).mix(LIGHT, 0.65);

    match color % 8 {
        0 => brush.disc(MIDDLE, radius * 0.46, light, (light, 0.01)),
        2 => {
            let middle = (0.5, 0.5 + radius * 0.2);
            brush.disc(middle, radius * 0.46, light, (light, 0.01));
        }
        5 => {
            let dark = block::paint(color).mix(DARK, 0.75);

            let top = [toward(0, 6, radius), toward(1, 6, radius), MIDDLE];
            brush.polygon(
                &[&top[..], &[toward(5, 6, radius)]].concat(),
                light,
                (dark, 0.01),
            );

            for corner in [1, 3, 5] {
                brush.line(
                    &[MIDDLE, toward(corner, 6, radius * 0.94)],
                    (dark, radius * 0.2),
                );
            }
        }
        _ => {}
    }
}

fn draw_effect(brush: &mut Brush<'_>, look: PieceStyle) {
    let is_bare = look.color.is_none();

    match look.effect {
        Effect::Line => arrow(brush, look.is_vertical, is_bare),
        Effect::Area(reach) => rings(brush, reach, is_bare),
        Effect::Cross(reach) => {
            arrow(brush, false, is_bare);
            arrow(brush, true, is_bare);
            brush.disc(MIDDLE, 0.08, if is_bare { DARK } else { LIGHT }, (LIGHT, 0.02));
            number(brush, MIDDLE, reach, 1);
        }
        Effect::Plus(reach) => plus(brush, reach, is_bare),
        Effect::Color => ball(brush, if is_bare { 0.42 } else { 0.25 }),
        Effect::Board => grid(brush, if is_bare { 0.42 } else { 0.26 }),
        Effect::Goal { count, plus } => {
            plane(brush, if is_bare { 1.0 } else { 0.7 });
            if plus > 0 {
                for side in [[(0.66, 0.8), (0.94, 0.8)], [(0.8, 0.66), (0.8, 0.94)]] {
                    brush.line(&side, (DARK, 0.09));
                }
            }
            number(brush, (0.24, 0.78), count, 2);
            number(brush, (0.8, 0.8), plus, 2);
        }
    }
}

/// A number on a light disc, if it is large enough.
fn number(brush: &mut Brush<'_>, at: Spot, number: u8, least: u8) {
    if number >= least {
        brush.disc(at, 0.18, LIGHT, (DARK, 0.05));
        brush.text(at, 0.34, DARK, number.to_string());
    }
}

/// An arrow with two heads: dark without a block, light on a block.
fn arrow(brush: &mut Brush<'_>, is_vertical: bool, is_bare: bool) {
    let wide = if is_bare { 0.26 } else { 0.2 };
    let half = [(0.46, 0.0), (0.22, wide), (0.22, 0.08)];
    let back = half.iter().rev();
    let right = half.iter().copied().chain(back.clone().map(|&(x, y)| (-x, y)));
    let left = half[1..].iter().map(|&(x, y)| (-x, -y));
    let corners = right.chain(left).chain(half[1..].iter().rev().map(|&(x, y)| (x, -y)));
    let turn =
        |(x, y): Spot| if is_vertical { (0.5 + y, 0.5 + x) } else { (0.5 + x, 0.5 + y) };
    let corners: Vec<_> = corners.map(turn).collect();
    let (fill, edge) = if is_bare { (DARK, LIGHT) } else { (LIGHT, DARK) };
    brush.polygon(&corners, fill, (edge, if is_bare { 0.02 } else { 0.06 }));
}

/// A bomb with a ring for each cell of its reach: a dark ball without a block, rings on a block.
fn rings(brush: &mut Brush<'_>, reach: u8, is_bare: bool) {
    if is_bare {
        brush.line(&[(0.7, 0.3), (0.82, 0.16), (0.93, 0.2)], (DARK, 0.08));
        brush.disc((0.92, 0.18), 0.06, theme::ORANGE, (theme::VERMILLION, 0.03));
        brush.disc((0.47, 0.54), 0.38, DARK, (DARK, 0.02));
    }

    let middle = if is_bare { (0.47, 0.54) } else { MIDDLE };
    let count = if reach > 3 { 1 } else { reach };

    for ring in (1..=count).rev() {
        let radius = 0.27 * f64::from(ring) / f64::from(count);
        if !is_bare {
            brush.ring(middle, radius, (DARK, 0.15));
        }
        brush.ring(middle, radius, (LIGHT, 0.07));
    }
    number(brush, middle, reach, 4);
}

/// Five squares, with the reach on the middle one.
fn plus(brush: &mut Brush<'_>, reach: u8, is_bare: bool) {
    let (fill, edge) = if is_bare { (DARK, LIGHT) } else { (LIGHT, DARK) };
    let step = if is_bare { 0.29 } else { 0.25 };
    for (x, y) in [(0.0, 0.0), (0.0, -step), (step, 0.0), (0.0, step), (-step, 0.0)] {
        let (x, y, half) = (0.5 + x, 0.5 + y, step / 2.0);
        let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
        let corners = corners.map(|(right, down)| (x + right, y + down));
        brush.polygon(&corners, fill, (edge, 0.05));
    }
    number(brush, MIDDLE, reach, 2);
}

/// A ball of many colours.
fn ball(brush: &mut Brush<'_>, radius: f64) {
    for (sector, color) in (0..).zip(SECTORS) {
        let arc = (0..=4).map(|step| toward(sector * 4 + step, 24, radius));
        let corners: Vec<_> = [MIDDLE].into_iter().chain(arc).collect();
        brush.polygon(&corners, color, (DARK, 0.02));
    }
    brush.ring(MIDDLE, radius, (DARK, 0.07));
    let star = around(8, |corner| radius * if corner % 2 == 0 { 0.5 } else { 0.2 });
    brush.polygon(&star, LIGHT, (DARK, 0.04));
}

/// A small board, all of which is hit.
fn grid(brush: &mut Brush<'_>, half: f64) {
    brush.plate(half, 0.06, LIGHT, (DARK, 0.07));
    let side = 2.0 * half / 3.0;
    for index in [0, 2, 4, 6, 8] {
        let at = |index: i32| 0.5 - half + f64::from(index) * side;
        let (x, y) = (at(index % 3), at(index / 3));
        let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)];
        brush.polygon(&corners, DARK, (DARK, 0.01));
    }
}

/// A paper plane.
fn plane(brush: &mut Brush<'_>, scale: f64) {
    let mut brush = brush.moved((0.0, 0.0), scale, brush.glow);
    let (tip, fold) = ((0.93, 0.07), (0.38, 0.6));
    brush.polygon(&[tip, (0.05, 0.4), fold, (0.56, 0.93)], LIGHT, (DARK, 0.08));
    brush.polygon(&[tip, fold, (0.56, 0.93)], DARK, (DARK, 0.06));
}
