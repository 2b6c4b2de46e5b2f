//! The genetic algorithm of the article: its chromosome, its fitness, its operators.
//!
//! The article is Selfedu's *Placing the ships in Battleship*, a lesson on the Python library
//! DEAP.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Bounds, Breeding, Direction, Evaluation, Event, Evolution, Generational, Problem,
    Rate, Reason, Redraw, Stop, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed, Watch};

use crate::score;
use crate::{Chromosome, Fleet, FleetError, Rules};

/// The problem of placing a fleet as the article states it: a genome has three integers per ship,
/// and the [`Fitness`](crate::Fitness) of the [`Chromosome`] is minimised.
#[derive(Clone, Debug)]
pub struct ClassicProblem<'a> {
    rules: &'a Rules,
    bounds: Bounds,
}

impl<'a> ClassicProblem<'a> {
    /// The problem of placing a fleet by these rules. The touch rule is ignored: the article's
    /// fitness is for ships that may not touch.
    pub fn new(rules: &'a Rules) -> Self {
        let genes = 3 * rules.roster().ships();
        let ranges = (0..genes).map(|index| {
            let (_, low, high) = score::range(rules.size(), index);
            low..=high
        });
        let bounds = Bounds::new(ranges).expect("a field has a row and a column");
        Self { rules, bounds }
    }
}

impl Problem for ClassicProblem<'_> {
    type Genome = Vec<i32>;

    fn objectives(&self) -> [Direction; 1] {
        [Direction::Minimize]
    }

    fn random(&self, rng: &mut Rng) -> Vec<i32> {
        self.bounds.random(rng)
    }

    fn evaluate(&self, genes: &Vec<i32>) -> Evaluation {
        Evaluation::feasible([score::fitness(self.rules, genes).value()])
    }

    fn distance(&self, a: &Vec<i32>, b: &Vec<i32>) -> f64 {
        let differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
        differing as f64 / a.len().max(1) as f64
    }

    fn fingerprint(&self) -> String {
        format!("battleship classic {}", self.rules)
    }
}

/// The settings of [`classic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicSettings {
    /// Individuals per generation; the article has 50 on 10 × 10 and 200 on 7 × 7.
    pub population: usize,
    /// The largest number of generations after the first, random one; the article has 50.
    pub generations: u64,
}

/// The state of a search for a fleet after a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The number of the generation; the first is 0.
    pub generation: u64,
    /// The number of fitness values computed so far.
    pub evaluations: u64,
    /// The best fitness so far; 0 is a legal fleet.
    pub best: f64,
    /// The mean fitness of the generation.
    pub mean: f64,
    /// The median fitness of the generation; of an even number, the better of the two in the
    /// middle.
    pub median: f64,
    /// The worst fitness of the generation.
    pub worst: f64,
    /// The best fleet so far. Its ships may leave the field.
    pub fleet: Fleet,
}

impl Progress {
    /// The state after a generation with these fitness values.
    pub(crate) fn new(
        event: &Event,
        best: f64,
        values: &[Evaluation],
        fleet: Fleet,
    ) -> Self {
        let sum: f64 = values.iter().map(|value| value.objectives[0]).sum();
        let mean = sum / values.len() as f64;
        // Every fleet is feasible, so that there is a median.
        let [median, worst] =
            [event.median, event.worst].map(|rank| rank.map_or(mean, |[value]| value));
        let Event { generation, evaluations, .. } = *event;
        Self { generation, evaluations, best, mean, median, worst, fleet }
    }
}

/// The result of a search for a fleet.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolvedFleet {
    /// The best fleet. If it is illegal, its ships may leave the field.
    pub fleet: Fleet,
    /// Whether it is legal.
    pub is_legal: bool,
    /// The number of fleets evaluated.
    pub evaluations: u64,
    /// The number of generations after the first one.
    pub generations: u64,
}

/// Searches for a legal fleet with the article's genetic algorithm: tournaments of three,
/// two-point crossover with probability 0.9, mutation of a fifth of the children with each gene
/// redrawn with probability 1 / (3 × ships), and a hall of fame of one individual that is part of
/// every generation.
///
/// It ends at fitness 0, after the last generation, when the watch stops it, or when `see` returns
/// `Break`; `see` is called after every generation.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_battleship::{ClassicSettings, Rules, classic};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let settings = ClassicSettings { population: 50, generations: 50 };
/// let placed = classic(&rules, settings, Seed(1), &(), |_| ControlFlow::Continue(()))?;
/// assert!(placed.is_legal && placed.generations < 50);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When the population is 0, and [`FleetError::Cancelled`] when the watch stops the search before
/// the first generation is evaluated.
pub fn classic(
    rules: &Rules,
    settings: ClassicSettings,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<EvolvedFleet, FleetError> {
    let problem = ClassicProblem::new(rules);

    // All settings are those of the article; the rate is one gene of a chromosome of three per
    // ship.
    let rate = 1.0 / (3 * rules.roster().ships()) as f64;
    let scheme = Generational {
        population: settings.population,
        elite: 0,
        returns_hall_of_fame: true,
        breeding: Breeding {
            selection: Tournament::new(3),
            crossover: TwoPoint,
            crossover_rate: Rate::new(0.9)?,
            mutation: Redraw { rate: Rate::new(rate)?, source: problem.bounds.clone() },
            mutation_rate: Rate::new(0.2)?,
        },
    };

    let mut evolution = Evolution::new(problem, scheme, seed)?;
    let stop =
        Stop::new().target(0.0).generations(settings.generations.saturating_add(1));
    let fleet = |genes: &[i32]| Chromosome::new(rules, genes).map(|it| it.fleet());

    let mut generations = 0;
    let reason = evolution.run(&stop, watch, |evolution| {
        let (Some(event), Some(best)) = (evolution.last_event(), evolution.best()) else {
            return ControlFlow::Continue(());
        };

        generations = event.generation;
        let fleet = fleet(&best.genome).expect("genes stay within their bounds");
        let values = evolution.population().evaluations();

        see(Progress::new(event, best.evaluation.objectives[0], values, fleet))
    })?;

    let best = evolution.best().ok_or(FleetError::Cancelled)?;
    let (fleet, is_legal) = (fleet(&best.genome)?, reason == Reason::Target);
    let evaluations = evolution.evaluations();
    Ok(EvolvedFleet { fleet, is_legal, evaluations, generations })
}
