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

use super::Change;
use super::changes::changed;
use crate::Guide;
use crate::latch::Latch;

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
    /// The seed; the games of each change come from one of its children.
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

/// The numbers of openings and of closings that are played first: all of a large board would be
/// thousands.
const FIRST: [usize; 2] = [64, 32];
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
/// The factor of the time of a swap of the planner, rounded up: 114 µs beside 0.9 µs of
/// `article` on the open 9 × 9 board (`tilewright match3 play --bot planner --goal
/// collect:30`).
const PLANNING: f64 = 200.0;
/// The standard error of a predicted effect: as a share of the effect, and of the swaps of the
/// level. Wide beside the 4 % of [`LEAST`] games, so that games outweigh what is predicted. Chosen;
/// `cargo xtask bench explanations` shows signs and ranks.
const DOUBT: [f64; 2] = [1.0, 0.25];

/// The sums of the games of one level.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    games: u32,
    swaps: f64,
    squares: f64,
    won: u32,
}

impl Sums {
    fn add(&mut self, outcomes: &[Outcome], moves: Option<u32>) {
        for outcome in outcomes {
            let swaps = if outcome.is_won { outcome.swaps } else { MAX_SWAPS };
            self.games += 1;
            self.swaps += f64::from(swaps);
            self.squares += f64::from(swaps).powi(2);
            let is_in_time = moves.is_some_and(|moves| outcome.swaps <= moves);
            self.won += u32::from(outcome.is_won && is_in_time);
        }
    }

    fn mean(&self) -> f64 {
        self.swaps / f64::from(self.games.max(1))
    }

    /// The standard error of the mean, for a standard deviation of at least 0.05 swaps.
    fn error(&self) -> f64 {
        let count = f64::from(self.games.max(1));
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0025);
        (variance / count).sqrt()
    }
}

/// A change with its predicted swaps and its games.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) change: Change,
    /// Whether it adds no infeasible cell and keeps the goal reachable.
    pub(super) is_sound: bool,
    /// The predicted mean swaps; none if there is no prediction.
    expected: Option<f64>,
    sums: Sums,
}

impl Contender {
    pub(super) fn new(change: Change, expected: Option<f64>, is_sound: bool) -> Self {
        Self { change, is_sound, expected, sums: Sums::default() }
    }

    pub(super) const fn games(&self) -> u32 {
        self.sums.games
    }

    pub(super) const fn is_played(&self) -> bool {
        self.sums.games > 0
    }

    /// Whether all its games were played, if games are played at all.
    pub(super) const fn is_proven(&self, trials: &Trials<'_>) -> bool {
        !trials.is_played() || self.sums.games >= trials.games
    }

    pub(super) fn sample(&self, trials: &Trials<'_>) -> Option<Sample> {
        self.is_played().then(|| trials.sample(&self.sums))
    }
}

/// The games of a level and its changes.
pub(super) struct Trials<'a> {
    level: &'a Level,
    playtest: Option<&'a Playtest<'a>>,
    /// The predicted mean swaps of the level.
    expected: f64,
    /// The number of games of each important change.
    games: u32,
    now: Sums,
}

impl<'a> Trials<'a> {
    pub(super) fn new(level: &'a Level, playtest: Option<&'a Playtest<'a>>) -> Self {
        let expected = playtest.map_or(0.0, |playtest| playtest.guide.predict(level));
        let games = playtest.map_or(0, |playtest| playtest.games);
        Self { level, playtest, expected, games, now: Sums::default() }
    }

    pub(super) const fn has_goal(&self) -> bool {
        self.playtest.is_some()
    }

    const fn is_played(&self) -> bool {
        self.now.games > 0
    }

    /// The games of the level itself.
    pub(super) fn now(&self) -> Option<Sample> {
        self.is_played().then(|| self.sample(&self.now))
    }

    fn sample(&self, sums: &Sums) -> Sample {
        let share = f64::from(sums.won) / f64::from(sums.games);
        Sample {
            games: sums.games,
            swaps: Estimate::of_error(sums.mean(), sums.error()).not_negative(),
            win_rate: self.level.moves.map(|_| share),
        }
    }

    /// The increase of the mean swaps by a change, and its standard error: the prediction, combined with
    /// the games so far.
    pub(super) fn effect(&self, one: &Contender) -> Option<(f64, f64)> {
        let ratio = one.expected? / self.expected;
        if !self.is_played() {
            return Some((self.expected * (ratio - 1.0), 0.0));
        }

        let now = self.now.mean();
        let expected = now * (ratio - 1.0);
        let doubt = DOUBT[0] * expected.abs() + DOUBT[1] * now;

        if !one.is_played() {
            return Some((expected, doubt));
        }

        let seen = one.sums.mean() - now;
        let noise = one.sums.error().powi(2) + self.now.error().powi(2);
        if one.is_proven(self) {
            return Some((seen, noise.sqrt()));
        }

        // Bayes: the prediction is the prior, the games are the measurement.
        let trust = doubt.powi(2) / (doubt.powi(2) + noise);
        Some((expected + trust * (seen - expected), (trust * noise).sqrt()))
    }

