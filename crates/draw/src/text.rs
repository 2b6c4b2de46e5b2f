//! Lines of text as SVG elements.

use crate::svg::{Reader, escape, number, outline, paint};
use crate::{Anchor, Color, Point, Stroke, font};

/// Half the height of a capital letter, as a share of the font size: the distance from the
/// centre of a line down to its baseline.
const HALF_CAPITAL: f64 = 0.345;
/// Widths of the outlines that make the rasteriser's light letters heavier, as shares of the
/// font size.
const PLAIN_WEIGHT: f64 = 0.022;
const BOLD_WEIGHT: f64 = 0.055;

/// One line of text, as in [`crate::Shape::Text`].
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) at: Point,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    pub(crate) bold: bool,
    pub(crate) ink: Color,
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// One SVG element; for the rasteriser, one for each run of characters that share a font.
    pub(crate) fn elements(self, reader: Reader) -> String {
        let runs = font::runs(self.text);
        if reader == Reader::Viewer || runs.len() < 2 {
            return self.element(reader);
        }

        let total: f64 = runs.iter().map(|run| self.width(run)).sum();
        let mut x = match self.anchor {
            Anchor::Start => self.at.x,
            Anchor::Middle => self.at.x - total / 2.0,
            Anchor::End => self.at.x - total,
        };

        let mut elements = Vec::new();
        for run in &runs {
            // The rasteriser drops leading spaces, so the run starts after them.
            let text = run.trim_start();
            let indent = self.width(&run[..run.len() - text.len()]);
            let at = Point::new(x + indent, self.at.y);
            elements
                .push(Line { at, anchor: Anchor::Start, text, ..self }.element(reader));
            x += self.width(run);
        }

        elements.join("\n")
    }

    fn element(self, reader: Reader) -> String {
        let anchor = match self.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };

        let weight = match (reader, self.bold) {
            (Reader::Viewer, false) => String::new(),
            (Reader::Viewer, true) => " font-weight=\"600\"".to_owned(),
            (Reader::Rasteriser, _) => self.raster_weight(),
        };

        format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor}{weight}{}>{}</text>",
            number(self.at.x),
            number(self.at.y + HALF_CAPITAL * self.size),
            number(self.size),
            paint("fill", Some(self.ink)),
            escape(self.text),
        )
    }

    /// Family, weight and letter spacing in the rasteriser's own fonts.
    fn raster_weight(self) -> String {
        let family = if self.text.starts_with(font::is_symbol) {
            format!(" font-family=\"{}\"", font::SYMBOLS)
        } else {
            String::new()
        };
        let weight = if self.bold { BOLD_WEIGHT } else { PLAIN_WEIGHT };
        let outline = outline(Stroke::new(self.ink, self.size * weight));
        format!("{family}{outline} letter-spacing=\"{}\"", number(self.spacing()))
    }

    /// The width of a part of the line.
    fn width(self, part: &str) -> f64 {
        font::width(part, self.size) + part.chars().count() as f64 * self.spacing()
    }

    /// The space between letters.
    fn spacing(self) -> f64 {
        if self.bold { self.size * font::BOLD_SPACING } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme;

    fn placed(anchor: Anchor) -> Vec<String> {
        let (at, ink) = (Point::new(100.0, 50.0), theme::INK);
        let line = Line { at, size: 10.0, anchor, bold: false, ink, text: "oo → oo" };
        let elements = line.elements(Reader::Rasteriser);
        elements.lines().map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
    }

    #[test]
    fn runs_in_two_fonts_are_placed_one_after_the_other() {
        // Widths in tenths of a pixel: a space 22.8, an `o` 58.2, an arrow 60.2.
        assert_eq!(placed(Anchor::Start), ["100", "113.92", "122.22"]);
        assert_eq!(placed(Anchor::Middle), ["83.07", "96.99", "105.29"]);
        assert_eq!(placed(Anchor::End), ["66.14", "80.06", "88.36"]);
    }
}
