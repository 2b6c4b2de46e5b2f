//! Expectimax with a written evaluation.

mod general;
mod heuristic;
mod table;

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{Greedy, Opinion, Player, first_best, legal, small};
use crate::rows::{Rows, rows};
use crate::{BitBoard, Board, ExpectimaxWeights};
use general::General;
use heuristic::{Heuristic, heuristic};
use table::Table;

/// The most own moves that a search looks ahead.
pub const MOST_DEPTH: u32 = 15;

/// Positions less likely than this are not looked beyond. The time that it saves is better
/// spent on depth: fixed depths with a cut of 1/1000 played far worse at the same speed.
const UNLIKELY: f32 = 1e-2;

/// How many positions are looked at between two looks at the clock.
const PATIENCE: u32 = 1024;

/// Says when the time for a move is over. The clock itself is the caller's.
pub trait Stopwatch: Send {
    /// A move begins.
    fn begin(&mut self);
    /// Whether its time is over.
    fn is_over(&mut self) -> bool;
}

/// How far a search looks.
pub enum Depth {
    /// So many own moves, at least 1 and at most [`MOST_DEPTH`].
    Fixed(u32),
    /// Two moves fewer than there are different tiles, at least three: the more there is to
    /// lose, the deeper.
    Adaptive,
    /// One move deeper at a time, until the time is over. What it plays depends on the
    /// machine.
    Timed(Box<dyn Stopwatch>),
}

/// Looks ahead at moves and at the tiles that may come, those unlikely to be met left out,
/// and judges boards by tables of their rows and columns.
///
/// A board on which a 65,536 stands or could come is looked at with its large tiles halved
/// (`Board::downgraded`). On boards that are not 4 × 4 it judges line by line without tables,
/// which is slower, and an adaptive depth goes by the empty cells.
pub struct Expectimax {
    depth: Depth,
    search: Search,
}

impl Expectimax {
    /// A player that looks so far and counts on so many 4s.
    pub fn new(depth: Depth, fours: f64) -> Self {
        Self::with_heuristic(heuristic(), depth, fours)
    }

    /// The same with other weights.
    pub fn weighted(weights: &ExpectimaxWeights, depth: Depth, fours: f64) -> Self {
        Self::with_heuristic(Arc::new(Heuristic::new(weights)), depth, fours)
    }

    fn with_heuristic(heuristic: Arc<Heuristic>, depth: Depth, fours: f64) -> Self {
        let shares = [1.0 - fours as f32, fours as f32];
        let search = Search {
            rows: rows(),
            heuristic,
            table: Table::new(),
            shares,
            nodes: 0,
            is_late: false,
        };
        Self { depth, search }
    }

    /// What it thinks of a board: what its lines are worth, and what the search expects of the
    /// best move.
    pub fn opinion(&mut self, board: Board) -> Opinion {
        let heuristic = &self.search.heuristic;
        let worth = small(board)
            .map_or_else(|| heuristic.worth_of(board), |bits| heuristic.worth(bits));
        let evaluation = f64::from(worth);
        let found = self.find(board);
        let (choice, value) = found
            .map_or((None, f64::NEG_INFINITY), |(choice, value)| (Some(choice), value));
        Opinion { evaluation, choice, value }
    }

    fn find(&mut self, board: Board) -> Option<(Heading, f64)> {
        let found = first_best(self.look(board));
        let found = found.map(|(heading, value)| (heading, f64::from(value)));
        let legal = found.filter(|&(heading, _)| board.slide(heading).is_some());
        legal.or_else(|| {
            let heading = Greedy.choose(board, &mut tilewright_grid::Seed(0).rng())?;
            Some((heading, 0.0))
        })
    }

