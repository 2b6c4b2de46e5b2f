//! Learning by playing oneself.

use tilewright_grid::{Rng, Seed};

use super::curve::Curve;
use super::features::{Features, MOST, with_features};
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
    pub(super) weights: Vec<f32>,
    /// For every weight the sum of its errors and that of their sizes.
    pub(super) errors: Vec<[f32; 2]>,
    pub(super) episodes: u64,
    pub(super) curve: Curve,
    /// The moves of the game under way; kept to be used again.
    path: Vec<Step>,
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
        Self::with_state(settings, weights, errors, 0, Curve::default())
    }

    /// One that goes on from there.
    pub(super) const fn with_state(
        settings: Settings,
        weights: Vec<f32>,
        errors: Vec<[f32; 2]>,
        episodes: u64,
        curve: Curve,
    ) -> Self {
        Self { settings, weights, errors, episodes, curve, path: Vec::new() }
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
        Network::of(self.settings.shape.clone(), self.weights.clone())
    }

    /// The same, without the means to learn on.
    pub fn into_network(self) -> Network {
        Network::of(self.settings.shape, self.weights)
    }

    /// Plays the next game and learns from it.
    pub fn play(&mut self) -> Episode {
        let mut rng = self.settings.seed.child(self.episodes).rng();
        self.episodes += 1;
        let shape = self.settings.shape.clone();
        let board = with_features!(&shape, features => {
            let board = self.play_by(features, &mut rng);
            self.learn(features);
            board
        });
        let episode = self.episode(board);
        self.curve.push(episode);
        episode
    }

    /// Plays a game by what was learned so far and writes it down; yields its last board.
    fn play_by<F: Features>(&mut self, features: F, rng: &mut Rng) -> BitBoard {
        let (rows, fours) = (rows(), self.settings.fours);
        self.path.clear();
        let mut board = BitBoard::default().spawn(fours, rng).spawn(fours, rng);
        while let Some(step) = best_step(rows, features, &self.weights, board) {
            self.path.push(step);
            board = step.board.spawn(fours, rng);
        }
        board
    }

    /// Learns from the game written down, from its end on.
    fn learn<F: Features>(&mut self, features: F) {
        let mut places = [0; MOST];
        let count = features.count();
        let mut target = 0.0;
        for step in self.path.iter().rev() {
            features.indices(step.board, &mut places);
            let places = &places[..count];
            let value: f32 =
                places.iter().map(|&place| self.weights[place as usize]).sum();
            let error = target - value;
            let share = error * self.settings.rate / count as f32;
            let mut change = 0.0;
            for &place in places {
                let [sum, size] = &mut self.errors[place as usize];
                let coherence = if *size > 0.0 { sum.abs() / *size } else { 1.0 };
                *sum += error;
                *size += error.abs();
                self.weights[place as usize] += share * coherence;
                change += share * coherence;
            }
            target = step.gain as f32 + value + change;
        }
    }

    fn episode(&self, board: BitBoard) -> Episode {
        Episode {
            score: self.path.iter().map(|step| u64::from(step.gain)).sum(),
            moves: self.path.len() as u32,
            largest: crate::Board::from(board).largest(),
        }
    }
}

/// The move that promises most: what it gains and what its afterstate is worth. The first of
/// several; none where no move is legal.
#[inline]
fn best_step<F: Features>(
    rows: &Rows,
    features: F,
    weights: &[f32],
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
