//! The header above a board: the swaps, the score, and what is left of the goal.

use tilewright_draw::{Anchor, Color, Mark, Picture, Point, Shape, Stroke, theme};

use super::block;
use crate::events::{EventKind, Events};
use crate::kind::Contents;
use crate::picture::cell::Appearance;
use crate::picture::{color, square};
use crate::rules::Part;
use crate::ruleset::{Block, Place};
use crate::{Kind, Rules, Ruleset};

/// The height of a line.
pub(super) const LINE: f64 = 24.0;
/// The width of an item of the goal.
const ITEM: f64 = 70.0;
const SIZE: f64 = 14.0;

/// The header of a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    /// What the player makes: a swap or a tap.
    word: &'static str,
    swaps: u32,
    score: u64,
    /// The score of the goal; 0 without one.
    wanted: u64,
    /// The parts of the goal and what is left of each; the score stands above.
    items: Vec<(Option<Item>, u64)>,
}

/// A part of the goal that is counted down.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    /// Blocks of a colour, by the number of its paint, with its letter.
    Blocks(u32, char),
    /// Hits to blockers.
    Hits,
    /// Layers of overlays.
    Layers,
    /// A kind, piece or ingredient of other rules, with its name.
    Other(Kind, String),
}

impl Head {
    /// The header of the first board, with the parts of its goal; `look` is the paint and the letter of a colour.
    pub(super) fn new(
        rules: &Rules,
        parts: &[(Part, u64)],
        look: impl Fn(u32) -> (u32, char),
    ) -> Self {
        let ruleset = rules.level().rules();
        let item = |&(part, left): &(Part, u64)| (item_of(part, ruleset, &look), left);
        let items = parts.iter().map(item).collect();
        let word = ruleset.move_word();
        Self { word, swaps: 0, score: 0, wanted: rules.target.score, items }
    }

    /// A number of swaps or taps.
    pub(super) fn counted(&self, count: usize) -> String {
        format!("{count} {}{}", self.word, if count == 1 { "" } else { "s" })
    }

    /// Sets the swaps and the score, of a game that has begun.
    pub(super) const fn set(&mut self, swaps: u32, score: u64) {
        (self.swaps, self.score) = (swaps, score);
    }

    /// The number of swaps.
    pub(super) const fn swaps(&self) -> u32 {
        self.swaps
    }

    /// Counts what the events tell.
    pub(super) fn apply(&mut self, events: Events<'_>) {
        for event in &events {
            match event.kind {
                EventKind::Swap | EventKind::Tap => self.swaps += 1,
                EventKind::Score => self.score += u64::from(event.value.unsigned_abs()),
                EventKind::Count => {
                    let part = event.id.0 as usize - 1;
                    self.items[part].1 = u64::from(event.value.unsigned_abs());
                }
                _ => {}
            }
        }
    }

    /// The parts that are counted down below the first line.
    fn items(&self) -> impl Iterator<Item = (&Item, u64)> {
        self.items.iter().filter_map(|(item, left)| Some((item.as_ref()?, *left)))
    }

    fn progress(&self, total: usize) -> String {
        format!("{} {} of {total}", self.word, self.swaps)
    }

    fn score(&self) -> String {
        match self.wanted {
            0 => format!("{} points", self.score),
            wanted => format!("{} / {wanted} points", self.score),
        }
    }

    /// The height on a picture of this width.
    pub(super) fn height(&self, width: f64) -> f64 {
        LINE * (1 + self.items().count().div_ceil(per_line(width))) as f64 + 4.0
    }

    pub(super) fn draw(
        &self,
        picture: &mut Picture,
        total: usize,
        margin: f64,
        look: Option<&Appearance<'_>>,
    ) {
        let (left, right) = (margin, picture.width - margin);
        let y = LINE / 2.0 + 2.0;
        let start = Point::new(left, y);
        picture.push(text(self.progress(total), start, Anchor::Start, theme::INK));
        picture.push(text(self.score(), Point::new(right, y), Anchor::End, theme::INK));
        let per_line = per_line(picture.width);
        for (index, (item, left)) in self.items().enumerate() {
            let place = |index: usize, step: f64| index as f64 * step;
            let x = margin + place(index % per_line, ITEM) + 11.0;
            let at = Point::new(x, y + place(1 + index / per_line, LINE));
            draw_item(picture, item, left, at, look);
        }
    }

