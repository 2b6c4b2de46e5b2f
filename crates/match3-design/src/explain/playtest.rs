//! Games that measure the effects of changes of one cell.
//!
//! First some games of many changes, then more games of the changes with the largest upper confidence
//! bounds of their effects (Lai and Robbins, 1985).

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use tilewright_grid::{Estimate, Seed, Watch};
use tilewright_match3::{
    Goal, Level, MAX_SWAPS, Outcome, Rules, SkilledBot, Strategy, play, unreachable,
};

use super::changes::{Candidates, changed};
use super::contender::{Contender, Step};
use super::paired::{BaseGames, PairedGames};
use crate::Guide;

/// The games that explain a level.
#[derive(Clone, Copy, Debug)]
pub struct Playtest<'a> {
    /// The goal of the games.
    pub goal: &'a Goal,
    /// The guide that predicts swaps before games are played.
    pub guide: &'a Guide,
    /// The bot that plays.
    pub bot: SkilledBot,
    /// The number of games of each of the most important changes; 0 for predictions alone. Fewer games
    /// are played of levels with very long games.
    pub games: u32,
    /// The seed; the games of a change have the seeds of those of the level.
    pub seed: Seed,
}

/// The games of a level.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The number of games.
    pub games: u32,
    /// The mean swaps; an unfinished game counts as 1000.
    pub swaps: Estimate,
    /// The win rate within the move limit of the level, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f64>,
}

/// The numbers of openings, of additions that are shown and of closings that are played first: all of a large board would be
/// thousands. The second is more than the cells of usual boards, which a reader wants to see whole.
const FIRST: [usize; 3] = [64, 128, 32];
/// The numbers of openings and of closings of which all games are played. Time grows with them,
/// and a reader takes in the first few: chosen. `cargo xtask bench explanations` shows the ranks.
const PROVEN: [usize; 2] = [8, 2];
/// The divisor of all games that gives the first games of a change: seven of eight games are
/// saved where they show no effect.
const SHARE: u32 = 8;
/// The minimum number of games of a change: they know a mean within 4 %, a standard deviation
/// of a third by the root of 64.
const LEAST: u32 = 64;
/// The factor of the games of the level itself, with which every change is compared.
const BASE: u32 = 2;
/// The maximum of the swaps of all games of one change, times the cells of the level: 2,048
/// games of 180 swaps on 81 cells.
const WORK: f64 = 3e7;
/// The factor of the time of a move under other rules than `classic`: 4.3 µs beside 0.8 µs, of `greedy` under `royal` beside
/// `article`, on 9 × 9 cells.
const GENERAL: f64 = 5.0;
/// The factor of the time of a swap of the planner, rounded up: 114 µs beside 0.9 µs of
/// `article` on the open 9 × 9 board (`tilewright match3 play --bot planner --goal
/// collect:30`).
const PLANNING: f64 = 200.0;
/// That of a move of the expert, on a 9 × 9 board of `blast`.
const EXPERT: f64 = 40.0;
/// The standard error of a predicted effect: as a share of the effect, and of the swaps of the
/// level. Wide beside the 4 % of [`LEAST`] games, so that games outweigh what is predicted. Chosen;
/// `cargo xtask bench explanations` shows signs and ranks.
const DOUBT: [f64; 2] = [1.0, 0.25];

/// The games of a level and its changes.
pub(super) struct Trials<'a> {
    level: &'a Level,
    playtest: Option<&'a Playtest<'a>>,
    /// The predicted mean swaps of the level.
    expected: f64,
    /// The number of games of each important change.
    games: u32,
    now: BaseGames,
    /// Whether no game of the level can reach the goal.
    is_out_of_reach: bool,
}

impl<'a> Trials<'a> {
    pub(super) fn new(level: &'a Level, playtest: Option<&'a Playtest<'a>>) -> Self {
        let expected = playtest.map_or(0.0, |playtest| playtest.guide.predict(level));
        let games = playtest.map_or(0, |playtest| playtest.games);
        let is_out_of_reach = playtest.is_some_and(|playtest| {
            unreachable(&Rules::new(level, playtest.goal)).is_some()
        });
        let now = BaseGames::default();
        Self { level, playtest, expected, games, now, is_out_of_reach }
    }

