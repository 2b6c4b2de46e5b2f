//! Hill climbing: a random start of a density that suits the target, then small changes that bring
//! the potential no farther from it.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Climb, Cost, Direction, Evaluation, Event, Evolution, Neighborhood, Problem, Stop,
};
use tilewright_grid::{Cell, Heading, Rng, Seed, Watch};
use tilewright_match3::Kind;

use super::{GeneratedLevel, Progress};
use crate::feasibility::Violation;
use crate::style::{ANY, CellSet};
use crate::{LevelProblem, RequestError, Space, Style, Tally};

/// The number of evaluations after which a search fails; a generation is finished first. On 9 ×
/// 9 cells they take a fiftieth of a second (`cargo xtask bench speed`: potential and
/// feasibility after a change).
const EVALUATIONS: u64 = 200_000;
/// The number of evaluations in which a composed level is searched, before any level is.
const COMPOSING: u64 = EVALUATIONS / 4;
/// The number of successive changes without improvement before a restart: at least the first
/// number, and the second one times the number of genes, after which 5 % of the genes (e⁻³)
/// were never drawn.
const PATIENCE: (u64, u64) = (300, 3);
/// The largest number of changes of a generation; on large levels it is the second number divided
/// by the number of genes, so that a generation takes some milliseconds at most.
const CHANGES: (u64, u64) = (64, 1 << 14);
/// The cost of one cell too many or too few of a kind, or against a placement, in cases: the most that a cell is worth.
const CELL: u32 = 64;
/// The cost of an isolated cell or a cluster more than a composed level has, in cases: about that of closing a cell
/// amid others.
const STRAY: u32 = 16;
/// The distance to the target below which one gene is closed and another one opened in one change:
/// about 1.5 times the most that a cell is worth.
const NEAR: u32 = 100;

/// Searches a composed level; if none is found, any level from the closest one on, so that no style makes a request
/// impossible.
pub(super) fn search(
    problem: &LevelProblem<'_>,
    seed: Seed,
    see: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<GeneratedLevel, RequestError> {
    if problem.space.style() == Style::Scattered {
        return Ok(search_from(problem, Vec::new(), EVALUATIONS, seed, see)?.0);
    }

    let mut is_stopped = false;
    let mut composing = |progress: Progress<'_>| {
        let flow = see(progress);
        is_stopped |= flow.is_break();
        flow
    };
    let (made, genes) =
        search_from(problem, Vec::new(), COMPOSING, seed, &mut composing)?;
    if made.is_found || is_stopped {
        return Ok(made);
    }

    let space = &problem.space.clone().with_style(Style::Scattered);
    let problem = LevelProblem { space, ..*problem };
    let (scattered, _) =
        search_from(&problem, vec![genes], EVALUATIONS, seed.child(1), see)?;
    let evaluations = made.evaluations + scattered.evaluations;
    let generations = made.generations + scattered.generations;
    Ok(GeneratedLevel { evaluations, generations, ..scattered })
}

/// The closest level of a search and its genome.
fn search_from(
    problem: &LevelProblem<'_>,
    starts: Vec<Vec<u8>>,
    evaluations: u64,
    seed: Seed,
    see: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<(GeneratedLevel, Vec<u8>), RequestError> {
    let space = problem.space;
    let changes = Changes { problem: *problem, density: density(space, problem.target) };
    let mut evolution =
        Evolution::new(changes, climb(space), seed)?.starting_from(starts);

    let stop = Stop::new().target(1.0);
    let mut best = None;
    evolution.run(&stop, &(), |evolution| {
        let found = evolution.best().map(|best| best.evaluation);
        let flow = match (evolution.last_event(), evolution.population().genomes()) {
            (Some(event), [genes])
                if event.feasible > 0 && is_better(event, &mut best) =>
            {
                see(Progress::Generation { event, space, genes })
            }
            // The only level of a space without genes has no change.
            _ if space.genes() == 0 && found.is_some() => ControlFlow::Break(()),
            _ => see(Progress::Working),
        };
        if evolution.evaluations() < evaluations { flow } else { ControlFlow::Break(()) }
    })?;

    let best = evolution.best().expect("the run evaluates at least one generation");
    let level = space.level(&best.genome);
    let made = GeneratedLevel {
        potential: crate::potential(&level),
        level,
        is_found: best.evaluation.is_feasible() && best.evaluation.objectives[0] >= 1.0,
        evaluations: evolution.evaluations(),
        generations: evolution.generations(),
    };
    Ok((made, best.genome.clone()))
}

/// Whether a generation differs from the last one that was shown, or is the first.
fn is_better(event: &Event, shown: &mut Option<[f64; 1]>) -> bool {
    let differs = *shown != event.best;
    *shown = event.best;
    differs
}

/// The scheme for a space.
fn climb(space: &Space) -> Climb {
    let genes = space.genes().max(1) as u64;
    let patience = Some(PATIENCE.0.max(PATIENCE.1 * genes));
    Climb { changes: (CHANGES.1 / genes).clamp(1, CHANGES.0), patience }
}

/// A problem of no potential, for what only the feasibility of levels matters to.
const fn any(space: &Space) -> LevelProblem<'_> {
    LevelProblem { space, target: 0, tolerance: 0, violation: Violation::Cells }
}

