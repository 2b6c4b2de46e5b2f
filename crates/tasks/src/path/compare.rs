//! `path/compare`: how often evolved planners find the cheapest path.

use serde_with::skip_serializing_none;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use smart_default::SmartDefault;
use tilewright_grid::{Seed, Watch};
use tilewright_pathplan::chart;
use tilewright_pathplan::compare::{Comparison, Instance, Row, Run};
use tilewright_pathplan::evolved::{Method, Options};

use super::batch::ItemBatch;
use super::scenarios::{map_of, scenarios};
use super::{Evolution, Walkability, during, load, timed};
use crate::items::Items;
use crate::{
    Answer, BoundedInteger, Drawing, Event, Head, Host, HostWatch, Input, Medium, Output,
    Refusal, Refuse as _, ResumeSupport, Task, TextValue, Verdict,
};

/// Compare evolved planners with A*: how often they find the cheapest path, and how long they take.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct CompareRequest {
    /// Maps: .scen files, of which the first scenario is used and whose maps must lie beside
    /// them, or maps of Tiled or LDtk that mark a start and a goal.
    #[schemars(extend("x-value" = "FILE", "x-position" = 1))]
    pub files: Vec<String>,
    /// Number of runs of each planner on each map.
    #[schemars(extend("x-value" = "N"))]
    // The numbers of Li, Qian and Sun (2017).
    #[default(BoundedInteger::of(100))]
    pub runs: BoundedInteger<1, 1_000_000>,
    /// Numbers of generations, each compared separately.
    #[schemars(extend("x-value" = "N,…", "x-list" = ","))]
    #[default([4, 10, 20].map(BoundedInteger::of).to_vec())]
    pub generations: Vec<BoundedInteger<0, 100_000>>,
    /// Evolved planners to compare; default: all.
    #[schemars(extend(
        "x-value" = "PLANNER,…",
        "x-list" = ",",
        "x-names" = json!({ "Planners": Method::ALL.map(Method::name) })
    ))]
    pub planners: Vec<TextValue<Method>>,
    /// The variants of the evolved planners.
    #[serde(flatten)]
    pub evolution: Evolution,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
    /// Seed of the random numbers; default: chosen at random and reported.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for CompareRequest {
    const NAME: &'static str = "path/compare";
    const OUTPUTS: &'static [Output] =
        &[Output::Picture("Draw the accuracy and the work as charts: .svg or .png.")];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;

    fn check(&self) -> Result<(), Refusal> {
        if self.files.is_empty() {
            return Err(Refusal::missing("files"));
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let instances = self.files.iter().map(|file| self.instance(host, file));
        let instances: Vec<Instance> = instances.collect::<Result<_, _>>()?;
        let (planners, seed) = (self.options(), self.seed.unwrap_or(Seed(0)));
        let lay_out = || Comparison::new(&instances, &planners, self.runs.get(), seed);
        let comparison = during(host, "laying out the maps", lay_out)?;

        let is_possible = |number, run: &Run| comparison.is_possible(number, run);
        let (inputs, total) = (comparison.fingerprint(), comparison.total());
        let mut items = Items::open(host, inputs, total, is_possible)?;
        work(host, &comparison, &mut items)?;

        let rows = comparison.rows(items.of(0..total));
        for row in &rows {
            tell_time(host, row);
        }

        Ok(Box::new(CompareAnswer {
            rows,
            done: items.of(0..total).count() as u64,
            total,
            instances: instances.len(),
            runs: self.runs.get(),
            seed,
        }))
    }
}

/// Reports the median time of the runs of a planner.
fn tell_time(host: &dyn Host, row: &Row) {
    let generations = row.generations.map(|number| format!(" with {number} generations"));
    let of = &format!("{}{}", row.planner, generations.unwrap_or_default());
    let times = &[("median_us", row.times.quantile(0.5))];
    host.tell(Event::Timing { of, times });
}

