//! `path/check`: whether planners find the optimal lengths of benchmark scenarios.

use std::ops::{ControlFlow, Range};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_formats::movingai::Scenario;
use tilewright_grid::checksum;
use tilewright_pathplan::check::{CheckSummary as Tally, Trial, TrialOutcome, quantile};
use tilewright_pathplan::planners::Jps;
use tilewright_pathplan::{Connectivity, Graph, Map, planners::JpsError};

use super::batch::ItemBatch;
use super::scenarios::{map_of, scenarios};
use super::{ExactPlanner, StepOptions, Walkability, during, timed};
use crate::answer::line;
use crate::items::Items;
use crate::{
    Answer, Event, Head, Hint, Host, Input, Item, Medium, Refusal, ResumeSupport, Task,
    Verdict, chain,
};

/// Plan every scenario of .scen files and compare with the optimal lengths that they state.
///
/// For evolved planners, which need not find the shortest path, use `path/compare`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct CheckRequest {
    /// Files of scenarios of the MovingAI benchmarks, each with its map beside it.
    #[schemars(extend("x-value" = "FILE.scen", "x-position" = 1))]
    pub files: Vec<String>,
    /// Planner to check. Can be repeated.
    #[schemars(extend("x-value" = "PLANNER"))]
    #[default(vec![ExactPlanner::Jps])]
    pub planner: Vec<ExactPlanner>,
    /// The steps that are allowed.
    #[serde(flatten)]
    pub steps: StepOptions,
    /// Which cells are walkable.
    #[serde(flatten)]
    pub walkability: Walkability,
}

impl Task for CheckRequest {
    const NAME: &'static str = "path/check";
    const KEEPING: ResumeSupport = ResumeSupport::Parts;

    fn check(&self) -> Result<(), Refusal> {
        if self.files.is_empty() {
            return Err(Refusal::missing("files"));
        }
        self.steps.check(Connectivity::Eight)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let mut lists = Vec::new();
        for file in &self.files {
            lists.push(during(host, "reading the maps", || self.list(host, file)));
            if host.look().is_break() {
                return Ok(Box::new(CheckAnswer {
                    verdict: Verdict::Stopped,
                    ..CheckAnswer::default()
                }));
            }
        }

        let parts = self.parts(&lists);
        let total = parts.last().map_or(0, |part| part.numbers.end);
        let inputs = lists.iter().map(|list| list.inputs.to_le_bytes());
        let inputs = checksum(&inputs.collect::<Vec<_>>().concat());
        let mut items = Items::open(host, inputs, total, is_possible)?;

        let mut checked = CheckAnswer { total, ..CheckAnswer::default() };
        let is_over = self.work(host, &parts, &mut items, &mut checked)?;
        checked.done = items.of(0..total).count() as u64;

        if !is_over || !items.is_whole() {
            checked.verdict = Verdict::Stopped;
        }

        Ok(Box::new(checked))
    }
}

/// A file of scenarios, or the error of reading it.
struct List<'a> {
    file: &'a str,
    scenarios: Vec<Scenario>,
    /// The checksum of the scenarios and their map.
    inputs: u64,
    /// Why they cannot be planned at all, or not by jump point search.
    wrong: Option<String>,
    wrong_jps: Option<JpsError>,
}

/// A file with one of the planners.
struct FileCheck<'a> {
    list: &'a List<'a>,
    planner: ExactPlanner,
    /// The numbers of its scenarios among those of all parts.
    numbers: Range<u64>,
    wrong: Option<String>,
}

/// Whether a trial can have this result.
fn is_possible(_: u64, trial: &Trial) -> bool {
    let is_length = !matches!(trial.end, TrialOutcome::Length(length) if length < 0.0);
    is_length && trial.micros.is_none_or(|micros| micros >= 0.0)
}

