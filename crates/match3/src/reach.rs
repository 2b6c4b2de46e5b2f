//! Whether a goal can be reached at all.

use std::fmt;

use tilewright_grid::{Cell, Grid, Heading, Size};

use crate::rules::{Paths, Target};
use crate::{Kind, Level, Rules};

/// Why no game of a level can reach its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unreachable {
    /// There is no place where a swap could complete a line.
    NoSwap,
    /// These blockers can never be hit: no match comes about beside them.
    Blockers(Vec<Cell>),
    /// Nothing can ever be matched on these overlays.
    Overlays(Vec<Cell>),
    /// Too few blocks: none come in, and fewer lie there.
    Blocks {
        /// How many must be collected in all.
        wanted: u64,
        /// How many cells hold one.
        present: u64,
    },
}

impl fmt::Display for Unreachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |cells: &[Cell]| {
            let some = cells
                .iter()
                .take(6)
                .map(|cell| format!("[{}, {}]", cell.row, cell.column));
            let some: Vec<_> = some.collect();
            let rest = cells.len() - some.len();
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            some.join(", ") + &more
        };
        match self {
            Self::NoSwap => f.write_str("no swap can complete a line anywhere"),
            Self::Blockers(at) => {
                write!(f, "no match can come about beside the blocker at {}", cells(at))
            }
            Self::Overlays(at) => {
                write!(f, "no line can be matched across the overlay at {}", cells(at))
            }
            Self::Blocks { wanted, present } => write!(
                f,
                "{wanted} blocks are to be collected, {present} lie there, and none come in"
            ),
        }
    }
}

/// Why no game can reach the goal; none where nothing speaks against it. What is said is
/// certain, but not every goal about which nothing is said can be reached.
///
/// As long as anything opens, blockers beside a line of three open cells are taken to be
/// hit, and overlays in one to be matched.
pub fn unreachable(rules: &Rules) -> Option<Unreachable> {
    let level = rules.level();
    let (size, target) = (level.size(), &rules.target);
    let mut kinds = level.cells().clone();
    if !has_swap(&kinds) && !rules.is_won_at_once() {
        return Some(Unreachable::NoSwap);
    }
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

/// The three cells from one on, if they are open and on the board.
fn line(kinds: &Grid<Kind>, cell: Cell, heading: Heading) -> Option<[Cell; 3]> {
    let size: Size = kinds.size();
    let second = size.step(cell, heading)?;
    let third = size.step(second, heading)?;
    let line = [cell, second, third];
    line.iter().all(|&cell| kinds[cell].is_open()).then_some(line)
}

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

/// Opens what a match can open, and says whether anything was.
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
    for &cell in &opened {
        kinds[cell] = Kind::Ordinary;
    }
    !opened.is_empty()
}

/// Whether too few blocks lie there, where none come in.
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
