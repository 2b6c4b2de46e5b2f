//! The rules of a level, resolved once for all its games.

use tilewright_grid::{Cell, Size};

use crate::kind::Contents;
use crate::rules::Target;
use crate::ruleset::{
    Block, BrokenBy, Effect, GroupShape, Hits, Making, Pair, PairEffect, Place, Refill,
    Reshuffle, Ruleset,
};
use crate::setting::{Direction, Gravity};
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
/// The code of the first piece; two codes for each, by direction.
pub(super) const PIECES: u8 = 4;

/// The bits of what a code means.
pub(super) const IS_BLOCK: u8 = 1;
pub(super) const IS_PIECE: u8 = 1 << 1;
pub(super) const IS_ARMED: u8 = 1 << 2;
pub(super) const FALLS: u8 = 1 << 3;
pub(super) const DRAGS: u8 = 1 << 4;
pub(super) const IS_FIXED: u8 = 1 << 5;
pub(super) const IS_BLOCKER: u8 = 1 << 6;
pub(super) const LEAVES: u8 = 1 << 7;

/// What a piece does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceRule {
    pub(super) fires: Effect,
    pub(super) starts_on_swap: bool,
    pub(super) starts_on_color: bool,
    pub(super) starts_on_tap: bool,
    pub(super) starts_on_match: bool,
    pub(super) starts_on_hit: bool,
    pub(super) has_color: bool,
    pub(super) is_along: bool,
    pub(super) is_twice: bool,
}

/// What a blocker, cover, ground or ingredient does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockRule {
    pub(super) place: Place,
    pub(super) broken_by: BrokenBy,
    /// The colour whose groups alone break it, or [`NONE`].
    pub(super) color: u8,
    pub(super) keeps: bool,
    pub(super) holds: bool,
    pub(super) matches: bool,
    pub(super) spreads: bool,
}

/// The contents of a cell as the codes of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    pub(super) what: u8,
    pub(super) color: u8,
    pub(super) layers: u8,
}

/// The rules of the games of a level, resolved for the general simulator.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Whether the rules are `classic` by name, which differ in three points.
    pub(super) is_classic: bool,
    pub(super) hits: Hits,
    pub(super) refill: Refill,
    pub(super) reshuffle: Reshuffle,
    /// The points of a block and of a piece.
    pub(super) points: [u64; 2],
    pub(super) shapes: Vec<Making>,
    pub(super) has_squares: bool,
    pub(super) pieces: Vec<PieceRule>,
    pub(super) pairs: Vec<Pair>,
    /// For each two pieces, the index of their pair, or [`NOWHERE`].
    pub(super) pair_of: Vec<u16>,
    pub(super) blocks: Vec<BlockRule>,
    /// For each code, what it means.
    pub(super) meaning: Vec<u8>,
    /// Whether some piece can be armed.
    pub(super) arms: bool,
    /// Whether some kind spreads, and whether some is an ingredient.
    pub(super) spreads: bool,
    pub(super) drops: bool,
    pub(super) colors: u32,
    /// The weights of the colours and their sum, if the level has some.
    pub(super) weights: Option<(Vec<u32>, u32)>,
    /// The kinds of the cells at the start.
    pub(super) start: Vec<Kind>,
    /// For each cell: the cell above it, above left and above right, seen along gravity.
    pub(super) above: Vec<[u16; 3]>,
    /// For each cell: ahead of it, and to its anticlockwise and clockwise sides, along its arrow.
    pub(super) ahead: Vec<[u16; 3]>,
    pub(super) has_portals: bool,
    /// For each cell that is a portal's exit, the entrance.
    pub(super) entrance_of: Vec<u16>,
    /// For each cell that is a portal's entrance, the exit.
    pub(super) exit_of: Vec<u16>,
    pub(super) spawners: Vec<bool>,
    pub(super) exits: Vec<u16>,
    pub(super) conveyors: Vec<Vec<u16>>,
    pub(super) is_conveyed: Vec<bool>,
    /// For each cell, the index of its supply, or [`NONE`] as a `u16`.
    pub(super) supply_of: Vec<u16>,
    pub(super) supply: Vec<Vec<Kind>>,
}

