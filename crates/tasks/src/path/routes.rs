//! `path/routes`: several diverse routes between two cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed, Watch};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::routes::{
    Detour, DiverseRoutes, Penalty, RandomWalk, RouteRequest, RouteSet, Router, Yen,
};
use tilewright_pathplan::{
    Connectivity, DangerSource, Endpoint, Graph, Map, Route, tiled,
};

use super::danger::{added, refuse_danger};
use super::ends::{check_ends, unless_stopped};
use super::glyphs::{drawn, seeded};
use super::load::{self, LoadedMap};
use super::save::{EDITORS, MapFormat, with_paths};
use super::{
    Danger, Ends, NO_PATH, StepOptions, Walkability, during, given, tell_times, timed,
};
use crate::answer::counted;
use crate::{
    Answer, BoundedInteger, Drawing, Head, Host, HostWatch, Input, Medium, NamedOutput,
    Output, OutputFile, Refusal, Task, Verdict,
};

/// Plan several diverse routes between two cells, so that a crowd does not walk in single file.
///
/// All routes lead from one start to one goal: give each NPC of the crowd one of them, in turn. For
/// NPCs that start in different cells use `path/plan` with `npcs`, which plans the cheapest path of
/// each.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["map"]))]
pub struct RoutesRequest {
    /// The map, in any form that `path/plan` reads.
    #[schemars(extend("x-value" = "MAP", "x-position" = 1))]
    pub map: Option<Input>,
    /// The start and the goal.
    #[serde(flatten)]
    pub ends: Ends,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// The sources of danger.
    #[serde(flatten)]
    pub danger: Danger,
    /// Number of routes; fewer are returned if no more are found.
    #[schemars(extend("x-value" = "N"))]
    // As many as `cargo xtask bench routes` measures, and a detour that is hardly seen;
    // eight still differ in most of their cells there.
    #[default(BoundedInteger::of(8))]
    pub routes: BoundedInteger<1, 256>,
    /// Largest cost of a route, as a multiple of the cost of the cheapest path.
    #[schemars(
        with = "f64",
        extend("x-value" = "FACTOR", "minimum" = 1, "maximum" = 100)
    )]
    #[default(Detour::new(1.05).expect("1.05 is within range"))]
    pub detour: Detour,
    /// Method by which routes are found.
    #[schemars(extend(
        "x-value" = "METHOD"
    ))]
    #[default(RouteMethod::Diverse)]
    pub method: RouteMethod,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// A method of finding several routes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RouteMethod {
    /// Routes that share few cells, by dynamic programming.
    Diverse,
    /// Repeated searches, each with a penalty on the cells of the routes before it.
    Penalty,
    /// The N cheapest paths, which are often nearly the same.
    Yen,
    /// Random cheapest paths, whatever detour is allowed.
    RandomWalk,
}

impl Task for RoutesRequest {
    const NAME: &'static str = "path/routes";
    const OUTPUTS: &'static [Output] = &[
        Output::Picture(
            "Draw the routes and the number of routes through each cell: .svg or .png.",
        ),
        Output::File(NamedOutput {
            name: "output",
            what: "maps with paths",
            endings: EDITORS,
            help: "Write the map with the routes as lines and their number per cell as a layer: .tmx or .tmj.",
        }),
    ];

    fn check(&self) -> Result<(), Refusal> {
        given(self.map.as_ref(), "map")?;
        self.ends.check()?;
        self.steps.check(Connectivity::Eight)
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        (self.method == RouteMethod::RandomWalk).then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let form = MapFormat::wanted_with_paths(host)?;
        let file = given(self.map.as_ref(), "map")?;
        let LoadedMap { map, source, .. } = load::map(host, file, &self.walkability)?;
        self.steps.check_on(host, file, &map)?;
        let [start, goal] = self.ends.of(host, &map, file)?;
        check_ends(&map, [start, goal], file)?;

        let sources = self.danger.sources();
        let map = added(map, &sources)?;
        self.danger.check(file, &map)?;

        let steps = self.steps.steps(Connectivity::Eight);
        let lay_out = || timed(host, || self.danger.lay_out(&map, steps));
        let (graph, prepared) = during(host, "laying out the map", lay_out);
        // A cell that is walkable on the map may be too dangerous on the graph.
        refuse_danger(&map, &graph, Endpoint::Start, start)?;
        refuse_danger(&map, &graph, Endpoint::Goal, goal)?;

        let (count, detour) = (self.routes.get(), self.detour);
        let request = RouteRequest { start, goal, count, detour };

        let mut router = self.router(&graph);
        let plan = || timed(host, || router.routes(&request, &HostWatch(host)));
        let (found, took) = during(host, "planning routes", plan);
        let found = unless_stopped(found, file)?;

        let mut saved = None;
        if let Some((form, found)) = form.zip(found.as_ref()) {
            let read = (&map, &source);
            let save = || with_paths(host, read, &lines(found), form);
            saved = Some(during(host, "writing the map", save)?);
        }

        tell_times(host, prepared, took);
        let request = self.clone();
        Ok(Box::new(RoutesAnswer { request, map, sources, routes: found, saved }))
    }
}

