//! Our search for a legal fleet: ships move as wholes, ties are accepted, and it begins anew
//! when it stands still.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Direction, Evaluation, Evolution, Mutation, Plus, Problem, Reason, Stop,
};
use tilewright_grid::{Cell, Heading, Rng, Seed};

use crate::classic::{Moment, Placed};
use crate::{Fleet, FleetError, Rules, Ship};

/// How evolution sees a fleet: a genome is a fleet whose ships lie inside the field, and the
/// number of pairs that clash is minimised.
#[derive(Clone, Copy, Debug)]
pub struct ClashProblem<'a> {
    /// The rules by which ships clash.
    pub rules: &'a Rules,
}

impl ClashProblem<'_> {
    /// A ship of that length anywhere inside the field, each way as likely.
    fn berth(self, length: u32, rng: &mut Rng) -> Ship {
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

    /// How many pairs of ships clash.
    pub fn clashes(self, ships: &[Ship]) -> u32 {
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
        Fleet::new(lengths.iter().map(|&length| self.berth(length, rng)).collect())
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

/// Moves one of the ships that clash, or any where none does, to any place inside the field.
/// (The heuristic of least conflicts: Minton, Johnston, Philips and Laird, 1992; here the new
/// place is drawn and selection decides.)
#[derive(Clone, Copy, Debug)]
pub struct Redock<'a> {
    /// What is searched.
    pub problem: ClashProblem<'a>,
}

impl Mutation<Fleet> for Redock<'_> {
    fn mutate(&self, fleet: &mut Fleet, rng: &mut Rng) {
        let touch = self.problem.rules.touch();
        let ships = &mut fleet.ships;
        let clashes = |ships: &[Ship], at: usize| {
            let other =
                |index: usize| (index != at) & ships[index].clashes(ships[at], touch);
            (0..ships.len()).any(other)
        };
        // From a random ship on, the first that clashes would favour those behind the others;
        // so one is drawn until it clashes, for as long as that is likely to be short.
        let mut at = rng.index(ships.len());
        for _ in 0..8 {
            if clashes(ships, at) {
                break;
            }
            at = rng.index(ships.len());
        }
        ships[at] = self.problem.berth(ships[at].length, rng);
    }
}

/// The settings of our search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evolved {
    /// How many go on each generation.
    pub parents: usize,
    /// How many children they have.
    pub children: usize,
    /// After how many generations without a better best it begins anew.
    pub restart: u64,
    /// After how many judged fleets it gives up.
    pub evaluations: u64,
}

impl Default for Evolved {
    fn default() -> Self {
        Self { parents: 1, children: 1, restart: 1000, evaluations: 10_000_000 }
    }
}

/// Pairs of ships compared between two calls of the listener; with few ships, 10,000
/// generations at most.
const LOOK: u64 = 1_000_000;

/// Searches for a legal fleet by a (1 + 1) climb over clashing ships, with restarts; it ends
/// when the fleet is legal or after the evaluations. `watch` is told of every better best, and
/// now and then in between, and says whether to go on.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_battleship::{Evolved, Rules, evolve};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(7, 7)?;
/// let placed = evolve(&rules, Evolved::default(), Seed(1), |_| ControlFlow::Continue(()))?;
/// assert!(placed.is_legal && rules.is_legal(&placed.fleet));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When the settings cannot work.
pub fn evolve(
    rules: &Rules,
    settings: Evolved,
    seed: Seed,
    mut watch: impl FnMut(Moment) -> ControlFlow<()>,
) -> Result<Placed, FleetError> {
    let problem = ClashProblem { rules };
    let Evolved { parents, children, restart, evaluations } = settings;
    let mutation = Redock { problem };
    let scheme = Plus { parents, children, mutation, restart: Some(restart) };
    let mut evolution = Evolution::new(problem, scheme, seed)?.with_short_logbook();
    let stop = Stop::new().target(0.0).evaluations(evaluations);
    let ships = rules.roster().ships() as u64;
    let look = (LOOK / (ships * ships)).clamp(1, 10_000);
    let mut best_so_far = f64::INFINITY;
    let reason = evolution.run(&stop, &(), |evolution| {
        let (Some(event), Some(best)) = (evolution.last_event(), evolution.best()) else {
            return ControlFlow::Continue(());
        };
        let value = best.evaluation.objectives[0];
        if value >= best_so_far && event.generation % look != 0 {
            return ControlFlow::Continue(());
        }
        best_so_far = value;
        let told = evolution.population().evaluations();
        let sum: f64 = told.iter().map(|it| it.objectives[0]).sum();
        watch(Moment {
            generation: event.generation,
            evaluations: event.evaluations,
            best: value,
            mean: sum / told.len() as f64,
            fleet: best.genome.clone(),
        })
    })?;
    let best = evolution.best().expect("nothing stops it before");
    Ok(Placed {
        fleet: best.genome.clone(),
        is_legal: reason == Reason::Target,
        evaluations: evolution.evaluations(),
        generations: evolution.last_event().map_or(0, |event| event.generation),
    })
}
