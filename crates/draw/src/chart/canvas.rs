//! A drawing in characters: braille dots, or one symbol per cell.

use crate::{Color, Mark};

const COLUMNS: usize = 56;
const ROWS: usize = 16;

/// The bit of a braille character for the dot in each row and column.
const DOTS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A grid of characters over the unit square, whose `y` grows upwards.
pub(super) struct Canvas {
    dots: Vec<u8>,
    signs: Vec<Option<char>>,
    inks: Vec<Option<Color>>,
    notes: Vec<(usize, String)>,
}

impl Canvas {
    /// An empty grid.
    pub(super) fn new() -> Self {
        let size = COLUMNS * ROWS;
        let (dots, signs) = (vec![0; size], vec![None; size]);
        Self { dots, signs, inks: vec![None; size], notes: Vec::new() }
    }

    /// The width of the grid in characters.
    pub(super) const WIDTH: usize = COLUMNS;

    /// The column of a coordinate from 0 to 1.
    pub(super) fn column(x: f64) -> usize {
        position(x, COLUMNS)
    }

    /// The row of a coordinate from 0 to 1.
    pub(super) fn row(y: f64) -> usize {
        position(1.0 - y, ROWS)
    }

    /// Sets the braille dot at a position.
    pub(super) fn dot(&mut self, (x, y): (f64, f64), ink: Color) {
        let (column, row) = (position(x, COLUMNS * 2), position(1.0 - y, ROWS * 4));
        let cell = row / 4 * COLUMNS + column / 2;
        self.dots[cell] |= DOTS[row % 4][column % 2];
        self.inks[cell] = Some(ink);
    }

    /// Sets a symbol at a position, which replaces dots.
    pub(super) fn sign(&mut self, (x, y): (f64, f64), sign: char, ink: Color) {
        let cell = position(1.0 - y, ROWS) * COLUMNS + position(x, COLUMNS);
        self.signs[cell] = Some(sign);
        self.inks[cell] = Some(ink);
    }

    /// Draws a horizontal line with a label on the right.
    pub(super) fn level(&mut self, y: f64, label: &str, ink: Color) {
        for place in along((0.0, y), (1.0, y)) {
            self.sign(place, '┄', ink);
        }
        self.notes.push((Self::row(y), label.to_owned()));
    }

    /// The rows as marks, one for each run of characters of one colour, followed by the labels
    /// of horizontal lines.
    pub(super) fn marks(&self) -> Vec<Vec<Mark>> {
        let line = |row: usize| {
            let mut marks: Vec<Mark> = Vec::new();

            for cell in row * COLUMNS..(row + 1) * COLUMNS {
                let (letter, ink) = (self.letter(cell), self.inks[cell]);
                match marks.last_mut() {
                    Some(last) if last.ink == ink => last.text.push(letter),
                    _ => marks.push(Mark::new(letter, ink, None)),
                }
            }

            let labels = self.notes.iter().filter(|note| note.0 == row);
            let labels: Vec<&str> = labels.map(|note| note.1.as_str()).collect();
            if !labels.is_empty() {
                marks.push(Mark::plain(format!(" {}", labels.join(", "))));
            }

            marks
        };
        (0..ROWS).map(line).collect()
    }

    fn letter(&self, cell: usize) -> char {
        match (self.signs[cell], self.dots[cell]) {
            (Some(sign), _) => sign,
            (None, 0) => ' ',
            (None, dots) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
        }
    }
}

/// Positions along a straight line, close enough together to touch every dot.
pub(super) fn along(
    from: (f64, f64),
    to: (f64, f64),
) -> impl Iterator<Item = (f64, f64)> {
    const STEPS: u32 = (COLUMNS * 2) as u32;
    let dots_wide = (to.0 - from.0).abs() * f64::from(STEPS);
    let dots_high = (to.1 - from.1).abs() * (ROWS * 4) as f64;
    let steps = (dots_wide.max(dots_high).ceil() as u32).clamp(1, STEPS);
    (0..=steps).map(move |step| {
        let share = f64::from(step) / f64::from(steps);
        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
    })
}

fn position(share: f64, count: usize) -> usize {
    ((share.clamp(0.0, 1.0) * (count - 1) as f64).round() as usize).min(count - 1)
}
