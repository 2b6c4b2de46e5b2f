//! The rules of a game as data: which groups make which pieces, what pieces do, what blocks the way.
//!
//! The chapter *Rules of match-3 games* of the book defines every word of it.

mod blocks;
mod field;
mod objects;
mod pairs;
mod pieces;
mod preset;
mod read;
#[cfg(test)]
mod tests;

use crate::kind::Contents;
use crate::{Json, Kind};
pub(crate) use field::Field;
pub use field::RulesError;
pub use preset::{Preset, UnknownPreset};

/// The rules of the games of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The form in which it was given: the name of a preset or an object.
    pub(crate) source: Json,
    /// The preset, if the rules are given by its name alone.
    pub(crate) preset: Option<Preset>,
    /// What the player does.
    pub(crate) moves: Moves,
    /// Which groups make which piece, the first that fits first.
    pub(crate) shapes: Vec<PieceRecipe>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) pairs: Vec<Pair>,
    /// The kinds of blockers, covers, grounds and ingredients.
    pub(crate) blocks: Vec<Block>,
    pub(crate) hits: Hits,
    pub(crate) refill: Refill,
    pub(crate) reshuffle: Reshuffle,
    /// The points of a block, and of a piece that fires.
    pub(crate) points: [u32; 2],
}

/// What the player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Swaps neighbours, and taps pieces; lines of three match.
    Swap,
    /// Taps groups of blocks of one colour, and pieces; nothing matches by itself.
    Tap {
        /// The least blocks of a group.
        least: u8,
    },
}

/// A shape and the piece that it makes, by its index in the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceRecipe {
    /// What a group must contain.
    pub shape: GroupShape,
    /// The index of the piece.
    pub makes: u8,
}

/// What a group can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupShape {
    /// A run of N cells or more.
    Line(u8),
    /// A horizontal and a vertical run that share a cell.
    Corner,
    /// A square of 2 × 2 cells.
    Square,
    /// N blocks or more that hang together, of a group that is tapped.
    Size(u8),
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in documents.
    pub name: String,
    /// The letter of the text form.
    pub glyph: char,
    /// The cells that it hits.
    pub fires: Effect,
    /// What sets it off.
    pub starts: Starts,
    /// Whether it keeps the colour of its group, and matches.
    pub has_color: bool,
    /// Whether a line fires along the run that made the piece, and not across it.
    pub is_along: bool,
    /// Whether it fires twice.
    pub is_twice: bool,
}

/// What sets a piece off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them is one entry of `starts`"
)]
pub struct Starts {
    /// A swap with anything.
    pub swap: bool,
    /// A swap with a block of a colour.
    pub swap_color: bool,
    /// A tap.
    pub tap: bool,
    /// A match that it is part of.
    pub matched: bool,
    /// A hit by another piece.
    pub hit: bool,
}

/// The cells that a piece hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The row or column of the piece.
    Line,
    /// The square up to N cells away.
    Area(u8),
    /// The rows and columns up to N cells away.
    Cross(u8),
    /// Up to N cells in each of the four directions.
    Plus(u8),
    /// The cells of one colour.
    Color,
    /// All cells.
    Board,
    /// N cells that help the goal, and before them those of a plus.
    Goal {
        /// The number of cells.
        count: u8,
        /// The reach of the plus; 0 for none.
        plus: u8,
    },
}

/// What two swapped pieces do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// The two, by index in the pieces; the second is the partner.
    pub(crate) of: [u8; 2],
    /// What they do.
    pub(crate) fires: PairEffect,
}

/// The effect of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairEffect {
    /// One effect.
    Fires {
        /// The cells that are hit.
        effect: Effect,
        /// Whether it fires twice.
        is_twice: bool,
        /// Whether the effect of the partner replaces the hit to each cell that is chosen for the goal.
        carries: bool,
    },
    /// The blocks of the partner's colour become pieces of this kind and fire.
    Turn(u8),
}

