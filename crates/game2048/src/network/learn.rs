//! Training by self-play.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};

use super::curve::LearningCurve;
use super::lesson::TrainingState;
use super::pages::Pages;
use super::stage::Stage;
use super::{Network, Shape};
use crate::{FOUR_PROBABILITY, NetworkError};

/// The settings of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The tuples. A checkpoint names them before the other settings.
    #[serde(skip, default = "Shape::unread")]
    pub shape: Shape,
    /// The learning rate: the share of a prediction error that is corrected at once, as long as all
    /// errors of the weights involved have had the same sign. 1 is usual.
    pub learning_rate: f32,
    /// The initial value of every board: 0, or a high value that makes the network explore
    /// (*optimistic initialization*, Guei et al. 2021).
    pub optimistic_init: f32,
    /// λ of TD(λ), from 0 to 1: 0 learns from the predicted value of the next board, 1 from the
    /// final score.
    pub lambda: f32,
    /// The game from which on the *restart strategy* is used, if any: each game is played again
    /// from its middle, and the new game from its middle, while it is longer than ten moves. So
    /// the ends of games are seen as often as their beginnings (Matsuzaki, *Developing a 2048
    /// player with backward temporal coherence learning and restart*, 2017). With `downgrade` a
    /// restarted game may be as long as the game before, so the number of restarts is limited to
    /// the binary logarithm of the game's moves.
    pub restart: Option<u64>,
    /// Whether boards with a tile above 8192 are seen with smaller tiles
    /// ([`Board::downgraded`](crate::Board::downgraded)), so that what was learned of small tiles
    /// also serves large ones (*tile downgrading*, Guei et al., *Optimistic temporal difference
    /// learning for 2048*, 2021): weaker after few games, stronger after many.
    pub downgrade: bool,
    /// The probability that a new tile is a 4 instead of a 2.
    pub four_probability: f64,
    /// The seed of all random choices: game *i* uses `seed.child(i)`.
    pub seed: Seed,
}

impl Settings {
    /// Plain TC learning: a learning rate of 1, λ = 0, no restarts, no downgrading.
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

/// Trains a network by temporal-difference learning of afterstates (Szubert and Jaśkowski, *Temporal
/// difference learning of n-tuple networks for the game 2048*, 2014) with temporal coherence (*TC
/// learning*): each weight has a learning rate of its own, the coherence of its errors (Beal and
/// Smith, 1999; Jaśkowski, *Mastering 2048 with delayed temporal coherence learning*, 2018). The
/// moves of a game are processed from the last to the first, so that its end affects its
/// beginning at once (Matsuzaki, 2017).
///
/// ```
/// use tilewright_2048::{Learner, Settings};
/// use tilewright_grid::{Seed, Watch};
///
/// let settings = Settings { lambda: 0.5, ..Settings::new("0123,0145".parse()?, Seed(1)) };
/// let mut learner = Learner::new(settings)?;
/// for _ in 0..20 {
///     learner.play();
/// }
/// println!("mean score {:.0}", learner.curve().points[0].mean_score());
/// let network = learner.into_network(&())?;
/// let file = network.to_bytes(&())?;
/// # assert!(file.len() > 1000);
/// # Ok::<(), tilewright_2048::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learner {
    pub(super) settings: Settings,
    /// The weights of the network. While stage 2 is trained, those of stage 1 do not change.
    pub(super) weights: Pages<f32>,
    /// For every trained weight the sum of its errors and the sum of their absolute values.
    pub(super) errors: Pages<f32>,
    pub(super) episodes: u64,
    pub(super) curve: LearningCurve,
    /// The factor of the learning rate.
    pub(super) rate_scale: f32,
}

/// The number of games for each thread in one call of [`Learner::play_parallel`]: at the end of a
/// call threads wait for the longest game, and a stop waits for the call. Chosen between the two.
const GAMES_PER_THREAD: u64 = 4;

/// The result of one training game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Episode {
    /// The score; in stage 2, that of the first of the games from the stage 2 board.
    pub score: u64,
    /// The number of moves that were learned from, including those of restarts, and in stage 2 those
    /// of all games from the stage 2 board.
    pub moves: u64,
    /// The largest tile of the game that has the score.
    pub largest: u32,
}

impl Learner {
    /// A learner without training.
    ///
    /// # Errors
    /// [`NetworkError::Memory`].
    pub fn new(settings: Settings) -> Result<Self, NetworkError> {
        let count = settings.shape.weight_count();
        let start = settings.optimistic_init / settings.shape.feature_count() as f32;
        // Zeros take no time: the system provides such memory when it is first used.
        let weights = if start.to_bits() == 0 {
            Pages::zeros(count)?
        } else {
            Pages::collect(count, std::iter::repeat_n(start, count))?
        };
        Self::of(settings, weights)
    }

