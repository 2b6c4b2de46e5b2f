//! Predictions with their intervals, of a model alone or with some games.

use serde::Serialize;
use tilewright_grid::{Seed, Watch, checksum, det};
use tilewright_match3::{Level, MAX_SWAPS, Rules, SkilledBot, Strategy, play};

use super::Model;

/// The most games of a prediction.
const GAMES: u32 = 32;
/// The most moves of all games of a prediction on a board of 9 × 9 cells; in proportion fewer on larger ones. They take
/// 0.5 to 2.2 ms (`cargo xtask bench structured`), where 5 ms are allowed.
const MOVES: u32 = 800;
/// The cells of that board.
const AREA: usize = 81;
/// The standard deviation of the moves of a game as a share of their mean, as long as games do not show it: 0.27 to 0.31
/// for `collect:30` on the open 9 × 9 board, more where single cells are left for the end. It counts as much as so
/// many games. With 1/3, and without the correction of few games below, intervals held 84 % to 87 % of the mixed levels of
/// `blast`, whose games are the longest and the most different; with both 89 % (`cargo xtask bench structured`).
const SPREAD: (f64, f64) = (0.37, 4.0);
/// The standard deviations from the middle of a normal distribution to the ends of the interval that has 90 % of it.
pub(super) const WITHIN: f64 = 1.6449;

/// The predicted mean swaps of a level, with the interval that holds the true mean with a probability of 90 %.
///
/// ```
/// use tilewright_match3::{Level, Strategy};
/// use tilewright_match3_design::{Model, Prediction};
///
/// let level: Level = ["...###..."; 9].join("\n").parse()?;
/// let goal = "collect:30".parse()?;
/// let model = Model::for_level(&level, &goal, Strategy::Greedy.into()).ok_or("no model")?;
/// let alone = Prediction::of(&model, &level);
/// let played = Prediction::played(&model, &level, &());
/// println!("{:.1} swaps ({:.1} to {:.1}, {} games)", played.swaps, played.low, played.high, played.games);
/// assert!(alone.games == 0 && played.high / played.low < alone.high / alone.low);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The predicted mean swaps.
    pub swaps: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of games that were played for it; 0 if it is that of the model alone.
    pub games: u32,
}

/// A normal distribution of the logarithm of the mean swaps.
#[derive(Clone, Copy, Debug)]
struct Belief {
    log: f64,
    variance: f64,
    games: u32,
}

impl Prediction {
    /// The prediction of the model alone, for the goal of [`Model::predict`].
    pub fn of(model: &Model, level: &Level) -> Self {
        Self::from(Belief::of(model, level))
    }

    /// The prediction of the model, weighed with at most 32 games of its bot and 800 moves together. The games are the
    /// same for the same level. Models of other bots than `random`, `article` and `greedy` do not play, since each of
    /// their moves takes longer; nor does a prediction that `watch` stops.
    pub fn played(model: &Model, level: &Level, watch: &dyn Watch) -> Self {
        let alone = Belief::of(model, level);
        let games = Belief::of_games(model, level, watch);
        Self::from(games.map_or(alone, |games| alone.with(games)))
    }

    /// The standard deviation of the logarithm of the swaps.
    pub fn deviation_log(&self) -> f64 {
        det::ln(self.high / self.low) / (2.0 * WITHIN)
    }
}

impl From<Belief> for Prediction {
    fn from(Belief { log, variance, games }: Belief) -> Self {
        let half = WITHIN * variance.sqrt();
        let [low, swaps, high] = [log - half, log, log + half].map(det::exp);
        Self { swaps, low, high, games }
    }
}

impl Belief {
    fn of(model: &Model, level: &Level) -> Self {
        let log = det::ln(model.predict(level).max(0.1));
        Self { log, variance: model.fit().deviation().powi(2), games: 0 }
    }

    /// What the games of the bot alone let believe; none if no game has ended.
    fn of_games(model: &Model, level: &Level, watch: &dyn Watch) -> Option<Self> {
        let rules = Rules::new(level, model.asked(level));
        let seed = Seed(checksum(level.to_json().as_bytes()));
        let all = budget(model.bot(), level.size().area());

        let (mut lengths, mut rest) = (Vec::new(), all);
        while rest > 0 && (lengths.len() as u32) < GAMES {
            let game = (all - rest) + lengths.len() as u32;
            let most = rest.min(MAX_SWAPS);
            let outcomes = play(&rules, &model.bot(), most, game..game + 1, seed, watch);
            let outcome = outcomes.first()?;
            // A game that is lost at once would be played for ever.
            rest -= outcome.swaps.clamp(1, rest);
            if outcome.is_won {
                lengths.push(f64::from(outcome.swaps.max(1)));
            }
        }
        Self::of_lengths(&lengths, all, rest)
    }

