//! The board as a picture.

use tilewright_draw::{Anchor, Color, Mark, Picture, Point, Shape, theme};

use crate::{Board, Sprite};

impl Board {
    /// The board with its tiles, each a square of so many pixels; the larger the tile, the
    /// deeper its colour.
    pub fn picture(self, tile: f64) -> Picture {
        let size = self.size();
        let (width, height) =
            (tile * f64::from(size.columns), tile * f64::from(size.rows));
        let words = format!("a board whose largest tile is {}", self.largest());
        let mut picture = Picture::new(width, height, words);
        for (index, code) in self.codes().enumerate() {
            let cell = size.cell(index);
            let corner =
                Point::new(tile * f64::from(cell.column), tile * f64::from(cell.row));
            draw_tile(&mut picture, code, corner, tile);
        }
        let width = self.largest().to_string().len();
        let mark = |code: u8| {
            let text =
                if code == 0 { ".".to_owned() } else { (1_u32 << code).to_string() };
            Mark::new(format!(" {text:>width$}"), color(code).ink(), color(code))
        };
        let codes: Vec<u8> = self.codes().collect();
        let rows = codes.chunks(size.columns as usize);
        picture.marks =
            rows.map(|row| row.iter().map(|&code| mark(code)).collect()).collect();
        picture
    }
}

/// A tile, or an empty cell, with its top left corner there.
pub(crate) fn draw_tile(picture: &mut Picture, code: u8, corner: Point, tile: f64) {
    let inset = tile * 0.05;
    picture.push(Shape::Rectangle {
        x: corner.x + inset,
        y: corner.y + inset,
        width: tile - 2.0 * inset,
        height: tile - 2.0 * inset,
        radius: tile * 0.12,
        fill: Some(color(code)),
        stroke: None,
    });
    if code == 0 {
        return;
    }
    let text = (1_u32 << code).to_string();
    let digits = text.len() as f64;
    picture.push(Shape::Text {
        at: Point::new(corner.x + tile / 2.0, corner.y + tile / 2.0),
        size: tile * (0.62 - 0.07 * digits).max((1.35 / digits).min(0.27)),
        anchor: Anchor::Middle,
        bold: true,
        ink: color(code).ink(),
        text,
    });
}

/// A tile where it is seen at some moment.
pub(crate) fn draw_sprite(picture: &mut Picture, sprite: Sprite, tile: f64) {
    if sprite.scale <= 0.0 {
        return;
    }
    let shift = tile * (1.0 - sprite.scale) / 2.0;
    let corner = Point::new(sprite.column * tile + shift, sprite.row * tile + shift);
    draw_tile(picture, sprite.code, corner, tile * sprite.scale);
}

/// The colour of a tile in every picture: from pale to orange up to 64, on to vermillion up to
/// 1024, and darker above.
pub fn color(code: u8) -> Color {
    let step = f64::from(code);
    match code {
        0 => theme::EMPTY,
        1..=6 => theme::ORANGE.mix(theme::PAPER, 0.85 - 0.14 * step),
        7..=10 => theme::ORANGE.mix(theme::VERMILLION, 0.25 * (step - 6.0)),
        _ => theme::VERMILLION.mix(Color::hex(0), (0.09 * (step - 10.0)).min(0.75)),
    }
}