    /// The header as text.
    pub(super) fn marks(&self, total: usize) -> Vec<Vec<Mark>> {
        let swaps = format!("{}, {}", self.progress(total), self.score());
        let mut rows = vec![vec![Mark::plain(swaps)]];
        if self.items().next().is_some() {
            let words = self.items().map(|(item, left)| match item {
                Item::Blocks(_, letter) => format!("{letter} × {left}"),
                Item::Hits => format!("hits × {left}"),
                Item::Layers => format!("layers × {left}"),
                Item::Other(_, name) => format!("{name} × {left}"),
            });
            let words: Vec<_> = words.collect();
            rows.push(vec![Mark::plain(format!("left: {}", words.join(", ")))]);
        }
        rows
    }
}

fn per_line(width: f64) -> usize {
    ((width / ITEM) as usize).max(1)
}

pub(super) const fn text(text: String, at: Point, anchor: Anchor, ink: Color) -> Shape {
    Shape::Text { at, size: SIZE, anchor, bold: false, ink, text }
}

/// How a part of the goal is shown; not at all if it is the score.
fn item_of(
    part: Part,
    ruleset: &Ruleset,
    look: impl Fn(u32) -> (u32, char),
) -> Option<Item> {
    Some(match part {
        Part::Color(color) => {
            let (paint, letter) = look(color);
            Item::Blocks(paint, letter)
        }
        Part::Blockers => Item::Hits,
        Part::Overlays => Item::Layers,
        Part::Kind(index) | Part::Layers(index) => kind_item(ruleset, index),
        Part::Piece(index) => {
            let color = if ruleset.pieces[index].has_color { 0 } else { Kind::COLORLESS };
            let id = 2 * index as u8;
            let kind = Kind { id, color, ..Kind::of(Contents::Piece, 0) };
            Item::Other(kind, ruleset.pieces[index].name.clone())
        }
        Part::Ingredients => {
            let is_it = |block: &Block| block.place == Place::Ingredient;
            kind_item(ruleset, ruleset.blocks.iter().position(is_it).unwrap_or(0))
        }
        Part::Score => return None,
    })
}

fn kind_item(ruleset: &Ruleset, index: usize) -> Item {
    let (block, number) = (&ruleset.blocks[index], index as u8 + 1);
    let id = index as u8;
    let empty = Kind::of(Contents::Empty, 0);
    let kind = match block.place {
        Place::Blocker => Kind { id, layers: 1, ..Kind::of(Contents::Blocker, 0) },
        Place::Ingredient => Kind { id, ..Kind::of(Contents::Ingredient, 0) },
        Place::Cover => Kind { cover: number, cover_layers: 1, ..empty },
        Place::Ground => Kind { ground: number, ground_layers: 1, ..empty },
    };
    Item::Other(kind, block.name.clone())
}

fn draw_item(
    picture: &mut Picture,
    item: &Item,
    left: u64,
    at: Point,
    look: Option<&Appearance<'_>>,
) {
    let tile = |kind: Kind| {
        let edge = Stroke::new(color(kind).mix(Color::hex(0), 0.35), 1.5);
        let corner = Point::new(at.x - 8.0, at.y - 8.0);
        square(corner, 16.0, 3.0, color(kind)).outlined(edge)
    };

    match item {
        Item::Blocks(paint, _) => block::draw(picture, *paint, at, 9.0, 0.0),
        Item::Hits => picture.push(tile(Kind::BLOCKER1)),
        Item::Layers => picture.push(tile(Kind::OVERLAY1)),
        Item::Other(kind, _) => {
            let corner = Point::new(at.x - 11.0, at.y - 11.0);
            if let Some(look) = look {
                look.draw_within(picture, corner, 22.0, *kind);
            }
        }
    }

    if left > 0 {
        let at = Point::new(at.x + 14.0, at.y);
        picture.push(text(format!("× {left}"), at, Anchor::Start, theme::INK));
    } else {
        let tick = [(15.0, 0.0), (19.0, 5.0), (27.0, -5.0)];
        let points = tick.map(|(x, y)| Point::new(at.x + x, at.y + y)).to_vec();
        picture.push(Shape::Polyline { points, stroke: Stroke::new(theme::GREEN, 2.5) });
    }
}
