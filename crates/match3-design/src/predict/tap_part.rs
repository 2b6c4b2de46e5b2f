//! The parts of a goal where groups are tapped: blocks, points, pieces and ingredients.

use tilewright_grid::det;
use tilewright_match3::{Contents, Goal, Level, Moves};

use super::field::Field;
use super::taps::Taps;

/// The longest step, in taps: a colour is taken from the board within some ten taps, and longer steps would take more
/// than there is.
const STEP: f64 = 2.0;

/// A part of a goal while the mean field advances.
#[derive(Clone, Debug)]
pub(super) struct TapPart {
    progress: Progress,
    /// The taps until it is reached.
    pub(super) taps: f64,
}

/// What is left of a part.
#[derive(Clone, Debug)]
enum Progress {
    /// Blocks of some of the colours.
    Blocks {
        /// The share of the colours that are wanted.
        share: f64,
        /// The number of their blocks on the board, once it was seen.
        stock: Option<f64>,
        left: f64,
    },
    /// Points, and those of a block and of a piece.
    Score { left: f64, block: f64, piece: f64 },
    /// Pieces to make.
    Make { left: f64 },
    /// Ingredients.
    Drop { wanted: usize, falls: Vec<Fall> },
}

/// An ingredient on its way down.
#[derive(Clone, Debug)]
struct Fall {
    /// The cells of its column from its own, without holes.
    cells: Vec<usize>,
    /// The number of cells that it has fallen.
    depth: f64,
}

impl TapPart {
    /// A part of a goal at first; none if groups are not tapped, or special cells are wanted.
    pub(super) fn new(goal: &Goal, level: &Level) -> Option<Self> {
        if level.rules().moves() == Moves::Swap {
            return None;
        }

        let colors = f64::from(level.colors());
        let blocks = |count: u32, of: u32| Progress::Blocks {
            share: f64::from(of) / colors,
            stock: None,
            left: f64::from(count) * f64::from(of),
        };

        let progress = match goal {
            Goal::Collect { collect, of_colors } => blocks(*collect, *of_colors),
            Goal::CollectColor { collect } => blocks(collect.count, 1),
            Goal::Score { score } => {
                let [block, piece] = level.rules().points().map(f64::from);
                Progress::Score { left: f64::from(*score), block, piece }
            }
            Goal::Make { make } => Progress::Make { left: f64::from(make.count) },
            Goal::Drop { drop } => {
                Progress::Drop { wanted: *drop as usize, falls: Fall::all(level) }
            }
            Goal::CollectKind { .. } | Goal::Clear { .. } | Goal::All { .. } => {
                return None;
            }
        };
        Some(Self { progress, taps: 0.0 })
    }

    /// Whether it is reached.
    pub(super) fn is_over(&self) -> bool {
        match &self.progress {
            Progress::Blocks { left, .. }
            | Progress::Score { left, .. }
            | Progress::Make { left } => *left <= 0.0,
            Progress::Drop { wanted, falls } => {
                falls.iter().filter(|fall| fall.is_out()).count()
                    >= falls.len().min(*wanted)
            }
        }
    }

    /// Counts what the field does in a number of taps.
    pub(super) fn pass(&mut self, field: &Field<'_>, groups: &Taps, taps: f64) {
        let mut rest = taps;
        while rest > 0.0 && !self.is_over() {
            let step = rest.min(STEP);
            rest -= step;
            self.taps += self.progress.pass(field, groups, step);
        }
    }
}

impl Progress {
    /// Counts some taps, and returns how many of them were needed.
    fn pass(&mut self, field: &Field<'_>, groups: &Taps, taps: f64) -> f64 {
        let take = |left: &mut f64, rate: f64| {
            let needed = (*left / rate.max(1e-9)).min(taps);
            *left -= rate * taps;
            needed
        };

        match self {
            Self::Blocks { share, stock, left } => {
                let stock = stock.get_or_insert_with(|| field.sums()[1] * *share);
                take(left, collect(stock, *share, field, groups, taps))
            }
            Self::Score { left, block, piece } => {
                take(left, *block * groups.size + *piece * groups.pieces)
            }
            Self::Make { left } => take(left, groups.pieces),
            Self::Drop { falls, .. } => {
                for fall in falls {
                    fall.pass(field, taps);
                }
                taps
            }
        }
    }
}

/// The rate at which blocks of some wanted colours are collected, which taps take from their stock. After some taps no
/// more are left than come: a bot that prefers a colour takes those on the board at once, and then waits.
fn collect(
    stock: &mut f64,
    share: f64,
    field: &Field<'_>,
    groups: &Taps,
    taps: f64,
) -> f64 {
    let [_, open, _] = field.sums();

    // There are as many pairs as of other colours, if there are as many blocks. A Poisson number of them is 0 with
    // this probability; else a group of them is tapped.
    let density = *stock / (open * share).max(1e-9);
    let none = det::exp(-groups.pairs * share * density * density);

    let rate = groups.size * (1.0 - none);
    let come = groups.size * share * field.fed();
    *stock = (*stock + taps * (come - rate)).max(0.0);
    rate
}

impl Fall {
    /// All ingredients of a level.
    fn all(level: &Level) -> Vec<Self> {
        let (kinds, columns) = (level.cells().values(), level.size().columns as usize);
        let has = |index: &usize, contents| kinds[*index].contents() == contents;
        let fall = |index: usize| {
            let below = (index..kinds.len()).step_by(columns);
            let cells = below.filter(|cell| !has(cell, Contents::Hole)).collect();
            Self { cells, depth: 0.0 }
        };
        let all = (0..kinds.len()).filter(|index| has(index, Contents::Ingredient));
        all.map(fall).collect()
    }

    fn is_out(&self) -> bool {
        self.depth + 1.0 >= self.cells.len() as f64
    }

    /// Falls by a cell whenever one below it loses its contents, as far as nothing closes the way.
    fn pass(&mut self, field: &Field<'_>, taps: f64) {
        let (mut rate, mut way) = (0.0, 1.0);
        for &cell in self.cells.iter().skip(1 + self.depth as usize) {
            way *= field.falls(cell);
            rate += way * field.empties(cell);
        }
        self.depth += rate * taps;
    }
}