impl Plan {
    pub(crate) fn new(level: &Level) -> Self {
        let setting = &*level.setting;
        let rules = &setting.ruleset;
        let (size, area) = (level.size(), level.size().area());
        let index = |cell: &Cell| size.index(*cell) as u16;
        let names = level.color_names();
        let palette = setting.palette.as_deref();
        let weights: Option<Vec<u32>> =
            palette.map(|colors| colors.iter().map(|(_, weight)| *weight).collect());
        let mut entrance_of = vec![NOWHERE; area];
        let mut exit_of = vec![NOWHERE; area];
        for [entrance, exit] in &setting.portals {
            entrance_of[size.index(*exit)] = index(entrance);
            exit_of[size.index(*entrance)] = index(exit);
        }
        let mut supply_of = vec![NOWHERE; area];
        for (number, (cell, _)) in setting.supply.iter().enumerate() {
            supply_of[size.index(*cell)] = number as u16;
        }
        let conveyors: Vec<Vec<u16>> = setting
            .conveyors
            .iter()
            .map(|cells| cells.iter().map(index).collect())
            .collect();
        let mut is_conveyed = vec![false; area];
        for &cell in conveyors.iter().flatten() {
            is_conveyed[usize::from(cell)] = true;
        }
        let arrow = |cell: Cell| match &setting.gravity {
            Gravity::All(direction) => *direction,
            Gravity::Arrows(arrows) => arrows[cell],
        };
        let down = match setting.gravity {
            Gravity::All(direction) => direction,
            Gravity::Arrows(_) => Direction::Down,
        };
        let blocks: Vec<BlockRule> =
            rules.blocks.iter().map(|block| BlockRule::new(block, &names)).collect();
        Self {
            is_classic: rules.preset == Some(Preset::Classic),
            hits: rules.hits,
            refill: rules.refill,
            reshuffle: rules.reshuffle,
            points: rules.points.map(u64::from),
            shapes: rules.shapes.clone(),
            has_squares: rules
                .shapes
                .iter()
                .any(|making| making.shape == GroupShape::Square),
            pieces: pieces(rules),
            pairs: rules.pairs.clone(),
            pair_of: pair_of(rules),
            meaning: meaning(rules),
            arms: rules.pieces.iter().any(|piece| piece.is_twice)
                || rules.pairs.iter().any(|pair| {
                    matches!(pair.fires, PairEffect::Fires { is_twice: true, .. })
                }),
            spreads: blocks.iter().any(|block| block.spreads),
            drops: blocks.iter().any(|block| block.place == Place::Ingredient),
            blocks,
            colors: level.colors(),
            weights: weights.map(|weights| {
                let sum = weights.iter().sum();
                (weights, sum)
            }),
            start: level.cells().values().to_vec(),
            above: size
                .cells()
                .map(|cell| near(size, cell, down, [(-1, 0), (-1, -1), (-1, 1)]))
                .collect(),
            ahead: size
                .cells()
                .map(|cell| near(size, cell, arrow(cell), [(1, 0), (0, 1), (0, -1)]))
                .collect(),
            has_portals: !setting.portals.is_empty(),
            entrance_of,
            exit_of,
            spawners: level.spawner_cells().values().to_vec(),
            exits: exits(level, down),
            conveyors,
            is_conveyed,
            supply_of,
            supply: setting.supply.iter().map(|(_, list)| list.clone()).collect(),
        }
    }

