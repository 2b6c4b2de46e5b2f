//! The picture: plain data that every exporter reads.

use crate::{Color, Mark, Shape, theme};

/// What is to be seen: shapes for files, and the same said in characters for terminals.
///
/// ```
/// use tilewright_draw::{Mark, Picture, Shape, theme};
///
/// let mut tile = Picture::new(40.0, 40.0, "a tile");
/// tile.push(Shape::Rectangle {
///     x: 2.0,
///     y: 2.0,
///     width: 36.0,
///     height: 36.0,
///     radius: 6.0,
///     fill: Some(theme::ORANGE),
///     stroke: None,
/// });
/// tile.marks.push(vec![Mark::new("2", theme::INK, theme::ORANGE)]);
/// assert_eq!(tile.to_text(false), "2\n");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// What the picture shows, for those who cannot see it.
    pub title: String,
    /// The colour behind everything.
    pub background: Color,
    /// What is drawn, first to last.
    pub shapes: Vec<Shape>,
    /// The same picture in characters, row by row; empty when there is no such form.
    pub marks: Vec<Vec<Mark>>,
}

impl Picture {
    /// An empty picture on [`theme::PAPER`].
    pub fn new(width: f64, height: f64, title: impl Into<String>) -> Self {
        Self {
            width,
            height,
            title: title.into(),
            background: theme::PAPER,
            shapes: Vec::new(),
            marks: Vec::new(),
        }
    }

    /// Draws one more shape over those already there.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Draws another picture into this one with its top left corner at (`x`, `y`).
    ///
    /// Its background comes along as a rectangle only where it differs from this one's. Its
    /// marks stay behind, since only the caller knows where they belong.
    pub fn place(&mut self, other: &Self, x: f64, y: f64) {
        if other.background != self.background {
            self.push(Shape::Rectangle {
                x,
                y,
                width: other.width,
                height: other.height,
                radius: 0.0,
                fill: Some(other.background),
                stroke: None,
            });
        }
        self.shapes.extend(other.shapes.iter().map(|shape| shape.moved(x, y)));
    }
}
