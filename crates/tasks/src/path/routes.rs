//! `path/routes`: a map and two cells in, routes that keep apart out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::routes::{
    Detour, Penalty, Router, Routes as Several, Spread, Walk, Wish, Yen,
};
use tilewright_pathplan::{Connectivity, Graph, Map, Route, Source, tiled};

use super::danger::{added, keep_out};
use super::ends::unless_stopped;
use super::glyphs::{counted, drawn, seeded};
use super::load::{self, Loaded};
use super::save::{EDITORS, Form, Saved};
use super::{Allowed, Danger, Ends, NO_WAY, Walkability, during, given, timed};
use crate::{
    Answer, Head, Host, Input, Looking, Medium, Named, Output, Paper, Refusal, Task,
    Verdict, Within,
};

/// Plan several routes that keep apart, so that a crowd does not walk in one file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
#[expect(clippy::struct_field_names, reason = "the fields are keys of the request")]
pub struct Routes {
    /// The map, in any form that `path/plan` reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub ends: Ends,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub steps: Allowed,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub danger: Danger,
    /// How many routes; fewer where no more are found.
    #[schemars(extend("x-value" = "N"))]
    pub routes: Within<1, 256>,
    /// How much each may cost, in costs of the cheapest path: its length, times the costs of the
    /// map, and the weight of its danger.
    #[schemars(
        with = "f64",
        extend("x-value" = "LENGTHS", "minimum" = 1, "maximum" = 100)
    )]
    pub detour: Detour,
    /// How routes are found: spread keeps them apart, penalty makes used cells dearer for the next
    /// search, yen takes the shortest paths one after the other, walk wanders along shortest
    /// paths by chance.
    #[schemars(extend("x-value" = "METHOD"))]
    pub method: RouteMethod,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub walkability: Walkability,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// How several routes are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RouteMethod {
    /// By a web of all short enough routes.
    Spread,
    /// By searches that used cells cost more.
    Penalty,
    /// The shortest paths, one after the other.
    Yen,
    /// Along shortest paths by chance.
    Walk,
}

impl Default for Routes {
    fn default() -> Self {
        Self {
            map: None,
            ends: Ends::default(),
            steps: Allowed::default(),
            danger: Danger::default(),
            routes: Within::of(8),
            detour: Detour::new(1.05).expect("it is within range"),
            method: RouteMethod::Spread,
            walkability: Walkability::default(),
            seed: None,
        }
    }
}

impl Task for Routes {
    const NAME: &'static str = "path/routes";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture("Draw the routes and the load of every cell here: .svg or .png."),
        Output::File(Named {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the routes as lines and a layer of their load: .tmx or .tmj.",
        }),
    ];
    type Answer = Found;

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.ends.check()
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        (self.method == RouteMethod::Walk).then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Found, Refusal> {
        let form = Form::wanted_with_paths(host)?;
        let file = given(self.map.as_ref(), "map")?;
        let Loaded { map, source, .. } = load::map(host, file, &self.walkability)?;
        let [start, goal] = self.ends.of(host, &map, file)?;
        let sources = self.danger.sources();
        let map = added(map, &sources)?;
        let steps = self.steps.steps(Connectivity::Eight);
        let lay_out = || timed(host, || self.danger.lay_out(&map, steps));
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        keep_out(&map, &graph, [start, goal])?;
        let (count, detour) = (self.routes.get(), self.detour);
        let wish = Wish { start, goal, count, detour };
        let mut router = self.router(&graph);
        let plan = || timed(host, || router.routes(&wish, &Looking(host)));
        let (found, took) = during(host, "planning routes", plan);
        let found = unless_stopped(found, file)?;
        let mut saved = None;
        if let Some((form, found)) = form.zip(found.as_ref()) {
            let read = (&map, &source, file);
            let save = || Saved::with_paths(host, read, lines(found), form);
            saved = Some(during(host, "writing the map", save)?);
        }
        let timing = json!({ "prepare_us": prepared, "plan_us": took });
        let request = self.clone();
        Ok(Found { request, map, sources, routes: found, saved, timing })
    }
}

impl Routes {
    fn router<'a>(&self, graph: &'a Graph) -> Box<dyn Router + 'a> {
        match self.method {
            RouteMethod::Spread => Box::new(Spread::new(graph)),
            RouteMethod::Penalty => Box::new(Penalty::new(graph)),
            RouteMethod::Yen => Box::new(Yen::new(graph)),
            RouteMethod::Walk => Box::new(Walk::new(graph, self.seed.unwrap_or(Seed(0)))),
        }
    }
}

