//! The answer of `match3/pack`: files, document and text.

use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Value, json};
use serde_with::skip_serializing_none;
use tilewright_draw::{DrawError, Format, Picture, export};
use tilewright_grid::{Estimate, Seed, checksum};
use tilewright_match3::{Level, SkilledBot, picture};
use tilewright_match3_design::chart::{self, PackedLevel};
use tilewright_match3_design::{Difficulty, VerifiedLevel, difference, spearman};

use super::super::band::{Band, round};
use super::super::people::ForPeople;
use super::super::people_search::PeopleTarget;
use super::super::percent::{percent, whole_percent};
use super::super::series::{self, FolderFiles};
use super::curve::{Curve, PRECISION};
use super::item::PackItem;
use super::line::LevelTarget;
use super::report;
use super::request::SUMMARY;
use crate::{Answer, Event, Head, Host, HostWatch, Medium, Verdict};

/// A level of the pack.
pub(super) struct PackLevel {
    item: PackItem,
    /// The kinds of its mechanics.
    mechanics: Vec<String>,
    target: Option<PeopleTarget>,
    proof: Proof,
    band: Band,
}

/// The proof of the difficulty in the file of a level.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct Proof {
    /// The checksum of the played level.
    level: String,
    wanted: f64,
    predicted: Option<f64>,
    played: PlayedEstimate,
    bot: SkilledBot,
    /// What people do, if the curve is theirs.
    people: Option<ReachedByPeople>,
}

/// The played mean swaps, or the played win rate.
#[derive(Clone, Copy, Debug, Serialize)]
struct PlayedEstimate {
    games: u32,
    #[serde(flatten)]
    estimate: Estimate,
}

/// The pass rate or the attempts of people, by a model.
#[derive(Clone, Copy, Debug, Serialize)]
struct ReachedByPeople {
    mean: f64,
    ci90: [f64; 2],
}

impl PackLevel {
    pub(super) fn of(
        item: &PackItem,
        curve: &Curve,
        (bot, is_exact): (SkilledBot, bool),
    ) -> Self {
        let VerifiedLevel { level, played: statistics, predicted, .. } = &item.verified;
        let (target, asked) = (None, Band { bot: Some(bot), ..Band::default() });
        let mean = statistics.mean_swaps().unwrap_or(f64::INFINITY);
        let ci95 = statistics.swaps.and_then(|swaps| swaps.ci95).unwrap_or([mean; 2]);
        let rate = |moves: u32| statistics.within(level.moves.unwrap_or(moves)).win_rate;
        let rounded = |range: [f64; 2]| Some(range.map(round));
        let (wanted, estimate, band, target) = match curve.wanted(item.number) {
            LevelTarget::Bot(difficulty @ Difficulty::Swaps(swaps)) => {
                let band = Band { swaps: rounded(difficulty.range()), ..asked };
                (swaps, Estimate { mean, ci95 }, band, target)
            }
            LevelTarget::Bot(
                difficulty @ Difficulty::WinRate { rate: wanted, moves },
            ) => {
                let band = Band { win_rate: rounded(difficulty.range()), ..asked };
                (wanted, rate(moves), band, target)
            }
            LevelTarget::People(target, moves) => {
                let range = rounded(target.range(1.0));
                let band = match target {
                    PeopleTarget::PassRate(_) => Band { pass_rate: range, ..asked },
                    PeopleTarget::Attempts(_) => Band { attempts: range, ..asked },
                };
                (target.value(), rate(moves), band, Some(target))
            }
        };

        let people = target.zip(item.people.as_ref()).map(|(target, people)| {
            let (mean, ci90) = target.reached(people);
            ReachedByPeople { mean, ci90 }
        });
        let predicted = (band.swaps.is_some() && is_exact).then_some(*predicted);
        let played = PlayedEstimate { games: statistics.games, estimate };
        let level = checksum_of(level);
        let proof = Proof { level, wanted, predicted, played, bot, people };
        let mechanics = curve.mechanics(item.number).into_iter().map(str::to_owned);
        Self { item: item.clone(), mechanics: mechanics.collect(), target, proof, band }
    }

    pub(super) const fn level(&self) -> &Level {
        &self.item.verified.level
    }

    pub(super) const fn number(&self) -> u32 {
        self.item.number
    }

    pub(super) fn mechanics(&self) -> &[String] {
        &self.mechanics
    }

    pub(super) const fn people(&self) -> Option<&ForPeople> {
        self.item.people.as_ref()
    }

    /// What is compared with the curve, and its interval: of people 90 %, else 95 %.
    fn reached(&self) -> (f64, [f64; 2]) {
        let Estimate { mean, ci95 } = self.proof.played.estimate;
        self.proof.people.map_or((mean, ci95), |it| (it.mean, it.ci90))
    }

