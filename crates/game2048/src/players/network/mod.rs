//! The player that searches with a network.

mod search;

use std::sync::Arc;

use tilewright_grid::{Heading, Rng, Watch};

use super::stopwatch::Limit;
use super::{BoardEvaluation, GreedyPlayer, Memory, Player, Stopwatch, first_best};
use crate::network::with_features;
use crate::rows::rows;
use crate::{BitBoard, Board, Network};
use search::{MoveValue, Search, moves};

/// The maximum search depth of [`NetworkPlayer`], in plies: a bound, not tuned. Every ply
/// multiplies the work by eight times the empty cells, so that full boards alone are ever searched
/// so deep.
pub const MAX_PLIES: u32 = 8;

/// The search depth of [`NetworkPlayer`] where none is said, in plies: 438,483 points at 14 thousand moves a second; 1-ply 226,231 at two million
/// (`cargo xtask bench 2048-network`).
pub const USUAL_PLIES: u32 = 3;

/// Expectimax search over afterstates that a network evaluates. A *ply* is one move of the player: 1-ply
/// chooses the move with the highest value, 2-ply also considers every new tile and the moves after
/// it, and so on. Within a time or a number of positions it searches ply by ply, as deep as that allows.
///
/// In stage 1 of the network, boards with a tile above 8192 are downgraded ([`Board::downgraded`]),
/// because the network knows more about smaller tiles. The value of a move is then the points that the
/// move really scores plus the value of the downgraded board after it. On boards that are not 4 × 4 it
/// plays as [`GreedyPlayer`].
///
/// ```
/// use std::sync::Arc;
///
/// use tilewright_2048::{
///     FOUR_PROBABILITY, Learner, NetworkPlayer, Settings, Setup, play,
/// };
/// use tilewright_grid::{Seed, Size};
///
/// let mut learner = Learner::new(Settings::new("0123,0145".parse()?, Seed(1)))?;
/// (0..50).for_each(|_| _ = learner.play());
/// let network = Arc::new(learner.into_network(&())?);
/// let player = || NetworkPlayer::new(Arc::clone(&network), 1, 0.0, FOUR_PROBABILITY);
/// let outcomes = play(&Setup::new(Size::new(4, 4), Seed(2)), player, 0..5)?;
/// assert_eq!(outcomes.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NetworkPlayer<'a> {
    network: Arc<Network>,
    reach: Reach<'a>,
    watch: Box<dyn Watch + Send + 'a>,
    terminal_value: f32,
    four_probability: f32,
    /// The values of afterstates that were searched, and of those that the network valued.
    searched: Memory<f32>,
    valued: Memory<f32>,
    /// Whether these values are those of stage 2.
    is_stage_2: bool,
}

/// The size of the transposition table, as a power of two: 1 MiB, which fits into the caches near
/// the processor. A larger one finds more values and waits longer for each: with four times the size searches of three to
/// five plies take as long.
const SEARCHED: u32 = 16;

/// The size of the table of boards that the network valued, as a power of two: 256 KiB. Four of ten boards come again at once, as
/// new tiles in different cells slide to the same place: 18,600 moves a second at 3-ply, 11,800 without the table, 17,000 with an eighth of
/// it and 16,300 with four times the size (eight games of a network of stage 1).
const VALUED: u32 = 14;

/// The number of expanded afterstates between two checks of the clock and the watch. Each looks up
/// up to 120 boards in the network, so that fewer lie between two checks than in the other searches.
const PATIENCE: u32 = 32;

/// The search depth.
enum Reach<'a> {
    /// A fixed number of plies.
    Plies(u32),
    /// Iterative deepening until the time is over.
    Timed(Box<dyn Stopwatch + 'a>),
    /// Iterative deepening until this number of positions is expanded.
    Nodes(u64),
}

impl<'a> NetworkPlayer<'a> {
    /// A player with a fixed search depth in plies. `terminal_value` is the value of a board without
    /// legal moves, 0 by the rules; `four_probability` the probability of a 4.
    ///
    /// A depth below 1 or above [`MAX_PLIES`] is replaced by the nearest allowed one.
    pub fn new(
        network: Arc<Network>,
        plies: u32,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        let plies = plies.clamp(1, MAX_PLIES);
        Self::with_reach(network, Reach::Plies(plies), terminal_value, four_probability)
    }

    /// A player with a time limit for each move. It deepens its search ply by ply, up to
    /// [`MAX_PLIES`], and uses what the last search found before the time was over, at least 1-ply. Its moves depend
    /// on the speed of the machine.
    ///
    /// If at most 15 % of new tiles are 4s, it follows one of them on a path at most: to follow two takes three times as long and seldom finds
    /// another move.
    pub fn timed(
        network: Arc<Network>,
        stopwatch: Box<dyn Stopwatch + 'a>,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        let reach = Reach::Timed(stopwatch);
        Self::with_reach(network, reach, terminal_value, four_probability)
    }

    /// As `timed`, with a number of positions that each move may expand: boards after a move, of which all new tiles are
    /// considered. A 1-ply search expands none. The move depends on the board alone, since what the searches of other
    /// boards found is forgotten.
    pub fn within(
        network: Arc<Network>,
        nodes: u64,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        let reach = Reach::Nodes(nodes);
        Self::with_reach(network, reach, terminal_value, four_probability)
    }

