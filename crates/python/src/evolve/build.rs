//! A search of the settings in a document.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tilewright_evolve::{
    Axis, BitString, Bounds, CmaEs, CmaMe, Cost, DifferentialEvolution, Direction,
    Evolution, FeasibleInfeasible, Generational, Islands, MapElites, Nsga2, Permutation,
    Plus, Rate, RealBounds, Scheme, Seed, SteadyState,
};

use super::document::{Crossing, Document, Genes, Mutating, Range, Settings};
use super::genome::{Genome, ranges};
use super::operators::{AnyCrossover, AnyMutation, breeding, misfit};
use super::problem::Space;
use super::search::{Held, Search};
use super::shelves::Shelves;
use super::single::Single;
use super::{Refused, refusal};

/// The number of values where there are several, whose last ones may not be there: they are measures that are always
/// 0, which schemes ignore. Two objectives, the usual number, are two values.
const VALUES: usize = 4;

/// Where a search begins.
pub(super) enum Origin<'a> {
    /// At a new first generation, with the genomes to start with.
    Start(Option<&'a Bound<'a, PyAny>>),
    /// At a checkpoint.
    Checkpoint(&'a [u8]),
}

/// A search that is to be made, all but its scheme.
pub(super) struct Job<'a, G: Genome> {
    pub(super) source: G::Source,
    document: &'a Document,
    origin: Origin<'a>,
    islands: Option<Islands<()>>,
}

/// The search of a document.
pub(super) fn build(
    document: &Document,
    origin: Origin<'_>,
) -> Result<Box<dyn Search>, Refused> {
    match &document.genome {
        Genes::Bits { length } => begin::<BitString>(*length, document, origin),
        Genes::Integers { length, low, high } => {
            let bounds = Bounds::new(ranges(*length, low, high)?)?;
            begin::<Vec<i32>>(bounds, document, origin)
        }
        Genes::Reals { length, low, high } => {
            let bounds = RealBounds::new(ranges(*length, low, high)?)?;
            begin::<Vec<f64>>(bounds, document, origin)
        }
        Genes::Permutation { length } => begin::<Permutation>(*length, document, origin),
    }
}

fn begin<G: Genome>(
    source: G::Source,
    document: &Document,
    origin: Origin<'_>,
) -> Result<Box<dyn Search>, Refused> {
    let (islands, settings) = match &document.scheme {
        Settings::Islands { scheme, count, every, migrants, topology } => {
            let topology = (*topology).into();
            let (count, every, migrants) = (*count, *every, *migrants);
            (Some(Islands { scheme: (), count, every, migrants, topology }), &**scheme)
        }
        settings => (None, settings),
    };
    general(Job::<G> { source, document, origin, islands }, settings)
}

/// The search by a scheme for any genomes.
fn general<G: Genome>(
    job: Job<'_, G>,
    settings: &Settings,
) -> Result<Box<dyn Search>, Refused> {
    match settings {
        Settings::Generational { population, elite, returns_hall_of_fame, operators } => {
            let breeding = breeding::<G>(operators, &job.source)?;
            let (population, elite) = (*population, *elite);
            let returns_hall_of_fame = *returns_hall_of_fame;
            job.start::<_, 1>(Single::Generational(Generational {
                population,
                elite,
                returns_hall_of_fame,
                breeding,
            }))
        }
        Settings::SteadyState { population, children, operators } => {
            let breeding = breeding::<G>(operators, &job.source)?;
            let (population, children) = (*population, *children);
            let scheme = SteadyState { population, children, breeding };
            job.start::<_, 1>(Single::SteadyState(scheme))
        }
        Settings::FeasibleInfeasible { population, elite, operators } => {
            let breeding = breeding::<G>(operators, &job.source)?;
            let (population, elite) = (*population, *elite);
            let scheme = FeasibleInfeasible { population, elite, breeding };
            job.start::<_, 1>(Single::FeasibleInfeasible(scheme))
        }
        Settings::Plus {
            parents,
            children,
            crossover,
            crossover_rate,
            mutation,
            restart,
        } => {
            let (crossover, mutation) = pair(&job, crossover, mutation)?;
            let rate = Rate::new(*crossover_rate)?;
            let plus = Plus::new(*parents, *children, mutation);
            let plus = plus.with_crossover(crossover, rate);
            job.start::<_, 1>(Single::Plus(Plus { restart: *restart, ..plus }))
        }
        Settings::Nsga2 { population, operators } => {
            let breeding = breeding::<G>(operators, &job.source)?;
            let scheme = Nsga2 { population: *population, breeding };
            match job.document.directions.len() {
                2 => job.start::<_, 2>(scheme),
                3 | 4 => job.start::<_, VALUES>(scheme),
                found => Err(count("directions", "2 to 4 objectives", found)),
            }
        }
        Settings::MapElites { .. } => elites(job, settings),
        _ => G::start_special(job, settings),
    }
}

fn elites<G: Genome>(
    job: Job<'_, G>,
    settings: &Settings,
) -> Result<Box<dyn Search>, Refused> {
    let Settings::MapElites {
        axes,
        initial,
        batch,
        crossover,
        crossover_rate,
        mutation,
        floor,
    } = settings
    else {
        return G::start_special(job, settings);
    };
    let (crossover, mutation) = pair(&job, crossover, mutation)?;
    let scheme = MapElites {
        axes: all_axes(axes)?,
        initial: *initial,
        batch: *batch,
        crossover,
        crossover_rate: Rate::new(*crossover_rate)?,
        mutation,
        floor: *floor,
    };
    job.start::<_, VALUES>(scheme)
}

