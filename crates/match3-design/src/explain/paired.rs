//! Games of a changed level beside those of the level with the same seeds.

use tilewright_grid::Estimate;
use tilewright_match3::{MAX_SWAPS, Outcome};

/// The swaps of a game, and whether it is won within the move limit, as numbers.
fn quantities(outcome: &Outcome, moves: Option<u32>) -> [f64; 2] {
    let swaps = if outcome.is_won { outcome.swaps } else { MAX_SWAPS };
    let is_in_time = moves.is_some_and(|moves| outcome.swaps <= moves);
    [f64::from(swaps), f64::from(u8::from(outcome.is_won && is_in_time))]
}

/// The least variance of the swaps: that of a standard deviation of 0.05.
const LEAST_VARIANCE: f64 = 0.0025;

/// The least variance of what is won: games that were all won, or all lost, may end otherwise. It is that of one game of
/// two more.
fn least_of_won(games: f64) -> f64 {
    1.0 / (games + 2.0)
}

/// The games of the level itself, in the order of their seeds.
#[derive(Clone, Debug, Default)]
pub(super) struct BaseGames {
    games: Vec<[f64; 2]>,
    /// The sum of each quantity, and of its squares.
    sums: [[f64; 2]; 2],
}

impl BaseGames {
    pub(super) fn add(&mut self, outcomes: &[Outcome], moves: Option<u32>) {
        for outcome in outcomes {
            let game = quantities(outcome, moves);
            for (sums, value) in self.sums.iter_mut().zip(game) {
                *sums = [sums[0] + value, sums[1] + value * value];
            }
            self.games.push(game);
        }
    }

    pub(super) const fn count(&self) -> u32 {
        self.games.len() as u32
    }

    /// The mean of a quantity, and its variance in one game.
    fn moments(&self, which: usize) -> (f64, f64) {
        let count = self.games.len().max(1) as f64;
        let [sum, squares] = self.sums[which];
        let mean = sum / count;
        (mean, (squares / count - mean.powi(2)).max(least(which, count)))
    }

    pub(super) fn swaps(&self) -> Estimate {
        self.estimate(0)
    }

    pub(super) fn won(&self) -> f64 {
        self.moments(1).0
    }

    fn estimate(&self, which: usize) -> Estimate {
        let (mean, variance) = self.moments(which);
        Estimate::of_error(mean, (variance / f64::from(self.count().max(1))).sqrt())
    }
}

fn least(which: usize, games: f64) -> f64 {
    if which == 0 { LEAST_VARIANCE } else { least_of_won(games) }
}

/// The sums of the games of a change, and of the level's own games of the same seeds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairedGames {
    pub(super) count: u32,
    swaps: Sums,
    won: Sums,
}

/// The sums of a quantity: of the change, and of the level's games of the same seeds.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    then: f64,
    then_squares: f64,
    now: f64,
    now_squares: f64,
    products: f64,
}

impl PairedGames {
    /// Adds the games that follow those so far.
    pub(super) fn add(
        &mut self,
        outcomes: &[Outcome],
        moves: Option<u32>,
        base: &BaseGames,
    ) {
        let nows = &base.games[self.count as usize..];
        for (outcome, now) in outcomes.iter().zip(nows) {
            let then = quantities(outcome, moves);
            self.swaps.add(then[0], now[0]);
            self.won.add(then[1], now[1]);
            self.count += 1;
        }
    }

    /// The mean swaps of the changed level.
    pub(super) fn mean_swaps(&self) -> Estimate {
        let count = f64::from(self.count.max(1));
        let (mean, variance) = (self.swaps.then / count, self.swaps.variance(count));
        Estimate::of_error(mean, (variance.max(LEAST_VARIANCE) / count).sqrt())
    }

    /// The win rate of the changed level.
    pub(super) fn win_rate(&self) -> f64 {
        self.won.then / f64::from(self.count.max(1))
    }

    /// The increase of the mean swaps by the change, and its standard error.
    pub(super) fn more_swaps(&self, base: &BaseGames) -> (f64, f64) {
        self.difference(&self.swaps, base, 0)
    }

    /// The increase of the win rate, and its standard error.
    pub(super) fn more_won(&self, base: &BaseGames) -> (f64, f64) {
        self.difference(&self.won, base, 1)
    }

