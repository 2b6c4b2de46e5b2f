//! Frames of walkers on a map.

use tilewright_draw::{Animation, Color, DrawError, Frame, Picture, Shape};
use tilewright_grid::Cell;
use tilewright_navigation::crowd::{Point, UNIT};
use tilewright_pathplan::picture::Scene;
use tilewright_pathplan::{Map, MapError};

/// A walker as a circle.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    x: f64,
    y: f64,
    radius: f64,
    color: Color,
}

impl Spot {
    /// One in the middle of a cell.
    pub(crate) fn in_cell(cell: Cell, color: Color) -> Self {
        Self {
            x: f64::from(cell.column) + 0.5,
            y: f64::from(cell.row) + 0.5,
            radius: 0.38,
            color,
        }
    }

    /// One at a point.
    pub(crate) fn at(point: Point, radius: i32, color: Color) -> Self {
        let [x, y, radius] =
            [point.x, point.y, radius].map(|at| f64::from(at) / f64::from(UNIT));
        Self { x, y, radius, color }
    }
}

/// A moving picture.
pub(crate) struct Recorder {
    /// The map as text.
    rows: Vec<Vec<u8>>,
    tile: f64,
    ground: Picture,
    frames: Vec<Frame>,
}

impl Recorder {
    /// One of a map, with as many pixels a cell.
    pub(crate) fn new(text: &str, tile: f64) -> Result<Self, MapError> {
        let rows = text.lines().map(|row| row.as_bytes().to_vec()).collect();
        let ground = text.parse::<Map>()?.picture(&Scene::default(), tile);
        Ok(Self { rows, tile, ground, frames: Vec::new() })
    }

    /// Shows another glyph in a cell from now on.
    pub(crate) fn set(&mut self, cell: Cell, glyph: u8) -> Result<(), MapError> {
        self.rows[cell.row as usize][cell.column as usize] = glyph;
        let rows = self.rows.iter().map(|row| String::from_utf8_lossy(row) + "\n");
        let map: Map = rows.collect::<String>().parse()?;
        self.ground = map.picture(&Scene::default(), self.tile);
        Ok(())
    }

    /// Adds a frame.
    pub(crate) fn shoot(&mut self, spots: &[Spot], caption: &str) {
        let mut picture = self.ground.clone();
        for &Spot { x, y, radius, color } in spots {
            let middle = tilewright_draw::Point::new(x * self.tile, y * self.tile);
            picture.push(Shape::circle(middle, radius * self.tile, color));
        }
        self.frames.push(Frame { picture: picture.captioned(caption), hundredths: 8 });
    }

    /// The bytes of a GIF.
    pub(crate) fn gif(mut self, title: &str) -> Result<Vec<u8>, DrawError> {
        if let Some(last) = self.frames.last_mut() {
            last.hundredths = 200;
        }
        Animation { title: title.to_owned(), frames: self.frames }.to_gif(&())
    }
}
