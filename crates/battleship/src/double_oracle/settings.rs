//! The settings of the search.

use super::climb::CLIMB;
use super::judges::{FRESH, MOST_FRESH};
use crate::{FleetError, Strategy};

/// The settings of a [`DoubleOracle`](crate::DoubleOracle).
#[derive(Clone, Debug, PartialEq)]
pub struct OracleSettings {
    /// The strategy of the hunters that know a placer, which must [sample](Strategy::samples).
    pub hunter: Strategy,
    /// The number of games of each step, 1 at least.
    pub games: u32,
    /// The largest number of rounds, 1 to 62: each adds a component at most to the two of the beginning, and a mixture has at
    /// most 64.
    pub rounds: u32,
    /// The search ends when the best response of neither side gains this many shots, 0 or more.
    pub tolerance: f64,
    /// The number of fresh games in which each hunter plays against the placer that was found, 2 at least.
    pub validation: u32,
}

impl Default for OracleSettings {
    fn default() -> Self {
        // 1000 games know the mean of a hunter within half a shot (95 %), and two hunters in the same games better.
        Self {
            hunter: Strategy::Posterior,
            games: 1000,
            rounds: 12,
            tolerance: 0.5,
            validation: 2000,
        }
    }
}

impl OracleSettings {
    /// The largest number of steps.
    pub fn steps(&self) -> u64 {
        let rounds = u64::from(self.rounds);
        // Of every round a hunter against all placers, the climb with the games of its last weights, and a placer against all
        // hunters.
        let each = |round: u64| 2 + round + u64::from(CLIMB) + 1 + 3 + round;
        // The steps in which a judge plays all fresh games.
        let batches = u64::from(self.validation.div_ceil(FRESH));
        4 + (0..rounds).map(each).sum::<u64>() + MOST_FRESH as u64 * batches
    }

    /// Checks that a search can have these settings.
    pub(super) fn check(&self) -> Result<(), FleetError> {
        let wrong = |name, expected, found| {
            Err(FleetError::OracleSetting { name, expected, found })
        };
        let Self { hunter, games, rounds, tolerance, validation } = self;
        if !hunter.samples() {
            let expected = "a strategy that samples (scout, posterior or veteran)";
            return wrong("hunter", expected, hunter.to_string());
        }
        if *games < 1 {
            return wrong("games", "1 or more", games.to_string());
        }
        if !(1..=62).contains(rounds) {
            return wrong("rounds", "1 to 62", rounds.to_string());
        }
        if !(tolerance.is_finite() && *tolerance >= 0.0) {
            return wrong(
                "tolerance",
                "a finite number from 0 up",
                tolerance.to_string(),
            );
        }
        // One game has no standard error.
        if *validation < 2 {
            return wrong("validation", "2 or more", validation.to_string());
        }
        Ok(())
    }
}