    pub(super) const fn is_out_of_reach(&self) -> bool {
        self.is_out_of_reach
    }

    pub(super) const fn has_goal(&self) -> bool {
        self.playtest.is_some()
    }

    const fn is_played(&self) -> bool {
        self.now.count() > 0
    }

    /// The games of the level itself.
    pub(super) fn now(&self) -> Option<Sample> {
        let (swaps, won) = (self.now.swaps(), self.now.won());
        self.is_played().then(|| self.sample(self.now.count(), swaps, won))
    }

    /// The games of a change.
    pub(super) fn sample_of(&self, one: &Contender) -> Option<Sample> {
        let PairedGames { count, .. } = one.games;
        let (swaps, won) = (one.games.mean_swaps(), one.games.win_rate());
        one.is_played().then(|| self.sample(count, swaps, won))
    }

    fn sample(&self, games: u32, swaps: Estimate, won: f64) -> Sample {
        let win_rate = self.level.moves.map(|_| won);
        Sample { games, swaps: swaps.not_negative(), win_rate }
    }

    /// Whether all games of a change were played, if games are played at all.
    pub(super) const fn is_proven(&self, one: &Contender) -> bool {
        !self.is_played() || one.games.count >= self.games
    }

    /// The increase of the mean swaps by a change, and its standard error: the prediction, combined with
    /// the games so far. None without a prediction, and where the goal is out of reach.
    pub(super) fn effect(&self, one: &Contender) -> Option<(f64, f64)> {
        let is_known = one.is_reachable && !self.is_out_of_reach;
        let ratio = one.expected.filter(|_| is_known)? / self.expected;
        if !self.is_played() {
            return Some((self.expected * (ratio - 1.0), 0.0));
        }

        let now = self.now.swaps().mean;
        let expected = now * (ratio - 1.0);
        let doubt = DOUBT[0] * expected.abs() + DOUBT[1] * now;

        if !one.is_played() {
            return Some((expected, doubt));
        }

        let (seen, noise) = one.games.more_swaps(&self.now);
        if self.is_proven(one) {
            return Some((seen, noise));
        }

        // Bayes: the prediction is the prior, the games are the measurement.
        let noise = noise.powi(2);
        let trust = doubt.powi(2) / (doubt.powi(2) + noise);
        Some((expected + trust * (seen - expected), (trust * noise).sqrt()))
    }

    /// The increase of the win rate by a change, if there is a move limit and games of it were played.
    pub(super) fn more_won(&self, one: &Contender) -> Option<(f64, f64)> {
        let is_known = one.is_played() && self.level.moves.is_some();
        is_known.then(|| one.games.more_won(&self.now))
    }

    /// The mean swaps after a change, as a factor of the current ones.
    pub(super) fn factor(&self, one: &Contender) -> Option<f64> {
        let now = if self.is_played() { self.now.swaps().mean } else { self.expected };
        self.effect(one).map(|(swaps, _)| 1.0 + swaps / now)
    }

    /// Plays the level and its changes until the largest effects are known.
    pub(super) fn run(&mut self, candidates: &mut Candidates, watch: &dyn Watch) {
        if !self.begin(watch) {
            return;
        }

        let mut played = u64::from(self.now.count());
        let Candidates { openings, closings } = candidates;
        for (contenders, sign, first, proven) in
            [(openings, -1.0, FIRST[0], PROVEN[0]), (closings, 1.0, FIRST[2], PROVEN[1])]
        {
            let mut few = self.first(contenders, sign, first);
            while !few.is_empty() && watch.reach(played, 0).is_continue() {
                played += self.play_on(contenders, &few, watch);
                few = self.unproven(contenders, sign, proven);
            }
        }
    }

