//! How a move looks: tiles that glide, join and appear.

use tilewright_grid::Heading;

use crate::rules::Lanes;
use crate::{Board, Game};

/// How long tiles glide, in milliseconds; as in the original game (Cirulli, *2048*, 2014).
pub const GLIDE: f64 = 100.0;

/// How long joined and new tiles take to pop up then, in milliseconds.
pub const POP: f64 = 200.0;

/// A tile that moves: from where it stood to where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glide {
    /// The tile's code: it is worth 2 to the power of that.
    pub code: u8,
    /// The cell where it stood, in reading order.
    pub from: usize,
    /// The cell where it comes to lie.
    pub to: usize,
    /// Whether it is joined with another there.
    pub joins: bool,
}

/// A tile as it is seen at some moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprite {
    /// The tile's code.
    pub code: u8,
    /// Where it is, in rows from the top.
    pub row: f64,
    /// Where it is, in columns from the left.
    pub column: f64,
    /// How large it is, as a part of its usual size.
    pub scale: f64,
}

/// A move as it is seen: where its tiles go, what joins, and which tile comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    columns: usize,
    glides: Vec<Glide>,
    /// The cells in which something pops up, and the codes.
    pops: Vec<(usize, u8)>,
    /// The cell in which the new tile appears, and its code.
    born: Option<(usize, u8)>,
}

impl Board {
    /// How the tiles go at a move that way, in the order of their cells' lines; those that
    /// stay are among them.
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
                let joins = last.filter(|last| last.code == code && !last.joins);
                let joins = joins.map(|last| last.joins = true).is_some();
                write += usize::from(!joins);
                glides.push(Glide { code, from, to: lanes.cell(lane, write - 1), joins });
            }
        }
        glides
    }
}

impl Motion {
    /// Of the move between two moments of a game.
    pub fn new(before: &Game, heading: Heading, after: &Game) -> Self {
        let (board, next) = (before.board(), after.board());
        let glides = board.glides(heading);
        let mut pops: Vec<(usize, u8)> =
            glides.iter().filter(|it| it.joins).map(|it| (it.to, it.code + 1)).collect();
        pops.dedup();
        let is_new = |&cell: &usize| {
            next.code(cell) != 0 && glides.iter().all(|glide| glide.to != cell)
        };
        let born = (0..next.area()).find(is_new).map(|cell| (cell, next.code(cell)));
        Self { columns: board.size().columns as usize, glides, pops, born }
    }

    /// How long it takes, in milliseconds.
    pub const fn length() -> f64 {
        GLIDE + POP
    }

    /// The tiles as they are seen so many milliseconds after the move began, those in front
    /// last.
    pub fn sprites(&self, ms: f64) -> Vec<Sprite> {
        let part = (ms / GLIDE).clamp(0.0, 1.0);
        let way = part * part * (3.0 - 2.0 * part);
        let mut sprites: Vec<Sprite> =
            self.glides.iter().map(|glide| self.gliding(*glide, way)).collect();
        let time = (ms - GLIDE) / POP;
        if time >= 0.0 {
            let grown = time.min(1.0);
            sprites.extend(self.born.map(|(cell, code)| self.at(cell, code, grown)));
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
