//! The search for the levels of a pack: once for all, then again for those that were missed.

use std::ops::ControlFlow;

use anyhow::Context as _;
use tilewright_grid::Seed;
use tilewright_match3::{
    Level, MAX_SWAPS, Rules, SkilledBot, Statistics, Template, play,
};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Difficulty, DifficultyRequest, Guide, VerifiedLevel};

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty::{self, marked, played, words};
use super::super::endless;
use super::super::people::ForPeople;
use super::super::people_search::{Candidate, PeopleSearch};
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::stretch::mechanic;
use super::wanted::Wanted;
use crate::{Event, Hint, Host, HostWatch, Input, Refusal};

/// The share of what may be given up in the rounds after the first: first another seed alone, then half of it, then all.
/// Chosen.
const GIVING: [f64; 3] = [0.0, 0.5, 1.0];

/// The number of rounds of a curve. If nothing may be given up, only another seed is tried.
pub(super) const fn rounds(curve: &Curve) -> u32 {
    if curve.widen.is_any() { 1 + GIVING.len() as u32 } else { 2 }
}

/// The child of a level's seed from which the seeds of later rounds come; those below are of the first round.
const LATER: u64 = 1 << 32;

/// The games of a level that is kept from another pack: as many as at least verify one that is found.
const KEPT_GAMES: u32 = 2000;

/// The requests of the boards of a curve, with their guides.
pub(super) struct Boards {
    /// By the number of the stretch; none if no level is in it.
    boards: Vec<Option<Board>>,
}

/// A board with its guide.
struct Board {
    request: DifficultyRequest,
    guide: Guide,
}

impl Boards {
    /// Reads what the levels of a curve need.
    pub(super) fn read(
        host: &dyn Host,
        (curve, input): (&Curve, &Input),
        model: Option<&Input>,
    ) -> Result<Self, Refusal> {
        let mut boards: Vec<Option<Board>> = Vec::new();
        for number in 1..=curve.levels {
            let (at, keys) = curve.board(number);
            boards.resize_with(boards.len().max(at + 1), || None);
            if boards[at].is_some() {
                continue;
            }
            let template = keys.template(host, |file| Curve::beside(input, file))?;
            let request = keys.request(template).with_context(|| input.to_string())?;
            let goal = request.template.goal.clone().expect("a request has a goal");
            let guide =
                difficulty::guide(host, &request.template, &goal, request.bot, model)?;
            boards[at] = Some(Board { request, guide });
        }
        Ok(Self { boards })
    }

    fn of(&self, at: usize) -> &Board {
        self.boards[at].as_ref().expect("the boards of all levels were read")
    }