impl RoutesRequest {
    fn router<'a>(&self, graph: &'a Graph) -> Box<dyn Router + 'a> {
        match self.method {
            RouteMethod::Diverse => Box::new(DiverseRoutes::new(graph)),
            RouteMethod::Penalty => Box::new(Penalty::new(graph)),
            RouteMethod::Yen => Box::new(Yen::new(graph)),
            RouteMethod::RandomWalk => {
                Box::new(RandomWalk::new(graph, self.seed.unwrap_or(Seed(0))))
            }
        }
    }
}

/// The routes as objects for a map of the editor.
fn lines(found: &RouteSet) -> Vec<tiled::PathLine> {
    let line = |(route, number): (&Route, u32)| {
        let mut properties = Properties::new();
        properties.insert("length", route.length);
        let (name, cells) = (format!("route {number}"), route.cells.clone());
        tiled::PathLine { name, cells, properties }
    };
    found.routes.iter().zip(1..).map(line).collect()
}

/// The answer: diverse routes.
struct RoutesAnswer {
    request: RoutesRequest,
    /// With the danger of the request.
    map: Map,
    sources: Vec<DangerSource>,
    /// None if the search was stopped.
    routes: Option<RouteSet>,
    saved: Option<OutputFile>,
}

impl RoutesAnswer {
    fn seed(&self) -> Option<Seed> {
        self.request.seed.filter(|_| self.request.method == RouteMethod::RandomWalk)
    }

    /// The document, `tilewright/path-routes/2`.
    fn report(&self, found: &RouteSet) -> Value {
        let route = |it: &Route| json!({ "length": it.length, "cells": it.cells });
        let routes: Vec<_> = found.routes.iter().map(route).collect();
        json!({
            "found": !routes.is_empty(),
            "method": self.request.method,
            "detour": self.request.detour,
            "routes": routes,
            "dissimilarity": found.dissimilarity(),
            "max_load": found.max_load(),
        })
    }
}

impl Answer for RoutesAnswer {
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

    /// The map with the routes, the cost of each, and their dissimilarity.
    fn text(&self, _: Medium) -> String {
        let Some(found) = &self.routes else { return String::new() };
        let Some(first) = found.routes.first() else { return NO_PATH.to_owned() };

        let shortest = first.length;
        let mut text = drawn(&self.map, &glyphs(&self.map, found));
        let lines = found.routes.iter().zip(letters()).map(|(route, letter)| {
            let (length, cells) = (route.length, route.cells.len());
            let ratio = if shortest > 0.0 { length / shortest } else { 1.0 };
            format!(
                "{letter}  cost {length:.5} ({ratio:.4} × the cheapest), {cells} cells\n"
            )
        });

        text.extend(lines);
        text + &format!(
            "{}; dissimilarity {:.3}; at most {} in one cell between start and goal{}\n",
            counted(found.routes.len() as u64, "route"),
            found.dissimilarity(),
            found.max_load(),
            seeded(self.seed()),
        )
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let (map, tile) = (&self.map, tile_for(self.map.size()));
        let draw = |found: &RouteSet| found.picture(map, &self.sources, tile);
        Ok(self.routes.as_ref().map(|it| Drawing { still: draw(it), animation: None }))
    }

    fn file(&self, _: &str, _: &str, _: &Head) -> anyhow::Result<Option<OutputFile>> {
        Ok(self.saved.clone())
    }
}

/// The characters of the routes: letters, and + for those after z.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain(std::iter::repeat('+'))
}

/// The characters of the cells: the letter of a single route, or the number of routes.
fn glyphs(map: &Map, found: &RouteSet) -> Vec<(Cell, char)> {
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
