//! The shapes of a picture.

use crate::Color;

/// The largest coordinate that is drawn, as the rasteriser computes in `f32`, whose whole
/// numbers end at 1.6 · 10⁷.
const FURTHEST: f64 = 1.0e7;

/// A position in a picture, in pixels: `x` grows to the right and `y` downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
}

impl Point {
    /// The point `x` from the left and `y` from the top.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }
}

/// The colour and width of a line or an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The line's colour.
    pub color: Color,
    /// The line's width in pixels.
    pub width: f64,
}

impl Stroke {
    /// A line of the given colour and width.
    pub const fn new(color: Color, width: f64) -> Self {
        Self { color, width }
    }
}

/// The horizontal alignment of a text at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Anchor {
    /// The text begins at the position.
    #[default]
    Start,
    /// The text is centred at the position.
    Middle,
    /// The text ends at the position.
    End,
}

/// A shape of a picture. Lengths are in pixels.
///
/// A shape with a coordinate that is not finite or with a negative size is not drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A rectangle with horizontal and vertical sides.
    Rectangle {
        /// The left edge.
        x: f64,
        /// The top edge.
        y: f64,
        /// The width.
        width: f64,
        /// The height.
        height: f64,
        /// The radius of the corners; 0 for square corners.
        radius: f64,
        /// The fill colour, if any.
        fill: Option<Color>,
        /// The outline, if any.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// The centre.
        center: Point,
        /// The radius.
        radius: f64,
        /// The fill colour, if any.
        fill: Option<Color>,
        /// The outline, if any.
        stroke: Option<Stroke>,
    },
    /// An open line through points, with round joints.
    Polyline {
        /// The points in order.
        points: Vec<Point>,
        /// The colour and width of the line.
        stroke: Stroke,
    },
    /// A closed polygon.
    Polygon {
        /// The corners in order.
        points: Vec<Point>,
        /// The fill colour, if any.
        fill: Option<Color>,
        /// The outline, if any.
        stroke: Option<Stroke>,
    },
    /// One line of text. In rasterised pictures, Latin, Greek and Cyrillic letters, arrows and
    /// geometric shapes have glyphs; other characters become an empty box.
    Text {
        /// The position; `y` is the vertical centre of a capital letter.
        at: Point,
        /// The font size.
        size: f64,
        /// The horizontal alignment.
        anchor: Anchor,
        /// Whether the text is bold.
        bold: bool,
        /// The text colour.
        ink: Color,
        /// The text.
        text: String,
    },
}

impl Shape {
    /// A filled rectangle without an outline: its upper left corner, its width and height, and the
    /// radius of its corners.
    pub const fn rectangle(
        corner: Point,
        [width, height]: [f64; 2],
        radius: f64,
        fill: Color,
    ) -> Self {
        let (Point { x, y }, fill) = (corner, Some(fill));
        Self::Rectangle { x, y, width, height, radius, fill, stroke: None }
    }

    /// A filled circle without an outline.
    pub const fn circle(center: Point, radius: f64, fill: Color) -> Self {
        Self::Circle { center, radius, fill: Some(fill), stroke: None }
    }

    /// A text around a position, in plain type.
    pub fn text(at: Point, size: f64, ink: Color, text: impl Into<String>) -> Self {
        let (anchor, text) = (Anchor::Middle, text.into());
        Self::Text { at, size, anchor, bold: false, ink, text }
    }

    /// The rectangle, circle or polygon with an outline; another shape stays as it is.
    #[must_use]
    pub const fn outlined(mut self, outline: Stroke) -> Self {
        if let Self::Rectangle { stroke, .. }
        | Self::Circle { stroke, .. }
        | Self::Polygon { stroke, .. } = &mut self
        {
            *stroke = Some(outline);
        }
        self
    }

    /// The text in bold type; another shape stays as it is.
    #[must_use]
    pub const fn bold(mut self) -> Self {
        if let Self::Text { bold, .. } = &mut self {
            *bold = true;
        }
        self
    }

    /// The text with another alignment; another shape stays as it is.
    #[must_use]
    pub const fn anchored(mut self, to: Anchor) -> Self {
        if let Self::Text { anchor, .. } = &mut self {
            *anchor = to;
        }
        self
    }

    /// The shape moved by `dx` to the right and by `dy` down.
    #[must_use]
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        let mut shape = self.clone();

        match &mut shape {
            Self::Rectangle { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
            Self::Circle { center, .. } => *center = center.moved(dx, dy),
            Self::Polyline { points, .. } | Self::Polygon { points, .. } => {
                for point in points {
                    *point = point.moved(dx, dy);
                }
            }
            Self::Text { at, .. } => *at = at.moved(dx, dy),
        }

        shape
    }

    /// Whether all numbers of the shape are in the range that can be drawn.
    pub(crate) fn is_drawable(&self) -> bool {
        let (points, sizes, stroke): (&[Point], [f64; 3], Option<Stroke>) = match self {
            Self::Rectangle { x, y, width, height, radius, stroke, .. } => {
                (&[Point::new(*x, *y)], [*width, *height, *radius], *stroke)
            }
            Self::Circle { center, radius, stroke, .. } => {
                (std::slice::from_ref(center), [*radius, 0.0, 0.0], *stroke)
            }
            Self::Polyline { points, stroke } => (points, [0.0; 3], Some(*stroke)),
            Self::Polygon { points, stroke, .. } => (points, [0.0; 3], *stroke),
            Self::Text { at, size, .. } => {
                (std::slice::from_ref(at), [*size, 0.0, 0.0], None)
            }
        };

        let width = stroke.map_or(0.0, |stroke| stroke.width);
        points.iter().all(|point| point.x.abs() <= FURTHEST && point.y.abs() <= FURTHEST)
            && sizes.iter().chain([&width]).all(|size| (0.0..=FURTHEST).contains(size))
    }
}
