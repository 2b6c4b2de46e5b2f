//! `path/check`: lists of scenarios in, whether planners find their lengths out.

use std::ops::{ControlFlow, Range};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_formats::movingai::Scenario;
use tilewright_grid::checksum;
use tilewright_pathplan::check::{Checked as Tally, End, Trial, quantile};
use tilewright_pathplan::planners::{Astar, Bfs, Dijkstra, Jps, Planner};
use tilewright_pathplan::{Connectivity, Graph, Map, planners::JpsError};

use super::batch::Batch;
use super::scenarios::{map_of, scenarios};
use super::{Allowed, PlannerName, Walkability, during, timed};
use crate::answer::line;
use crate::items::Items;
use crate::{
    Answer, Event, Head, Hint, Host, Item, Keeping, Medium, Output, Refusal, Refuse as _,
    Task, Verdict, Worded, chain,
};

/// Plan every scenario of .scen files and compare with the lengths that they state.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Check {
    /// The lists of scenarios; the map of each lies beside it.
    #[schemars(extend("x-value" = "FILE.scen", "x-position" = 1))]
    pub files: Vec<String>,
    /// Who plans: astar, dijkstra, jps or bfs. Repeat it to see several beside each other.
    #[schemars(extend("x-value" = "PLANNER"))]
    pub planner: Vec<Worded<PlannerName>>,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub steps: Allowed,
    #[expect(missing_docs, reason = "its fields are keys of the request")]
    #[serde(flatten)]
    pub walkability: Walkability,
}

impl Default for Check {
    fn default() -> Self {
        Self {
            files: Vec::new(),
            planner: vec![Worded(PlannerName::Jps)],
            steps: Allowed::default(),
            walkability: Walkability::default(),
        }
    }
}

impl Task for Check {
    const NAME: &'static str = "path/check";
    const OUTPUTS: &'static [Output] = &[];
    const KEEPING: Keeping = Keeping::Parts;
    type Answer = Checked;

    fn check(&self) -> Result<(), Refusal> {
        if self.files.is_empty() {
            return Err(Refusal::missing("files"));
        }
        match self.planner.iter().find(|planner| planner.0.is_evolved()) {
            None => Ok(()),
            Some(Worded(planner)) => {
                Err(anyhow!("{planner} does not promise the shortest path"))
                    .hint("{path/compare} shows how often it finds one")
            }
        }
    }

    fn run(&self, host: &dyn Host) -> Result<Checked, Refusal> {
        let mut lists = Vec::new();
        for file in &self.files {
            lists.push(during(host, "reading the maps", || self.list(host, file)));
            if host.see(Event::Look).is_break() {
                return Ok(Checked { verdict: Verdict::Stopped, ..Checked::default() });
            }
        }
        let parts = self.parts(&lists);
        let total = parts.last().map_or(0, |part| part.numbers.end);
        let inputs = lists.iter().map(|list| list.inputs.to_le_bytes());
        let inputs = checksum(&inputs.collect::<Vec<_>>().concat());
        let mut items = Items::open(host, inputs, total, is_possible)?;
        let mut checked = Checked { total, ..Checked::default() };
        self.work(host, &parts, &mut items, &mut checked)?;
        checked.done = items.of(0..total).count() as u64;
        if !items.is_whole() {
            checked.verdict = Verdict::Stopped;
        }
        Ok(checked)
    }
}

/// A list of scenarios, or what is wrong with it.
struct List<'a> {
    file: &'a str,
    scenarios: Vec<Scenario>,
    /// A checksum of the scenarios and of their map.
    inputs: u64,
    /// Why they cannot be planned, or not by jump point search.
    wrong: Option<String>,
    wrong_jps: Option<JpsError>,
}

/// A list that one planner plans.
struct Part<'a> {
    list: &'a List<'a>,
    planner: PlannerName,
    /// The numbers of its scenarios among all.
    numbers: Range<u64>,
    wrong: Option<String>,
}

