//! Cells under any rules: the ground below, what fills the cell, the cover above.

use tilewright_draw::{Mark, Picture, Point, theme};

use super::blocker::LOOKS;
use super::brush::{Brush, FAR, NEAR};
use super::piece::{self, PieceStyle};
use super::{ORDINARY, blocker, cover, draw_cell, ingredient, square};
use crate::animation::block;
use crate::kind::Contents;
use crate::ruleset::{Block, Effect, Gift, Place};
use crate::{Kind, Ruleset};

/// The usual names of the paints and shapes of [`block::paint`], in their order.
const PAINTS: [&str; 8] =
    ["blue", "red", "green", "purple", "yellow", "cyan", "orange", "white"];

/// How the cells of a ruleset look.
#[derive(Clone, Debug)]
pub(crate) struct Appearance<'a> {
    ruleset: &'a Ruleset,
    names: &'a [String],
    /// The number of the look of each kind; from [`LOOKS`] on, looks repeat with the letter of the name.
    looks: Vec<usize>,
    /// The number of the paint and shape of each named colour.
    paints: Vec<u32>,
}

impl<'a> Appearance<'a> {
    /// The look of the cells of a ruleset and of colours with these names. A colour whose name is that of a
    /// paint has this paint.
    pub(crate) fn new(ruleset: &'a Ruleset, names: &'a [String]) -> Self {
        let own = |name: &String| PAINTS.iter().position(|paint| paint == name);
        let is_free = |paint: &usize| names.iter().all(|name| own(name) != Some(*paint));
        let mut free = (0..).filter(is_free);
        let paint = |name| own(name).or_else(|| free.next()).unwrap_or(0) as u32;
        Self {
            ruleset,
            names,
            looks: looks(&ruleset.blocks),
            paints: names.iter().map(paint).collect(),
        }
    }

    /// Draws a cell, with what is below and above its contents.
    pub(crate) fn draw(&self, brush: &mut Brush<'_>, kind: Kind) {
        self.draw_below(brush, kind);
        self.draw_contents(brush, kind);
        self.draw_above(brush, kind);
    }

    /// Draws a cell within a square of this side: a block of several cells smaller than other ones.
    pub(crate) fn draw_within(
        &self,
        picture: &mut Picture,
        corner: Point,
        side: f64,
        kind: Kind,
    ) {
        let [rows, columns] = self.ruleset.big_size(kind).unwrap_or([1, 1]);
        let tile = side / f64::from(rows.max(columns));
        self.draw(&mut Brush::new(picture, corner, tile), kind);
    }

    /// Draws the cell itself and its ground.
    pub(crate) fn draw_below(&self, brush: &mut Brush<'_>, kind: Kind) {
        if !kind.is_present() {
            return;
        }
        let (corner, tile) = (brush.at((0.04, 0.04)), brush.tile);
        brush.picture.push(square(corner, tile * 0.92, tile * 0.16, ORDINARY));
        if let Some(look) = self.look(kind.ground, Place::Ground) {
            cover::draw_ground(brush, look, kind.ground_layers);
        }
    }

    /// Draws what fills the cell.
    pub(crate) fn draw_contents(&self, brush: &mut Brush<'_>, kind: Kind) {
        let tile = brush.tile;
        let color = self.paint(kind.color);
        let number = kind.id.saturating_add(1);

        match kind.contents() {
            Contents::Hole | Contents::Dealt | Contents::Part => {}
            Contents::Empty => brush.ring((0.5, 0.5), 0.17, (theme::MUTED, 0.08)),
            Contents::Obstacle => {
                let corner = brush.at((0.0, 0.0));
                draw_cell(brush.picture, Kind::OBSTACLE, corner, tile);
            }
            Contents::Block => piece::draw_block(brush, color, 0.36),
            Contents::Piece | Contents::Armed => {
                if let Some(style) = self.style(kind) {
                    piece::draw(brush, style);
                }
            }
            Contents::Blocker => self.draw_blocker(brush, kind),
            Contents::Ingredient => {
                let Some(look) = self.look(number, Place::Ingredient) else { return };
                ingredient::draw(brush, look);
                letter(brush, self.ruleset, kind.id, look, (NEAR, NEAR));
            }
        }
    }

