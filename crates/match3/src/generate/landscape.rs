//! The levels of a wish as a search for a difficulty sees them: which are allowed, and how
//! many swaps are expected of each after the games that were played.

use tilewright_grid::{Rng, Watch};

use crate::predict::{Point, Process, last, shares};
use crate::{Goal, Guide, Kind, Level, Rules, Space, Violation, unreachable};

/// The standard deviations that the features of the regression are given: of the logarithm by
/// which each part of the goal is off, of the exponent of that, and of the logarithm by which
/// the kinds are off where all cells hold them.
const SCALES: [f64; 3] = [1.0, 0.5, 2.0];
/// How close the logarithm of the expected swaps must come to that of the wanted ones.
const CLOSE: f64 = 0.002;
/// How much farther away the first change of a walk may lead.
const ALLOWANCE: f64 = 0.02;

/// The levels of a wish, with what is expected of them.
pub(super) struct Landscape<'a> {
    space: Space,
    goal: Goal,
    guide: &'a Guide,
    /// Levels from which a level must differ, and in how many cells at least.
    others: (&'a [Level], usize),
    /// The logarithm of the swaps that are wanted.
    aim: f64,
    /// What the games say of the guide.
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

    /// How many levels were predicted.
    pub(super) const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The logarithm of the swaps that the guide alone expects.
    pub(super) fn guess(&self, genes: &[u8]) -> f64 {
        last(&self.guide.parts(&self.space.level(genes)))
    }

    /// Takes in the logarithm of the swaps of a level that was played.
    pub(super) fn learn(&mut self, genes: &[u8], swaps: f64, error: f64) {
        let (guess, point) = self.view(genes, &self.space.level(genes));
        self.process.add(point, swaps - guess, error);
    }

    /// What the guide says of a level, and what the regression knows it by.
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

    /// Whether the wish allows a level, and its goal may be reached but not at once.
    pub(super) fn allows(&mut self, genes: &[u8]) -> bool {
        self.cost(genes) < 1e3
    }

    /// Walks from a genome by small changes to one that is expected to be as wanted.
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
            // The first change is any that the rules allow: the same level would bring nothing new.
            if next <= cost || (!moved && next < cost + ALLOWANCE) {
                (cost, moved) = (next, true);
            } else {
                genes = before;
            }
        }
        genes
    }

    /// How far a level is expected to be from what is wanted, as the logarithm of the ratio;
    /// far more for what the rules do not allow.
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

    /// How many cells more should differ from the other level that is most alike.
    fn shortfall(&self, kinds: &[Kind]) -> usize {
        let (others, least) = self.others;
        let differ = |other: &Level| {
            let pairs = kinds.iter().zip(other.cells().values());
            least.saturating_sub(pairs.filter(|(a, b)| a != b).count())
        };
        others.iter().map(differ).max().unwrap_or(0)
    }
}
