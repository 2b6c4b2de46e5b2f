//! Cells one by one, whole and in layers, for programs that compose boards of them.

use tilewright_draw::{Color, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::Cell;

use super::brush::Brush;
use super::cell::Appearance;
use super::legend::entries;
use super::{ORDINARY, corner_of, draw_cell, piece, square, terrain};
use crate::animation::{block, draw_layers};
use crate::token::Tokens;
use crate::{Kind, Level};

/// A cell of a legend.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The token of the cell, such as `box2`.
    pub token: String,
    /// What it is, in words.
    pub label: String,
    /// The cell.
    pub kind: Kind,
    /// The rows and columns of a block of several cells, which is drawn beyond its own cell.
    pub cells: Option<[u8; 2]>,
}

impl Entry {
    /// A cell of a level under its token and in words.
    pub fn new(level: &Level, kind: Kind, token: String, label: String) -> Self {
        Self { token, label, kind, cells: level.rules().big_size(kind) }
    }
}

/// Whether a cell can have a cover: it is no hole, no obstacle and no blocker that stands.
pub fn takes_cover(level: &Level, kind: Kind) -> bool {
    kind.is_present() && !level.tokens().is_fixed(kind)
}

/// All pieces and kinds of the rules of a level, as [`legend`](super::legend()) draws them.
pub fn legend_entries(level: &Level) -> Vec<Entry> {
    let mut names = level.color_names();
    if names.is_empty() {
        names.push("red".to_owned());
    }
    let tokens = Tokens::new(level.rules(), &names);
    let entry = |(kind, label)| Entry::new(level, kind, tokens.write(kind), label);
    entries(level.rules()).into_iter().map(entry).collect()
}

/// A cell as in [`Level::picture`], on a transparent ground.
pub fn whole(level: &Level, kind: Kind, tile: f64) -> Picture {
    let mut picture = empty(tile);
    if level.is_classic() && kind.is_present() {
        draw_cell(&mut picture, kind, Point::new(0.0, 0.0), tile);
    } else if kind.is_present() {
        let names = level.color_names();
        let mut brush = Brush::new(&mut picture, Point::new(0.0, 0.0), tile);
        Appearance::new(level.rules(), &names).draw(&mut brush, kind);
    }
    picture
}

/// A cell of a game in three layers: the cell with its ground, what fills it, and its cover. What falls is
/// in the second layer alone.
pub fn layers(level: &Level, kind: Kind, tile: f64) -> [Picture; 3] {
    let mut layers = [empty(tile), empty(tile), empty(tile)];
    let corner = Point::new(0.0, 0.0);

    if !kind.is_present() {
        return layers;
    }

    let [below, contents, above] = &mut layers;

    if !level.is_classic() {
        let names = level.color_names();
        let look = Appearance::new(level.rules(), &names);
        look.draw_below(&mut Brush::new(below, corner, tile), kind);
        look.draw_contents(&mut Brush::new(contents, corner, tile), kind);
        look.draw_above(&mut Brush::new(above, corner, tile), kind);
    } else if kind.is_open() {
        let inner = Point::new(tile * 0.04, tile * 0.04);
        below.push(square(inner, tile * 0.92, tile * 0.16, ORDINARY));
        if kind.is_overlay() {
            draw_layers(above, kind, corner, tile);
        }
    } else {
        draw_cell(below, kind, corner, tile);
    }
    layers
}

/// A block of a colour, counted from 0, as in games of the level.
pub fn block(level: &Level, color: u32, tile: f64) -> Picture {
    let (mut picture, corner) = (empty(tile), Point::new(0.0, 0.0));
    if level.is_classic() {
        let center = Point::new(tile / 2.0, tile / 2.0);
        block::draw(&mut picture, color, center, tile * 0.36, 0.0);
    } else {
        let names = level.color_names();
        let (paint, _) = Appearance::new(level.rules(), &names).color(color);
        piece::draw_block(&mut Brush::new(&mut picture, corner, tile), paint, 0.36);
    }
    picture
}

/// How contents move on a board, as in [`Level::picture`], which is as large: what lies below the contents of the cells, and
/// what stands above. Most levels have nothing of either.
pub fn ways(level: &Level, tile: f64) -> [Picture; 2] {
    let (size, margin) = (level.size(), tile / 4.0);
    let length = |count: u32| f64::from(count) * tile + 2.0 * margin;
    let (width, height) = (length(size.columns), length(size.rows));
    let mut layers = ["below", "above"].map(|place| {
        let mut picture = Picture::new(width, height, format!("ways {place} the cells"));
        picture.background = Color::hex(0).with_alpha(0);
        picture
    });
    let at = |cell: Cell| corner_of(cell, tile);

    let names = level.color_names();
    let look = Appearance::new(level.rules(), &names);
    let [below, above] = &mut layers;
    terrain::draw_below(below, level, &at, tile);
    terrain::draw_above(above, level, &look, &at, tile);
    layers
}

/// A free cell of a template.
pub fn free(tile: f64) -> Picture {
    let mut picture = empty(tile);
    let inner = Point::new(tile * 0.04, tile * 0.04);
    let free = square(inner, tile * 0.92, tile * 0.12, theme::EMPTY);
    picture.push(free.outlined(Stroke::new(theme::MUTED, tile * 0.04)));
    let at = Point::new(tile / 2.0, tile / 2.0);
    picture.push(Shape::text(at, tile * 0.5, theme::MUTED, "?"));
    picture
}

/// A transparent picture of a cell.
fn empty(tile: f64) -> Picture {
    let mut picture = Picture::new(tile, tile, "a cell of a match-3 level");
    picture.background = Color::hex(0).with_alpha(0);
    picture
}
