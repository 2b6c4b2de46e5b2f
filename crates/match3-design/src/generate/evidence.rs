//! How close the games of a level are to a difficulty, and whether they prove it.

use tilewright_grid::det;
use tilewright_match3::{MAX_SWAPS, Outcome};

use super::target::{SWAPS_TOLERANCE, rate_tolerance};
use crate::Difficulty;

/// The quantile of the normal distribution for a one-sided significance level of 1 % (2.326,
/// rounded up).
pub(super) const QUANTILE: f64 = 2.33;
/// The largest share of unfinished games if a mean of swaps is requested, which is the mean of the
/// finished games.
const UNFINISHED: f64 = 0.01;
/// The number of games from which the share of unfinished games is taken as known: the fewest
/// that verify a level.
const CERTAIN: f64 = 768.0;
/// The least standard deviation of the swaps, as a share of their mean, so that some games that
/// happen to be of one length do not count as certain. That of most levels is about a third.
const SPREAD: f64 = 0.1;
/// How many standard deviations of the logarithm of the swaps a move limit must lie above their mean so
/// that no game is lost. Of a normal distribution a game in 300,000 lies beyond, and 3,000 games are
/// all won with 99 %; what is longer in the tail costs a part of that.
const TAIL: f64 = 4.5;

/// How close the games of a level are to a difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Evidence {
    /// The logarithm of the swaps: of their mean, or of the move limit with the requested win
    /// rate. More if many games are unfinished.
    pub(super) swaps: f64,
    /// The standard error of that.
    pub(super) swaps_error: f64,
    /// The difference from the requested difficulty, in tolerances.
    pub(super) off: f64,
    /// The standard error of that.
    pub(super) error: f64,
}

impl Evidence {
    /// The evidence of no games.
    pub(super) const NONE: Self =
        Self { swaps: 0.0, swaps_error: 0.0, off: 1e6, error: 0.0 };

    pub(super) fn of(outcomes: &[Outcome], wanted: Difficulty) -> Self {
        match wanted {
            _ if outcomes.is_empty() => Self::NONE,
            Difficulty::Swaps(swaps) => Self::of_swaps(outcomes, swaps),
            Difficulty::WinRate { moves, .. } if wanted.is_without_loss() => {
                Self::of_losses(outcomes, moves)
            }
            Difficulty::WinRate { rate, moves } => Self::of_rate(outcomes, rate, moves),
        }
    }

    fn of_swaps(outcomes: &[Outcome], wanted: f64) -> Self {
        let count = outcomes.len() as f64;
        let ended = outcomes.iter().filter(|outcome| outcome.is_won);
        let ended = ended.map(|outcome| f64::from(outcome.swaps));
        let (mean, deviation, finished) = tilewright_grid::moments(ended);

        let mean = mean.max(0.01);

        // A level that many games do not finish is too hard, however short the others are.
        let excess = excess(count - finished, count);
        let swaps = (1.0 - excess) * mean + excess * f64::from(MAX_SWAPS);

        let off = (mean / wanted - 1.0) / SWAPS_TOLERANCE;
        let root = finished.max(1.0).sqrt();
        Self {
            swaps: det::ln(swaps),
            swaps_error: (deviation / mean).max(SPREAD) / root,
            off: if excess > 0.0 { off.max(1.0) + 100.0 * excess } else { off },
            error: deviation / root / wanted / SWAPS_TOLERANCE,
        }
    }

    fn of_rate(outcomes: &[Outcome], rate: f64, moves: u32) -> Self {
        let (count, tolerance) = (outcomes.len() as f64, rate_tolerance(rate));

        // Near 0 and 1 the error of few games would be 0 by chance; it is at least that of 1 %.
        let share = 1.0 - losses(outcomes, moves) / count;
        let error = ((share * (1.0 - share)).max(0.01) / count).sqrt();

        // How much the move limit of the requested win rate moves when the rate does by its
        // error.
        let sorted = sorted(outcomes);
        let at = |share: f64| det::ln(quantile(&sorted, share.clamp(0.0, 1.0)) + 0.5);
        let spread = (rate * (1.0 - rate) / count).sqrt();
        let swaps_error = (at(rate + spread) - at(rate - spread)) / 2.0;

        Self {
            swaps: at(rate),
            swaps_error: swaps_error.max(SPREAD / count.sqrt()),
            off: (share - rate) / tolerance,
            error: error / tolerance,
        }
    }

