//! Learning by playing oneself.

use rayon::prelude::*;
use tilewright_grid::Seed;

use super::curve::LearningCurve;
use super::lesson::Shared;
use super::pages::Pages;
use super::{Network, Shape};
use crate::{FOUR_PROBABILITY, NetworkError};

/// How a network learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The tuples.
    pub shape: Shape,
    /// The share of an error that a board's weights take over when all errors so far had the
    /// same sign; 1 is usual.
    pub learning_rate: f32,
    /// What every board is thought to be worth before anything is learned: 0, or a high value
    /// to try everything once (*optimistic initialisation*, Guei et al. 2021).
    pub optimistic_init: f32,
    /// How much of what is learned at a step comes from how the game went on, from 0, only from
    /// what the next board was thought to be worth, to 1, only from the score that was made: λ.
    pub lambda: f32,
    /// From which game on, if from any, the second half of every game is played again, and the
    /// second half of that, as long as it has more than ten moves, so that the ends of games are
    /// met as often as their beginnings (Matsuzaki, *Developing a 2048 player with backward temporal
    /// coherence learning and restart*, 2017). With `downgrade` a half may go on for as long as
    /// what it is half of, so there are only as many as the game's moves can be halved.
    pub restart: Option<u64>,
    /// Whether tiles above 8192 are learned from halved as far as a value is missing
    /// (*tile-downgrading*, Guei et al., *Optimistic temporal difference learning for 2048*,
    /// 2021), so that what was learned of smaller tiles serves the larger ones: weaker after few
    /// games, stronger after many.
    pub downgrade: bool,
    /// How often a 4 comes instead of a 2.
    pub four_probability: f64,
    /// Where games come from: game *i* draws from `seed.child(i)`.
    pub seed: Seed,
}

impl Settings {
    /// The usual ones: a rate of 1, nothing else than temporal differences, 4s as often as in
    /// the game.
    pub const fn new(shape: Shape, seed: Seed) -> Self {
        Self {
            shape,
            learning_rate: 1.0,
            optimistic_init: 0.0,
            lambda: 0.0,
            restart: None,
            downgrade: false,
            four_probability: FOUR_PROBABILITY,
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
    /// Those of the network: where stage_2 boards are learned, only the second half changes.
    pub(super) weights: Pages,
    /// For every weight that is learned the sum of its errors and that of their sizes.
    pub(super) errors: Pages,
    pub(super) episodes: u64,
    pub(super) curve: LearningCurve,
    /// The share of its rate at which it learns.
    pub(super) rate_scale: f32,
}

/// How many games each thread learns from between two looks of the caller.
const GAMES_PER_THREAD: u64 = 4;

/// How a game went that was learned from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    /// Its score; from a stage_2 board on, that of the first of the games from there.
    pub score: u64,
    /// All moves that were learned from: its own, those of the downgrades that were played again, and
    /// those of all games from a stage_2 board.
    pub moves: u64,
    /// The largest tile of the same game.
    pub largest: u32,
}

impl Learner {
    /// One that has learned nothing yet.
    pub fn new(settings: Settings) -> Self {
        let count = settings.shape.weight_count();
        let start = settings.optimistic_init / settings.shape.feature_count() as f32;
        // Zeros take no time: the system gives such memory when it is first used.
        let weights = if start.to_bits() == 0 {
            Pages::zeros(count)
        } else {
            Pages::collect(count, std::iter::repeat_n(start, count))
        };
        Self::of(settings, weights)
    }

    /// One that learns on from these weights as if it had made no errors yet.
    fn of(settings: Settings, weights: Pages) -> Self {
        let errors = Pages::zeros(2 * settings.shape.weight_count());
        Self {
            settings,
            weights,
            errors,
            episodes: 0,
            curve: LearningCurve::default(),
            rate_scale: 1.0,
        }
    }

    /// One that learns how to play stage_2 boards ([`Network`]) for a network that plays until then
    /// and is left as it is. To come to one soon, that network plays until there are a 4096, a
    /// 2048, a 1024 and a 512; these, and smaller ones down to the first value that is missing,
    /// are then taken for four times as much. The stage_2 board is played eight times, each time
    /// to a 32,768 or the end, and learned from. In the first 5,000 games one of the eight is
    /// played by the network that knows nothing of stage_2 boards, since what has learned nothing
    /// would hardly come to a 32,768. A game that ends before teaches nothing and is not told
    /// of. A network that knows stage_2 boards learns on from what it knows. The shape is always
    /// that of the network.
    pub fn stage_2(network: &Network, mut settings: Settings) -> Self {
        settings.shape.clone_from(network.shape());
        let count = settings.shape.weight_count();
        let start = settings.optimistic_init / settings.shape.feature_count() as f32;
        let known = network.weights().iter().copied();
        let weights =
            Pages::collect(2 * count, known.chain(std::iter::repeat_n(start, count)));
        Self::of(settings, weights)
    }

