//! The board of one frame.

use std::sync::Arc;

use tilewright_draw::{Anchor, Color, Mark, Picture, Point, Shape, Stroke, theme};
use tilewright_grid::{Cell, Grid, Size};

use super::flash::{self, BoardPlace, Shot};
use super::head::{self, Head};
use super::other::GeneralRules;
use super::{block, stage};
use crate::events::kind_of;
use crate::picture::{GROUND, ORDINARY, color, draw_cell, square};
use crate::rules::Simulator;
use crate::{Game, Kind};

/// The least width of a picture, which fits the header.
const LEAST_WIDTH: f64 = 240.0;
/// The colour of matched cells.
pub(super) const SPOT: Color = Color::hex(0xFF_F3_C4);

/// A board with its blocks, which may be between two cells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scene {
    pub(super) kinds: Grid<Kind>,
    /// The block of every cell, by index in reading order.
    pub(super) blocks: Vec<Option<DrawnBlock>>,
    /// Highlighted cells.
    pub(super) spots: Vec<usize>,
    /// The pieces that fire.
    pub(super) shots: Vec<Shot>,
    pub(super) head: Head,
    /// The rules, if the board has more than the plain games of `classic`.
    pub(super) other: Option<Arc<GeneralRules>>,
}

/// A block, which may be moving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DrawnBlock {
    pub(super) color: u32,
    /// What it is: a block of classic rules, or anything that falls under other ones.
    pub(super) kind: Kind,
    /// The offset from its cell, in columns and rows.
    pub(super) shift: (f64, f64),
    /// The size: 1 at rest.
    pub(super) scale: f64,
    /// The whiteness: 0 at rest, 1 for white.
    pub(super) glow: f64,
}

impl Scene {
    /// The current board of a game.
    pub(super) fn of<const W: usize>(game: &Game<'_, W>) -> Self {
        let rules = game.rules();
        let level = rules.level();
        let is_classic = rules.simulator == Simulator::Classic;
        let other = (!is_classic).then(|| Arc::new(GeneralRules::of(level)));

        let parts: Vec<_> = game.parts().collect();
        let mut head = stage::head(rules, &parts, other.as_deref());
        head.set(game.swaps_made(), game.score());

        let cells = level.cells().values().iter().enumerate();
        let cells =
            cells.map(|(index, &kind)| kind_of(kind, is_classic, game.looks(index)));
        Self::new(level.size(), cells, head, other)
    }

    /// A board at rest, of its cells and the colours of their blocks.
    pub(super) fn new(
        size: Size,
        cells: impl Iterator<Item = (Kind, Option<u32>)>,
        head: Head,
        other: Option<Arc<GeneralRules>>,
    ) -> Self {
        let cells: Vec<_> = cells.collect();
        let block = |&(kind, color): &(Kind, Option<u32>)| {
            let color = match &other {
                None => color?,
                Some(other) if other.falls(kind) => u32::from(kind.color),
                Some(_) => return None,
            };
            Some(DrawnBlock { color, kind, shift: (0.0, 0.0), scale: 1.0, glow: 0.0 })
        };
        let blocks = cells.iter().map(block).collect();
        let mut kinds = Grid::from_fn(size, |cell| cells[size.index(cell)].0);
        if let Some(other) = &other {
            other.fill_parts(&mut kinds);
        }
        Self { kinds, blocks, spots: Vec::new(), shots: Vec::new(), head, other }
    }

    /// Changes the block of a cell, if it has one.
    pub(super) fn change(&mut self, cell: usize, change: impl FnOnce(&mut DrawnBlock)) {
        if let Some(block) = &mut self.blocks[cell] {
            change(block);
        }
    }

    /// Moves the block of a cell back by a share of its way from another one; without one it comes in from above.
    pub(super) fn delay(&mut self, to: usize, from: Option<usize>, left: f64) {
        let size = self.kinds.size();
        let from = from.map(|from| size.cell(from));
        let at = size.cell(to);

        self.change(to, |block| {
            if let Some(from) = from {
                let away = |from: u32, to: u32| left * (f64::from(from) - f64::from(to));
                block.shift = (away(from.column, at.column), away(from.row, at.row));
            } else {
                // It comes in from above and grows.
                block.shift = (0.0, -left);
                block.scale = 1.0 - left;
            }
        });
    }

    /// The side of a cell in pixels, such that all boards have about the same size.
    fn tile(&self) -> f64 {
        let size = self.kinds.size();
        (320.0 / f64::from(size.rows.max(size.columns))).floor().clamp(12.0, 36.0)
    }

    /// The picture of the board, with its header and a footer.
    pub(super) fn picture(&self, total: usize, foot: &str) -> Picture {
        let (size, tile) = (self.kinds.size(), self.tile());
        let margin = margin(tile);

        let length = |count: u32| f64::from(count) * tile + 2.0 * margin;
        let width = length(size.columns).max(LEAST_WIDTH);
        let top = self.head.height(width);
        let height = top + length(size.rows) + head::LINE;
        let mut picture = Picture::new(width, height, format!("match-3 game, {foot}"));

        let look = self.other.as_ref().map(|other| other.appearance());
        self.head.draw(&mut picture, total, margin, look.as_ref());

        let left = (width - length(size.columns)) / 2.0;
        self.draw_board(&mut picture, Point::new(left + margin, top + margin), tile);

        let at = Point::new(width / 2.0, height - head::LINE / 2.0);
        picture.push(head::text(foot.to_owned(), at, Anchor::Middle, theme::MUTED));

        picture.marks = self.head.marks(total);
        picture.marks.extend(self.marks());
        picture
    }

