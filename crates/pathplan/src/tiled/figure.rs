//! The shapes of objects, and which points they cover.

use tilewright_formats::tiled::{Object, Shape};
use tilewright_grid::det;

/// A shape covers points within this distance, in pixels.
const NEAR: f64 = 1e-6;

/// A closed shape in pixels.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Figure {
    /// An axis-aligned rectangle: its top left and bottom right corners.
    Rectangle((f64, f64), (f64, f64)),
    /// A polygon by its corners. Where it crosses itself, the even-odd rule applies.
    Polygon(Vec<(f64, f64)>),
    /// An ellipse, rotated clockwise by the angle of this sine and cosine.
    Ellipse { center: (f64, f64), radii: (f64, f64), turn: (f64, f64) },
}

impl Figure {
    /// The shapes of an object without a tile, in a layer with this offset. Points, lines and texts
    /// have none.
    pub(super) fn of(object: &Object, offset: (f64, f64)) -> Vec<Self> {
        let object = object.merged();
        let (width, height) = (object.width.unwrap_or(0.0), object.height.unwrap_or(0.0));
        let turn = turn(object.rotation.unwrap_or(0.0));
        let place = (object.x + offset.0, object.y + offset.1);
        let at = |point| moved(turned(point, turn), place);

        match &object.shape {
            Shape::Rectangle => {
                vec![Self::rectangle((0.0, 0.0), (width, height), at)]
            }
            Shape::Ellipse => {
                let radii = (width / 2.0, height / 2.0);
                vec![Self::Ellipse { center: at(radii), radii, turn }]
            }
            Shape::Capsule => Self::capsule(width, height, at),
            Shape::Polygon(points) => {
                vec![Self::Polygon(points.iter().copied().map(at).collect())]
            }
            _ => Vec::new(),
        }
    }

    /// The shape after an affine map of all its points.
    pub(super) fn mapped(&self, to: impl Fn((f64, f64)) -> (f64, f64)) -> Self {
        match self {
            &Self::Rectangle((left, top), (right, bottom)) => {
                Self::rectangle((left, top), (right - left, bottom - top), to)
            }
            Self::Polygon(points) => {
                Self::Polygon(points.iter().copied().map(to).collect())
            }
            &Self::Ellipse { center, radii, turn } => {
                let ((x0, y0), (x1, y1)) = (center, to(center));
                // Only a map that moves all points alike keeps the radii; others make a polygon of
                // the outline.
                let is_moved = [(1.0, 0.0), (0.0, 1.0)].iter().all(|&(x, y)| {
                    let (x2, y2) = to((x0 + x, y0 + y));
                    (x2 - x1 - x).abs() < NEAR && (y2 - y1 - y).abs() < NEAR
                });
                if is_moved {
                    return Self::Ellipse { center: (x1, y1), radii, turn };
                }
                Self::Polygon(outline(center, radii, turn).map(to).collect())
            }
        }
    }

    pub(super) fn rectangle(
        (left, top): (f64, f64),
        (width, height): (f64, f64),
        at: impl Fn((f64, f64)) -> (f64, f64),
    ) -> Self {
        let (right, bottom) = (left + width, top + height);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let corners = corners.map(at);
        let [a, b, c, d] = corners;
        // The sides are parallel to the axes, also after turns by 90°: then the shape stays a
        // rectangle, whose cells are found without a scan.
        let is_same = |one: f64, other: f64| one.to_bits() == other.to_bits();
        let lies = is_same(a.1, b.1) && is_same(c.1, d.1) && is_same(b.0, c.0);
        let stands = is_same(a.0, b.0) && is_same(c.0, d.0) && is_same(b.1, c.1);
        if lies || stands {
            let least = (a.0.min(c.0), a.1.min(c.1));
            return Self::Rectangle(least, (a.0.max(c.0), a.1.max(c.1)));
        }

        Self::Polygon(corners.into())
    }

    /// A capsule: a rectangle with a circle at each of its shorter sides.
    fn capsule(
        width: f64,
        height: f64,
        at: impl Fn((f64, f64)) -> (f64, f64),
    ) -> Vec<Self> {
        let radius = width.min(height) / 2.0;
        let circle =
            |center| Self::Ellipse { center, radii: (radius, radius), turn: (0.0, 1.0) };
        let (ends, corner, sides) = if width >= height {
            let ends = [(radius, radius), (width - radius, radius)];
            (ends, (radius, 0.0), (width - 2.0 * radius, height))
        } else {
            let ends = [(radius, radius), (radius, height - radius)];
            (ends, (0.0, radius), (width, height - 2.0 * radius))
        };

        let middle = Self::rectangle(corner, sides, &at);
        vec![middle, circle(at(ends[0])), circle(at(ends[1]))]
    }