/// A kind of blocker, cover, ground or ingredient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them is one key of the document"
)]
pub struct Block {
    /// Its name in documents.
    pub name: String,
    /// Where it is.
    pub place: Place,
    /// The most layers.
    pub layers: u8,
    /// What takes a layer.
    pub broken_by: BreakCauses,
    /// The name of the colour whose groups alone break it.
    pub color: Option<String>,
    /// Whether it falls and can be swapped.
    pub moves: bool,
    /// Whether a hit that takes a layer leaves what is below.
    pub keeps: bool,
    /// Whether nothing falls out of the cell or into it.
    pub holds: bool,
    /// Whether the block below matches.
    pub matches: bool,
    /// Whether it spreads after a turn in which none of it lost a layer.
    pub spreads: bool,
    /// The rows and columns that it fills.
    pub cells: [u8; 2],
    /// What it does after some turns.
    pub timer: Option<Timer>,
    /// What it gives when it is hit.
    pub generator: Option<Generator>,
}

/// What a kind does after some turns; its layers are the turns that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The turns.
    pub after: u8,
    /// What happens then.
    pub then: TimerEnd,
}

/// What happens when a timer has run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerEnd {
    /// The game is lost.
    Lose,
    /// One more appears beside it, and it begins again.
    Spread,
    /// It becomes another kind, by its index.
    Turn(u8),
}

/// What a kind gives when it is hit, which takes no layer then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generator {
    /// What it gives.
    pub given: Gift,
    /// Whether that appears in any free cell, and not in the cell above.
    pub is_anywhere: bool,
}

/// What a generator gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gift {
    /// An ingredient or a blocker, by its index in the kinds.
    Kind(u8),
    /// A piece, by its index in the pieces.
    Piece(u8),
}

impl Block {
    /// Whether it fills several cells.
    pub const fn is_big(&self) -> bool {
        self.cells[0] > 1 || self.cells[1] > 1
    }

    /// The number that one has in its cell at first, and at most: its layers, or the turns of a timer; 0 of a generator or
    /// an ingredient.
    pub const fn first_number(&self) -> u8 {
        match (self.timer, self.generator, self.place) {
            (_, Some(_), _) | (_, _, Place::Ingredient) => 0,
            (Some(timer), ..) => timer.after,
            (None, None, _) => self.layers,
        }
    }

    /// The names of one in its cell, such as `box1` and `box2`, or `bird` without a number.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        let most = self.first_number();
        (most.min(1)..=most).map(|number| match number {
            0 => self.name.clone(),
            number => format!("{}{number}", self.name),
        })
    }

    /// Whether one may have this number in its cell. A timer without turns is on the board of a lost game.
    pub(crate) const fn can_have(&self, number: u8) -> bool {
        let (most, is_timer) = (self.first_number(), self.timer.is_some());
        number <= most && (number > 0 || most == 0 || is_timer)
    }
}

/// Where a kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In place of a block.
    Blocker,
    /// Over a block.
    Cover,
    /// Under a block.
    Ground,
    /// In place of a block; it leaves the board on an exit.
    Ingredient,
}

/// What takes a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BreakCauses {
    /// A match beside it.
    pub beside: bool,
    /// A match of the block that it covers, or lies under.
    pub matched: bool,
    /// A hit by a piece.
    pub hit: bool,
}

/// How often a cell is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hits {
    /// Once for each matched cell beside it and each piece.
    Cell,
    /// Once a wave.
    Wave,
    /// Once for each group beside it and each piece.
    Group,
}

/// How the board fills again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// Along fill paths.
    FillPath,
    /// Each part of a column from its own top.
    Segment,
    /// Down, and diagonally below what is closed.
    Diagonal,
    /// Down past holes, and nothing comes below what is closed.
    Column,
}

/// How a board without a move is reshuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reshuffle {
    /// Lines that it makes are cleared.
    Lines,
    /// It makes no group.
    Clean,
}

