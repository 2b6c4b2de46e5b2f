//! Proofs that a goal cannot be reached.

use std::fmt;

use tilewright_grid::{Cell, Grid, Heading};

mod general;
mod moves;
mod stuck;

use crate::rules::{Paths, Simulator, Target};
use crate::{Kind, Level, Rules};
pub use moves::can_move;
use moves::line;

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
    /// These can never be taken: no match comes beside or across them, and no piece that can be made hits them.
    Kind {
        /// The name of the kind.
        what: String,
        /// Their cells.
        cells: Vec<Cell>,
    },
    /// No group of the shape that makes the piece fits on the board.
    Piece(String),
    /// Too few ingredients have a way to an exit.
    Ways {
        /// The number that the goal needs.
        wanted: u32,
        /// The number that can leave.
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
            Self::Kind { what, cells: at } => {
                write!(f, "nothing can ever take the {what} at {}", cells(at))
            }
            Self::Piece(piece) => {
                write!(f, "no group that makes a {piece} fits on the board")
            }
            Self::Ways { wanted, present } => write!(
                f,
                "the goal needs {wanted} ingredients, and {present} have a way to an exit"
            ),
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
/// The proof assumes that every line of three open cells can be matched, under other rules than `classic` every square and group
/// too: it opens blockers beside such
/// lines and overlays in them until nothing changes. A piece, once one can be made, may hit every cell. Where that leaves cells that the goal wants
/// gone, or ingredients without a way to an exit, the goal is out of reach. Boosters are not thought of.
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
        return general::unreachable(level, &rules.target);
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
