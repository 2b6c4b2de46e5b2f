//! Learning by playing oneself.

use rayon::prelude::*;
use tilewright_grid::{Rng, Seed};

use super::curve::Curve;
use super::features::{Features, MOST, with_features};
use super::weight::{Shared, Weight};
use super::{Network, Shape};
use crate::rows::{Rows, rows};
use crate::{BitBoard, NetworkError};

/// How a network learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The tuples.
    pub shape: Shape,
    /// The share of an error that a board's weights take over when all errors so far had the
    /// same sign; 1 is usual.
    pub rate: f32,
    /// What every board is thought to be worth before anything is learned: 0, or a high value
    /// to try everything once (*optimistic initialisation*, Guei et al. 2021).
    pub optimism: f32,
    /// How often a 4 comes instead of a 2.
    pub fours: f64,
    /// Where games come from: game *i* draws from `seed.child(i)`.
    pub seed: Seed,
}

/// A network that learns by temporal differences between afterstates (Szubert and Jaśkowski,
/// *Temporal difference learning of n-tuple networks for the game 2048*, 2014), each weight at
/// a rate of its own: the coherence of its errors (Beal and Smith, 1999; Jaśkowski, *Mastering
/// 2048 with delayed temporal coherence learning*, 2016). A game is learned from its end to its
/// beginning, so that what its end taught reaches its beginning at once (Matsuzaki, 2017).
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) settings: Settings,
    pub(super) weights: Vec<Shared>,
    /// For every weight the sum of its errors and that of their sizes.
    pub(super) errors: Vec<[Shared; 2]>,
    pub(super) episodes: u64,
    pub(super) curve: Curve,
}

/// How a game went that was learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    /// Its score.
    pub score: u64,
    /// Its moves.
    pub moves: u32,
    /// Its largest tile.
    pub largest: u32,
}

/// A move: where it led, before a tile came, and what it gained.
#[derive(Clone, Copy, Debug)]
struct Step {
    board: BitBoard,
    gain: u32,
}

impl Learner {
    /// One that has learned nothing yet.
    pub fn new(settings: Settings) -> Self {
        let count = settings.shape.weight_count();
        let start = settings.optimism / settings.shape.feature_count() as f32;
        let (weights, errors) = (vec![start; count], vec![[0.0; 2]; count]);
        Self::with_state(settings, &weights, &errors, 0, Curve::default())
    }

    /// One that goes on from there.
    pub(super) fn with_state(
        settings: Settings,
        weights: &[f32],
        errors: &[[f32; 2]],
        episodes: u64,
        curve: Curve,
    ) -> Self {
        let weights = weights.iter().copied().map(Shared::new).collect();
        let errors = errors.iter().map(|errors| errors.map(Shared::new)).collect();
        Self { settings, weights, errors, episodes, curve }
    }

