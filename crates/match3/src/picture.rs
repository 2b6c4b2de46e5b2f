//! Pictures of levels.

mod blocker;
pub(crate) mod brush;
pub(crate) mod cell;
mod changes;
mod contact;
mod cover;
mod ingredient;
pub mod layers;
mod legend;
mod piece;
mod sign;
mod small;
pub(crate) mod terrain;

#[cfg(test)]
mod tests;

pub use changes::changes;
pub use contact::contact_sheet;
pub use legend::legend;
pub use small::draw_small;

pub use crate::animation::block::{letter, paint};

use tilewright_draw::{Color, Mark, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::{Cell, Grid};

use crate::{Kind, Level};

use brush::Brush;
use cell::Appearance;
use sign::Signs;

/// The colour of the ground below the cells.
pub(crate) const GROUND: Color = Color::hex(0x3A_45_52);
/// The colour of an ordinary cell.
pub(crate) const ORDINARY: Color = Color::hex(0xF2_F5_F7);
/// The gap between two boards, in pixels.
const GAP: f64 = 16.0;

impl Level {
    /// The board of the level. `tile` is the side of a cell in pixels.
    ///
    /// As text it is the text form of the level, two characters per cell; under rules other than `classic` that of [`marks`].
    ///
    /// ```
    /// use tilewright_match3::Level;
    ///
    /// let level: Level = "...\n.#.\n...\n".parse()?;
    /// let picture = level.picture(24.0);
    /// assert!(picture.to_svg().starts_with("<svg"));
    /// assert!(picture.to_text(false).contains(". # ."));
    /// # Ok::<(), tilewright_match3::LevelError>(())
    /// ```
    pub fn picture(&self, tile: f64) -> Picture {
        let (size, margin) = (self.size(), tile / 4.0);
        let length = |count: u32| f64::from(count) * tile + 2.0 * margin;
        let name = format!("match-3 level, {} × {}", size.rows, size.columns);
        let mut picture = Picture::new(length(size.columns), length(size.rows), name);

        let is_present = |cell: Cell| self.cells()[cell].is_present();
        let at = |cell: Cell| corner_of(cell, tile);

        for cell in size.cells().filter(|&cell| is_present(cell)) {
            let Point { x, y } = at(cell);
            let ground = tile + 2.0 * margin;
            let corner = Point::new(x - margin, y - margin);
            picture.push(square(corner, ground, margin, GROUND));
        }

        if self.is_classic() {
            for cell in size.cells().filter(|&cell| is_present(cell)) {
                draw_cell(&mut picture, self.cells()[cell], at(cell), tile);
            }
            let row = |row: &[Kind]| row.iter().copied().map(mark).collect();
            picture.marks = self.cells().rows().map(row).collect();
            return picture;
        }

        let names = self.color_names();
        let appearance = Appearance::new(self.rules(), &names);

        for cell in size.cells().filter(|&cell| is_present(cell)) {
            let mut brush = Brush::new(&mut picture, at(cell), tile);
            appearance.draw_below(&mut brush, self.cells()[cell]);
        }

        terrain::draw_below(&mut picture, self, &at, tile);
        // A big block reaches over cells that come later.
        for cell in size.cells().filter(|&cell| is_present(cell)) {
            let mut brush = Brush::new(&mut picture, at(cell), tile);
            appearance.draw_contents(&mut brush, self.cells()[cell]);
            appearance.draw_above(&mut brush, self.cells()[cell]);
        }
        terrain::draw_above(&mut picture, self, &appearance, &at, tile);

        picture.marks = marks(self, self.cells());
        picture
    }
}

/// The text of a board under the rules of a level other than `classic`, cell by cell, on the colour of what fills the
/// cell: its token with a code of one or two letters for each kind, such as `bo` of a box, so that cells that differ
/// have texts that differ. A number is that of the layers, or of the turns of a timer. All cells are as wide as the
/// longest text and a blank.
pub fn marks(level: &Level, kinds: &Grid<Kind>) -> Vec<Vec<Mark>> {
    let names = level.color_names();
    let (appearance, signs) = (Appearance::new(level.rules(), &names), Signs::new(level));
    let texts: Vec<_> = kinds.values().iter().map(|&kind| signs.of(kind)).collect();
    let width = 1 + texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let mark =
        |(&kind, text): (&Kind, &String)| appearance.mark(kind, format!("{text:width$}"));
    let columns = kinds.size().columns as usize;
    let rows = kinds.rows().zip(texts.chunks(columns));
    rows.map(|(kinds, texts)| kinds.iter().zip(texts).map(mark).collect()).collect()
}

/// What the codes of [`marks`] stand for, of the pieces and kinds on a board: lines such as `bo box` and `va vase, layers`.
/// Boards of `classic` have none.
pub fn key(level: &Level, kinds: &Grid<Kind>) -> Vec<String> {
    if level.is_classic() { Vec::new() } else { Signs::new(level).key(kinds) }
}

/// The upper left corner of a cell on the picture of a board, which has a margin of a quarter of a cell.
fn corner_of(cell: Cell, tile: f64) -> Point {
    let place = |index: u32| f64::from(index) * tile + tile / 4.0;
    Point::new(place(cell.column), place(cell.row))
}

/// One cell of a level on the ground, without the cells around it; `tile` is its side in pixels. A hole has no
/// shapes.
///
/// # Panics
/// If the cell is outside the level.
pub fn cell(level: &Level, cell: Cell, tile: f64) -> Picture {
    let kind = level.cells()[cell];
    let mut picture = Picture::new(tile, tile, "a cell of a match-3 level");
    if kind.is_present() {
        let corner = Point::new(0.0, 0.0);
        picture.push(square(corner, tile, 0.0, GROUND));
        let names = level.color_names();
        let appearance = Appearance::new(level.rules(), &names);
        appearance.draw(&mut Brush::new(&mut picture, corner, tile), kind);
    }
    picture
}

/// A side of a cell in pixels at which all boards have about the same size.
pub fn tile_for(level: &Level) -> f64 {
    let longest = level.size().rows.max(level.size().columns);
    (360.0 / f64::from(longest)).clamp(8.0, 40.0)
}

/// A square with round corners.
pub(crate) const fn square(corner: Point, side: f64, radius: f64, fill: Color) -> Shape {
    Shape::rectangle(corner, [side, side], radius, fill)
}

/// Draws a cell of this kind, without a block.
pub(crate) fn draw_cell(picture: &mut Picture, kind: Kind, corner: Point, tile: f64) {
    let inset = |share: f64| {
        let by = tile * share;
        (Point::new(corner.x + by, corner.y + by), tile - 2.0 * by)
    };

    let (outer, side) = inset(0.04);
    picture.push(square(outer, side, tile * 0.16, color(kind)));

    match kind {
        Kind::OBSTACLE => {
            let (inner, side) = inset(0.22);
            let edge = Stroke::new(color(kind).mix(Color::hex(0), 0.35), tile * 0.06);
            let top = color(kind).mix(theme::PAPER, 0.2);
            picture.push(square(inner, side, tile * 0.08, top).outlined(edge));
        }
        Kind::ORDINARY | Kind::HOLE => {}
        _ => {
            let (inner, side) = inset(0.12);
            let edge = Stroke::new(color(kind).ink().with_alpha(0x70), tile * 0.05);
            picture.push(square(inner, side, tile * 0.12, color(kind)).outlined(edge));
            let (at, ink) = (inset(0.5).0, color(kind).ink());
            picture.push(Shape::text(at, tile * 0.5, ink, kind.glyph()).bold());
        }
    }
}

/// The colour of a kind in all pictures: the more hits or layers, the darker.
pub fn color(kind: Kind) -> Color {
    let deeper = |color: Color, steps: f64| color.mix(Color::hex(0), 0.14 * steps);
    match kind {
        Kind::ORDINARY => ORDINARY,
        Kind::OBSTACLE => theme::GREY,
        Kind::HOLE => theme::PAPER,
        kind if kind.is_blocker() => deeper(theme::ORANGE, f64::from(kind.hits()) - 1.0),
        kind => deeper(theme::SKY, f64::from(kind.hits().max(1)) - 1.0),
    }
}

fn mark(kind: Kind) -> Mark {
    let text = format!("{} ", kind.glyph());
    match kind {
        Kind::HOLE => Mark::plain(text),
        _ => Mark::new(text, color(kind).ink(), color(kind)),
    }
}

/// The image of the tileset for maps of levels: all tiles side by side. A PNG has two pixels per unit of
/// the picture, and so the size that the tileset states.
#[cfg(feature = "tiled")]
pub fn palette() -> Picture {
    let (tile, kinds) = (f64::from(crate::tiled::TILE) / 2.0, crate::tiled::kinds());
    let mut picture =
        Picture::new(tile * kinds.len() as f64, tile, "the tiles of match-3 levels");
    for (index, kind) in kinds.into_iter().enumerate() {
        let corner = Point::new(tile * index as f64, 0.0);
        if let Some(kind) = kind {
            draw_cell(&mut picture, kind, corner, tile);
        } else {
            let edge = Stroke::new(theme::MUTED, 1.0);

            let inner = Point::new(corner.x + 1.0, 1.0);
            let free = square(inner, tile - 2.0, tile * 0.12, theme::EMPTY);
            picture.push(free.outlined(edge));
            let at = Point::new(corner.x + tile / 2.0, tile / 2.0);
            picture.push(Shape::text(at, tile * 0.5, theme::MUTED, "?"));
        }
    }
    picture
}

/// A sheet of several levels in reading order, each with its caption.
pub fn sheet(levels: &[(Level, String)], title: &str) -> Picture {
    let columns = (levels.len() as f64).sqrt().ceil().max(1.0) as usize;
    let small = |(level, caption): &(Level, String)| {
        level.picture((tile_for(level) / 2.0).max(6.0)).captioned(caption)
    };
    let rows: Vec<_> = levels
        .chunks(columns)
        .map(|row| {
            Picture::beside(&row.iter().map(small).collect::<Vec<_>>(), GAP, title)
        })
        .collect();
    Picture::stacked(&rows, 0.0, title)
}
