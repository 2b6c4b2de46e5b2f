//! The games that prove in which bin of the difficulty a level lies.

use tilewright_evolve::Axis;
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{MAX_SWAPS, Rules, SkilledBot, Statistics, play};

use super::bins::{middle, width};
use crate::Difficulty;
use crate::generate::evidence::{Evidence, QUANTILE};
use crate::generate::target::SWAPS_TOLERANCE;

/// The number of games after which it is first decided whether a level is worth more games: the
/// mean is known within 4 % then.
const FIRST_GAMES: u32 = 64;

/// The games of a level.
pub(super) struct Trial {
    /// The logarithm of the mean swaps, and its standard error.
    pub(super) swaps: f64,
    pub(super) error: f64,
    pub(super) played: Statistics,
    /// The bin of the mean swaps, if the games prove it.
    pub(super) bin: Option<usize>,
}

/// Plays a level until its games prove its bin, or it is unlikely that they will.
pub(super) struct Prover<'a> {
    pub(super) bot: &'a SkilledBot,
    pub(super) axis: Axis,
    /// The most games.
    pub(super) games: u32,
    pub(super) watch: &'a dyn Watch,
}

impl Prover<'_> {
    /// The games of a level; none if the watch stops them.
    pub(super) fn play(&self, rules: &Rules, seed: Seed) -> Option<Trial> {
        let mut outcomes = Vec::new();
        loop {
            let begin = outcomes.len() as u32;
            let end = (begin + begin / 2).max(FIRST_GAMES).min(self.games);
            outcomes.extend(play(
                rules,
                self.bot,
                MAX_SWAPS,
                begin..end,
                seed,
                self.watch,
            ));

            if self.watch.look().is_break() {
                return None;
            }

            let played = Statistics::of(&outcomes, MAX_SWAPS);
            let mean = played.mean_swaps().unwrap_or(f64::from(MAX_SWAPS));
            let bin = self.axis.bin(mean);
            let middle = middle(&self.axis, bin);

            let evidence = Evidence::of(&outcomes, Difficulty::Swaps(middle));
            let tolerances = width(&self.axis) / 2.0 / middle / SWAPS_TOLERANCE;
            let is_proof = played.games > 1 && evidence.is_proof(tolerances);

            // The standard error of all games would be this one times the root of the share.
            let least = QUANTILE
                * evidence.error
                * (f64::from(end) / f64::from(self.games)).sqrt();
            let is_hopeless =
                evidence.off.abs() + least > tolerances + 2.0 * evidence.error;

            if is_proof || is_hopeless || end == self.games {
                return Some(Trial {
                    swaps: evidence.swaps,
                    error: evidence.swaps_error,
                    played,
                    bin: is_proof.then_some(bin),
                });
            }
        }
    }
}
