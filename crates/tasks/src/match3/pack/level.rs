//! A level of a pack in its files, its document and its text.

use serde::Serialize;
use serde_json::{Value, json};
use serde_with::skip_serializing_none;
use tilewright_draw::{Format, export};
use tilewright_grid::{Estimate, checksum};
use tilewright_match3::{Level, SkilledBot, picture};
use tilewright_match3_design::chart::PackedLevel;
use tilewright_match3_design::{Difficulty, VerifiedLevel};

use super::super::band::{Band, round};
use super::super::people::ForPeople;
use super::super::people_search::PeopleTarget;
use super::super::percent::{percent, whole_percent};
use super::super::series::{self, FolderFiles};
use super::curve::Curve;
use super::item::PackItem;
use super::line::LevelTarget;

/// A level of the pack.
pub(super) struct PackLevel {
    item: PackItem,
    /// The kinds of its mechanics.
    mechanics: Vec<String>,
    /// What is wanted of people, if the curve is theirs.
    pub(super) target: Option<PeopleTarget>,
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
        let mechanics = curve.names_of_mechanics(item.number);
        Self { item: item.clone(), mechanics, target, proof, band }
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
    pub(super) fn reached(&self) -> (f64, [f64; 2]) {
        let Estimate { mean, ci95 } = self.proof.played.estimate;
        self.proof.people.map_or((mean, ci95), |it| (it.mean, it.ci90))
    }

    /// The bot that played it.
    pub(super) const fn bot(&self) -> SkilledBot {
        self.proof.bot
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
    pub(super) fn labelled(&self) -> (Level, String) {
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
    pub(super) fn point(&self) -> Option<PackedLevel> {
        let Proof { wanted, predicted, .. } = self.proof;
        let (played, ci95) = self.reached();
        let point = PackedLevel { wanted, predicted, played, ci95 };
        played.is_finite().then_some(point)
    }

    /// The level in the document; if its games do not prove the difficulty, it is the closest level.
    pub(super) fn row(&self) -> Value {
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
    pub(super) fn line(&self) -> String {
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
    pub(super) fn record(&self) -> Vec<String> {
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
