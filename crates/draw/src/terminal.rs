//! Pictures as text for terminals.

use std::fmt::Write as _;

use crate::effort::Effort;
use crate::{Color, Mark, Picture, raster};

/// The maximum number of columns of a picture without marks.
const COLUMNS: f64 = 80.0;
/// The maximum number of rows of a picture without marks.
const ROWS: f64 = 200.0;
/// Characters from light to dark.
const SHADES: [char; 10] = [' ', '.', ':', '-', '=', '+', '*', '#', '%', '@'];
const RESET: &str = "\u{1b}[0m";

impl Picture {
    /// The picture as lines of text.
    ///
    /// If the picture has marks, they are the text. Otherwise the shapes are rasterised, at most
    /// 80 columns wide, with two pixels per character: half blocks with `color`, characters of
    /// different darkness without. With `color`, colours are written as 24-bit ANSI escape codes
    /// and reset at the end of each line; without, there are no escape codes and no trailing
    /// spaces.
    ///
    /// ```
    /// use tilewright_draw::{Color, Mark, Picture};
    ///
    /// let mut cell = Picture::new(10.0, 10.0, "a gem");
    /// cell.marks = vec![vec![Mark::new("A ", Color::hex(0xFF0000), None)]];
    /// assert_eq!(cell.to_text(false), "A\n");
    /// assert_eq!(cell.to_text(true), "\u{1b}[38;2;255;0;0mA \u{1b}[0m\n");
    /// ```
    pub fn to_text(&self, color: bool) -> String {
        let drawn;
        let rows = if self.marks.is_empty() {
            drawn = blocks(self, color);
            &drawn
        } else {
            &self.marks
        };
        let lines = rows.iter().map(|row| if color { colored(row) } else { plain(row) });
        lines.map(|line| line + "\n").collect()
    }
}

fn plain(row: &[Mark]) -> String {
    let text: String = row.iter().map(|mark| clean(&mark.text)).collect();
    text.trim_end().to_owned()
}

fn colored(row: &[Mark]) -> String {
    let mut line = String::new();
    let mut current = (None, None);

    for mark in row {
        let wanted = (mark.ink, mark.paper);
        if wanted != current {
            if current != (None, None) {
                line.push_str(RESET);
            }

            escape(&mut line, 38, mark.ink);
            escape(&mut line, 48, mark.paper);
            current = wanted;
        }

        line.push_str(&clean(&mark.text));
    }

    if current != (None, None) {
        line.push_str(RESET);
    }
    line
}

fn escape(line: &mut String, ground: u8, color: Option<Color>) {
    if let Some(Color { red, green, blue, .. }) = color {
        let _ = write!(line, "\u{1b}[{ground};2;{red};{green};{blue}m");
    }
}

/// The text without control characters, so that it cannot contain escape codes.
pub(crate) fn clean(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// The shapes as characters; the title if they cannot be rasterised.
fn blocks(picture: &Picture, color: bool) -> Vec<Vec<Mark>> {
    let scale = (COLUMNS / picture.width).min(2.0 * ROWS / picture.height).min(1.0);
    let Ok(raster) = raster::render(picture, scale, &mut Effort::new(&())) else {
        return vec![vec![Mark::plain(picture.title.clone())]];
    };

    let (pixels, _) = raster.bytes.as_chunks::<4>();

    let lines: Vec<&[[u8; 4]]> = pixels.chunks(raster.width as usize).collect();

    // Two pixels, one above the other, are one character.
    lines
        .chunks(2)
        .map(|pair| {
            let lower = pair.get(1).copied().unwrap_or(pair[0]);
            let columns = pair[0].iter().zip(lower);
            columns.map(|(top, bottom)| block(*top, *bottom, color)).collect()
        })
        .collect()
}

/// The character for two pixels, one above the other.
fn block(top: [u8; 4], bottom: [u8; 4], color: bool) -> Mark {
    let [top, bottom] = [top, bottom].map(|[red, green, blue, alpha]| {
        Color::hex(0xFF_FF_FF).mix(Color::rgb(red, green, blue), f64::from(alpha) / 255.0)
    });
    if color {
        return Mark::new("▀", top, bottom);
    }
    let darkness = 1.0 - f64::midpoint(top.luminance(), bottom.luminance());
    Mark::plain(SHADES[(darkness * 9.0).round() as usize])
}
