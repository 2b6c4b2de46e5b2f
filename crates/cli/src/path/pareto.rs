//! `tilewright path pareto`: a map and two cells in, every best bargain out.

use anyhow::anyhow;
use serde::{Serialize, Serializer};
use serde_json::{Map as Object, Value, json};
use tilewright_draw::{Format, export};
use tilewright_grid::{Rng, Seed};
use tilewright_pathplan::pareto::{
    Bargain, Exact, Front, Layers, random_sources, random_terrain,
};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::{Connectivity, Graph, Ground, Map, Source};

use super::ends::{drawn, ends, named};
use super::{counted, load, micros, steps};
use crate::arguments::{FrontMethod, Objective, Pareto};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Pareto, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let map = load::map(&arguments.map, &arguments.walkability, context)?.map;
    let [start, goal] = ends(&arguments.ends, &map, &arguments.map)?;
    let layers = layers_of(&arguments.objectives)?;
    let is_random = arguments.random_danger.is_some() || arguments.random_terrain;
    let seed = is_random.then(|| context.seed());
    let map = weighed(map, arguments, &mut seed.unwrap_or(Seed(0)).rng())?;
    let values: Vec<Vec<u32>> = layers.iter().map(|&layer| values(&map, layer)).collect();
    let layers_of_map = Layers::new(map.size(), &values)?;
    let steps = steps(&arguments.steps, Connectivity::Eight);
    let has_terrain = layers.contains(&Objective::Terrain);
    let mut graph = None;
    let prepared = Progress::during(context, "laying out the map", || {
        micros(&mut || {
            let ground = if has_terrain { map.leveled() } else { map.clone() };
            graph = Some(Graph::new(&ground, steps));
        })
    });
    let graph = graph.expect("it was just laid out");
    let FrontMethod::Exact = arguments.method;
    let mut exact = Exact::new(&graph, &layers_of_map);
    let mut front = None;
    let took = Progress::during(context, "planning", || {
        micros(&mut || front = Some(exact.front(start, goal, &())))
    });
    let front = named(front.expect("a front was just sought"), &arguments.map)?;
    let answer = Answer {
        schema: "tilewright/path-pareto/1",
        found: !front.bargains.is_empty(),
        objectives: names(&layers),
        front: front
            .bargains
            .iter()
            .map(|bargain| Line { bargain, layers: &layers })
            .collect(),
        exact: true,
        expansions: front.expansions,
        seed,
        timing: json!({ "prepare_us": prepared, "plan_us": took }),
    };
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let names = names(&layers);
        let drawn = Progress::during(context, "drawing", || {
            export(&front.picture(&map, &names[1..], tile_for(map.size())), None, format)
        })?;
        files::write(path, &drawn, context.force)?;
    }
    if context.json {
        context.print_json(&answer)?;
    } else {
        context.print(answer.to_text(&map, &front).as_bytes())?;
    }
    Ok(if answer.found { Verdict::Done } else { Verdict::No })
}

/// The objectives besides the length, in their usual order.
fn layers_of(objectives: &[Objective]) -> Result<Vec<Objective>, Failure> {
    let both = [Objective::Danger, Objective::Terrain];
    let layers: Vec<_> = both.into_iter().filter(|it| objectives.contains(it)).collect();
    let is_each_once = objectives.len() == layers.len() + 1;
    if layers.is_empty() || !is_each_once || !objectives.contains(&Objective::Length) {
        return Err(anyhow!("--objectives takes length, and danger, terrain or both"))
            .hint("length alone is what path plan finds");
    }
    Ok(layers)
}

/// The names of all objectives.
fn names(layers: &[Objective]) -> Vec<&'static str> {
    let length = std::iter::once(Objective::Length);
    length.chain(layers.iter().copied()).map(Objective::name).collect()
}

/// The map with the danger and the terrain that the arguments add.
fn weighed(map: Map, arguments: &Pareto, rng: &mut Rng) -> Result<Map, Failure> {
    let mut sources = arguments.danger.clone();
    if let Some(random) = arguments.random_danger {
        sources.extend(random_sources(&map, random.count, random.radius, rng));
    }
    let size = map.size();
    let own = map.danger().iter().zip(Source::danger(&sources, size));
    let danger = own.map(|(own, added)| own.saturating_add(added)).collect();
    let map = map.with_danger(danger)?;
    if !arguments.random_terrain {
        return Ok(map);
    }
    let costs = random_terrain(size, rng).into_iter().map(|value| f64::from(value + 1));
    Ok(map.with_costs(costs.collect())?)
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

/// The JSON answer, `tilewright/path-pareto/1`.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    found: bool,
    objectives: Vec<&'static str>,
    front: Vec<Line<'a>>,
    exact: bool,
    expansions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    timing: Value,
}

/// A bargain of it, under the names of the objectives.
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

impl Answer<'_> {
    /// The map with the shortest and the last path on it, and all bargains.
    fn to_text(&self, map: &Map, front: &Front) -> String {
        let (Some(first), Some(last)) = (front.bargains.first(), front.bargains.last())
        else {
            return "no way leads from the start to the goal\n".to_owned();
        };
        let mut glyphs: Vec<_> =
            last.route.cells.iter().map(|&cell| (cell, '+')).collect();
        glyphs.extend(first.route.cells.iter().map(|&cell| (cell, '*')));
        let ends = [(first.route.cells.first(), 'A'), (first.route.cells.last(), 'B')];
        glyphs.extend(ends.into_iter().filter_map(|(cell, glyph)| Some((*cell?, glyph))));
        let mut text = drawn(map, &glyphs);
        let lines = self.front.iter().map(|line| {
            let route = &line.bargain.route;
            let sums = line.sums().map(|(name, sum)| format!(", {name} {sum}"));
            let (sums, cells) = (sums.collect::<String>(), route.cells.len());
            format!("length {:.5}{sums}, {cells} cells\n", route.length)
        });
        text.extend(lines);
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        let (count, expansions) = (self.front.len(), self.expansions);
        text + &format!(
            "{} of {}, exact: * the first, + the last; {expansions} paths gone on from{seed}\n",
            counted(count, "best bargain"),
            self.objectives.join(", "),
        )
    }
}
