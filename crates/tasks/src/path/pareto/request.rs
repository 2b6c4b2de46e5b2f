//! The request of `path/pareto`.

use serde_with::skip_serializing_none;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_grid::{Cell, Rng, Seed};
use tilewright_pathplan::pareto::{
    ApproximateSearch, Budget, EvolvedSearch, Front, FrontSearch, Layers, random_sources,
    random_terrain,
};
use tilewright_pathplan::{Connectivity, DangerSource, Graph, Ground, Map, QueryError};

use super::super::danger::{added, sources};
use super::super::ends::{check_ends, unless_stopped};
use super::super::{
    Ends, StepOptions, Walkability, during, given, load, tell_times, timed,
};
use super::answer::ParetoAnswer;
use crate::{
    Answer, BoundedInteger, Host, HostWatch, Input, Output, Refusal, Refuse as _, Task,
    TextValue,
};

/// Find Pareto-optimal paths: length against danger, terrain or both.
///
/// No path of the front is at least as good as another in every objective. By default the front
/// is exact: all such paths, which takes long on large maps with three objectives. Approximate
/// fronts take as long as you say.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct ParetoRequest {
    /// The map, in any form that `path/plan` reads. The costs of its cells are the terrain.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// The start and the goal.
    #[serde(flatten)]
    pub ends: Ends,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// Objectives to minimise: length, and danger, terrain or both. Danger and terrain are sums
    /// over the cells entered; the terrain of a cell is its cost above 1. With terrain, the
    /// length ignores costs.
    #[schemars(extend("x-value" = "WHAT,…", "x-list" = ","))]
    #[default(vec![Objective::Length, Objective::Danger])]
    pub objectives: Vec<Objective>,
    /// How to find the front.
    #[default(Method::Exact)]
    pub method: Method,
    /// Stop refining the front of approximate or evolve after this number of milliseconds. The front
    /// then depends on the speed of the machine.
    #[schemars(extend("x-value" = "MS"))]
    pub budget_ms: Option<BoundedInteger<1, 3_600_000>>,
    /// Stop refining the front after this number of expanded labels and cells of approximate, or of
    /// evaluated paths of evolve. The front is then the same on every machine.
    #[schemars(extend("x-value" = "N"))]
    pub expansions: Option<BoundedInteger<1, 2_000_000_000>>,
    /// Add a source of danger: its row, column and radius in cells. Can be repeated.
    #[schemars(extend("x-value" = "R,C,RADIUS"))]
    pub danger: Vec<TextValue<DangerSource>>,
    /// Add N random sources of danger of this radius, each in a walkable cell.
    #[schemars(extend("x-value" = "N,RADIUS"))]
    pub random_danger: Option<TextValue<RandomDanger>>,
    /// Replace the map's costs by random terrain: 0 to 3 for each block of 8 × 8 cells.
    pub random_terrain: bool,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// How a front is found.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All Pareto-optimal paths.
    #[default]
    Exact,
    /// Searches of growing precision, refined as long as the budget lasts.
    Approximate,
    /// NSGA-II over whole paths, with the operators of the article on genetic path planning.
    Evolve,
}

/// An objective to minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The length of the path.
    Length,
    /// The danger of the cells entered.
    Danger,
    /// The cost above 1 of the cells entered.
    Terrain,
}

impl Objective {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Danger => "danger",
            Self::Terrain => "terrain",
        }
    }
}

/// Random sources of danger, with the text form `N,RADIUS`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomDanger {
    count: u32,
    radius: f64,
}

impl FromStr for RandomDanger {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "expected N,RADIUS, each at most 1000, such as 12,10";
        let (count, radius) = text.split_once(',').ok_or(expected)?;
        let count = count.trim().parse().ok().filter(|count| *count <= 1000);
        let radius = radius.trim().parse().ok();
        let radius = radius.filter(|radius| (0.0..=1000.0).contains(radius));
        let (count, radius) = count.zip(radius).ok_or(expected)?;
        Ok(Self { count, radius })
    }
}

impl fmt::Display for RandomDanger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.count, self.radius)
    }
}