/// Does the missing runs, to the end or until the host stops them.
fn work<'h>(
    host: &'h dyn Host,
    comparison: &Comparison<'_>,
    items: &mut Items<'h, Run>,
) -> Result<(), Refusal> {
    let steps = Some(items.to_do());
    host.tell(Event::Begun { doing: "planning", steps });

    let mut stopwatch = |work: &mut dyn FnMut()| timed(host, work).1.unwrap_or(0.0);
    for missing in items.missing() {
        let mut batch = ItemBatch::new(host, items, missing.start);
        let flow = comparison.run(
            missing,
            &mut stopwatch,
            &mut |run| batch.take(run),
            &HostWatch(host),
        )?;

        let kept = batch.finish()?;
        if flow.is_break() || kept.is_break() {
            break;
        }
    }

    host.tell(Event::Ended);
    Ok(())
}

impl CompareRequest {
    /// The planners of the request, for each number of generations.
    fn options(&self) -> Vec<Options> {
        let named: Vec<_> = self.planners.iter().map(|method| method.0).collect();
        let methods = if named.is_empty() { Method::ALL.to_vec() } else { named };
        let of = |generations: &BoundedInteger<0, 100_000>| {
            let generations = generations.get();
            let of = |&method| self.evolution.options(method, generations);
            methods.iter().map(of).collect::<Vec<_>>()
        };
        self.generations.iter().flat_map(of).collect()
    }

    /// A map that marks a start and a goal, or the first scenario of a file with its map.
    fn instance(&self, host: &dyn Host, file: &str) -> Result<Instance, Refusal> {
        if Path::new(file).extension().is_none_or(|extension| extension != "scen") {
            return self.course_of_map(host, file);
        }

        let (first, map) = during(host, "reading the map", || {
            let mut scenarios = scenarios(host, file)?;
            let map = map_of(host, file, &scenarios, &self.walkability)?;
            scenarios.truncate(1);
            Ok::<_, Refusal>((scenarios.pop(), map))
        })?;

        let first =
            first.with_context(|| format!("{file}: the file has no scenarios"))?;
        if first.size != map.size() {
            return Err(anyhow!(
                "{file}: the first scenario is for a map of another size"
            )
            .into());
        }

        Ok(Instance { name: file.to_owned(), map, start: first.start, goal: first.goal })
    }

    fn course_of_map(&self, host: &dyn Host, file: &str) -> Result<Instance, Refusal> {
        let name = file.to_owned();
        let map = load::map(host, &Input::Name(name.clone()), &self.walkability)?.map;
        let Some((start, goal)) = map.places.start.zip(map.places.goal) else {
            return Err(anyhow!("{file}: the map does not mark a start and a goal"))
                .hint(
                    "name its .scen file instead, or add objects named start and goal",
                );
        };
        Ok(Instance { name, map, start, goal })
    }
}

/// The answer: the results of all planners.
struct CompareAnswer {
    rows: Vec<Row>,
    done: u64,
    total: u64,
    instances: usize,
    runs: u32,
    seed: Seed,
}

impl CompareAnswer {
    const fn is_whole(&self) -> bool {
        self.done == self.total
    }
}

impl Answer for CompareAnswer {
    fn verdict(&self) -> Verdict {
        if self.is_whole() { Verdict::Done } else { Verdict::Stopped }
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} runs were done", self.done, self.total))
    }

    /// The document, `tilewright/path-compare/2`; after an interruption, of the finished runs.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let mut document = json!({ "planners": self.rows });
        if !self.is_whole() {
            document["interrupted"] = true.into();
        }
        head.line("path-compare", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        let Self { instances, runs, seed, .. } = self;
        let mut lines = vec![
            format!("{runs} runs on each of {instances} maps, seed {seed}; accuracy: share of runs that found a cheapest path"),
            "generations  planner         accuracy %  (95 % interval)   cost ratio  evaluations".to_owned(),
        ];
        for row in &self.rows {
            let [low, high] = row.accuracy.ci95.map(|end| 100.0 * end);
            let generations =
                row.generations.map_or_else(|| "-".to_owned(), |n| n.to_string());
            lines.push(format!(
                "{generations:>11}  {:14}  {:10.1}  ({low:5.1} to {high:5.1})  {:12.3}  {:11.1}",
                row.planner,
                100.0 * row.accuracy.mean,
                row.length_ratio,
                row.evaluations
            ));
        }

        lines.join("\n") + "\n"
    }

    fn drawing(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        let draw = || Drawing { still: chart::compared(&self.rows), animation: None };
        Ok(self.is_whole().then(draw))
    }
}
