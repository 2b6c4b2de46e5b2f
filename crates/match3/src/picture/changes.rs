//! The picture of a level whose changed cells are framed.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::Cell;

use crate::Level;

/// The level with a frame around each of these cells, which were changed. `tile` is the side of a cell in
/// pixels. As text, the changed cells have the colour of the frame.
///
/// ```
/// use tilewright_grid::Cell;
/// use tilewright_match3::{Level, picture};
///
/// let level: Level = "...\n.#.\n...\n".parse()?;
/// let framed = picture::changes(&level, &[Cell::new(1, 1)], 24.0);
/// assert!(framed.to_svg().len() > level.picture(24.0).to_svg().len());
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn changes(level: &Level, changed: &[Cell], tile: f64) -> Picture {
    let mut picture = level.picture(tile);
    let margin = tile / 4.0;

    for cell in changed {
        let place = |index: u32| f64::from(index) * tile + margin;
        let corner = Point::new(place(cell.column), place(cell.row));

        for (color, width) in [(theme::INK, 0.18), (FRAME, 0.1)] {
            picture.push(frame(corner, tile, Stroke::new(color, width * tile)));
        }

        let row = picture.marks.get_mut(cell.row as usize);
        if let Some(mark) = row.and_then(|row| row.get_mut(cell.column as usize)) {
            (mark.ink, mark.paper) = (Some(FRAME.ink()), Some(FRAME));
        }
    }
    picture
}

/// The colour of the frames.
const FRAME: Color = theme::VERMILLION;

/// A frame along the edge of a cell, without a fill.
const fn frame(Point { x, y }: Point, tile: f64, stroke: Stroke) -> Shape {
    let (width, height, radius, stroke) = (tile, tile, tile * 0.16, Some(stroke));
    Shape::Rectangle { x, y, width, height, radius, fill: None, stroke }
}
