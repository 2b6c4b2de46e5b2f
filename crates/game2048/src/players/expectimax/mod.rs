//! Expectimax with a handwritten evaluation function.

mod general;
mod heuristic;
mod table;

use std::sync::Arc;

use pulp::Arch;
use tilewright_grid::{Heading, Rng, Watch};

use super::gaps::{Pair, sums_of_best};
use super::stopwatch::Limit;
use super::{BoardEvaluation, GreedyPlayer, Player, Stopwatch, first_best, legal, small};
use crate::rows::{Rows, rows};
use crate::{BitBoard, Board, ExpectimaxWeights};
use general::GeneralSearch;
use heuristic::{Heuristic, heuristic, positive};
use table::Table;

/// The maximum search depth of [`Expectimax`], in plies: one more than the adaptive depth of 16
/// different tiles, so that only time and improbable positions bound a timed search.
pub const MAX_DEPTH: u32 = 15;

/// Positions that are less probable than this are not expanded. Measured by `tilewright 2048 bench
/// --player expectimax --games 50 --seed 1`: 394,422 points on average, a 32,768 in 24 % of the
/// games, 133 to 143 moves per second. 1e-2 gave 317,122 and 8 %, 5e-3 gave 347,714 and 14 %, in an
/// earlier, slower version of the search.
const UNLIKELY: f32 = 1.5e-3;

/// The maximum number of passes of a timed search; the last one expands positions down to a
/// probability of 10⁻¹⁰.
const PASSES: i32 = 20;

/// The number of positions between two checks of the clock and the watch: a position of the last
/// ply evaluates up to 120 boards by tables, and 256 of them take well under the 100 ms within
/// which all work stops (`cargo xtask bench stops`).
const PATIENCE: u32 = 256;

/// The search depth of [`Expectimax`]. A *ply* is one move of the player.
pub enum Depth<'a> {
    /// A fixed number of plies; a number below 1 or above [`MAX_DEPTH`] is replaced by the nearest
    /// allowed one.
    Fixed(u32),
    /// Two plies fewer than there are different tiles, at least three: the more there is to lose, the
    /// deeper. On boards that are not 4 × 4 the depth depends on the number of empty cells.
    Adaptive,
    /// Up to [`MAX_DEPTH`], in passes that each expand positions down to a third of the probability of
    /// the pass before, until the time is over. The moves depend on the speed of the machine.
    Timed(Box<dyn Stopwatch + 'a>),
    /// As `Timed`, until this number of positions is expanded: boards after a move, of which all new tiles are considered. The
    /// first pass, of one ply, expands none. The move depends on the board alone, since what the searches of other boards
    /// found is forgotten.
    Nodes(u64),
}

/// Expectimax search with a handwritten evaluation of rows and columns. Improbable positions are not
/// expanded.
///
/// A board on which a 65,536 is present or within reach is downgraded before the search
/// ([`Board::downgraded`]). Boards that are not 4 × 4 are evaluated line by line without tables, which
/// is slower.
///
/// ```
/// use tilewright_2048::{Board, Depth, Expectimax, FOUR_PROBABILITY};
///
/// let board: Board = "2 4 8 16\n0 2 4 8\n0 0 2 4\n0 0 0 2".parse()?;
/// let mut player = Expectimax::new(Depth::Fixed(3), FOUR_PROBABILITY);
/// assert!(player.evaluate(board).choice.is_some());
/// # Ok::<(), tilewright_2048::BoardError>(())
/// ```
pub struct Expectimax<'a> {
    depth: Depth<'a>,
    watch: Box<dyn Watch + Send + 'a>,
    search: Search,
}

impl<'a> Expectimax<'a> {
    /// A player with a search depth and the probability of a 4. It uses the built-in weights for that
    /// depth ([`ExpectimaxWeights::for_depth`]).
    pub fn new(depth: Depth<'a>, four_probability: f64) -> Self {
        Self::with_heuristic(heuristic(&depth), depth, four_probability)
    }

    /// A player with other weights.
    pub fn weighted(
        weights: &ExpectimaxWeights,
        depth: Depth<'a>,
        four_probability: f64,
    ) -> Self {
        Self::with_heuristic(Arc::new(Heuristic::new(weights)), depth, four_probability)
    }

    fn with_heuristic(
        heuristic: Arc<Heuristic>,
        depth: Depth<'a>,
        four_probability: f64,
    ) -> Self {
        let shares = [1.0 - four_probability as f32, four_probability as f32];
        let search = Search {
            arch: Arch::new(),
            rows: rows(),
            heuristic,
            table: Table::new(),
            shares,
            nodes: 0,
            is_over: false,
        };
        Self { depth, watch: Box::new(()), search }
    }

