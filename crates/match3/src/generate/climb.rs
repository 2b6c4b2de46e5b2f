//! Hill climbing: a random start of a density that suits the target, then small changes that bring
//! the potential no farther from it.

use std::ops::ControlFlow;

use tilewright_evolve::Event;
use tilewright_grid::{Cell, Heading, Rng, Seed, Watch};

use super::{GeneratedLevel, Progress};
use crate::feasibility::Violation;
use crate::{Kind, LevelProblem, Space, Tally};

/// The fitness evaluations after which a search fails; a start or a change is finished first.
const EVALUATIONS: u64 = 200_000;
/// The number of successive changes without improvement before a restart: at least the first
/// number, and the second one times the number of genes.
const PATIENCE: (usize, usize) = (300, 3);
/// The cost of one cell too many or too few of a kind, in cases: the most that a cell is worth.
const CELL: u32 = 64;
/// The distance to the target below which one gene is closed and another one opened in one change:
/// about 1.5 times the most that a cell is worth.
const NEAR: u32 = 100;

pub(super) fn search(
    problem: &LevelProblem<'_>,
    seed: Seed,
    watch: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> GeneratedLevel {
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
        // A start that was stopped during its repair is not feasible.
        if next.cost() < best.cost() && next.tally.is_feasible() {
            best = next;
        }
        (best.evaluations, best.generations) = totals;
    }
    GeneratedLevel {
        level: problem.space.level(&best.genes),
        potential: best.tally.potential(),
        is_found: best.cost() == 0 && best.tally.is_feasible(),
        evaluations: best.evaluations,
        generations: best.generations,
    }
}

/// A random feasible genome of this density of special cells; its counts of kinds may be wrong.
pub(crate) fn feasible_start(space: &Space, density: f64, rng: &mut Rng) -> Vec<u8> {
    let problem =
        LevelProblem { space, target: 0, tolerance: 0, violation: Violation::Cells };
    let mut climber = Climber::start(problem, density, Seed(rng.next_u64()).rng());
    while climber.repair() {}
    climber.genes
}

/// A random feasible genome of about this density of special cells whose counts of kinds are as
/// requested; none if it is not found, or `watch` stops the search.
pub(super) fn random_genes(
    space: &Space,
    density: f64,
    rng: &mut Rng,
    watch: &dyn Watch,
) -> Option<Vec<u8>> {
    // Any potential will do, so that only the counts are climbed.
    let target = space.expected(density) as u32;
    let violation = Violation::Cells;
    let problem = LevelProblem { space, target, tolerance: u32::MAX, violation };
    let mut climber = Climber::start(problem, density, Seed(rng.next_u64()).rng());
    let _ = climber.run(&mut |_| watch.look());
    (climber.cost() == 0 && climber.tally.is_feasible()).then_some(climber.genes)
}

/// The density of special cells at which the mean potential is the target, by bisection.
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

/// The state of hill climbing: a level and its measures.
struct Climber<'a> {
    problem: LevelProblem<'a>,
    genes: Vec<u8>,
    tally: Tally,
    /// The number of cells of each choice.
    counts: Vec<u32>,
    /// The genes of the change that is being tried, with their earlier choices.
    trail: Vec<(usize, u8)>,
    rng: Rng,
    evaluations: u64,
    generations: u64,
}

impl<'a> Climber<'a> {
    /// A random level of this density, which may be infeasible.
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

    /// Repairs the start until it is feasible, then climbs.
    fn run(
        &mut self,
        watch: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while self.repair() {
            self.evaluations += 1;
            watch(Progress::Working)?;
        }
        self.climb(watch)
    }

    /// Opens the path along which the first infeasible cell is filled when all cells are open.
    /// Returns whether there was an infeasible cell.
    fn repair(&mut self) -> bool {
        let (size, space) = (self.tally.cells().size(), self.problem.space);
        let infeasible = self.tally.infeasible();
        let Some(row) = infeasible.iter().position(|&cells| cells != 0) else {
            return false;
        };
        let first = Cell::new(row as u32, infeasible[row].trailing_zeros());
        let refillable = self.tally.refillable();
        let mut next = Some(self.path_start(size.index(first)));
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

    /// The first cell of the path that refills a cell, or that ends beside a closed cell.
    fn path_start(&self, index: usize) -> usize {
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

    /// Sets a gene, and records its earlier choice.
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

    /// The distance of the potential from the target.
    const fn off(&self) -> u32 {
        self.tally.potential().abs_diff(self.problem.target)
    }

    /// The distance from the request; 0 if the level fulfils it.
    fn cost(&self) -> u32 {
        let beyond = self.off().saturating_sub(self.problem.tolerance);
        beyond + CELL * self.problem.space.miscount(&self.counts)
    }

    /// Changes the level until it fulfils the request or no change has helped for long.
    fn climb(
        &mut self,
        watch: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
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
                watch(Progress::Working)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Tries a change of one or two genes, repaired if it makes the level infeasible. Keeps it if
    /// the cost does not rise, and returns whether it did.
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
        while self.cost() <= before && self.repair() {
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

    /// Draws a gene and a new choice that closes (or opens) its cells, if 64 draws find one. While
    /// a count is wrong, every second call accepts any other choice.
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
        watch: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
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
        watch(Progress::Generation { event: &event, space, genes: &self.genes })
    }
}

/// How far a kind closes a cell: 0 to 2.
const fn closure(kind: Kind) -> u8 {
    !kind.is_draggable() as u8 + !kind.is_open() as u8
}