    fn of_lengths(lengths: &[f64], all: u32, rest: u32) -> Option<Self> {
        if lengths.is_empty() {
            return None;
        }
        let count = lengths.len() as f64;
        let mean = lengths.iter().sum::<f64>() / count;

        // The game that the limit has cut off is a long one more often than not, so that the mean of the others is too
        // small. By the theory of renewals (Smith 1958) half a game more ends within the limit on average, less what
        // the lengths spread.
        let is_cut = rest == 0;
        let unbiased = if is_cut { f64::from(all) / (count + 0.5) } else { mean };

        let squares = lengths.iter().map(|length| (length / mean - 1.0).powi(2));
        let (spread, weight) = SPREAD;
        // Few games do not show how much games spread: the error of their mean is one of Student's distribution, whose variance
        // is larger by freedom / (freedom - 2).
        let freedom = weight + count - 1.0;
        let spread = (weight * spread * spread + squares.sum::<f64>()) / (freedom - 2.0);
        let log = det::ln(unbiased.max(mean));
        Some(Self { log, variance: spread / count, games: lengths.len() as u32 })
    }

    /// Both together, weighed by their inverse squared errors.
    fn with(self, games: Self) -> Self {
        let apart = (self.log - games.log).powi(2);
        let expected = self.variance + games.variance;

        // On a level that the model does not understand, games are farther off than both errors allow: by more than three
        // standard deviations. Then the model's error is what the games' own leaves of the distance. With two, R² of
        // `classic` is 0.92 instead of 0.95, by games that lie far away by chance.
        let is_far = apart > 9.0 * expected;
        let own = if is_far { apart - games.variance } else { self.variance };
        let [one, two] = [1.0 / own, 1.0 / games.variance];
        let log = (one * self.log + two * games.log) / (one + two);

        // Nearer ones are as far off as they say, or the errors are understated (Birge 1932): the interval is wider.
        let scale = if is_far { 1.0 } else { (apart / expected / 2.0).max(1.0) };
        Self { log, variance: scale / (one + two), games: games.games }
    }
}

/// The moves that a prediction may play; none by bots whose moves take long.
fn budget(bot: SkilledBot, area: usize) -> u32 {
    match bot.strategy() {
        Strategy::Random | Strategy::Article | Strategy::Greedy => {
            (MOVES as usize * AREA / area.max(AREA)) as u32
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Rng;

    use super::*;

    /// Lengths of games around a mean, within a limit of all moves, and what is left of it.
    fn lengths(mean: f64, all: u32, rng: &mut Rng) -> (Vec<f64>, u32) {
        let (mut lengths, mut rest) = (Vec::new(), all);
        while lengths.len() < GAMES as usize && rest > 0 {
            let normal = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
            let length = (mean * (1.0 + SPREAD.0 * normal)).round().max(1.0) as u32;
            if length <= rest {
                lengths.push(f64::from(length));
            }
            rest -= length.min(rest);
        }
        (lengths, rest)
    }

    #[test]
    fn games_that_the_limit_cuts_off_do_not_shorten_the_mean() {
        let mut rng = Seed(1).rng();
        for mean in [10.0, 40.0, 100.0, 200.0] {
            let (mut sum, mut within) = (0.0, 0.0);
            for _ in 0..2000 {
                let (lengths, rest) = lengths(mean, MOVES, &mut rng);
                let games = Belief::of_lengths(&lengths, MOVES, rest).unwrap();
                let Prediction { swaps, low, high, .. } = games.into();
                sum += swaps / 2000.0;
                within += f64::from(u8::from((low..=high).contains(&mean))) / 2000.0;
            }
            // A mean of a few games is a bit too large, as their number stands below a line.
            assert!((sum / mean - 1.0).abs() < 0.07, "{sum} {mean}");
            assert!((0.87..0.98).contains(&within), "{within} {mean}");
        }
    }

    #[test]
    fn what_is_more_certain_weighs_more_unless_games_are_far_off() {
        let belief = |log, error: f64| Belief { log, variance: error * error, games: 8 };
        let near = belief(3.0, 0.05).with(belief(3.1, 0.1));
        assert!((near.log - 3.02).abs() < 1e-9 && near.variance < 0.0025);
        let far = belief(3.0, 0.05).with(belief(4.0, 0.1));
        assert!(far.log > 3.98, "{far:?}");
    }
}
