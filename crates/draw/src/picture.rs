//! Pictures as plain data.

use crate::{Color, Mark, Point, Shape, theme};

/// A picture: shapes for files, and optionally the same content as text for terminals.
///
/// ```
/// use tilewright_draw::{Mark, Picture, Point, Shape, theme};
///
/// let mut tile = Picture::new(40.0, 40.0, "a tile");
/// tile.push(Shape::rectangle(Point::new(2.0, 2.0), [36.0, 36.0], 6.0, theme::ORANGE));
/// tile.marks.push(vec![Mark::new("2", theme::INK, theme::ORANGE)]);
/// assert_eq!(tile.to_text(false), "2\n");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// What the picture shows, for people who cannot see it.
    pub title: String,
    /// The background colour.
    pub background: Color,
    /// The shapes; later ones are drawn over earlier ones.
    pub shapes: Vec<Shape>,
    /// The same content as text, row by row. If empty, terminals show the shapes as blocks.
    pub marks: Vec<Vec<Mark>>,
}

impl Picture {
    /// An empty picture with the background [`theme::PAPER`].
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

    /// Adds a shape on top.
    pub fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// Adds the shapes of another picture, with its top left corner at (`x`, `y`).
    ///
    /// Its background is drawn as a rectangle if it differs from the background of this picture.
    /// Its marks are not copied.
    pub fn place(&mut self, other: &Self, x: f64, y: f64) {
        if other.background != self.background {
            let sides = [other.width, other.height];
            self.push(Shape::rectangle(Point::new(x, y), sides, 0.0, other.background));
        }
        self.shapes.extend(other.shapes.iter().map(|shape| shape.moved(x, y)));
    }
}
