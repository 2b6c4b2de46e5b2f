//! A level in little space, without what is too fine for it.

use tilewright_draw::{Picture, Point, Shape, theme};
use tilewright_grid::Cell;

use super::brush::Brush;
use super::cell::Appearance;
use super::{GROUND, ORDINARY, color};
use crate::{Kind, Level};

/// Draws a level at `corner` in a picture that shows many, and returns its height in pixels. Its longer side has
/// `longest` pixels; cells of `classic` are plain squares of the colour of their kind.
pub fn draw_small(
    picture: &mut Picture,
    level: &Level,
    longest: f64,
    corner: Point,
) -> f64 {
    let size = level.size();
    let tile = longest / f64::from(size.rows.max(size.columns));
    let sides = [size.columns, size.rows].map(|count| f64::from(count) * tile);
    picture.push(Shape::rectangle(corner, sides, 0.0, GROUND));

    if level.is_classic() {
        draw_cells(picture, level, tile, corner);
    } else {
        let names = level.color_names();
        let appearance = Appearance::new(level.rules(), &names);
        for cell in size.cells() {
            let at = place(corner, cell, tile);
            let kind = level.cells()[cell];
            if kind.is_present() {
                appearance.draw(&mut Brush::new(picture, at, tile), kind);
            } else {
                picture.push(Shape::rectangle(at, [tile; 2], 0.0, theme::PAPER));
            }
        }
    }

    sides[1]
}

/// The top left corner of a cell.
fn place(corner: Point, cell: Cell, tile: f64) -> Point {
    let along = |index: u32| f64::from(index) * tile;
    Point::new(corner.x + along(cell.column), corner.y + along(cell.row))
}

/// The cells of a level of `classic`, in plain colours.
fn draw_cells(picture: &mut Picture, level: &Level, tile: f64, corner: Point) {
    let gap = tile * 0.06;
    for cell in level.size().cells() {
        let kind = level.cells()[cell];

        let fill = match kind {
            Kind::HOLE => theme::PAPER,
            Kind::ORDINARY => ORDINARY,
            kind => color(kind),
        };

        let at = place(corner, cell, tile);
        if kind == Kind::HOLE {
            picture.push(Shape::rectangle(at, [tile; 2], 0.0, fill));
        } else {
            let inner = Point::new(at.x + gap, at.y + gap);
            picture.push(Shape::rectangle(inner, [tile - 2.0 * gap; 2], 0.0, fill));
        }
    }
}
