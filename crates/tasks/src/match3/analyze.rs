//! `match3/analyze`: levels in, their measures out.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tilewright_draw::{Animation, Frame, Picture};
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Analysis, Kind, Level, Model, Player, Strategy};

use super::levels::{Found, cure, each, model};
use super::opinion::Opinion;
use crate::answer::line;
use crate::{
    Answer, Event, Head, Hint, Host, Input, Item, Medium, Output, Paper, Refusal, Task,
    Verdict, Within, Worded, chain,
};

/// Measure levels: potential, blame by kind, feasibility, cell by cell.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Analyze {
    /// Level files, text or JSON; `-` is stdin, there also one JSON level a line.
    #[schemars(extend("x-value" = "LEVEL", "x-position" = 1))]
    pub levels: Vec<Input>,
    /// Say which cells cost most, and which single change would ease or harden the level most:
    /// by games where the level has a goal, else by the potential.
    pub explain: bool,
    /// Games to play for each of the first changes of `explain`; 0 relies on the model alone.
    #[schemars(extend("x-value" = "N"))]
    pub games: Within<0, 1_000_000>,
    /// Bot that plays, or whose swaps are expected: random, seed, greedy or planner.
    #[schemars(extend("x-value" = "BOT"))]
    pub bot: Worded<Player>,
    /// The model that expects them, from `match3/calibrate`; a built-in one unless told
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for Analyze {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            explain: false,
            games: Within::of(4096),
            bot: Worded(Strategy::Seed.into()),
            model: None,
            seed: None,
        }
    }
}

impl Task for Analyze {
    const NAME: &'static str = "match3/analyze";
    const OUTPUTS: &'static [Output] = &[Output::Picture(
        "Draw the levels, their potential and their blame here: .svg, .png, .gif or .apng.",
    )];
    type Answer = Analyzed;

    fn check(&self) -> Result<(), Refusal> {
        if self.levels.is_empty() {
            return Err(Refusal::missing("levels"));
        }
        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        (self.explain && self.games.get() > 0).then_some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Analyzed, Refusal> {
        let named = self.model.as_ref().map(|input| model(host, input)).transpose()?;
        let mut answer = Analyzed::default();
        for input in self.levels.iter().enumerate() {
            let goes_on = each(host, input, |found| {
                let named = named.as_ref();
                let item = self.measure(input.1, found, named, host, &mut answer);
                host.see(Event::Item(&item)).is_continue()
            });
            if !goes_on {
                answer.verdict = Verdict::Stopped;
                break;
            }
        }
        Ok(answer)
    }
}

impl Analyze {
    fn measure(
        &self,
        input: &Input,
        found: Found,
        named: Option<&Model>,
        host: &dyn Host,
        answer: &mut Analyzed,
    ) -> Measured {
        let Found { file, line, level } = found;
        let measures = level.and_then(|level| {
            let opinion = Opinion::of(&level, self, named, host);
            let opinion = opinion
                .map_err(|error| anyhow::Error::new(error).context(file.clone()))?;
            Ok((Analysis::of(&level), level, opinion))
        });
        let input = json!(input);
        let item = Measured { input, file, line, measures };
        if item.measures.is_err() {
            answer.verdict = Verdict::Wrong;
        } else if host.draws() {
            answer.pictures.extend(item.picture());
        }
        item
    }
}

/// A level that was measured, or what is wrong with it.
#[derive(Debug)]
struct Measured {
    /// What the request calls it.
    input: Value,
    file: String,
    line: Option<usize>,
    measures: anyhow::Result<(Analysis, Level, Opinion)>,
}

impl Measured {
    fn title(&self, analysis: &Analysis) -> String {
        let is_feasible = analysis.feasibility.is_feasible();
        let verdict = if is_feasible { "feasible" } else { "infeasible" };
        let (potential, open) = (analysis.potential(), analysis.open_potential());
        let line = self.line.map_or_else(String::new, |line| format!(", line {line}"));
        format!("{}{line}: potential {potential} of {open}, {verdict}", self.file)
    }

    fn picture(&self) -> Option<Picture> {
        let (analysis, level, _) = self.measures.as_ref().ok()?;
        Some(analysis.picture(level).captioned(&self.title(analysis)))
    }
}

impl Item for Measured {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        match &self.measures {
            Ok((analysis, _, opinion)) => head
                .only("levels", [self.input.clone()])
                .line("analysis", &Report::of(self, analysis, opinion)),
            Err(error) => {
                line(&Wrong { error: chain(error), file: &self.file, line: self.line })
            }
        }
    }

    fn text(&self, medium: Medium) -> Result<String, (String, Option<Hint>)> {
        let (analysis, level, opinion) =
            self.measures.as_ref().map_err(|error| (chain(error), cure(error)))?;
        let picture = analysis.picture(level).to_text(medium.color);
        Ok(format!("{}\n\n{picture}\n{}", self.title(analysis), opinion.to_text()))
    }
}

/// What is told of an input that holds no level.
#[derive(Serialize)]
struct Wrong<'a> {
    error: String,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

/// The document of a level, `tilewright/analysis/2`.
#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    potential: u32,
    open_potential: u32,
    shares: BTreeMap<&'static str, Value>,
    per_cell: Value,
    open_per_cell: Value,
    per_cell_shares: BTreeMap<&'static str, Value>,
    infeasible_cells: Value,
    infeasible_groups: u32,
    feasible: bool,
    #[serde(flatten)]
    opinion: &'a Opinion,
}

impl<'a> Report<'a> {
    fn of(item: &'a Measured, analysis: &Analysis, opinion: &'a Opinion) -> Self {
        let by_kind = |value: &dyn Fn(Kind) -> Value| {
            let kinds = Kind::SPECIALS.into_iter();
            kinds.map(|kind| (kind.key(), value(kind))).collect()
        };
        Self {
            file: &item.file,
            line: item.line,
            potential: analysis.potential(),
            open_potential: analysis.open_potential(),
            shares: by_kind(&|kind| json!(analysis.share(kind))),
            per_cell: json!(analysis.per_cell),
            open_per_cell: json!(analysis.open_per_cell),
            per_cell_shares: by_kind(&|kind| json!(analysis.per_cell_share(kind))),
            infeasible_cells: json!(analysis.feasibility.cells),
            infeasible_groups: analysis.feasibility.groups,
            feasible: analysis.feasibility.is_feasible(),
            opinion,
        }
    }
}

/// The measures of all levels, which were handed on as items; what is left is their picture.
#[derive(Debug, Default)]
pub struct Analyzed {
    pictures: Vec<Picture>,
    verdict: Verdict,
}

impl Answer for Analyzed {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// All levels on one sheet, or as the frames of a moving picture.
    fn paper(&self, _: bool, _: &dyn Watch) -> anyhow::Result<Option<Paper>> {
        let frame =
            |picture: &Picture| Frame { picture: picture.clone(), hundredths: 200 };
        let title = "levels and their potential";
        let frames = self.pictures.iter().map(frame).collect();
        let still = match &self.pictures[..] {
            [] => return Ok(None),
            [single] => single.clone(),
            pictures => Picture::stacked(pictures, 8.0, title),
        };
        let animation = Animation { title: title.to_owned(), frames };
        Ok(Some(Paper { still, animation: Some(animation) }))
    }
}