    fn look(&mut self, board: Board) -> [Option<f32>; 4] {
        let (bits, search) = (small(board), &mut self.search);
        match &mut self.depth {
            Depth::Fixed(depth) => search.at(board, bits, *depth, None).0,
            Depth::Adaptive => {
                let depth = bits.map_or_else(|| general::adapted(board), adapted);
                search.at(board, bits, depth, None).0
            }
            Depth::Timed(watch) => {
                watch.begin();
                let (mut found, _) = search.at(board, bits, 1, None);
                for depth in 2..=MOST_DEPTH {
                    let (deeper, is_late) =
                        search.at(board, bits, depth, Some(watch.as_mut()));
                    if is_late {
                        break;
                    }
                    found = deeper;
                }
                found
            }
        }
    }
}

/// The depth for a board, by its different tiles.
fn adapted(board: BitBoard) -> u32 {
    let codes = (0..16).fold(0_u16, |codes, cell| codes | 1 << board.code(cell));
    (codes & !1).count_ones().saturating_sub(2).clamp(3, MOST_DEPTH)
}

impl Player for Expectimax {
    fn begin(&mut self) {
        self.search.table.clear();
    }

    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        Some(self.find(board)?.0)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        legal(board, self.look(board))
    }
}

/// A search and what it remembers.
struct Search {
    rows: &'static Rows,
    heuristic: Arc<Heuristic>,
    table: Table,
    shares: [f32; 2],
    nodes: u32,
    is_late: bool,
}

/// The clock of a search, where it has one.
type Watch<'a> = Option<&'a mut (dyn Stopwatch + 'static)>;

impl Search {
    /// What each move is worth at a depth, and whether the time was over before that was known.
    fn at(
        &mut self,
        board: Board,
        bits: Option<BitBoard>,
        depth: u32,
        watch: Watch<'_>,
    ) -> ([Option<f32>; 4], bool) {
        let depth = depth.clamp(1, MOST_DEPTH);
        if let Some(bits) = bits {
            self.is_late = false;
            return (self.values(bits, depth, watch), self.is_late);
        }
        let mut search = General::new(&self.heuristic, self.shares, watch);
        (search.values(board, depth), search.is_late())
    }

    /// What each move is worth; none of those that are not legal.
    fn values(
        &mut self,
        board: BitBoard,
        depth: u32,
        mut watch: Watch<'_>,
    ) -> [Option<f32>; 4] {
        board.moved(self.rows).map(|after| {
            (after != board).then(|| self.mean(after, depth - 1, 1.0, &mut watch))
        })
    }

    /// What an afterstate is worth that is met with that probability, looked at so many own
    /// moves further.
    fn mean(
        &mut self,
        after: BitBoard,
        depth: u32,
        chance: f32,
        watch: &mut Watch<'_>,
    ) -> f32 {
        if depth == 0 || chance < UNLIKELY {
            return self.heuristic.worth(after);
        }
        if let Some(value) = self.table.get(after, depth, chance) {
            return value;
        }
        if self.is_over(watch) {
            return 0.0;
        }
        let mut mask = after.empty_mask();
        let each = chance / mask.count_ones() as f32;
        let mut sum = 0.0;
        let empty = mask.count_ones() as f32;
        while mask != 0 {
            let tile = mask & mask.wrapping_neg();
            for (code, share) in [tile, tile << 1].into_iter().zip(self.shares) {
                let board = BitBoard(after.0 | code);
                sum += share * self.most(board, depth, each * share, watch);
            }
            mask &= mask - 1;
        }
        let value = sum / empty;
        if !self.is_late {
            self.table.put(after, depth, chance, value);
        }
        value
    }

    /// What the best move is worth; 0 where there is none.
    fn most(
        &mut self,
        board: BitBoard,
        depth: u32,
        chance: f32,
        watch: &mut Watch<'_>,
    ) -> f32 {
        let mut most = 0.0;
        for after in board.moved(self.rows) {
            if after != board {
                most = self.mean(after, depth - 1, chance, watch).max(most);
            }
        }
        most
    }

    /// Whether the time is over, looked at now and then.
    fn is_over(&mut self, watch: &mut Watch<'_>) -> bool {
        if let Some(watch) = watch {
            self.nodes = self.nodes.wrapping_add(1);
            if self.nodes.is_multiple_of(PATIENCE) && watch.is_over() {
                self.is_late = true;
            }
        }
        self.is_late
    }
}