    /// Whether a goal is met on the board at the start.
    pub(in crate::rules) fn is_met_at_once(&self, target: &Target) -> bool {
        let is_there = |kind: usize| {
            self.start.iter().any(|cell| {
                let is_over = usize::from(cell.cover) == kind + 1;
                let is_under = usize::from(cell.ground) == kind + 1;
                let is_block = cell.is_blocker() && usize::from(cell.id) == kind;
                is_over || is_under || is_block
            })
        };
        let numbers = target.collect.iter().chain(&target.kinds).chain(&target.make);
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
    pub(super) fn armed(&self) -> u8 {
        PIECES + 2 * self.pieces.len() as u8
    }

    /// The code of the first kind of blocks.
    pub(super) fn first_block(&self) -> u8 {
        PIECES + 3 * self.pieces.len() as u8
    }

    /// The code of what fills a cell of a kind; of a dealt block it has no colour yet.
    pub(super) fn code(&self, kind: Kind) -> Code {
        let what = match kind.contents() {
            Contents::Hole => HOLE,
            Contents::Dealt | Contents::Block => BLOCK,
            Contents::Empty => EMPTY,
            Contents::Obstacle => OBSTACLE,
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

impl BlockRule {
    fn new(block: &Block, names: &[String]) -> Self {
        let index = |name: &String| names.iter().position(|other| other == name);
        Self {
            place: block.place,
            broken_by: block.broken_by,
            // A colour that the level does not have breaks nothing.
            color: block
                .color
                .as_ref()
                .map_or(NONE, |name| index(name).map_or(NONE - 1, |index| index as u8)),
            keeps: block.keeps,
            holds: block.holds,
            matches: block.matches,
            spreads: block.spreads,
        }
    }
}

fn pieces(rules: &Ruleset) -> Vec<PieceRule> {
    let rule = |piece: &crate::ruleset::Piece| PieceRule {
        fires: piece.fires,
        starts_on_swap: piece.starts.swap,
        starts_on_color: piece.starts.swap_color,
        starts_on_tap: piece.starts.tap,
        starts_on_match: piece.starts.matched,
        starts_on_hit: piece.starts.hit,
        has_color: piece.has_color,
        is_along: piece.is_along,
        is_twice: piece.is_twice,
    };
    rules.pieces.iter().map(rule).collect()
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
    let mut meaning = vec![0, IS_FIXED, IS_FIXED, IS_BLOCK | FALLS | DRAGS];
    for _ in 0..2 * rules.pieces.len() {
        meaning.push(IS_PIECE | FALLS | DRAGS);
    }
    for _ in &rules.pieces {
        meaning.push(IS_ARMED | FALLS);
    }
    for block in &rules.blocks {
        meaning.push(match block.place {
            Place::Ingredient => LEAVES | FALLS | DRAGS,
            _ if block.moves => IS_BLOCKER | FALLS | DRAGS,
            _ => IS_BLOCKER | IS_FIXED,
        });
    }
    meaning
}

/// Three cells near a cell, by rows and columns if its arrow points down; turned with the arrow.
fn near(size: Size, cell: Cell, arrow: Direction, steps: [(i64, i64); 3]) -> [u16; 3] {
    steps.map(|(rows, columns)| {
        let (rows, columns) = match arrow {
            Direction::Down => (rows, columns),
            Direction::Left => (columns, -rows),
            Direction::Up => (-rows, -columns),
            Direction::Right => (-columns, rows),
        };
        let (row, column) =
            (i64::from(cell.row) + rows, i64::from(cell.column) + columns);
        let found = u32::try_from(row).ok().zip(u32::try_from(column).ok());
        let found = found.map(|(row, column)| Cell::new(row, column));
        let found = found.filter(|&cell| size.contains(cell));
        found.map_or(NOWHERE, |cell| size.index(cell) as u16)
    })
}

/// The exits: those listed, or the last cell of each line along gravity.
fn exits(level: &Level, down: Direction) -> Vec<u16> {
    let size = level.size();
    if let Some(listed) = &level.setting.exits {
        let mut cells: Vec<u16> =
            listed.iter().map(|&cell| size.index(cell) as u16).collect();
        cells.sort_unstable();
        cells.dedup();
        return cells;
    }
    let is_across = matches!(down, Direction::Left | Direction::Right);
    let (lines, length) =
        if is_across { (size.rows, size.columns) } else { (size.columns, size.rows) };
    let is_back = matches!(down, Direction::Left | Direction::Up);
    let last = |line: u32| {
        (0..length)
            .map(|at| if is_back { at } else { length - 1 - at })
            .map(|at| if is_across { Cell::new(line, at) } else { Cell::new(at, line) })
            .find(|&cell| level.cells()[cell].is_present())
    };
    let mut cells: Vec<u16> =
        (0..lines).filter_map(last).map(|cell| size.index(cell) as u16).collect();
    cells.sort_unstable();
    cells
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
