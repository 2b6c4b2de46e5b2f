//! How pieces that fire look: what they reach, over the board.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::Size;

use crate::ruleset::Effect;

/// A piece that fires.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shot {
    /// The index of its cell.
    pub(super) cell: usize,
    /// Its effect; none if it turns blocks into pieces.
    pub(super) effect: Option<Effect>,
    /// Whether a line goes along the column.
    pub(super) is_down: bool,
    /// The cells that it reaches.
    pub(super) hits: Vec<usize>,
}

/// The inside of what a piece reaches, which is seen through, and its edge.
const GLOW: Color = Color { alpha: 0x40, ..theme::YELLOW };
const EDGE: Color = theme::VERMILLION;

/// A board on a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardPlace {
    pub(super) origin: Point,
    pub(super) tile: f64,
    pub(super) size: Size,
}

/// Draws what a piece reaches: bands of rows and columns, a square, or lines to the cells it has chosen.
pub(super) fn draw(picture: &mut Picture, place: BoardPlace, shot: &Shot) {
    let Size { rows, columns } = place.size;
    let band = |picture: &mut Picture, rows: u32, columns: u32| {
        window(picture, place, shot.cell, [rows, columns]);
    };

    match shot.effect {
        None | Some(Effect::Color) => rays(picture, place, shot, 0),
        Some(Effect::Line) if shot.is_down => band(picture, rows, 0),
        Some(Effect::Line) => band(picture, 0, columns),
        Some(Effect::Area(reach)) => band(picture, u32::from(reach), u32::from(reach)),
        Some(Effect::Cross(reach)) => {
            band(picture, u32::from(reach), columns);
            band(picture, rows, u32::from(reach));
        }
        Some(Effect::Plus(reach)) => {
            band(picture, u32::from(reach), 0);
            band(picture, 0, u32::from(reach));
        }
        Some(Effect::Board) => band(picture, rows, columns),
        Some(Effect::Goal { plus, .. }) => {
            if plus > 0 {
                band(picture, u32::from(plus), 0);
                band(picture, 0, u32::from(plus));
            }
            rays(picture, place, shot, u32::from(plus));
        }
    }
}

/// A rectangle of the cells up to a number of rows and columns away.
fn window(picture: &mut Picture, place: BoardPlace, cell: usize, reach: [u32; 2]) {
    let BoardPlace { origin, tile, size } = place;
    let at = size.cell(cell);
    let range = |at: u32, reach: u32, end: u32| {
        let from = at.saturating_sub(reach);
        (f64::from(from), f64::from((at + reach + 1).min(end) - from))
    };
    let (top, rows) = range(at.row, reach[0], size.rows);
    let (left, columns) = range(at.column, reach[1], size.columns);

    let inset = tile * 0.1;
    let place = |origin: f64, cells: f64| origin + cells * tile + inset;
    let corner = Point::new(place(origin.x, left), place(origin.y, top));
    let sides = [columns, rows].map(|cells| cells * tile - 2.0 * inset);
    let window = Shape::rectangle(corner, sides, tile * 0.35, GLOW);
    picture.push(window.outlined(Stroke::new(EDGE, tile * 0.09)));
}

/// Lines with a disc at their end, from the piece to the cells that it has hit beyond a plus of this reach.
fn rays(picture: &mut Picture, place: BoardPlace, shot: &Shot, plus: u32) {
    let BoardPlace { origin, tile, size } = place;

    let middle = |index: usize| {
        let cell = size.cell(index);
        let along = |index: u32| (f64::from(index) + 0.5) * tile;
        Point::new(origin.x + along(cell.column), origin.y + along(cell.row))
    };

    let from = size.cell(shot.cell);
    let is_near = |index: usize| {
        let cell = size.cell(index);
        let [rows, columns] =
            [cell.row.abs_diff(from.row), cell.column.abs_diff(from.column)];
        rows.min(columns) == 0 && rows.max(columns) <= plus
    };

    for &hit in shot.hits.iter().filter(|&&hit| hit != shot.cell && !is_near(hit)) {
        let points = vec![middle(shot.cell), middle(hit)];

        // A dark line below a light one, so that it is seen on every block.
        for stroke in
            [Stroke::new(EDGE, tile * 0.2), Stroke::new(theme::YELLOW, tile * 0.1)]
        {
            picture.push(Shape::Polyline { points: points.clone(), stroke });
        }

        let (center, radius) = (middle(hit), tile * 0.24);
        let stroke = Some(Stroke::new(EDGE, tile * 0.09));
        picture.push(Shape::Circle { center, radius, fill: Some(GLOW), stroke });
    }
}
