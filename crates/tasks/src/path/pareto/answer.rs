//! The answer of `path/pareto`: the front as text, document and picture.

use serde_json::{Value, json};
use tilewright_grid::{Seed, Watch};
use tilewright_pathplan::Map;
use tilewright_pathplan::pareto::{Front, ParetoPath};
use tilewright_pathplan::picture::tile_for;

use super::super::NO_PATH;
use super::super::glyphs::{drawn, seeded};
use super::request::{Method, Objective};
use crate::answer::{counted, present};
use crate::{Answer, Drawing, Head, Medium, Verdict};

/// The names of all objectives.
fn names(layers: &[Objective]) -> Vec<&'static str> {
    let length = std::iter::once(Objective::Length);
    length.chain(layers.iter().copied()).map(Objective::name).collect()
}

/// The answer: the front of paths.
pub(super) struct ParetoAnswer {
    /// With the danger and the terrain of the request.
    pub(super) map: Map,
    pub(super) layers: Vec<Objective>,
    /// None if the search was stopped.
    pub(super) front: Option<Front>,
    pub(super) method: Method,
    /// Whether the host stopped the search. An exact one then has no front.
    pub(super) is_stopped: bool,
    pub(super) seed: Option<Seed>,
}

impl ParetoAnswer {
    /// What the search did, in the units of its method.
    fn effort(&self, front: &Front) -> String {
        let Front { expansions, evaluations, .. } = front;
        match self.method {
            Method::Exact => format!("{expansions} labels expanded"),
            Method::Approximate => format!("{expansions} labels and cells expanded"),
            Method::Evolve => {
                format!("{evaluations} paths evaluated, {expansions} cells expanded")
            }
        }
    }

    /// The sums of a path, by objective.
    fn sums(&self, path: &ParetoPath) -> impl Iterator<Item = (&'static str, u32)> {
        self.layers.iter().map(|layer| layer.name()).zip(path.sums)
    }

    /// A path of the document, with its sums under the names of the objectives.
    fn document(&self, path: &ParetoPath) -> Value {
        let mut document = json!({ "length": path.route.length });
        for (name, sum) in self.sums(path) {
            document[name] = sum.into();
        }
        document["cells"] = json!(path.route.cells);
        document
    }

    /// The map with the first and the last path of the front.
    fn drawn(&self, first: &ParetoPath, last: &ParetoPath) -> String {
        let mut glyphs: Vec<_> =
            last.route.cells.iter().map(|&cell| (cell, '+')).collect();
        glyphs.extend(first.route.cells.iter().map(|&cell| (cell, '*')));
        let ends = [(first.route.cells.first(), 'A'), (first.route.cells.last(), 'B')];
        glyphs.extend(ends.into_iter().filter_map(|(cell, glyph)| Some((*cell?, glyph))));
        drawn(&self.map, &glyphs)
    }
}

impl Answer for ParetoAnswer {
    fn verdict(&self) -> Verdict {
        match &self.front {
            None => Verdict::Stopped,
            Some(front) if front.paths.is_empty() => Verdict::No,
            Some(_) if self.is_stopped && self.method != Method::Exact => {
                Verdict::Stopped
            }
            Some(_) => Verdict::Done,
        }
    }

    fn reached(&self) -> Option<String> {
        let paths = self.front.as_ref()?.paths.len();
        Some(format!("the front so far has {}", counted(paths as u64, "path")))
    }

    /// The document, `tilewright/path-pareto/2`.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let report = |front: &Front| {
            let is_evolved = self.method == Method::Evolve;
            let paths = front.paths.iter().map(|path| self.document(path));
            let document = present(json!({
                "found": !front.paths.is_empty(),
                "objectives": names(&self.layers),
                "front": paths.collect::<Vec<_>>(),
                "exact": self.method == Method::Exact,
                "expansions": front.expansions,
                "evaluations": is_evolved.then_some(front.evaluations),
            }));
            head.line("path-pareto", &document)
        };
        self.front.as_ref().map(report).transpose()
    }

    /// The map with two paths, and the whole front.
    fn text(&self, _: Medium) -> String {
        let Some(front) = &self.front else { return String::new() };

        let ends = front.paths.first().zip(front.paths.last());
        let Some((first, last)) = ends else { return NO_PATH.to_owned() };

        let mut text = self.drawn(first, last);
        text.extend(front.paths.iter().map(|path| {
            let route = &path.route;
            let sums = self.sums(path).map(|(name, sum)| format!(", {name} {sum}"));
            let (sums, cells) = (sums.collect::<String>(), route.cells.len());
            format!("length {:.5}{sums}, {cells} cells\n", route.length)
        }));

        let kind =
            if self.method == Method::Exact { "Pareto-optimal path" } else { "path" };
        text + &format!(
            "{} for {}; the first is drawn as *, the last as +; {}{}\n",
            counted(front.paths.len() as u64, kind),
            names(&self.layers).join(", "),
            self.effort(front),
            seeded(self.seed),
        )
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let (map, names) = (&self.map, names(&self.layers));
        let draw = |front: &Front| front.picture(map, &names[1..], tile_for(map.size()));
        Ok(self.front.as_ref().map(|it| Drawing { still: draw(it), animation: None }))
    }
}
