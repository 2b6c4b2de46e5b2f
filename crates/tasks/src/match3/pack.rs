//! `match3/pack`: generates levels along a difficulty curve.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Difficulty, VerifiedLevel};

use super::curve::Curve;
use super::difficulty::{self, is_exact, played};
use super::packed::{Entry, Packed};
use super::series::{self, Series};
use crate::{
    Event, Hint, Host, Input, Keeping, Named, Output, Refusal, Refuse as _, Task, Verdict,
};

/// Generate a pack of levels along a difficulty curve, with a contact sheet, a chart and a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Pack {
    /// Curve, a TOML file: levels = 50, goal = "collect:30", and difficulty = [[1, 20], [50, 32]], or
    /// moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]]; optional keys are rows, columns, colors, kinds,
    /// symmetry, template, bot (default: article if the goal is of blocks of one colour, else greedy), and
    /// `min_difference`, the least share of cells in which any two levels
    /// differ (default 0.15).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub curve: Option<Input>,
    /// Model that guides the search, from `match3/calibrate`; default: a built-in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The files of a pack besides its levels: the contact sheet, the chart and the table.
pub(super) const SUMMARY: [&str; 3] = ["contact-sheet.png", "curve.svg", "pack.csv"];

impl Task for Pack {
    const NAME: &'static str = "match3/pack";
    const OUTPUTS: &'static [Output] = &[Output::File(Named {
        name: "output",
        what: "packs",
        endings: &[],
        help: "Write the pack to this folder; the same command resumes an unfinished pack.",
    })];
    const KEEPING: Keeping = Keeping::Items;
    type Answer = Packed;

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

    fn is_folder(&self, output: &str) -> bool {
        output == "output"
    }

    fn is_own(&self, file: &str) -> bool {
        series::is_level(file) || SUMMARY.contains(&file)
    }

    fn run(&self, host: &dyn Host) -> Result<Packed, Refusal> {
        let input = self.curve.as_ref().ok_or_else(|| Refusal::missing("curve"))?;
        let curve = Curve::read(host, input)?;
        let mut request = curve.request(host, input)?;
        let (template, bot) = (&request.template, request.bot);
        let goal = template.goal.clone().expect("a curve has a goal");
        let model = self.model.as_ref();
        let guide = difficulty::guide(host, template, &goal, bot, model)?;
        let read = format!("{curve:?} {}", series::inputs(template, Some(&guide)));
        let (seed, total) = (self.seed.unwrap_or(Seed(0)), u64::from(curve.levels));
        let entry = |number: u64, proven: &VerifiedLevel| {
            let wanted = curve.wanted(number as u32 + 1);
            Entry::of(number, proven, (wanted, bot), is_exact(&guide, bot))
        };
        let files = |number, proven: &VerifiedLevel| entry(number, proven).files();
        let inputs = checksum(read.as_bytes());
        let is_possible = difficulty::is_possible;
        let mut series = Series::open(host, inputs, total, is_possible, files)?;
        request.others = series.found().into_iter().map(|proven| proven.level).collect();
        let mut verdict = Verdict::Done;
        while series.len() < total && verdict == Verdict::Done {
            let number = series.len() + 1;
            request.difficulty = curve.wanted(number as u32);
            let proven = difficulty::search(&request, &guide, seed.child(number), host)?;
            verdict = judge(&proven, (number, total), request.difficulty, host);
            if verdict == Verdict::Done {
                request.others.push(proven.level.clone());
                if series.add(&proven)?.is_break() && number < total {
                    verdict = Verdict::Stopped;
                }
            }
        }
        let levels = (0..).zip(series.into_found());
        let entries = levels.map(|(number, proven)| entry(number, &proven)).collect();
        let mut packed = Packed { seed, total, entries, verdict };
        if verdict == Verdict::Done && packed.summarize(host)?.is_break() {
            packed.verdict = Verdict::Stopped;
        }
        Ok(packed)
    }
}

/// Reports a level, or that it was not found.
fn judge(
    proven: &VerifiedLevel,
    (number, total): (u64, u64),
    wanted: Difficulty,
    host: &dyn Host,
) -> Verdict {
    let games = played(&proven.level, &proven.played);
    if host.see(Event::Look).is_break() {
        return Verdict::Stopped;
    }
    if proven.is_found {
        let note = format!("level {number} of {total}: played {games}");
        let _ = host.see(Event::Note(&note));
        return Verdict::Done;
    }
    let wanted = match wanted {
        Difficulty::Swaps(swaps) => format!("{swaps:.1} swaps"),
        Difficulty::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    };
    let before = number - 1;
    let warning = format!(
        "level {number} was not found: requested {wanted}, the closest level has {games}; levels before \
         it: {before}"
    );
    let hint: Hint =
        "move the curve towards the closest level, allow other kinds, or lower min_difference".into();
    let _ = host.see(Event::Warning(&warning, Some(&hint)));
    Verdict::No
}
