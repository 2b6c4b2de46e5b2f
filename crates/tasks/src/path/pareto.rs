//! `path/pareto`: a map and two cells in, the Pareto front of its paths out.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map as Object, Value, json};
use tilewright_grid::{Rng, Seed, Watch};
use tilewright_pathplan::pareto::{
    Bargain, Exact, Front, Layers, random_sources, random_terrain,
};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::{Connectivity, Graph, Ground, Map, Source};

use super::danger::{added, sources};
use super::ends::unless_stopped;
use super::glyphs::{counted, drawn, seeded};
use super::{Allowed, Ends, NO_WAY, Walkability, during, given, load, timed};
use crate::{
    Answer, Head, Host, Input, Looking, Medium, Output, Paper, Refusal, Refuse as _,
    Task, Verdict, Worded,
};

/// Find every best bargain between the length of a path and its danger and terrain.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct Pareto {
    /// The map, in any form that `path/plan` reads. Its costs are its terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub ends: Ends,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub steps: Allowed,
    /// What is to be small: length and danger, terrain or both. With terrain a step costs its
    /// length, and terrain adds up what the cells entered cost above 1.
    #[schemars(extend("x-value" = "WHAT,…", "x-list" = ","))]
    pub objectives: Vec<Objective>,
    /// How the front is found.
    #[schemars(extend("x-value" = "METHOD"))]
    pub method: FrontMethod,
    /// A source of danger: its row, column and radius in cells. Repeat it for several.
    #[schemars(extend("x-value" = "R,C,RADIUS"))]
    pub danger: Vec<Worded<Source>>,
    /// Put so many sources of danger of this radius into walkable cells drawn from the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "N,RADIUS"))]
    pub random_danger: Option<Worded<RandomDanger>>,
    /// Take terrain of 0 to 3 for every block of 8 × 8 cells, drawn from the seed, in place of the
    /// map's costs.
    pub random_terrain: bool,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub walkability: Walkability,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// What a path is to have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// The length of the path.
    Length,
    /// The danger of the cells that it enters.
    Danger,
    /// What they cost above 1.
    Terrain,
}

impl Objective {
    const fn name(self) -> &'static str {
        match self {
            Self::Length => "length",
            Self::Danger => "danger",
            Self::Terrain => "terrain",
        }
    }
}

/// How a front is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FrontMethod {
    /// Whole, by a search over all objectives.
    Exact,
}

/// Sources of danger by chance, as `N,RADIUS`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomDanger {
    count: u32,
    radius: f64,
}

impl FromStr for RandomDanger {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected =
            "expected NUMBER,RADIUS of up to 1000 sources and 1000 cells, such as 12,10";
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

impl Default for Pareto {
    fn default() -> Self {
        Self {
            map: None,
            ends: Ends::default(),
            steps: Allowed::default(),
            objectives: vec![Objective::Length, Objective::Danger],
            method: FrontMethod::Exact,
            danger: Vec::new(),
            random_danger: None,
            random_terrain: false,
            walkability: Walkability::default(),
            seed: None,
        }
    }
}

impl Task for Pareto {
    const NAME: &'static str = "path/pareto";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the paths of the front over the danger, and the front, here: .svg or .png.",
    )];
    type Answer = Sought;

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.layers()?;
        self.ends.check()
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        self.is_random().then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Sought, Refusal> {
        let file = given(self.map.as_ref(), "map")?;
        let map = load::map(host, file, &self.walkability)?.map;
        let [start, goal] = self.ends.of(host, &map, file)?;
        let layers = self.layers()?;
        let map = self.weighed(map, &mut self.seed.unwrap_or(Seed(0)).rng())?;
        let values: Vec<_> = layers.iter().map(|&layer| values(&map, layer)).collect();
        let numbers = Layers::new(map.size(), &values)?;
        let lay_out = || timed(host, || self.lay_out(&map, &layers));
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        let FrontMethod::Exact = self.method;
        let mut exact = Exact::new(&graph, &numbers);
        let plan = || timed(host, || exact.front(start, goal, &Looking(host)));
        let (front, took) = during(host, "planning", plan);
        let front = unless_stopped(front, file)?;
        let timing = json!({ "prepare_us": prepared, "plan_us": took });
        let seed = self.seed.filter(|_| self.is_random());
        Ok(Sought { map, layers, front, seed, timing })
    }
}

impl Pareto {
    const fn is_random(&self) -> bool {
        self.random_danger.is_some() || self.random_terrain
    }

    /// The objectives besides the length, in their usual order.
    fn layers(&self) -> Result<Vec<Objective>, Refusal> {
        let (objectives, both) =
            (&self.objectives, [Objective::Danger, Objective::Terrain]);
        let layers: Vec<_> =
            both.into_iter().filter(|it| objectives.contains(it)).collect();
        let is_each_once = objectives.len() == layers.len() + 1;
        if layers.is_empty() || !is_each_once || !objectives.contains(&Objective::Length)
        {
            return Err(anyhow!(
                "the objectives are length, and danger, terrain or both"
            ))
            .hint("length alone is what {path/plan} finds");
        }
        Ok(layers)
    }

