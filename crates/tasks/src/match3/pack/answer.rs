//! The answer of `match3/pack`: files, document and text.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Value, json};
use tilewright_draw::{DrawError, Format, Picture, export};
use tilewright_grid::{Estimate, Seed, checksum};
use tilewright_match3::{Level, SkilledBot, picture};
use tilewright_match3_design::chart::{self, PackedLevel};
use tilewright_match3_design::{Difficulty, VerifiedLevel, spearman};

use super::super::band::{Band, round};
use super::super::percent::{percent, whole_percent};
use super::super::series::{self, FolderFiles};
use super::curve::PRECISION;
use super::request::SUMMARY;
use crate::{Answer, Event, Head, Host, HostWatch, Medium, Verdict};

/// A level of the pack.
pub(super) struct PackLevel {
    /// From 0.
    number: u64,
    level: Level,
    proof: Proof,
    band: Band,
}

/// The proof of the difficulty in the file of a level.
#[derive(Debug, Serialize)]
struct Proof {
    /// The checksum of the played level.
    level: String,
    wanted: f64,
    predicted: Option<f64>,
    played: PlayedEstimate,
    bot: SkilledBot,
}

/// The played mean swaps, or the played win rate.
#[derive(Clone, Copy, Debug, Serialize)]
struct PlayedEstimate {
    games: u32,
    #[serde(flatten)]
    estimate: Estimate,
}

impl PackLevel {
    pub(super) fn of(
        number: u64,
        proven: &VerifiedLevel,
        (wanted, bot): (Difficulty, SkilledBot),
        is_exact: bool,
    ) -> Self {
        let (level, statistics) = (proven.level.clone(), &proven.played);
        let band = Band { bot: Some(bot), ..Band::default() };
        let is_swaps = matches!(wanted, Difficulty::Swaps(_));
        let range = Some(wanted.range().map(round));
        let (wanted, estimate, band) = match wanted {
            Difficulty::Swaps(swaps) => {
                let mean = statistics.mean_swaps().unwrap_or(f64::INFINITY);
                let ci95 = statistics.swaps.and_then(|swaps| swaps.ci95);
                let estimate = Estimate { mean, ci95: ci95.unwrap_or([mean; 2]) };
                (swaps, estimate, Band { swaps: range, ..band })
            }
            Difficulty::WinRate { rate, moves } => {
                let estimate = statistics.within(moves).win_rate;
                (rate, estimate, Band { win_rate: range, ..band })
            }
        };

        let predicted = (is_swaps && is_exact).then_some(proven.predicted);
        let played = PlayedEstimate { games: statistics.games, estimate };
        let proof = Proof { level: checksum_of(&level), wanted, predicted, played, bot };

        Self { number, level, proof, band }
    }

    /// The file of the level, with its band for `match3/check` and its proof; and its picture.
    pub(super) fn files(&self) -> anyhow::Result<FolderFiles> {
        let mut level = serde_json::to_value(&self.level)?;
        level["name"] = json!(format!("level {}", self.number + 1));
        level["band"] = json!(self.band);
        level["proof"] = json!(self.proof);
        let text = serde_json::to_string_pretty(&level)? + "\n";
        let board = self.level.picture(picture::tile_for(&self.level));
        let drawn = export(&board, None, Format::Png, &())?;
        Ok(vec![(self.name("json"), text.into_bytes()), (self.name("png"), drawn)])
    }

    /// The level and its caption on the contact sheet.
    fn labelled(&self) -> (Level, String) {
        let played = match self.band.win_rate {
            Some(_) => format!("{} %", whole_percent(self.proof.played.estimate.mean)),
            None => format!("{:.1}", self.proof.played.estimate.mean),
        };
        let missed = if self.is_found() { "" } else { ", missed" };
        (self.level.clone(), format!("{}: {played}{missed}", self.number + 1))
    }

    const fn is_found(&self) -> bool {
        self.level.missed.is_none()
    }

