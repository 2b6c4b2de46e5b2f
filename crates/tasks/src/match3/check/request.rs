//! The request of `match3/check`, and its answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;
use tilewright_grid::Seed;
use tilewright_match3::SkilledBot;

use super::super::judge;
use super::super::levels::levels_in;
use super::super::people::people_model;
use super::document::CheckDocument;
use super::junit;
use super::report::{self, MARKDOWN};
use crate::{
    Answer, BoundedInteger, Event, Head, Host, Input, NamedOutput, Output, OutputFile,
    Refusal, Task, TextValue, Verdict,
};

/// Check the levels of a folder, for the CI of a game: each can be read, is feasible, has a goal that can
/// be reached, and lies in its band.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
#[schemars(extend("required" = ["folder"]))]
pub struct CheckRequest {
    /// Folder whose .json, .txt, .tmx and .tmj files are levels, or one level. A JSON level may have a band, such as
    /// `"band": {"swaps": [20, 26]}`: the range of its mean `swaps`, its `win_rate`, its `potential`, or with `for` the
    /// `pass_rate` or `attempts` of people; without
    /// one it is held to the `difficulty` for which `match3/generate` made it. The band of a text level of
    /// match3-lab is the win rate of the bot greedy in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FOLDER", "x-position" = 1))]
    pub folder: Option<String>,
    /// Bot that plays if the band names none; default: article if the goal is of blocks of one colour, else
    /// greedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Games to play of each level first: a figure whose 95 % interval holds an end of its band takes twice as many, and
    /// again, until it is decided.
    #[schemars(extend("x-value" = "N"))]
    // As many as `match3/play`: a win rate within 2.2 percentage points.
    #[default(BoundedInteger::of(2000))]
    pub games: BoundedInteger<1, 10_000_000>,
    /// Most games to play of a level: then the estimate decides, and the level is said to be undecided.
    #[schemars(extend("x-value" = "N"))]
    // Four doublings: a win rate within 0.7 percentage points, less than the tolerance of an end.
    #[default(BoundedInteger::of(32_000))]
    pub max_games: BoundedInteger<1, 10_000_000>,
    /// Write bad levels as lines that GitHub Actions shows beside the files of a change.
    pub annotations: bool,
    /// Model of people from `match3/calibrate` with `plays`, by which the bands `pass_rate` and `attempts` are checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "PEOPLE"))]
    pub r#for: Option<Input>,
    /// Random seed: the same seed gives the same bytes.
    #[schemars(with = "Option<u64>")]
    #[default(Some(Seed(1)))]
    pub seed: Option<Seed>,
}

impl Task for CheckRequest {
    const NAME: &'static str = "match3/check";
    const OUTPUTS: &'static [Output] = &[
        Output::Report(
            NamedOutput {
                name: "junit",
                what: "reports",
                endings: &["xml"],
                help: "Write the levels here as JUnit XML, which CI services read. A report that is there is replaced.",
            },
            junit::BEGINS,
        ),
        Output::Report(
            NamedOutput {
                name: MARKDOWN,
                what: "reports",
                endings: &["md"],
                help: "Write the levels here as tables in Markdown; their pictures are written beside it. A report that \
                   is there is replaced.",
            },
            report::BEGINS,
        ),
    ];

    fn check(&self) -> Result<(), Refusal> {
        self.folder.as_ref().map(drop).ok_or_else(|| Refusal::missing("folder"))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let folder = self.folder.as_ref().ok_or_else(|| Refusal::missing("folder"))?;
        let files = levels_in(host, folder)?;
        let people =
            self.r#for.as_ref().map(|input| people_model(host, input)).transpose()?;
        let steps = Some(files.len() as u64);
        host.tell(Event::Begun { doing: "checking levels", steps });

        let stem = host.stem(MARKDOWN).map(str::to_owned);
        let folder = folder.clone();
        let mut answer = CheckAnswer { folder, stem, files, checked: Vec::new() };
        for file in answer.files.clone() {
            let checked = CheckDocument::of(file, (self, people.as_ref()), host);
            host.tell(Event::Reached(answer.checked.len() as u64 + 1));
            if host.look().is_break() {
                break;
            }

            host.tell(Event::Item(&checked));
            answer.checked.push(checked);
            if host.look().is_break() {
                break;
            }
        }

        host.tell(Event::Ended);
        if answer.checked.iter().any(CheckDocument::has_no_layout) {
            let hint = "of JSON of your own {match3/import} makes levels, by a mapping: {map=mapping.toml}";
            let what = "some files are JSON without the layout of a level";
            host.tell(Event::Warning(what, Some(&hint.into())));
        }
        if let Some(summary) = answer.summary() {
            host.tell(Event::Note(&summary));
        }

        Ok(Box::new(answer))
    }
}

/// The answer of all levels, which were reported as items.
#[derive(Debug)]
struct CheckAnswer {
    folder: String,
    /// The name of the report in Markdown, if there is one.
    stem: Option<String>,
    /// All levels.
    files: Vec<String>,
    /// The first of them.
    checked: Vec<CheckDocument>,
}

/// What is said of the results beside the levels.
const PROGRAMS: &str = "; bots are programs, not people";

impl CheckAnswer {
    /// The number of good and bad levels, if all were checked.
    fn summary(&self) -> Option<String> {
        let levels = self.files.len();
        let wrong = self.checked.iter().filter(|it| !it.ok).count();
        let is_played = self.checked.iter().any(|it| it.games_played() > 0);
        let programs = if is_played { PROGRAMS } else { "" };
        match self.verdict() {
            Verdict::Stopped => None,
            Verdict::Done => {
                Some(format!("levels checked: {levels}, all good{programs}"))
            }
            _ => Some(format!("levels checked: {levels}, bad: {wrong}{programs}")),
        }
    }

    fn progress(&self) -> String {
        format!("{} of {} levels were checked", self.checked.len(), self.files.len())
    }
}

impl Answer for CheckAnswer {
    fn verdict(&self) -> Verdict {
        if self.checked.len() < self.files.len() {
            Verdict::Stopped
        } else if self.checked.iter().all(|it| it.ok) {
            Verdict::Done
        } else {
            Verdict::No
        }
    }

    fn reached(&self) -> Option<String> {
        Some(self.progress())
    }

    fn file(
        &self,
        output: &str,
        _: &str,
        _: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let rest = &self.files[self.checked.len()..];
        Ok(Some(match output {
            MARKDOWN => {
                let (done, all) = (self.checked.len(), self.files.len());
                let stopped = || format!("levels checked: {done} of {all}");
                let summary = self.summary().unwrap_or_else(stopped);
                report::markdown(&summary, self.stem.as_deref(), &self.checked)?
            }
            _ => junit::xml(&self.folder, &self.checked, rest)?.into(),
        }))
    }
}
