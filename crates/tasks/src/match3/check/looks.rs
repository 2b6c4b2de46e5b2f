//! How often the games of a level are looked at, and the intervals that hold over all looks.

use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};
use tilewright_match3::MAX_SWAPS;

use super::figure::Figure;

/// The chance that a decision is wrong, over all looks and figures of a level.
const WRONG: f64 = 0.05;

/// How far beyond an end of its band a figure still passes, in win rates. An interval can never decide a figure at the
/// very end. A fifth of the tolerance with which levels are generated, which nobody who plays notices.
const RATE_TOLERANCE: f64 = 0.01;

/// The same for mean swaps, as a share of the end: a third of the tolerance with which levels are generated.
const SWAPS_TOLERANCE: f64 = 0.01;

/// When the games of a level are looked at: after the first ones, and each time when there are twice as many, up to a
/// most.
///
/// With an interval of 95 % at every look, a level is decided wrongly far more often than once in twenty: each look is one
/// more chance. So each has its part of the 5 %, all the same (Bonferroni). The equal boundary of Pocock (1977) for looks at
/// one growing sample would be 2.41 standard errors at five looks, beside 2.58 here, so an eighth fewer games; but it is
/// for sums that are nearly normal, and shares near 0 and 1 are not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    pub(super) first: u32,
    most: u32,
    /// The chance that one interval of one look misses.
    miss: f64,
}

impl Looks {
    /// The looks at games of a level with this number of figures.
    pub(super) fn new(first: u32, most: u32, figures: usize) -> Self {
        let most = most.max(first);
        let looks =
            std::iter::successors(Some(first), |&games| after(games, most)).count();
        Self { first, most, miss: WRONG / (looks * figures.max(1)) as f64 }
    }

    /// The games of the next look; none after the last one.
    pub(super) fn next(&self, games: u32) -> Option<u32> {
        after(games, self.most)
    }

    /// A win rate beside its band.
    pub(super) fn win_rate(&self, won: u32, games: u32, band: [f64; 2]) -> Figure {
        let interval =
            wilson(f64::from(won), f64::from(games), self.quantile(f64::INFINITY));
        let mean = f64::from(won) / f64::from(games.max(1));
        let tolerance = [RATE_TOLERANCE; 2];
        Figure::new("win_rate", "win rate".to_owned(), (mean, interval), band, tolerance)
    }

    /// Mean swaps of finished games, by their standard deviation, beside their band.
    pub(super) fn swaps(
        &self,
        name: String,
        (mean, deviation, finished): (f64, f64, u32),
        band: [f64; 2],
    ) -> Figure {
        let count = f64::from(finished);
        // A single game has no spread, and says nothing.
        let most = f64::from(MAX_SWAPS);
        let half = match finished {
            0 | 1 => most,
            _ => self.quantile(count - 1.0) * deviation / count.sqrt(),
        };
        let interval = [(mean - half).max(0.0), (mean + half).min(most)];
        let tolerance = band.map(|end| SWAPS_TOLERANCE * end);
        Figure::new("swaps", name, (mean, interval), band, tolerance)
    }

    /// The two-sided quantile of Student's t-distribution, or of the normal distribution, rounded to six decimals, as
    /// further digits depend on the platform's logarithm.
    fn quantile(&self, freedom: f64) -> f64 {
        // Above, the two differ by less than 0.02 %.
        const ALMOST_NORMAL: f64 = 10_000.0;
        let share = 1.0 - self.miss / 2.0;
        let student = Some(freedom).filter(|&freedom| freedom <= ALMOST_NORMAL);
        let student = student.and_then(|freedom| StudentsT::new(0.0, 1.0, freedom).ok());
        let quantile = student.map_or_else(
            || Normal::standard().inverse_cdf(share),
            |student| student.inverse_cdf(share),
        );
        (quantile * 1e6).round() / 1e6
    }
}

/// Twice the games, as far as the most allow; none at the most.
fn after(games: u32, most: u32) -> Option<u32> {
    (games < most).then(|| games.saturating_mul(2).min(most))
}

/// The score interval of a share (Wilson 1927).
fn wilson(hits: f64, tries: f64, quantile: f64) -> [f64; 2] {
    if tries == 0.0 {
        return [0.0, 1.0];
    }
    let (share, square) = (hits / tries, quantile * quantile);
    let middle = share + square / (2.0 * tries);
    let half = quantile
        * (share * (1.0 - share) / tries + square / (4.0 * tries * tries)).sqrt();
    let [low, high] =
        [middle - half, middle + half].map(|end| end / (1.0 + square / tries));
    [low.min(share).max(0.0), high.max(share).min(1.0)]
}

