//! The training games, and the TC learning from their moves.

use std::sync::atomic::AtomicU32;

use tilewright_grid::Rng;

use super::choice::{Places, best_choice};
use super::features::{Features, MAX_FEATURES, with_features};
use super::position::Position;
use super::view::{View, Weights};
use super::weight::{LANES, NEAR, Weight, add, prefetch, sum};
use super::{Episode, Settings};
use crate::rows::rows;
use crate::{BitBoard, Board};

/// A game with at most this number of moves is not restarted: the second half of so few has been
/// learned from already, and restarts without downgrading need an end. Chosen.
const SHORT: usize = 10;

/// The number of games that are played from each stage 2 board. To reach one costs most of a game
/// of stage 1, which may end before: eight games share that cost, and more would learn from fewer
/// different boards. Chosen; `cargo xtask bench 2048-train` and `2048-network` show the points.
const TIMES: usize = 8;

/// The number of training games in which stage 1 plays one of the games from a stage 2 board.
/// Without them the first 32,768 is found by chance only: of four trainings of 15,000 games and
/// more one reached it in 14 % of its games, the others never.
const GUIDED: u64 = 5000;

/// A move on a board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The afterstate.
    pub(super) board: BitBoard,
    /// The score of the move.
    pub(super) gain: u32,
    /// Whether the next board was downgraded differently, so that what followed says nothing about
    /// this one.
    pub(super) is_cut: bool,
}

/// The end of a game that was played from some board.
#[derive(Clone, Copy)]
struct GameEnd {
    score: u64,
    largest: u32,
    /// The value after the last recorded move, including the score of the move that left stage 2; 0 if
    /// the game is over.
    beyond: f32,
}

/// The state of the training that threads share.
#[derive(Clone, Copy)]
pub(super) struct TrainingState<'a> {
    pub(super) settings: &'a Settings,
    pub(super) rate: f32,
    /// In stage 2 the weights of stage 1.
    pub(super) stage_1: Option<&'a [AtomicU32]>,
    /// The weights that are trained.
    pub(super) weights: &'a [AtomicU32],
    /// For every weight the sum of its errors and the sum of their absolute values.
    pub(super) errors: &'a [[AtomicU32; 2]],
}