    /// The difference of two means, by the games of common seeds as a control variate (Cochran, *Sampling techniques*, 1977,
    /// chapter 7): games that begin alike end somewhat alike, and the level has more games than the change. A plain difference of pairs
    /// has more variance than that of all games where they correlate by less than a quarter, as most do here.
    fn difference(&self, sums: &Sums, base: &BaseGames, which: usize) -> (f64, f64) {
        let count = f64::from(self.count.max(1));
        let slope = sums.slope(count).clamp(0.0, 1.0);
        let (mean, variance) = base.moments(which);
        let (then, now) = (sums.then / count, sums.now / count);

        let difference = then - slope * now - (1.0 - slope) * mean;
        let rest = sums.rest(slope, count).max(least(which, count));
        let all = f64::from(base.count().max(1));
        let error = rest / count + (1.0 - slope).powi(2) * variance / all;
        (difference, error.sqrt())
    }
}

impl Sums {
    fn add(&mut self, then: f64, now: f64) {
        self.then += then;
        self.then_squares += then * then;
        self.now += now;
        self.now_squares += now * now;
        self.products += then * now;
    }

    fn variance(&self, count: f64) -> f64 {
        self.then_squares / count - (self.then / count).powi(2)
    }

    fn covariance(&self, count: f64) -> f64 {
        self.products / count - self.then / count * (self.now / count)
    }

    fn variance_now(&self, count: f64) -> f64 {
        self.now_squares / count - (self.now / count).powi(2)
    }

    /// By how much the change's games vary with the level's own.
    fn slope(&self, count: f64) -> f64 {
        let variance = self.variance_now(count);
        if variance > 0.0 { self.covariance(count) / variance } else { 0.0 }
    }

    /// The variance that the level's games leave.
    fn rest(&self, slope: f64, count: f64) -> f64 {
        self.variance(count) - 2.0 * slope * self.covariance(count)
            + slope * slope * self.variance_now(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(swaps: u32) -> Outcome {
        let (is_endless, is_timed_out) = (false, false);
        Outcome {
            swaps,
            is_won: true,
            reshuffles: 0,
            cascades: 0,
            score: 0,
            is_endless,
            is_timed_out,
        }
    }

    /// The swaps of two levels that share a part of their luck.
    fn games(
        rng: &mut tilewright_grid::Rng,
        shared: u32,
    ) -> (Vec<Outcome>, Vec<Outcome>) {
        let one = |rng: &mut tilewright_grid::Rng| {
            let common = rng.below(shared);
            let own = |rng: &mut tilewright_grid::Rng| 10 + common + rng.below(21);
            (outcome(own(rng)), outcome(2 + own(rng)))
        };
        (0..400).map(|_| one(rng)).unzip()
    }

    /// The intervals of a known difference hold it in about 95 % of trials, whatever is common to the games.
    #[test]
    fn intervals_of_a_difference_hold_the_truth() {
        let mut rng = tilewright_grid::Seed(3).rng();
        let mut widths = Vec::new();
        for shared in [1, 21, 81] {
            let (mut held, mut width) = (0, 0.0);
            for _ in 0..1000 {
                let (now, then) = games(&mut rng, shared);
                let mut base = BaseGames::default();
                base.add(&now, Some(20));
                let mut paired = PairedGames::default();
                paired.add(&then[..100], Some(20), &base);
                paired.add(&then[100..200], Some(20), &base);
                let (difference, error) = paired.more_swaps(&base);
                held += u32::from((difference - 2.0).abs() < 1.96 * error);
                width += error;
            }
            assert!((930..=970).contains(&held), "{shared}: {held}");
            widths.push(width / 1000.0);
        }
        // What is common to both is no doubt.
        let spread = |n: f64| ((n * n - 1.0) / 12.0).sqrt();
        let plain = (spread(81.0).powi(2) * (1.0 / 200.0 + 1.0 / 400.0)).sqrt();
        assert!(widths[2] < 0.75 * plain, "{widths:?} {plain}");
    }

    #[test]
    fn games_that_were_all_won_leave_a_doubt() {
        let mut base = BaseGames::default();
        base.add(&[outcome(5); 100], Some(9));
        let mut paired = PairedGames::default();
        paired.add(&[outcome(6); 50], Some(9), &base);
        let (more, error) = paired.more_won(&base);
        assert!(more.abs() < 1e-9 && (0.01..0.05).contains(&error), "{more} {error}");
        assert!((paired.win_rate() - 1.0).abs() < 1e-9);
    }
}
