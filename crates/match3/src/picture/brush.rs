//! Shapes in the units of a tile: `(0, 0)` is its top left corner, `(1, 1)` its bottom right one.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};

use super::square;

/// The radius of a badge: with [`NEAR`] and [`FAR`], it just stays within its tile.
const BADGE: f64 = 0.23;
/// The middle of a badge at the left or upper edge of a tile, and at the right or lower one.
pub(super) const NEAR: f64 = 0.25;
pub(super) const FAR: f64 = 0.75;

/// A position in a tile.
pub(super) type Spot = (f64, f64);

/// Draws in a square of a picture.
pub(crate) struct Brush<'a> {
    pub(super) picture: &'a mut Picture,
    corner: Point,
    pub(super) tile: f64,
    /// The whiteness of what is drawn: 0 for none, 1 for white.
    pub(super) glow: f64,
}

impl<'a> Brush<'a> {
    /// A brush for the tile with this top left corner and this side in pixels.
    pub(crate) const fn new(picture: &'a mut Picture, corner: Point, tile: f64) -> Self {
        Self { picture, corner, tile, glow: 0.0 }
    }

    /// A brush whose tile is moved by tiles, scaled about its middle, and whitened.
    #[must_use]
    pub(crate) fn moved(&mut self, shift: Spot, scale: f64, glow: f64) -> Brush<'_> {
        let by = |shift: f64| self.tile * (shift + (1.0 - scale) / 2.0);
        let corner = Point::new(self.corner.x + by(shift.0), self.corner.y + by(shift.1));
        Brush { picture: self.picture, corner, tile: self.tile * scale, glow }
    }

    /// The position in the picture.
    pub(super) fn at(&self, (x, y): Spot) -> Point {
        Point::new(self.corner.x + x * self.tile, self.corner.y + y * self.tile)
    }

    fn lit(&self, color: Color) -> Color {
        color.mix(theme::PAPER.with_alpha(color.alpha), self.glow)
    }

    fn stroke(&self, (color, width): (Color, f64)) -> Stroke {
        Stroke::new(color, width * self.tile)
    }

    /// A disc with an outline of a colour and a width.
    pub(super) fn disc(
        &mut self,
        at: Spot,
        radius: f64,
        fill: Color,
        edge: (Color, f64),
    ) {
        let (center, radius) = (self.at(at), radius * self.tile);
        let (fill, stroke) = (Some(self.lit(fill)), Some(self.stroke(edge)));
        self.picture.push(Shape::Circle { center, radius, fill, stroke });
    }

    /// A circle without a fill.
    pub(super) fn ring(&mut self, at: Spot, radius: f64, edge: (Color, f64)) {
        let (center, radius) = (self.at(at), radius * self.tile);
        let stroke = Some(self.stroke(edge));
        self.picture.push(Shape::Circle { center, radius, fill: None, stroke });
    }

    /// A polygon with an outline.
    pub(super) fn polygon(&mut self, corners: &[Spot], fill: Color, edge: (Color, f64)) {
        let points = corners.iter().map(|&corner| self.at(corner)).collect();
        let (fill, stroke) = (Some(self.lit(fill)), Some(self.stroke(edge)));
        self.picture.push(Shape::Polygon { points, fill, stroke });
    }

    /// A line through points.
    pub(super) fn line(&mut self, through: &[Spot], edge: (Color, f64)) {
        let points = through.iter().map(|&spot| self.at(spot)).collect();
        let stroke = self.stroke(edge);
        self.picture.push(Shape::Polyline { points, stroke });
    }

    /// A light line of this width with dark borders.
    pub(super) fn cased(&mut self, through: &[Spot], light: Color, width: f64) {
        self.line(through, (theme::INK, width + 0.08));
        self.line(through, (light, width));
    }

    /// A square around the middle of the tile, with round corners.
    pub(super) fn plate(
        &mut self,
        half: f64,
        radius: f64,
        fill: Color,
        edge: (Color, f64),
    ) {
        let (corner, side) = (self.at((0.5 - half, 0.5 - half)), 2.0 * half * self.tile);
        let plate = square(corner, side, radius * self.tile, self.lit(fill));
        self.picture.push(plate.outlined(self.stroke(edge)));
    }

    /// A rectangle of a number of columns and rows, a little smaller than these, with round corners.
    pub(super) fn slab(
        &mut self,
        sides: [f64; 2],
        radius: f64,
        fill: Color,
        edge: (Color, f64),
    ) {
        let sides = sides.map(|side| (side - 0.12) * self.tile);
        let corner = self.at((0.06, 0.06));
        let fill = self.lit(fill);
        let slab = Shape::rectangle(corner, sides, radius * self.tile, fill);
        self.picture.push(slab.outlined(self.stroke(edge)));
    }

    /// A bold text around a position.
    pub(super) fn text(&mut self, at: Spot, size: f64, ink: Color, text: String) {
        self.picture.push(Shape::text(self.at(at), size * self.tile, ink, text).bold());
    }

    /// A dark disc with a light letter or number.
    pub(super) fn badge(&mut self, at: Spot, text: String) {
        self.disc(at, BADGE, theme::INK, (theme::PAPER, 0.04));
        // A capital letter is wider than a digit.
        let is_number = text.bytes().all(|letter| letter.is_ascii_digit());
        let size = if is_number { 0.52 } else { 0.4 };
        self.text(at, size, theme::PAPER, text);
    }

    /// A light disc with a dark number: the turns of a timer.
    pub(super) fn clock(&mut self, at: Spot, turns: u8) {
        self.disc(at, BADGE, theme::PAPER, (theme::INK, 0.07));
        let size = if turns > 9 { 0.3 } else { 0.4 };
        self.text(at, size, theme::INK, turns.to_string());
    }
}

/// The corners of a polygon around the middle of the tile, clockwise from the top, at the distances of
/// `reach`.
pub(super) fn around(count: u32, reach: impl Fn(u32) -> f64) -> Vec<Spot> {
    (0..count).map(|corner| toward(corner, count, reach(corner))).collect()
}

/// The position at a distance from the middle of the tile, after this part of a clockwise turn from the
/// top.
pub(super) fn toward(part: u32, parts: u32, reach: f64) -> Spot {
    use tilewright_grid::det;
    let angle = std::f64::consts::TAU * f64::from(part) / f64::from(parts);
    (0.5 + reach * det::sin(angle), 0.5 - reach * det::cos(angle))
}
