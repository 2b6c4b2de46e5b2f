//! The player that asks a network.

use std::sync::Arc;

use tilewright_grid::{Heading, Rng};

use super::{BoardEvaluation, Greedy, Memory, Player, Stopwatch, first_best, legal};
use crate::network::{Features, View, with_features};
use crate::rows::{Rows, rows};
use crate::{BitBoard, Board, Network};

/// The most own moves that a search looks ahead.
pub const MAX_PLIES: u32 = 8;

/// Expectimax over afterstates whose value a network knows, so many own moves deep.
///
/// Tiles above 8192 are looked at halved as far as a value is missing (`Board::downgraded`): of
/// smaller tiles the network has learned more. Late boards are looked at as they are by a network
/// that has weights for them. On boards that are not 4 × 4 it plays as [`Greedy`].
pub struct NetworkPlayer<'a> {
    network: Arc<Network>,
    reach: Reach<'a>,
    terminal_value: f32,
    four_probability: f32,
    memory: Memory<f32>,
    /// Whether what is remembered was found on a stage_2 board.
    is_stage_2: bool,
}

/// How large the memory is, as a power of two.
const MEMORY: u32 = 16;

/// How many afterstates are looked beyond between two looks at the clock.
const PATIENCE: u32 = 32;

/// How far a player looks.
enum Reach<'a> {
    /// So many own moves.
    Plies(u32),
    /// One own move more at a time, until the time is over.
    Timed(Box<dyn Stopwatch + 'a>),
}

impl<'a> NetworkPlayer<'a> {
    /// A player that looks so many own moves ahead: 1 takes the move after which the network
    /// promises most, 2 looks at all tiles that may come and at the moves after them. 4s come
    /// that often; a position without moves is worth `terminal_value`, 0 by the rules.
    ///
    /// The plies are at least 1 and at most [`MAX_PLIES`]; others are taken for the nearest.
    pub fn new(
        network: Arc<Network>,
        plies: u32,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        let plies = plies.clamp(1, MAX_PLIES);
        Self::with_reach(network, Reach::Plies(plies), terminal_value, four_probability)
    }

    /// A player that looks one own move further at a time, up to [`MAX_PLIES`], until the time
    /// for the move is over, and goes by the furthest look that was finished: at least one move
    /// ahead, however little time there is. What it plays depends on the machine.
    pub fn timed(
        network: Arc<Network>,
        stopwatch: Box<dyn Stopwatch + 'a>,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        Self::with_reach(
            network,
            Reach::Timed(stopwatch),
            terminal_value,
            four_probability,
        )
    }

    fn with_reach(
        network: Arc<Network>,
        reach: Reach<'a>,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        let (terminal_value, four_probability) =
            (terminal_value as f32, four_probability as f32);
        Self {
            network,
            reach,
            terminal_value,
            four_probability,
            memory: Memory::new(MEMORY),
            is_stage_2: false,
        }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What it thinks of a board: the score that the network expects if the board is an
    /// afterstate, and the one that the search expects of the best move. On boards that are
    /// not 4 × 4 it expects nothing.
    pub fn evaluate(&mut self, board: Board) -> BoardEvaluation {
        let evaluation = self.network.value(board).into();
        let found = self.find(board);
        let (choice, value) = found
            .map_or((None, f64::NEG_INFINITY), |(choice, value)| (Some(choice), value));
        BoardEvaluation { evaluation, choice, value }
    }

    fn find(&mut self, board: Board) -> Option<(Heading, f64)> {
        let found = self.search(board).and_then(first_best);
        let found = found.map(|(heading, value)| (heading, f64::from(value)));
        let legal = found.filter(|&(heading, _)| board.slide(heading).is_some());
        legal.or_else(|| {
            // No move that a bit board knows: another shape, or only two 32,768 to join.
            let heading = Greedy.choose(board, &mut tilewright_grid::Seed(0).rng())?;
            Some((heading, board.slide(heading)?.gain as f64))
        })
    }

    /// What each move is worth; nothing on boards that the network does not see.
    fn search(&mut self, board: Board) -> Option<[Option<f32>; 4]> {
        let network = Arc::clone(&self.network);
        let (view, seen) = network.view(board)?;
        if self.is_stage_2 != view.is_stage_2() {
            self.is_stage_2 = view.is_stage_2();
            self.memory = Memory::new(MEMORY);
        }
        with_features!(network.shape(), features => {
            let mut search = Search {
                rows: rows(),
                features,
                view,
                terminal_value: self.terminal_value,
                shares: [1.0 - self.four_probability, self.four_probability],
                memory: &mut self.memory,
                looked: 0,
                stopwatch: None,
                is_over: false,
            };
            Some(match &mut self.reach {
                Reach::Plies(plies) => search.values(seen, *plies),
                Reach::Timed(stopwatch) => search.deepened(seen, stopwatch.as_mut()),
            })
        })
    }
}

