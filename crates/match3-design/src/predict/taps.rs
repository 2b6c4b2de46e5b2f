//! Groups that are tapped, in the mean field.

use tilewright_match3::{GroupShape, Level, Moves};

use super::shape::Shape;
use super::special::Special;

/// The steps by which a group is followed from a cell. Of 5 colours each adds 0.6 of the one before on an open
/// board, so that six find 0.95 of a group; with fewer than four colours a group has no end but the board's.
const STEPS: u32 = 6;

/// The groups of a board, as expected.
#[derive(Clone, Debug)]
pub(super) struct Taps {
    /// The probability that two neighbouring blocks have one colour.
    same: f64,
    /// The blocks that a group of the least size lacks for a piece; none if groups make none.
    lacks: Option<u8>,
    /// The expected number of blocks that hang together with the block of each cell, itself too, without those
    /// from which it was reached.
    branch: Vec<f64>,
    /// The probability that each cell is in a group.
    grouped: Vec<f64>,
    /// The rate at which a piece is made from a group with each cell.
    made: Vec<f64>,
    /// The rate at which pieces hit each cell.
    pub(super) hits: Vec<f64>,
    /// The number of neighbouring blocks of one colour.
    pub(super) pairs: f64,
    /// The size of the group that is tapped.
    pub(super) size: f64,
    /// The number of pieces that a tap makes.
    pub(super) pieces: f64,
}

impl Taps {
    /// Those of a level; none if it is not tapped.
    pub(super) fn of(level: &Level) -> Option<Self> {
        let Moves::Tap { least } = level.rules().moves() else { return None };
        let size = |shape| match shape {
            GroupShape::Size(size) => Some(size),
            _ => None,
        };
        let made = level.rules().shapes().iter().filter_map(|made| size(made.shape));

        let none = vec![0.0; level.size().area()];
        Some(Self {
            same: 1.0 / f64::from(level.colors()),
            lacks: made.min().map(|size| size.saturating_sub(least)),
            branch: none.clone(),
            grouped: none.clone(),
            made: none.clone(),
            hits: none,
            pairs: 0.0,
            size: f64::from(least),
            pieces: 0.0,
        })
    }

    /// Finds the groups of a board whose cells have a plain block with these probabilities, and the rate at which a
    /// tap takes each cell.
    pub(super) fn find(&mut self, shape: &Shape, open: &[f64], taken: &mut [f64]) {
        self.follow(shape, open);

        // Bots tap large groups, so that the weight of a cell is the number of others that hang together with it.
        let (mut all, mut sizes) = (0.0, 0.0);
        self.pairs = 0.0;
        for (cell, taken) in taken.iter_mut().enumerate() {
            let others = self.same * around(shape, open, &self.branch, cell);
            *taken = open[cell] * others;
            all += *taken;
            sizes += *taken * (1.0 + others);

            let alone = self.look(shape, open, cell);
            self.made[cell] = *taken * self.grows(alone);
        }

        let each = 1.0 / all.max(1e-9);
        self.size = (sizes * each).max(2.0);
        for (taken, made) in taken.iter_mut().zip(&mut self.made) {
            *taken = (*taken * each * self.size).min(1.0);
            *made *= each;
        }
        self.pieces = self.made.iter().sum();
        self.blast(shape.size().columns as usize);
    }

    /// Follows the groups from each cell as if they were trees: from each block to three others, since one of its four
    /// neighbours is the block from which it was reached.
    fn follow(&mut self, shape: &Shape, open: &[f64]) {
        self.branch.fill(1.0);
        for _ in 0..STEPS {
            let next =
                |cell| 1.0 + 0.75 * self.same * around(shape, open, &self.branch, cell);
            self.branch = (0..open.len()).map(next).collect();
        }
    }

    /// Counts the pairs of a cell and the probability that it is in a group. Returns that its block has none of its
    /// colour beside it.
    fn look(&mut self, shape: &Shape, open: &[f64], cell: usize) -> f64 {
        let (mut pairs, mut alone) = (0.0, 1.0);
        for other in shape.beside(cell) {
            pairs += self.same * open[other];
            alone *= 1.0 - self.same * open[other];
        }
        self.pairs += 0.5 * open[cell] * pairs;
        self.grouped[cell] = open[cell] * (1.0 - alone);
        alone
    }

    /// The probability that a group has enough blocks for a piece: each block must have another one beside it, of three
    /// neighbours. On the open 9 × 9 board it makes 0.11 pieces a tap; `random` makes 0.16 rockets and 0.04 bombs
    /// (`tilewright match3 play --bot random --goal make:rocket:10`). Slopes take up the factor.
    fn grows(&self, alone: f64) -> f64 {
        let next = 1.0 - alone.sqrt().sqrt().powi(3);
        let all = self.lacks.map(|lacks| (0..lacks).map(|_| next).product());
        all.unwrap_or(0.0)
    }