    /// The centre of the bounding box.
    pub(super) fn middle(&self) -> (f64, f64) {
        match self {
            Self::Rectangle(least, most) => {
                (f64::midpoint(least.0, most.0), f64::midpoint(least.1, most.1))
            }
            Self::Ellipse { center, .. } => *center,
            Self::Polygon(points) => {
                let middle = |values: &mut dyn Iterator<Item = f64>| {
                    let ends = values
                        .fold([f64::INFINITY, f64::NEG_INFINITY], |ends, value| {
                            [ends[0].min(value), ends[1].max(value)]
                        });
                    f64::midpoint(ends[0], ends[1])
                };
                let across = middle(&mut points.iter().map(|point| point.0));
                (across, middle(&mut points.iter().map(|point| point.1)))
            }
        }
    }

    /// The range of y coordinates that it may cover.
    pub(super) fn heights(&self) -> (f64, f64) {
        match self {
            Self::Rectangle(least, most) => (least.1 - NEAR, most.1 + NEAR),
            Self::Polygon(points) => {
                let heights = points.iter().map(|point| point.1);
                (
                    heights.clone().fold(f64::INFINITY, f64::min) - NEAR,
                    heights.fold(f64::NEG_INFINITY, f64::max) + NEAR,
                )
            }
            Self::Ellipse { center, radii, .. } => {
                let reach = radii.0.max(radii.1) + NEAR;
                (center.1 - reach, center.1 + reach)
            }
        }
    }

    /// Whether all horizontal lines through it have the same spans.
    pub(super) const fn is_rectangle(&self) -> bool {
        matches!(self, Self::Rectangle(..))
    }

    /// The work of intersecting it with a horizontal line.
    pub(super) const fn work(&self) -> u64 {
        match self {
            Self::Polygon(points) => points.len() as u64,
            _ => 1,
        }
    }

    /// The spans of the horizontal line at `y` that it covers, each from left to right.
    pub(super) fn spans(&self, y: f64, spans: &mut Vec<(f64, f64)>) {
        spans.clear();
        match self {
            Self::Rectangle(least, most) => spans.push((least.0, most.0)),
            Self::Polygon(points) => polygon_spans(points, y, spans),
            Self::Ellipse { center, radii, turn } => {
                spans.extend(ellipse_span(*center, *radii, *turn, y));
            }
        }
        for (left, right) in spans {
            (*left, *right) = (*left - NEAR, *right + NEAR);
        }
    }
}

/// The sine and cosine of an angle in degrees, exact for multiples of 90°.
pub(super) fn turn(degrees: f64) -> (f64, f64) {
    let degrees = degrees.rem_euclid(360.0);
    let quarters = degrees / 90.0;
    if quarters.fract() == 0.0 {
        return [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarters as usize % 4];
    }
    let radians = degrees.to_radians();
    (det::sin(radians), det::cos(radians))
}

/// A point after a clockwise turn by the angle of this sine and cosine.
pub(super) fn turned((x, y): (f64, f64), (sine, cosine): (f64, f64)) -> (f64, f64) {
    (x * cosine - y * sine, x * sine + y * cosine)
}

pub(super) fn moved((x, y): (f64, f64), (right, down): (f64, f64)) -> (f64, f64) {
    (x + right, y + down)
}

/// Points on an ellipse. 64 of them miss its edge by 0.12 % of a radius at most.
fn outline(
    center: (f64, f64),
    radii: (f64, f64),
    turn: (f64, f64),
) -> impl Iterator<Item = (f64, f64)> {
    const CORNERS: u32 = 64;
    (0..CORNERS).map(move |corner| {
        let angle = std::f64::consts::TAU * f64::from(corner) / f64::from(CORNERS);
        let point = (radii.0 * det::cos(angle), radii.1 * det::sin(angle));
        moved(turned(point, turn), center)
    })
}

