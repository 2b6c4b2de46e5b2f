//! The settings of a search as the package writes them, a JSON document.

use serde::Deserialize;
use tilewright_evolve::{Direction, Outside, Strategy, Topology};

/// A search: what its genomes are, what is wanted of them, and how it searches.
#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) genome: Genes,
    /// One for each objective.
    pub(super) directions: Vec<Aim>,
    pub(super) scheme: Settings,
    pub(super) seed: u64,
    /// What the user calls the problem; a checkpoint holds it.
    pub(super) problem: String,
    pub(super) hall_of_fame: usize,
    pub(super) logbook: usize,
}

/// The genes of a genome.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Genes {
    Bits { length: usize },
    Integers { length: usize, low: Ends<i32>, high: Ends<i32> },
    Reals { length: usize, low: Ends<f64>, high: Ends<f64> },
    Permutation { length: usize },
}

/// The ends of the ranges: one for all genes, or one for each.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Ends<T> {
    All(T),
    Each(Vec<T>),
}

/// Whether an objective is minimized or maximized.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Aim {
    Minimize,
    Maximize,
}

#[derive(Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Selecting {
    Tournament { size: u32 },
    Rank { pressure: f64 },
    Roulette,
    StochasticUniversal,
    Truncation { share: f64 },
}

#[derive(Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Crossing {
    OnePoint,
    TwoPoint,
    Uniform { rate: f64 },
    Blend { alpha: f64 },
    SimulatedBinary { eta: f64, rate: f64 },
    Order,
    PartiallyMapped,
    EdgeRecombination,
}

#[derive(Clone, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Mutating {
    BitFlip { rate: f64 },
    Creep { rate: f64, step: u32 },
    Redraw { rate: f64 },
    Gaussian { rate: f64, spread: f64 },
    Polynomial { eta: f64, rate: f64 },
    Swap { count: u32 },
    Insert { count: u32 },
    Inversion { count: u32 },
}

/// The operators and their rates.
#[derive(Clone, Deserialize)]
pub(super) struct Operators {
    pub(super) selection: Selecting,
    pub(super) crossover: Crossing,
    pub(super) crossover_rate: f64,
    pub(super) mutation: Mutating,
    pub(super) mutation_rate: f64,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) struct Range {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) bins: usize,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Changed {
    Rand1,
    Best1,
    CurrentToBest1,
}

impl From<Changed> for Strategy {
    fn from(changed: Changed) -> Self {
        match changed {
            Changed::Rand1 => Self::Rand1,
            Changed::Best1 => Self::Best1,
            Changed::CurrentToBest1 => Self::CurrentToBest1,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Beyond {
    Redraw,
    Reflect,
}

impl From<Beyond> for Outside {
    fn from(beyond: Beyond) -> Self {
        match beyond {
            Beyond::Redraw => Self::Redraw,
            Beyond::Reflect => Self::Reflect,
        }
    }
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Links {
    Ring,
    Full,
    Star,
}

impl From<Links> for Topology {
    fn from(links: Links) -> Self {
        match links {
            Links::Ring => Self::Ring,
            Links::Full => Self::Full,
            Links::Star => Self::Star,
        }
    }
}

impl From<Aim> for Direction {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Minimize => Self::Minimize,
            Aim::Maximize => Self::Maximize,
        }
    }
}

/// The settings of MAP-Elites.
#[derive(Deserialize)]
pub(super) struct Elites {
    pub(super) axes: Vec<Range>,
    pub(super) initial: usize,
    pub(super) batch: usize,
    pub(super) crossover: Crossing,
    pub(super) crossover_rate: f64,
    pub(super) mutation: Mutating,
    pub(super) floor: f64,
}

/// A scheme with its settings.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Settings {
    Generational {
        population: usize,
        elite: usize,
        returns_hall_of_fame: bool,
        #[serde(flatten)]
        operators: Operators,
    },
    SteadyState {
        population: usize,
        children: usize,
        #[serde(flatten)]
        operators: Operators,
    },
    Plus {
        parents: usize,
        children: usize,
        crossover: Crossing,
        crossover_rate: f64,
        mutation: Mutating,
        restart: Option<u64>,
    },
    FeasibleInfeasible {
        population: usize,
        elite: usize,
        #[serde(flatten)]
        operators: Operators,
    },
    Nsga2 {
        population: usize,
        #[serde(flatten)]
        operators: Operators,
    },
    MapElites(Elites),
    CmaEs {
        sigma: f64,
        population: Option<usize>,
        bounded: bool,
        restarts: u64,
    },
    DifferentialEvolution {
        population: usize,
        children: usize,
        strategy: Changed,
        weight: [f64; 2],
        crossover_rate: f64,
        outside: Beyond,
    },
    CmaMe {
        axes: Vec<Range>,
        emitters: usize,
        batch: usize,
        sigma: f64,
        bounded: bool,
        floor: f64,
    },
    Islands {
        scheme: Box<Self>,
        count: usize,
        every: u64,
        migrants: usize,
        topology: Links,
    },
}

impl Settings {
    /// How many measures the scheme divides an archive by.
    pub(super) fn measures(&self) -> usize {
        match self {
            Self::MapElites(Elites { axes, .. }) | Self::CmaMe { axes, .. } => axes.len(),
            Self::Islands { scheme, .. } => scheme.measures(),
            _ => 0,
        }
    }

    /// Whether the genes of children stay within the ranges.
    pub(super) fn is_bounded(&self) -> bool {
        match self {
            Self::CmaEs { bounded, .. } | Self::CmaMe { bounded, .. } => *bounded,
            Self::Islands { scheme, .. } => scheme.is_bounded(),
            _ => true,
        }
    }
}
