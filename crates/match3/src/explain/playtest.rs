//! Games that show what a change of one cell does.
//!
//! Few games of many changes, then more of those that may matter most: a change is played on
//! as long as its effect, were it as large as its standard error lets it be, is among the
//! largest (the upper bounds of Lai and Robbins, 1985).

use std::ops::Range;

use rayon::prelude::*;
use serde::Serialize;
use tilewright_grid::{Estimate, Seed, Watch};

use super::Change;
use super::changes::changed;
use crate::{
    Goal, Guide, Level, MAX_SWAPS, Outcome, Player, Rules, Strategy, play_while,
    unreachable,
};

/// Who plays a level to explain it, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Playtest<'a> {
    /// The goal.
    pub goal: &'a Goal,
    /// What is expected before a game is played.
    pub guide: &'a Guide,
    /// Who plays.
    pub player: Player,
    /// The games of each of the changes that matter most; 0 to rely on the guide alone. There
    /// are fewer where they would take much longer than those of usual levels.
    pub games: u32,
    /// The games of a change draw from a child of this seed.
    pub seed: Seed,
}

/// What games of a level say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// How many were played.
    pub games: u32,
    /// Their mean swaps; a game that does not end counts as 1000.
    pub swaps: Estimate,
    /// The share that was won within the moves of the level, where it has a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_rate: Option<f64>,
}

/// The openings and the closings that are played first, of those that the guide looked at.
const FIRST: [usize; 2] = [64, 32];
/// How many of the openings and of the closings are played with all games.
const PROVEN: [usize; 2] = [8, 2];
/// The first games of a change, as a share of all games.
const SHARE: u32 = 8;
/// The fewest games of a change.
const LEAST: u32 = 64;
/// How many times as many games the level itself is played.
const BASE: u32 = 2;
/// The swaps, times the cells of the level, that the games of one change may take together.
const WORK: f64 = 3e7;
/// How many times as long the planner takes for a swap.
const PLANNING: f64 = 200.0;
/// How far off the guide's expectation of an effect may be: as a share of the effect, and of
/// the swaps of the level.
const DOUBT: [f64; 2] = [1.0, 0.25];

/// Games of one level, summed up.
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

    /// The standard error of the mean, of at least a twentieth of a swap's deviation.
    fn error(&self) -> f64 {
        let count = f64::from(self.games.max(1));
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0025);
        (variance / count).sqrt()
    }
}

/// A change with what is expected and known of it.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    pub(super) change: Change,
    /// Whether it adds no infeasible cell and leaves the goal reachable.
    pub(super) is_sound: bool,
    /// The mean swaps that the guide expects; none where it has not looked.
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

    /// Whether all its games were played, where any are.
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
    /// The mean swaps that the guide expects of the level.
    expected: f64,
    /// The games of each change that matters.
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

    /// The games of the level as it is.
    pub(super) fn now(&self) -> Option<Sample> {
        self.is_played().then(|| self.sample(&self.now))
    }

    fn sample(&self, sums: &Sums) -> Sample {
        let share = f64::from(sums.won) / f64::from(sums.games);
        Sample {
            games: sums.games,
            swaps: Estimate::of_error(sums.mean(), sums.error()),
            win_rate: self.level.moves.map(|_| share),
        }
    }

    /// By how many swaps a change makes the level longer, and the standard error of that:
    /// what the guide expects, corrected by games as far as there are any.
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
        let trust = doubt.powi(2) / (doubt.powi(2) + noise);
        Some((expected + trust * (seen - expected), (trust * noise).sqrt()))
    }

    /// The mean swaps after a change as a factor of now.
    pub(super) fn factor(&self, one: &Contender) -> Option<f64> {
        let now = if self.is_played() { self.now.mean() } else { self.expected };
        self.effect(one).map(|(swaps, _)| 1.0 + swaps / now)
    }

    /// Plays the level and its changes until those that matter most are known.
    pub(super) fn run(
        &mut self,
        openings: &mut [Contender],
        closings: &mut [Contender],
        watch: &dyn Watch,
    ) {
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

    /// Plays the level itself, and says whether its games tell anything.
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
        let games =
            |games| play_while(&rules, &playtest.player, MAX_SWAPS, games, seed, watch);
        now.add(&games(0..first), self.level.moves);
        if now.games == 0 {
            return false;
        }
        let is_planner = playtest.player.strategy() == Strategy::Planner;
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

    /// The changes of which most is expected.
    fn first(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign);
        let looked = order.into_iter().filter(|&at| contenders[at].expected.is_some());
        looked.take(count).collect()
    }

    /// Those of the changes that may matter most of which not all games were played.
    fn unproven(&self, contenders: &[Contender], sign: f64, count: usize) -> Vec<usize> {
        let order = self.order(contenders, sign).into_iter();
        let played = order.filter(|&at| contenders[at].is_played()).take(count);
        played.filter(|&at| !contenders[at].is_proven(self)).collect()
    }

    /// The changes by the effect that they may have, the largest first; those that may not be
    /// made are left out.
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

    /// Plays more games of some changes; says how many. Those of a change that was stopped
    /// are left out, so that changes are compared by games of the same seeds.
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
        let player = &playtest.player;
        Some(play_while(&rules, player, MAX_SWAPS, games, seed, watch))
    }
}
