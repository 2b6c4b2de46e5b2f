//! The request of `match3/pack`.

use std::ops::ControlFlow;

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use tilewright_grid::{Seed, checksum};
use tilewright_match3_design::{Difficulty, DifficultyRequest, Guide, VerifiedLevel};

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty::{self, is_exact, played, words};
use super::super::endless;
use super::super::percent::short_percent;
use super::super::series::{self, Series};
use super::answer::{PackAnswer, PackLevel};
use super::curve::{Curve, PRECISION};
use crate::{
    Answer, Event, Hint, Host, Input, NamedOutput, Output, OwnFile, Refusal, Refuse as _,
    ResumeSupport, Task, Verdict,
};

/// Generate a pack of levels along a difficulty curve, with a contact sheet, a chart and a table.
///
/// Each level is met within half of the tolerance of `match3/generate`: 1.5 % of its swaps, or 2.5 percentage
/// points of its win rate. The file of a level that was not found holds the closest one, and says so.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PackRequest {
    /// Curve, a TOML file: levels = 50, goal = "collect:30", and difficulty = [[1, 20], [50, 32]], or
    /// moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]], where 1 is a level that cannot be lost; optional keys are rows, columns, colors, kinds,
    /// symmetry, template, bot (default: article if the goal is of blocks of one colour, else greedy), and
    /// `min_difference`, the least share of cells in which any two levels
    /// differ (default 0.15).
    #[schemars(extend("x-value" = "FILE"))]
    pub curve: Option<Input>,
    /// Model that guides the search, from `match3/calibrate`; default: a built-in one.
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The files of a pack besides its levels: the contact sheet, the chart and the table.
pub(super) const SUMMARY: [&str; 3] = ["contact-sheet.png", "curve.svg", "pack.csv"];

impl Task for PackRequest {
    const NAME: &'static str = "match3/pack";
    const OUTPUTS: &'static [Output] = &[Output::File(NamedOutput {
        name: "output",
        what: "packs",
        endings: &[],
        help: "Write the pack to this folder; the same command resumes an unfinished pack.",
    })];
    const KEEPING: ResumeSupport = ResumeSupport::Items;

    fn check(&self) -> Result<(), Refusal> {
        self.curve.as_ref().map(drop).ok_or_else(|| Refusal::missing("curve"))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if asked.contains(&"output") {
            return Ok(());
        }
        Err(anyhow!("a pack needs a folder for its files")).hint("name it with {output}")
    }

    fn folder(&self) -> Option<OwnFile> {
        Some(|file| series::is_level(file) || SUMMARY.contains(&file))
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let input = self.curve.as_ref().ok_or_else(|| Refusal::missing("curve"))?;
        let curve = Curve::read(host, input)?;
        let mut request = curve.request(host, input)?;
        let (template, bot) = (&request.template, request.bot);
        let goal = template.goal.clone().expect("a curve has a goal");
        let guide = difficulty::guide(host, template, &goal, bot, self.model.as_ref())?;
        let read = format!("{curve:?} {}", series::inputs(template, Some(&guide)));
        let (seed, total) = (self.seed.unwrap_or(Seed(0)), u64::from(curve.levels));

        let entry = |number: u64, proven: &VerifiedLevel| {
            let wanted = curve.wanted(number as u32 + 1);
            PackLevel::of(number, proven, (wanted, bot), is_exact(&guide, bot))
        };
        let files = |number, proven: &VerifiedLevel| entry(number, proven).files();

        let inputs = checksum(read.as_bytes());
        let mut series = Series::open(host, inputs, total, is_possible, files)?;
        request.others = series.found().into_iter().map(|proven| proven.level).collect();

        if series.len() < total {
            say_tolerance(&curve, host);
        }

        let search = PackSearch { guide: &guide, total, seed, host };
        let mut is_stopped = false;
        while series.len() < total && !is_stopped {
            let number = series.len() + 1;
            request.difficulty = curve.wanted(number as u32);
            let Some(proven) = search.level(&request, number)? else {
                is_stopped = true;
                break;
            };

            request.others.push(proven.level.clone());
            // A stop after the last level stops nothing.
            is_stopped = series.add(&proven)?.is_break() && number < total;
        }

        let levels = (0..).zip(series.into_found());
        let entries = levels.map(|(number, proven)| entry(number, &proven)).collect();

        let mut packed = PackAnswer { seed, total, entries, verdict: Verdict::Stopped };
        if !is_stopped && packed.summarize(host)?.is_continue() {
            packed.verdict = packed.judge(host);
        }

        Ok(Box::new(packed))
    }
}