    /// Whether it learns stage_2 boards only.
    pub fn is_stage_2(&self) -> bool {
        self.weights.numbers().len() > self.settings.shape.weight_count()
    }

    /// How it learns.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Refuses other settings than these, and another network before stage_2 boards than this, if
    /// only those are learned.
    ///
    /// # Errors
    /// What differs first: the boards that are learned, the shape, the rate, the optimistic_init, the
    /// lambda, from which game on downgrades are played again, whether tiles are halved, the share
    /// of 4s, the seed or that network.
    pub fn expect(
        &self,
        expected: &Settings,
        before: Option<&Network>,
    ) -> Result<(), NetworkError> {
        let here = &self.settings;
        let boards = |is_stage_2| {
            if is_stage_2 { "stage_2 boards only" } else { "all boards" }.to_owned()
        };
        let stage_1 = &self.weights.numbers()[..here.shape.weight_count()];
        let is_same = before.is_none_or(|network| network.parts().0 == stage_1);
        let network =
            |is_same| if is_same { "this one" } else { "another network" }.to_owned();
        let settings = [
            ("lessons from", boards(self.is_stage_2()), boards(before.is_some())),
            ("the shape", here.shape.to_string(), expected.shape.to_string()),
            (
                "the rate",
                here.learning_rate.to_string(),
                expected.learning_rate.to_string(),
            ),
            (
                "the optimistic_init",
                here.optimistic_init.to_string(),
                expected.optimistic_init.to_string(),
            ),
            ("the lambda", here.lambda.to_string(), expected.lambda.to_string()),
            ("the restart", restart(here.restart), restart(expected.restart)),
            ("the halving", here.downgrade.to_string(), expected.downgrade.to_string()),
            (
                "the share of 4s",
                here.four_probability.to_string(),
                expected.four_probability.to_string(),
            ),
            ("the seed", here.seed.to_string(), expected.seed.to_string()),
            ("the play before stage_2 boards of", network(is_same), network(true)),
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
    pub const fn curve(&self) -> &LearningCurve {
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
    pub const fn scale_learning_rate(&mut self, share: f32) {
        self.rate_scale = share;
    }

    /// Plays the next game and learns from it.
    pub fn play(&mut self) -> Episode {
        let game = self.episodes;
        let episode = self.shared().play(game, &mut Vec::new());
        self.episodes += 1;
        self.curve.push(episode);
        episode
    }

    /// Plays up to so many games and learns from them, on all threads at once: faster, but on
    /// more than one thread what is learned is not the same twice. They are no more than four
    /// for each thread, so that the caller soon sees how it stands.
    pub fn play_parallel(&mut self, most: u64) {
        let games = most.min(GAMES_PER_THREAD * rayon::current_num_threads() as u64);
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
        let is_stage_2 = self.is_stage_2();
        let Self { settings, weights, errors, rate_scale, .. } = self;
        let (first, second) = weights.shared().split_at(settings.shape.weight_count());
        let (stage_1, weights) =
            if is_stage_2 { (Some(first), second) } else { (None, first) };
        Shared {
            settings,
            rate: settings.learning_rate * *rate_scale,
            stage_1,
            weights,
            errors: errors.shared().as_chunks().0,
        }
    }
}

/// How a setting of restarts is told.
fn restart(first: Option<u64>) -> String {
    first.map_or_else(|| "none".to_owned(), |first| format!("from game {first}"))
}

#[cfg(test)]
mod tests {
    use super::super::features::with_features;
    use super::super::lesson::Step;
    use super::*;
    use crate::BitBoard;

    fn settings() -> Settings {
        Settings { learning_rate: 0.5, ..Settings::new("01".parse().unwrap(), Seed(3)) }
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
            with_features!(&shape, features => learner.shared().learn(features, &path, 0.0));
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
    fn what_came_after_a_game_is_learned_too() {
        let mut learner = Learner::new(settings());
        let shape = learner.settings.shape.clone();
        let path = [Step { board: uniform(3), gain: 100, is_cut: false }];
        with_features!(&shape, features => learner.shared().learn(features, &path, 8.0));
        // Half of it, eight times an eighth; what the move itself gained is not yet to come.
        assert_eq!(learner.weights.numbers()[3 * 17].to_bits(), 4.0_f32.to_bits());
    }

    #[test]
    fn second_halves_are_played_again() {
        let mut once = Learner::new(settings());
        let mut again = Learner::new(Settings { restart: Some(0), ..settings() });
        let (once, again) = (once.play(), again.play());
        assert_eq!((once.score, once.largest), (again.score, again.largest));
        // Nothing was learned before the first game, so later downgrades are as long as chance has
        // it; each is played at least to where it had less than half of ten moves left.
        assert!(again.moves >= once.moves + once.moves / 4, "{again:?} {once:?}");
    }
}
