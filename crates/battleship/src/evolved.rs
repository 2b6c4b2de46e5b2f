//! A (1 + 1) evolution that finds a legal fleet on any field: a mutation moves a whole ship, equal
//! fitness is accepted, and the search restarts when it stagnates.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Direction, Evaluation, Evolution, Mutation, Plus, Problem, Reason, Stop,
};
use tilewright_grid::{Cell, Heading, Rng, Seed};

use crate::classic::{EvolvedFleet, Progress};
use crate::{Fleet, FleetError, Rules, Ship};

/// The problem of placing a fleet without clashes: a genome is a fleet whose ships lie inside the
/// field, and the number of pairs that clash is minimised.
#[derive(Clone, Copy, Debug)]
struct ClashProblem<'a> {
    rules: &'a Rules,
}

impl ClashProblem<'_> {
    /// A ship of a length inside the field, uniform over all its placements.
    fn placement(self, length: u32, rng: &mut Rng) -> Ship {
        let size = self.rules.size();

        let room = |side: u32| (side + 1).saturating_sub(length);
        let across = size.rows * room(size.columns);
        let down = if length > 1 { room(size.rows) * size.columns } else { 0 };

        let number = rng.below(across + down);
        if number < across {
            let wide = room(size.columns);
            Ship::new(Cell::new(number / wide, number % wide), length, Heading::East)
        } else {
            let number = number - across;
            let cell = Cell::new(number / size.columns, number % size.columns);
            Ship::new(cell, length, Heading::South)
        }
    }

    /// The number of pairs of ships that clash.
    fn clashes(self, ships: &[Ship]) -> u32 {
        let touch = self.rules.touch();
        let pairs = ships.iter().enumerate().map(|(second, other)| {
            let clashing =
                ships[..second].iter().filter(|ship| ship.clashes(*other, touch));
            clashing.count() as u32
        });
        pairs.sum()
    }
}

impl Problem for ClashProblem<'_> {
    type Genome = Fleet;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Fleet {
        let lengths = self.rules.roster().lengths();
        Fleet::new(lengths.iter().map(|&length| self.placement(length, rng)).collect())
    }

    fn evaluate(&self, fleet: &Fleet) -> Evaluation {
        Evaluation::feasible([f64::from(self.clashes(&fleet.ships))])
    }

    fn distance(&self, a: &Fleet, b: &Fleet) -> f64 {
        let differing = a.ships.iter().zip(&b.ships).filter(|(a, b)| a != b).count();
        differing as f64 / a.ships.len().max(1) as f64
    }

    fn fingerprint(&self) -> String {
        format!("battleship clashes {}", self.rules)
    }
}

/// Moves a ship that clashes to a random placement inside the field; if none clashes, any ship.
/// (The min-conflicts heuristic of Minton, Johnston, Philips and Laird, 1992; here the new
/// placement is random, and selection rejects the worse ones.)
#[derive(Clone, Copy, Debug)]
struct MinConflicts<'a> {
    problem: ClashProblem<'a>,
}

impl Mutation<Fleet> for MinConflicts<'_> {
    fn mutate(&self, fleet: &mut Fleet, rng: &mut Rng) {
        let touch = self.problem.rules.touch();
        let ships = &mut fleet.ships;
        let clashes = |ships: &[Ship], at: usize| {
            let other =
                |index: usize| (index != at) & ships[index].clashes(ships[at], touch);
            (0..ships.len()).any(other)
        };
        // Rejection sampling: the first clashing ship from a random one on would favour ships that
        // follow legal ones. With few clashes it takes too long, so it is limited to 8 draws.
        let mut at = rng.index(ships.len());
        for _ in 0..8 {
            if clashes(ships, at) {
                break;
            }
            at = rng.index(ships.len());
        }
        ships[at] = self.problem.placement(ships[at].length, rng);
    }
}

/// The settings of [`evolve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvolvedSettings {
    /// The number of parents, μ.
    pub parents: usize,
    /// The number of children per generation, λ.
    pub children: usize,
    /// The number of generations without improvement after which the search restarts.
    pub restart: u64,
    /// The number of evaluated fleets after which the search gives up.
    pub evaluations: u64,
}

impl Default for EvolvedSettings {
    fn default() -> Self {
        Self { parents: 1, children: 1, restart: 1000, evaluations: 10_000_000 }
    }
}

/// The number of pairs of ships compared between two calls of the listener, though it is called at
/// least every 10,000 generations. A pair takes a few nanoseconds, so that a stop is heard within
/// some milliseconds (`cargo xtask bench stops`).
const LOOK: u64 = 1_000_000;

/// Searches for a legal fleet by a (μ + λ) evolution that minimises the number of clashing pairs
/// of ships, by default hill climbing with one parent and one child, with restarts. It ends when
/// the fleet is legal, after [`EvolvedSettings::evaluations`], or when `watch` returns `Break`; `watch` is
/// called after every improvement and regularly in between.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_battleship::{EvolvedSettings, Rules, evolve};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let placed = evolve(&rules, EvolvedSettings::default(), Seed(1), |_| ControlFlow::Continue(()))?;
/// assert!(placed.is_legal && rules.is_legal(&placed.fleet));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When the number of parents or children is 0.
pub fn evolve(
    rules: &Rules,
    settings: EvolvedSettings,
    seed: Seed,
    mut watch: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<EvolvedFleet, FleetError> {
    let problem = ClashProblem { rules };
    let EvolvedSettings { parents, children, restart, evaluations } = settings;

    let mutation = MinConflicts { problem };
    let scheme = Plus::new(parents, children, mutation).with_restart(restart);
    let mut evolution = Evolution::new(problem, scheme, seed)?.with_logbook(1);
    let stop = Stop::new().target(0.0).evaluations(evaluations);

    let ships = rules.roster().ships() as u64;
    let look = (LOOK / (ships * ships)).clamp(1, 10_000);
    let mut best_so_far = f64::INFINITY;
    let reason = evolution.run(&stop, &(), |evolution| {
        let (Some(event), Some(best)) = (evolution.last_event(), evolution.best()) else {
            return ControlFlow::Continue(());
        };

        // A better fleet is always reported, so that no history misses a step.
        let value = best.evaluation.objectives[0];
        if value >= best_so_far && event.generation % look != 0 {
            return ControlFlow::Continue(());
        }

        best_so_far = value;
        let values = evolution.population().evaluations();
        watch(Progress::new(event, value, values, best.genome.clone()))
    })?;

    let best = evolution.best().expect("nothing stops it before the first generation");
    Ok(EvolvedFleet {
        fleet: best.genome.clone(),
        is_legal: reason == Reason::Target,
        evaluations: evolution.evaluations(),
        generations: evolution.last_event().map_or(0, |event| event.generation),
    })
}