/// The routes as lines for a map of the editor.
fn lines(found: &Several) -> Vec<tiled::Line> {
    let line = |(route, number): (&Route, u32)| {
        let mut properties = Properties::new();
        properties.insert("length", route.length);
        let (name, cells) = (format!("route {number}"), route.cells.clone());
        tiled::Line { name, cells, properties }
    };
    found.routes.iter().zip(1..).map(line).collect()
}

/// Routes that keep apart.
#[derive(Debug)]
pub struct Found {
    request: Routes,
    /// With the danger of the request.
    map: Map,
    sources: Vec<Source>,
    /// None where the search was stopped.
    routes: Option<Several>,
    saved: Option<Saved>,
    timing: Value,
}

/// The document, `tilewright/path-routes/2`.
#[derive(Serialize)]
struct Report<'a> {
    found: bool,
    method: RouteMethod,
    detour: Detour,
    routes: Vec<Line<'a>>,
    dissimilarity: f64,
    max_load: u32,
    timing: &'a Value,
}

/// A route of it.
#[derive(Serialize)]
struct Line<'a> {
    length: f64,
    cells: &'a [Cell],
}

impl<'a> From<&'a Route> for Line<'a> {
    fn from(route: &'a Route) -> Self {
        Self { length: route.length, cells: &route.cells }
    }
}

impl Found {
    fn seed(&self) -> Option<Seed> {
        self.request.seed.filter(|_| self.request.method == RouteMethod::Walk)
    }

    fn report<'a>(&'a self, found: &'a Several) -> Report<'a> {
        Report {
            found: !found.routes.is_empty(),
            method: self.request.method,
            detour: self.request.detour,
            routes: found.routes.iter().map(Line::from).collect(),
            dissimilarity: found.dissimilarity(),
            max_load: found.max_load(),
            timing: &self.timing,
        }
    }
}

impl Answer for Found {
    fn verdict(&self) -> Verdict {
        match &self.routes {
            None => Verdict::Stopped,
            Some(found) if found.routes.is_empty() => Verdict::No,
            Some(_) => Verdict::Done,
        }
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        self.routes
            .as_ref()
            .map(|found| head.line("path-routes", &self.report(found)))
            .transpose()
    }

    /// The map with the routes on it, how long each is, and how far they keep apart.
    fn text(&self, _: Medium) -> String {
        let Some(found) = &self.routes else { return String::new() };
        let Some(first) = found.routes.first() else { return NO_WAY.to_owned() };
        let shortest = first.length;
        let mut text = drawn(&self.map, &glyphs(&self.map, found));
        let lines = found.routes.iter().zip(letters()).map(|(route, letter)| {
            let (length, cells) = (route.length, route.cells.len());
            let ratio = if shortest > 0.0 { length / shortest } else { 1.0 };
            format!(
                "{letter}  length {length:.5}, {ratio:.4} × the shortest, {cells} cells\n"
            )
        });
        text.extend(lines);
        text + &format!(
            "{}, dissimilarity {:.3}, at most {} through one cell between the ends{}\n",
            counted(found.routes.len(), "route"),
            found.dissimilarity(),
            found.max_load(),
            seeded(self.seed()),
        )
    }

    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let (map, tile) = (&self.map, tile_for(self.map.size()));
        let draw = |found: &Several| found.picture(map, &self.sources, tile);
        Ok(self.routes.as_ref().map(|it| Paper { still: draw(it), animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<Vec<u8>>> {
        Ok(self.saved.as_ref().map(|saved| saved.bytes.clone()))
    }

    fn beside(&self, _: &str) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        Ok(self.saved.as_ref().map_or_else(Vec::new, |saved| saved.beside.clone()))
    }
}

/// The letters of the routes; those that come after z have none of their own.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain(std::iter::repeat('+'))
}

/// The letter of every route on its cells, and on those of several their number.
fn glyphs(map: &Map, found: &Several) -> Vec<(Cell, char)> {
    let load = found.load(map.size());
    let mut glyphs = Vec::new();
    for (route, letter) in found.routes.iter().zip(letters()) {
        glyphs.extend(route.cells.iter().map(|&cell| {
            let shared = char::from_digit(load[cell], 10).unwrap_or('*');
            (cell, if load[cell] == 1 { letter } else { shared })
        }));
    }
    let ends = found.routes.first().and_then(|route| {
        Some([(*route.cells.first()?, 'A'), (*route.cells.last()?, 'B')])
    });
    glyphs.extend(ends.into_iter().flatten());
    glyphs
}
