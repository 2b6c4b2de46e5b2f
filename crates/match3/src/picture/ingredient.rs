//! Ingredients: a look for each number among them.

use tilewright_draw::{Color, theme};

use super::blocker::LOOKS;
use super::brush::{Brush, Spot};

/// The thick dark outline that all of them have.
const EDGE: (Color, f64) = (theme::INK, 0.08);

/// The outlines: two berries, bird, acorn, crown, leaf, hourglass, bell, key.
const OUTLINES: [&[Spot]; LOOKS] = [
    &[],
    &[(0.06, 0.3), (0.4, 0.5), (0.6, 0.36), (0.86, 0.6), (0.6, 0.86), (0.26, 0.8)],
    &[(0.2, 0.4), (0.8, 0.4), (0.72, 0.72), (0.5, 0.93), (0.28, 0.72)],
    &[
        (0.1, 0.2),
        (0.3, 0.46),
        (0.5, 0.14),
        (0.7, 0.46),
        (0.9, 0.2),
        (0.84, 0.84),
        (0.16, 0.84),
    ],
    &[(0.12, 0.9), (0.14, 0.44), (0.44, 0.14), (0.9, 0.1), (0.86, 0.56), (0.56, 0.86)],
    &[(0.14, 0.1), (0.86, 0.1), (0.14, 0.9), (0.86, 0.9)],
    &[
        (0.5, 0.1),
        (0.7, 0.2),
        (0.76, 0.6),
        (0.9, 0.76),
        (0.1, 0.76),
        (0.24, 0.6),
        (0.3, 0.2),
    ],
    &[],
];

/// Draws an ingredient.
pub(super) fn draw(brush: &mut Brush<'_>, look: usize) {
    let look = look % LOOKS;
    let fill = if look == 1 { theme::ORANGE } else { theme::PAPER };

    if !OUTLINES[look].is_empty() {
        brush.polygon(OUTLINES[look], fill, EDGE);
    }

    match look {
        0 => {
            brush.line(&[(0.3, 0.66), (0.56, 0.12), (0.72, 0.62)], EDGE);
            brush.disc((0.3, 0.7), 0.19, theme::VERMILLION, EDGE);
            brush.disc((0.71, 0.66), 0.19, theme::PAPER, EDGE);
        }
        1 => {
            brush.polygon(&[(0.84, 0.22), (0.97, 0.32), (0.84, 0.4)], theme::INK, EDGE);
            brush.disc((0.68, 0.31), 0.19, theme::PAPER, EDGE);
            brush.disc((0.72, 0.29), 0.05, theme::INK, (theme::INK, 0.01));
        }
        2 => {
            let cap = [(0.12, 0.42), (0.24, 0.2), (0.76, 0.2), (0.88, 0.42)];
            brush.polygon(&cap, theme::GREY, EDGE);
            brush.line(&[(0.5, 0.18), (0.5, 0.07)], EDGE);
        }
        3 => brush.line(&[(0.2, 0.7), (0.8, 0.7)], EDGE),
        4 => brush.line(&[(0.12, 0.9), (0.64, 0.36)], EDGE),
        6 => brush.disc((0.5, 0.84), 0.08, theme::INK, (theme::INK, 0.02)),
        7 => {
            brush.line(&[(0.4, 0.6), (0.86, 0.14)], (theme::INK, 0.16));
            brush.line(&[(0.72, 0.28), (0.86, 0.42)], (theme::INK, 0.12));
            brush.disc((0.32, 0.68), 0.21, theme::PAPER, (theme::INK, 0.13));
        }
        _ => {}
    }
}
