//! Proofs that a goal cannot be reached.

use std::fmt;

use tilewright_grid::{Cell, Grid, Heading, Size};

use crate::kind::Contents;
use crate::rules::{Paths, Simulator, Target};
use crate::ruleset::{GroupShape, Moves};
use crate::{Kind, Level, Rules};

/// The reason why no game of a level can reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreachable {
    /// No first move: no swap can complete a line, or what else matches, anywhere.
    NoSwap,
    /// These blockers can never be hit: no line can be matched beside them.
    Blockers(Vec<Cell>),
    /// These overlays can never be matched.
    Overlays(Vec<Cell>),
    /// The board and the supply have too few of a kind, or too few ingredients.
    Few {
        /// The name of the kind, or `ingredients`.
        what: String,
        /// The number that the goal needs.
        wanted: u32,
        /// The number on the board and in the supply.
        present: u32,
    },
    /// The board has too few blocks, and no new blocks come in.
    Blocks {
        /// The number of blocks to collect.
        wanted: u64,
        /// The number of blocks on the board.
        present: u64,
    },
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |cells: &[Cell]| {
            let some: Vec<_> = cells.iter().take(6).map(Cell::to_string).collect();
            let rest = cells.len() - some.len();
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            some.join("; ") + &more
        };

        match self {
            Self::NoSwap => f.write_str("no move is possible anywhere"),
            Self::Blockers(at) => {
                write!(f, "no line can be matched beside the blocker at {}", cells(at))
            }
            Self::Overlays(at) => {
                write!(f, "no line can be matched across the overlay at {}", cells(at))
            }
            Self::Few { what, wanted, present } => {
                write!(
                    f,
                    "the goal needs {wanted} of {what}, and the level has {present}"
                )
            }
            Self::Blocks { wanted, present } => write!(
                f,
                "the goal needs {wanted} blocks, the board has {present}, and no new ones come in"
            ),
        }
    }
}

/// Returns the reason why no game can reach the goal, if that can be proved. The proof is correct but
/// not complete: some goals without a reason cannot be reached either.
///
/// For levels that are not [classic](Level::is_classic) only the first move is looked for, and the numbers of
/// kinds and ingredients are compared.
///
/// The proof assumes that every line of three open cells can be matched: it opens blockers beside such
/// lines and overlays in them until nothing changes.
///
/// ```
/// use tilewright_match3::{Level, Rules, unreachable};
///
/// let level: Level = "....#1\n....##\n....##\n".parse()?;
/// let rules = Rules::new(&level, &"clear:blockers".parse()?);
/// let reason = unreachable(&rules).ok_or("the goal can be reached")?;
/// assert_eq!(reason.to_string(), "no line can be matched beside the blocker at row 1, column 6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unreachable(rules: &Rules) -> Option<Unreachable> {
    let level = rules.level();
    if !can_move(level) && !rules.is_won_at_once() {
        return Some(Unreachable::NoSwap);
    }

    if rules.simulator == Simulator::General {
        return short_of_kinds(level, &rules.target);
    }

    let (size, target) = (level.size(), &rules.target);
    let mut kinds = level.cells().clone();

    // Every pass opens what the one before has made reachable.
    while open_up(&mut kinds) {}

    let left = |is_left: fn(Kind) -> bool| -> Vec<Cell> {
        size.cells().filter(|&cell| is_left(kinds[cell])).collect()
    };
    let (blockers, overlays) = (left(Kind::is_blocker), left(Kind::is_overlay));

    if target.blockers && !blockers.is_empty() {
        return Some(Unreachable::Blockers(blockers));
    }
    if target.overlays && !overlays.is_empty() {
        return Some(Unreachable::Overlays(overlays));
    }

    short_of_blocks(level, &kinds, target)
}

impl Rules {
    /// Whether the goal is reached before the first swap.
    pub fn is_won_at_once(&self) -> bool {
        if self.simulator == Simulator::General {
            return self.is_met_at_once();
        }
        is_reached_at_once(self.level().cells(), &self.target)
    }
}

fn is_reached_at_once(kinds: &Grid<Kind>, target: &Target) -> bool {
    let has = |is: fn(Kind) -> bool| kinds.values().iter().any(|&kind| is(kind));
    target.collect.iter().all(|&count| count == 0)
        && target.score == 0
        && !(target.blockers && has(Kind::is_blocker))
        && !(target.overlays && has(Kind::is_overlay))
}