    /// Draws a blocker over all its cells: its body, what it gives, and the number of its layers or turns.
    fn draw_blocker(&self, brush: &mut Brush<'_>, kind: Kind) {
        let number = kind.id.saturating_add(1);
        let Some(look) = self.look(number, Place::Blocker) else { return };
        let block = &self.ruleset.blocks[usize::from(kind.id)];
        let [rows, columns] = block.cells.map(f64::from);
        let middle = ((columns - 1.0) / 2.0, (rows - 1.0) / 2.0);
        let layers = if block.timer.is_some() { 1 } else { kind.layers };

        if block.is_big() {
            blocker::draw_big(brush, look, block.moves, layers, [rows, columns]);
        } else {
            blocker::draw(brush, look, block.moves, layers);
        }
        let glow = brush.glow;
        if block.generator.is_none() {
            let half = if block.moves { 0.24 } else { 0.36 };
            let mut brush = brush.moved(middle, rows.min(columns), glow);
            blocker::draw_pattern(&mut brush, look, layers, half);
        }
        if let Some(color) = &block.color {
            let mut brush = brush.moved(middle, rows.min(columns), glow);
            piece::draw_block(&mut brush, self.paint_of(color), 0.24);
        }
        if let Some(generator) = block.generator {
            blocker::draw_opening(brush, generator.is_anywhere, middle);
            let mut brush = brush.moved(middle, 0.5 * rows.min(columns), glow);
            self.draw_contents(&mut brush, self.given(generator.given));
        }

        letter(brush, self.ruleset, kind.id, look, (NEAR, NEAR));
        let corner = (columns - 1.0 + FAR, NEAR);
        match block.timer {
            Some(_) => brush.clock(corner, kind.layers),
            None => count(brush, layers, corner),
        }
    }

    /// The kind of what a generator gives.
    fn given(&self, given: Gift) -> Kind {
        match given {
            Gift::Piece(piece) => Kind { id: 2 * piece, ..Kind::of(Contents::Piece, 0) },
            Gift::Kind(id) => {
                let block = &self.ruleset.blocks[usize::from(id)];
                let is_blocker = block.place == Place::Blocker;
                let contents =
                    if is_blocker { Contents::Blocker } else { Contents::Ingredient };
                Kind { id, layers: block.first_number(), ..Kind::of(contents, 0) }
            }
        }
    }

    /// The look of a piece or an armed piece.
    fn style(&self, kind: Kind) -> Option<PieceStyle> {
        let (id, pieces) = (usize::from(kind.id), &self.ruleset.pieces);
        let is_armed = kind.contents() == Contents::Armed;
        let index = if is_armed { id } else { id / 2 };
        let has_color = !is_armed && kind.color != Kind::COLORLESS;
        Some(PieceStyle {
            effect: if is_armed {
                Effect::from_code(kind.layers)
            } else {
                pieces.get(index)?.fires
            },
            color: has_color.then(|| self.paint(kind.color)),
            is_vertical: !is_armed && id % 2 == 1,
            is_armed,
            letter: piece::letter(pieces, index),
        })
    }

    /// Draws the cover of the cell, and the numbers of layers of cover and ground.
    pub(crate) fn draw_above(&self, brush: &mut Brush<'_>, kind: Kind) {
        if let Some(look) = self.look(kind.ground, Place::Ground) {
            letter(brush, self.ruleset, kind.ground - 1, look, (FAR, FAR));
        }
        if let Some(look) = self.look(kind.cover, Place::Cover) {
            let is_timer =
                self.ruleset.blocks[usize::from(kind.cover) - 1].timer.is_some();
            let layers = if is_timer { 1 } else { kind.cover_layers };
            cover::draw_cover(brush, look, layers);
            letter(brush, self.ruleset, kind.cover - 1, look, (0.5, NEAR));
            if is_timer {
                brush.clock((FAR, FAR), kind.cover_layers);
            }
            count(brush, layers, (FAR, FAR));
        }
        if kind.ground > 0 {
            count(brush, kind.ground_layers, (NEAR, FAR));
        }
    }

    /// The text of a cell on the colour of what fills it.
    pub(crate) fn mark(&self, kind: Kind, text: String) -> Mark {
        let paper = match kind.contents() {
            Contents::Hole => return Mark::plain(text),
            Contents::Obstacle => theme::GREY,
            Contents::Block => block::paint(self.paint(kind.color)),
            Contents::Piece if kind.color != Kind::COLORLESS => {
                block::paint(self.paint(kind.color))
            }
            Contents::Piece | Contents::Armed => theme::INK,
            Contents::Blocker | Contents::Ingredient | Contents::Part => theme::ORANGE,
            Contents::Dealt | Contents::Empty if kind.cover > 0 => theme::SKY,
            Contents::Dealt | Contents::Empty => ORDINARY,
        };

        Mark::new(text, paper.ink(), paper)
    }