    /// Whether its values are rates from 0 to 1.
    pub(super) const fn is_rate(&self) -> bool {
        self.band.win_rate.is_some() || self.band.pass_rate.is_some()
    }

    /// A value of the curve: in percent, or with decimals.
    fn words(&self, value: f64) -> String {
        if self.is_rate() { percent(value) } else { format!("{value:.2}") }
    }

    /// What was wanted, what is reached, and the ends of its interval.
    pub(super) fn values(&self) -> [String; 4] {
        let (mean, [low, high]) = self.reached();
        [self.proof.wanted, mean, low, high].map(|value| self.words(value))
    }

    /// What is to be said of how it came about.
    pub(super) const fn mark(&self) -> &'static str {
        match (self.is_found(), self.item.is_kept, self.item.round) {
            (false, ..) => "not found",
            (true, true, _) => "kept",
            (true, false, 0) => "",
            (true, false, _) => "found later",
        }
    }

    /// The file of the level, with its band for `match3/check` and its proof; and its picture.
    pub(super) fn files(&self) -> anyhow::Result<FolderFiles> {
        let mut level = serde_json::to_value(self.level())?;
        level["name"] = json!(format!("level {}", self.number()));
        level["band"] = json!(self.band);
        level["proof"] = json!(self.proof);
        let text = serde_json::to_string_pretty(&level)? + "\n";
        let board = self.level().picture(picture::tile_for(self.level()));
        let drawn = export(&board, None, Format::Png, &())?;
        Ok(vec![(self.name("json"), text.into_bytes()), (self.name("png"), drawn)])
    }

    /// The level and its caption on the contact sheet.
    fn labelled(&self) -> (Level, String) {
        let (reached, _) = self.reached();
        let reached = if self.is_rate() {
            format!("{} %", whole_percent(reached))
        } else {
            format!("{reached:.1}")
        };
        let missed = if self.is_found() { "" } else { ", missed" };
        (self.level().clone(), format!("{}: {reached}{missed}", self.number()))
    }

    pub(super) const fn is_found(&self) -> bool {
        self.level().missed.is_none()
    }

    /// The point of the chart; none for a closest level that no game finished.
    fn point(&self) -> Option<PackedLevel> {
        let Proof { wanted, predicted, .. } = self.proof;
        let (played, ci95) = self.reached();
        let point = PackedLevel { wanted, predicted, played, ci95 };
        played.is_finite().then_some(point)
    }

    /// The level in the document; if its games do not prove the difficulty, it is the closest level.
    fn row(&self) -> Value {
        let Proof { wanted, predicted, played, bot, people, .. } = self.proof;
        let mut row = json!({
            "level": self.number(),
            "found": self.is_found(),
            "wanted": wanted,
            "predicted": predicted,
            "played": played,
            "bot": bot,
            "file": self.name("json"),
        });
        if let Some(people) = people {
            row["people"] = json!(people);
        }
        if !self.mechanics.is_empty() {
            row["mechanics"] = json!(self.mechanics);
        }
        if let Some(reach) = self.item.verified.reach.filter(|_| !self.is_found()) {
            row["reach"] = json!(reach);
        }
        if self.item.is_kept {
            row["kept"] = json!(true);
        }
        if self.item.round > 0 {
            row["round"] = json!(self.item.round + 1);
        }
        row
    }

    pub(super) fn name(&self, ending: &str) -> String {
        series::name(u64::from(self.number()) - 1, ending)
    }

    /// The line of the text: swaps, or win rates in percent.
    fn line(&self) -> String {
        let (level, mark) = (self.number(), self.mark());
        let mark = if mark.is_empty() { String::new() } else { format!("  {mark}") };
        let [wanted, mean, low, high] = self.values();
        let predicted = self.proof.predicted;
        let predicted =
            predicted.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}"));

        format!(
            "{level:5}  {wanted:>6}  {predicted:>9}  {mean:>6}  {low} to {high}{mark}\n"
        )
    }

    /// The row of the table.
    fn record(&self) -> Vec<String> {
        let precise = |value: f64| {
            if value.is_finite() { format!("{value:.4}") } else { String::new() }
        };
        let Proof { wanted, predicted, played, bot, people, .. } = self.proof;
        let PlayedEstimate { games, estimate } = played;
        let [low, high] = people.map_or([f64::NAN; 2], |it| it.ci90);
        vec![
            self.number().to_string(),
            self.name("json"),
            precise(wanted),
            predicted.map_or_else(String::new, precise),
            precise(estimate.mean),
            precise(estimate.ci95[0]),
            precise(estimate.ci95[1]),
            games.to_string(),
            bot.to_string(),
            self.is_found().to_string(),
            precise(people.map_or(f64::NAN, |it| it.mean)),
            precise(low),
            precise(high),
            self.mechanics.join(" "),
            self.level().moves.map_or_else(String::new, |moves| moves.to_string()),
            self.mark().to_owned(),
        ]
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
        let missed: Vec<_> = missed.map(|entry| entry.number().to_string()).collect();
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

    /// Writes the report, the contact sheet, the chart and the table, unless the host stops it.
    pub(super) fn summarize(&self, host: &dyn Host) -> anyhow::Result<ControlFlow<()>> {
        host.tell(Event::Begun { doing: "drawing", steps: None });
        let (watch, sheet) = (&HostWatch(host), self.sheet());
        let sheet = match export(&sheet, None, Format::Png, watch) {
            Err(DrawError::Cancelled) => return Ok(ControlFlow::Break(())),
            sheet => sheet?,
        };
        let chart = export(&self.chart(), None, Format::Svg, &())?;

        let report = report::html(self).into_bytes();
        for (name, bytes) in
            SUMMARY.into_iter().zip([report, sheet, chart, self.table()?])
        {
            let (output, bytes) = ("output", &*bytes);
            host.tell(Event::File { output, name, bytes });
        }

        host.tell(Event::Ended);
        Ok(ControlFlow::Continue(()))
    }

    fn sheet(&self) -> Picture {
        let title = "levels of the pack, with their played difficulty";
        match &self.entries[..] {
            [only] => only.level().picture(24.0),
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
        let words = if self.is_of_people() {
            ["by the model of people", "90 %"]
        } else {
            ["played", "95 %"]
        };
        chart::pack(&levels, &self.quantity(), words)
    }

    /// What the curve is of.
    pub(super) fn quantity(&self) -> String {
        let Some(first) = self.entries.first() else { return String::new() };
        match (first.target, first.is_rate()) {
            (Some(PeopleTarget::PassRate(_)), _) => "pass rate of people".to_owned(),
            (Some(PeopleTarget::Attempts(_)), _) => "attempts of people".to_owned(),
            (None, true) => "win rate".to_owned(),
            (None, false) => format!("mean {}s", first.level().rules().move_word()),
        }
    }

    pub(super) fn is_of_people(&self) -> bool {
        self.entries.iter().any(|entry| entry.target.is_some())
    }

    fn table(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        let names = "level file wanted predicted played low95 high95 games bot found people low90 high90 mechanics moves mark";
        table.write_record(names.split(' '))?;
        for entry in &self.entries {
            table.write_record(entry.record())?;
        }
        Ok(table.into_inner()?)
    }

    /// How the played difficulties follow the requested ones: their rank correlation, and the mean absolute error.
    pub(super) fn agreement(&self) -> (f64, f64) {
        let points = || self.entries.iter().filter_map(PackLevel::point);
        let wanted: Vec<f64> = points().map(|point| point.wanted).collect();
        let played: Vec<f64> = points().map(|point| point.played).collect();
        let errors = wanted.iter().zip(&played).map(|(wanted, played)| played - wanted);

        let error = errors.map(f64::abs).sum::<f64>() / wanted.len().max(1) as f64;
        (spearman(&wanted, &played), error)
    }

    /// How much any two levels of the same size differ at least, as a share of their special cells.
    pub(super) fn min_difference(&self) -> f64 {
        let levels: Vec<&Level> = self.entries.iter().map(PackLevel::level).collect();
        let mut least: f64 = 1.0;
        for (index, one) in levels.iter().enumerate() {
            for two in levels[..index].iter().filter(|two| two.size() == one.size()) {
                least = least.min(difference(one, two));
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
        let is_rate = self.entries.iter().any(PackLevel::is_rate);
        let unit = match (self.is_of_people(), is_rate) {
            (true, true) => " (pass rates of people in percent, by the model)",
            (true, false) => " (attempts of people, by the model)",
            (false, true) => " (win rates in percent)",
            (false, false) => "",
        };
        let head = if self.is_of_people() {
            "people  90 % interval"
        } else {
            "played  95 % interval"
        };
        let mut bots: Vec<String> = Vec::new();
        for entry in &self.entries {
            let bot = entry.proof.bot.to_string();
            if !bots.contains(&bot) {
                bots.push(bot);
            }
        }
        let bots = bots.join(" and ");

        format!(
            "level  wanted  predicted  {head}{unit}\n{lines}{count} levels, played by {bots}: mean absolute error \
             {error:.3}, Spearman {spearman:.4}, any two levels differ in at least \
             {difference:.0} % of their special cells, seed {}\n",
            self.seed
        )
    }
}