    fn draw_board(&self, picture: &mut Picture, origin: Point, tile: f64) {
        let corner = |cell: Cell| {
            let along = |index: u32| f64::from(index) * tile;
            Point::new(origin.x + along(cell.column), origin.y + along(cell.row))
        };

        let cells = || {
            let cells = self.kinds.size().cells().enumerate();
            cells.map(|(index, cell)| (index, self.kinds[cell], corner(cell)))
        };

        self.draw_ground(picture, origin, tile);
        if let Some(other) = &self.other {
            let corners: Vec<_> = cells().map(|(_, _, corner)| corner).collect();
            other.draw(picture, self, &corners, tile);
        } else {
            self.draw_classic(picture, cells, tile);
        }

        let place = BoardPlace { origin, tile, size: self.kinds.size() };
        self.shots.iter().for_each(|shot| flash::draw(picture, place, shot));

        for (_, _, at) in cells().filter(|(index, ..)| self.spots.contains(index)) {
            let edge = Stroke::new(theme::INK, tile * 0.07);
            picture.push(ring(at, tile, edge));
        }
    }

    /// Draws the cells and blocks of classic rules.
    fn draw_classic<I: Iterator<Item = (usize, Kind, Point)>>(
        &self,
        picture: &mut Picture,
        cells: impl Fn() -> I,
        tile: f64,
    ) {
        for (index, kind, at) in cells().filter(|(_, kind, _)| kind.is_present()) {
            if kind.is_open() {
                let is_spot = self.spots.contains(&index);
                let paper = if is_spot { SPOT } else { ORDINARY };
                let at = Point::new(at.x + tile * 0.04, at.y + tile * 0.04);
                picture.push(square(at, tile * 0.92, tile * 0.16, paper));
            } else {
                draw_cell(picture, kind, at, tile);
            }
        }

        for (index, _, at) in cells() {
            if let Some(block) = self.blocks[index] {
                let (right, down) = block.shift;
                let x = at.x + tile * (0.5 + right);
                let y = at.y + tile * (0.5 + down);
                let radius = tile * 0.36 * block.scale;
                block::draw(picture, block.color, Point::new(x, y), radius, block.glow);
            }
        }

        for (_, kind, at) in cells().filter(|(_, kind, _)| kind.is_overlay()) {
            draw_layers(picture, kind, at, tile);
        }
    }

    /// Draws the ground: one bar for each run of cells in a row.
    fn draw_ground(&self, picture: &mut Picture, origin: Point, tile: f64) {
        let margin = margin(tile);
        // Runs of cells, since bars that only touch show a seam between them.
        for (row, kinds) in self.kinds.rows().enumerate() {
            let mut column = 0;
            for run in kinds.chunk_by(|one, next| one.is_present() == next.is_present()) {
                if run[0].is_present() {
                    let place =
                        |origin: f64, at: usize| origin + at as f64 * tile - margin;
                    let corner =
                        Point::new(place(origin.x, column), place(origin.y, row));
                    let width = run.len() as f64 * tile + 2.0 * margin;
                    let sides = [width, tile + 2.0 * margin];
                    picture.push(Shape::rectangle(corner, sides, margin, GROUND));
                }
                column += run.len();
            }
        }
    }

    /// The board as text, two characters per cell: the letter of a block or the glyph of the kind, then the
    /// glyph of the overlay; under other rules as [`marks`](crate::picture::marks).
    fn marks(&self) -> Vec<Vec<Mark>> {
        let columns = self.kinds.size().columns as usize;

        if let Some(other) = &self.other {
            return other.marks(&self.kinds);
        }

        let mark = |(&kind, block): (&Kind, &Option<DrawnBlock>)| match block {
            Some(block) => {
                let layers = if kind.is_overlay() { kind.glyph() } else { ' ' };
                let paper = block::paint(block.color);
                let text = format!("{}{layers}", block::letter(block.color));
                Mark::new(text, paper.ink(), paper)
            }
            None if kind.is_present() => {
                Mark::new(format!("{} ", kind.glyph()), color(kind).ink(), color(kind))
            }
            None => Mark::plain(format!("{} ", kind.glyph())),
        };

        let row = |(kinds, blocks): (&[Kind], &[Option<DrawnBlock>])| {
            kinds.iter().zip(blocks).map(mark).collect()
        };
        self.kinds.rows().zip(self.blocks.chunks(columns)).map(row).collect()
    }
}

/// The margin of the ground around the cells.
fn margin(tile: f64) -> f64 {
    (tile / 4.0).ceil()
}

/// The outline of a cell.
fn ring(corner: Point, tile: f64, stroke: Stroke) -> Shape {
    let inset = stroke.width / 2.0 + tile * 0.04;
    Shape::Rectangle {
        x: corner.x + inset,
        y: corner.y + inset,
        width: tile - 2.0 * inset,
        height: tile - 2.0 * inset,
        radius: tile * 0.14,
        fill: None,
        stroke: Some(stroke),
    }
}

/// Draws an overlay: a tint, and the number of its layers.
pub(crate) fn draw_layers(picture: &mut Picture, kind: Kind, corner: Point, tile: f64) {
    let at = Point::new(corner.x + tile * 0.04, corner.y + tile * 0.04);

    let veil = color(kind).with_alpha(0x60);
    picture.push(square(at, tile * 0.92, tile * 0.16, veil));
    picture.push(ring(corner, tile, Stroke::new(color(kind), tile * 0.11)));

    let center = Point::new(corner.x + tile * 0.76, corner.y + tile * 0.76);
    picture.push(Shape::circle(center, tile * 0.2, theme::INK));
    let hits = kind.hits().to_string();
    picture.push(Shape::text(center, tile * 0.34, theme::PAPER, hits).bold());
}