    /// A learner with these weights and without a history of errors.
    fn of(settings: Settings, weights: Pages<f32>) -> Result<Self, NetworkError> {
        let errors = Pages::zeros(2 * settings.shape.weight_count())?;
        Ok(Self {
            settings,
            weights,
            errors,
            episodes: 0,
            curve: LearningCurve::default(),
            rate_scale: 1.0,
        })
    }

    /// A learner that trains stage 2 of a network (see [`Network`]); the weights of stage 1 are not
    /// changed.
    ///
    /// To reach stage 2 quickly, stage 1 plays until the board has a 4096, a 2048, a 1024 and a 512.
    /// These tiles, and smaller ones down to the first missing value, are then replaced by tiles of
    /// four times their value, which gives a stage 2 board. This board is played eight times, to a
    /// 32,768 or the end of the game. In the first 5,000 games stage 1 plays one of the eight, because
    /// untrained weights would hardly reach a 32,768. A game that ends before stage 2 teaches nothing
    /// and is not part of the learning curve.
    ///
    /// If the network has weights of stage 2, the training continues from these. The shape is always
    /// that of the network, whatever the settings say.
    ///
    /// # Errors
    /// [`NetworkError::Memory`].
    pub fn stage_2(
        network: &Network,
        mut settings: Settings,
    ) -> Result<Self, NetworkError> {
        settings.shape.clone_from(network.shape());
        let count = settings.shape.weight_count();
        let start = settings.optimistic_init / settings.shape.feature_count() as f32;
        let stage_2 =
            network.stage_2.as_ref().map(|late| late.get().ok_or_else(|| late.memory()));
        let stage_2 = stage_2.transpose()?;
        let known =
            network.stage_1.points().chain(stage_2.into_iter().flat_map(Stage::points));
        let weights =
            Pages::collect(2 * count, known.chain(std::iter::repeat_n(start, count)))?;
        Self::of(settings, weights)
    }

    /// Whether it trains stage 2.
    pub fn is_stage_2(&self) -> bool {
        self.weights.numbers().len() > self.settings.shape.weight_count()
    }

