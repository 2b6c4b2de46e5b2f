//! The search space of a difficulty: which levels are allowed, and the predicted swaps of each,
//! corrected by the games so far.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Climb, Cost, Direction, Error, Evaluation, Evolution, Neighborhood, Problem, Stop,
};
use tilewright_grid::{Rng, Seed, Watch};
use tilewright_match3::{Goal, Kind, Level, Rules, unreachable};

use super::climb::feasible_start;
use crate::difference::compare;
use crate::predict::{Point, Process, last, shares};
use crate::{Guide, Space, Style};

/// The prior standard deviations of the regression: of the logarithmic error of each part of
/// the
/// goal, of its exponent, and of the logarithmic error of each kind on a board of that kind
/// alone. The factors that the regression tries make them smaller and larger.
const SCALES: [f64; 3] = [1.0, 0.5, 2.0];
/// The difference of the logarithms of predicted and requested swaps at which a walk ends: a
/// fifteenth of the tolerance.
const CLOSE: f64 = 0.002;
/// The largest increase of that difference by the first change of a walk from a played level:
/// two thirds of the tolerance.
const ALLOWANCE: f64 = 0.02;
/// The number of first changes that are tried: 5 ms at 50 µs each, little beside a walk. Chosen;
/// if none of a hundred is close, the walk begins from the played level itself.
const TRIES: u32 = 100;

/// The number of starts after given levels, of which the one of the nearest difficulty is taken: each change of a walk leads a
/// little away from what such levels look like. With one start, a classifier told five to ten in a hundred more from given ones; 300
/// were no better than 30.
const STARTS: u32 = 30;

/// The allowed levels with their predicted swaps.
pub(super) struct Landscape<'a> {
    space: Space,
    goal: Goal,
    guide: &'a Guide,
    /// Levels from which a level must differ, and by which share of the special cells.
    others: (&'a [Level], f64),
    /// The logarithm of the requested swaps.
    aim: f64,
    /// The correction of the guide by games.
    process: Process,
    /// The violation that a level may have.
    allowance: u32,
    /// The isolated cells and clusters that a level may have more than a composed one.
    stray: u32,
    evaluations: u64,
}

/// What is known of a level before it is played: the prediction of the guide, and its point in the
/// regression.
pub(super) struct View(f64, Point);

impl<'a> Landscape<'a> {
    pub(super) fn new(
        space: Space,
        goal: Goal,
        guide: &'a Guide,
        others: &'a [Level],
        least: f64,
        aim: f64,
    ) -> Self {
        let (others, process) = ((others, least), Process::default());
        let (allowance, stray, evaluations) = (0, 0, 0);
        Self { space, goal, guide, others, aim, process, allowance, stray, evaluations }
    }

    /// The same landscape, in which levels may have as many infeasible cells as this one.
    pub(super) fn allowing(self, genes: &[u8]) -> Self {
        let allowance = self.space.violation(&self.space.kinds(genes));
        Self { allowance, ..self }
    }

    /// Takes as composed what is no worse than a level that a walk came to: it could not do better.
    pub(super) fn bear_with(&mut self, genes: &[u8]) {
        let kinds = self.space.kinds(genes);
        let stray = self.space.strays(&kinds, &self.space.specials(&kinds));
        self.stray = self.stray.max(stray);
    }

    /// Takes every level as composed; changes still suit such levels.
    pub(super) const fn bear_with_all(&mut self) {
        self.stray = u32::MAX;
    }

    /// Gives up composing levels. Returns whether it had been tried.
    pub(super) fn scatter(&mut self) -> bool {
        let was = self.space.style() != &Style::Scattered;
        self.space.scatter();
        was
    }

    /// What is known of a level before it is played; none if it is not allowed.
    pub(super) fn look(&self, genes: &[u8]) -> Option<View> {
        if self.flaw(genes) > 0.0 {
            return None;
        }
        let (guess, point) = self.view(genes, &self.space.level(genes));
        Some(View(guess, point))
    }

    /// The logarithm of the predicted swaps of a level, corrected by the games so far.
    pub(super) fn corrected(&self, View(guess, point): &View) -> f64 {
        guess + self.process.residual(point)
    }

    /// Counts predictions that were made by looks.
    pub(super) const fn count(&mut self, predictions: u64) {
        self.evaluations += predictions;
    }