/// Whether a trial can have ended so.
fn is_possible(_: u64, trial: &Trial) -> bool {
    let is_length = !matches!(trial.end, End::Length(length) if length < 0.0);
    is_length && trial.micros.is_none_or(|micros| micros >= 0.0)
}

impl Check {
    /// A list and what its map is for the planners.
    fn list<'a>(&self, host: &dyn Host, file: &'a str) -> List<'a> {
        let mut list =
            List { file, scenarios: Vec::new(), inputs: 0, wrong: None, wrong_jps: None };
        let read = scenarios(host, file).and_then(|scenarios| {
            let map = map_of(host, file, &scenarios, &self.walkability)?;
            Ok((scenarios, map))
        });
        match read {
            Err(refusal) => list.wrong = Some(chain(&refusal.error)),
            Ok((scenarios, map)) => {
                let text = format!("{} {scenarios:?}", map.checksum());
                list.inputs = checksum(text.as_bytes());
                list.scenarios = scenarios;
                let has_jps =
                    self.planner.iter().any(|planner| planner.0 == PlannerName::Jps);
                let graph = has_jps.then(|| self.lay_out(&map));
                list.wrong_jps = graph.and_then(|graph| Jps::new(&graph).err());
            }
        }
        list
    }

    fn lay_out(&self, map: &Map) -> Graph {
        Graph::new(map, self.steps.steps(Connectivity::Eight))
    }

    /// Every list by every planner.
    fn parts<'a>(&self, lists: &'a [List<'a>]) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        let mut next = 0;
        for list in lists {
            for &Worded(planner) in &self.planner {
                let jps = list.wrong_jps.filter(|_| planner == PlannerName::Jps);
                let wrong = list.wrong.clone().or(jps.map(|error| error.to_string()));
                let count = if wrong.is_some() { 0 } else { list.scenarios.len() };
                let numbers = next..next + count as u64;
                next = numbers.end;
                parts.push(Part { list, planner, numbers, wrong });
            }
        }
        parts
    }

    /// Plans what is missing, to the end or until the host stops it, and hands on every part that
    /// is whole.
    fn work<'h>(
        &self,
        host: &'h dyn Host,
        parts: &[Part<'_>],
        items: &mut Items<'h, Trial>,
        checked: &mut Checked,
    ) -> Result<(), Refusal> {
        let steps = Some(items.to_do());
        let _ = host.see(Event::Begun { doing: "planning", steps });
        for part in parts {
            let mut flow = self.plan(host, part, items)?;
            if flow.is_continue() {
                flow = checked.hand_on(host, part, items);
            }
            if flow.is_break() {
                break;
            }
        }
        let _ = host.see(Event::Ended);
        Ok(())
    }

    /// Plans what is missing of a part.
    fn plan<'h>(
        &self,
        host: &'h dyn Host,
        part: &Part<'_>,
        items: &mut Items<'h, Trial>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let Range { start, end } = part.numbers;
        let missing = items.missing().into_iter();
        let missing = missing.map(|it| it.start.max(start)..it.end.min(end));
        let missing: Vec<_> = missing.filter(|it| !it.is_empty()).collect();
        if missing.is_empty() {
            return Ok(host.see(Event::Look));
        }
        let List { file, scenarios, .. } = part.list;
        let map = map_of(host, file, scenarios, &self.walkability)?;
        let graph = self.lay_out(&map);
        let mut planner = planner(part.planner, &graph)?;
        let mut stopwatch = |work: &mut dyn FnMut()| timed(host, work).1.unwrap_or(0.0);
        for numbers in missing {
            let mut batch = Batch::new(host, items, numbers.start);
            let mut flow = ControlFlow::Continue(());
            for number in numbers {
                let scenario = &scenarios[(number - start) as usize];
                let (planner, clock) = (planner.as_mut(), &mut stopwatch);
                flow = batch.take(Trial::of(planner, map.size(), scenario, clock));
                if flow.is_break() {
                    break;
                }
            }
            let kept = batch.finish()?;
            if flow.is_break() || kept.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn planner<'a>(
    name: PlannerName,
    graph: &'a Graph,
) -> Result<Box<dyn Planner + 'a>, Refusal> {
    Ok(match name {
        PlannerName::Bfs => Box::new(Bfs::new(graph)),
        PlannerName::Dijkstra => Box::new(Dijkstra::new(graph)),
        PlannerName::Jps => Box::new(Jps::new(graph)?),
        PlannerName::Astar | PlannerName::Evolved(_) => Box::new(Astar::new(graph)),
    })
}

