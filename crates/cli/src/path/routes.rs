//! `tilewright path routes`: a map and two cells in, routes that keep apart out.

use serde::Serialize;
use serde_json::{Value, json};
use tilewright_draw::{Format, export};
use tilewright_formats::tiled::Properties;
use tilewright_grid::{Cell, Seed};
use tilewright_pathplan::picture::tile_for;
use tilewright_pathplan::routes::{
    Detour, Penalty, Router, Routes, Spread, Walk, Wish, Yen,
};
use tilewright_pathplan::{Connectivity, Map, Route, tiled};

use super::ends::{drawn, ends, named};
use super::load::{self, Loaded, Source};
use super::{counted, danger, micros, save, steps};
use crate::arguments::{self, RouteMethod};
use crate::context::Context;
use crate::failure::{Failure, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(
    arguments: &arguments::Routes,
    context: &Context,
) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let form = arguments.output.as_deref().map(save::editors_form).transpose()?;
    for path in [&arguments.output, &arguments.picture].into_iter().flatten() {
        files::check_free(path, context.force)?;
    }
    let Sought { map, source, found, seed, timing } = seek(arguments, context)?;
    let answer = Answer {
        schema: "tilewright/path-routes/1",
        found: !found.routes.is_empty(),
        method: arguments.method,
        detour: arguments.detour,
        routes: found.routes.iter().map(Line::from).collect(),
        dissimilarity: found.dissimilarity(),
        max_load: found.max_load(),
        seed,
        timing,
    };
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = Progress::during(context, "drawing", || {
            let sources = &arguments.danger.sources;
            export(&found.picture(&map, sources, tile_for(map.size())), None, format)
        })?;
        files::write(path, &drawn, context.force)?;
    }
    if let Some((path, form)) = arguments.output.as_deref().zip(form) {
        let read = (&map, &source, &*arguments.map);
        save::results(read, lines(&found), (path, form), context)?;
    }
    if context.json {
        context.print_json(&answer)?;
    } else {
        context.print(answer.to_text(&map, &found).as_bytes())?;
    }
    Ok(if answer.found { Verdict::Done } else { Verdict::No })
}

/// Routes, and where they were sought.
struct Sought {
    map: Map,
    source: Source,
    found: Routes,
    seed: Option<Seed>,
    timing: Value,
}

fn seek(arguments: &arguments::Routes, context: &Context) -> Result<Sought, Failure> {
    let Loaded { map, source, .. } =
        load::map(&arguments.map, &arguments.walkability, context)?;
    let [start, goal] = ends(&arguments.ends, &map, &arguments.map)?;
    let steps = steps(&arguments.steps, Connectivity::Eight);
    let map = danger::added(map, &arguments.danger)?;
    let mut graph = None;
    let prepared = Progress::during(context, "laying out the map", || {
        micros(&mut || graph = Some(danger::lay_out(&map, steps, &arguments.danger)))
    });
    let graph = graph.expect("it was just laid out");
    danger::keep_out(&map, &graph, [start, goal])?;
    let seed = (arguments.method == RouteMethod::Walk).then(|| context.seed());
    let mut router: Box<dyn Router> = match arguments.method {
        RouteMethod::Spread => Box::new(Spread::new(&graph)),
        RouteMethod::Penalty => Box::new(Penalty::new(&graph)),
        RouteMethod::Yen => Box::new(Yen::new(&graph)),
        RouteMethod::Walk => Box::new(Walk::new(&graph, seed.unwrap_or(Seed(0)))),
    };
    let wish = Wish { start, goal, count: arguments.count, detour: arguments.detour };
    let mut found = None;
    let took = Progress::during(context, "planning routes", || {
        micros(&mut || found = Some(router.routes(&wish, &())))
    });
    let found = named(found.expect("routes were just planned"), &arguments.map)?;
    let timing = json!({ "prepare_us": prepared, "plan_us": took });
    Ok(Sought { map, source, found, seed, timing })
}

/// The routes as lines for a map of the editor.
fn lines(found: &Routes) -> Vec<tiled::Line> {
    let line = |(route, number): (&Route, u32)| {
        let mut properties = Properties::new();
        properties.insert("length", route.length);
        let (name, cells) = (format!("route {number}"), route.cells.clone());
        tiled::Line { name, cells, properties }
    };
    found.routes.iter().zip(1..).map(line).collect()
}

/// The JSON answer, `tilewright/path-routes/1`.
#[derive(Serialize)]
struct Answer<'a> {
    schema: &'static str,
    found: bool,
    method: RouteMethod,
    detour: Detour,
    routes: Vec<Line<'a>>,
    dissimilarity: f64,
    max_load: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Seed>,
    timing: Value,
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

impl Answer<'_> {
    /// The map with the routes on it, how long each is, and how far they keep apart.
    fn to_text(&self, map: &Map, found: &Routes) -> String {
        let Some(first) = self.routes.first() else {
            return "no way leads from the start to the goal\n".to_owned();
        };
        let shortest = first.length;
        let mut text = drawn(map, &glyphs(map, found));
        let lines = self.routes.iter().zip(letters()).map(|(route, letter)| {
            let (length, cells) = (route.length, route.cells.len());
            let ratio = if shortest > 0.0 { length / shortest } else { 1.0 };
            format!(
                "{letter}  length {length:.5}, {ratio:.4} × the shortest, {cells} cells\n"
            )
        });
        text.extend(lines);
        let seed = self.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default();
        text + &format!(
            "{}, dissimilarity {:.3}, at most {} through one cell between the ends{seed}\n",
            counted(self.routes.len(), "route"),
            self.dissimilarity,
            self.max_load,
        )
    }
}

/// The letters of the routes; those that come after z have none of their own.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain(std::iter::repeat('+'))
}

/// The letter of every route on its cells, and on those of several their number.
fn glyphs(map: &Map, found: &Routes) -> Vec<(Cell, char)> {
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