impl CheckRequest {
    /// Reads a file and its map.
    fn list<'a>(&self, host: &dyn Host, file: &'a str) -> List<'a> {
        let mut list =
            List { file, scenarios: Vec::new(), inputs: 0, wrong: None, wrong_jps: None };

        let read = scenarios(host, file).and_then(|scenarios| {
            let map = map_of(host, file, &scenarios, &self.walkability)?;
            self.steps.check_on(host, &Input::Name(file.to_owned()), &map)?;
            Ok((scenarios, map))
        });
        match read {
            Err(refusal) => list.wrong = Some(chain(&refusal.error)),
            Ok((scenarios, map)) => {
                let text = format!("{} {scenarios:?}", map.checksum());
                list.inputs = checksum(text.as_bytes());
                list.scenarios = scenarios;

                // Whether JPS supports the map is found out before anything is planned.
                let has_jps = self.planner.contains(&ExactPlanner::Jps);
                let graph = has_jps.then(|| self.lay_out(&map));
                list.wrong_jps = graph.and_then(|graph| Jps::new(&graph).err());
            }
        }

        list
    }

    fn lay_out(&self, map: &Map) -> Graph {
        Graph::new(map, self.steps.steps(Connectivity::Eight))
    }

    /// Every file with every planner.
    fn parts<'a>(&self, lists: &'a [List<'a>]) -> Vec<FileCheck<'a>> {
        let mut parts = Vec::new();
        let mut next = 0;
        for list in lists {
            for &planner in &self.planner {
                let jps = list.wrong_jps.filter(|_| planner == ExactPlanner::Jps);
                let wrong = list.wrong.clone().or(jps.map(|error| error.to_string()));
                let count = if wrong.is_some() { 0 } else { list.scenarios.len() };
                let numbers = next..next + count as u64;
                next = numbers.end;
                parts.push(FileCheck { list, planner, numbers, wrong });
            }
        }

        parts
    }

    /// Does the missing trials, to the end or until the host stops them, and reports every complete
    /// part. Returns whether it came to the end.
    fn work<'h>(
        &self,
        host: &'h dyn Host,
        parts: &[FileCheck<'_>],
        items: &mut Items<'h, Trial>,
        checked: &mut CheckAnswer,
    ) -> Result<bool, Refusal> {
        let steps = Some(items.to_do());
        host.tell(Event::Begun { doing: "planning", steps });

        let mut left = parts.len();
        for part in parts {
            let planned = self.plan(host, part, items)?;
            let reported = checked.report(host, part, items);
            // A stop after the last part stops nothing.
            left -= 1;
            if planned.is_break() || reported.is_break() {
                break;
            }
        }

        host.tell(Event::Ended);
        Ok(left == 0)
    }

    /// Does the missing trials of a part.
    fn plan<'h>(
        &self,
        host: &'h dyn Host,
        part: &FileCheck<'_>,
        items: &mut Items<'h, Trial>,
    ) -> Result<ControlFlow<()>, Refusal> {
        let Range { start, end } = part.numbers;
        let missing = items.missing().into_iter();
        let missing = missing.map(|it| it.start.max(start)..it.end.min(end));
        let missing: Vec<_> = missing.filter(|it| !it.is_empty()).collect();
        if missing.is_empty() {
            return Ok(host.look());
        }

        // The map is read again: the lists do not keep it.
        let List { file, scenarios, .. } = part.list;
        let map = map_of(host, file, scenarios, &self.walkability)?;
        let graph = self.lay_out(&map);
        let mut planner = part.planner.on(&graph)?;
        let mut stopwatch = |work: &mut dyn FnMut()| timed(host, work).1.unwrap_or(0.0);

        for numbers in missing {
            let mut batch = ItemBatch::new(host, items, numbers.start);
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

/// The answer; its results were reported as items.
#[derive(Debug, Default)]
struct CheckAnswer {
    verdict: Verdict,
    done: u64,
    total: u64,
    /// Whether a result was reported.
    is_headed: bool,
}

impl CheckAnswer {
    /// Reports the result of a part, if it is complete.
    fn report(
        &mut self,
        host: &dyn Host,
        part: &FileCheck<'_>,
        items: &Items<'_, Trial>,
    ) -> ControlFlow<()> {
        let FileCheck { list, planner, numbers, wrong } = part;
        if let Some(error) = wrong {
            self.verdict = Verdict::Wrong;
            host.tell(Event::Item(&ErrorDocument { error, file: list.file }));
            return host.look();
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
        let planner = planner.name();
        host.tell(Event::Item(&Row {
            file: list.file,
            planner,
            tally: &tally,
            is_first,
        }));

        if !tally.times.is_empty() {
            let [median, p99] = [0.5, 0.99].map(|share| quantile(&tally.times, share));
            let of = &format!("{planner} on {}", list.file);
            host.tell(Event::Timing {
                of,
                times: &[("median_us", median), ("p99_us", p99)],
            });
        }

        host.look()
    }
}

impl Answer for CheckAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let Self { done, total, .. } = self;
        Some(format!("{done} of {total} scenarios were checked"))
    }
}

/// A file that cannot be checked.
#[derive(Debug, Serialize)]
struct ErrorDocument<'a> {
    error: &'a str,
    file: &'a str,
}

impl Item for ErrorDocument<'_> {
    fn json(&self, _: &Head) -> serde_json::Result<Vec<u8>> {
        line(self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        Err((self.error.to_owned(), None))
    }
}

/// The result of a planner on a file.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    planner: &'static str,
    #[serde(flatten)]
    tally: &'a Tally,
    #[serde(skip)]
    is_first: bool,
}

const HEAD: &str =
    "queries  optimal  unreachable  invalid  worst ratio  planner   file\n";

impl Item for Row<'_> {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        let head = head.only("files", [self.file]).only("planner", [self.planner]);
        head.line("path-check", self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        let Self { file, planner, .. } = self;
        let Tally { queries, optimal, unreachable, invalid, max_ratio, .. } = self.tally;
        let head = if self.is_first { HEAD } else { "" };
        Ok(format!(
            "{head}{queries:7}  {optimal:7}  {unreachable:11}  {invalid:7}  {max_ratio:11.6}  {planner:8}  {file}\n"
        ))
    }
}