    /// A random feasible genome in which about this share of the genes is special, or that is like given levels.
    pub(super) fn random(&self, density: f64, rng: &mut Rng) -> Vec<u8> {
        if self.space.learned().is_none() {
            return feasible_start(&self.space, density, rng);
        }
        let mut best = (f64::INFINITY, Vec::new());
        for _ in 0..STARTS {
            let genes = feasible_start(&self.space, density, rng);
            let distance = self.distance(&genes);
            if best.1.is_empty() || distance < best.0 {
                best = (distance, genes);
            }
            if best.0 < CLOSE {
                break;
            }
        }
        best.1
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

    /// The logarithm of the predicted swaps of a level, corrected by the games so far.
    pub(super) fn expected(&self, genes: &[u8], level: &Level) -> f64 {
        let (guess, point) = self.view(genes, level);
        guess + self.process.residual(&point)
    }

    /// Fits the regression to these played levels alone: their genes, the logarithms of their
    /// swaps, and the standard errors.
    pub(super) fn relearn<'s>(
        &mut self,
        played: impl Iterator<Item = (&'s [u8], f64, f64)>,
    ) {
        let sample = |(genes, swaps, error): (&[u8], f64, f64)| {
            let (guess, point) = self.view(genes, &self.space.level(genes));
            (point, swaps - guess, error)
        };
        self.process = Process::of(played.map(sample));
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

        // Where the guide errs alike: in levels whose swaps go to the same parts of the goal, and whose parts
        // are equally far from the aim.
        for (share, part) in shares(&parts).into_iter().zip(&parts) {
            features.push(SCALES[0] * share);
            features.push(SCALES[1] * share * (part - self.aim));
        }

        // And in levels with the same kinds, which have errors of their own.
        let kinds = level.cells().values();
        for &choice in self.space.choices() {
            let count = kinds.iter().filter(|&&kind| kind == choice).count();
            features.push(SCALES[2] * count as f64 / kinds.len() as f64);
        }

        (last(&parts), Point { features, genes: genes.to_vec() })
    }

    /// Whether the request allows a level, and its goal can be reached but is not reached at the
    /// start.
    pub(super) fn allows(&self, genes: &[u8]) -> bool {
        self.judged(genes).is_feasible()
    }

    /// How far a genome is from the requested swaps by what is known before it is played, as the
    /// difference of the logarithms; infinite if it is not allowed.
    pub(super) fn distance(&self, genes: &[u8]) -> f64 {
        let judged = self.judged(genes);
        if judged.is_feasible() { judged.objectives[0] } else { f64::INFINITY }
    }

    /// Walks from a genome by small changes to one with the requested predicted swaps.
    pub(super) fn walk(
        &mut self,
        genes: Vec<u8>,
        steps: u32,
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, Error> {
        // Between two looks at the target and the watch: 0.8 ms at 50 µs a prediction. More would
        // predict in vain after the target, fewer would look more often than needed.
        let climb = Climb { changes: 16, patience: None };
        let evolution = Evolution::new(&*self, climb, Seed(rng.next_u64()))?;
        let mut evolution = evolution.starting_from(vec![genes.clone()]);
        // A generation is finished first: its last changes would be lost otherwise, and there is no budget to keep.

        let steps = u64::from(steps);
        let see = |evolution: &Evolution<_, Climb>| {
            if evolution.evaluations() < steps {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };

        evolution.run(&Stop::new().target(CLOSE), watch, see)?;

        let found = evolution.best().map(|best| best.genome.clone());
        let evaluations = evolution.evaluations();
        self.evaluations += evaluations;
        Ok(found.unwrap_or(genes))
    }

    /// A genome that differs a little from a played one, since the same level brings no
    /// information: the first of some random changes that is hardly worse.
    pub(super) fn beside(
        &mut self,
        genes: &[u8],
        rng: &mut Rng,
        watch: &dyn Watch,
    ) -> Vec<u8> {
        let Evaluation { objectives: [before], violation } = self.judged(genes);
        for _ in 0..TRIES {
            if genes.is_empty() || watch.look().is_break() {
                break;
            }

            let mut changed = genes.to_vec();
            self.alter(&mut changed, rng);
            self.evaluations += 1;
            if changed == genes {
                continue;
            }

            let after = self.judged(&changed);
            let is_close = after.objectives[0] < before + ALLOWANCE;
            if after.violation < violation || after.violation <= violation && is_close {
                return changed;
            }
        }
        genes.to_vec()
    }

    /// Redraws one or two genes.
    fn alter(&self, genes: &mut [u8], rng: &mut Rng) {
        for _ in 0..=rng.below(2) {
            self.space.redraw(genes, rng);
        }
    }

    /// The difference of the logarithms of predicted and requested swaps. The violation of a level
    /// that is not allowed is, from the worst: more than 10⁶ if cells are infeasible or too many or
    /// too few of their kinds, or break placements; more than 10⁵ if it is not composed; the differing cells that are missing; ½ if it is not playable.
    fn judged(&self, genes: &[u8]) -> Evaluation {
        let violation = self.flaw(genes);
        if violation > 0.0 {
            return Evaluation { objectives: [0.0], violation };
        }
        let level = self.space.level(genes);
        Evaluation::feasible([(self.expected(genes, &level) - self.aim).abs()])
    }

    /// The violation of [`judged`](Self::judged).
    fn flaw(&self, genes: &[u8]) -> f64 {
        // Feasibility and counts are known from the kinds alone; whether the goal can be
        // reached takes a whole level.
        let kinds = self.space.kinds(genes);
        let [violation, miscount] = self.violation(&kinds);
        if violation > self.allowance || miscount > 0 {
            return 1e6 + 1e3 * f64::from(violation) + f64::from(miscount);
        }

        let strays = self.space.strays(&kinds, &self.space.specials(&kinds));
        if strays > self.stray {
            return 1e5 + f64::from(strays);
        }

        match self.shortfall(&kinds) {
            0 if self.is_playable(&self.space.level(genes)) => 0.0,
            0 => 0.5,
            missing => missing as f64,
        }
    }

    /// The number of infeasible cells, and of cells too many or too few of their kinds or against placements.
    pub(super) fn violation(&self, kinds: &[Kind]) -> [u32; 2] {
        let miscount = self.space.miscount(&self.space.counts(kinds));
        [self.space.violation(kinds), miscount + self.space.faults(kinds)]
    }

    /// Whether the goal of a level can be reached but is not reached at the start.
    pub(super) fn is_playable(&self, level: &Level) -> bool {
        let rules = Rules::new(level, &self.goal);
        !rules.is_won_at_once() && unreachable(&rules).is_none()
    }

    /// The number of differing cells that are missing towards the most similar other level. One differs at
    /// least.
    fn shortfall(&self, kinds: &[Kind]) -> usize {
        let (others, least) = self.others;
        let same = |other: &&Level| other.size() == self.space.base().size();
        let missing = |other: &Level| {
            let [different, special] = compare(kinds, other.cells().values());
            let wanted = (least * special as f64).ceil() as usize;
            wanted.max(1).saturating_sub(different)
        };
        others.iter().filter(same).map(missing).max().unwrap_or(0)
    }
}

/// The search for a genome of the requested predicted swaps.
impl Problem for &Landscape<'_> {
    type Genome = Vec<u8>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<u8> {
        let density = rng.unit() * 0.5;
        Landscape::random(self, density, rng)
    }

    fn evaluate(&self, genes: &Vec<u8>) -> Evaluation {
        self.judged(genes)
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    /// Walks are not saved.
    fn fingerprint(&self) -> String {
        format!("a walk towards e^{}", self.aim)
    }
}

/// A genome on a walk, and the one before the last change.
pub(super) struct Walker {
    genes: Vec<u8>,
    evaluation: Evaluation,
    before: (Vec<u8>, Evaluation),
}

impl Neighborhood for &Landscape<'_> {
    type Point = Walker;

    fn point(&self, genes: &Vec<u8>) -> Walker {
        let evaluation = self.judged(genes);
        Walker { genes: genes.clone(), evaluation, before: (genes.clone(), evaluation) }
    }

    fn genome<'p>(&self, walker: &'p Walker) -> &'p Vec<u8> {
        &walker.genes
    }

    fn evaluation(&self, walker: &Walker) -> Evaluation {
        walker.evaluation
    }

    fn change(&self, walker: &mut Walker, rng: &mut Rng) -> u64 {
        walker.before.0.clone_from(&walker.genes);
        walker.before.1 = walker.evaluation;
        if !walker.genes.is_empty() {
            self.alter(&mut walker.genes, rng);
        }
        if walker.genes != walker.before.0 {
            walker.evaluation = self.judged(&walker.genes);
        }
        1
    }

    fn undo(&self, walker: &mut Walker) {
        walker.genes.clone_from(&walker.before.0);
        walker.evaluation = walker.before.1;
    }
}