#[cfg(test)]
mod tests {
    use tilewright_grid::{Rng, Seed, moments};

    use super::super::figure::Verdict;
    use super::*;

    /// The verdict on a win rate, and the games that it took.
    fn decided(rate: f64, band: [f64; 2], rng: &mut Rng) -> (Figure, u32) {
        let looks = Looks::new(2000, 32_000, 1);
        let (mut games, mut won) = (0, 0);
        let mut next = Some(looks.first);
        loop {
            let wanted = next.unwrap_or(games);
            let is_won = |_: &u32| rng.unit() < rate;
            won += (games..wanted).filter(is_won).count() as u32;
            games = wanted;
            let figure = looks.win_rate(won, games, band);
            next = looks.next(games);
            if figure.verdict != Verdict::Undecided || next.is_none() {
                return (figure, games);
            }
        }
    }

    #[test]
    fn a_level_within_its_band_by_two_points_fails_in_no_more_than_a_twentieth_of_seeds()
    {
        for (rate, is_good) in [(0.42, true), (0.58, true), (0.38, false), (0.62, false)]
        {
            let verdicts =
                (0..200).map(|seed| decided(rate, [0.4, 0.6], &mut Seed(seed).rng()));
            let verdicts: Vec<_> = verdicts.collect();
            let wrong = verdicts.iter().filter(|it| it.0.is_good() != is_good).count();
            assert!(wrong <= 10, "{rate}: {wrong} of 200 verdicts are wrong");
            let open =
                verdicts.iter().filter(|it| it.0.verdict == Verdict::Undecided).count();
            assert!(open <= 10, "{rate}: {open} of 200 are undecided");
        }
    }

    #[test]
    fn a_level_in_the_middle_takes_few_games_and_one_at_the_end_more() {
        let rng = &mut Seed(5).rng();
        assert_eq!(decided(0.5, [0.4, 0.6], rng).1, 2000);
        assert_eq!(decided(0.1, [0.4, 0.6], rng).1, 2000);
        let (figure, games) = decided(0.4, [0.4, 0.6], rng);
        assert!(games > 8000, "{games}: {figure:?}");
    }

    #[test]
    fn mean_swaps_are_decided_like_win_rates() {
        let mut wrong = [0, 0];
        for seed in 0..200 {
            let rng = &mut Seed(seed).rng();
            // Swaps from 10 to 30, of which the mean is 20.
            let swaps: Vec<f64> =
                (0..32_000).map(|_| 10.0 + f64::from(rng.below(21))).collect();
            for (band, wrong) in [[19.6, 30.0], [20.4, 30.0]].into_iter().zip(&mut wrong)
            {
                let looks = Looks::new(2000, 32_000, 2);
                let mut games = looks.first;
                let figure = loop {
                    let (mean, deviation, _) =
                        moments(swaps[..games as usize].iter().copied());
                    let measured = (mean, deviation, games);
                    let figure = looks.swaps("mean swaps".to_owned(), measured, band);
                    match looks
                        .next(games)
                        .filter(|_| figure.verdict == Verdict::Undecided)
                    {
                        Some(next) => games = next,
                        None => break figure,
                    }
                };
                *wrong += usize::from(figure.is_good() != (band[0] < 20.0));
            }
        }
        assert!(wrong.iter().all(|&wrong| wrong <= 10), "{wrong:?} of 200 are wrong");
    }

    #[test]
    fn looks_double_up_to_the_most_and_share_what_may_miss() {
        let looks = Looks::new(64, 300, 2);
        let sizes: Vec<_> =
            std::iter::successors(Some(looks.first), |&games| looks.next(games))
                .collect();
        assert_eq!(sizes, [64, 128, 256, 300]);
        assert!((looks.miss - 0.05 / 8.0).abs() < 1e-12);
        assert_eq!(Looks::new(500, 9, 1).next(500), None);
        assert!((Looks::new(500, 9, 1).quantile(1e9) - 1.959_964).abs() < 1e-6);
    }

    #[test]
    fn few_games_decide_nothing() {
        let looks = Looks::new(1, 1, 1);
        let swaps = looks.swaps(String::new(), (20.0, 0.0, 1), [10.0, 30.0]);
        assert_eq!(swaps.verdict, Verdict::Undecided);
        assert_eq!(looks.win_rate(0, 0, [0.2, 0.3]).verdict, Verdict::Undecided);
        assert_eq!(looks.win_rate(1, 1, [0.0, 1.0]).verdict, Verdict::Inside);
    }
}
