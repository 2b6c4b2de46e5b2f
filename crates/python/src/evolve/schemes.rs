//! The schemes of a document.

use tilewright_evolve::{
    Axis, CmaEs, CmaMe, DifferentialEvolution, FeasibleInfeasible, Generational,
    MapElites, Nsga2, Plus, Rate, SteadyState,
};

use super::build::Job;
use super::document::{Crossing, Elites, Mutating, Range, Settings};
use super::genome::Genome;
use super::operators::{AnyCrossover, AnyMutation, breeding, misfit};
use super::search::Search;
use super::single::Single;
use super::{Refused, refusal};

/// The number of values where there are several, whose last ones may not be there: they are measures that are always
/// 0, which schemes ignore. Two objectives, the usual number, are two values.
const VALUES: usize = 4;

/// The search by a scheme for any genomes.
pub(super) fn general<G: Genome>(
    job: Job<'_, G>,
    settings: &Settings,
) -> Result<Box<dyn Search>, Refused> {
    if let Some(scheme) = single(&job, settings)? {
        return job.start::<_, 1>(scheme);
    }
    match settings {
        Settings::Nsga2 { population, operators } => {
            let breeding = breeding::<G>(operators, &job.source)?;
            let scheme = Nsga2 { population: *population, breeding };
            match job.document.directions.len() {
                2 => job.start::<_, 2>(scheme),
                3 | 4 => job.start::<_, VALUES>(scheme),
                found => Err(count("directions", "2 to 4 objectives", found)),
            }
        }
        Settings::MapElites(elites) => illuminate(job, elites),
        _ => G::start_special(job, settings),
    }
}

/// The scheme for any genomes and one objective, if it is one.
fn single<G: Genome>(
    job: &Job<'_, G>,
    settings: &Settings,
) -> Result<Option<Single<G>>, Refused> {
    let bred = |operators| breeding::<G>(operators, &job.source);
    Ok(Some(match settings {
        Settings::Generational { population, elite, returns_hall_of_fame, operators } => {
            Single::Generational(Generational {
                population: *population,
                elite: *elite,
                returns_hall_of_fame: *returns_hall_of_fame,
                breeding: bred(operators)?,
            })
        }
        Settings::SteadyState { population, children, operators } => {
            let (population, children) = (*population, *children);
            let breeding = bred(operators)?;
            Single::SteadyState(SteadyState { population, children, breeding })
        }
        Settings::FeasibleInfeasible { population, elite, operators } => {
            let (population, elite) = (*population, *elite);
            let breeding = bred(operators)?;
            Single::FeasibleInfeasible(FeasibleInfeasible { population, elite, breeding })
        }
        Settings::Plus {
            parents,
            children,
            crossover,
            crossover_rate,
            mutation,
            restart,
        } => {
            let (crossover, mutation) = pair(job, crossover, mutation)?;
            let rate = Rate::new(*crossover_rate)?;
            let plus = Plus::new(*parents, *children, mutation);
            Single::Plus(Plus {
                restart: *restart,
                ..plus.with_crossover(crossover, rate)
            })
        }
        _ => return Ok(None),
    }))
}

fn illuminate<G: Genome>(
    job: Job<'_, G>,
    elites: &Elites,
) -> Result<Box<dyn Search>, Refused> {
    let (crossover, mutation) = pair(&job, &elites.crossover, &elites.mutation)?;
    job.start::<_, VALUES>(MapElites {
        axes: all_axes(&elites.axes)?,
        initial: elites.initial,
        batch: elites.batch,
        crossover,
        crossover_rate: Rate::new(elites.crossover_rate)?,
        mutation,
        floor: elites.floor,
    })
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
pub(super) fn count(key: &str, expected: &str, found: usize) -> Refused {
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
