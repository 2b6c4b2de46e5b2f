//! When a run of CMA-ES has converged, diverged or stalled.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::distribution::Distribution;
use crate::Standing;
use crate::state::is_count;

/// The memory of a run, from which it is decided whether to restart: the criteria of Hansen (*The
/// CMA evolution strategy: a tutorial*, appendix B.3) with the limits of pycma 4.5.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Stall {
    generations: u64,
    /// The best standings of the last generations.
    recent: VecDeque<Standing>,
    /// The best and the median standing of each fifth generation.
    sampled: [Vec<Standing>; 2],
    /// How many generations in a row were flat.
    flat: u32,
    /// The best standing and its generation.
    best: Option<(Standing, u64)>,
    /// Where the mean last moved, and the generation.
    anchor: Vec<f64>,
    anchored: u64,
    #[serde(skip)]
    scratch: Vec<Standing>,
}

// The values are the defaults of pycma, whose names follow in brackets.

/// The least change of an objective within a generation and within recent ones (`tolfun`).
const CHANGE: f64 = 1e-11;
/// The least change of the best objective of recent generations (`tolfunhist`).
const RECENT_CHANGE: f64 = 1e-12;
/// The least standard deviation of a gene (`tolx`).
const DEVIATION: f64 = 1e-11;
/// The greatest growth of a standard deviation (`tolfacupx`).
const GROWTH: f64 = 1e3;
/// The greatest condition number (`tolconditioncov`).
const CONDITION: f64 = 1e14;
/// The least distance that the mean moves (`tolxstagnation`).
const MOVE: f64 = 1e-9;
/// Of how many generations one is sampled for the comparison of medians (`tolstagnation`).
const EVERY: u64 = 5;
/// How many samples are kept for it.
const SAMPLES: usize = 20_000;

impl Stall {
    pub(crate) fn new(mean: &[f64]) -> Self {
        Self {
            generations: 0,
            recent: VecDeque::new(),
            sampled: [Vec::new(), Vec::new()],
            flat: 0,
            best: None,
            anchor: mean.to_vec(),
            anchored: 0,
            scratch: Vec::new(),
        }
    }

    /// Whether the run should end after a generation, given its standings and their ranking.
    pub(crate) fn ends(
        &mut self,
        distribution: &Distribution,
        standings: &[Standing],
        ranking: &[u32],
    ) -> bool {
        let population = ranking.len();
        let ranked = |rank: usize| standings[ranking[rank] as usize];
        self.generations += 1;
        self.note([ranked(0), ranked(population / 2)], distribution.mean(), population);

        let flat = ranked(0) == ranked(population * 3 / 4);
        self.flat = if flat { self.flat.saturating_add(1) } else { 0 };
        self.flat > 1
            || self.is_level(ranked(0), ranked(population - 1))
            || self.generations - self.anchored > 20 + self.generations / 10
            || self.is_stagnant(population)
            || self.is_long(population)
            || has_collapsed(distribution, self.generations)
    }

    /// Records the best and the median standing and the mean of a generation.
    fn note(&mut self, [best, median]: [Standing; 2], mean: &[f64], population: usize) {
        if self.recent.len() > 10 + 30 * mean.len() / population {
            self.recent.pop_front();
        }
        self.recent.push_back(best);
        if self.best.is_none_or(|(so_far, _)| best < so_far) {
            self.best = Some((best, self.generations));
        }

        if self.generations.is_multiple_of(EVERY) {
            for (list, standing) in self.sampled.iter_mut().zip([best, median]) {
                if list.len() >= SAMPLES {
                    list.drain(..SAMPLES / 2);
                }
                list.push(standing);
            }
        }

        let age = (self.generations - self.anchored) as f64;
        let reach =
            MOVE * (age / (20.0 + self.generations as f64 / 10.0)).max(1.0).sqrt();
        let squares = mean.iter().zip(&self.anchor).map(|(a, b)| (a - b) * (a - b));
        if squares.sum::<f64>().sqrt() > reach {
            self.anchor.copy_from_slice(mean);
            self.anchored = self.generations;
        }
    }

