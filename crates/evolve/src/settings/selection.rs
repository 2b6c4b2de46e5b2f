//! Selections.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::operators::of_kind;
use crate::{
    Error, Rank, Roulette, Standing, StochasticUniversal, Tournament, Truncation,
};

/// A selection of any kind.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "each kind has its own")]
pub enum Selection {
    Tournament(Tournament),
    Rank(Rank),
    Roulette(Roulette),
    StochasticUniversal(StochasticUniversal),
    Truncation(Truncation),
}

impl Default for Selection {
    fn default() -> Self {
        of_kind("tournament")
    }
}

/// The tables of all selections, of which one is used.
#[derive(Clone, Debug, Default)]
pub struct Table {
    ranks: <Rank as crate::Selection>::Table,
    sums: <Roulette as crate::Selection>::Table,
    spin: <StochasticUniversal as crate::Selection>::Table,
}

impl crate::Selection for Selection {
    type Table = Table;

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
        table: &mut Table,
    ) -> Result<(), Error> {
        match self {
            Self::Tournament(it) => it.prepare(pool, picks, rng, &mut ()),
            Self::Rank(it) => it.prepare(pool, picks, rng, &mut table.ranks),
            Self::Roulette(it) => it.prepare(pool, picks, rng, &mut table.sums),
            Self::StochasticUniversal(it) => {
                it.prepare(pool, picks, rng, &mut table.spin)
            }
            Self::Truncation(it) => it.prepare(pool, picks, rng, &mut table.ranks),
        }
    }

    #[inline]
    fn pick(
        &self,
        table: &Table,
        pool: &[Standing],
        pick: usize,
        rng: &mut Rng,
    ) -> usize {
        match self {
            Self::Tournament(it) => it.pick(&(), pool, pick, rng),
            Self::Rank(it) => it.pick(&table.ranks, pool, pick, rng),
            Self::Roulette(it) => it.pick(&table.sums, pool, pick, rng),
            Self::StochasticUniversal(it) => it.pick(&table.spin, pool, pick, rng),
            Self::Truncation(it) => it.pick(&table.ranks, pool, pick, rng),
        }
    }
}