    /// How it learns.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Refuses other settings than these.
    ///
    /// # Errors
    /// What differs first: the shape, the rate, the optimism, the share of 4s or the seed.
    pub fn expect(&self, expected: &Settings) -> Result<(), NetworkError> {
        let here = &self.settings;
        let settings = [
            ("the shape", here.shape.to_string(), expected.shape.to_string()),
            ("the rate", here.rate.to_string(), expected.rate.to_string()),
            ("the optimism", here.optimism.to_string(), expected.optimism.to_string()),
            ("the share of 4s", here.fours.to_string(), expected.fours.to_string()),
            ("the seed", here.seed.to_string(), expected.seed.to_string()),
        ];
        match settings.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => {
                Err(NetworkError::Mismatch { what, found, expected })
            }
            None => Ok(()),
        }
    }

    /// How many games it has learned from.
    pub const fn episodes(&self) -> u64 {
        self.episodes
    }

    /// How its play got better.
    pub const fn curve(&self) -> &Curve {
        &self.curve
    }

    /// What it has learned so far.
    pub fn network(&self) -> Network {
        Network::of(self.settings.shape.clone(), self.numbers())
    }

    /// The same, without the means to learn on.
    pub fn into_network(self) -> Network {
        Network::of(self.settings.shape.clone(), self.numbers())
    }

    fn numbers(&self) -> Vec<f32> {
        self.weights.iter().map(Weight::get).collect()
    }

    /// Plays the next game and learns from it.
    pub fn play(&mut self) -> Episode {
        let episode = self.one(self.episodes, &mut Vec::new());
        self.episodes += 1;
        self.curve.push(episode);
        episode
    }

    /// Plays so many games and learns from them, on all threads at once: faster, but on more
    /// than one thread what is learned is not the same twice.
    pub fn play_together(&mut self, games: u64) {
        let (learner, first) = (&*self, self.episodes);
        let games = (first..first + games).into_par_iter();
        let episodes: Vec<Episode> =
            games.map_init(Vec::new, |path, game| learner.one(game, path)).collect();
        self.episodes += episodes.len() as u64;
        for episode in episodes {
            self.curve.push(episode);
        }
    }

    /// Plays the game of that number and learns from it.
    fn one(&self, game: u64, path: &mut Vec<Step>) -> Episode {
        let mut rng = self.settings.seed.child(game).rng();
        let board = with_features!(&self.settings.shape, features => {
            let board = self.play_by(features, &mut rng, path);
            self.learn(features, path);
            board
        });
        Episode {
            score: path.iter().map(|step| u64::from(step.gain)).sum(),
            moves: path.len() as u32,
            largest: crate::Board::from(board).largest(),
        }
    }

    /// Plays a game by what was learned so far and writes it down; yields its last board.
    fn play_by<F: Features>(
        &self,
        features: F,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> BitBoard {
        let (rows, fours) = (rows(), self.settings.fours);
        path.clear();
        let mut board = BitBoard::default().spawn(fours, rng).spawn(fours, rng);
        while let Some(step) = best_step(rows, features, &self.weights, board) {
            path.push(step);
            board = step.board.spawn(fours, rng);
        }
        board
    }

    /// Learns from the game written down, from its end on.
    fn learn<F: Features>(&self, features: F, path: &[Step]) {
        let mut places = [0; MOST];
        let count = features.count();
        let mut target = 0.0;
        for step in path.iter().rev() {
            features.indices(step.board, &mut places);
            let places = &places[..count];
            let weights = || places.iter().map(|&place| &self.weights[place as usize]);
            let value: f32 = weights().map(Weight::get).sum();
            let error = target - value;
            let share = error * self.settings.rate / count as f32;
            let mut change = 0.0;
            for (&place, weight) in places.iter().zip(weights()) {
                let [sum, size] = &self.errors[place as usize];
                let (sum_now, size_now) = (sum.get(), size.get());
                let coherence =
                    if size_now > 0.0 { sum_now.abs() / size_now } else { 1.0 };
                sum.set(sum_now + error);
                size.set(size_now + error.abs());
                weight.set(weight.get() + share * coherence);
                change += share * coherence;
            }
            target = step.gain as f32 + value + change;
        }
    }
}

/// The move that promises most: what it gains and what its afterstate is worth. The first of
/// several; none where no move is legal.
#[inline]
fn best_step<F: Features>(
    rows: &Rows,
    features: F,
    weights: &[Shared],
    board: BitBoard,
) -> Option<Step> {
    let turned = board.transposed();
    let gains = [turned.line_gain(rows), board.line_gain(rows)];
    let sides = [
        (turned.each(&rows.left), turned, gains[0]),
        (board.each(&rows.right), board, gains[1]),
        (turned.each(&rows.right), turned, gains[0]),
        (board.each(&rows.left), board, gains[1]),
    ];
    let mut best: Option<(f32, usize)> = None;
    for (index, (after, before, gain)) in sides.into_iter().enumerate() {
        if after != before {
            let value = gain as f32 + features.value(weights, after);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, index));
            }
        }
    }
    let (board, _, gain) = sides[best?.1];
    // Seen from the side from which the moves up and down are moves along rows.
    let board = if best?.1.is_multiple_of(2) { board.transposed() } else { board };
    Some(Step { board, gain })
}