    /// The look of a kind of this place; `number` is its number in the ruleset plus 1.
    fn look(&self, number: u8, place: Place) -> Option<usize> {
        let index = usize::from(number.checked_sub(1)?);
        let block = self.ruleset.blocks.get(index)?;
        (block.place == place).then(|| self.looks[index])
    }

    /// The paint of a colour by its number, and the first letter of its name.
    pub(crate) fn color(&self, color: u32) -> (u32, char) {
        let name = self.names.get(color as usize).and_then(|name| name.chars().next());
        let paint = self.paints.get(color as usize).copied().unwrap_or(color);
        (paint, name.unwrap_or_else(|| block::letter(color)))
    }

    /// The paint of a colour by its number.
    pub(crate) fn paint(&self, color: u8) -> u32 {
        self.paints.get(usize::from(color)).copied().unwrap_or(u32::from(color))
    }

    /// The paint of a colour by its name.
    fn paint_of(&self, name: &str) -> u32 {
        let index = self.names.iter().position(|other| other == name);
        let known = || PAINTS.iter().position(|&paint| paint == name).unwrap_or(0) as u32;
        index.map_or_else(known, |index| self.paints[index])
    }
}

/// Kinds whose name says what they look like: a place, a look and a name.
const KNOWN: [(Place, usize, &str); 21] = [
    (Place::Blocker, 0, "box"),
    (Place::Blocker, 1, "chocolate"),
    (Place::Blocker, 2, "swirl"),
    (Place::Blocker, 3, "egg"),
    (Place::Blocker, 4, "frosting"),
    (Place::Blocker, 1, "stone"),
    (Place::Blocker, 5, "crate"),
    (Place::Blocker, 6, "vase"),
    (Place::Blocker, 7, "balloon"),
    (Place::Cover, 0, "lock"),
    (Place::Cover, 1, "chain"),
    (Place::Cover, 2, "ice"),
    (Place::Cover, 0, "cage"),
    (Place::Cover, 2, "overlay"),
    (Place::Cover, 5, "moss"),
    (Place::Cover, 6, "bubble"),
    (Place::Ground, 0, "grass"),
    (Place::Ground, 1, "jelly"),
    (Place::Ingredient, 0, "cherry"),
    (Place::Ingredient, 1, "bird"),
    (Place::Ingredient, 1, "duck"),
];

/// The looks of kinds. Kinds with other names take the free looks of their place in order.
fn looks(blocks: &[Block]) -> Vec<usize> {
    let known = |block: &Block| {
        // Kinds of a colour, such as `redballoon`, look alike but for the block of the colour on them.
        let is_it = |&&(place, _, name): &&(Place, usize, &str)| {
            let is_colored = block.color.is_some() && block.name.ends_with(name);
            place == block.place && (name == block.name || is_colored)
        };
        KNOWN.iter().find(is_it).map(|&(_, look, _)| look)
    };

    let look = |(index, block): (usize, &Block)| {
        let is_other =
            |other: &&Block| other.place == block.place && known(other).is_none();
        let before = blocks[..index].iter().filter(is_other).count();
        let same = |other: &&Block| other.place == block.place;
        let taken: Vec<_> = blocks.iter().filter(same).filter_map(known).collect();

        let free = |look: &usize| !taken.contains(look);
        known(block).unwrap_or_else(|| (0..).filter(free).nth(before).unwrap_or(0))
    };

    blocks.iter().enumerate().map(look).collect()
}

/// The number of layers, if it is more than one.
fn count(brush: &mut Brush<'_>, layers: u8, at: (f64, f64)) {
    if layers > 1 {
        brush.badge(at, layers.to_string());
    }
}

/// The first letter of the name of a kind, if an earlier one has the same look.
fn letter(brush: &mut Brush<'_>, ruleset: &Ruleset, id: u8, look: usize, at: (f64, f64)) {
    let name = &ruleset.blocks[usize::from(id)].name;
    if let Some(letter) = name.chars().next().filter(|_| look >= LOOKS) {
        brush.badge(at, letter.to_ascii_uppercase().to_string());
    }
}