    /// Whether the objective hardly changes any more.
    fn is_level(&self, best: Standing, worst: Standing) -> bool {
        let recent = self.recent.iter().copied();
        let (Some(first), Some(last)) = (recent.clone().min(), recent.max()) else {
            return false;
        };
        let change = difference(first, last);
        (change < CHANGE && difference(best, worst) < CHANGE)
            || (self.recent.len() > 9 && change < RECENT_CHANGE)
    }

    /// Whether neither the best nor the median standing improved over a long time.
    fn is_stagnant(&mut self, population: usize) -> bool {
        let n = self.anchor.len() as f64;
        let patience = 100.0 + 100.0 * n * n.sqrt() / population as f64;
        let count = self.sampled[0].len();
        let window = (patience / 10.0).max(count as f64 / 10.0) as usize;
        let since = self.best.map_or(0, |(_, found)| self.generations - found);

        let warm = n * (5.0 + 100.0 / population as f64);

        if count <= 100
            || 2 * window >= count
            || self.generations as f64 <= warm
            || since as f64 <= patience / 2.0
        {
            return false;
        }

        let Self { sampled, scratch, .. } = self;
        let mut median = |list: &[Standing]| {
            scratch.clear();
            scratch.extend_from_slice(list);
            let middle = scratch.len() / 2;
            *scratch.select_nth_unstable(middle).1
        };
        sampled.iter().all(|list| {
            let new = median(&list[count - window..]);
            new >= median(&list[count - 2 * window..count - window])
        })
    }

    /// Whether the run took more generations than any needs.
    fn is_long(&self, population: usize) -> bool {
        let n = self.anchor.len() as f64;
        let most = 100.0 + 150.0 * (n + 3.0) * (n + 3.0) / (population as f64).sqrt();
        self.generations as f64 >= most
    }

    /// Whether the parts of a stored memory fit together.
    pub(crate) fn is_sound(&self, dimension: usize) -> bool {
        let [best, median] = &self.sampled;
        self.anchor.len() == dimension
            && best.len() == median.len()
            && is_count(self.generations)
            && self.anchored <= self.generations
            && self.best.is_none_or(|(_, found)| found <= self.generations)
    }
}

/// The distance of two scores, or of two violations; infinite between the two.
fn difference(better: Standing, worse: Standing) -> f64 {
    if better == worse {
        0.0
    } else if worse.is_feasible() {
        better.score() - worse.score()
    } else if better.is_feasible() {
        f64::INFINITY
    } else {
        worse.violation() - better.violation()
    }
}

/// Whether a number is too small to change another one.
#[expect(clippy::float_cmp, reason = "the question is whether the bits change")]
fn is_lost(change: f64, number: f64) -> bool {
    number == number + change
}

/// Whether samples no longer differ, or the distribution has degenerated or grown without end.
fn has_collapsed(distribution: &Distribution, generations: u64) -> bool {
    let mean = distribution.mean();
    let genes = 0..mean.len();
    let deviation = |gene: usize| distribution.deviation(gene);
    let most = GROWTH * distribution.start_sigma();
    let (axis, length) = distribution.axis((generations % mean.len() as u64) as usize);
    let has_no_effect = |gene: usize| is_lost(0.2 * deviation(gene), mean[gene]);
    let mut along = mean.iter().zip(axis);
    genes
        .clone()
        .all(|gene| deviation(gene) < DEVIATION && distribution.drift(gene) < DEVIATION)
        || genes.clone().any(|gene| deviation(gene) > most)
        || genes.into_iter().any(has_no_effect)
        || along.all(|(mean, axis)| is_lost(0.1 * length * axis, *mean))
        || distribution.condition() > CONDITION
}