    /// The same player with a watch, which its searches ask every few hundred positions. Once it breaks,
    /// the player finds no move any more.
    #[must_use]
    pub fn watched(self, watch: impl Watch + Send + 'a) -> Self {
        Self { watch: Box::new(watch), ..self }
    }

    /// Evaluates a board of any size.
    pub fn evaluate(&mut self, board: Board) -> BoardEvaluation {
        let heuristic = &self.search.heuristic;
        let worth = small(board).map_or_else(
            || heuristic.value_of(board),
            |bits| heuristic.value_of_bits(bits),
        );
        let is_downgraded = small(board).is_some_and(|seen| board.bits() != Some(seen));
        BoardEvaluation::new(worth.into(), self.find(board), is_downgraded)
    }

    fn find(&mut self, board: Board) -> Option<(Heading, f64)> {
        let found = first_best(self.search(board)?);
        let found = found.map(|(heading, value)| (heading, f64::from(value)));
        let legal = found.filter(|&(heading, _)| board.slide(heading).is_some());
        legal.or_else(|| {
            let heading =
                GreedyPlayer.choose(board, &mut tilewright_grid::Seed(0).rng())?;
            Some((heading, 0.0))
        })
    }

    /// The value of each move; `None` for illegal moves, and instead of all four if the watch has
    /// stopped the search.
    fn search(&mut self, board: Board) -> Option<[Option<f32>; 4]> {
        let (bits, search) = (small(board), &mut self.search);

        let depth = match &mut self.depth {
            Depth::Fixed(depth) => *depth,
            Depth::Adaptive => bits.map_or_else(|| general::adapted(board), adapted),
            Depth::Timed(stopwatch) => {
                let mut limit = Limit::timed(&*self.watch, &mut **stopwatch);
                let found = search.deepened(board, bits, &mut limit);
                return (!limit.is_stopped()).then_some(found);
            }
            Depth::Nodes(nodes) => {
                search.table.clear();
                let mut limit = Limit::nodes(&*self.watch, *nodes);
                let found = search.deepened(board, bits, &mut limit);
                return (!limit.is_stopped()).then_some(found);
            }
        };

        let mut limit = Limit::new(&*self.watch);
        let (found, _) = search.at(board, bits, depth, 1.0, &mut limit);
        (!limit.is_stopped()).then_some(found)
    }
}

/// The adaptive depth for a board, by its number of different tiles.
fn adapted(board: BitBoard) -> u32 {
    let codes = (0..16).fold(0_u16, |codes, cell| codes | 1 << board.code(cell));
    (codes & !1).count_ones().saturating_sub(2).clamp(3, MAX_DEPTH)
}

impl Player for Expectimax<'_> {
    fn begin(&mut self) {
        self.search.table.clear();
    }

    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        Some(self.find(board)?.0)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.search(board).map_or([None; 4], |values| legal(board, values))
    }
}

/// A search and its transposition table.
struct Search {
    /// The instruction set for the last ply.
    arch: Arch,
    rows: &'static Rows,
    heuristic: Arc<Heuristic>,
    table: Table,
    shares: [f32; 2],
    nodes: u32,
    /// Whether the search has to end.
    is_over: bool,
}

impl Search {
    /// The value of each move, in passes until the limit ends them.
    fn deepened(
        &mut self,
        board: Board,
        bits: Option<BitBoard>,
        limit: &mut Limit<'_, '_>,
    ) -> [Option<f32>; 4] {
        // One ply is always complete, so that there is a move however small the limit is.
        let (mut found, _) = self.at(board, bits, 1, 1.0, limit);

        // Each pass goes down to a third of the probability; one that the limit ended is dropped, since it
        // has seen only some of the moves.
        for pass in 0..PASSES {
            let chance = 0.01 * 3_f32.powi(pass);
            let (further, is_over) = self.at(board, bits, MAX_DEPTH, chance, limit);
            if is_over {
                break;
            }
            found = further;
        }
        found
    }

    /// The value of each move at a depth, for a board that is reached with a given probability, and
    /// whether the limit ended the search before it was complete.
    fn at(
        &mut self,
        board: Board,
        bits: Option<BitBoard>,
        depth: u32,
        chance: f32,
        limit: &mut Limit<'_, '_>,
    ) -> ([Option<f32>; 4], bool) {
        let depth = depth.clamp(1, MAX_DEPTH);
        if let Some(bits) = bits {
            self.is_over = false;
            return (self.values(bits, depth, chance, limit), self.is_over);
        }
        let mut search = GeneralSearch::new(&self.heuristic, self.shares, limit);
        (search.values(board, depth, chance), search.is_over())
    }

    /// The value of each move; `None` for illegal moves.
    fn values(
        &mut self,
        board: BitBoard,
        depth: u32,
        chance: f32,
        limit: &mut Limit<'_, '_>,
    ) -> [Option<f32>; 4] {
        board.moved(self.rows).map(|after| {
            (after != board).then(|| self.mean(after, depth - 1, chance, limit))
        })
    }