/// A random feasible genome of this density of special cells; its counts of kinds may be wrong.
pub(crate) fn feasible_start(space: &Space, density: f64, rng: &mut Rng) -> Vec<u8> {
    repaired(space, Changes { problem: any(space), density }.random(rng))
}

/// The genome of a feasible level: cells are opened along paths to those that could not be
/// refilled. Its counts of kinds may be wrong.
pub(crate) fn repaired(space: &Space, genes: Vec<u8>) -> Vec<u8> {
    let mut climber = Climber::new(any(space), genes);
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

    let changes = Changes { problem, density };
    let mut evolution =
        Evolution::new(changes, climb(space), Seed(rng.next_u64())).ok()?;
    let stop = Stop::new().target(1.0).evaluations(EVALUATIONS / 10);

    evolution.run(&stop, watch, |_| ControlFlow::Continue(())).ok()?;
    let best = evolution.best()?;
    // A style makes no request impossible, so that strays may be left.
    let kinds = space.kinds(&best.genome);
    let wrong = space.miscount(&space.counts(&kinds)) + space.faults(&kinds);
    let is_found = best.evaluation.is_feasible() && wrong == 0;
    is_found.then(|| best.genome.clone())
}

/// The density of special cells at which the mean potential is the target, by bisection.
fn density(space: &Space, target: u32) -> f64 {
    // Twenty halvings place the density within a millionth.
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

/// The search for a level by small changes. The fitness is 1 for a level that fulfils the request,
/// and else 1 / (1 + cost); infeasible levels are compared by their infeasible cells.
struct Changes<'a> {
    problem: LevelProblem<'a>,
    /// The share of special cells of a start.
    density: f64,
}

impl Problem for Changes<'_> {
    type Genome = Vec<u8>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Maximize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<u8> {
        self.problem.space.start(self.density, rng)
    }

    fn evaluate(&self, genes: &Vec<u8>) -> Evaluation {
        self.evaluation(&self.point(genes))
    }

    fn cost(&self) -> Cost {
        Cost::Quick
    }

    fn fingerprint(&self) -> String {
        format!("{} changes of density {}", self.problem.fingerprint(), self.density)
    }
}

impl<'a> Neighborhood for Changes<'a> {
    type Point = Climber<'a>;

    fn point(&self, genes: &Vec<u8>) -> Climber<'a> {
        Climber::new(self.problem, genes.clone())
    }

    fn genome<'p>(&self, climber: &'p Climber<'a>) -> &'p Vec<u8> {
        &climber.genes
    }

    fn evaluation(&self, climber: &Climber<'a>) -> Evaluation {
        // Under other rules than `classic` only ingredients too near an exit make a level
        // infeasible.
        let space = self.problem.space;
        let violation: u32 = if space.is_classic() {
            let infeasible = climber.tally.infeasible();
            infeasible.iter().map(|cells| cells.count_ones()).sum()
        } else {
            space.violation(climber.tally.cells().values())
        };

        let fitness = 1.0 / (1.0 + f64::from(climber.cost));
        Evaluation { objectives: [fitness], violation: f64::from(violation) }
    }

    fn change(&self, climber: &mut Climber<'a>, rng: &mut Rng) -> u64 {
        climber.change(rng)
    }

    fn undo(&self, climber: &mut Climber<'a>) {
        climber.undo();
    }
}

/// A level that is changed, and its measures.
struct Climber<'a> {
    problem: LevelProblem<'a>,
    genes: Vec<u8>,
    tally: Tally,
    /// The number of cells of each choice.
    counts: Vec<u32>,
    special: CellSet,
    /// The distance from the request, and that before the change that is being tried.
    cost: u32,
    before: u32,
    /// The genes of the change that is being tried, with their earlier choices.
    trail: Vec<(usize, u8)>,
}

impl<'a> Climber<'a> {
    fn new(problem: LevelProblem<'a>, genes: Vec<u8>) -> Self {
        let tally = Tally::new(&problem.space.level(&genes));
        let counts = problem.space.counts(tally.cells().values());
        let special = problem.space.specials(tally.cells().values());
        let (cost, before, trail) = (0, 0, Vec::new());
        let mut climber =
            Self { problem, genes, tally, counts, special, cost, before, trail };
        climber.cost = climber.cost_within(u32::MAX);
        climber
    }

