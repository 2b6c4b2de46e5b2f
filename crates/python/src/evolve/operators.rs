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
    let (crossover, mutation) = pair::<G>(crossover.as_ref(), mutation.as_ref(), source)?;
    let (selection, crossover_rate) = (*selection, *crossover_rate);
    let mutation_rate = *mutation_rate;
    Ok(Breeding { selection, crossover, crossover_rate, mutation, mutation_rate })
}

/// A crossover and a mutation, by default the usual ones.
pub(super) fn pair<G: Genome>(
    crossover: Option<&settings::Crossover>,
    mutation: Option<&settings::Mutation>,
    source: &G::Source,
) -> Result<(AnyCrossover<G>, AnyMutation<G>), SearchRefusal> {
    let usual = G::usual();
    let misfit = |key| refusal(format!("{key}: it does not work with {}", G::NAME));
    let crossover = G::crossover(crossover.unwrap_or(&usual.0), source);
    let mutation = G::mutation(mutation.unwrap_or(&usual.1), source);
    let crossover = crossover.ok_or_else(|| misfit("crossover"))?;
    Ok((crossover, mutation.ok_or_else(|| misfit("mutation"))?))
}
