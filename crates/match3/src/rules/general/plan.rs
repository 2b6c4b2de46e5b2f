//! The rules of a level, resolved once for all its games.

use super::terrain::Terrain;
use crate::kind::Contents;
use crate::rules::Target;
use crate::ruleset::{
    Block, GroupShape, Hits, Moves, Pair, PairEffect, Piece, PieceRecipe, Place, Refill,
    Reshuffle, Ruleset,
};
use crate::{Kind, Level, Preset};

/// No cell, colour, pair or supply.
pub(super) const NONE: u8 = u8::MAX;
/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// The codes of the contents of a cell.
pub(super) const EMPTY: u8 = 0;
pub(super) const HOLE: u8 = 1;
pub(super) const OBSTACLE: u8 = 2;
pub(super) const BLOCK: u8 = 3;
/// A cell of a big block other than its first one; its layers say how far that is: 16 for each row, 1 for each column.
pub(super) const PART: u8 = 4;
/// The code of the first piece; two codes for each, by direction.
pub(super) const PIECES: u8 = 5;

/// The bits of what a code means.
pub(super) const IS_BLOCK: u8 = 1;
pub(super) const IS_PIECE: u8 = 1 << 1;
pub(super) const IS_ARMED: u8 = 1 << 2;
pub(super) const FALLS: u8 = 1 << 3;
pub(super) const DRAGS: u8 = 1 << 4;
pub(super) const IS_FIXED: u8 = 1 << 5;
pub(super) const IS_BLOCKER: u8 = 1 << 6;
pub(super) const LEAVES: u8 = 1 << 7;

/// The contents of a cell as the codes of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub(super) what: u8,
    pub(super) color: u8,
    pub(super) layers: u8,
}

/// The rules of the games of a level, resolved for the general simulator.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them spares a step of every turn"
)]
pub(crate) struct Plan {
    /// Whether the rules are `classic` by name, which differ in three points.
    pub(super) is_classic: bool,
    /// The least blocks of a group, in a game that is tapped.
    pub(super) taps: Option<u8>,
    pub(super) hits: Hits,
    pub(super) refill: Refill,
    pub(super) reshuffle: Reshuffle,
    /// The points of a block and of a piece.
    pub(super) points: [u64; 2],
    pub(super) shapes: Vec<PieceRecipe>,
    pub(super) has_squares: bool,
    pub(super) pieces: Vec<Piece>,
    pub(super) pairs: Vec<Pair>,
    /// For each two pieces, the index of their pair, or [`NOWHERE`].
    pub(super) pair_of: Vec<u16>,
    /// For each piece, its place among those that groups make, the strongest first, then the others.
    pub(super) strength: Vec<u8>,
    pub(super) blocks: Vec<Block>,
    /// For each of them, the colour of the groups that break it from beside, or [`NONE`].
    pub(super) block_colors: Vec<u8>,
    /// For each code, what it means.
    pub(super) meaning: Vec<u8>,
    /// Whether some piece can be armed, or is at the start.
    pub(super) arms: bool,
    /// Whether some kind spreads, and whether some is an ingredient.
    pub(super) spreads: bool,
    pub(super) drops: bool,
    /// Whether some kind counts down, whether some is big, and whether such a one falls.
    pub(super) has_timers: bool,
    pub(super) has_big_blocks: bool,
    pub(super) big_blocks_fall: bool,
    pub(super) colors: u32,
    /// The weights of the colours and their sum, if the level has some.
    pub(super) weights: Option<(Vec<u32>, u32)>,
    pub(super) terrain: Terrain,
}

impl Plan {
    pub(crate) fn new(level: &Level) -> Self {
        let setting = &*level.setting;
        let rules = &setting.ruleset;
        let names = level.color_names();
        let color = |block| color_of(block, &names);
        let weights = setting.palette_of(level.colors()).map(|colors| {
            let weights: Vec<u32> = colors.iter().map(|(_, weight)| *weight).collect();
            let sum = weights.iter().sum();
            (weights, sum)
        });

        let is_twice =
            |pair: &Pair| matches!(pair.fires, PairEffect::Fires { is_twice: true, .. });
        let is_armed = |cell: &Kind| cell.contents() == Contents::Armed;
        let is_square = |making: &PieceRecipe| making.shape == GroupShape::Square;
        let is_ingredient = |block: &Block| block.place == Place::Ingredient;
        Self {
            is_classic: rules.preset == Some(Preset::Classic),
            taps: match rules.moves {
                Moves::Swap => None,
                Moves::Tap { least } => Some(least),
            },
            hits: rules.hits,
            refill: rules.refill,
            reshuffle: rules.reshuffle,
            points: rules.points.map(u64::from),
            shapes: rules.shapes.clone(),
            has_squares: rules.shapes.iter().any(is_square),
            pieces: rules.pieces.clone(),
            pairs: rules.pairs.clone(),
            pair_of: pair_of(rules),
            strength: strength(rules),
            blocks: rules.blocks.clone(),
            block_colors: rules.blocks.iter().map(color).collect(),
            meaning: meaning(rules),
            arms: rules.pieces.iter().any(|piece| piece.is_twice)
                || rules.pairs.iter().any(is_twice)
                || level.cells().values().iter().any(is_armed),
            spreads: rules.blocks.iter().any(|block| block.spreads),
            drops: rules.blocks.iter().any(is_ingredient),
            has_timers: rules.blocks.iter().any(|block| block.timer.is_some()),
            has_big_blocks: rules.blocks.iter().any(Block::is_big),
            big_blocks_fall: rules
                .blocks
                .iter()
                .any(|block| block.is_big() && block.moves),
            colors: level.colors(),
            weights,
            terrain: Terrain::new(level),
        }
    }

