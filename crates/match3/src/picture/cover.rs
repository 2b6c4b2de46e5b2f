//! Covers and grounds: a look for each number among the kinds of its place.

use tilewright_draw::{Color, theme};

use super::blocker::LOOKS;
use super::brush::{Brush, Spot};

/// The colours of grounds with one layer: more layers are darker.
const GROUNDS: [Color; LOOKS] = [
    Color::hex(0xA9_CF_8E),
    Color::hex(0xF0_B7_C4),
    Color::hex(0xE3_CB_8F),
    Color::hex(0xA6_CB_E8),
    Color::hex(0xC9_B8_E4),
    Color::hex(0xB9_C0_C6),
    Color::hex(0xE8_B0_88),
    Color::hex(0x9A_D5_CC),
];

/// Draws a ground: a tint with a pattern, which is seen around what fills the cell.
pub(super) fn draw_ground(brush: &mut Brush<'_>, look: usize, layers: u8) {
    let depth = 0.09 * f64::from(layers.saturating_sub(1));
    let tint = GROUNDS[look % LOOKS].mix(Color::hex(0), depth);
    let line = tint.mix(Color::hex(0), 0.38);
    brush.plate(0.46, 0.16, tint, (line, 0.05));

    let spots = |spots: &[Spot], brush: &mut Brush<'_>| {
        for &spot in spots {
            brush.disc(spot, 0.07, line, (line, 0.01));
        }
    };

    let corners = [(0.13, 0.13), (0.87, 0.13), (0.87, 0.87), (0.13, 0.87)];
    let sides = [(0.5, 0.1), (0.9, 0.5), (0.5, 0.9), (0.1, 0.5)];

    match look % LOOKS {
        0 => {
            for (x, y) in corners {
                for lean in [-0.07, 0.0, 0.07] {
                    brush.line(
                        &[(x + lean / 2.0, y + 0.06), (x + lean, y - 0.07)],
                        (line, 0.05),
                    );
                }
            }
        }
        1 => {
            spots(&corners, brush);
            spots(&sides, brush);
        }
        2 => [0.2, 0.4, 0.6, 0.8]
            .iter()
            .for_each(|&y| brush.line(&[(0.06, y), (0.94, y)], (line, 0.06))),
        3 => [0.2, 0.4, 0.6, 0.8]
            .iter()
            .for_each(|&x| brush.line(&[(x, 0.06), (x, 0.94)], (line, 0.06))),
        4 => {
            for far in [0.35, 0.65] {
                brush.line(&[(0.06, far), (far, 0.06)], (line, 0.06));
                brush.line(&[(1.0 - far, 0.94), (0.94, 1.0 - far)], (line, 0.06));
            }
        }
        5 => brush.plate(0.4, 0.1, tint, (line, 0.07)),
        6 => {
            for (x, y) in corners {
                let inner = |at: f64| if at < 0.5 { 0.34 } else { 0.66 };
                brush.polygon(
                    &[(x, y), (inner(x), y), (x, inner(y))],
                    line,
                    (line, 0.04),
                );
            }
        }
        _ => {
            let half = [(0.06, 0.5), (0.94, 0.5), (0.9, 0.9), (0.1, 0.9)];
            brush.polygon(&half, line, (line, 0.04));
        }
    }
}

/// Draws a cover over what fills the cell, which is still seen. More layers have a wider frame.
pub(super) fn draw_cover(brush: &mut Brush<'_>, look: usize, layers: u8) {
    let veil = 10 * layers.clamp(1, 9).saturating_sub(1);
    let (light, dark) = (theme::PAPER, theme::INK);
    brush.plate(0.46, 0.16, dark.with_alpha(veil), (dark.with_alpha(veil), 0.01));

    match look % LOOKS {
        0 => {
            for x in [0.22, 0.5, 0.78] {
                brush.cased(&[(x, 0.06), (x, 0.94)], light, 0.05);
            }
        }
        1 => {
            brush.cased(&[(0.08, 0.08), (0.92, 0.92)], theme::YELLOW, 0.05);
            brush.cased(&[(0.92, 0.08), (0.08, 0.92)], theme::YELLOW, 0.05);
        }
        2 => {
            brush.plate(0.46, 0.12, light.with_alpha(0x58), (theme::SKY, 0.09));
            brush.line(&[(0.08, 0.3), (0.36, 0.36), (0.3, 0.08)], (dark, 0.05));
            brush.line(&[(0.92, 0.66), (0.66, 0.62), (0.7, 0.92)], (dark, 0.05));
        }
        3 => {
            for at in [0.18, 0.39, 0.61, 0.82] {
                brush.line(&[(at, 0.06), (at, 0.94)], (dark, 0.045));
                brush.line(&[(0.06, at), (0.94, at)], (dark, 0.045));
            }
        }
        4 => {
            for y in [0.28, 0.72] {
                brush.cased(&[(0.1, y), (0.9, y)], Color::hex(0xC4_9A_6C), 0.1);
            }
        }
        5 => {
            let at = [0.13, 0.5, 0.87];
            let spots = at.iter().flat_map(|&y| at.map(|x| (x, y)));
            for spot in spots.filter(|&spot| spot != (0.5, 0.5)) {
                brush.disc(spot, 0.13, theme::GREEN, (dark, 0.04));
            }
        }
        6 => {
            brush.ring((0.5, 0.5), 0.42, (dark, 0.12));
            brush.ring((0.5, 0.5), 0.42, (light, 0.05));
            brush.line(&[(0.26, 0.42), (0.32, 0.3), (0.44, 0.25)], (light, 0.07));
        }
        _ => {
            for (x, y) in [(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)] {
                let inner = |at: f64| if at < 0.5 { 0.4 } else { 0.6 };
                brush.polygon(
                    &[(x, y), (inner(x), y), (x, inner(y))],
                    dark,
                    (light, 0.04),
                );
            }
        }
    }

    if layers > 1 {
        let width = 0.02 * f64::from(layers.min(9));
        let clear = dark.with_alpha(0);
        brush.plate(0.47 - width / 2.0, 0.14, clear, (dark, width));
    }
}
