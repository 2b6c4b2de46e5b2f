//! Hill climbing: a random start of a density that suits the target, then small changes that bring
//! the potential no farther from it.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Climb, Cost, Direction, Evaluation, Event, Evolution, Neighborhood, Problem, Stop,
};
use tilewright_grid::{Rng, Seed, Watch};

use super::climber::Climber;
use super::{GeneratedLevel, Progress};
use crate::feasibility::Violation;
use crate::{LevelProblem, RequestError, Space, Style};

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

/// Searches a composed level; if none is found, any level from the closest one on, so that no style makes a request
/// impossible.
pub(super) fn search(
    problem: &LevelProblem<'_>,
    seed: Seed,
    see: &mut impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<GeneratedLevel, RequestError> {
    if *problem.space.style() == Style::Scattered {
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

    let mut space = problem.space.clone();
    space.scatter();
    let problem = LevelProblem { space: &space, ..*problem };
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