    /// The point of the chart; none for a closest level that no game finished.
    fn point(&self) -> Option<PackedLevel> {
        let Proof { wanted, predicted, played, .. } = self.proof;
        let Estimate { mean, ci95 } = played.estimate;
        let point = PackedLevel { wanted, predicted, played: mean, ci95 };
        mean.is_finite().then_some(point)
    }

    /// The level in the document; if its games do not prove the difficulty, it is the closest level.
    fn row(&self) -> Value {
        let Proof { wanted, predicted, played, bot, .. } = self.proof;
        json!({
            "level": self.number + 1,
            "found": self.is_found(),
            "wanted": wanted,
            "predicted": predicted,
            "played": played,
            "bot": bot,
            "file": self.name("json"),
        })
    }

    fn name(&self, ending: &str) -> String {
        series::name(self.number, ending)
    }

    /// The line of the text: swaps, or win rates in percent.
    fn line(&self) -> String {
        let Proof { wanted, predicted, played, .. } = self.proof;
        let level = self.number + 1;
        let missed = if self.is_found() { "" } else { "  not found" };

        let number = |value: f64| match self.band.win_rate {
            Some(_) => percent(value),
            None => format!("{value:.2}"),
        };

        let Estimate { mean, ci95 } = played.estimate;
        let [wanted, mean, low, high] = [wanted, mean, ci95[0], ci95[1]].map(number);
        let predicted =
            predicted.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));

        format!(
            "{level:5}  {wanted:>6}  {predicted:>9}  {mean:>6}  {low} to {high}{missed}\n"
        )
    }
}

/// The checksum of the cells and rules of a level.
fn checksum_of(level: &Level) -> String {
    format!("{:016x}", checksum(level.to_json().as_bytes()))
}

/// The levels of a pack.
pub(super) struct PackAnswer {
    pub(super) seed: Seed,
    /// The number of levels of the curve.
    pub(super) total: u64,
    pub(super) entries: Vec<PackLevel>,
    pub(super) verdict: Verdict,
}

impl PackAnswer {
    /// Whether all levels were found; says which were not.
    pub(super) fn judge(&self, host: &dyn Host) -> Verdict {
        let missed = self.entries.iter().filter(|entry| !entry.is_found());
        let missed: Vec<_> = missed.map(|entry| (entry.number + 1).to_string()).collect();
        if missed.is_empty() {
            return Verdict::Done;
        }
        let (found, total) = (self.total - missed.len() as u64, self.total);
        let warning =
            format!("found {found} of {total} levels; missed: {}", missed.join(", "));
        host.tell(Event::Warning(&warning, None));
        Verdict::No
    }

    /// Whether no level is missing, found or not.
    const fn is_whole(&self) -> bool {
        matches!(self.verdict, Verdict::Done | Verdict::No)
    }

    /// Writes the contact sheet, the chart and the table, unless the host stops it.
    pub(super) fn summarize(&self, host: &dyn Host) -> anyhow::Result<ControlFlow<()>> {
        host.tell(Event::Begun { doing: "drawing", steps: None });
        let (watch, sheet) = (&HostWatch(host), self.sheet());
        let sheet = match export(&sheet, None, Format::Png, watch) {
            Err(DrawError::Cancelled) => return Ok(ControlFlow::Break(())),
            sheet => sheet?,
        };
        let chart = export(&self.chart(), None, Format::Svg, &())?;

        for (name, bytes) in SUMMARY.into_iter().zip([sheet, chart, self.table()?]) {
            let (output, bytes) = ("output", &*bytes);
            host.tell(Event::File { output, name, bytes });
        }

        host.tell(Event::Ended);
        Ok(ControlFlow::Continue(()))
    }

    fn sheet(&self) -> Picture {
        let title = "levels of the pack, with their played difficulty";
        match &self.entries[..] {
            [only] => only.level.picture(24.0),
            entries => {
                let levels: Vec<_> = entries.iter().map(PackLevel::labelled).collect();
                picture::sheet(&levels, title)
            }
        }
    }