impl TrainingState<'_> {
    /// Plays the game with that number and learns from it.
    pub(super) fn play(&self, game: u64, path: &mut Vec<Step>) -> Episode {
        let (rng, four_probability) =
            (&mut self.settings.seed.child(game).rng(), self.settings.four_probability);
        let board =
            BitBoard::default().spawn(four_probability, rng).spawn(four_probability, rng);

        with_features!(&self.settings.shape, features => {
            let Some(stage_1) = self.stage_1 else {
                return self.play_from(features, game, &self.view(), board, rng, path);
            };
            let before = View::stage_1(Weights::trained(stage_1), true);

            let board = match first_stage_2(features, &before, board, four_probability, rng) {
                Ok(board) => board,
                Err(largest) => return Episode { score: 0, moves: 0, largest },
            };

            let games = std::array::from_fn::<_, TIMES, _>(|time| {
                let is_guided = time == TIMES - 1 && game < GUIDED;
                let guide = if is_guided { &before } else { &self.view() };
                self.play_from(features, game, guide, board, rng, path)
            });

            Episode { moves: games.iter().map(|game| game.moves).sum(), ..games[0] }
        })
    }

    /// The view of the stage that is trained.
    const fn view(&self) -> View<'_, AtomicU32> {
        let weights = Weights::trained(self.weights);
        match self.stage_1 {
            Some(stage_1) => View::stage_2(Weights::trained(stage_1), weights),
            None => View::stage_1(weights, self.settings.downgrade),
        }
    }

    /// Plays from a board with the weights of `guide` and learns from the game and its restarts.
    fn play_from<F: Features>(
        &self,
        features: F,
        game: u64,
        guide: &View<'_, AtomicU32>,
        board: BitBoard,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> Episode {
        let GameEnd { score, largest, beyond } =
            self.play_on(features, guide, board, rng, path);
        let mut episode = Episode { score, moves: path.len() as u64, largest };
        self.learn(features, path, beyond);

        // A downgraded game may be as long after a restart as before, so the number of restarts has
        // a limit; without downgrading each is shorter than the one before.
        let mut restarts = match *self.settings {
            Settings { restart: Some(first), .. } if game < first => 0,
            Settings { restart: None, .. } => 0,
            Settings { downgrade: true, .. } => path.len().max(1).ilog2(),
            Settings { downgrade: false, .. } => u32::MAX,
        };

        while restarts > 0 && path.len() > SHORT {
            let board =
                path[path.len() / 2].board.spawn(self.settings.four_probability, rng);
            let GameEnd { beyond, .. } = self.play_on(features, guide, board, rng, path);
            episode.moves += path.len() as u64;
            self.learn(features, path, beyond);
            restarts -= 1;
        }

        episode
    }

    /// Plays from a board with the weights of `guide` and records the moves in `path`, up to the end
    /// of the game or of the stage.
    fn play_on<F: Features>(
        &self,
        features: F,
        guide: &View<'_, AtomicU32>,
        board: BitBoard,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> GameEnd {
        let (rows, view, four_probability) =
            (rows(), self.view(), self.settings.four_probability);
        path.clear();

        let (mut position, mut score) = (Position::new(board, view.downgrades()), 0);
        let mut places: Places = [[0; MAX_FEATURES]; 4];
        while let Some(choice) =
            best_choice(rows, features, guide, position.seen(), &mut places)
        {
            let (weights, seen) = view.see(choice.board);
            if view.ends_with(choice.board) {
                let beyond = choice.gain as f32 + weights.value(features, seen);
                let largest = Board::from(choice.board).largest();
                return GameEnd {
                    score: score + u64::from(choice.gain),
                    largest,
                    beyond,
                };
            }

            let (step, gain) = position.follow(choice, seen, four_probability, rng);
            score += gain;
            path.push(step);
        }
        GameEnd { score, largest: position.board().largest(), beyond: 0.0 }
    }

    /// Learns from the recorded moves, from the last to the first. `beyond` is the target of the last
    /// one.
    ///
    /// Everything that a step needs is read before any of it is written, and the change of the value
    /// is computed without waiting for the writes, so that the reads of many steps overlap. A weight
    /// that a board looks up twice changes twice, both times at the rate it had before the first.
    pub(super) fn learn<F: Features>(&self, features: F, path: &[Step], beyond: f32) {
        let (mut places, mut ahead) = (&mut [0; MAX_FEATURES], &mut [0; MAX_FEATURES]);
        let mut coherences = [0.0_f32; MAX_FEATURES];
        let count = features.count();
        let coherences = &mut coherences[..count];

        let mut target = beyond;
        for (index, step) in path.iter().enumerate().rev() {
            // The data of the step before is prefetched while this one is learned.
            std::mem::swap(&mut places, &mut ahead);
            if index + 1 == path.len() {
                features.indices(step.board, places);
            }

            if index > 0 {
                features.indices(path[index - 1].board, ahead);
                let far = if self.weights.len() > NEAR { &ahead[..count] } else { &[] };
                for &place in far {
                    prefetch(&self.errors[place as usize]);
                    prefetch(&self.weights[place as usize]);
                }
            }

            if step.is_cut {
                target = step.gain as f32 + features.value(self.weights, step.board);
                continue;
            }

            let places = &places[..count];
            let value = self.look(places, coherences);
            let error = target - value;
            let share = error * self.rate / count as f32;

            for (&place, coherence) in places.iter().zip(&*coherences) {
                let (place, [sum, size]) = (place as usize, &self.errors[place as usize]);
                add(sum, error);
                add(size, error.abs());
                add(&self.weights[place], share * coherence);
            }

            let change = share * sum(coherences);
            let expected = value + change;
            target =
                step.gain as f32 + expected + self.settings.lambda * (target - expected);
        }
    }

    /// The sum of the weights at these places, and the coherence of the errors of each.
    #[inline]
    fn look(&self, places: &[u32], coherences: &mut [f32]) -> f32 {
        let mut strands = [0.0; LANES];
        let places = places.as_chunks::<LANES>().0;

        // All reads come first, so that the processor waits for many of them at once.
        for (coherences, places) in coherences.as_chunks_mut().0.iter_mut().zip(places) {
            let errors = places.map(|place| self.errors[place as usize].each_ref());
            let sums = errors.map(|[sum, _]| sum.get());
            let sizes = errors.map(|[_, size]| size.get());
            let weights = places.map(|place| self.weights[place as usize].get());

            *coherences = std::array::from_fn::<f32, LANES, _>(|lane| {
                let (sum, size) = (sums[lane], sizes[lane]);
                if size > 0.0 { sum.abs() / size } else { 1.0 }
            });
            for (strand, weight) in strands.iter_mut().zip(weights) {
                *strand += weight;
            }
        }

        strands.iter().sum()
    }
}

/// Plays with the weights of a view to the first board that can be promoted to stage 2, and returns
/// the stage 2 board; or the largest tile, if the game ends before.
fn first_stage_2<F: Features>(
    features: F,
    view: &View<'_, AtomicU32>,
    board: BitBoard,
    four_probability: f64,
    rng: &mut Rng,
) -> Result<BitBoard, u32> {
    let (rows, mut places): (_, Places) = (rows(), [[0; MAX_FEATURES]; 4]);
    let mut position = Position::new(board, view.downgrades());
    while let Some(choice) =
        best_choice(rows, features, view, position.seen(), &mut places)
    {
        let (_, seen) = view.see(choice.board);
        position.follow(choice, seen, four_probability, rng);
        if let Some(board) = position.seen().to_stage_2() {
            return Ok(board);
        }
    }

    Err(position.board().largest())
}