impl Task for ParetoRequest {
    const NAME: &'static str = "path/pareto";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the paths on the map, and the front as a chart: .svg or .png.",
    )];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.steps.check(Connectivity::Eight)?;
        self.layers()?;
        if self.method == Method::Exact
            && (self.budget_ms.is_some() || self.expansions.is_some())
        {
            return Err(anyhow!("an exact front has no budget"))
                .hint("find an approximate front: set {method} to approximate");
        }
        self.ends.check()
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.is_random().then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let file = given(self.map.as_ref(), "map")?;
        let map = load::map(host, file, &self.walkability)?.map;
        self.steps.check_on(host, file, &map)?;
        let [start, goal] = self.ends.of(host, &map, file)?;
        check_ends(&map, [start, goal], file)?;

        let layers = self.layers()?;
        let map = self.weighed(map, &mut self.seed.unwrap_or(Seed(0)).rng())?;
        let values: Vec<_> = layers.iter().map(|&layer| values(&map, layer)).collect();
        let numbers = Layers::new(map.size(), &values)?;

        let lay_out = || timed(host, || self.lay_out(&map, &layers));
        let (graph, prepared) = during(host, "laying out the map", lay_out);

        let search = || self.search(host, (&graph, &numbers), [start, goal]);
        let (front, took) = during(host, "planning", || timed(host, search));
        let front = unless_stopped(front, file)?;

        tell_times(host, prepared, took);
        let seed = self.seed.filter(|_| self.is_random());
        let (method, is_stopped) = (self.method, host.look().is_break());

        Ok(Box::new(ParetoAnswer { map, layers, front, method, is_stopped, seed }))
    }
}

impl ParetoRequest {
    const fn is_random(&self) -> bool {
        self.random_danger.is_some()
            || self.random_terrain
            || matches!(self.method, Method::Evolve)
    }

    /// Searches for the front by the method of the request. The evolution uses child 1 of the
    /// seed.
    fn search(
        &self,
        host: &dyn Host,
        (graph, numbers): (&Graph, &Layers),
        [start, goal]: [Cell; 2],
    ) -> Result<Front, QueryError> {
        let begun = host.nanos().unwrap_or(0);
        let clock = || Duration::from_nanos(host.nanos().unwrap_or(0) - begun);

        let mut budget = Budget::new();
        if let Some(most) = self.expansions {
            budget = budget.expansions(most.get().into());
        }

        if let Some(limit) = self.budget_ms {
            budget = budget.elapsed(Duration::from_millis(limit.get().into()), &clock);
        }

        let watch = &HostWatch(host);
        match self.method {
            Method::Exact => FrontSearch::new(graph, numbers).front(start, goal, watch),
            Method::Approximate => {
                let mut search = ApproximateSearch::new(graph, numbers);
                search.front(start, goal, budget, watch)
            }
            Method::Evolve => {
                let seed = self.seed.unwrap_or(Seed(0)).child(1);
                let mut search = EvolvedSearch::new(graph, numbers);
                search.front(start, goal, budget, seed, watch)
            }
        }
    }

    /// The objectives besides the length, danger first.
    fn layers(&self) -> Result<Vec<Objective>, Refusal> {
        let (objectives, both) =
            (&self.objectives, [Objective::Danger, Objective::Terrain]);
        let layers: Vec<_> =
            both.into_iter().filter(|it| objectives.contains(it)).collect();
        // The length is the objective that is not a layer.
        let is_each_once = objectives.len() == layers.len() + 1;

        if layers.is_empty() || !is_each_once || !objectives.contains(&Objective::Length)
        {
            return Err(anyhow!(
                "the objectives must be length, and danger, terrain or both, each once"
            ))
            .hint("for the shortest path alone use {path/plan}");
        }

        Ok(layers)
    }

    /// The map with the danger and the terrain of the request.
    fn weighed(&self, map: Map, rng: &mut Rng) -> Result<Map, Refusal> {
        let mut sources = sources(&self.danger);
        if let Some(TextValue(RandomDanger { count, radius })) = self.random_danger {
            sources.extend(random_sources(&map, count, radius, rng));
        }
        let map = added(map, &sources)?;
        if !self.random_terrain {
            return Ok(map);
        }
        let costs = random_terrain(map.size(), rng).into_iter();
        let costs = costs.map(|value| f64::from(value + 1));
        Ok(map.with_costs(costs.collect())?)
    }

    fn lay_out(&self, map: &Map, layers: &[Objective]) -> Graph {
        let has_terrain = layers.contains(&Objective::Terrain);
        let ground = if has_terrain { map.leveled() } else { map.clone() };
        Graph::new(&ground, self.steps.steps(Connectivity::Eight))
    }
}

/// The value of every cell in a layer, in reading order; 0 in walls, which no path enters.
fn values(map: &Map, layer: Objective) -> Vec<u32> {
    let cells = map.grounds().values().iter().zip(map.costs()).zip(map.danger());
    let value = |((ground, cost), danger): ((&Ground, &f64), &u32)| {
        if ground.is_blocked() {
            0
        } else if layer == Objective::Terrain {
            (cost - 1.0).round().max(0.0) as u32
        } else {
            *danger
        }
    };
    cells.map(value).collect()
}
