//! The search by a scheme of a document.

use tilewright_evolve::settings::{
    AnyCrossover, AnyMutation, Crossover, Mutation, OneScheme,
};
use tilewright_evolve::{
    Axis, BitString, CmaMe, FeasibleInfeasible, Generational, MapElites, Nsga2,
    Permutation, Plus, SteadyState,
};

use super::build::SearchPlan;
use super::genome::Genome;
use super::operators::{breeding, pair};
use super::refusal::{SearchRefusal, refusal};
use super::search::Search;
use super::single::SingleScheme;

/// The number of values where there are several, whose last ones may not be there: they are measures that are always
/// 0, which schemes ignore. Two objectives, the usual number, are two values.
const VALUES: usize = 4;

/// A genome for which there may be schemes of its own.
pub(super) trait SchemeGenome: Genome {
    /// The search by a scheme that works only with such genomes.
    fn start_special(
        _: SearchPlan<'_, Self>,
        _: &OneScheme,
    ) -> Result<Box<dyn Search>, SearchRefusal> {
        Err(refusal(format!("scheme: it needs real numbers, not {}", Self::NAME)))
    }
}

impl SchemeGenome for BitString {}
impl SchemeGenome for Vec<i32> {}
impl SchemeGenome for Permutation {}

impl SchemeGenome for Vec<f64> {
    fn start_special(
        plan: SearchPlan<'_, Self>,
        scheme: &OneScheme,
    ) -> Result<Box<dyn Search>, SearchRefusal> {
        match scheme {
            OneScheme::CmaEs(it) => {
                let scheme = it.within(&plan.source);
                plan.start::<_, 1>(scheme)
            }
            OneScheme::DifferentialEvolution(it) => {
                let scheme = it.within(&plan.source);
                plan.start::<_, 1>(scheme)
            }
            OneScheme::CmaMe(it) => {
                let axes = all_axes(&it.axes)?;
                let scheme = CmaMe { axes, ..it.within(&plan.source) };
                plan.start::<_, VALUES>(scheme)
            }
            _ => unreachable!("all others are for any genomes"),
        }
    }
}

/// The search by a scheme for any genomes, or by one of their own.
pub(super) fn general<G: SchemeGenome>(
    plan: SearchPlan<'_, G>,
    scheme: &OneScheme,
) -> Result<Box<dyn Search>, SearchRefusal> {
    if let Some(scheme) = single(&plan, scheme)? {
        return plan.start::<_, 1>(scheme);
    }
    match scheme {
        OneScheme::Nsga2(Nsga2 { population, breeding: settings }) => {
            let breeding = breeding::<G>(settings, &plan.source)?;
            let scheme = Nsga2 { population: *population, breeding };
            match plan.document.directions.len() {
                2 => plan.start::<_, 2>(scheme),
                3 | 4 => plan.start::<_, VALUES>(scheme),
                found => Err(count("directions", "2 to 4 objectives", found)),
            }
        }
        OneScheme::MapElites(it) => illuminate(plan, it),
        _ => G::start_special(plan, scheme),
    }
}

/// The scheme for any genomes and one objective, if it is one.
fn single<G: Genome>(
    plan: &SearchPlan<'_, G>,
    scheme: &OneScheme,
) -> Result<Option<SingleScheme<G>>, SearchRefusal> {
    let bred = |settings| breeding::<G>(settings, &plan.source);
    Ok(Some(match scheme {
        OneScheme::Generational(it) => SingleScheme::Generational(Generational {
            population: it.population,
            elite: it.elite,
            returns_hall_of_fame: it.returns_hall_of_fame,
            breeding: bred(&it.breeding)?,
        }),
        OneScheme::SteadyState(SteadyState { population, children, breeding }) => {
            let (population, children) = (*population, *children);
            let breeding = bred(breeding)?;
            SingleScheme::SteadyState(SteadyState { population, children, breeding })
        }
        OneScheme::FeasibleInfeasible(it) => {
            let FeasibleInfeasible { population, elite, .. } = *it;
            let breeding = bred(&it.breeding)?;
            SingleScheme::FeasibleInfeasible(FeasibleInfeasible {
                population,
                elite,
                breeding,
            })
        }
        OneScheme::Plus(it) => SingleScheme::Plus(plus(plan, it)?),
        OneScheme::Climb(it) => SingleScheme::Plus(plus(plan, &it.plus())?),
        _ => return Ok(None),
    }))
}

/// The search by MAP-Elites with the operators of its settings.
fn illuminate<G: Genome>(
    plan: SearchPlan<'_, G>,
    settings: &MapElites<Option<Mutation>, Option<Crossover>>,
) -> Result<Box<dyn Search>, SearchRefusal> {
    let &MapElites { initial, batch, crossover_rate, floor, .. } = settings;
    let (crossover, mutation) = (settings.crossover.as_ref(), settings.mutation.as_ref());
    let (crossover, mutation) = pair::<G>(crossover, mutation, &plan.source)?;
    let axes = all_axes(&settings.axes)?;
    plan.start::<_, VALUES>(MapElites {
        axes,
        initial,
        batch,
        crossover,
        crossover_rate,
        mutation,
        floor,
    })
}

/// The scheme of parents and children with the operators of its settings.
fn plus<G: Genome>(
    plan: &SearchPlan<'_, G>,
    settings: &Plus<Option<Mutation>, Option<Crossover>>,
) -> Result<Plus<AnyMutation<G>, AnyCrossover<G>>, SearchRefusal> {
    let &Plus { parents, children, crossover_rate, restart, .. } = settings;
    let (crossover, mutation) = (settings.crossover.as_ref(), settings.mutation.as_ref());
    let (crossover, mutation) = pair::<G>(crossover, mutation, &plan.source)?;
    Ok(Plus { parents, children, crossover, crossover_rate, mutation, restart })
}

/// The axes of an archive, and one of a single bin for each value that is not there.
pub(super) fn all_axes(axes: &[Axis]) -> Result<Vec<Axis>, SearchRefusal> {
    if !(1..VALUES).contains(&axes.len()) {
        return Err(count("axes", "1 to 3", axes.len()));
    }
    let missing = VALUES - 1 - axes.len();
    Ok([axes, &vec![Axis::new(0.0, 1.0, 1); missing]].concat())
}

/// The refusal of a number of things.
pub(super) fn count(key: &str, expected: &str, found: usize) -> SearchRefusal {
    refusal(format!("{key}: expected {expected}, found {found}"))
}