    /// Whether a goal is met on the board at the start.
    pub(in crate::rules) fn is_met_at_once(&self, target: &Target) -> bool {
        let is_there = |kind: usize| {
            self.terrain.start.iter().any(|cell| {
                let is_over = usize::from(cell.cover) == kind + 1;
                let is_under = usize::from(cell.ground) == kind + 1;
                let is_block = cell.is_blocker() && usize::from(cell.id) == kind;
                is_over || is_under || is_block
            })
        };

        let kinds = target.kinds.iter().chain(&target.layers);
        let numbers = target.collect.iter().chain(kinds).chain(&target.make);
        !target.is_unknown
            && target.score == 0
            && target.drop == 0
            && numbers.into_iter().all(|&number| number == 0)
            && !(0..self.blocks.len()).any(|kind| target.all_of[kind] && is_there(kind))
    }

    /// The number of colours.
    pub(in crate::rules) const fn colors(&self) -> usize {
        self.colors as usize
    }

    /// The code of the first armed piece; one for each kind.
    pub(super) const fn armed(&self) -> u8 {
        PIECES + 2 * self.pieces.len() as u8
    }

    /// The code of the first kind of blocks.
    pub(super) const fn first_block(&self) -> u8 {
        PIECES + 3 * self.pieces.len() as u8
    }

    /// The code of what fills a cell of a kind; of a dealt block it has no colour yet.
    pub(super) const fn code(&self, kind: Kind) -> Code {
        let what = match kind.contents() {
            Contents::Hole => HOLE,
            Contents::Dealt | Contents::Block => BLOCK,
            Contents::Empty => EMPTY,
            Contents::Obstacle => OBSTACLE,
            Contents::Part => PART,
            Contents::Piece => PIECES + kind.id,
            Contents::Armed => self.armed() + kind.id,
            Contents::Blocker | Contents::Ingredient => self.first_block() + kind.id,
        };
        Code { what, color: kind.color, layers: kind.layers }
    }

    /// The kind of piece of a code.
    pub(super) const fn piece_of(what: u8) -> usize {
        ((what - PIECES) / 2) as usize
    }

    /// The pair of two kinds of pieces.
    pub(super) fn pair(&self, one: usize, other: usize) -> Option<usize> {
        let index = self.pair_of[one * self.pieces.len() + other];
        (index != NOWHERE).then_some(usize::from(index))
    }
}

/// The colour of the groups that break a kind from beside, or [`NONE`]; one that the level does not have breaks nothing.
fn color_of(block: &Block, names: &[String]) -> u8 {
    let Some(name) = &block.color else { return NONE };
    let index = names.iter().position(|other| other == name);
    index.map_or(NONE - 1, |index| index as u8)
}

/// The order of the pieces in a component: as groups make them, then as the rules list them.
fn strength(rules: &Ruleset) -> Vec<u8> {
    let made = |kind: usize| {
        rules.shapes.iter().position(|making| usize::from(making.makes) == kind)
    };
    let place = |kind| made(kind).unwrap_or(rules.shapes.len() + kind) as u8;
    (0..rules.pieces.len()).map(place).collect()
}

fn pair_of(rules: &Ruleset) -> Vec<u16> {
    let count = rules.pieces.len();
    let mut table = vec![NOWHERE; count * count];
    for (index, pair) in rules.pairs.iter().enumerate() {
        let [one, other] = pair.of.map(usize::from);
        table[one * count + other] = index as u16;
        table[other * count + one] = index as u16;
    }
    table
}

/// What each code means.
fn meaning(rules: &Ruleset) -> Vec<u8> {
    let big = IS_BLOCKER | IS_FIXED;
    let mut meaning = vec![0, IS_FIXED, IS_FIXED, IS_BLOCK | FALLS | DRAGS, big];

    for _ in 0..2 * rules.pieces.len() {
        meaning.push(IS_PIECE | FALLS | DRAGS);
    }
    for _ in &rules.pieces {
        meaning.push(IS_ARMED | FALLS);
    }

    for block in &rules.blocks {
        meaning.push(match block.place {
            Place::Ingredient => LEAVES | FALLS | DRAGS,
            // They fall by themselves, after all else.
            _ if block.is_big() => big,
            _ if block.moves => IS_BLOCKER | FALLS | DRAGS,
            _ => IS_BLOCKER | IS_FIXED,
        });
    }
    meaning
}

/// The candidate on which a number below the sum of the weights falls.
pub(super) fn weighed(
    candidates: impl Iterator<Item = (usize, u32)>,
    mut drawn: u32,
) -> usize {
    for (candidate, weight) in candidates {
        if drawn < weight {
            return candidate;
        }
        drawn -= weight;
    }
    0
}