    /// The settings of the training.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Refuses settings that differ from its own. `stage_1` is the network whose stage 2 is to be
    /// trained, if that is the purpose.
    ///
    /// # Errors
    /// [`NetworkError::Mismatch`] with the first setting that differs.
    pub fn check_settings(
        &self,
        expected: &Settings,
        stage_1: Option<&Network>,
    ) -> Result<(), NetworkError> {
        let here = &self.settings;

        let stage = |is_stage_2| if is_stage_2 { "2" } else { "1" }.to_owned();
        let weights = &self.weights.numbers()[..here.shape.weight_count()];
        let is_same = stage_1
            .is_none_or(|network| network.stage_1.points().eq(weights.iter().copied()));
        let network =
            |is_same| if is_same { "of this network" } else { "of another network" };

        let pair = |what, here: &dyn ToString, expected: &dyn ToString| {
            (what, here.to_string(), expected.to_string())
        };
        let settings = [
            pair("stage", &stage(self.is_stage_2()), &stage(stage_1.is_some())),
            pair("shape", &here.shape, &expected.shape),
            pair("learning rate", &here.learning_rate, &expected.learning_rate),
            pair("optimistic init", &here.optimistic_init, &expected.optimistic_init),
            pair("lambda", &here.lambda, &expected.lambda),
            pair("restart", &restart(here.restart), &restart(expected.restart)),
            pair("tile downgrading", &here.downgrade, &expected.downgrade),
            pair("four probability", &here.four_probability, &expected.four_probability),
            pair("seed", &here.seed, &expected.seed),
            pair("stage 1 weights", &network(is_same), &network(true)),
        ];

        match settings.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => {
                Err(NetworkError::Mismatch { what, found, expected })
            }
            None => Ok(()),
        }
    }

    /// The number of games it has been trained on.
    pub const fn episodes(&self) -> u64 {
        self.episodes
    }

    /// The learning curve.
    pub const fn curve(&self) -> &LearningCurve {
        &self.curve
    }

    /// The network as trained so far, without the state that further training needs: each weight is rounded to one of 65,535 values
    /// at even intervals around 0, separately for each stage.
    ///
    /// # Errors
    /// [`NetworkError::Memory`], and [`NetworkError::Cancelled`] if the watch stops the work.
    pub fn into_network(self, watch: &dyn Watch) -> Result<Network, NetworkError> {
        let (stage_1, stage_2) = self.stages();
        let rounded = |weights: &[f32]| Stage::rounded(weights, watch);
        let stage_2 = (!stage_2.is_empty()).then(|| rounded(stage_2)).transpose()?;
        Ok(Network::of(self.settings.shape.clone(), rounded(stage_1)?, stage_2))
    }

    /// As [`into_network`](Self::into_network), for a small file: of the stage that is trained, the weights whose prediction errors
    /// add up to fewer than `least` points are 0, since they were hardly ever looked up, and the others are rounded to multiples of 32 points.
    /// Errors count from the start of this training, and its start value should be 0: what an earlier one had learned of stage 2 would be lost.
    ///
    /// # Errors
    /// As [`into_network`](Self::into_network).
    pub fn into_pruned_network(
        self,
        least: f32,
        watch: &dyn Watch,
    ) -> Result<Network, NetworkError> {
        let (stage_1, stage_2) = self.stages();
        let pruned = |weights| {
            Stage::pruned(weights, self.errors.numbers().as_chunks().0, least, watch)
        };
        let (stage_1, stage_2) = if stage_2.is_empty() {
            (pruned(stage_1)?, None)
        } else {
            (Stage::rounded(stage_1, watch)?, Some(pruned(stage_2)?))
        };
        Ok(Network::of(self.settings.shape.clone(), stage_1, stage_2))
    }

    /// The weights of stage 1 and of stage 2, which may be none.
    fn stages(&self) -> (&[f32], &[f32]) {
        self.weights.numbers().split_at(self.settings.shape.weight_count())
    }

    /// Multiplies the learning rate by `factor` from now on, instead of any earlier factor. A lower
    /// rate in the last games (*annealing*) makes a network stronger. Checkpoints do not hold the
    /// factor.
    pub const fn scale_learning_rate(&mut self, factor: f32) {
        self.rate_scale = factor;
    }

    /// Trains on the next game.
    pub fn play(&mut self) -> Episode {
        let game = self.episodes;
        let episode = self.shared().play(game, &mut Vec::new());
        self.episodes += 1;
        self.curve.push(episode);
        episode
    }

    /// Trains on up to `max` games on all threads at once: faster, but on more than one thread the
    /// result depends on their timing. One call plays at most four games for each thread.
    pub fn play_parallel(&mut self, max: u64) {
        let games = max.min(GAMES_PER_THREAD * rayon::current_num_threads() as u64);
        let (first, shared) = (self.episodes, self.shared());
        let games = (first..first + games).into_par_iter();
        let episodes: Vec<Episode> =
            games.map_init(Vec::new, |path, game| shared.play(game, path)).collect();
        self.episodes += episodes.len() as u64;
        for episode in episodes {
            self.curve.push(episode);
        }
    }

    /// What the threads share during the training.
    fn shared(&mut self) -> TrainingState<'_> {
        let is_stage_2 = self.is_stage_2();
        let Self { settings, weights, errors, rate_scale, .. } = self;

        let (first, second) = weights.shared().split_at(settings.shape.weight_count());
        let (stage_1, weights) =
            if is_stage_2 { (Some(first), second) } else { (None, first) };

        TrainingState {
            settings,
            rate: settings.learning_rate * *rate_scale,
            stage_1,
            weights,
            errors: errors.shared().as_chunks().0,
        }
    }
}

/// The setting of restarts as text.
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
    fn a_game_is_learned_from_its_end_to_its_beginning() {
        let gains = [(3, 100), (2, 4), (1, 8)];
        let path: Vec<Step> = gains
            .map(|(code, gain)| Step { board: uniform(code), gain, is_cut: false })
            .into();
        // The target of the last board is 0, that of the one before it 8, half of which is learned:
        // each of the eight lookups adds 8 * 0.5 / 8. The target of the first board is 4 plus the
        // new value of the second, 4, or plus the score made after it, 8, or between.
        for (lambda, first) in [(0.0, 8.0), (0.5, 10.0), (1.0, 12.0)] {
            let mut learner = Learner::new(Settings { lambda, ..settings() }).unwrap();
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
    fn the_value_after_the_last_move_is_learned_too() {
        let mut learner = Learner::new(settings()).unwrap();
        let shape = learner.settings.shape.clone();
        let path = [Step { board: uniform(3), gain: 100, is_cut: false }];
        with_features!(&shape, features => learner.shared().learn(features, &path, 8.0));
        // Half of it, eight times an eighth; the gain of the move itself is not part of the target.
        assert_eq!(learner.weights.numbers()[3 * 17].to_bits(), 4.0_f32.to_bits());
    }

    #[test]
    fn restarts_add_moves_but_no_score() {
        let mut once = Learner::new(settings()).unwrap();
        let mut again =
            Learner::new(Settings { restart: Some(0), ..settings() }).unwrap();
        let (once, again) = (once.play(), again.play());
        assert_eq!((once.score, once.largest), (again.score, again.largest));
        // Nothing was learned before the first game, so the length of restarted games is random.
        assert!(again.moves >= once.moves + once.moves / 4, "{again:?} {once:?}");
    }
}
