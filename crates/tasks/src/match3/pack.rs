//! `match3/pack`: a curve in, a folder of levels that follow it out.

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Proven, Wanted};

use super::curve::Curve;
use super::difficulty::{self, is_exact, played};
use super::packed::{Entry, Packed};
use super::series::{self, Series};
use crate::{
    Event, Hint, Host, Input, Keeping, Named, Output, Refusal, Refuse as _, Task, Verdict,
};

/// Make a pack of levels whose difficulty follows a curve, with a contact sheet.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Pack {
    /// The curve, TOML: levels = 50, goal = "collect:30", and difficulty = [[1, 20], [50, 32]],
    /// or moves = 25 and `win_rate` = [[1, 0.9], [50, 0.5]]; also rows, columns, colors, kinds,
    /// symmetry, template, bot, and apart, the share of cells in which any two levels differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub curve: Option<Input>,
    /// The model that guides the search, from `match3/calibrate`; a built-in one unless told
    /// otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-value" = "FILE"))]
    pub model: Option<Input>,
    /// The number from which everything random comes; chosen and told when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

/// The files of a pack besides those of its levels: the contact sheet, the chart, the table.
pub(super) const SUMMARY: [&str; 3] = ["contact-sheet.png", "curve.svg", "pack.csv"];

impl Task for Pack {
    const NAME: &'static str = "match3/pack";
    const OUTPUTS: &'static [Output] = &[Output::File(Named {
        name: "output",
        what: "packs",
        endings: &[],
        help: "The folder to write; an unfinished pack in it is resumed.",
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
        Err(anyhow!("a pack is a folder of files, and none is named"))
            .hint("name it with {output}")
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
        let mut wish = curve.wish(host, input)?;
        let (template, player) = (&wish.template, wish.player);
        let goal = template.goal.clone().expect("a curve has a goal");
        let model = self.model.as_ref();
        let guide = difficulty::guide(host, template, &goal, player, model)?;
        let read = format!("{curve:?} {}", series::inputs(template, Some(&guide)));
        let (seed, total) = (self.seed.unwrap_or(Seed(0)), u64::from(curve.levels));
        let entry = |number: u64, proven: &Proven| {
            let wanted = curve.wanted(number as u32 + 1);
            Entry::of(number, proven, (wanted, player), is_exact(&guide, player))
        };
        let files = |number, proven: &Proven| entry(number, proven).files();
        let inputs = checksum(read.as_bytes());
        let is_possible = difficulty::is_possible;
        let mut series = Series::open(host, inputs, total, is_possible, files)?;
        wish.others = series.found().into_iter().map(|proven| proven.level).collect();
        let mut verdict = Verdict::Done;
        while series.len() < total && verdict == Verdict::Done {
            let number = series.len() + 1;
            wish.wanted = curve.wanted(number as u32);
            let proven = difficulty::search(&wish, &guide, seed.child(number), host)?;
            verdict = judge(&proven, (number, total), wish.wanted, host);
            if verdict == Verdict::Done {
                wish.others.push(proven.level.clone());
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

/// Says what the level of that number is like, or that the curve cannot have it; a search that
/// was stopped gives none.
fn judge(
    proven: &Proven,
    (number, total): (u64, u64),
    wanted: Wanted,
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
        Wanted::Swaps(swaps) => format!("{swaps:.1} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    };
    let before = number - 1;
    let warning = format!(
        "level {number} was not found: wanted {wanted}, the closest was {games}; levels before \
         it: {before}"
    );
    let hint: Hint =
        "move the curve towards what was played, allow other kinds, or less apart".into();
    let _ = host.see(Event::Warning(&warning, Some(&hint)));
    Verdict::No
}