    /// Of a level that must not be lost: a single loss refutes it, and enough games without one prove
    /// it. How close it is follows from the mean and the spread of the swaps, since a level that is
    /// hardly ever lost has no losses to count.
    fn of_losses(outcomes: &[Outcome], moves: u32) -> Self {
        let (count, lost) = (outcomes.len() as f64, losses(outcomes, moves));

        let logs = outcomes.iter().map(|outcome| {
            let swaps = if outcome.is_won { outcome.swaps } else { MAX_SWAPS };
            det::ln(f64::from(swaps) + 0.5)
        });

        let (mean, deviation, _) = tilewright_grid::moments(logs);
        let deviation = deviation.max(SPREAD);
        let is_enough = outcomes.len() >= Difficulty::GAMES_WITHOUT_LOSS as usize;

        Self {
            swaps: mean + TAIL * deviation,
            // Of the mean, and of TAIL standard deviations.
            swaps_error: deviation * ((1.0 + TAIL * TAIL / 2.0) / count).sqrt(),
            off: if lost > 0.0 { -1.0 - 1000.0 * lost / count } else { 0.0 },
            error: if lost > 0.0 || is_enough { 0.0 } else { 1.0 },
        }
    }

    /// The difference of [`swaps`](Self::swaps) that is one tolerance, judged by the games of a level.
    pub(super) fn width(outcomes: &[Outcome], wanted: Difficulty) -> f64 {
        let (low, high) = match wanted {
            Difficulty::WinRate { rate, .. } if !outcomes.is_empty() => {
                let sorted = sorted(outcomes);
                let at = |share: f64| {
                    let share = share.clamp(0.01, 0.99);
                    det::ln(quantile(&sorted, share) + 0.5)
                };

                let tolerance = rate_tolerance(rate);
                (at(rate - tolerance), at(rate + tolerance))
            }
            _ => (0.0, 2.0 * det::ln(1.0 + SWAPS_TOLERANCE)),
        };
        ((high - low) / 2.0).max(SWAPS_TOLERANCE / 2.0)
    }

    /// Whether the level is within this number of tolerances at a significance level of 1 %: an
    /// equivalence test by two one-sided tests (Schuirmann, 1987).
    pub(super) fn is_proof(&self, tolerances: f64) -> bool {
        self.off.abs() + QUANTILE * self.error <= tolerances
    }

    /// Whether the level is unlikely to be within this number of tolerances.
    pub(super) fn is_beyond(&self, tolerances: f64) -> bool {
        self.off.abs() > tolerances + 2.0 * self.error
    }

    /// Whether the most games will not prove it, not even of a level in the middle of the tolerance, as these games show: where some take
    /// far longer than most, a mean stays uncertain.
    pub(super) fn is_beyond_proof(&self, games: u32, most: u32, tolerances: f64) -> bool {
        let share = f64::from(games) / f64::from(most);
        QUANTILE * self.error * share.sqrt() > tolerances
    }

    /// The largest likely difference; less is better.
    pub(super) fn score(&self) -> f64 {
        self.off.abs() + self.error
    }
}

/// The logarithm of the requested swaps, on the scale of [`Evidence::swaps`].
pub(super) fn aim(wanted: Difficulty) -> f64 {
    match wanted {
        Difficulty::Swaps(swaps) => det::ln(swaps.max(0.01)),
        Difficulty::WinRate { moves, .. } => det::ln(f64::from(moves) + 0.5),
    }
}

/// The difficulty that games have, in the unit of the requested one: mean swaps, which are more if many games
/// are unfinished, or the win rate within its moves.
pub(super) fn difficulty(outcomes: &[Outcome], wanted: Difficulty) -> f64 {
    match wanted {
        Difficulty::Swaps(_) => det::exp(Evidence::of(outcomes, wanted).swaps),
        Difficulty::WinRate { moves, .. } => {
            1.0 - losses(outcomes, moves) / (outcomes.len() as f64)
        }
    }
}

/// The number of games that do not reach the goal within the move limit.
fn losses(outcomes: &[Outcome], moves: u32) -> f64 {
    let is_lost = |outcome: &&Outcome| !outcome.is_won || outcome.swaps > moves;
    outcomes.iter().filter(is_lost).count() as f64
}

/// The share of unfinished games beyond the allowed one; of few games, beyond what chance explains.
fn excess(unfinished: f64, games: f64) -> f64 {
    // Two standard deviations of a Poisson number.
    let most = UNFINISHED * games;
    let doubt = if games < CERTAIN { 2.0 * most.sqrt() } else { 0.0 };
    ((unfinished - most - doubt) / games).max(0.0)
}