    /// Finds the rate at which pieces hit each cell: as if each fired along its row and its column from where it is
    /// made. A rocket fires along one of them, a bomb hits fewer cells, a pair more.
    fn blast(&mut self, columns: usize) {
        let rows = self.made.chunks(columns).map(|row| row.iter().sum());
        let rows: Vec<f64> = rows.collect();
        let column = |column: usize| self.made[column..].iter().step_by(columns).sum();
        let columns: Vec<f64> = (0..columns).map(column).collect();
        for (cell, hits) in self.hits.iter_mut().enumerate() {
            *hits = rows[cell / columns.len()] + columns[cell % columns.len()];
        }
    }

    /// The probability that there is a group whose tap hits a special cell.
    pub(super) fn reach(&self, shape: &Shape, special: &Special) -> f64 {
        let Special { index, broken_by, share, .. } = *special;
        let mut missed = 1.0;
        if broken_by.beside {
            let beside = shape.beside(index);
            missed *=
                beside.map(|cell| 1.0 - share * self.grouped[cell]).product::<f64>();
        }
        if broken_by.matched {
            missed *= 1.0 - self.grouped[index];
        }
        1.0 - missed
    }
}

/// The sum over the neighbours of a cell, as far as they have a plain block.
fn around(shape: &Shape, open: &[f64], of: &[f64], cell: usize) -> f64 {
    shape.beside(cell).map(|other| open[other] * of[other]).sum()
}

#[cfg(test)]
mod tests {
    use tilewright_grid::{Rng, Seed, Size};
    use tilewright_match3::{Preset, Ruleset, Template};

    use super::*;

    /// The sizes of the groups of the cells of a random board, by a flood.
    fn sizes(shape: &Shape, colors: &[u32]) -> Vec<usize> {
        let size_of = |cell: usize| {
            let (mut seen, mut next) = (vec![cell], 0);
            while let Some(&from) = seen.get(next) {
                next += 1;
                let like = shape.beside(from).filter(|&to| colors[to] == colors[cell]);
                let new: Vec<usize> = like.filter(|to| !seen.contains(to)).collect();
                seen.extend(new);
            }
            seen.len()
        };
        (0..colors.len()).map(size_of).collect()
    }

    /// What random boards have on average: pairs, cells in groups, and the size of the group of a cell.
    fn counted(shape: &Shape, colors: u32, rng: &mut Rng) -> [f64; 3] {
        let area = shape.size().area();
        let (mut pairs, mut grouped, mut all) = (0.0, 0.0, 0.0);
        for _ in 0..500 {
            let board: Vec<u32> = (0..area).map(|_| rng.below(colors)).collect();
            let like = |cell: usize| {
                let beside = shape.beside(cell);
                beside.filter(|&other| board[other] == board[cell]).count() as f64
            };
            pairs += 0.5 * (0..area).map(like).sum::<f64>() / 500.0;
            for size in sizes(shape, &board) {
                grouped += f64::from(u8::from(size > 1)) / 500.0;
                all += size as f64 / 500.0;
            }
        }
        [pairs, grouped, all / area as f64]
    }

    #[test]
    fn groups_are_as_many_and_as_large_as_on_random_boards() {
        let shape = Shape::new(Size::new(9, 9));
        for (colors, most) in [(4, 0.35), (5, 0.2), (6, 0.15)] {
            let board = Template::open(shape.size()).unwrap();
            let mut board = board.with_rules(Ruleset::preset(Preset::Blast)).unwrap();
            board.colors = colors;
            let mut taps = Taps::of(&board.opened()).unwrap();
            let mut taken = vec![0.0; 81];
            taps.find(&shape, &[1.0; 81], &mut taken);

            let [pairs, grouped, size] = counted(&shape, colors, &mut Seed(2).rng());
            let sum = taps.grouped.iter().sum::<f64>();
            assert!((taps.pairs / pairs - 1.0).abs() < 0.03, "{} {pairs}", taps.pairs);
            assert!((sum / grouped - 1.0).abs() < 0.03, "{sum} {grouped}");
            // Cells at the edge, whose groups are smaller, weigh less in it; trees have no circles.
            assert!((taken.iter().sum::<f64>() / taps.size - 1.0).abs() < 1e-9);
            assert!((taps.size / size - 1.0).abs() < most, "{} {size}", taps.size);
        }
    }
}
