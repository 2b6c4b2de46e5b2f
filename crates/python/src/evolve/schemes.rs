//! The search of a document, by its scheme.

use tilewright_evolve::settings::{
    AnyCrossover, AnyMutation, Crossover, IslandScheme, Mutation, OneScheme, Scheme,
    Selection,
};
use tilewright_evolve::{
    BitString, Bounds, CmaMe, FeasibleInfeasible, Generational, Islands, MapElites,
    Nsga2, Nsga3, Permutation, Plus, RealBounds, SteadyState,
};

use super::document::{Document, Genes, MANY, VALUES, all_axes, ranges};
use super::genome::{Genome, PartsGenome, layout};
use super::many::ManyScheme;
use super::operators::breeding;
use super::plan::{Origin, SearchPlan};
use super::refusal::{SearchRefusal, count, refusal};
use super::search::Search;
use super::single::SingleScheme;

/// The search of a document.
pub(super) fn build(
    document: &Document,
    origin: Origin<'_>,
) -> Result<Box<dyn Search>, SearchRefusal> {
    if document.has_parts() {
        let operators = document.operators.clone().unwrap_or_default();
        let source = layout(&document.genome, &operators)?;
        return begin::<PartsGenome>(source, document, origin);
    }

    match &document.genome {
        Genes::Bits { length } => begin::<BitString>(length.greatest(), document, origin),
        Genes::Integers { length, low, high } => {
            let bounds = Bounds::new(ranges(length.greatest(), low, high)?)?;
            begin::<Vec<i32>>(bounds, document, origin)
        }
        Genes::Reals { length, low, high } => {
            let bounds = RealBounds::new(ranges(length.greatest(), low, high)?)?;
            begin::<Vec<f64>>(bounds, document, origin)
        }
        Genes::Permutation { length } => begin::<Permutation>(*length, document, origin),
        Genes::Mixed { .. } => unreachable!("it has parts"),
    }
}

fn begin<G: SchemeGenome>(
    source: G::Source,
    document: &Document,
    origin: Origin<'_>,
) -> Result<Box<dyn Search>, SearchRefusal> {
    let (islands, scheme) = match &document.scheme {
        Scheme::OnIslands(IslandScheme::Islands(it)) => {
            let &Islands { ref scheme, count, every, migrants, topology } = it;
            (Some(Islands { scheme: (), count, every, migrants, topology }), scheme)
        }
        Scheme::OneScheme(scheme) => (None, scheme),
    };
    let (measures, is_bounded) = (scheme.axes().len(), scheme.is_bounded());
    let plan =
        SearchPlan::<G> { source, document, origin, islands, measures, is_bounded };
    general(plan, scheme)
}

/// A genome for which there may be schemes of its own.
trait SchemeGenome: Genome {
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
impl SchemeGenome for PartsGenome {}

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
                let values = if it.axes.len() < VALUES { VALUES } else { MANY };
                let axes = all_axes(&it.axes, it.cells, values)?;
                let scheme = CmaMe { axes, ..it.within(&plan.source) };
                match values {
                    VALUES => plan.start::<_, VALUES>(scheme),
                    _ => plan.start::<_, MANY>(scheme),
                }
            }
            _ => unreachable!("all others are for any genomes"),
        }
    }
}

/// The search by a scheme for any genomes, or by one of their own.
fn general<G: SchemeGenome>(
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
                5..MANY => plan.start::<_, MANY>(ManyScheme::Nsga2(scheme)),
                found => Err(count("directions", "2 to 15 objectives", found)),
            }
        }
        OneScheme::Nsga3(it) => spread(plan, it),
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
    let (crossover, mutation) = G::operators(crossover, mutation, &plan.source)?;
    let &MapElites { cells, cells_seed, .. } = settings;
    let values = if settings.axes.len() < VALUES { VALUES } else { MANY };
    let axes = all_axes(&settings.axes, cells, values)?;
    let scheme = MapElites {
        axes,
        initial,
        batch,
        crossover,
        crossover_rate,
        mutation,
        floor,
        cells,
        cells_seed,
    };
    match values {
        VALUES => plan.start::<_, VALUES>(scheme),
        _ => plan.start::<_, MANY>(ManyScheme::MapElites(scheme)),
    }
}

/// The search by NSGA-III with the operators of its settings, and the population that its directions need.
fn spread<G: Genome>(
    plan: SearchPlan<'_, G>,
    settings: &Nsga3<Selection, Option<Crossover>, Option<Mutation>, Option<usize>>,
) -> Result<Box<dyn Search>, SearchRefusal> {
    let objectives = plan.document.directions.len();
    if !(2..MANY).contains(&objectives) {
        return Err(count("directions", "2 to 15 objectives", objectives));
    }
    let needed = settings.count(objectives)?.next_multiple_of(4);
    let scheme = Nsga3 {
        population: settings.population.unwrap_or(needed),
        divisions: settings.divisions.clone(),
        directions: settings.directions.clone(),
        breeding: breeding::<G>(&settings.breeding, &plan.source)?,
    };
    plan.start::<_, MANY>(ManyScheme::Nsga3(scheme))
}

/// The scheme of parents and children with the operators of its settings.
fn plus<G: Genome>(
    plan: &SearchPlan<'_, G>,
    settings: &Plus<Option<Mutation>, Option<Crossover>>,
) -> Result<Plus<AnyMutation<G>, AnyCrossover<G>>, SearchRefusal> {
    let &Plus { parents, children, crossover_rate, restart, .. } = settings;
    let (crossover, mutation) = (settings.crossover.as_ref(), settings.mutation.as_ref());
    let (crossover, mutation) = G::operators(crossover, mutation, &plan.source)?;
    Ok(Plus { parents, children, crossover, crossover_rate, mutation, restart })
}