    /// The map with the danger and the terrain that the request adds.
    fn weighed(&self, map: Map, rng: &mut Rng) -> Result<Map, Refusal> {
        let mut sources = sources(&self.danger);
        if let Some(Worded(RandomDanger { count, radius })) = self.random_danger {
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

/// The names of all objectives.
fn names(layers: &[Objective]) -> Vec<&'static str> {
    let length = std::iter::once(Objective::Length);
    length.chain(layers.iter().copied()).map(Objective::name).collect()
}

/// What a cell counts, in reading order. Nobody can be in a wall, whatever that counts.
fn values(map: &Map, layer: Objective) -> Vec<u32> {
    let cells = map.grounds().values().iter().zip(map.costs()).zip(map.danger());
    let count = |((ground, cost), danger): ((&Ground, &f64), &u32)| {
        if ground.is_blocked() {
            0
        } else if layer == Objective::Terrain {
            (cost - 1.0).round().max(0.0) as u32
        } else {
            *danger
        }
    };
    cells.map(count).collect()
}

/// The Pareto front of paths.
#[derive(Debug)]
pub struct Sought {
    /// With the danger and the terrain of the request.
    map: Map,
    layers: Vec<Objective>,
    /// None where the search was stopped.
    front: Option<Front>,
    seed: Option<Seed>,
    timing: Value,
}

/// The document, `tilewright/path-pareto/2`.
#[derive(Serialize)]
struct Report<'a> {
    found: bool,
    objectives: Vec<&'static str>,
    front: Vec<Line<'a>>,
    exact: bool,
    expansions: u64,
    timing: &'a Value,
}

/// A path of the front, under the names of the objectives.
struct Line<'a> {
    bargain: &'a Bargain,
    layers: &'a [Objective],
}

impl Line<'_> {
    /// What the path has of each objective but its length.
    fn sums(&self) -> impl Iterator<Item = (&'static str, u32)> {
        self.layers.iter().map(|layer| layer.name()).zip(self.bargain.sums)
    }
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let route = &self.bargain.route;
        let mut line = Object::new();
        line.insert("length".to_owned(), route.length.into());
        line.extend(self.sums().map(|(name, sum)| (name.to_owned(), sum.into())));
        line.insert("cells".to_owned(), json!(route.cells));
        line.serialize(serializer)
    }
}

impl Sought {
    fn lines<'a>(&'a self, front: &'a Front) -> impl Iterator<Item = Line<'a>> {
        let layers = &self.layers[..];
        front.bargains.iter().map(move |bargain| Line { bargain, layers })
    }

    /// The map with the shortest and the last path on it.
    fn drawn(&self, first: &Bargain, last: &Bargain) -> String {
        let mut glyphs: Vec<_> =
            last.route.cells.iter().map(|&cell| (cell, '+')).collect();
        glyphs.extend(first.route.cells.iter().map(|&cell| (cell, '*')));
        let ends = [(first.route.cells.first(), 'A'), (first.route.cells.last(), 'B')];
        glyphs.extend(ends.into_iter().filter_map(|(cell, glyph)| Some((*cell?, glyph))));
        drawn(&self.map, &glyphs)
    }
}

impl Answer for Sought {
    fn verdict(&self) -> Verdict {
        match &self.front {
            None => Verdict::Stopped,
            Some(front) if front.bargains.is_empty() => Verdict::No,
            Some(_) => Verdict::Done,
        }
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let report = |front: &Front| {
            head.line(
                "path-pareto",
                &Report {
                    found: !front.bargains.is_empty(),
                    objectives: names(&self.layers),
                    front: self.lines(front).collect(),
                    exact: true,
                    expansions: front.expansions,
                    timing: &self.timing,
                },
            )
        };
        self.front.as_ref().map(report).transpose()
    }

    /// The map with two paths on it, and the whole front.
    fn text(&self, _: Medium) -> String {
        let Some(front) = &self.front else { return String::new() };
        let ends = front.bargains.first().zip(front.bargains.last());
        let Some((first, last)) = ends else { return NO_WAY.to_owned() };
        let mut text = self.drawn(first, last);
        text.extend(self.lines(front).map(|line| {
            let route = &line.bargain.route;
            let sums = line.sums().map(|(name, sum)| format!(", {name} {sum}"));
            let (sums, cells) = (sums.collect::<String>(), route.cells.len());
            format!("length {:.5}{sums}, {cells} cells\n", route.length)
        }));
        let (count, expansions) = (front.bargains.len(), front.expansions);
        text + &format!(
            "{} of {}, exact: * the first, + the last; {expansions} paths gone on from{}\n",
            counted(count, "best bargain"),
            names(&self.layers).join(", "),
            seeded(self.seed),
        )
    }

    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let (map, names) = (&self.map, names(&self.layers));
        let draw = |front: &Front| front.picture(map, &names[1..], tile_for(map.size()));
        Ok(self.front.as_ref().map(|it| Paper { still: draw(it), animation: None }))
    }
}