    /// The value of an afterstate that is reached with a given probability, searched that number of
    /// plies deep.
    fn mean(
        &mut self,
        after: BitBoard,
        depth: u32,
        chance: f32,
        limit: &mut Limit<'_, '_>,
    ) -> f32 {
        if depth == 0 || chance < UNLIKELY {
            return self.heuristic.value_of_bits(after);
        }
        if let Some(value) = self.table.get(after, depth, chance) {
            return value;
        }
        if self.must_end(limit) {
            return 0.0;
        }

        let mut mask = after.empty_mask();
        let empty = mask.count_ones() as f32;
        let shares = self.shares;
        let chances = shares.map(|share| chance / empty * share);
        // Moves after a new tile whose boards are not expanded are evaluated all at once.
        let is_last = chances.map(|chance| depth == 1 || chance < UNLIKELY);
        let (mut sum, further) = match is_last {
            [true, true] => (self.last::<0>(after), 0),
            [false, true] => (self.last::<1>(after), 1),
            [_, false] => (0.0, 2),
        };

        while mask != 0 && further > 0 {
            let tile = mask & mask.wrapping_neg();
            for code in 0..further {
                let board = BitBoard(after.0 | tile << code);
                sum += shares[code] * self.best(board, depth, chances[code], limit);
            }
            mask &= mask - 1;
        }

        let value = sum / empty;
        if !self.is_over {
            self.table.put(after, depth, chance, value);
        }

        value
    }

    /// The sum over all empty cells of the value of the best move after a new tile, evaluated without
    /// further search; only after new 4s if `FIRST` is 1 instead of 0.
    fn last<const FIRST: usize>(&self, after: BitBoard) -> f32 {
        let settled = |most| positive(most).into();
        let pair = Pair::new(after);
        let sums = sums_of_best::<FIRST, _>(
            self.arch,
            &*self.heuristic,
            self.rows,
            pair,
            settled,
        );
        self.shares[0] * sums[0] as f32 + self.shares[1] * sums[1] as f32
    }

    /// The value of the best move; 0 if no move is legal.
    fn best(
        &mut self,
        board: BitBoard,
        depth: u32,
        chance: f32,
        limit: &mut Limit<'_, '_>,
    ) -> f32 {
        let mut best = 0.0;
        for after in board.moved(self.rows) {
            if after != board {
                best = self.mean(after, depth - 1, chance, limit).max(best);
            }
        }
        best
    }

    /// Whether the search has to end; asks the limit at intervals.
    fn must_end(&mut self, limit: &mut Limit<'_, '_>) -> bool {
        self.nodes = self.nodes.wrapping_add(1);
        self.is_over |=
            limit.is_spent() || (self.nodes.is_multiple_of(PATIENCE) && limit.is_over());
        self.is_over
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moves_after_all_tiles_are_evaluated_together_as_one_by_one(
            codes in prop::array::uniform16(
                prop_oneof![3 => Just(0), 1 => 1..4_u64, 2 => 1..15_u64]
            ),
        ) {
            let bits = codes.iter().fold(0, |bits, code| bits << 4 | code);
            let (board, heuristic) = (BitBoard(bits), heuristic(&Depth::Adaptive));
            let best = |cell: u64, code: u64| {
                let before = BitBoard(bits | (cell * code));
                let legal = before.moved(rows()).into_iter().filter(|&it| it != before);
                legal.map(|after| heuristic.value_of_bits(after)).fold(0.0, f32::max)
            };
            let cells = (0..64).step_by(4).map(|at| 1 << at);
            let cells = || cells.clone().filter(|cell| board.empty_mask() & cell != 0);
            let twos: f32 = cells().map(|cell| best(cell, 1)).sum();
            let four_probability: f32 = cells().map(|cell| best(cell, 2)).sum();
            let search = Expectimax::new(Depth::Adaptive, 0.25).search;
            // The value of a line may be -200,000, so that sums of lines are rounded to eighths.
            let near =
                |found: f32, plain: f32| (found - plain).abs() <= 2.0 + 1e-5 * plain;
            let both = search.last::<0>(board);
            prop_assert!(near(both, 0.75 * twos + 0.25 * four_probability), "{both} {twos} {four_probability}");
            let after_four = search.last::<1>(board);
            prop_assert!(near(after_four, 0.25 * four_probability), "{after_four} {four_probability}");
            let plain = Search { arch: Arch::Scalar, ..search };
            prop_assert_eq!(plain.last::<0>(board).to_bits(), both.to_bits());
            prop_assert_eq!(plain.last::<1>(board).to_bits(), after_four.to_bits());
        }
    }
}
