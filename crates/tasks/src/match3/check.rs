//! `match3/check`: checks the levels of a folder.

use serde_with::skip_serializing_none;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    Level, MAX_SWAPS, MissedTarget, Outcome, Rules, SkilledBot, Statistics, Summary,
    Unreachable, can_move, play_while, unreachable,
};
use tilewright_match3_design::{Feasibility, potential};

use super::band::Band;
use super::bot_results::BotResults;
use super::claims::Claims;
use super::endless;
use super::judge;
use super::judge::bot_for;
use super::levels::{MOST, read_source, reason};
use super::percent::whole_percent;
use crate::{
    Answer, BoundedInteger, Event, Head, Hint, Host, HostWatch, Input, Item, Medium,
    Output, Refusal, Refuse as _, Task, TextValue, Verdict, input,
};

/// Check the levels of a folder, for the CI of a game: each can be read, is feasible, has a goal that can
/// be reached, and lies in its band.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(extend("required" = ["folder"]))]
pub struct CheckRequest {
    /// Folder whose .json, .txt, .tmx and .tmj files are levels, or one level. A JSON level may have a band, such as
    /// `"band": {"swaps": [20, 26]}`: the range of its mean `swaps`, its `win_rate` or its `potential`; without
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
    /// Games to play of each level.
    #[schemars(extend("x-value" = "N"))]
    pub games: BoundedInteger<1, 10_000_000>,
    /// Random seed: the same seed gives the same bytes.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Default for CheckRequest {
    fn default() -> Self {
        Self {
            folder: None,
            bot: None,
            // As many as `match3/play`: a win rate within 2.2 percentage points.
            games: BoundedInteger::of(2000),
            seed: Some(Seed(1)),
        }
    }
}

impl Task for CheckRequest {
    const NAME: &'static str = "match3/check";
    const OUTPUTS: &'static [Output] = &[];
    type Answer = CheckAnswer;

    fn check(&self) -> Result<(), Refusal> {
        self.folder.as_ref().map(drop).ok_or_else(|| Refusal::missing("folder"))
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn run(&self, host: &dyn Host) -> Result<CheckAnswer, Refusal> {
        let folder = self.folder.as_ref().ok_or_else(|| Refusal::missing("folder"))?;
        let files = levels_in(host, folder)?;
        let steps = Some(files.len() as u64);
        host.tell(Event::Begun { doing: "checking levels", steps });
        let mut answer = CheckAnswer { checked: 0, wrong: 0, levels: files.len() as u64 };
        for file in files {
            let checked = CheckDocument::of(file, self, host);
            host.tell(Event::Reached(answer.checked + 1));
            if host.look().is_break() {
                break;
            }
            answer.checked += 1;
            answer.wrong += u64::from(!checked.ok);
            host.tell(Event::Item(&checked));
            if host.look().is_break() {
                break;
            }
        }
        host.tell(Event::Ended);
        if let Some(summary) = answer.summary() {
            host.tell(Event::Note(&summary));
        }
        Ok(answer)
    }
}

/// The levels of a folder by name: its .json, .txt, .tmx and .tmj files, except other JSON documents.
fn levels_in(host: &dyn Host, folder: &str) -> Result<Vec<String>, Refusal> {
    let files = match host.list(folder) {
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            return Ok(vec![folder.to_owned()]);
        }
        files => files.with_context(|| folder.to_owned()),
    };
    let mut files = files.hint("name a folder with levels, or one level")?;
    files.retain(|file| is_level(host, file));
    if files.is_empty() {
        return Err(anyhow!("the folder {folder} has no levels"))
            .hint("levels are .json, .txt, .tmx and .tmj files");
    }
    Ok(files)
}

/// Whether a file is taken for a level, by its name and schema.
fn is_level(host: &dyn Host, file: &str) -> bool {
    let extension = Path::new(file).extension().and_then(|it| it.to_str());
    match extension {
        Some("json") => !is_other_document(host, file),
        Some("txt" | "tmx" | "tmj") => true,
        _ => false,
    }
}

