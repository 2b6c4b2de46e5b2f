//! `tilewright match3 check`: a folder of levels in, what is wrong with them out.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{
    Feasibility, Level, MAX_SWAPS, Missed, Outcome, Player, Rules, Statistics,
    play_while, potential, unreachable,
};

use super::read_template;
use crate::arguments::Check;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict, chain};
use crate::files;
use crate::progress::Progress;

/// The seed where none is given: a check says the same every time.
const SEED: Seed = Seed(1);

pub(crate) fn run(arguments: &Check, context: &Context) -> Result<Verdict, Failure> {
    let paths = levels_in(&arguments.folder)?;
    let seed = context.with_seed(SEED).seed();
    context.heed_interrupt();
    let progress = Progress::of(context, "checking levels", paths.len() as u64);
    let mut failed = 0;
    for (index, path) in paths.iter().enumerate() {
        let checked = progress.beating(|| Checked::of(path, arguments, seed, &progress));
        if progress.at(index as u64 + 1).is_break() {
            context
                .say(&format!("interrupted: levels checked: {index} of {}", paths.len()));
            return Ok(Verdict::Interrupted);
        }
        failed += usize::from(!checked.ok);
        progress.aside(|| {
            if context.json {
                context.print_json(&checked)
            } else {
                context.print(checked.to_text().as_bytes())
            }
        })?;
    }
    drop(progress);
    if failed == 0 {
        context.say(&format!("levels checked: {}, all fine", paths.len()));
        return Ok(Verdict::Done);
    }
    context.say(&format!("levels checked: {}, not fine: {failed}", paths.len()));
    Ok(Verdict::No)
}

/// The levels of a folder, by name: its .json, .txt, .tmx and .tmj files, but for JSON documents
/// of another sort.
fn levels_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let name = || folder.display().to_string();
    let entries = fs::read_dir(folder).with_context(name);
    let entries = entries.hint("name a folder with levels")?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.with_context(name)?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let is_level = match extension {
            Some("json") => !is_other_document(&path),
            Some("txt" | "tmx" | "tmj") => true,
            _ => false,
        };
        // What cannot be read is told of, not passed over.
        if is_level && !path.is_dir() {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(anyhow!("there is no level in {}", name()))
            .hint("levels are .json, .txt, .tmx and .tmj files");
    }
    Ok(paths)
}

/// Whether a file is a JSON document that says it is something else than a level, and has
/// no layout of one.
fn is_other_document(path: &Path) -> bool {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
        layout: Option<serde::de::IgnoredAny>,
    }
    let head =
        files::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
    head.is_some_and(|Head { schema, layout }| {
        layout.is_none() && !schema.starts_with("tilewright/level/")
    })
}

/// What a level says about itself, besides its rules.
#[derive(Default, Deserialize)]
struct Claims {
    band: Option<Band>,
}

/// Where a level's measures are to lie, both ends included.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Band {
    /// For whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mean_swaps: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) win_rate: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) potential: Option<[f64; 2]>,
}

/// The JSON answer for a level, `tilewright/check/1`.
#[derive(Serialize)]
struct Checked {
    schema: &'static str,
    file: String,
    seed: u64,
    ok: bool,
    reasons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<Band>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Played>,
}

/// What its games were like.
#[derive(Serialize)]
struct Played {
    bot: Player,
    games: u32,
    finished: u32,
    mean_swaps: Option<f64>,
    ci95: Option<[f64; 2]>,
    win_rate: f64,
    win_rate_ci95: [f64; 2],
}

impl Checked {
    fn of(path: &Path, arguments: &Check, seed: Seed, proceed: &dyn Watch) -> Self {
        let mut checked = Self {
            schema: "tilewright/check/1",
            file: path.display().to_string(),
            seed: seed.0,
            ok: false,
            reasons: Vec::new(),
            band: None,
            played: None,
        };
        match read(path) {
            Ok((level, band)) => {
                checked.band = band;
                checked.examine(&level, arguments, seed, proceed);
            }
            Err(error) => checked.reasons.push(error),
        }
        checked.ok = checked.reasons.is_empty();
        checked
    }

