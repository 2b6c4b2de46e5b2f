//! Operators of any kind, chosen while the program runs.

use tilewright_evolve::Breeding;
use tilewright_evolve::settings::{self, AnyCrossover, AnyMutation, Selection};

use super::genome::Genome;
use super::refusal::{SearchRefusal, refusal};

/// The operators of a scheme as settings.
type Settings =
    Breeding<Selection, Option<settings::Crossover>, Option<settings::Mutation>>;

/// The operators of a scheme.
pub(super) type AnyBreeding<G> = Breeding<Selection, AnyCrossover<G>, AnyMutation<G>>;

/// The operators of these settings, for genomes from this source.
pub(super) fn breeding<G: Genome>(
    settings: &Settings,
    source: &G::Source,
) -> Result<AnyBreeding<G>, SearchRefusal> {
    let Breeding { selection, crossover, crossover_rate, mutation, mutation_rate } =
        settings;
    let (crossover, mutation) =
        G::operators(crossover.as_ref(), mutation.as_ref(), source)?;
    let (selection, crossover_rate) = (*selection, *crossover_rate);
    let mutation_rate = *mutation_rate;
    Ok(Breeding { selection, crossover, crossover_rate, mutation, mutation_rate })
}

/// The refusal of a mutation by a kind of genomes.
pub(super) fn misfit_mutation(
    mutation: Option<&settings::Mutation>,
    name: &str,
) -> SearchRefusal {
    match mutation {
        Some(settings::Mutation::InsertDelete(_)) => {
            refusal("mutation: it needs a genome of variable length".to_owned())
        }
        _ => misfit("mutation", name),
    }
}

/// The refusal of an operator by a kind of genomes.
pub(super) fn misfit(key: &str, name: &str) -> SearchRefusal {
    refusal(format!("{key}: it does not work with {name}"))
}
