//! Learning by playing oneself.

use std::sync::atomic::AtomicU32;

use rayon::prelude::*;
use tilewright_grid::{Rng, Seed};

use super::choice::best_choice;
use super::curve::Curve;
use super::features::{Features, MOST, with_features};
use super::pages::Pages;
use super::position::Position;
use super::weight::{NEAR, Weight, add, prefetch, sum};
use super::{Network, Shape};
use crate::rows::rows;
use crate::{BitBoard, FOURS, NetworkError};

/// A game with no more moves than this is not played again from its middle.
const SHORT: usize = 10;

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
    /// How much of what is learned at a step comes from how the game went on, from 0, only from
    /// what the next board was thought to be worth, to 1, only from the score that was made: λ.
    pub lambda: f32,
    /// From which game on, if from any, the second half of every game is played again, and the
    /// second half of that, as long as it has more than ten moves, so that late boards are met
    /// as often as early ones (Matsuzaki, *Developing a 2048 player with backward temporal
    /// coherence learning and restart*, 2017). With `halve` a half may go on for as long as
    /// what it is half of, so there are only as many as the game's moves can be halved.
    pub restart: Option<u64>,
    /// Whether tiles above 8192 are learned from halved as far as a value is missing
    /// (*tile-downgrading*, Guei et al., *Optimistic temporal difference learning for 2048*,
    /// 2021), so that what was learned of smaller tiles serves the larger ones: weaker after few
    /// games, stronger after many.
    pub halve: bool,
    /// How often a 4 comes instead of a 2.
    pub fours: f64,
    /// Where games come from: game *i* draws from `seed.child(i)`.
    pub seed: Seed,
}

impl Settings {
    /// The usual ones: a rate of 1, nothing else than temporal differences, 4s as often as in
    /// the game.
    pub const fn new(shape: Shape, seed: Seed) -> Self {
        Self {
            shape,
            rate: 1.0,
            optimism: 0.0,
            lambda: 0.0,
            restart: None,
            halve: false,
            fours: FOURS,
            seed,
        }
    }
}

/// A network that learns by temporal differences between afterstates (Szubert and Jaśkowski,
/// *Temporal difference learning of n-tuple networks for the game 2048*, 2014), each weight at
/// a rate of its own: the coherence of its errors (Beal and Smith, 1999; Jaśkowski, *Mastering
/// 2048 with delayed temporal coherence learning*, 2016). A game is learned from its end to its
/// beginning, so that what its end taught reaches its beginning at once (Matsuzaki, 2017).
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) settings: Settings,
    pub(super) weights: Pages,
    /// For every weight the sum of its errors and that of their sizes.
    pub(super) errors: Pages,
    pub(super) episodes: u64,
    pub(super) curve: Curve,
    /// The share of its rate at which it learns.
    pub(super) pace: f32,
}

/// How a game went that was learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    /// Its score.
    pub score: u64,
    /// All moves that were learned from: its own, and those of the halves that were played again.
    pub moves: u64,
    /// Its largest tile.
    pub largest: u32,
}

/// A move on a board as the network sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Where it led, before a tile came.
    pub(super) board: BitBoard,
    /// What it gained.
    pub(super) gain: u32,
    /// Whether the game went on from another board, since other tiles were halved: what came
    /// then says nothing of this one.
    pub(super) is_cut: bool,
}

/// A game that was played on from a board.
struct Played {
    score: u64,
    largest: u32,
}

impl Learner {
    /// One that has learned nothing yet.
    pub fn new(settings: Settings) -> Self {
        let count = settings.shape.weight_count();
        let start = settings.optimism / settings.shape.feature_count() as f32;
        let weights = Pages::collect(count, std::iter::repeat_n(start, count));
        let errors = Pages::zeros(2 * count);
        Self {
            settings,
            weights,
            errors,
            episodes: 0,
            curve: Curve::default(),
            pace: 1.0,
        }
    }