/// Whether a file is a JSON document with another schema than that of a level, and without a layout.
fn is_other_document(host: &dyn Host, file: &str) -> bool {
    #[derive(Deserialize)]
    struct LevelHead {
        schema: String,
        layout: Option<IgnoredAny>,
    }
    let bytes = input::bytes(host, file, MOST).ok();
    let head = bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    head.is_some_and(|LevelHead { schema, layout }| {
        layout.is_none() && !schema.starts_with("tilewright/level/")
    })
}

/// The answer of all levels, which were reported as items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckAnswer {
    levels: u64,
    checked: u64,
    wrong: u64,
}

impl CheckAnswer {
    /// The number of good and bad levels, if all were checked.
    fn summary(self) -> Option<String> {
        let Self { levels, wrong, .. } = self;
        match self.verdict() {
            Verdict::Stopped => None,
            Verdict::Done => Some(format!("levels checked: {levels}, all good")),
            _ => Some(format!("levels checked: {levels}, bad: {wrong}")),
        }
    }
}

impl Answer for CheckAnswer {
    fn verdict(&self) -> Verdict {
        match self.wrong {
            _ if self.checked < self.levels => Verdict::Stopped,
            0 => Verdict::Done,
            _ => Verdict::No,
        }
    }

    fn reached(&self) -> Option<String> {
        Some(format!("{} of {} levels were checked", self.checked, self.levels))
    }
}

/// The document of a level, `tilewright/check/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
struct CheckDocument {
    file: String,
    #[serde(skip)]
    seed: Seed,
    ok: bool,
    reasons: Vec<String>,
    band: Option<Band>,
    played: Option<LevelGames>,
}

/// The games of a level.
#[derive(Debug, Serialize)]
struct LevelGames {
    bot: SkilledBot,
    games: u32,
    finished: u32,
    swaps: Option<Summary>,
    win_rate: Estimate,
    /// What other bots reach in the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<BotResults>,
}

impl CheckDocument {
    fn of(file: String, request: &CheckRequest, host: &dyn Host) -> Self {
        let found = read(host, &file);
        let mut checked = Self {
            file,
            seed: request.seed.unwrap_or(Seed(1)),
            ok: false,
            reasons: Vec::new(),
            band: None,
            played: None,
        };
        match found {
            Ok((level, band)) => {
                checked.band = band;
                checked.examine(&level, request, host);
            }
            Err(error) => checked.reasons.push(error),
        }
        checked.ok = checked.reasons.is_empty();
        checked
    }

    fn examine(&mut self, level: &Level, request: &CheckRequest, host: &dyn Host) {
        if let Some(MissedTarget { wanted, reached }) = &level.missed {
            self.reasons.push(format!(
                "not found by its search: requested {wanted}, reached {reached}"
            ));
        }
        let is_classic = level.is_classic();
        let cells = if is_classic { Feasibility::of(level).cells } else { Vec::new() };
        if let Some(first) = cells.first() {
            let count = cells.len();
            self.reasons.push(format!(
                "infeasible: {count} cells are never refilled, first {first}"
            ));
        }
        let band = self.band.clone().unwrap_or_default();
        if band.potential.is_some() && !is_classic {
            self.reasons
                .push("the potential applies to the rules `classic` only".to_owned());
        } else if let Some(range) = band.potential {
            self.compare("potential", f64::from(potential(level)), range, None);
        }
        if !can_move(level) {
            self.reasons.push(Unreachable::NoSwap.to_string());
            return;
        }
        let Some(goal) = &level.goal else {
            if band.swaps.is_some() || band.win_rate.is_some() {
                self.reasons
                    .push("the band needs a goal, and the level has none".to_owned());
            } else if band.potential.is_none() {
                self.reasons
                    .push("the level has no goal, so nothing was played".to_owned());
            }
            let endless = endless::of_level(level);
            self.reasons.extend(endless.map(str::to_owned));
            return;
        };
        let rules = Rules::new(level, goal);
        if let Some(why) = unreachable(&rules) {
            self.reasons.push(format!("the goal {goal} cannot be reached: {why}"));
        } else if rules.is_won_at_once() {
            self.reasons
                .push(format!("the goal {goal} is reached before the first swap"));
        } else if self.reasons.is_empty() {
            let bot = band.bot.unwrap_or_else(|| bot_for(request.bot, None, goal));
            // A level whose games were stopped is not reported.
            let (games, watch) = (0..request.games.get(), &HostWatch(host));
            let outcomes = play_while(&rules, &bot, MAX_SWAPS, games, self.seed, watch);
            let most = (MAX_SWAPS, outcomes.len() as u32);
            let others = BotResults::of(&rules, bot, most, self.seed, host);
            self.judge(level, &band, (bot, others), &outcomes);
        }
    }

