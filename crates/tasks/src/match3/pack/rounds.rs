//! The rounds after the first: levels that were missed are searched again, with more and more of what may be given up.

use tilewright_grid::Seed;
use tilewright_match3::Level;
use tilewright_match3_design::{
    DifficultyRequest, VerifiedLevel, difference, verify_difficulty,
};

use super::super::people::{ForPeople, MET};
use super::super::people_search::PeopleTarget;
use super::super::refused;
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::line::LevelTarget;
use super::search::{PackSearch, finite};
use crate::Refusal;

/// The share of what may be given up in the rounds after the first: first another seed alone, then half of it, then all.
/// Chosen.
const GIVING: [f64; 3] = [0.0, 0.5, 1.0];

/// How far from a win rate the closest level of a search is if there is hope for others: three tolerances, or three moves.
/// Chosen.
const NEAR: f64 = 0.15;

/// How often the moves of a missed level are chosen: the first time by the few games of its search, which miss by several
/// moves, then by those of the last proof. Chosen; trials needed two or three.
const CORRECTIONS: u64 = 3;

/// The number of rounds of a curve. If nothing may be given up, only another seed is tried.
pub(super) const fn rounds(curve: &Curve) -> u32 {
    if curve.widen.is_any() { 1 + GIVING.len() as u32 } else { 2 }
}

/// The child of a level's seed from which the seeds of later rounds come; those below are of the first round.
const LATER: u64 = 1 << 32;

impl PackSearch<'_> {
    /// Searches a level again that was missed, with a part of what may be given up.
    pub(super) fn again(
        &self,
        missed: &PackItem,
        round: u32,
        others: Vec<Level>,
    ) -> Result<Option<PackItem>, Refusal> {
        let number = missed.number;
        let mut request = self.request(number, others)?;
        let given = GIVING[round as usize - 1];
        let widen = self.curve.widen;
        request.precision *= 1.0 + given * (widen.tolerance.unwrap_or(1.0) - 1.0);
        request.min_difference = self.least_difference(round);
        let wanted = self.wanted_again(missed, round);
        let boards = self.seed.child(u64::from(number)).child(LATER + u64::from(round));
        if let Some(item) = self.moved(missed, round, wanted, &mut request, boards)? {
            return Ok(Some(item));
        }
        let searched = self.search(request.clone(), (number, round), wanted, boards)?;
        let missed = match searched {
            Some(missed) if !missed.is_found() => missed,
            other => return Ok(other),
        };
        // The level that was found in its place may need other moves than the one before.
        let wanted = self.wanted_again(&missed, round);
        let boards = boards.child(LATER);
        Ok(self.moved(&missed, round, wanted, &mut request, boards)?.or(Some(missed)))
    }

    /// What a round wants of a level that was missed.
    fn wanted_again(&self, missed: &PackItem, round: u32) -> LevelTarget {
        let given = GIVING[round as usize - 1];
        let moves = (given * f64::from(self.curve.widen.moves)).round() as u32;
        missed.within_other_moves(self.curve.wanted(missed.number), moves)
    }

    /// Whether a round may find a level that was missed: one that all levels of its search were easier than, or all
    /// harder, is not found unless the other moves bring the closest of them near.
    pub(super) fn is_hopeful(&self, missed: &PackItem, round: u32) -> bool {
        !missed.is_beyond(self.curve.wanted(missed.number))
            || missed.off_within(self.wanted_again(missed, round)) < NEAR
    }

    /// The level that was missed, if it is found within the other moves that are wanted now: one move changes a
    /// win rate by about as much as the tolerance.
    fn moved(
        &self,
        missed: &PackItem,
        round: u32,
        wanted: LevelTarget,
        request: &mut DifficultyRequest,
        seed: Seed,
    ) -> Result<Option<PackItem>, Refusal> {
        let number = missed.number;
        if wanted == self.curve.wanted(number) && request.precision <= PRECISION {
            return Ok(None);
        }
        let guide = &self.boards.of(self.curve.board(number).0).guide;
        let mut level = missed.verified.level.clone();
        level.missed = None;
        let is_other = request
            .others
            .iter()
            .all(|other| difference(&level, other) >= request.min_difference);
        if !is_other {
            return Ok(None);
        }

        let difficulty = match wanted {
            LevelTarget::Bot(difficulty) => difficulty,
            LevelTarget::People(target, moves) => {
                level.moves = Some(moves);
                let verified = VerifiedLevel { level, ..missed.verified.clone() };
                let met = (target, MET * request.precision);
                return self.met_by_people((number, round), verified, met);
            }
        };
        request.difficulty = difficulty;
        for correction in 0..CORRECTIONS {
            let seed = seed.child(0).child(correction);
            let watch = || self.host.look();
            let verified = verify_difficulty(request, guide, &level, seed, &watch)
                .map_err(refused)?;
            let item = PackItem {
                number,
                round,
                is_kept: false,
                verified: finite(verified),
                people: None,
            };
            if item.is_found() {
                return Ok(Some(item));
            }
            match self.wanted_again(&item, round) {
                LevelTarget::Bot(closer) if closer != request.difficulty => {
                    request.difficulty = closer;
                }
                _ => break,
            }
        }
        Ok(None)
    }

    /// The level, if people do in it what is wanted.
    fn met_by_people(
        &self,
        (number, round): (u32, u32),
        verified: VerifiedLevel,
        (target, most_off): (PeopleTarget, f64),
    ) -> Result<Option<PackItem>, Refusal> {
        let model = self.people.expect("a curve of people has a model");
        let people = ForPeople::of(&verified.level, model, self.host)?;
        let met = people.filter(|people| target.off(people) <= most_off);
        let verified = VerifiedLevel { is_found: met.is_some(), ..verified };
        let item = |people| PackItem {
            number,
            round,
            is_kept: false,
            verified,
            people: Some(people),
        };
        Ok(met.map(item))
    }

    /// How much the levels of a round differ at least.
    pub(super) fn least_difference(&self, round: u32) -> f64 {
        let (all, widen) = (self.curve.min_difference, self.curve.widen);
        let given = (round as usize).checked_sub(1).map_or(0.0, |at| GIVING[at]);
        let least = widen.min_difference.unwrap_or(all).min(all);
        all - given * (all - least)
    }
}
