//! Operators of any kind, chosen while the program runs.

use tilewright_evolve::{
    Breeding, Crossover, Error, Mutation, Rank, Rate, Rng, Roulette, Selection, Standing,
    StochasticUniversal, Tournament, Truncation,
};

use super::document::{Operators, Selecting};
use super::genome::Genome;
use super::{Refused, refusal};

/// Any selection.
#[derive(Clone, Copy, Debug)]
pub(super) enum AnySelection {
    Tournament(Tournament),
    Rank(Rank),
    Roulette(Roulette),
    StochasticUniversal(StochasticUniversal),
    Truncation(Truncation),
}

/// The tables of all selections, of which one is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    ranks: <Rank as Selection>::Table,
    sums: <Roulette as Selection>::Table,
    spin: <StochasticUniversal as Selection>::Table,
}

impl AnySelection {
    pub(super) fn new(selecting: &Selecting) -> Result<Self, Refused> {
        Ok(match *selecting {
            Selecting::Tournament { size } => Self::Tournament(Tournament::new(size)),
            Selecting::Rank { pressure } => Self::Rank(Rank::new(pressure)?),
            Selecting::Roulette => Self::Roulette(Roulette),
            Selecting::StochasticUniversal => {
                Self::StochasticUniversal(StochasticUniversal)
            }
            Selecting::Truncation { share } => {
                Self::Truncation(Truncation::new(Rate::new(share)?))
            }
        })
    }
}

impl Selection for AnySelection {
    type Table = Tables;

    fn check(&self) -> Result<(), Error> {
        match self {
            Self::Tournament(it) => it.check(),
            Self::Rank(it) => it.check(),
            Self::Roulette(it) => it.check(),
            Self::StochasticUniversal(it) => it.check(),
            Self::Truncation(it) => it.check(),
        }
    }

    fn prepare(
        &self,
        pool: &[Standing],
        picks: usize,
        rng: &mut Rng,
        tables: &mut Tables,
    ) -> Result<(), Error> {
        match self {
            Self::Tournament(it) => it.prepare(pool, picks, rng, &mut ()),
            Self::Rank(it) => it.prepare(pool, picks, rng, &mut tables.ranks),
            Self::Roulette(it) => it.prepare(pool, picks, rng, &mut tables.sums),
            Self::StochasticUniversal(it) => {
                it.prepare(pool, picks, rng, &mut tables.spin)
            }
            Self::Truncation(it) => it.prepare(pool, picks, rng, &mut tables.ranks),
        }
    }

    #[inline]
    fn pick(
        &self,
        tables: &Tables,
        pool: &[Standing],
        pick: usize,
        rng: &mut Rng,
    ) -> usize {
        match self {
            Self::Tournament(it) => it.pick(&(), pool, pick, rng),
            Self::Rank(it) => it.pick(&tables.ranks, pool, pick, rng),
            Self::Roulette(it) => it.pick(&tables.sums, pool, pick, rng),
            Self::StochasticUniversal(it) => it.pick(&tables.spin, pool, pick, rng),
            Self::Truncation(it) => it.pick(&tables.ranks, pool, pick, rng),
        }
    }
}

/// Any crossover of genomes of a kind.
#[derive(Debug)]
pub(super) struct AnyCrossover<G>(pub(super) Box<dyn Crossover<G> + Send + Sync>);

impl<G: Genome> Crossover<G> for AnyCrossover<G> {
    fn check(&self, sample: &G) -> Result<(), Error> {
        self.0.check(sample)
    }

    fn cross(&self, a: &mut G, b: &mut G, rng: &mut Rng) {
        self.0.cross(a, b, rng);
    }
}

/// Any mutation of genomes of a kind.
#[derive(Debug)]
pub(super) struct AnyMutation<G>(pub(super) Box<dyn Mutation<G> + Send + Sync>);

impl<G: Genome> Mutation<G> for AnyMutation<G> {
    fn check(&self, sample: &G) -> Result<(), Error> {
        self.0.check(sample)
    }

    fn mutate(&self, genome: &mut G, rng: &mut Rng) {
        self.0.mutate(genome, rng);
    }
}

/// The operators of a scheme.
pub(super) type AnyBreeding<G> = Breeding<AnySelection, AnyCrossover<G>, AnyMutation<G>>;

/// The operators of a document, for genomes from this source.
pub(super) fn breeding<G: Genome>(
    operators: &Operators,
    source: &G::Source,
) -> Result<AnyBreeding<G>, Refused> {
    Ok(Breeding {
        selection: AnySelection::new(&operators.selection)?,
        crossover: G::crossover(&operators.crossover, source)?
            .ok_or_else(|| misfit::<G>("crossover"))?,
        crossover_rate: Rate::new(operators.crossover_rate)?,
        mutation: G::mutation(&operators.mutation, source)?
            .ok_or_else(|| misfit::<G>("mutation"))?,
        mutation_rate: Rate::new(operators.mutation_rate)?,
    })
}

/// The refusal of an operator for other genomes.
pub(super) fn misfit<G: Genome>(key: &str) -> Refused {
    refusal(format!("{key}: it does not work with {}", G::NAME))
}