impl Player for NetworkPlayer<'_> {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        Some(self.find(board)?.0)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        self.search(board).map_or([None; 4], |values| legal(board, values))
    }
}

impl std::fmt::Debug for NetworkPlayer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plies = match self.reach {
            Reach::Plies(plies) => Some(plies),
            Reach::Timed(_) => None,
        };
        let shape = self.network.shape().to_string();
        f.debug_struct("NetworkPlayer")
            .field("network", &shape)
            .field("plies", &plies)
            .finish_non_exhaustive()
    }
}

/// A search under way. The value of an afterstate depends on nothing but the depth as long as
/// the view is the same, so what is remembered is never wrong.
struct Search<'a, F> {
    rows: &'a Rows,
    features: F,
    view: View<'a, f32>,
    terminal_value: f32,
    shares: [f32; 2],
    memory: &'a mut Memory<f32>,
    /// How many afterstates were looked beyond.
    looked: u32,
    /// The clock, where there is one, and whether the time is over.
    stopwatch: Option<&'a mut dyn Stopwatch>,
    is_over: bool,
}

impl<'a, F: Features> Search<'a, F> {
    /// What each move is worth, looked at as far as the time allows.
    fn deepened(
        &mut self,
        board: BitBoard,
        stopwatch: &'a mut dyn Stopwatch,
    ) -> [Option<f32>; 4] {
        stopwatch.begin();
        self.stopwatch = Some(stopwatch);
        let mut values = self.values(board, 1);
        for plies in 2..=MAX_PLIES {
            let further = self.values(board, plies);
            if self.is_over {
                break;
            }
            values = further;
        }
        values
    }

    /// Whether the time is over, looked at now and then.
    fn is_over(&mut self) -> bool {
        if let Some(stopwatch) = &mut self.stopwatch {
            self.looked = self.looked.wrapping_add(1);
            self.is_over |= self.looked.is_multiple_of(PATIENCE) && stopwatch.is_over();
        }
        self.is_over
    }

    /// What each move is worth; none of those that are not legal.
    #[inline]
    fn values(&mut self, board: BitBoard, plies: u32) -> [Option<f32>; 4] {
        moves(self.rows, board).map(|(after, gain)| {
            (after != board).then(|| gain + self.worth(after, plies - 1))
        })
    }

    /// What the best move is worth, or that there is none.
    fn most(&mut self, board: BitBoard, plies: u32) -> f32 {
        let mut most: Option<f32> = None;
        for (after, gain) in moves(self.rows, board) {
            if after != board {
                let value = gain + self.worth(after, plies - 1);
                most = Some(most.map_or(value, |most| most.max(value)));
            }
        }
        most.unwrap_or(self.terminal_value)
    }

    /// What an afterstate is worth when so many own moves are looked ahead from it.
    fn worth(&mut self, after: BitBoard, plies: u32) -> f32 {
        if plies == 0 {
            let (weights, seen) = self.view.see(after);
            return self.features.value(weights, seen);
        }
        if let Some(value) = self.memory.get(after, plies) {
            return value;
        }
        if self.is_over() {
            return 0.0;
        }
        let mut sums = [0.0, 0.0];
        let mut mask = after.empty_mask();
        let empty = mask.count_ones() as f32;
        while mask != 0 {
            let tile = mask & mask.wrapping_neg();
            sums[0] += self.most(BitBoard(after.0 | tile), plies);
            sums[1] += self.most(BitBoard(after.0 | tile << 1), plies);
            mask &= mask - 1;
        }
        let value = (sums[0] * self.shares[0] + sums[1] * self.shares[1]) / empty;
        if !self.is_over {
            self.memory.put(after, plies, value);
        }
        value
    }
}

/// The boards after the four moves, and what they gain; a move that is not legal leaves the
/// board as it is.
#[inline]
fn moves(rows: &Rows, board: BitBoard) -> [(BitBoard, f32); 4] {
    let turned = board.transposed();
    let (along, across) = (turned.line_gain(rows) as f32, board.line_gain(rows) as f32);
    [
        (turned.each(&rows.left).transposed(), along),
        (board.each(&rows.right), across),
        (turned.each(&rows.right).transposed(), along),
        (board.each(&rows.left), across),
    ]
}