    /// Compares the games of a level with its band.
    fn judge(
        &mut self,
        level: &Level,
        band: &Band,
        (bot, others): (SkilledBot, Option<BotResults>),
        outcomes: &[Outcome],
    ) {
        // The mean swaps do not depend on the move limit.
        let whole = Statistics::of(outcomes, MAX_SWAPS);
        let limit = level.moves.unwrap_or(MAX_SWAPS);
        let within = whole.within(limit);
        self.reasons.extend(endless::words(whole.endless, whole.games));
        if whole.finished > 0 && within.win_rate.mean <= 0.0 {
            self.reasons
                .push(format!("no game of {bot} is won within the move limit, {limit}"));
        }
        if whole.finished == 0 {
            self.reasons.push(format!(
                "no game of {bot} reached the goal within {MAX_SWAPS} swaps"
            ));
        }
        if let (Some(range), Some(swaps)) = (band.swaps, whole.swaps) {
            self.compare("mean swaps", swaps.mean, range, swaps.ci95);
        }
        if let Some(range) = band.win_rate {
            let Estimate { mean, ci95 } = within.win_rate;
            self.compare("win rate", mean, range, Some(ci95));
        }
        self.played = Some(LevelGames {
            bot,
            games: whole.games,
            finished: whole.finished,
            swaps: whole.swaps,
            win_rate: within.win_rate,
            others,
        });
    }

    fn compare(
        &mut self,
        name: &str,
        value: f64,
        [low, high]: [f64; 2],
        ci95: Option<[f64; 2]>,
    ) {
        if !(low..=high).contains(&value) {
            let sure = ci95.map_or_else(String::new, |[from, to]| {
                format!(" (95 %: {from:.3} to {to:.3})")
            });
            self.reasons
                .push(format!("{name} {value:.3}{sure}, expected {low} to {high}"));
        }
    }
}

impl Item for CheckDocument {
    fn json(&self, head: &Head) -> serde_json::Result<Vec<u8>> {
        head.line("check", self)
    }

    fn text(&self, _: Medium) -> Result<String, (String, Option<Hint>)> {
        if !self.ok {
            return Ok(format!("{}: bad: {}\n", self.file, self.reasons.join("; ")));
        }
        let played = self.played.as_ref().and_then(|played| {
            let mean = played.swaps?.mean;
            let won = whole_percent(played.win_rate.mean);
            let LevelGames { bot, others, .. } = played;
            let others = others.as_ref().map(BotResults::brief);
            let others = others.map_or_else(String::new, |others| format!("; {others}"));
            Some(format!(": {bot}: {mean:.1} swaps, {won} % won{others}"))
        });
        Ok(format!("{}: ok{}\n", self.file, played.unwrap_or_default()))
    }
}

/// The level of a file and its band.
fn read(host: &dyn Host, file: &str) -> Result<(Level, Option<Band>), String> {
    let read = read_source(host, &Input::Name(file.to_owned()));
    let (template, text) = read.map_err(|refusal| reason(&refusal))?;
    let level = template.to_level().map_err(|error| error.to_string())?;
    let band = Band::of(&text).map_err(|error| format!("bad band: {error}"))?;
    Ok((level, band.or_else(|| Claims::requested(&text))))
}
