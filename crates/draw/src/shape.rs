//! The few shapes that a picture is made of.

use crate::Color;

/// Coordinates further out than this are never drawn: the rasteriser computes in `f32`.
const FURTHEST: f64 = 1.0e7;

/// A place on the picture: `x` grows to the right and `y` downwards, in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f64,
    /// Distance from the top edge.
    pub y: f64,
}

impl Point {
    /// A point `x` from the left and `y` from the top.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }
}

/// How a line or an outline is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The line's colour.
    pub color: Color,
    /// The line's width in pixels.
    pub width: f64,
}

impl Stroke {
    /// A line of this colour and width.
    pub const fn new(color: Color, width: f64) -> Self {
        Self { color, width }
    }
}

/// Which part of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Anchor {
    /// The text begins there.
    #[default]
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// One thing drawn on a picture.
///
/// A shape with a coordinate that is not finite, or with a negative size, is left out of every
/// output instead of spoiling it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// An upright rectangle, its corners rounded by `radius`.
    Rectangle {
        /// Left edge.
        x: f64,
        /// Top edge.
        y: f64,
        /// Width.
        width: f64,
        /// Height.
        height: f64,
        /// Radius of the corners; 0 for sharp ones.
        radius: f64,
        /// Inside colour, if any.
        fill: Option<Color>,
        /// Outline, if any.
        stroke: Option<Stroke>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        center: Point,
        /// Its radius.
        radius: f64,
        /// Inside colour, if any.
        fill: Option<Color>,
        /// Outline, if any.
        stroke: Option<Stroke>,
    },
    /// An open line through some points, with round joints.
    Polyline {
        /// The points in order.
        points: Vec<Point>,
        /// How the line looks.
        stroke: Stroke,
    },
    /// A closed area between some points.
    Polygon {
        /// The corners in order.
        points: Vec<Point>,
        /// Inside colour, if any.
        fill: Option<Color>,
        /// Outline, if any.
        stroke: Option<Stroke>,
    },
    /// One line of text: Latin, Greek, Cyrillic, arrows and geometric shapes have glyphs in
    /// rasterised pictures, other signs become an empty box there.
    Text {
        /// Where it stands; `y` is the vertical centre of a capital letter.
        at: Point,
        /// Height of the letters' square in pixels.
        size: f64,
        /// Which part of the text stands at `at`.
        anchor: Anchor,
        /// Whether it is set in a heavier weight.
        bold: bool,
        /// Its colour.
        ink: Color,
        /// What it says.
        text: String,
    },
}

impl Shape {
    /// The same shape `dx` further right and `dy` further down.
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

    /// Whether every number in the shape can be drawn.
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