/// The intersection of a horizontal line with a closed polygon: the spans between odd and even
/// crossings, once with the upper ends of edges and once with the lower ones, and the edges on
/// the line.
fn polygon_spans(points: &[(f64, f64)], y: f64, spans: &mut Vec<(f64, f64)>) {
    let edges = || points.iter().zip(points.iter().cycle().skip(1));
    let mut crossings = Vec::new();

    // A point on a vertex counts as covered: it lies in a span of one of the two readings.
    for with_upper in [true, false] {
        crossings.clear();
        for (&(x0, y0), &(x1, y1)) in edges() {
            let (low, high) = (y0.min(y1), y0.max(y1));
            let meets =
                if with_upper { low <= y && y < high } else { low < y && y <= high };
            if meets {
                crossings.push(x0 + (y - y0) / (y1 - y0) * (x1 - x0));
            }
        }

        crossings.sort_unstable_by(f64::total_cmp);
        spans.extend(crossings.chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }

    for (&(x0, y0), &(x1, y1)) in edges() {
        if (y0 - y).abs() <= NEAR && (y1 - y).abs() <= NEAR {
            spans.push((x0.min(x1), x0.max(x1)));
        }
    }
}

/// The intersection of a horizontal line with an ellipse.
fn ellipse_span(
    center: (f64, f64),
    radii: (f64, f64),
    (sine, cosine): (f64, f64),
    y: f64,
) -> Option<(f64, f64)> {
    if radii.0 <= 0.0 || radii.1 <= 0.0 {
        return None;
    }
    let down = y - center.1;
    let (wide, high) = (1.0 / (radii.0 * radii.0), 1.0 / (radii.1 * radii.1));
    // A point at `across` from the centre is inside if a·across² + b·across + c ≤ 0.
    let a = cosine * cosine * wide + sine * sine * high;
    let b = 2.0 * down * sine * cosine * (wide - high);
    let c = down * down * (sine * sine * wide + cosine * cosine * high) - 1.0;
    let under = b * b - 4.0 * a * c;
    if under.is_nan() || under < 0.0 {
        return None;
    }
    let (middle, reach) = (-b / (2.0 * a), under.sqrt() / (2.0 * a));
    Some((center.0 + middle - reach, center.0 + middle + reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(figure: &Figure, y: f64) -> Vec<(f64, f64)> {
        let mut spans = Vec::new();
        figure.spans(y, &mut spans);
        let whole = |end: f64| (end * 1000.0).round() / 1000.0;
        spans.iter().map(|span| (whole(span.0), whole(span.1))).collect()
    }

    #[test]
    fn edges_belong_to_a_figure() {
        let square = Figure::rectangle((8.0, 8.0), (16.0, 16.0), |place| place);
        assert_eq!(spans(&square, 8.0)[0], (8.0, 24.0));
        assert_eq!(spans(&square, 24.0).last(), Some(&(8.0, 24.0)));
        assert_eq!(square.heights(), (8.0 - NEAR, 24.0 + NEAR));
        let rhombus = [(8.0, 0.0), (16.0, 8.0), (8.0, 16.0), (0.0, 8.0)];
        let rhombus = Figure::Polygon(rhombus.into());
        assert_eq!(spans(&rhombus, 0.0), [(8.0, 8.0)]);
        assert_eq!(spans(&rhombus, 8.0)[0], (0.0, 16.0));
        assert!(spans(&rhombus, 16.01).is_empty());
    }

    #[test]
    fn a_notch_is_left_out() {
        let notched = vec![(0.0, 0.0), (2.0, 4.0), (4.0, 0.0), (4.0, 6.0), (0.0, 6.0)];
        let notched = Figure::Polygon(notched);
        assert_eq!(spans(&notched, 2.0)[..2], [(0.0, 1.0), (3.0, 4.0)]);
        assert_eq!(spans(&notched, 5.0)[0], (0.0, 4.0));
    }

    #[test]
    fn an_ellipse_turned_by_a_quarter_lies_on_its_side() {
        let (center, radii) = ((10.0, 10.0), (4.0, 2.0));
        let lying = Figure::Ellipse { center, radii, turn: turn(0.0) };
        let standing = Figure::Ellipse { center, radii, turn: turn(90.0) };
        assert_eq!(spans(&lying, 10.0), [(6.0, 14.0)]);
        assert_eq!(spans(&standing, 10.0), [(8.0, 12.0)]);
        assert!(spans(&lying, 13.0).is_empty());
        assert!(!spans(&standing, 13.0).is_empty());
    }
}