    fn examine(
        &mut self,
        level: &Level,
        arguments: &Check,
        seed: Seed,
        proceed: &dyn Watch,
    ) {
        if let Some(Missed { wanted, reached }) = &level.missed {
            self.reasons
                .push(format!("its search missed: wanted {wanted}, reached {reached}"));
        }
        let cells = Feasibility::of(level).cells;
        if let Some(first) = cells.first() {
            let (count, row, column) = (cells.len(), first.row, first.column);
            self.reasons.push(format!(
                "infeasible: {count} cells are never refilled, the first in row {row}, column {column}"
            ));
        }
        let band = self.band.clone().unwrap_or_default();
        if let Some(range) = band.potential {
            self.demand("potential", f64::from(potential(level)), range, None);
        }
        let Some(goal) = &level.goal else {
            if band.mean_swaps.is_some() || band.win_rate.is_some() {
                self.reasons.push("its band needs a goal, and it has none".to_owned());
            }
            return;
        };
        let rules = Rules::new(level, goal);
        if let Some(why) = unreachable(&rules) {
            self.reasons.push(format!("the goal {goal} cannot be reached: {why}"));
        } else if rules.is_won_at_once() {
            self.reasons
                .push(format!("the goal {goal} is reached before the first swap"));
        } else if self.reasons.is_empty() {
            let bot = band.bot.unwrap_or(arguments.bot);
            // Stopped, this is told of by nobody.
            let games = 0..arguments.games;
            let outcomes = play_while(&rules, &bot, MAX_SWAPS, games, seed, proceed);
            self.judge(level, &band, bot, &outcomes);
        }
    }

    /// What the games say of a level that has a goal and holds so far.
    fn judge(&mut self, level: &Level, band: &Band, bot: Player, outcomes: &[Outcome]) {
        // The mean is that of whole games, whatever the move limit.
        let whole = Statistics::of(outcomes, MAX_SWAPS);
        let limit = level.moves.unwrap_or(MAX_SWAPS);
        let within = whole.within(limit);
        if whole.finished == 0 {
            self.reasons.push(format!(
                "no game of {bot} reached the goal within {MAX_SWAPS} swaps"
            ));
        }
        if let (Some(range), Some(mean)) = (band.mean_swaps, whole.mean_swaps) {
            self.demand("mean swaps", mean, range, whole.ci95);
        }
        if let Some(range) = band.win_rate {
            self.demand("win rate", within.win_rate, range, Some(within.ci95));
        }
        self.played = Some(Played {
            bot,
            games: whole.games,
            finished: whole.finished,
            mean_swaps: whole.mean_swaps,
            ci95: whole.ci95,
            win_rate: within.win_rate,
            win_rate_ci95: within.ci95,
        });
    }

    fn demand(
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
            self.reasons.push(format!("{name} {value:.3}{sure}, wanted {low} to {high}"));
        }
    }

    fn to_text(&self) -> String {
        if !self.ok {
            return format!("{}: no: {}\n", self.file, self.reasons.join("; "));
        }
        let played = self.played.as_ref().and_then(|played| {
            let mean = played.mean_swaps?;
            Some(format!(": {mean:.1} swaps, {:.0} % won", 100.0 * played.win_rate))
        });
        format!("{}: ok{}\n", self.file, played.unwrap_or_default())
    }
}

/// The level of a file and its band; else what is wrong with it.
fn read(path: &Path) -> Result<(Level, Option<Band>), String> {
    let template = read_template(path).map_err(|failure| failure.reason())?;
    let level = template.to_level().map_err(|error| error.to_string())?;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let text = files::read_text(path).map_err(|error| chain(&error))?;
    let claims: Claims = if is_json {
        serde_json::from_str(&text).map_err(|error| format!("its band: {error}"))?
    } else {
        Claims::default()
    };
    Ok((level, claims.band))
}
