//! Schemes.

use serde::{Deserialize, Serialize};

use super::{Crossover, Mutation, Selection};
use crate::schemes::MOST_INDIVIDUALS;
use crate::{
    Axis, CmaEs, CmaMe, DifferentialEvolution, Error, FeasibleInfeasible, Generational,
    Islands, Limits, MapElites, Nsga2, Nsga3, Plus, Rate, RealBounds, SteadyState,
};

/// A scheme for one population or one archive. Operators that are not there are the usual ones of
/// the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "each kind has its own")]
pub enum OneScheme {
    Generational(Generational<Selection, Option<Crossover>, Option<Mutation>>),
    SteadyState(SteadyState<Selection, Option<Crossover>, Option<Mutation>>),
    FeasibleInfeasible(
        FeasibleInfeasible<Selection, Option<Crossover>, Option<Mutation>>,
    ),
    Plus(Plus<Option<Mutation>, Option<Crossover>>),
    Climb(Climb),
    Nsga2(Nsga2<Selection, Option<Crossover>, Option<Mutation>>),
    Nsga3(Nsga3<Selection, Option<Crossover>, Option<Mutation>, Option<usize>>),
    MapElites(MapElites<Option<Mutation>, Option<Crossover>>),
    CmaEs(CmaEs<bool>),
    DifferentialEvolution(DifferentialEvolution<Option<usize>>),
    CmaMe(CmaMe<bool>),
}

/// Islands of a scheme.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "OnIslands")
)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the kind has its own")]
pub enum IslandScheme {
    Islands(Islands<OneScheme>),
}

/// A scheme, on islands or not.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[expect(missing_docs, reason = "each kind has its own")]
pub enum Scheme {
    OnIslands(IslandScheme),
    OneScheme(OneScheme),
}

/// Hill climbing: the best of several changed copies replaces the solution unless it is worse. It is
/// [`Plus`] with one parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Climb {
    /// The number of changed copies of a generation.
    #[serde(default = "crate::defaults::whole::<usize, 1>")]
    pub neighbors: usize,
    /// How a copy is changed.
    pub mutation: Option<Mutation>,
    /// After how many generations without improvement it restarts; `None` for never.
    pub patience: Option<u64>,
}

impl Climb {
    /// The same as the scheme with one parent.
    pub fn plus(&self) -> Plus<Option<Mutation>, Option<Crossover>> {
        let plus = Plus::new(1, self.neighbors, self.mutation.clone());
        Plus { restart: self.patience, ..plus.with_crossover(None, Rate::NEVER) }
    }

    fn check(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("neighbors", self.neighbors as f64)?;
        Limits::Whole(1, usize::MAX).check("patience", self.patience.unwrap_or(1) as f64)
    }
}

impl OneScheme {
    /// Checks the settings that do not depend on a problem.
    ///
    /// # Errors
    /// [`Error::Setting`] if one is outside its limits.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Generational(it) => it.check_settings(),
            Self::SteadyState(it) => it.check_settings(),
            Self::FeasibleInfeasible(it) => it.check_settings(),
            Self::Plus(it) => it.check_settings(),
            Self::Climb(it) => it.check(),
            Self::Nsga2(it) => it.check_settings(),
            Self::Nsga3(it) => it.check_settings(),
            Self::MapElites(it) => it.check_settings(),
            Self::CmaEs(it) => it.check_settings(),
            // What depends on the genome is as good as any.
            Self::DifferentialEvolution(it) => {
                it.sized(MOST_INDIVIDUALS, 1, RealBounds::default()).check_settings()
            }
            Self::CmaMe(it) => it.check_settings(),
        }
    }

    /// What an archive is divided by; nothing if there is none.
    pub fn axes(&self) -> &[Axis] {
        match self {
            Self::MapElites(it) => &it.axes,
            Self::CmaMe(it) => &it.axes,
            _ => &[],
        }
    }

    /// Whether the genes of children stay within their ranges.
    pub const fn is_bounded(&self) -> bool {
        match self {
            Self::CmaEs(it) => it.bounds,
            Self::CmaMe(it) => it.bounds,
            _ => true,
        }
    }
}

impl IslandScheme {
    /// Checks the settings that do not depend on a problem.
    ///
    /// # Errors
    /// [`Error::Setting`] if one is outside its limits.
    pub fn check(&self) -> Result<(), Error> {
        let Self::Islands(islands) = self;
        islands.check_settings()?;
        islands.scheme.check()
    }
}

impl CmaEs<bool> {
    /// The scheme for genes in these ranges.
    pub fn within(&self, bounds: &RealBounds) -> CmaEs {
        let &Self { sigma, population, bounds: is_bounded, restarts } = self;
        let bounds = is_bounded.then(|| bounds.clone());
        CmaEs { sigma, population, bounds, restarts }
    }
}

impl CmaMe<bool> {
    /// The scheme for genes in these ranges.
    pub fn within(&self, bounds: &RealBounds) -> CmaMe {
        let &Self { emitters, batch, sigma, floor, cells, cells_seed, .. } = self;
        let bounds = self.bounds.then(|| bounds.clone());
        let axes = self.axes.clone();
        CmaMe { axes, emitters, batch, sigma, bounds, floor, cells, cells_seed }
    }
}

impl DifferentialEvolution<Option<usize>> {
    /// The scheme for genes in these ranges.
    pub fn within(&self, bounds: &RealBounds) -> DifferentialEvolution {
        let population = self.population.unwrap_or_else(|| (15 * bounds.len()).max(4));
        self.sized(population, population, bounds.clone())
    }

    /// The scheme with these numbers of members and children unless it has its own.
    fn sized(
        &self,
        population: usize,
        children: usize,
        bounds: RealBounds,
    ) -> DifferentialEvolution {
        let &Self { strategy, weight, crossover_rate, outside, .. } = self;
        DifferentialEvolution {
            population: self.population.unwrap_or(population),
            children: self.children.unwrap_or(children),
            strategy,
            weight,
            crossover_rate,
            bounds,
            outside,
        }
    }
}
