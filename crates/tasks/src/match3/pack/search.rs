//! The search for a level of a pack.

use std::ops::ControlFlow;

use anyhow::Context as _;
use tilewright_grid::Seed;
use tilewright_match3::{Level, MAX_SWAPS, Rules, Statistics, play};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{DifficultyRequest, VerifiedLevel};

use super::super::difficulty::{self, marked};
use super::super::people::ForPeople;
use super::super::people_search::{Candidate, PeopleSearch};
use super::boards::{Board, Boards};
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::line::LevelTarget;
use crate::{Host, HostWatch, Refusal};

/// The games of a level that is kept from another pack: as many as at least verify one that is found.
const KEPT_GAMES: u32 = 2000;

/// The search for the levels of a pack.
pub(super) struct PackSearch<'a> {
    pub(super) curve: &'a Curve,
    pub(super) boards: &'a Boards,
    pub(super) people: Option<&'a PeopleModel>,
    pub(super) seed: Seed,
    pub(super) host: &'a dyn Host,
}

impl PackSearch<'_> {
    /// Searches and reports a level in the first round; none if the host stops it.
    pub(super) fn first(
        &self,
        number: u32,
        others: Vec<Level>,
    ) -> Result<Option<PackItem>, Refusal> {
        let request = self.request(number, others)?;
        let boards = self.seed.child(u64::from(number));
        self.search(request, (number, 0), self.curve.wanted(number), boards)
    }

    /// The request for a level: its board, with the kinds of its mechanics.
    pub(super) fn request(
        &self,
        number: u32,
        others: Vec<Level>,
    ) -> Result<DifficultyRequest, Refusal> {
        let (at, _) = self.curve.board(number);
        let board = self.boards.of(at);
        let mut request = board.request.clone();
        request.kinds = board.kinds(self.curve, number)?;
        // A placement waits for the levels that have its kinds.
        let (template, kinds) = (&request.template, &request.kinds);
        request.placements.retain(|placement| placement.is_about(template, kinds));
        let size = request.template.size();
        request.others = others.into_iter().filter(|it| it.size() == size).collect();
        request.min_difference = self.least_difference(0);
        request.precision = PRECISION;
        Ok(request)
    }

    pub(super) fn search(
        &self,
        mut request: DifficultyRequest,
        (number, round): (u32, u32),
        wanted: LevelTarget,
        seed: Seed,
    ) -> Result<Option<PackItem>, Refusal> {
        // The levels of a batch are searched at the same time: their progress would be told in disorder.
        let host = &StopOnly(self.host);
        let guide = &self.boards.of(self.curve.board(number).0).guide;
        let show = |_: &VerifiedLevel| ControlFlow::Continue(());
        let (bot, precision) = (request.bot, request.precision);
        let mut one = |difficulty, seed| {
            request.difficulty = difficulty;
            difficulty::search(&request, guide, seed, host, show)
        };

        let (verified, people) = match wanted {
            LevelTarget::Bot(difficulty) => {
                (marked(one(difficulty, seed)?, difficulty), None)
            }
            LevelTarget::People(target, moves) => {
                let model = self.people.expect("a curve of people has a model");
                let search =
                    PeopleSearch { model, wanted: target, precision, moves, bot, host };
                let Some(found) =
                    search.run(|difficulty, round| one(difficulty, seed.child(round)))?
                else {
                    return Ok(None);
                };
                let Candidate { mut verified, people, is_met, .. } = found;
                verified.is_found = is_met;
                verified.level.missed = (!is_met).then(|| target.missed(&people));
                (verified, Some(people))
            }
        };
        if host.look().is_break() {
            return Ok(None);
        }

        let item = PackItem {
            number,
            round,
            is_kept: false,
            verified: finite(verified),
            people,
        };
        Ok(Some(item))
    }

    /// Plays a level of another pack, which stays as it is; none if the host stops it.
    pub(super) fn keep(
        &self,
        number: u32,
        mut level: Level,
    ) -> Result<Option<PackItem>, Refusal> {
        let (host, (at, _)) = (self.host, self.curve.board(number));
        let Board { request, guide, .. } = self.boards.of(at);
        let seed = self.seed.child(u64::from(number));
        level.missed = None;
        let goal = level.goal.clone().context("a kept level has a goal")?;
        let rules = Rules::new(&level, &goal);
        let outcomes =
            play(&rules, &request.bot, MAX_SWAPS, 0..KEPT_GAMES, seed, &HostWatch(host));
        if outcomes.len() < KEPT_GAMES as usize {
            return Ok(None);
        }

        let people = self.people.filter(|_| self.curve.is_of_people());
        let people = people.map(|model| ForPeople::of(&level, model, host));
        let people = people.transpose()?.flatten();
        let verified = VerifiedLevel {
            predicted: guide.predict(&level),
            played: Statistics::of(&outcomes, MAX_SWAPS),
            is_found: true,
            reach: None,
            evaluations: 0,
            games: u64::from(KEPT_GAMES),
            level,
        };
        let item = PackItem {
            number,
            round: 0,
            is_kept: true,
            verified: finite(verified),
            people,
        };
        Ok(Some(item))
    }
}

/// A host that is asked whether to stop, and gets no events.
struct StopOnly<'a>(&'a dyn Host);

impl Host for StopOnly<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.0.look()
    }
}

/// A level with a prediction that can be kept: JSON has no other numbers, and a level that cannot be played has no prediction.
pub(super) const fn finite(mut verified: VerifiedLevel) -> VerifiedLevel {
    if !verified.predicted.is_finite() {
        verified.predicted = 0.0;
    }
    verified
}
