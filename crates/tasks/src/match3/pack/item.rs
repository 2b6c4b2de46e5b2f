//! A level of a pack as it is kept: what was found, and in which round.

use serde::{Deserialize, Serialize};
use tilewright_match3_design::{Difficulty, VerifiedLevel};

use super::super::difficulty;
use super::super::people::ForPeople;
use super::line::LevelTarget;

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

    /// How far the level is from what was wanted, within its own moves; infinite without games.
    fn off(&self, wanted: LevelTarget) -> f64 {
        let own = self.verified.level.moves;
        self.off_within(match wanted {
            LevelTarget::Bot(Difficulty::WinRate { rate, moves }) => {
                let moves = own.unwrap_or(moves);
                LevelTarget::Bot(Difficulty::WinRate { rate, moves })
            }
            other => other,
        })
    }

    /// How far the level is from a difficulty within the moves of that.
    pub(super) fn off_within(&self, wanted: LevelTarget) -> f64 {
        let played = &self.verified.played;
        match wanted {
            LevelTarget::Bot(Difficulty::Swaps(swaps)) => played
                .mean_swaps()
                .map_or(f64::INFINITY, |mean| (mean / swaps - 1.0).abs()),
            LevelTarget::Bot(Difficulty::WinRate { rate, moves }) => {
                (played.within(moves).win_rate.mean - rate).abs()
            }
            LevelTarget::People(target, _) => {
                self.people.as_ref().map_or(f64::INFINITY, |people| target.off(people))
            }
        }
    }

    /// Whether every level that was played for this item is easier than wanted, or every one harder: then another
    /// seed hardly finds one.
    pub(super) fn is_beyond(&self, wanted: LevelTarget) -> bool {
        let reach = self.verified.reach.filter(|_| !self.is_found());
        match (wanted, reach) {
            (LevelTarget::Bot(difficulty), Some([least, largest])) => {
                let value = match difficulty {
                    Difficulty::Swaps(swaps) => swaps,
                    Difficulty::WinRate { rate, .. } => rate,
                };
                !(least..=largest).contains(&value)
            }
            _ => false,
        }
    }

    /// What is wanted within up to this number of moves more or fewer: the number with which this level comes as close to it as it
    /// can. Of people by what their model says of each number.
    pub(super) fn within_other_moves(
        &self,
        wanted: LevelTarget,
        most: u32,
    ) -> LevelTarget {
        match wanted {
            LevelTarget::Bot(Difficulty::WinRate { rate, moves }) => {
                let off = |limit| {
                    (self.verified.played.within(limit).win_rate.mean - rate).abs()
                };
                // The moves that were asked for come first, then one more, one fewer, two more; the first of equals counts.
                let fewer = |by: u32| moves.saturating_sub(by).max(1);
                let others = (1..=most).flat_map(|by| [moves + by, fewer(by)]);
                let closest =
                    others.fold(
                        moves,
                        |best, limit| {
                            if off(limit) < off(best) { limit } else { best }
                        },
                    );
                LevelTarget::Bot(Difficulty::WinRate { rate, moves: closest })
            }
            LevelTarget::People(target, limit) => {
                let people = self.people.as_ref();
                let closest =
                    people.and_then(|people| target.closest_limit(people, limit, most));
                LevelTarget::People(target, closest.unwrap_or(limit))
            }
            swaps @ LevelTarget::Bot(Difficulty::Swaps(_)) => swaps,
        }
    }

    /// Takes a level of a later round in its place, if that is found or closer.
    pub(super) fn improve(&mut self, later: Self, wanted: LevelTarget) {
        if later.is_found() || later.off(wanted) < self.off(wanted) {
            *self = later;
        }
    }
}
