//! Blockers: a look for each number among them.

use tilewright_draw::{Color, theme};

use super::brush::{Brush, Spot, around, toward};

/// The number of looks of each place. Later kinds repeat them with the letter of their name.
pub(super) const LOOKS: usize = 8;

/// The colours of blockers with one layer, all of them light: more layers are darker.
const BODIES: [Color; LOOKS] = [
    Color::hex(0xD9_97_41),
    Color::hex(0xD9_BC_A6),
    Color::hex(0xB9_A3_D1),
    Color::hex(0xB8_C4_A0),
    Color::hex(0xA3_B8_CC),
    Color::hex(0xE0_A8_B6),
    Color::hex(0xE0_C0_60),
    Color::hex(0x86_B5_A8),
];

/// Draws the body of a blocker: as large as its cell if it stands, an octagon if it moves.
pub(super) fn draw(brush: &mut Brush<'_>, look: usize, moves: bool, layers: u8) {
    let body = body_of(look, layers);
    let edge = body.mix(Color::hex(0), 0.55);
    if moves {
        brush.polygon(&around(8, |_| 0.45), body, (edge, 0.07));
    } else {
        brush.plate(0.44, 0.1, body, (edge, 0.07));
    }
}

/// Draws the body of a blocker of several rows and columns.
pub(super) fn draw_big(
    brush: &mut Brush<'_>,
    look: usize,
    moves: bool,
    layers: u8,
    [rows, columns]: [f64; 2],
) {
    let body = body_of(look, layers);
    // One that moves has rounder corners.
    let radius = if moves { 0.3 } else { 0.1 };
    brush.slab([columns, rows], radius, body, (body.mix(Color::hex(0), 0.55), 0.07));
}

/// Draws where a generator gives: an arrow upwards, or one to each side.
pub(super) fn draw_opening(
    brush: &mut Brush<'_>,
    is_anywhere: bool,
    (right, down): Spot,
) {
    let turns = if is_anywhere { 0..4 } else { 0..1 };
    for turn in turns {
        // A triangle at the upper edge, turned about the middle of the block.
        let corner = |part: i32| {
            let (x, y): (f64, f64) = match part {
                0 => (0.0, -0.42 - down),
                1 => (0.12, -0.27 - down),
                _ => (-0.12, -0.27 - down),
            };
            let (x, y) = match turn {
                0 => (x, y),
                1 => (-y - down + right, x),
                2 => (-x, -y),
                _ => (y + down - right, -x),
            };
            (0.5 + right + x, 0.5 + down + y)
        };
        let corners = [corner(0), corner(1), corner(2)];
        brush.polygon(&corners, theme::PAPER, (theme::INK, 0.04));
    }
}

/// The colour of a blocker.
fn body_of(look: usize, layers: u8) -> Color {
    BODIES[look % LOOKS].mix(Color::hex(0), 0.1 * f64::from(layers.saturating_sub(1)))
}

/// Draws the lines and dots of a blocker, up to a distance from its middle.
pub(super) fn draw_pattern(brush: &mut Brush<'_>, look: usize, layers: u8, half: f64) {
    let body = body_of(look, layers);
    let spot = |(x, y): Spot| (0.5 + x * half, 0.5 + y * half);
    let ink = body.ink();

    for line in lines(look % LOOKS) {
        let line: Vec<_> = line.into_iter().map(spot).collect();
        brush.line(&line, (ink, 0.07));
    }

    for &dot in dots(look % LOOKS) {
        brush.disc(spot(dot), 0.07, ink, (ink, 0.01));
    }
}

/// The lines on a blocker, from -1 to 1.
fn lines(look: usize) -> Vec<Vec<Spot>> {
    let across = |y: f64| vec![(-1.0, y), (1.0, y)];
    let down = |x: f64, from: f64, to: f64| vec![(x, from), (x, to)];
    let zigzag = |y: f64| {
        let at = |step: i32| f64::from(step) / 2.0;
        (-2..=2)
            .map(|step| (at(step), y + 0.25 * f64::from(1 - 2 * (step & 1))))
            .collect()
    };

    match look {
        0 => vec![
            vec![(-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (-0.7, -0.7)],
            vec![(0.7, -0.7), (-0.7, 0.7)],
        ],
        1 => vec![
            across(-0.35),
            across(0.35),
            down(-0.4, -1.0, -0.35),
            down(0.4, -0.35, 0.35),
            down(-0.4, 0.35, 1.0),
        ],
        2 => {
            let at = |step: u32| {
                let (x, y) = toward(step % 8, 8, 0.06 * f64::from(step));
                (x - 0.5, y - 0.5)
            };
            vec![(0..=16).map(at).collect()]
        }
        3 => vec![zigzag(-0.5), zigzag(0.5)],
        5 => [-0.65, 0.0, 0.65].map(|x| down(x, -1.0, 1.0)).to_vec(),
        6 => [-0.5, 0.5].map(across).to_vec(),
        7 => vec![vec![(-0.9, 0.9), (-0.9, -0.7), (0.9, 0.9), (-0.9, 0.9)]],
        _ => Vec::new(),
    }
}

/// The dots on a blocker, from -1 to 1.
const fn dots(look: usize) -> &'static [Spot] {
    match look {
        4 => &[(0.0, 0.0), (-0.75, -0.75), (0.75, -0.75), (-0.75, 0.75), (0.75, 0.75)],
        7 => &[(0.6, -0.5)],
        _ => &[],
    }
}