    /// The mean swaps after a change, as a factor of the current ones.
    pub(super) fn factor(&self, one: &Contender) -> Option<f64> {
        let now = if self.is_played() { self.now.mean() } else { self.expected };
        self.effect(one).map(|(swaps, _)| 1.0 + swaps / now)
    }

    /// Plays the level and its changes until the largest effects are known.
    pub(super) fn run(
        &mut self,
        openings: &mut [Contender],
        closings: &mut [Contender],
        watch: &dyn Watch,
    ) {
        let watch = &Latch::new(watch);
        if !self.begin(watch) {
            return;
        }

        let mut played = u64::from(self.now.games);
        for (contenders, sign, first, proven) in
            [(openings, -1.0, FIRST[0], PROVEN[0]), (closings, 1.0, FIRST[1], PROVEN[1])]
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
        if rules.is_won_at_once() || unreachable(&rules).is_some() {
            return false;
        }
        let seed = playtest.seed.child(0);
        let mut now = Sums::default();
        let first = (self.games / SHARE).max(LEAST);
        let games = |games| play(&rules, &playtest.bot, MAX_SWAPS, games, seed, watch);
        now.add(&games(0..first), self.level.moves);
        if now.games == 0 {
            return false;
        }

        // Long games and large boards are played less often, and the planner far less.
        let is_planner = playtest.bot.strategy() == Strategy::Planner;
        let slowness = if is_planner { PLANNING } else { 1.0 };
        let area = self.level.size().area() as f64;
        let most = WORK / (now.mean().max(1.0) * area * slowness);

        self.games = self.games.min(most as u32).max(LEAST);
        let all = first.max(BASE * self.games);
        if now.games == first {
            now.add(&games(first..all), self.level.moves);
        }

        self.now = now;
        true
    }

    /// The changes with the largest predicted effects.
    fn first(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign);
        let looked = order.into_iter().filter(|&at| contenders[at].expected.is_some());
        looked.take(count).collect()
    }

    /// Of the changes that may have the largest effects, those of which games are missing.
    fn unproven(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign).into_iter();
        let played = order.filter(|&at| contenders[at].is_played()).take(count);
        played.filter(|&at| !contenders[at].is_proven(self)).collect()
    }

    /// The changes in descending order of the upper bounds of their effects, without unsound ones.
    fn order(&self, contenders: &[Contender], sign: f64) -> Vec<usize> {
        let bound = |at: usize| {
            let effect = self.effect(&contenders[at]);
            effect.map_or(f64::NEG_INFINITY, |(swaps, error)| sign * swaps + error)
        };
        let is_open = |&at: &usize| sign < 0.0 || contenders[at].is_sound;
        let mut order: Vec<usize> = (0..contenders.len()).filter(is_open).collect();
        order.sort_by(|&a, &b| bound(b).total_cmp(&bound(a)));
        order
    }

    /// Plays more games of some changes and returns their number. Games of a change that was stopped are
    /// discarded, so that changes are compared by games of the same seeds.
    fn play_on(
        &self,
        contenders: &mut [Contender],
        which: &[usize],
        watch: &dyn Watch,
    ) -> u64 {
        let first = (self.games / SHARE).max(LEAST);

        let results = which.par_iter().map(|&at| {
            let one = &contenders[at];
            let begin = one.sums.games;
            let end = if begin == 0 { first } else { (4 * begin).min(self.games) };
            let outcomes = self.games_of(&one.change, begin..end, watch);
            (at, outcomes.filter(|outcomes| outcomes.len() as u32 == end - begin))
        });

        let results: Vec<(usize, Option<Vec<Outcome>>)> = results.collect();

        let mut played = 0;
        for (at, outcomes) in results {
            let Some(outcomes) = outcomes else { continue };
            played += outcomes.len() as u64;
            contenders[at].sums.add(&outcomes, self.level.moves);
        }
        played
    }

    fn games_of(
        &self,
        change: &Change,
        games: Range<u32>,
        watch: &dyn Watch,
    ) -> Option<Vec<Outcome>> {
        let playtest = self.playtest?;
        let level = changed(self.level, change.cell, change.to);
        let index = self.level.size().index(change.cell) as u64;
        let seed = playtest.seed.child(1 + index).child(u64::from(change.to.glyph()));
        let rules = Rules::new(&level, playtest.goal);
        let bot = &playtest.bot;
        Some(play(&rules, bot, MAX_SWAPS, games, seed, watch))
    }
}