    /// The templates and guides, for the checksum of the inputs.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&Template, &Guide)> {
        self.boards.iter().flatten().map(|board| (&board.request.template, &board.guide))
    }

    /// The bot of a level, and whether the guide predicts its swaps.
    pub(super) fn bot(&self, at: usize) -> (SkilledBot, bool) {
        let Board { request, guide } = self.of(at);
        (request.bot, difficulty::is_exact(guide, request.bot))
    }
}

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
        if let Some(least) = widen.min_difference {
            let kept = (request.min_difference - least).max(0.0) * (1.0 - given);
            request.min_difference = request.min_difference.min(least + kept);
        }
        let wanted = self.curve.wanted(number);
        let is_too_hard = missed.is_too_hard(wanted);
        let moves = (given * f64::from(widen.moves)).round() as u32;
        let wanted = wanted.with_moves(|limit| {
            if is_too_hard { limit + moves } else { limit.saturating_sub(moves).max(1) }
        });
        let boards = self.seed.child(u64::from(number)).child(LATER + u64::from(round));
        self.search(request, (number, round), wanted, boards)
    }

    /// The request for a level: its board, with the kinds of its mechanics.
    fn request(
        &self,
        number: u32,
        others: Vec<Level>,
    ) -> Result<DifficultyRequest, Refusal> {
        let (at, _) = self.curve.board(number);
        let mut request = self.boards.of(at).request.clone();
        for word in self.curve.mechanics(number) {
            let quota = mechanic(word, &request.template)
                .with_context(|| format!("introduce, at level {number}"))?;
            request.kinds.retain(|it| it.kind != quota.kind);
            request.kinds.push(quota);
        }
        let size = request.template.size();
        request.others = others.into_iter().filter(|it| it.size() == size).collect();
        request.min_difference = self.curve.min_difference;
        request.precision = PRECISION;
        Ok(request)
    }

    fn search(
        &self,
        mut request: DifficultyRequest,
        (number, round): (u32, u32),
        wanted: Wanted,
        seed: Seed,
    ) -> Result<Option<PackItem>, Refusal> {
        let (host, guide) =
            (self.host, &self.boards.of(self.curve.board(number).0).guide);
        let show = |_: &VerifiedLevel| ControlFlow::Continue(());
        let (bot, precision) = (request.bot, request.precision);
        let mut one = |difficulty, seed| {
            request.difficulty = difficulty;
            difficulty::search(&request, guide, seed, host, show)
        };

        let (verified, people) = match wanted {
            Wanted::Bot(difficulty) => (marked(one(difficulty, seed)?, difficulty), None),
            Wanted::People(target, moves) => {
                let model = self.people.expect("a curve of people has a model");
                let search = PeopleSearch {
                    model,
                    wanted: target,
                    precision,
                    moves,
                    bot,
                    seed,
                    host,
                };
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
        self.report(&item, (wanted, bot), seed);
        Ok(Some(item))
    }

    /// Plays a level of another pack, which stays as it is; none if the host stops it.
    pub(super) fn keep(
        &self,
        number: u32,
        mut level: Level,
    ) -> Result<Option<PackItem>, Refusal> {
        let (host, (at, _)) = (self.host, self.curve.board(number));
        let Board { request, guide } = self.boards.of(at);
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
        let people = people.map(|model| ForPeople::of(&level, model, seed, host));
        let people = people.transpose()?.flatten();
        let verified = VerifiedLevel {
            predicted: guide.predict(&level),
            played: Statistics::of(&outcomes, MAX_SWAPS),
            is_found: true,
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
        self.report(&item, (self.curve.wanted(number), request.bot), seed);
        Ok(Some(item))
    }

    /// Reports a level, or that it was not found.
    fn report(&self, item: &PackItem, (wanted, bot): (Wanted, SkilledBot), seed: Seed) {
        let (host, total) = (self.host, self.curve.levels);
        let PackItem { number, round, is_kept, verified, people } = item;
        let VerifiedLevel { level, played: games, .. } = verified;
        let mut reached = played(level, games);
        if let Some(people) = people {
            reached = format!("{}; {reached}", people.brief());
        }

        if let Some(warning) = endless::words(games.endless, games.games) {
            host.tell(Event::Warning(&warning, None));
        }

        if item.is_found() {
            let others =
                BotResults::beside(games, level, (bot, Breadth::Several), seed, host);
            let others = others.as_ref().map_or_else(String::new, BotResults::noted);
            let how = match (is_kept, round) {
                (true, _) => "kept, ",
                (_, 0) => "",
                _ => "found later, ",
            };
            let note = format!(
                "level {number} of {total}: {how}played by {bot}: {reached}{others}"
            );
            host.tell(Event::Note(&note));
            return;
        }

        let wanted = match wanted {
            Wanted::Bot(difficulty) => words(difficulty, level.rules()),
            Wanted::People(target, moves) => {
                format!("{} within {moves} moves", target.words(target.value()))
            }
        };
        let warning = format!(
            "level {number} of {total} was not found: requested {wanted}, the closest level has {reached}"
        );
        let hint: Hint =
            "move the curve towards the closest level, allow other kinds, lower min_difference, or say in [widen] what may be given up".into();
        host.tell(Event::Warning(&warning, Some(&hint)));
    }
}

/// A level with a prediction that can be kept: JSON has no other numbers, and a level that cannot be played has no prediction.
fn finite(mut verified: VerifiedLevel) -> VerifiedLevel {
    if !verified.predicted.is_finite() {
        verified.predicted = 0.0;
    }
    verified
}

impl Wanted {
    /// The same within other moves.
    fn with_moves(self, other: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Bot(Difficulty::WinRate { rate, moves }) => {
                Self::Bot(Difficulty::WinRate { rate, moves: other(moves) })
            }
            Self::People(target, moves) => Self::People(target, other(moves)),
            Self::Bot(swaps @ Difficulty::Swaps(_)) => Self::Bot(swaps),
        }
    }
}
