//! Pictures of boards.

use tilewright_draw::{Color, Mark, Picture, Point, Shape, theme};

use crate::{Board, Sprite};

impl Board {
    /// The board as a picture. A tile is a square of `tile` pixels; larger tiles have darker
    /// colours.
    ///
    /// ```
    /// use tilewright_2048::Board;
    ///
    /// let board: Board = "2 4\n8 0".parse()?;
    /// assert!(board.picture(64.0).to_svg().starts_with("<svg"));
    /// # Ok::<(), tilewright_2048::BoardError>(())
    /// ```
    pub fn picture(self, tile: f64) -> Picture {
        let size = self.size();
        let (width, height) =
            (tile * f64::from(size.columns), tile * f64::from(size.rows));
        let words = format!("2048 board, largest tile {}", self.largest());

        let mut picture = Picture::new(width, height, words);
        for (index, code) in self.codes().enumerate() {
            let cell = size.cell(index);
            let corner =
                Point::new(tile * f64::from(cell.column), tile * f64::from(cell.row));
            draw_tile(&mut picture, code, corner, tile);
        }

        // In a terminal all tiles are as wide as the largest.
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

/// Draws a tile or an empty cell with its top left corner at `corner`.
pub(crate) fn draw_tile(picture: &mut Picture, code: u8, corner: Point, tile: f64) {
    let inset = tile * 0.05;
    let inner = Point::new(corner.x + inset, corner.y + inset);
    let sides = [tile - 2.0 * inset; 2];
    picture.push(Shape::rectangle(inner, sides, tile * 0.12, color(code)));

    if code == 0 {
        return;
    }

    // From four digits on the size is about 1.35 tiles divided by the number of digits, so that
    // long numbers are equally wide; the 0.27 keeps shorter ones from growing.
    let text = (1_u32 << code).to_string();
    let digits = text.len() as f64;
    let at = Point::new(corner.x + tile / 2.0, corner.y + tile / 2.0);
    let size = tile * (0.62 - 0.07 * digits).max((1.35 / digits).min(0.27));
    picture.push(Shape::text(at, size, color(code).ink(), text).bold());
}

/// Draws a tile at one moment of an animation.
pub(crate) fn draw_sprite(picture: &mut Picture, sprite: Sprite, tile: f64) {
    if sprite.scale <= 0.0 {
        return;
    }
    let shift = tile * (1.0 - sprite.scale) / 2.0;
    let corner = Point::new(sprite.column * tile + shift, sprite.row * tile + shift);
    draw_tile(picture, sprite.code, corner, tile * sprite.scale);
}

/// The colour of a tile in all pictures: from pale to orange for 2 to 64, to vermilion for 128 to
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