    /// Plays the level itself. Returns whether its changes can be played.
    fn begin(&mut self, watch: &dyn Watch) -> bool {
        let Some(playtest) = self.playtest.filter(|playtest| playtest.games > 0) else {
            return false;
        };
        let rules = Rules::new(self.level, playtest.goal);
        if rules.is_won_at_once() || self.is_out_of_reach {
            return false;
        }
        let seed = playtest.seed.child(0);
        let mut now = BaseGames::default();
        let first = (self.games / SHARE).max(LEAST);
        let games = |games| play(&rules, &playtest.bot, MAX_SWAPS, games, seed, watch);
        now.add(&games(0..first), self.level.moves);
        if now.count() == 0 {
            return false;
        }

        // Long games and large boards are played less often, and the planner far less.
        let slowness = match playtest.bot.strategy() {
            Strategy::Planner => PLANNING,
            Strategy::Expert => EXPERT,
            _ => 1.0,
        };
        let slowness =
            if self.level.is_classic() { slowness } else { GENERAL * slowness };
        let area = self.level.size().area() as f64;
        let most = WORK / (now.swaps().mean.max(1.0) * area * slowness);

        self.games = self.games.min(most as u32).max(LEAST);
        let all = first.max(BASE * self.games);
        if now.count() == first {
            now.add(&games(first..all), self.level.moves);
        }

        self.now = now;
        true
    }

    /// The changes with the largest predicted effects, and those that are shown.
    fn first(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign).into_iter();
        let looked = order.filter(|&at| contenders[at].expected.is_some());
        let (shown, others): (Vec<usize>, Vec<usize>) =
            looked.partition(|&at| contenders[at].is_shown);
        let shown = shown.into_iter().take(FIRST[1]);
        shown.chain(others.into_iter().take(count)).collect()
    }

    /// Of the changes that may have the largest effects, those of which games are missing.
    fn unproven(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign).into_iter();
        let may_be = |one: &Contender| one.is_played() && (sign < 0.0 || one.is_sound);
        let played = order.filter(|&at| may_be(&contenders[at])).take(count);
        played.filter(|&at| !self.is_proven(&contenders[at])).collect()
    }

    /// The changes in descending order of the upper bounds of their effects, without unsound ones.
    fn order(&self, contenders: &[Contender], sign: f64) -> Vec<usize> {
        let bound = |one: &Contender| {
            let effect = self.effect(one);
            effect.map_or(f64::NEG_INFINITY, |(swaps, error)| sign * swaps + error)
        };
        let bounds: Vec<f64> = contenders.iter().map(bound).collect();
        let is_open = |&at: &usize| {
            let one = &contenders[at];
            one.is_sound || one.is_reachable && (sign < 0.0 || one.is_shown)
        };
        let mut order: Vec<usize> = (0..contenders.len()).filter(is_open).collect();
        order.sort_by(|&a, &b| bounds[b].total_cmp(&bounds[a]));
        order
    }

    /// Plays more games of some changes and returns their number. Games of a change that was stopped are
    /// discarded, so that all changes are compared by games of the same seeds.
    fn play_on(
        &self,
        contenders: &mut [Contender],
        which: &[usize],
        watch: &dyn Watch,
    ) -> u64 {
        let first = (self.games / SHARE).max(LEAST);

        let results = which.par_iter().map(|&at| {
            let one = &contenders[at];
            let begin = one.games.count;
            let end = if begin == 0 { first } else { (4 * begin).min(self.games) };
            let outcomes = self.games_of(&one.step, begin..end, watch);
            (at, outcomes.filter(|outcomes| outcomes.len() as u32 == end - begin))
        });

        let results: Vec<(usize, Option<Vec<Outcome>>)> = results.collect();

        let mut played = 0;
        for (at, outcomes) in results {
            let Some(outcomes) = outcomes else { continue };
            played += outcomes.len() as u64;
            contenders[at].games.add(&outcomes, self.level.moves, &self.now);
        }
        played
    }

    fn games_of(
        &self,
        step: &Step,
        games: Range<u32>,
        watch: &dyn Watch,
    ) -> Option<Vec<Outcome>> {
        let playtest = self.playtest?;
        let level = changed(self.level, step.cell, step.to);
        let rules = Rules::new(&level, playtest.goal);
        let (bot, seed) = (&playtest.bot, playtest.seed.child(0));
        Some(play(&rules, bot, MAX_SWAPS, games, seed, watch))
    }
}