    fn with_reach(
        network: Arc<Network>,
        reach: Reach<'a>,
        terminal_value: f64,
        four_probability: f64,
    ) -> Self {
        Self {
            network,
            reach,
            watch: Box::new(()),
            terminal_value: terminal_value as f32,
            four_probability: four_probability as f32,
            searched: Memory::new(SEARCHED),
            valued: Memory::new(VALUED),
            is_stage_2: false,
        }
    }

    /// The same player with a watch, which its searches ask every few milliseconds. Once it breaks, the
    /// player finds no move any more.
    #[must_use]
    pub fn watched(self, watch: impl Watch + Send + 'a) -> Self {
        Self { watch: Box::new(watch), ..self }
    }

    /// Evaluates a board: the network's value of it as an afterstate, and the best move by search. On
    /// boards that are not 4 × 4 the evaluation is 0.
    pub fn evaluate(&mut self, board: Board) -> BoardEvaluation {
        let evaluation = self.network.value(board).into();
        let found = self.find(board);
        let seen = self.network.view(board).map(|(_, seen)| seen);
        let is_downgraded = seen.is_some_and(|seen| board.bits() != Some(seen));
        BoardEvaluation::new(evaluation, found, is_downgraded)
    }

    fn find(&mut self, board: Board) -> Option<(Heading, f64)> {
        if self.network.view(board).is_none() {
            // Another board size.
            let heading =
                GreedyPlayer.choose(board, &mut tilewright_grid::Seed(0).rng())?;
            return Some((heading, board.slide(heading)?.gain as f64));
        }
        let (heading, value) = first_best(self.search(board)?)?;
        Some((heading, value.into()))
    }

    /// The value of each move, `None` for illegal moves; instead of all four, `None` if the board is not
    /// 4 × 4 or the watch has stopped the search.
    fn search(&mut self, board: Board) -> Option<[Option<f32>; 4]> {
        let network = Arc::clone(&self.network);

        // Values of the two stages come from different weights, so entries of the other stage are
        // wrong.
        let (view, seen) = network.view(board)?;
        if self.is_stage_2 != view.is_stage_2() {
            self.is_stage_2 = view.is_stage_2();
            self.searched.clear();
            self.valued.clear();
        }

        let (plies, mut limit) = match &mut self.reach {
            Reach::Plies(plies) => (Some(*plies), Limit::new(&*self.watch)),
            Reach::Timed(stopwatch) => {
                (None, Limit::timed(&*self.watch, &mut **stopwatch))
            }
            Reach::Nodes(nodes) => {
                self.searched.clear();
                (None, Limit::nodes(&*self.watch, *nodes))
            }
        };

        let found = with_features!(network.shape(), features => {
            let mut search = Search {
                rows: rows(),
                features,
                view,
                terminal_value: self.terminal_value,
                shares: [1.0 - self.four_probability, self.four_probability],
                searched: &mut self.searched,
                valued: &mut self.valued,
                expanded: 0,
                limit: &mut limit,
                is_over: false,
            };
            match plies {
                Some(plies) => search.values(seen, plies),
                None => search.deepened(seen),
            }
        });

        (!limit.is_stopped()).then(|| valued(board, seen, found, &network))
    }
}

impl Network {
    /// The value of each move up, right, down and left, which is its points and the value of the board after it, as
    /// [`NetworkPlayer`] finds it by a 1-ply search; `None` for illegal moves, and for all four if the board is not 4 × 4.
    ///
    /// ```
    /// use tilewright_2048::{Learner, Settings};
    /// use tilewright_grid::Seed;
    ///
    /// let network = Learner::new(Settings::new("0123".parse()?, Seed(1)))?.into_network(&())?;
    /// let values = network.move_values("2 2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0".parse()?);
    /// assert_eq!(values[0], None); // up
    /// assert_eq!(values[3].map(|left| left >= 4.0), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_values(&self, board: Board) -> [Option<f32>; 4] {
        let Some((view, seen)) = self.view(board) else { return [None; 4] };
        let found = with_features!(self.shape(), features => {
            moves(rows(), seen).map(|(after, gain)| {
                (after != seen)
                    .then(|| MoveValue { gain, value: view.value(features, after) })
            })
        });
        valued(board, seen, found, self)
    }
}

/// The values of the moves on a board of which the network has seen this.
fn valued(
    board: Board,
    seen: BitBoard,
    found: [Option<MoveValue>; 4],
    network: &Network,
) -> [Option<f32>; 4] {
    if board.bits() == Some(seen) && !seen.has_largest() {
        return found.map(|found| found.map(MoveValue::sum));
    }
    // Merging downgraded tiles scores more than it seems, and the search merges no two tiles of 32,768.
    let mut values = [None; 4];
    for ((value, found), heading) in values.iter_mut().zip(found).zip(Heading::ALL) {
        *value = board.slide(heading).map(|slide| {
            let value = found.map_or_else(|| network.value(slide.board), |it| it.value);
            slide.gain as f32 + value
        });
    }
    values
}

impl Player for NetworkPlayer<'_> {
    fn choose(&mut self, board: Board, _: &mut Rng) -> Option<Heading> {
        Some(self.find(board)?.0)
    }

    fn values(&mut self, board: Board) -> [Option<f64>; 4] {
        let values = self.search(board).unwrap_or([None; 4]);
        values.map(|value| value.map(f64::from))
    }
}