/// The lists, which were handed on as items.
#[derive(Debug, Default)]
pub struct Checked {
    verdict: Verdict,
    done: u64,
    total: u64,
    /// Whether a line was handed on.
    is_headed: bool,
}

impl Checked {
    /// Hands on what came of a part, if it is whole.
    fn hand_on(
        &mut self,
        host: &dyn Host,
        part: &Part<'_>,
        items: &Items<'_, Trial>,
    ) -> ControlFlow<()> {
        let Part { list, planner, numbers, wrong } = part;
        if let Some(error) = wrong {
            self.verdict = Verdict::Wrong;
            return host.see(Event::Item(&Wrong { error, file: list.file }));
        }
        let trials = items.of(numbers.clone()).map(|(_, trial)| *trial);
        let tally = Tally::of(list.scenarios.iter().zip(trials));
        if tally.queries < numbers.end - numbers.start {
            return ControlFlow::Continue(());
        }
        if self.verdict == Verdict::Done && !tally.is_optimal() {
            self.verdict = Verdict::No;
        }
        let is_first = !std::mem::replace(&mut self.is_headed, true);
        let planner = planner.word();
        host.see(Event::Item(&Line { file: list.file, planner, tally: &tally, is_first }))
    }
}

impl Answer for Checked {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let Self { done, total, .. } = self;
        Some(format!("{done} of {total} scenarios were checked"))
    }
}

/// What is wrong with a list.
#[derive(Debug, Serialize)]
struct Wrong<'a> {
    error: &'a str,
    file: &'a str,
}

impl Item for Wrong<'_> {
    fn json(&self, _: &Head) -> serde_json::Result<Vec<u8>> {
        line(self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        Err((self.error.to_owned(), None))
    }
}

/// How a planner did on a list.
#[derive(Debug)]
struct Line<'a> {
    file: &'a str,
    planner: &'static str,
    tally: &'a Tally,
    is_first: bool,
}

/// Its document, `tilewright/path-check/2`.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    planner: &'static str,
    #[serde(flatten)]
    tally: &'a Tally,
    timing: Value,
}

const HEAD: &str = "queries  optimal  unreachable  invalid  worst ratio  median µs   99 % µs  planner   file\n";

impl Line<'_> {
    /// The time that half of the queries did not exceed, and 99 % of them, in microseconds.
    fn times(&self) -> [f64; 2] {
        [0.5, 0.99].map(|share| quantile(&self.tally.times, share))
    }
}

impl Item for Line<'_> {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        let Self { file, planner, tally, .. } = *self;
        let [median, p99] = self.times();
        let head = head.only("files", [file]).only("planner", [planner]);
        head.line(
            "path-check",
            &Report {
                file,
                planner,
                tally,
                timing: json!({ "median_us": median, "p99_us": p99 }),
            },
        )
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        let Self { file, planner, .. } = self;
        let Tally { queries, optimal, unreachable, invalid, max_ratio, .. } = self.tally;
        let [median, p99] = self.times();
        let head = if self.is_first { HEAD } else { "" };
        Ok(format!(
            "{head}{queries:7}  {optimal:7}  {unreachable:11}  {invalid:7}  {max_ratio:11.6}  {median:9.1}  {p99:8.1}  {planner:8}  {file}\n"
        ))
    }
}
