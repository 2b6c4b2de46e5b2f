//! A level of a pack as it is kept: what was found, and in which round.

use serde::{Deserialize, Serialize};
use tilewright_match3_design::{Difficulty, VerifiedLevel};

use super::super::difficulty;
use super::super::people::ForPeople;
use super::wanted::Wanted;

/// A level that was searched for, or kept from another pack.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PackItem {
    /// The number of the level, from 1.
    pub(super) number: u32,
    /// The round that found it: 0 is the first, for all levels; later ones search again for those that were missed.
    pub(super) round: u32,
    /// Whether it was kept from another pack.
    pub(super) is_kept: bool,
    pub(super) verified: VerifiedLevel,
    /// What people do in it, if the curve is theirs.
    pub(super) people: Option<ForPeople>,
}

impl PackItem {
    /// Whether a kept item can be the result of a search.
    pub(super) fn is_possible(&self) -> bool {
        self.is_kept
            || self.verified.level.missed.is_some()
            || difficulty::is_possible(&self.verified)
    }

    pub(super) const fn is_found(&self) -> bool {
        self.verified.is_found
    }

    /// How far the level is from what was wanted; none without games.
    pub(super) fn off(&self, wanted: Wanted) -> f64 {
        let played = &self.verified.played;
        match wanted {
            Wanted::Bot(Difficulty::Swaps(swaps)) => played
                .mean_swaps()
                .map_or(f64::INFINITY, |mean| (mean / swaps - 1.0).abs()),
            Wanted::Bot(Difficulty::WinRate { rate, moves }) => {
                let moves = self.verified.level.moves.unwrap_or(moves);
                (played.within(moves).win_rate.mean - rate).abs()
            }
            Wanted::People(target, _) => {
                self.people.as_ref().map_or(f64::INFINITY, |people| target.off(people))
            }
        }
    }

    /// Whether the level is harder than wanted.
    pub(super) fn is_too_hard(&self, wanted: Wanted) -> bool {
        match wanted {
            Wanted::Bot(Difficulty::Swaps(swaps)) => {
                self.verified.played.mean_swaps().is_none_or(|mean| mean > swaps)
            }
            Wanted::Bot(Difficulty::WinRate { rate, moves }) => {
                let moves = self.verified.level.moves.unwrap_or(moves);
                self.verified.played.within(moves).win_rate.mean < rate
            }
            Wanted::People(target, _) => {
                self.people.as_ref().is_none_or(|people| target.is_too_hard(people))
            }
        }
    }

    /// Takes a level of a later round in its place, if that is found or closer.
    pub(super) fn improve(&mut self, later: Self, wanted: Wanted) {
        if later.is_found() || later.off(wanted) < self.off(wanted) {
            *self = later;
        }
    }
}
