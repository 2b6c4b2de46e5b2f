//! The animation of a move: tiles slide, merge and appear.

use tilewright_grid::Heading;

use crate::rules::Lanes;
use crate::{Board, Game};

/// The time for which tiles slide, in milliseconds, as in the original game (Cirulli, *2048*,
/// 2014).
pub const GLIDE: f64 = 100.0;

/// The time after that in which merged and new tiles pop up, in milliseconds.
pub const POP: f64 = 200.0;

/// The way of one tile in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glide {
    /// The tile's code *k*: its value is 2ᵏ.
    pub code: u8,
    /// The number of the cell in which it was.
    pub from: usize,
    /// The number of the cell to which it moves.
    pub to: usize,
    /// Whether it merges with another tile there.
    pub merges: bool,
}

/// A tile at one moment of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// The tile's code.
    pub code: u8,
    /// Its distance from the top, in rows.
    pub row: f64,
    /// Its distance from the left, in columns.
    pub column: f64,
    /// Its size as a share of the normal size.
    pub scale: f64,
}

/// The animation of a move: which tiles slide, which merge, and which one appears.
///
/// ```
/// use tilewright_2048::{Game, Motion, Setup};
/// use tilewright_grid::{Seed, Size};
///
/// let setup = Setup::new(Size::new(4, 4), Seed(1));
/// let before = Game::new(&setup, setup.seed)?;
/// let (heading, _) = before.board().slides().next().expect("a new game has a legal move");
/// let mut after = before.clone();
/// after.play(heading);
/// let motion = Motion::new(&before, heading, &after);
/// assert_eq!(motion.sprites(0.0).len(), 2, "a game starts with two tiles");
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    columns: usize,
    glides: Vec<Glide>,
    /// The cells of merged tiles, and the codes of these.
    pops: Vec<(usize, u8)>,
    /// The cell and the code of the new tile.
    spawned: Option<(usize, u8)>,
}

impl Board {
    /// The way of every tile in a move, line by line; tiles that stay where they are included.
    pub fn glides(self, heading: Heading) -> Vec<Glide> {
        let lanes = Lanes::new(self, heading);
        let mut glides: Vec<Glide> = Vec::new();
        for lane in 0..lanes.count {
            let (mut write, begin) = (0, glides.len());
            for step in 0..lanes.length {
                let from = lanes.cell(lane, step);
                let code = self.code(from);
                if code == 0 {
                    continue;
                }

                let last = glides[begin..].last_mut();
                let partner = last.filter(|last| last.code == code && !last.merges);
                let merges = partner.map(|last| last.merges = true).is_some();
                write += usize::from(!merges);
                glides.push(Glide {
                    code,
                    from,
                    to: lanes.cell(lane, write - 1),
                    merges,
                });
            }
        }

        glides
    }

    /// The cell of the new tile after a move of these tiles.
    pub(crate) fn spawned(self, glides: &[Glide]) -> Option<usize> {
        let is_new = |cell: usize| glides.iter().all(|glide| glide.to != cell);
        (0..self.area()).find(|&cell| self.code(cell) != 0 && is_new(cell))
    }
}

impl Motion {
    /// The animation of the move that leads from one state of a game to the next.
    pub fn new(before: &Game, heading: Heading, after: &Game) -> Self {
        let (board, next) = (before.board(), after.board());
        let glides = board.glides(heading);
        let mut pops: Vec<(usize, u8)> =
            glides.iter().filter(|it| it.merges).map(|it| (it.to, it.code + 1)).collect();
        pops.dedup();
        let spawned = next.spawned(&glides).map(|cell| (cell, next.code(cell)));
        Self { columns: board.size().columns as usize, glides, pops, spawned }
    }

    /// The duration in milliseconds.
    pub const fn length() -> f64 {
        GLIDE + POP
    }

    /// The tiles at a time in milliseconds after the start, from back to front.
    pub fn sprites(&self, ms: f64) -> Vec<Sprite> {
        let part = (ms / GLIDE).clamp(0.0, 1.0);
        let way = part * part * (3.0 - 2.0 * part);
        let mut sprites: Vec<Sprite> =
            self.glides.iter().map(|glide| self.gliding(*glide, way)).collect();

        let time = (ms - GLIDE) / POP;
        if time >= 0.0 {
            let grown = time.min(1.0);
            sprites.extend(self.spawned.map(|(cell, code)| self.at(cell, code, grown)));

            // Merged tiles grow from 0 to 1.2 of their size and shrink to 1, as in the original
            // game.
            let swollen = if grown < 0.5 { 2.4 * grown } else { 1.4 - 0.4 * grown };
            let pops = self.pops.iter().map(|&(cell, code)| self.at(cell, code, swollen));
            sprites.extend(pops);
        }

        sprites
    }

    fn gliding(&self, glide: Glide, way: f64) -> Sprite {
        let (from, to) =
            (self.at(glide.from, glide.code, 1.0), self.at(glide.to, 0, 1.0));
        Sprite {
            row: from.row + (to.row - from.row) * way,
            column: from.column + (to.column - from.column) * way,
            ..from
        }
    }

    const fn at(&self, cell: usize, code: u8, scale: f64) -> Sprite {
        let (row, column) = (cell / self.columns, cell % self.columns);
        Sprite { code, row: row as f64, column: column as f64, scale }
    }
}
