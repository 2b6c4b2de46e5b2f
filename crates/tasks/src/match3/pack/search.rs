//! The search for the levels of a pack: once for all, then again for those that were missed.

use std::ops::ControlFlow;

use anyhow::Context as _;
use tilewright_grid::Seed;
use tilewright_match3::{
    Level, MAX_SWAPS, Quota, Rules, SkilledBot, Statistics, Template, play,
};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Guide, VerifiedLevel, difference, verify_difficulty,
};

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty::{self, marked, played, words};
use super::super::endless;
use super::super::people::ForPeople;
use super::super::people_search::{Candidate, PeopleSearch};
use super::super::percent::whole_percent;
use super::super::refused;
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::line::LevelTarget;
use super::stretch::mechanic;
use crate::{Event, Hint, Host, HostWatch, Input, Refusal};

/// The share of what may be given up in the rounds after the first: first another seed alone, then half of it, then all.
/// Chosen.
const GIVING: [f64; 3] = [0.0, 0.5, 1.0];

/// How far from a win rate the closest level of a search is if there is hope for others: three tolerances, or three moves.
/// Chosen.
const NEAR: f64 = 0.15;

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

impl Board {
    /// The kinds of a level: those of the board, and those of its mechanics.
    fn kinds(&self, curve: &Curve, number: u32) -> anyhow::Result<Vec<Quota>> {
        let mut kinds = self.request.kinds.clone();
        for word in curve.mechanics(number) {
            let quota = mechanic(word, &self.request.template)
                .with_context(|| format!("introduce, at level {number}"))?;
            kinds.retain(|it| it.kind != quota.kind);
            kinds.push(quota);
        }
        Ok(kinds)
    }
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
            if boards[at].is_none() {
                let template = keys.template(host, |file| Curve::beside(input, file))?;
                let request =
                    keys.request(template).with_context(|| input.to_string())?;
                let goal = request.template.goal.clone().expect("a request has a goal");
                let guide = difficulty::guide(
                    host,
                    &request.template,
                    &goal,
                    request.bot,
                    model,
                )?;
                boards[at] = Some(Board { request, guide });
            }
            // An unknown kind is refused before the first level is searched, not at its own.
            let board = boards[at].as_ref().expect("it was read");
            board.kinds(curve, number).with_context(|| input.to_string())?;
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
        request.min_difference = self.least_difference(round);
        let wanted = self.wanted_again(missed, round);
        let boards = self.seed.child(u64::from(number)).child(LATER + u64::from(round));
        if let Some(item) = self.moved(missed, round, wanted, &mut request, boards)? {
            return Ok(Some(item));
        }
        self.search(request, (number, round), wanted, boards)
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
        let LevelTarget::Bot(difficulty) = wanted else { return Ok(None) };
        if wanted == self.curve.wanted(number) && request.precision <= PRECISION {
            return Ok(None);
        }
        request.difficulty = difficulty;
        let guide = &self.boards.of(self.curve.board(number).0).guide;
        let mut level = missed.verified.level.clone();
        level.missed = None;
        let watch = || self.host.look();
        let seed = seed.child(0);
        let verified =
            verify_difficulty(request, guide, &level, seed, &watch).map_err(refused)?;
        let is_other = request
            .others
            .iter()
            .all(|other| difference(&verified.level, other) >= request.min_difference);
        let item = PackItem {
            number,
            round,
            is_kept: false,
            verified: finite(verified),
            people: None,
        };
        Ok(Some(item).filter(|it| it.is_found() && is_other))
    }

    /// How much the levels of a round differ at least.
    pub(super) fn least_difference(&self, round: u32) -> f64 {
        let (all, widen) = (self.curve.min_difference, self.curve.widen);
        let given = (round as usize).checked_sub(1).map_or(0.0, |at| GIVING[at]);
        let least = widen.min_difference.unwrap_or(all).min(all);
        all - given * (all - least)
    }

    /// The request for a level: its board, with the kinds of its mechanics.
    fn request(
        &self,
        number: u32,
        others: Vec<Level>,
    ) -> Result<DifficultyRequest, Refusal> {
        let (at, _) = self.curve.board(number);
        let board = self.boards.of(at);
        let mut request = board.request.clone();
        request.kinds = board.kinds(self.curve, number)?;
        let size = request.template.size();
        request.others = others.into_iter().filter(|it| it.size() == size).collect();
        request.min_difference = self.least_difference(0);
        request.precision = PRECISION;
        Ok(request)
    }

    fn search(
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

    /// Reports a level, or that it was not found.
    pub(super) fn report(&self, item: &PackItem) {
        let (host, total) = (self.host, self.curve.levels);
        let PackItem { number, round, is_kept, verified, people } = item;
        let (bot, _) = self.boards.bot(self.curve.board(*number).0);
        let seed = self.seed.child(u64::from(*number));
        let wanted = self.curve.wanted(*number);
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

        if let (LevelTarget::Bot(difficulty), Some(reach)) = (wanted, verified.reach) {
            reached += "; the levels that were played have ";
            reached += &reach_words(difficulty, level.moves, reach);
        }
        let wanted = match wanted {
            LevelTarget::Bot(difficulty) => words(difficulty, level.rules()),
            LevelTarget::People(target, moves) => {
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

/// The range of difficulties that a search has seen, in words.
fn reach_words(
    difficulty: Difficulty,
    limit: Option<u32>,
    [least, largest]: [f64; 2],
) -> String {
    match difficulty {
        Difficulty::Swaps(_) => format!("{least:.1} to {largest:.1} on average"),
        Difficulty::WinRate { moves, .. } => {
            let [least, largest] = [least, largest].map(whole_percent);
            let moves = limit.unwrap_or(moves);
            format!("{least} to {largest} % won within {moves} moves")
        }
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
const fn finite(mut verified: VerifiedLevel) -> VerifiedLevel {
    if !verified.predicted.is_finite() {
        verified.predicted = 0.0;
    }
    verified
}
