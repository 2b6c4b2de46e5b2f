//! Boards of rules other than `classic`.

use tilewright_draw::{Mark, Picture, Point};
use tilewright_grid::{Cell, Grid};

use super::scene::{SPOT, Scene};
use crate::kind::Contents;
use crate::picture::brush::Brush;
use crate::picture::cell::Appearance;
use crate::picture::{self, square, terrain};
use crate::ruleset::{Pair, Piece};
use crate::{Kind, Level};

/// A level under rules other than `classic`, and the names of its colours.
#[derive(Debug, PartialEq)]
pub(super) struct GeneralRules {
    level: Level,
    names: Vec<String>,
}

impl GeneralRules {
    /// Those of a level.
    pub(super) fn of(level: &Level) -> Self {
        Self { level: level.clone(), names: level.color_names() }
    }

    /// How the cells look.
    pub(super) fn appearance(&self) -> Appearance<'_> {
        Appearance::new(self.level.rules(), &self.names)
    }

    /// A piece of the rules by its number.
    pub(super) fn piece(&self, index: usize) -> &Piece {
        &self.level.rules().pieces[index]
    }

    /// A pair of the rules by its number.
    pub(super) fn pair(&self, index: usize) -> &Pair {
        &self.level.rules().pairs[index]
    }

    /// Puts the parts of the big blocks into their cells.
    pub(super) fn fill_parts(&self, kinds: &mut Grid<Kind>) {
        self.level.rules().fill_parts(kinds);
    }

    /// Whether what fills a cell falls.
    pub(super) fn falls(&self, kind: Kind) -> bool {
        match kind.contents() {
            Contents::Block
            | Contents::Piece
            | Contents::Armed
            | Contents::Ingredient => true,
            Contents::Blocker => {
                let block = self.level.rules().blocks.get(usize::from(kind.id));
                block.is_some_and(|block| block.moves)
            }
            _ => false,
        }
    }

    /// The cells as text.
    pub(super) fn marks(&self, kinds: &Grid<Kind>) -> Vec<Vec<Mark>> {
        picture::marks(&self.level, kinds)
    }

    /// Draws the cells, with these corners, and what is in them.
    pub(super) fn draw(
        &self,
        picture: &mut Picture,
        scene: &Scene,
        corners: &[Point],
        tile: f64,
    ) {
        let (look, kinds) = (self.appearance(), scene.kinds.values());
        let size = scene.kinds.size();
        let at = |cell: Cell| corners[size.index(cell)];

        // Cells first, what moves next, covers on top: what falls passes below the covers.
        for (index, (&kind, &corner)) in kinds.iter().zip(corners).enumerate() {
            let mut brush = Brush::new(picture, corner, tile);
            look.draw_below(&mut brush, kind);

            if scene.spots.contains(&index) {
                let at = Point::new(corner.x + tile * 0.04, corner.y + tile * 0.04);
                let spot = SPOT.with_alpha(0x90);
                picture.push(square(at, tile * 0.92, tile * 0.16, spot));
            }
        }

        terrain::draw_below(picture, &self.level, &at, tile);
        // A big block reaches over cells that come later.
        for ((block, &corner), &kind) in scene.blocks.iter().zip(corners).zip(kinds) {
            let mut brush = Brush::new(picture, corner, tile);
            let is_fixed =
                matches!(kind.contents(), Contents::Obstacle | Contents::Blocker);
            if is_fixed && block.is_none() {
                look.draw_contents(&mut brush, kind);
            }
        }

        for (block, &corner) in scene.blocks.iter().zip(corners) {
            if let Some(block) = block {
                let mut brush = Brush::new(picture, corner, tile);
                let mut brush = brush.moved(block.shift, block.scale, block.glow);
                look.draw_contents(&mut brush, block.kind);
            }
        }

        for (&kind, &corner) in kinds.iter().zip(corners) {
            look.draw_above(&mut Brush::new(picture, corner, tile), kind);
        }
        terrain::draw_above(picture, &self.level, &look, &at, tile);
    }
}
