//! The search space of a difficulty: which levels are allowed, and the predicted swaps of each,
//! corrected by the games so far.

use tilewright_grid::{Rng, Watch};

use crate::predict::{Point, Process, last, shares};
use crate::{Goal, Guide, Kind, Level, Rules, Space, Violation, unreachable};

/// The prior standard deviations of the regression: of the logarithmic error of each part of the
/// goal, of its exponent, and of the logarithmic error of each kind on a board of that kind alone.
const SCALES: [f64; 3] = [1.0, 0.5, 2.0];
/// The difference of the logarithms of predicted and requested swaps at which a walk ends.
const CLOSE: f64 = 0.002;
/// The largest increase of that difference by the first change of a walk.
const ALLOWANCE: f64 = 0.02;

/// The allowed levels with their predicted swaps.
pub(super) struct Landscape<'a> {
    space: Space,
    goal: Goal,
    guide: &'a Guide,
    /// Levels from which a level must differ, and the minimum number of differing cells.
    others: (&'a [Level], usize),
    /// The logarithm of the requested swaps.
    aim: f64,
    /// The correction of the guide by games.
    process: Process,
    evaluations: u64,
}

impl<'a> Landscape<'a> {
    pub(super) fn new(
        space: Space,
        goal: Goal,
        guide: &'a Guide,
        others: &'a [Level],
        least: usize,
        aim: f64,
    ) -> Self {
        let (others, process) = ((others, least), Process::default());
        Self { space, goal, guide, others, aim, process, evaluations: 0 }
    }

    pub(super) const fn space(&self) -> &Space {
        &self.space
    }

    /// The number of predictions.
    pub(super) const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The logarithm of the swaps that the guide predicts without correction.
    pub(super) fn guess(&self, genes: &[u8]) -> f64 {
        last(&self.guide.parts(&self.space.level(genes)))
    }

    /// Adds a played level to the regression: the logarithm of its swaps, and the standard error.
    pub(super) fn learn(&mut self, genes: &[u8], swaps: f64, error: f64) {
        let (guess, point) = self.view(genes, &self.space.level(genes));
        self.process.add(point, swaps - guess, error);
    }

    /// The prediction of the guide for a level, and its point in the regression.
    fn view(&self, genes: &[u8], level: &Level) -> (f64, Point) {
        let parts = self.guide.parts(level);
        let mut features = Vec::with_capacity(2 * parts.len() + 9);
        for (share, part) in shares(&parts).into_iter().zip(&parts) {
            features.push(SCALES[0] * share);
            features.push(SCALES[1] * share * (part - self.aim));
        }
        let kinds = level.cells().values();
        for &choice in self.space.choices() {
            let count = kinds.iter().filter(|&&kind| kind == choice).count();
            features.push(SCALES[2] * count as f64 / kinds.len() as f64);
        }
        (last(&parts), Point { features, genes: genes.to_vec() })
    }

    /// Whether the request allows a level, and its goal can be reached but is not reached at the
    /// start.
    pub(super) fn allows(&mut self, genes: &[u8]) -> bool {
        self.cost(genes) < 1e3
    }

    /// Walks from a genome by small changes to one with the requested predicted swaps.
    pub(super) fn walk(
        &mut self,
        mut genes: Vec<u8>,
        steps: u32,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Vec<u8> {
        let mut cost = self.cost(&genes);
        let mut moved = false;
        for _ in 0..steps {
            if (moved && cost < CLOSE) || genes.is_empty() || watch.look().is_break() {
                break;
            }
            let before = genes.clone();
            for _ in 0..=rng.below(2) {
                let gene = rng.index(genes.len());
                genes[gene] = rng.index(self.space.choices().len()) as u8;
            }
            if genes == before {
                continue;
            }
            let next = self.cost(&genes);
            // The first change may be slightly worse, since the same level brings no information.
            if next <= cost || (!moved && next < cost + ALLOWANCE) {
                (cost, moved) = (next, true);
            } else {
                genes = before;
            }
        }
        genes
    }

    /// The difference of the logarithms of predicted and requested swaps; a large penalty for
    /// levels that are not allowed.
    fn cost(&mut self, genes: &[u8]) -> f64 {
        self.evaluations += 1;
        let kinds = self.space.kinds(genes);
        let violation = self.space.gauge().measure(&kinds, Violation::Cells).violation;
        let miscount = self.space.miscount(&self.space.counts(&kinds));
        if violation > 0 || miscount > 0 {
            return 1e6 + 1e3 * f64::from(violation) + f64::from(miscount);
        }
        let close = self.shortfall(&kinds);
        if close > 0 {
            return 1e5 + close as f64;
        }
        let level = self.space.level(genes);
        let rules = Rules::new(&level, &self.goal);
        if rules.is_won_at_once() || unreachable(&rules).is_some() {
            return 1e4;
        }
        let (guess, point) = self.view(genes, &level);
        (guess + self.process.residual(&point) - self.aim).abs()
    }

    /// The number of differing cells that are missing towards the most similar other level.
    fn shortfall(&self, kinds: &[Kind]) -> usize {
        let (others, least) = self.others;
        let differ = |other: &Level| {
            let pairs = kinds.iter().zip(other.cells().values());
            least.saturating_sub(pairs.filter(|(a, b)| a != b).count())
        };
        others.iter().map(differ).max().unwrap_or(0)
    }
}
