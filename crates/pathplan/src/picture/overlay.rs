//! What lies over a map: arrows, characters, and the squares of agents of several cells.

use tilewright_draw::{Picture, Point, Shape, Stroke, theme};
use tilewright_grid::{Cell, Grid, Size};

use crate::Map;

use super::{Canvas, Scene};

/// The least distance of two arrows and the least side of a cell with a character, in pixels: below 10, heads run into each other and
/// digits blur.
const APART: f64 = 12.0;

/// The cells that an agent of several cells covers on its path, in reading order.
pub(super) fn covered(scene: &Scene<'_>, map: &Map) -> Vec<Cell> {
    let agent = Size::new(scene.agent_size, scene.agent_size);
    if scene.agent_size < 2 {
        return Vec::new();
    }
    let size = map.size();
    let diamonds = map.shape().diamonds(size);
    let square = |&cell: &Cell| {
        let first = diamonds.map_or(cell, |diamonds| diamonds.turned(cell));
        agent.cells().filter_map(move |by| {
            let square = Cell::new(first.row + by.row, first.column + by.column);
            diamonds.map_or(Some(square), |diamonds| diamonds.cell(square))
        })
    };
    let mut cells: Vec<Cell> = scene.path.iter().flat_map(square).collect();
    cells.retain(|&cell| size.contains(cell));
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Draws the squares of an agent of several cells at the ends of its path.
pub(super) fn squares(
    picture: &mut Picture,
    scene: &Scene<'_>,
    canvas: &Canvas,
    tile: f64,
) {
    let ends = [scene.path.first(), scene.path.last()];
    for &cell in ends.into_iter().flatten().filter(|_| scene.agent_size > 1) {
        picture.push(Shape::Polygon {
            points: canvas.square(cell, scene.agent_size),
            fill: None,
            stroke: Some(Stroke::new(theme::BLUE, (tile * 0.12).max(1.5))),
        });
    }
}

/// Draws arrows, those of every second, third … row and column where cells are small.
pub(super) fn arrows(
    picture: &mut Picture,
    arrows: &[[Cell; 2]],
    canvas: &Canvas,
    tile: f64,
) {
    let every = (APART / tile).ceil().max(1.0) as u32;
    let length = f64::from(every) * tile * 0.36;
    let stroke = Stroke::new(theme::INK, (length * 0.2).clamp(1.0, 2.5));
    let is_drawn =
        |cell: Cell| cell.row % every == every / 2 && cell.column % every == every / 2;

    for &[from, to] in arrows.iter().filter(|&&[from, _]| is_drawn(from)) {
        let [at, beside] = [from, to].map(|cell| canvas.middle(cell));
        let (right, down) = ((beside.x - at.x) / tile, (beside.y - at.y) / tile);
        let by = length / (right * right + down * down).sqrt().max(1.0);
        let (right, down) = (right * by, down * by);
        let tip = Point::new(at.x + right, at.y + down);

        // Both strokes of the head lead back at 45 degrees.
        let head = |turn: f64| {
            let back = (right - turn * down, down + turn * right);
            Point::new(tip.x - back.0 * 0.5, tip.y - back.1 * 0.5)
        };
        let points =
            vec![Point::new(at.x - right, at.y - down), tip, head(1.0), tip, head(-1.0)];
        picture.push(Shape::Polyline { points, stroke });
    }
}

/// Writes a character into each cell, where cells are large enough.
pub(super) fn labels(
    picture: &mut Picture,
    labels: &[(Cell, char)],
    colors: &Grid<tilewright_draw::Color>,
    canvas: &Canvas,
    tile: f64,
) {
    for &(cell, label) in labels.iter().filter(|_| tile >= APART) {
        let (at, ink) = (canvas.middle(cell), colors[cell].ink());
        picture.push(Shape::text(at, tile * 0.5, ink, label));
    }
}
