//! The article's search: its chromosome, its fitness, its scheme.

use std::ops::ControlFlow;

use tilewright_evolve::{
    Bounds, Breeding, Direction, Evaluation, Evolution, Generational, Problem, Rate,
    Reason, Redraw, Stop, Tournament, TwoPoint,
};
use tilewright_grid::{Rng, Seed, Watch};

use crate::score;
use crate::{Chromosome, Fleet, FleetError, Rules};

/// How evolution sees a fleet by the article: three integers a ship, the fitness minimised.
#[derive(Clone, Debug)]
pub struct ClassicProblem<'a> {
    rules: &'a Rules,
    bounds: Bounds,
}

impl<'a> ClassicProblem<'a> {
    /// The problem of placing a fleet by these rules. The touch rule is not looked at: the
    /// article's fitness knows only ships that may not touch.
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

/// The settings of the article's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic {
    /// Individuals a generation; the article has 50 on 10 × 10 and 200 on 7 × 7.
    pub population: usize,
    /// Generations after the first, random one; the article has 50.
    pub generations: u64,
}

impl Default for Classic {
    fn default() -> Self {
        Self { population: 50, generations: 50 }
    }
}

/// A generation of a search for a fleet, as it is told to whoever looks on.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Which generation; the first is 0.
    pub generation: u64,
    /// Fitness values computed so far.
    pub evaluations: u64,
    /// The best fitness so far.
    pub best: f64,
    /// The mean fitness of the generation.
    pub mean: f64,
    /// The best fleet so far; its ships may leave the field.
    pub fleet: Fleet,
}

/// What a search for a fleet came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The best fleet; its ships may leave the field where it is not legal.
    pub fleet: Fleet,
    /// Whether it is legal.
    pub is_legal: bool,
    /// How many fleets were judged.
    pub evaluations: u64,
    /// How many generations followed the first one.
    pub generations: u64,
}

/// Searches as the article does: a tournament of three, two-point crossover at 0.9, a fifth of
/// the children with one gene in 3 × ships redrawn, and a hall of fame of one that lives on in
/// every generation. It ends at fitness 0 or after the generations, when the watch
/// stops it, or when `see`, which is told of every generation, breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_battleship::{Classic, Rules, classic};
/// use tilewright_grid::Seed;
///
/// let rules = Rules::russian(10, 10)?;
/// let placed = classic(&rules, Classic::default(), Seed(1), &(), |_| ControlFlow::Continue(()))?;
/// assert!(placed.is_legal && placed.generations < 50);
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
///
/// # Errors
/// When there are no individuals, and [`FleetError::Cancelled`] when the watch stops it before the
/// first generation is judged.
pub fn classic(
    rules: &Rules,
    settings: Classic,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(Moment) -> ControlFlow<()>,
) -> Result<Placed, FleetError> {
    let problem = ClassicProblem::new(rules);
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
        let told = evolution.population().evaluations();
        let sum: f64 = told.iter().map(|evaluation| evaluation.objectives[0]).sum();
        see(Moment {
            generation: event.generation,
            evaluations: event.evaluations,
            best: best.evaluation.objectives[0],
            mean: sum / told.len() as f64,
            fleet: fleet(&best.genome).expect("genes stay within their bounds"),
        })
    })?;
    let best = evolution.best().ok_or(FleetError::Cancelled)?;
    Ok(Placed {
        fleet: fleet(&best.genome)?,
        is_legal: reason == Reason::Target,
        evaluations: evolution.evaluations(),
        generations,
    })
}
