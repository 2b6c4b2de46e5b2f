//! The page of a chart: its title, its legend, texts and lines.

use crate::{Anchor, Color, Mark, Picture, Point, Shape, Stroke, font, mark, theme};

/// The empty space at the edges.
pub(super) const MARGIN: f64 = 16.0;
/// The font size of all texts but the title.
pub(super) const SMALL: f64 = 12.0;
/// The height of a line of small text.
pub(super) const LINE: f64 = 20.0;

/// The text of a chart without values.
pub(super) const EMPTY: &str = "no values";

const TITLE: f64 = 16.0;
const TITLE_LINE: f64 = 22.0;
const TITLE_LINES: usize = 3;
const LONGEST_KEY: f64 = 240.0;

/// The symbol of an entry in the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Swatch {
    Line,
    Box,
}

/// An entry of the legend; `letter` is its symbol in the terminal.
pub(super) struct Key {
    pub(super) name: String,
    pub(super) color: Color,
    pub(super) swatch: Swatch,
    pub(super) letter: char,
}

/// A picture that grows downwards; the next part begins at `cursor`.
pub(super) struct Page {
    pub(super) picture: Picture,
    pub(super) cursor: f64,
}

impl Page {
    /// A page with its title and, below it, the legend.
    pub(super) fn new(width: f64, title: &str, keys: &[Key]) -> Self {
        let picture = Picture::new(width, 0.0, title);
        let mut page = Self { picture, cursor: MARGIN };

        for line in font::wrap(title, TITLE, width - 2.0 * MARGIN, TITLE_LINES) {
            let at = Point::new(MARGIN, page.cursor + TITLE / 2.0);
            let line = Shape::text(at, TITLE, theme::INK, line).bold();
            page.picture.push(line.anchored(Anchor::Start));
            page.cursor += TITLE_LINE;
        }

        page.legend(keys);
        page
    }

    fn legend(&mut self, keys: &[Key]) {
        let mut x = MARGIN;
        for key in keys {
            let name =
                font::fit(&key.name, SMALL, LONGEST_KEY.min(self.picture.width / 2.0));

            let wide = 24.0 + font::width(&name, SMALL);
            if x > MARGIN && x + wide > self.picture.width - MARGIN {
                x = MARGIN;
                self.cursor += LINE;
            }

            let y = self.cursor + LINE / 2.0;
            self.picture.push(swatch(key, x, y));
            self.text(&name, x + 24.0, y, Anchor::Start, theme::INK);
            x += wide + 20.0;
        }

        if !keys.is_empty() {
            self.cursor += LINE;
        }
    }

    /// Writes a small text; `y` is its vertical centre.
    pub(super) fn text(
        &mut self,
        text: &str,
        x: f64,
        y: f64,
        anchor: Anchor,
        ink: Color,
    ) {
        if !text.is_empty() {
            let text = Shape::text(Point::new(x, y), SMALL, ink, text);
            self.picture.push(text.anchored(anchor));
        }
    }

    /// Draws a straight line.
    pub(super) fn rule(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let points = vec![Point::new(from.0, from.1), Point::new(to.0, to.1)];
        self.picture.push(Shape::Polyline { points, stroke });
    }

    /// Draws a dashed straight line.
    pub(super) fn dashes(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        const DASH: f64 = 7.0;
        const PERIOD: f64 = 12.0;
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let on =
            |along: f64| (from.0 + dx * along / length, from.1 + dy * along / length);
        for index in 0..(length / PERIOD).ceil() as u32 {
            let start = f64::from(index) * PERIOD;
            self.rule(on(start), on((start + DASH).min(length)), stroke);
        }
    }

    /// Fills a rectangle.
    pub(super) fn fill(&mut self, x: f64, y: f64, width: f64, height: f64, fill: Color) {
        let corner = Point::new(x, y);
        self.picture.push(Shape::rectangle(corner, [width, height], 0.0, fill));
    }

    /// The finished picture, which ends below the cursor.
    pub(super) fn finish(mut self, marks: Vec<Vec<Mark>>) -> Picture {
        self.picture.height = self.cursor + MARGIN;
        self.picture.marks = marks;
        self.picture
    }
}

fn swatch(key: &Key, x: f64, y: f64) -> Shape {
    let box_of = |height: f64, radius: f64| {
        let corner = Point::new(x, y - height / 2.0);
        Shape::rectangle(corner, [18.0, height], radius, key.color)
    };
    match key.swatch {
        Swatch::Line => box_of(3.0, 1.5),
        Swatch::Box => box_of(10.0, 2.0),
    }
}

/// The title as a row of marks; no row if it is empty.
pub(super) fn title_row(title: &str) -> Vec<Vec<Mark>> {
    if title.is_empty() { Vec::new() } else { vec![vec![Mark::plain(title)]] }
}

/// The row of a chart without values.
pub(super) fn empty_row() -> Vec<Mark> {
    vec![Mark::plain(EMPTY)]
}

/// The legend as rows of marks; none if it has no entries.
pub(super) fn legend_rows(keys: &[Key]) -> Vec<Vec<Mark>> {
    const ROOM: usize = 76;
    let mut rows: Vec<Vec<Mark>> = Vec::new();
    for key in keys {
        let name = Mark::plain(format!(" {}   ", key.name));
        let entry = [Mark::new(key.letter, key.color, None), name];
        match rows.last_mut() {
            Some(row) if mark::columns(row) + mark::columns(&entry) <= ROOM => {
                row.extend(entry);
            }
            _ => rows.push(entry.to_vec()),
        }
    }
    rows
}
