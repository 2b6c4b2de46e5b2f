//! The palette of all pictures.
//!
//! The hues are those of Okabe and Ito (*Color Universal Design*, 2008), which can be told apart
//! with all common kinds of colour vision. Two things are different: grey replaces black, and
//! yellow, which has little contrast to the background, comes last.

use crate::Color;

/// The background of pictures.
pub const PAPER: Color = Color::hex(0xFC_FC_FA);
/// Text and outlines.
pub const INK: Color = Color::hex(0x1F_23_28);
/// Secondary text: tick labels, units, axis labels.
pub const MUTED: Color = Color::hex(0x5F_66_6E);
/// Thin lines between cells and grid lines of charts.
pub const GRID: Color = Color::hex(0xDF_E2_E5);
/// The fill of an empty cell.
pub const EMPTY: Color = Color::hex(0xEF_F1_F2);
/// The most important element of a picture.
pub const ACCENT: Color = BLUE;
/// Solutions that satisfy all constraints.
pub const FEASIBLE: Color = GREEN;
/// Solutions that violate a constraint.
pub const INFEASIBLE: Color = VERMILLION;

/// Okabe and Ito's blue.
pub const BLUE: Color = Color::hex(0x00_72_B2);
/// Okabe and Ito's vermillion.
pub const VERMILLION: Color = Color::hex(0xD5_5E_00);
/// Okabe and Ito's bluish green.
pub const GREEN: Color = Color::hex(0x00_9E_73);
/// Okabe and Ito's reddish purple.
pub const PURPLE: Color = Color::hex(0xCC_79_A7);
/// Okabe and Ito's orange.
pub const ORANGE: Color = Color::hex(0xE6_9F_00);
/// Okabe and Ito's sky blue.
pub const SKY: Color = Color::hex(0x56_B4_E9);
/// A medium grey instead of black.
pub const GREY: Color = Color::hex(0x7A_81_89);
/// Okabe and Ito's yellow.
pub const YELLOW: Color = Color::hex(0xF0_E4_42);

/// The colours of up to eight series, in the order of use.
pub const SERIES: [Color; 8] =
    [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY, GREY, YELLOW];

/// The counterparts on a dark ground, of those that are not the same there.
pub const DARK: [(&str, Color); 10] = [
    ("paper", Color::hex(0x15_18_1C)),
    ("ink", Color::hex(0xE8_EA_ED)),
    ("muted", Color::hex(0xA4_AB_B3)),
    ("grid", Color::hex(0x31_37_3E)),
    ("empty", Color::hex(0x23_28_2E)),
    ("blue", Color::hex(0x4A_A3_DF)),
    ("vermillion", Color::hex(0xEE_7D_2B)),
    ("green", Color::hex(0x22_B8_8D)),
    ("purple", Color::hex(0xD6_8F_B6)),
    ("grey", Color::hex(0x95_9C_A4)),
];

/// All of them with their names, by which [`Recolor`](crate::Recolor) replaces them.
pub const NAMED: [(&str, Color); 13] = [
    ("paper", PAPER),
    ("ink", INK),
    ("muted", MUTED),
    ("grid", GRID),
    ("empty", EMPTY),
    ("blue", BLUE),
    ("vermillion", VERMILLION),
    ("green", GREEN),
    ("purple", PURPLE),
    ("orange", ORANGE),
    ("sky", SKY),
    ("grey", GREY),
    ("yellow", YELLOW),
];