    /// How it learns.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Refuses other settings than these.
    ///
    /// # Errors
    /// What differs first: the shape, the rate, the optimism, the lambda, from which game on halves
    /// are played again, whether tiles are halved, the share of 4s or the seed.
    pub fn expect(&self, expected: &Settings) -> Result<(), NetworkError> {
        let here = &self.settings;
        let settings = [
            ("the shape", here.shape.to_string(), expected.shape.to_string()),
            ("the rate", here.rate.to_string(), expected.rate.to_string()),
            ("the optimism", here.optimism.to_string(), expected.optimism.to_string()),
            ("the lambda", here.lambda.to_string(), expected.lambda.to_string()),
            ("the restart", restart(here.restart), restart(expected.restart)),
            ("the halving", here.halve.to_string(), expected.halve.to_string()),
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

    /// Learns at that share of its rate from now on: less at the end lets what was learned
    /// settle. A checkpoint does not keep it.
    pub const fn set_pace(&mut self, share: f32) {
        self.pace = share;
    }

    /// Plays the next game and learns from it.
    pub fn play(&mut self) -> Episode {
        let game = self.episodes;
        let episode = self.shared().play(game, &mut Vec::new());
        self.episodes += 1;
        self.curve.push(episode);
        episode
    }

    /// Plays so many games and learns from them, on all threads at once: faster, but on more
    /// than one thread what is learned is not the same twice.
    pub fn play_together(&mut self, games: u64) {
        let (first, shared) = (self.episodes, self.shared());
        let games = (first..first + games).into_par_iter();
        let episodes: Vec<Episode> =
            games.map_init(Vec::new, |path, game| shared.play(game, path)).collect();
        self.episodes += episodes.len() as u64;
        for episode in episodes {
            self.curve.push(episode);
        }
    }

    /// What threads learn at.
    fn shared(&mut self) -> Shared<'_> {
        let Self { settings, weights, errors, pace, .. } = self;
        Shared {
            settings,
            rate: settings.rate * *pace,
            weights: weights.shared(),
            errors: errors.shared().as_chunks().0,
        }
    }
}

/// What several threads may learn at.
#[derive(Clone, Copy)]
struct Shared<'a> {
    settings: &'a Settings,
    rate: f32,
    weights: &'a [AtomicU32],
    /// For every weight the sum of its errors and that of their sizes.
    errors: &'a [[AtomicU32; 2]],
}