/// The three cells from a cell on, if they are open and on the board.
fn line(kinds: &Grid<Kind>, cell: Cell, heading: Heading) -> Option<[Cell; 3]> {
    let size: Size = kinds.size();
    let second = size.step(cell, heading)?;
    let third = size.step(second, heading)?;
    let line = [cell, second, third];
    line.iter().all(|&cell| kinds[cell].is_open()).then_some(line)
}

/// Whether a level has a first move on some deal of its blocks: a swap that completes a line, or a square where
/// these match, or a move of a piece. Blockers are closed then; what covers a block may be open.
///
/// ```
/// use tilewright_match3::{Level, can_move};
///
/// let level = |text: &str| text.parse::<Level>();
/// assert!(!can_move(&level("..\n..\n")?) && !can_move(&level("...\n")?));
/// assert!(can_move(&level("...\n#.#\n")?) && can_move(&level("....\n")?));
/// # Ok::<(), tilewright_match3::LevelError>(())
/// ```
pub fn can_move(level: &Level) -> bool {
    let kinds = level.cells();
    if level.is_classic() {
        return has_swap(kinds);
    }
    let is_piece =
        |kind: &Kind| matches!(kind.contents(), Contents::Piece | Contents::Armed);
    if kinds.values().iter().any(is_piece) {
        return true;
    }
    match level.rules().moves() {
        Moves::Swap => has_match(level),
        Moves::Tap { least } => has_group(level, usize::from(least)),
    }
}

/// Whether some deal has a group of this many blocks: cells that hang together, which can all hold one colour.
fn has_group(level: &Level, least: usize) -> bool {
    let (kinds, size) = (level.cells(), level.size());
    (0..level.colors()).any(|color| {
        let can_hold = |cell: Cell| {
            let kind = kinds[cell];
            kind.cover == 0
                && match kind.contents() {
                    Contents::Dealt | Contents::Empty => true,
                    Contents::Block => u32::from(kind.color) == color,
                    _ => false,
                }
        };
        let mut seen = Grid::filled(size, false);
        size.cells().any(|first| {
            let (mut found, mut todo) = (0, vec![first]);
            while let Some(cell) = todo.pop() {
                if !seen[cell] && can_hold(cell) {
                    seen[cell] = true;
                    found += 1;
                    todo.extend(size.neighbors(cell));
                }
            }
            found >= least
        })
    })
}

/// Whether a block can be dragged into a line, or a square if these match, under any rules.
fn has_match(level: &Level) -> bool {
    let (kinds, size, rules) = (level.cells(), level.size(), level.rules());

    let is_empty = |kind: Kind| kind.contents() == Contents::Empty;
    let matches = |cell: Cell| {
        let kind = kinds[cell];
        let cover = usize::from(kind.cover);
        let is_block = matches!(kind.contents(), Contents::Dealt | Contents::Block);
        (is_block || is_empty(kind)) && (cover == 0 || rules.blocks[cover - 1].matches)
    };

    let drags = |cell: Cell| kinds[cell].is_draggable() || is_empty(kinds[cell]);
    let has_squares =
        rules.shapes.iter().any(|making| making.shape == GroupShape::Square);

    let shapes = LINES.iter().chain(has_squares.then_some(&SQUARE));
    let has = |corner: Cell, shape: &[(u32, u32)]| {
        let cell = |&(row, column): &(u32, u32)| {
            Cell::new(corner.row + row, corner.column + column)
        };

        let cells: Vec<Cell> = shape.iter().map(cell).collect();
        let is_whole = cells.iter().all(|&cell| size.contains(cell));
        is_whole
            // One cell is free for a block that comes from a neighbour outside the shape.
            && cells.iter().any(|&at| {
                let others = cells.iter().filter(|&&other| other != at);
                let from = size.neighbors(at).filter(|from| !cells.contains(from));
                drags(at)
                    && others.into_iter().all(|&other| matches(other))
                    && from.into_iter().any(|from| drags(from) && matches(from))
            })
    };

    shapes.into_iter().any(|shape| size.cells().any(|corner| has(corner, shape)))
}