/// The search by a scheme for real numbers.
pub(super) fn reals(
    job: Job<'_, Vec<f64>>,
    settings: &Settings,
) -> Result<Box<dyn Search>, Refused> {
    let bounds = job.source.clone();
    match settings {
        Settings::CmaEs { sigma, population, bounded, restarts } => {
            let bounds = bounded.then_some(bounds);
            let (sigma, population, restarts) = (*sigma, *population, *restarts);
            job.start::<_, 1>(CmaEs { sigma, population, bounds, restarts })
        }
        Settings::DifferentialEvolution {
            population,
            children,
            strategy,
            weight,
            crossover_rate,
            outside,
        } => job.start::<_, 1>(DifferentialEvolution {
            population: *population,
            children: *children,
            strategy: (*strategy).into(),
            weight: *weight,
            crossover_rate: Rate::new(*crossover_rate)?,
            bounds,
            outside: (*outside).into(),
        }),
        Settings::CmaMe { axes, emitters, batch, sigma, bounded, floor } => {
            let bounds = bounded.then_some(bounds);
            let (emitters, batch, sigma, floor) = (*emitters, *batch, *sigma, *floor);
            let axes = all_axes(axes)?;
            let scheme = CmaMe { axes, emitters, batch, sigma, bounds, floor };
            job.start::<_, VALUES>(scheme)
        }
        _ => Err(refusal("scheme: islands cannot be made of islands".to_owned())),
    }
}

/// The axes of an archive, and one of a single bin for each value that is not there.
fn all_axes(axes: &[Range]) -> Result<Vec<Axis>, Refused> {
    if !(1..VALUES).contains(&axes.len()) {
        return Err(count("axes", "1 to 3", axes.len()));
    }
    let own = axes.iter().map(|&Range { low, high, bins }| Axis::new(low, high, bins));
    let missing = VALUES - 1 - axes.len();
    Ok(own.chain(vec![Axis::new(0.0, 1.0, 1); missing]).collect())
}

/// The refusal of a number of things.
fn count(key: &str, expected: &str, found: usize) -> Refused {
    refusal(format!("{key}: expected {expected}, found {found}"))
}

/// A crossover and a mutation.
fn pair<G: Genome>(
    job: &Job<'_, G>,
    crossover: &Crossing,
    mutation: &Mutating,
) -> Result<(AnyCrossover<G>, AnyMutation<G>), Refused> {
    let crossover = G::crossover(crossover, &job.source)?;
    let mutation = G::mutation(mutation, &job.source)?;
    let crossover = crossover.ok_or_else(|| misfit::<G>("crossover"))?;
    Ok((crossover, mutation.ok_or_else(|| misfit::<G>("mutation"))?))
}

impl<G: Genome> Job<'_, G> {
    /// The search by a scheme, on islands if they are asked for.
    fn start<S, const M: usize>(mut self, scheme: S) -> Result<Box<dyn Search>, Refused>
    where
        S: Scheme<Space<G>, M> + Send + 'static,
        S::State: Shelves<G, M> + Serialize + DeserializeOwned + Sync + 'static,
    {
        match self.islands.take() {
            None => self.hold(scheme),
            Some(Islands { count, every, migrants, topology, .. }) => {
                self.hold(Islands { scheme, count, every, migrants, topology })
            }
        }
    }

    fn hold<S, const M: usize>(self, scheme: S) -> Result<Box<dyn Search>, Refused>
    where
        S: Scheme<Space<G>, M> + Send + 'static,
        S::State: Shelves<G, M> + Serialize + DeserializeOwned + Sync + 'static,
    {
        let Self { source, document, origin, .. } = self;
        let measures = document.scheme.measures();
        let mut directions: Vec<Direction> =
            document.directions.iter().copied().map(Direction::from).collect();
        let objectives = directions.len();
        if (M == 1 || measures > 0) && objectives != 1 {
            return Err(count("directions", "one objective", objectives));
        }
        directions.resize(M, Direction::Measure);
        let genes = scheme.size().saturating_mul(G::length(&source));
        let space = Space {
            source,
            directions,
            name: document.problem.clone(),
            is_bounded: document.scheme.is_bounded(),
            cost: if genes < G::MANY { Cost::Quick } else { Cost::Slow },
        };
        let evolution = match origin {
            Origin::Checkpoint(bytes) => Evolution::resume(space, scheme, bytes)?,
            Origin::Start(initial) => {
                let initial = initial.map(starts::<G>).transpose()?;
                Evolution::new(space, scheme, Seed(document.seed))?
                    .with_hall_of_fame(document.hall_of_fame)
                    .with_logbook(document.logbook)
                    .starting_from(initial.unwrap_or_default())
            }
        };
        Ok(Box::new(Held::new(evolution, objectives, measures)))
    }
}

/// The genomes to start with, the rows of an array.
fn starts<G: Genome>(initial: &Bound<'_, PyAny>) -> Result<Vec<G>, Refused> {
    let initial: PyReadonlyArray2<'_, G::Element> =
        initial.extract().map_err(|_| refusal("initial: a wrong array".to_owned()))?;
    let length = initial.shape()[1];
    let genes = initial.as_slice().map_err(|error| refusal(error.to_string()))?;
    genes.chunks(length.max(1)).map(G::read).collect()
}