impl Shared<'_> {
    /// Plays the game of that number and learns from it.
    fn play(&self, game: u64, path: &mut Vec<Step>) -> Episode {
        let (rng, fours) =
            (&mut self.settings.seed.child(game).rng(), self.settings.fours);
        let board = BitBoard::default().spawn(fours, rng).spawn(fours, rng);
        with_features!(&self.settings.shape, features => {
            let Played { score, largest } = self.play_on(features, board, rng, path);
            let mut episode = Episode { score, moves: path.len() as u64, largest };
            self.learn(features, path);
            let mut halves = match *self.settings {
                Settings { restart: Some(first), .. } if game < first => 0,
                Settings { restart: None, .. } => 0,
                Settings { halve: true, .. } => path.len().max(1).ilog2(),
                Settings { halve: false, .. } => u32::MAX,
            };
            while halves > 0 && path.len() > SHORT {
                let board = path[path.len() / 2].board.spawn(fours, rng);
                self.play_on(features, board, rng, path);
                episode.moves += path.len() as u64;
                self.learn(features, path);
                halves -= 1;
            }
            episode
        })
    }

    /// Plays on from a board by what was learned so far and writes the moves down.
    fn play_on<F: Features>(
        &self,
        features: F,
        board: BitBoard,
        rng: &mut Rng,
        path: &mut Vec<Step>,
    ) -> Played {
        let (rows, Settings { fours, halve, .. }) = (rows(), self.settings);
        path.clear();
        let (mut position, mut score) = (Position::new(board, *halve), 0);
        let mut places = [0; MOST];
        while let Some(choice) =
            best_choice(rows, features, self.weights, &position, &mut places)
        {
            let (step, gain) = position.follow(choice, *fours, rng);
            score += gain;
            path.push(step);
        }
        Played { score, largest: position.board().largest() }
    }

    /// Learns from the game written down, from its end on.
    ///
    /// All that a step needs is read before anything of it is written, and what it changes the
    /// value by does not wait for the changes: so the reads of many steps run at once. A weight
    /// that a board touches twice changes twice, at the rate that it had before the first.
    fn learn<F: Features>(&self, features: F, path: &[Step]) {
        let (mut places, mut ahead) = (&mut [0; MOST], &mut [0; MOST]);
        let mut coherences = [0.0_f32; MOST];
        let count = features.count();
        let coherences = &mut coherences[..count];
        let mut target = 0.0;
        for (index, step) in path.iter().enumerate().rev() {
            // What the step before needs is on its way while this one is learned from.
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
            for (coherence, &place) in coherences.iter_mut().zip(places) {
                let [sum, size] = &self.errors[place as usize];
                let (sum, size) = (sum.get(), size.get());
                *coherence = if size > 0.0 { sum.abs() / size } else { 1.0 };
            }
            let value = sum(places, |place| self.weights[place as usize].get());
            let error = target - value;
            let share = error * self.rate / count as f32;
            for (&place, coherence) in places.iter().zip(&*coherences) {
                let (place, [sum, size]) = (place as usize, &self.errors[place as usize]);
                add(sum, error);
                add(size, error.abs());
                add(&self.weights[place], share * coherence);
            }
            let change = share * sum(coherences, |coherence| coherence);
            let expected = value + change;
            target =
                step.gain as f32 + expected + self.settings.lambda * (target - expected);
        }
    }
}

/// How a setting of restarts is told.
fn restart(first: Option<u64>) -> String {
    first.map_or_else(|| "none".to_owned(), |first| format!("from game {first}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings { rate: 0.5, ..Settings::new("01".parse().unwrap(), Seed(3)) }
    }

    /// A board with this code in all cells touches one weight, eight times.
    fn uniform(code: u64) -> BitBoard {
        BitBoard(code * 0x1111_1111_1111_1111)
    }

    #[test]
    fn a_game_is_learned_from_its_end_on() {
        let gains = [(3, 100), (2, 4), (1, 8)];
        let path: Vec<Step> = gains
            .map(|(code, gain)| Step { board: uniform(code), gain, is_cut: false })
            .into();
        // The last board is worth nothing, the one before it 8, of which half is learned: each
        // of the eight touches adds 8 * 0.5 / 8. So the first board is worth 4 and what the
        // second now is, 4, or what was made after it, 8, or what lies between.
        for (lambda, first) in [(0.0, 8.0), (0.5, 10.0), (1.0, 12.0)] {
            let mut learner = Learner::new(Settings { lambda, ..settings() });
            let shape = learner.settings.shape.clone();
            with_features!(&shape, features => learner.shared().learn(features, &path));
            let weight = |code: usize| learner.weights.numbers()[code * 17];
            let expected = [0.0, 4.0, first / 2.0];
            assert_eq!(
                [1, 2, 3].map(weight).map(f32::to_bits),
                expected.map(f32::to_bits)
            );
            let errors = &learner.errors.numbers()[2 * 17 * 2..][..2];
            assert!(errors.iter().all(|&sum| (sum - 64.0).abs() < 1e-6), "eight times 8");
        }
    }

    #[test]
    fn second_halves_are_played_again() {
        let mut once = Learner::new(settings());
        let mut again = Learner::new(Settings { restart: Some(0), ..settings() });
        let (once, again) = (once.play(), again.play());
        assert_eq!((once.score, once.largest), (again.score, again.largest));
        // Nothing was learned before the first game, so later halves are as long as chance has
        // it; each is played at least to where it had less than half of ten moves left.
        assert!(again.moves >= once.moves + once.moves / 4, "{again:?} {once:?}");
    }
}
