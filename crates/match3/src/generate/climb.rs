//! Our own scheme: a start that suits the target, then changes that come no farther from it.

use std::ops::ControlFlow;

use tilewright_evolve::Event;
use tilewright_grid::{Cell, Heading, Rng, Seed};

use super::{Made, Moment};
use crate::feasibility::Violation;
use crate::{Kind, LevelProblem, Space, Tally};

/// The fitness values after which a search gives up, a start or a change under way aside.
const EVALUATIONS: u64 = 200_000;
/// The changes in a row that may bring nothing before the search starts anew: at least so
/// many, and so many a gene.
const PATIENCE: (usize, usize) = (300, 3);
/// What a cell too many or too few of its kind costs, in cases: as much as it can be worth.
const CELL: u32 = 64;
/// How near the target one gene closing and another opening bring more than one alone: about
/// the most that a cell can be worth, and half as much again.
const NEAR: u32 = 100;

pub(super) fn search(
    problem: &LevelProblem<'_>,
    seed: Seed,
    watch: &mut impl FnMut(Moment<'_>) -> ControlFlow<()>,
) -> Made {
    let density = density(problem.space, problem.target);
    let mut best = Climber::start(*problem, density, seed.child(0).rng());
    let mut flow = best.run(watch);
    for start in 1.. {
        let is_over = best.evaluations >= EVALUATIONS || problem.space.genes() == 0;
        if best.cost() == 0 || is_over || flow.is_break() {
            break;
        }
        let mut next = Climber::start(*problem, density, seed.child(start).rng());
        next.evaluations += best.evaluations;
        next.generations += best.generations;
        flow = next.run(watch);
        let totals = (next.evaluations, next.generations);
        // One that was stopped while it was mended is none.
        if next.cost() < best.cost() && next.tally.is_feasible() {
            best = next;
        }
        (best.evaluations, best.generations) = totals;
    }
    Made {
        level: problem.space.level(&best.genes),
        potential: best.tally.potential(),
        is_found: best.cost() == 0 && best.tally.is_feasible(),
        evaluations: best.evaluations,
        generations: best.generations,
    }
}

/// A random feasible genome of that density of specials.
pub(crate) fn feasible_start(space: &Space, density: f64, rng: &mut Rng) -> Vec<u8> {
    let problem =
        LevelProblem { space, target: 0, tolerance: 0, violation: Violation::Cells };
    let mut climber = Climber::start(problem, density, Seed(rng.next_u64()).rng());
    while climber.mend() {}
    climber.genes
}

/// The density of specials at which the mean potential is the target, by bisection.
fn density(space: &Space, target: u32) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..20 {
        let middle = f64::midpoint(low, high);
        if space.expected(middle) > f64::from(target) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// A feasible level on its way to the target.
struct Climber<'a> {
    problem: LevelProblem<'a>,
    genes: Vec<u8>,
    tally: Tally,
    /// How many cells hold each choice.
    counts: Vec<u32>,
    /// The genes of the change under trial, with their choices before it.
    trail: Vec<(usize, u8)>,
    rng: Rng,
    evaluations: u64,
    generations: u64,
}

impl<'a> Climber<'a> {
    /// A random level of that density, still to be mended.
    fn start(problem: LevelProblem<'a>, density: f64, mut rng: Rng) -> Self {
        let space = problem.space;
        let genes: Vec<u8> = (0..space.genes())
            .map(|_| if rng.chance(density) { space.special(&mut rng) } else { 0 })
            .collect();
        let tally = Tally::new(&space.level(&genes));
        let counts = space.counts(tally.cells().values());
        Self {
            problem,
            genes,
            tally,
            counts,
            trail: Vec::new(),
            rng,
            evaluations: 1,
            generations: 0,
        }
    }

    /// Mends the start until it is feasible, and climbs from there.
    fn run(
        &mut self,
        watch: &mut impl FnMut(Moment<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while self.mend() {
            self.evaluations += 1;
            watch(Moment::Within)?;
        }
        self.climb(watch)
    }

    /// Opens the way by which the first infeasible cell is filled when all is open. Says
    /// whether there was one.
    fn mend(&mut self) -> bool {
        let (size, space) = (self.tally.cells().size(), self.problem.space);
        let infeasible = self.tally.infeasible();
        let Some(row) = infeasible.iter().position(|&cells| cells != 0) else {
            return false;
        };
        let first = Cell::new(row as u32, infeasible[row].trailing_zeros());
        let refillable = self.tally.refillable();
        let mut next = Some(self.way_from(size.index(first)));
        while let Some(index) = next {
            let cell = size.cell(index);
            if refillable[cell.row as usize] >> cell.column & 1 == 1 {
                break;
            }
            let is_closed = !self.tally.cells().values()[index].is_open();
            if let (true, Some(gene)) = (is_closed, space.gene_of(index)) {
                self.put(gene, 0);
            }
            next = space.source(index);
        }
        true
    }

    /// Where the way that refills a cell, or reaches a closed one, begins.
    fn way_from(&self, index: usize) -> usize {
        let space = self.problem.space;
        if self.tally.cells().values()[index].is_open() {
            return index;
        }
        if let Some(source) = space.source(index) {
            return source;
        }
        // A fixed blocker: the base is feasible, so one of its neighbours is refillable there.
        let size = self.tally.cells().size();
        let cell = size.cell(index);
        let filled =
            |next: &usize| space.source(*next).is_some() || space.is_open_spawner(*next);
        [Heading::North, Heading::West, Heading::East]
            .into_iter()
            .filter_map(|heading| size.step(cell, heading))
            .map(|next| size.index(next))
            .find(filled)
            .expect("the base of a space is feasible")
    }

    /// Gives a gene another choice, and remembers the one before.
    fn put(&mut self, gene: usize, choice: u8) {
        let space = self.problem.space;
        for &index in space.orbit(gene) {
            self.tally.set(index as usize, space.choices()[choice as usize]);
        }
        let before = std::mem::replace(&mut self.genes[gene], choice);
        let cells = space.orbit(gene).len() as u32;
        self.counts[before as usize] -= cells;
        self.counts[choice as usize] += cells;
        self.trail.push((gene, before));
    }

    /// How far the level is from the target.
    const fn off(&self) -> u32 {
        self.tally.potential().abs_diff(self.problem.target)
    }

    /// How far it is from the wish: 0 when it fulfils it.
    fn cost(&self) -> u32 {
        let beyond = self.off().saturating_sub(self.problem.tolerance);
        beyond + CELL * self.problem.space.miscount(&self.counts)
    }

    /// Changes the level until it fits or nothing has helped for long.
    fn climb(
        &mut self,
        watch: &mut impl FnMut(Moment<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.report(watch)?;
        let (least, each) = PATIENCE;
        let patience = least.max(each * self.genes.len());
        let mut idle = 0;
        let has_choice = !self.genes.is_empty();
        while has_choice
            && self.cost() > 0
            && idle < patience
            && self.evaluations < EVALUATIONS
        {
            let before = self.cost();
            idle += 1;
            if self.step() && self.cost() < before {
                idle = 0;
                self.generations += 1;
                self.report(watch)?;
            } else {
                watch(Moment::Within)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries one change of one or two genes, mended where it cuts cells off; keeps it when the
    /// level comes no farther from the target.
    fn step(&mut self) -> bool {
        let before = self.cost();
        let closes = self.tally.potential() > self.problem.target;
        let is_near = self.off() < NEAR;
        self.trail.clear();
        let (gene, choice) = self.propose(closes);
        self.put(gene, choice);
        if is_near && self.rng.below(4) != 0 {
            let (gene, choice) = self.propose(!closes);
            self.put(gene, choice);
        }
        self.evaluations += 1;
        while self.cost() <= before && self.mend() {
            self.evaluations += 1;
        }
        let is_kept = self.cost() <= before;
        if !is_kept {
            let mut trail = std::mem::take(&mut self.trail);
            for (gene, choice) in trail.drain(..).rev() {
                self.put(gene, choice);
            }
            self.trail = trail;
        }
        is_kept
    }

    /// A gene and another choice for it: one that closes or opens its cells as far as a few
    /// draws find any, or now and then any other while a count is wrong.
    fn propose(&mut self, closes: bool) -> (usize, u8) {
        let choices = self.problem.space.choices();
        let is_free =
            self.problem.space.miscount(&self.counts) > 0 && self.rng.below(2) == 0;
        let mut proposal = (0, 0);
        for _ in 0..64 {
            let gene = self.rng.index(self.genes.len());
            let choice = self.rng.index(choices.len()) as u8;
            proposal = (gene, choice);
            let [old, new] = [self.genes[gene], choice]
                .map(|choice| closure(choices[choice as usize]));
            let is_other = is_free && self.genes[gene] != choice;
            if is_other || (closes && new > old) || (!closes && new < old) {
                break;
            }
        }
        proposal
    }

    fn report(
        &self,
        watch: &mut impl FnMut(Moment<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let fitness = Some(self.problem.fitness(self.tally.potential()));
        let event = Event {
            generation: self.generations,
            evaluations: self.evaluations,
            population: 1,
            feasible: 1,
            best: fitness,
            median: fitness,
            worst: fitness,
            least_violation: None,
            median_violation: None,
            diversity: 0.0,
        };
        let space = self.problem.space;
        watch(Moment::Generation { event: &event, space, genes: &self.genes })
    }
}

/// How much a kind closes a cell.
const fn closure(kind: Kind) -> u8 {
    !kind.is_draggable() as u8 + !kind.is_open() as u8
}