impl Ruleset {
    /// The preset, if the rules are given by its name alone.
    pub const fn as_preset(&self) -> Option<Preset> {
        self.preset
    }

    /// What a player makes, in a word: a `swap`, or a `tap` where groups are tapped.
    pub fn move_word(&self) -> &'static str {
        if self.moves == Moves::Swap { "swap" } else { "tap" }
    }

    /// The kinds of blockers, covers, grounds and ingredients. A [`Kind`](crate::Kind) names them by index.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// What the player does.
    pub const fn moves(&self) -> Moves {
        self.moves
    }

    /// Which groups make which piece, the first that fits first.
    pub fn shapes(&self) -> &[PieceRecipe] {
        &self.shapes
    }

    /// The points of a block that goes, and of a piece that fires.
    pub const fn points(&self) -> [u32; 2] {
        self.points
    }

    /// How the board fills again.
    pub const fn refill(&self) -> Refill {
        self.refill
    }

    /// The layers that a cell of this kind has of a blocker, cover or ground, given by its index.
    pub fn layers_of(&self, kind: Kind, index: usize) -> u32 {
        let layers = kind.layers_of(index);
        // The number of a timer is its turns.
        let is_timer = self.blocks.get(index).is_some_and(|block| block.timer.is_some());
        if is_timer { layers.min(1) } else { layers }
    }

    /// Whether there can be more of a kind, given by its index, than a board begins with: it spreads, or something gives
    /// it or becomes it.
    pub fn can_grow(&self, index: usize) -> bool {
        let gives = |block: &Block| {
            let given = block.generator.map(|it| it.given);
            given == Some(Gift::Kind(index as u8))
        };
        let becomes = |block: &Block| {
            let then = block.timer.map(|it| it.then);
            then == Some(TimerEnd::Turn(index as u8))
        };
        let block = &self.blocks[index];
        let spreads = block.timer.is_some_and(|it| it.then == TimerEnd::Spread);
        block.spreads
            || spreads
            || self.blocks.iter().any(|other| gives(other) || becomes(other))
    }

    /// Whether a cell of this kind is an ingredient, or gives some.
    pub fn has_ingredient(&self, kind: Kind) -> bool {
        let block = self.blocks.get(usize::from(kind.id)).filter(|_| kind.is_blocker());
        match block.and_then(|block| block.generator).map(|it| it.given) {
            Some(Gift::Kind(given)) => {
                self.blocks[usize::from(given)].place == Place::Ingredient
            }
            _ => kind.contents() == Contents::Ingredient,
        }
    }

    /// Whether they are the same rules, in whatever form they were given.
    pub fn is_same(&self, other: &Self) -> bool {
        let (source, preset) = (&other.source, other.preset);
        Self { source: source.clone(), preset, ..self.clone() } == *other
    }
}

tilewright_grid::names! {
    /// All of them.
    Refill, name:
    FillPath = "fill-path",
    Segment = "segment",
    Diagonal = "diagonal",
    Column = "column",
}

impl Refill {
    /// Whether contents stay in their columns, so that there are no portals, spawners or other gravity.
    pub(crate) const fn is_by_column(self) -> bool {
        matches!(self, Self::Segment | Self::Column)
    }
}

impl Effect {
    /// The code of the effect of an armed piece: of an area, a plus or a cross.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Area(reach) => 0x10 | reach,
            Self::Plus(reach) => 0x20 | reach,
            Self::Cross(reach) => 0x30 | reach,
            _ => 0,
        }
    }

    /// The effect of a code.
    pub(crate) const fn from_code(code: u8) -> Self {
        match code >> 4 {
            1 => Self::Area(code & 15),
            2 => Self::Plus(code & 15),
            _ => Self::Cross(code & 15),
        }
    }
}

impl Piece {
    /// Whether its line has a direction, which its text form shows.
    pub(crate) fn is_directed(&self) -> bool {
        self.fires == Effect::Line
    }
}