/// Says how closely each level is met: more closely than a single level would be.
fn say_tolerance(curve: &Curve, host: &dyn Host) {
    let within = match curve.wanted(1) {
        Difficulty::Swaps(_) => {
            // Of a single swap, so that the range is relative.
            let [low, _] = Difficulty::Swaps(1.0).range();
            format!("{} % of its swaps", short_percent(PRECISION * (1.0 - low)))
        }
        Difficulty::WinRate { .. } => {
            let [low, _] = Difficulty::WinRate { rate: 0.5, moves: 1 }.range();
            let points = short_percent(PRECISION * (0.5 - low));
            format!(
                "{points} percentage points of its win rate, or less beyond 10 % and 90 %"
            )
        }
    };

    let note = format!(
        "each level is met within {within}: half of the tolerance of a single level"
    );
    host.tell(Event::Note(&note));
}

/// Whether a kept level can be the result of a search.
fn is_possible(proven: &VerifiedLevel) -> bool {
    proven.level.missed.is_some() || difficulty::is_possible(proven)
}

/// As of a single search, with a prediction that can be kept.
fn marked(proven: VerifiedLevel, wanted: Difficulty) -> VerifiedLevel {
    let mut proven = difficulty::marked(proven, wanted);
    // JSON has no other numbers: a level that cannot be played has no prediction.
    if !proven.is_found && !proven.predicted.is_finite() {
        proven.predicted = 0.0;
    }
    proven
}

/// The search for the levels of a pack.
struct PackSearch<'a> {
    guide: &'a Guide,
    total: u64,
    seed: Seed,
    host: &'a dyn Host,
}

impl PackSearch<'_> {
    /// Searches and reports the level of a number, from 1; none if the host stops it.
    fn level(
        &self,
        request: &DifficultyRequest,
        number: u64,
    ) -> Result<Option<VerifiedLevel>, Refusal> {
        let (host, boards) = (self.host, self.seed.child(number));
        let show = |_: &VerifiedLevel| ControlFlow::Continue(());
        let proven = difficulty::search(request, self.guide, boards, host, show)?;
        if host.look().is_break() {
            return Ok(None);
        }
        let proven = marked(proven, request.difficulty);
        self.report(&proven, request, number);
        Ok(Some(proven))
    }

    /// Reports a level, or that it was not found.
    fn report(&self, proven: &VerifiedLevel, request: &DifficultyRequest, number: u64) {
        let Self { total, host, .. } = *self;
        let VerifiedLevel { level, played: games, .. } = proven;
        let reached = played(level, games);

        if let Some(warning) = endless::words(games.endless, games.games) {
            host.tell(Event::Warning(&warning, None));
        }

        if proven.is_found {
            let bot = (request.bot, Breadth::Several);
            let boards = self.seed.child(number);
            let others = BotResults::beside(games, level, bot, boards, host);
            let others = others.as_ref().map_or_else(String::new, BotResults::noted);
            let note = format!(
                "level {number} of {total}: played by {}: {reached}{others}",
                bot.0
            );
            host.tell(Event::Note(&note));
            return;
        }

        let wanted = words(request.difficulty, level.rules());
        let warning = format!(
            "level {number} of {total} was not found: requested {wanted}, the closest level has {reached}"
        );
        let hint: Hint =
            "move the curve towards the closest level, allow other kinds, or lower min_difference".into();
        host.tell(Event::Warning(&warning, Some(&hint)));
    }
}