/// What matches, from its first cell: lines of three, and squares.
const LINES: [&[(u32, u32)]; 2] = [&[(0, 0), (0, 1), (0, 2)], &[(0, 0), (1, 0), (2, 0)]];
const SQUARE: &[(u32, u32)] = &[(0, 0), (0, 1), (1, 0), (1, 1)];

/// Whether a block can be dragged into a line of three.
fn has_swap(kinds: &Grid<Kind>) -> bool {
    let size = kinds.size();
    let lines =
        |cell| [Heading::East, Heading::South].map(|heading| line(kinds, cell, heading));
    size.cells().flat_map(lines).flatten().any(|line| {
        line.iter().any(|&at| {
            let from = size.neighbors(at).filter(|from| !line.contains(from));
            kinds[at].is_draggable()
                && from.into_iter().any(|from| kinds[from].is_draggable())
        })
    })
}

/// Opens all cells that a match can open. Returns whether there was one.
fn open_up(kinds: &mut Grid<Kind>) -> bool {
    let size = kinds.size();

    let mut opened = Vec::new();
    for cell in size.cells() {
        for heading in [Heading::East, Heading::South] {
            for at in line(kinds, cell, heading).into_iter().flatten() {
                opened.extend(kinds[at].is_overlay().then_some(at));
                opened.extend(
                    size.neighbors(at).filter(|&beside| kinds[beside].is_blocker()),
                );
            }
        }
    }

    // At the end only, so that a pass sees one board.
    for &cell in &opened {
        kinds[cell] = Kind::ORDINARY;
    }

    !opened.is_empty()
}

/// Whether the board and the supply have too few of a kind, or too few ingredients. Kinds that spread can
/// become more.
fn short_of_kinds(level: &Level, target: &Target) -> Option<Unreachable> {
    let supplied = level.setting.supply.iter().flat_map(|(_, kinds)| kinds.iter());

    let kinds = level.cells().values().iter().chain(supplied);
    let count =
        |is: &dyn Fn(&Kind) -> bool| kinds.clone().filter(|kind| is(kind)).count();

    for (index, (block, &wanted)) in
        level.rules().blocks.iter().zip(&target.kinds).enumerate()
    {
        let is_it = |kind: &Kind| {
            let is_blocker = matches!(kind.contents(), Contents::Blocker);
            is_blocker && usize::from(kind.id) == index
                || usize::from(kind.cover) == index + 1
                || usize::from(kind.ground) == index + 1
        };

        let present = count(&is_it) as u32;

        // It can become any number.
        if level.rules().can_grow(index) {
            continue;
        }

        if wanted > present {
            return Some(Unreachable::Few { what: block.name.clone(), wanted, present });
        }

        let wanted = target.layers[index];
        let present =
            kinds.clone().map(|&kind| level.rules().layers_of(kind, index)).sum();
        if wanted > present {
            let what = format!("the layers of {}", block.name);
            return Some(Unreachable::Few { what, wanted, present });
        }
    }

    let is_ingredient = |kind: &Kind| matches!(kind.contents(), Contents::Ingredient);
    let present = count(&is_ingredient) as u32;
    // A generator gives any number.
    if count(&|&kind| !is_ingredient(&kind) && level.rules().has_ingredient(kind)) > 0 {
        return None;
    }
    let what = "ingredients".to_owned();

    (target.drop > present).then_some(Unreachable::Few {
        what,
        wanted: target.drop,
        present,
    })
}

/// Whether the board has too few blocks and no new ones come in.
fn short_of_blocks(
    level: &Level,
    kinds: &Grid<Kind>,
    target: &Target,
) -> Option<Unreachable> {
    let spawners = level.spawner_cells();
    let open = |index: usize| kinds.values()[index].is_open();
    let paths = Paths::new(level.size(), spawners.values(), open);
    let area = level.size().area();
    if (0..area).any(|index| paths.is_refillable(index)) {
        return None;
    }
    let present =
        level.cells().values().iter().filter(|kind| kind.is_open()).count() as u64;
    let wanted: u64 = target.collect.iter().map(|&count| u64::from(count)).sum();
    (wanted > present).then_some(Unreachable::Blocks { wanted, present })
}