    /// Opens the path along which the first infeasible cell is filled when all cells are open; under other rules
    /// than `classic`, takes away the first ingredient that is too near an exit. Returns whether there was one.
    fn repair(&mut self) -> bool {
        let (size, space) = (self.tally.cells().size(), self.problem.space);

        if !space.is_classic() {
            let first = space.misplaced(self.tally.cells().values()).next();
            let gene = first.and_then(|index| space.gene_of(index));
            if let Some(gene) = gene {
                self.put(gene, 0);
            }
            return gene.is_some();
        }

        let infeasible = self.tally.infeasible();
        let Some(row) = infeasible.iter().position(|&cells| cells != 0) else {
            return false;
        };
        let first = Cell::new(row as u32, infeasible[row].trailing_zeros());

        let refillable = self.tally.refillable();
        let mut next = Some(self.path_start(size.index(first)));

        // From the cell towards its source, until one that is refilled.
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
            self.special.put(index as usize, choice > 0);
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

    /// The distance from the request; 0 if the level fulfils it. What is beyond the bound without a look at the
    /// clusters is not looked at, which takes most of the time.
    fn cost_within(&self, bound: u32) -> u32 {
        let space = self.problem.space;
        let beyond = self.off().saturating_sub(self.problem.tolerance);
        let wrong =
            space.miscount(&self.counts) + space.faults(self.tally.cells().values());
        let cost = beyond + CELL * wrong;
        if cost > bound { cost } else { cost + STRAY * space.strays(&self.special) }
    }

    /// Repairs an infeasible level by one step. Else changes one or two genes, and repairs the level
    /// if the change makes it infeasible without making it cost more. Returns the number of
    /// levels that were tried.
    fn change(&mut self, rng: &mut Rng) -> u64 {
        self.trail.clear();
        self.before = self.cost;
        if self.genes.is_empty() {
            return 1;
        }
        if self.repair() {
            self.cost = self.cost_within(u32::MAX);
            return 1;
        }

        let before = self.before;
        let closes = self.tally.potential() > self.problem.target;
        let is_near = self.off() < NEAR;
        let (gene, choice) = self.propose(closes, rng);

        self.put(gene, choice);

        // Near the target the change of one gene often jumps over it, so that a second one goes
        // back by a part; not in one of four, for the cases where one gene fits. Chosen; `cargo
        // bench -p tilewright-match3-design` shows the time of a level.
        if is_near && rng.below(4) != 0 {
            let (gene, choice) = self.propose(!closes, rng);
            self.put(gene, choice);
        }

        let mut tried = 1;
        self.cost = self.cost_within(before);
        while self.cost <= before && self.repair() {
            tried += 1;
            self.cost = self.cost_within(before);
        }
        tried
    }

    /// Undoes the last change.
    fn undo(&mut self) {
        let mut trail = std::mem::take(&mut self.trail);
        for (gene, choice) in trail.drain(..).rev() {
            self.put(gene, choice);
        }
        self.trail = trail;
        self.cost = self.before;
    }

    /// Draws a gene and a new choice that closes (or opens) its cells, if 64 draws find one. While
    /// a count is wrong, every second call accepts any other choice. Of a composed level most draws let clusters
    /// grow and shrink.
    fn propose(&self, closes: bool, rng: &mut Rng) -> (usize, u8) {
        let space = self.problem.space;
        let choices = space.choices();
        let is_free = space.miscount(&self.counts) > 0 && rng.below(2) == 0;
        let suits_any = space.style() == Style::Scattered || rng.below(ANY) == 0;

        // Drawn, not listed: the genes that fit differ after each change. Where one draw in 20
        // fits, 64 fail in 4 % of the cases, and the last draw is tried instead, as any change is.
        // Chosen.
        let mut proposal = (0, 0);
        for _ in 0..64 {
            let gene = rng.index(self.genes.len());
            let choice = rng.index(choices.len()) as u8;
            proposal = (gene, choice);
            let [old, new] = [self.genes[gene], choice]
                .map(|choice| closure(choices[choice as usize]));
            let is_other = is_free && self.genes[gene] != choice;
            let is_due = is_other || (closes && new > old) || (!closes && new < old);

            let is_due = is_due && space.may(gene, choice);
            if is_due && (suits_any || space.suits(&self.genes, gene, choice)) {
                break;
            }
        }
        (proposal.0, space.allowed(proposal.0, proposal.1))
    }
}

/// How far a kind closes a cell: 0 to 2.
const fn closure(kind: Kind) -> u8 {
    !kind.is_draggable() as u8 + !kind.is_open() as u8
}