/// The swaps of all games in ascending order; unfinished games count as the longest.
fn sorted(outcomes: &[Outcome]) -> Vec<u32> {
    let won = |outcome: &Outcome| if outcome.is_won { outcome.swaps } else { u32::MAX };
    let mut swaps: Vec<u32> = outcomes.iter().map(won).collect();
    swaps.sort_unstable();
    swaps
}

/// The number of swaps within which this share of the games was won, interpolated.
fn quantile(sorted: &[u32], share: f64) -> f64 {
    let rank = share * sorted.len() as f64;

    let value = sorted[(rank as usize).min(sorted.len() - 1)];
    let below = sorted.partition_point(|&swaps| swaps < value) as f64;
    let here = sorted.partition_point(|&swaps| swaps <= value) as f64 - below;
    (f64::from(value.min(MAX_SWAPS)) - 1.0 + (rank - below) / here).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(won: u32, all: u32) -> Vec<Outcome> {
        let game = |index| Outcome {
            swaps: if index < won { 20 } else { 30 },
            is_won: true,
            reshuffles: 0,
            cascades: 0,
            score: 0,
            is_endless: false,
            is_timed_out: false,
        };
        (0..all).map(game).collect()
    }

    /// A difference of 2.7 points is within a tolerance of 5 once it is known precisely enough.
    #[test]
    fn a_level_within_the_tolerance_is_one() {
        let wanted = Difficulty::WinRate { rate: 0.6, moves: 25 };
        let few = Evidence::of(&games(627, 1000), wanted);
        assert!((few.off - 0.54).abs() < 1e-9 && !few.is_proof(1.0), "{few:?}");
        assert!(!few.is_beyond(1.0));
        let many = Evidence::of(&games(6270, 10_000), wanted);
        assert!(many.is_proof(1.0) && !many.is_proof(0.5), "{many:?}");
        let outside = Evidence::of(&games(6520, 10_000), wanted);
        assert!(!outside.is_proof(1.0), "{outside:?}");
        assert!(Evidence::of(&games(6800, 10_000), wanted).is_beyond(1.0));
    }

    /// Where a game in a hundred takes a hundred times as long as the others, 30,000 games know the mean within 6 %.
    #[test]
    fn games_of_far_different_lengths_prove_no_mean() {
        let mut outcomes = games(1000, 1000);
        let alike = Evidence::of(&outcomes, Difficulty::Swaps(20.0));
        assert!(!alike.is_beyond_proof(1000, 32_768, 1.0));
        outcomes.iter_mut().step_by(100).for_each(|outcome| outcome.swaps = 2000);
        let uneven = Evidence::of(&outcomes, Difficulty::Swaps(40.0));
        assert!(uneven.is_beyond_proof(1000, 32_768, 1.0), "{uneven:?}");
    }

    /// Of 99 % a level that loses five games in a hundred is far, as it would not be of 60 %.
    #[test]
    fn high_win_rates_are_met_closely() {
        let of = |won, rate| {
            Evidence::of(&games(won, 10_000), Difficulty::WinRate { rate, moves: 25 })
        };
        assert!(of(9500, 0.99).is_beyond(1.0) && of(9900, 0.99).is_proof(1.0));
        assert!(of(6000, 0.58).is_proof(1.0) && of(100, 0.01).is_proof(1.0));
    }

    #[test]
    fn a_level_that_cannot_be_lost_has_no_loss_in_three_thousand_games() {
        let wanted = Difficulty::WinRate { rate: 1.0, moves: 25 };
        let of = |won, all| Evidence::of(&games(won, all), wanted);
        assert!(of(3000, 3000).is_proof(1.0) && of(3000, 3000).is_proof(0.5));
        let few = of(2999, 2999);
        assert!(!few.is_proof(1.0) && !few.is_beyond(0.5), "{few:?}");
        // A loss refutes it at once, and the more losses, the worse it is.
        assert!(of(9999, 10_000).is_beyond(1.0) && of(31, 32).is_beyond(1.0));
        let scores = [of(3000, 3000), few, of(2999, 3000), of(900, 1000)];
        assert!(scores.map(|one| one.score()).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_swaps_of_a_win_rate_are_its_move_limit() {
        let wanted = Difficulty::WinRate { rate: 0.525, moves: 20 };
        let mut outcomes = games(1000, 1000);
        for (outcome, swaps) in outcomes.iter_mut().zip((0..40).cycle()) {
            outcome.swaps = swaps;
        }
        let evidence = Evidence::of(&outcomes, wanted);
        assert!((evidence.swaps - aim(wanted)).abs() < 1e-9, "{evidence:?}");
        assert!(evidence.off.abs() < 1e-9 && evidence.swaps_error > 0.0, "{evidence:?}");
    }
}