    /// The chart of the requested, predicted and played difficulty of each level.
    fn chart(&self) -> Picture {
        let levels: Vec<PackedLevel> =
            self.entries.iter().filter_map(PackLevel::point).collect();
        let is_rate = self.entries.iter().any(|entry| entry.band.win_rate.is_some());
        let word = self.entries.first().map_or("swap", |it| it.level.rules().move_word());
        let mean = format!("mean {word}s");
        chart::pack(&levels, if is_rate { "win rate" } else { &mean })
    }

    fn table(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let names = "level file wanted predicted played low95 high95 games bot found";
        table.write_record(names.split(' '))?;

        let precise = |value: f64| {
            if value.is_finite() { format!("{value:.4}") } else { String::new() }
        };
        for entry in &self.entries {
            let PlayedEstimate { games, estimate } = entry.proof.played;
            table.write_record([
                (entry.number + 1).to_string(),
                entry.name("json"),
                precise(entry.proof.wanted),
                entry.proof.predicted.map_or_else(String::new, precise),
                precise(estimate.mean),
                precise(estimate.ci95[0]),
                precise(estimate.ci95[1]),
                games.to_string(),
                entry.proof.bot.to_string(),
                entry.is_found().to_string(),
            ])?;
        }

        Ok(table.into_inner()?)
    }

    /// How the played difficulties follow the requested ones: their rank correlation, and the mean absolute error.
    fn agreement(&self) -> (f64, f64) {
        let points = || self.entries.iter().filter_map(PackLevel::point);
        let wanted: Vec<f64> = points().map(|point| point.wanted).collect();
        let played: Vec<f64> = points().map(|point| point.played).collect();
        let errors = wanted.iter().zip(&played).map(|(wanted, played)| played - wanted);

        let error = errors.map(f64::abs).sum::<f64>() / wanted.len().max(1) as f64;
        (spearman(&wanted, &played), error)
    }

    /// The least share of cells in which any two levels differ.
    fn min_difference(&self) -> f64 {
        let cells = |entry: &PackLevel| entry.level.cells().values().to_vec();
        let all: Vec<_> = self.entries.iter().map(cells).collect();
        let mut least: f64 = 1.0;
        for (index, one) in all.iter().enumerate() {
            for two in &all[..index] {
                let differ = one.iter().zip(two).filter(|(a, b)| a != b).count();
                least = least.min(differ as f64 / one.len() as f64);
            }
        }
        least
    }
}

impl Answer for PackAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} levels were generated", self.entries.len(), self.total))
    }

    /// The document, `tilewright/pack/2`; none for an unfinished pack.
    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        if !self.is_whole() {
            return Ok(None);
        }

        let (spearman, error) = self.agreement();
        let document = json!({
            "spearman": spearman,
            "mean_absolute_error": error,
            // The tolerance of each level, as a share of that of a single one.
            "share_of_tolerance": PRECISION,
            "min_difference": self.min_difference(),
            "levels": self.entries.iter().map(PackLevel::row).collect::<Vec<_>>(),
        });
        head.line("pack", &document).map(Some)
    }

    fn text(&self, _: Medium) -> String {
        if !self.is_whole() {
            return String::new();
        }

        let lines: String = self.entries.iter().map(PackLevel::line).collect();
        let (spearman, error) = self.agreement();
        let (count, difference) = (self.entries.len(), 100.0 * self.min_difference());
        let is_rate = self.entries.iter().any(|entry| entry.band.win_rate.is_some());
        let unit = if is_rate { " (win rates in percent)" } else { "" };
        let first = self.entries.first();
        let bot = first.map_or_else(String::new, |entry| entry.proof.bot.to_string());

        format!(
            "level  wanted  predicted  played  95 % interval{unit}\n{lines}{count} levels, played by {bot}: mean absolute error \
             {error:.3}, Spearman {spearman:.4}, any two levels differ in at least \
             {difference:.0} % of the cells, seed {}\n",
            self.seed
        )
    }
}
