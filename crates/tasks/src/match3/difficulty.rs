//! The search for levels of a given difficulty.

use std::ops::ControlFlow;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::json;
use tilewright_draw::Picture;
use tilewright_grid::{Estimate, Seed, checksum};
use tilewright_match3::{
    Difficulty, DifficultyRequest, Feasibility, Goal, Guide, Level, Missed,
    NamedDifficulty, SkilledBot, Source, Statistics, Template, VerifiedLevel,
    generate_difficulty, picture, potential,
};

use super::levels::model;
use super::refused;
use super::series::{self, Series};
use crate::{Drawing, Event, Host, HostWatch, Input, Refusal, Refuse as _, Scene};

/// A level of the answer.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) level: Level,
    /// None under other rules than `classic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    potential: Option<u32>,
    wanted: Aim,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<f64>,
    played: Statistics,
    bot: SkilledBot,
    pub(super) found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    feasible: Option<bool>,
    evaluations: u64,
    games: u64,
}

/// The requested difficulty in the answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Aim {
    Swaps {
        swaps: f64,
        /// The name that stands for these swaps.
        #[serde(skip_serializing_if = "Option::is_none")]
        difficulty: Option<NamedDifficulty>,
    },
    WinRate {
        win_rate: f64,
        moves: u32,
    },
}

impl Aim {
    pub(super) const fn of(wanted: Difficulty, name: Option<NamedDifficulty>) -> Self {
        match wanted {
            Difficulty::Swaps(swaps) => Self::Swaps { swaps, difficulty: name },
            Difficulty::WinRate { rate: win_rate, moves } => {
                Self::WinRate { win_rate, moves }
            }
        }
    }
}

impl Entry {
    /// The file of the level. It states a difficulty by name, with its swaps.
    pub(super) fn to_json(&self) -> anyhow::Result<String> {
        match self.wanted {
            Aim::Swaps { swaps, difficulty: Some(name) } => {
                to_json(&self.level, (name, swaps, self.bot))
            }
            _ => Ok(self.level.to_json()),
        }
    }

    /// The requested, predicted and played difficulty, in a few words.
    pub(super) fn described(&self) -> String {
        let wanted = match self.wanted {
            Aim::Swaps { swaps, difficulty: None } => format!("{swaps} swaps"),
            Aim::Swaps { swaps, difficulty: Some(name) } => {
                format!("{name}, {swaps} swaps")
            }
            Aim::WinRate { win_rate: rate, moves } => {
                words(Difficulty::WinRate { rate, moves })
            }
        };
        let predicted = self
            .predicted
            .map_or_else(String::new, |swaps| format!(", predicted {swaps:.2} swaps"));
        let played = played(&self.level, &self.played);
        format!("requested {wanted}{predicted}, played {played}")
    }

    /// The caption on a sheet of levels.
    pub(super) fn label(&self) -> String {
        format!("{:.1}", self.played.mean_swaps().unwrap_or(f64::NAN))
    }

    /// The level beside a histogram of the swaps of its games.
    pub(super) fn drawing(&self, title: &str) -> Drawing {
        let still = drawn(&self.level, &self.played, self.wanted, title);
        Drawing { still, animation: None }
    }
}

/// A level beside a histogram of the swaps of its games.
fn drawn(level: &Level, played: &Statistics, wanted: Aim, title: &str) -> Picture {
    let board = level.picture(picture::tile_for(level));
    let range = match wanted {
        Aim::Swaps { swaps, .. } => 0.97 * swaps..=1.03 * swaps,
        Aim::WinRate { moves, .. } => 0.5..=f64::from(moves) + 0.5,
    };
    let swaps = played.swaps_picture(Some(range));
    Picture::beside(&[board, swaps], 16.0, title)
}

/// The best level of a search so far, to be drawn.
#[derive(Debug)]
struct Standing<'a>(&'a VerifiedLevel, Aim);

impl Scene for Standing<'_> {
    fn picture(&self) -> Picture {
        let VerifiedLevel { level, played, .. } = self.0;
        drawn(level, played, self.1, "the best level so far, and its games")
    }
}

/// The file of a level whose difficulty was requested by name: it states the swaps, and the bot.
fn to_json(
    level: &Level,
    (name, swaps, bot): (NamedDifficulty, f64, SkilledBot),
) -> anyhow::Result<String> {
    let mut document = serde_json::to_value(level)?;
    document["difficulty"] = json!({ "name": name, "swaps": swaps, "bot": bot });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The swaps for which a name stands among the levels of a request; none if the host stops it.
pub(super) fn named(
    name: NamedDifficulty,
    request: &DifficultyRequest,
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<Option<f64>, Refusal> {
    let _ = host.see(Event::Begun { doing: "sampling levels", steps: None });
    let swaps = request.swaps_of(name, guide, seed.child(NAMED), &HostWatch(host));
    let _ = host.see(Event::Ended);
    let swaps = swaps.map_err(refused)?;
    if let Some(swaps) = swaps {
        let share = 100.0 * name.quantile();
        let note = format!(
            "{name}: {swaps} swaps, the {share} % quantile of random levels of this request"
        );
        let _ = host.see(Event::Note(&note));
    }
    Ok(swaps)
}

/// The child of the seed from which the random levels for a name are drawn; levels have numbers
/// below it.
const NAMED: u64 = u32::MAX as u64;

/// A search for levels of one request.
pub(super) struct Search<'a> {
    pub(super) guide: &'a Guide,
    /// The name of the requested difficulty.
    pub(super) name: Option<NamedDifficulty>,
    /// Completes a level that was found.
    pub(super) finish: &'a dyn Fn(VerifiedLevel) -> VerifiedLevel,
    /// Whether the best level so far is shown.
    pub(super) is_watched: bool,
}

impl Search<'_> {
    fn entry(&self, verified: VerifiedLevel, request: &DifficultyRequest) -> Entry {
        let is_classic = verified.level.is_classic();
        let predicted = is_exact(self.guide, request.bot).then_some(verified.predicted);
        Entry {
            potential: is_classic.then(|| potential(&verified.level)),
            wanted: Aim::of(request.difficulty, self.name),
            predicted,
            bot: request.bot,
            found: verified.is_found,
            feasible: is_classic.then(|| Feasibility::of(&verified.level).is_feasible()),
            evaluations: verified.evaluations,
            games: verified.games,
            level: verified.level,
            played: verified.played,
        }
    }

    /// Generates one level.
    pub(super) fn one(
        &self,
        request: &DifficultyRequest,
        seed: Seed,
        host: &dyn Host,
    ) -> Result<Entry, Refusal> {
        let found = watched(request, self.guide, seed.child(0), (self.is_watched, host))?;
        let verified = (self.finish)(found);
        Ok(self.entry(marked(verified, request.difficulty), request))
    }

    /// Generates different levels; if none is found, returns the closest one.
    pub(super) fn several(
        &self,
        mut request: DifficultyRequest,
        (count, seed): (u64, Seed),
        host: &dyn Host,
    ) -> Result<Vec<Entry>, Refusal> {
        let mut read = series::inputs(&request.template, Some(self.guide));
        let (wanted, bot, name) = (request.difficulty, request.bot, self.name);
        if let Some(name) = name {
            read = checksum(format!("{read:x} {name}").as_bytes());
        }
        let files = |number, verified: &VerifiedLevel| {
            let level = &verified.level;
            let text = match (wanted, name) {
                (Difficulty::Swaps(swaps), Some(name)) => {
                    to_json(level, (name, swaps, bot))?
                }
                _ => level.to_json(),
            };
            Ok(vec![(series::name(number, "json"), text.into_bytes())])
        };
        let mut series = Series::open(host, read, count, is_possible, files)?;
        request.others.extend(series.found().into_iter().map(|verified| verified.level));
        let mut closest = None;
        while series.len() < count {
            let number = series.len();
            if number > 0 && host.see(Event::Look).is_break() {
                break;
            }
            let found = search(&request, self.guide, seed.child(number), host)?;
            let verified = (self.finish)(found);
            // A search that was stopped may have found another level than it would have.
            let is_stopped = host.see(Event::Look).is_break();
            if verified.is_found && !is_stopped {
                request.others.push(verified.level.clone());
                if series.add(&verified)?.is_break() {
                    break;
                }
                continue;
            }
            if request.others.is_empty() {
                let verified = marked(verified, wanted);
                if !is_stopped {
                    let _ = series.hand_out(0, &verified)?;
                }
                closest = Some(verified);
            }
            break;
        }
        let levels = series.into_found().into_iter().chain(closest);
        Ok(levels.map(|verified| self.entry(verified, &request)).collect())
    }
}

/// Whether a kept level can be the result of a search.
pub(super) fn is_possible(verified: &VerifiedLevel) -> bool {
    let level = &verified.level;
    let is_feasible = !level.is_classic() || Feasibility::of(level).is_feasible();
    verified.is_found && verified.predicted.is_finite() && is_feasible
}

/// Adds the note to a level that was not found.
fn marked(mut verified: VerifiedLevel, wanted: Difficulty) -> VerifiedLevel {
    if !verified.is_found {
        let reached = played(&verified.level, &verified.played);
        verified.level.missed = Some(Missed::new(words(wanted), reached));
    }
    verified
}

/// Searches a level, and reports progress.
pub(super) fn search(
    request: &DifficultyRequest,
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<VerifiedLevel, Refusal> {
    watched(request, guide, seed, (false, host))
}

/// [`search`] that shows its best level so far, if it is watched.
fn watched(
    request: &DifficultyRequest,
    guide: &Guide,
    seed: Seed,
    (is_watched, host): (bool, &dyn Host),
) -> Result<VerifiedLevel, Refusal> {
    let _ = host.see(Event::Begun { doing: "searching", steps: None });
    let aim = Aim::of(request.difficulty, None);
    let watch = |best: Option<&VerifiedLevel>| {
        let Some(verified) = best else { return host.see(Event::Look) };
        let words = played(&verified.level, &verified.played);
        let games = verified.games;
        host.see(Event::Status(&format!("{games} games; best so far: {words}")))?;
        if is_watched {
            host.see(Event::Scene(&Standing(verified, aim)))
        } else {
            ControlFlow::Continue(())
        }
    };
    let verified = generate_difficulty(request, guide, seed, watch);
    let _ = host.see(Event::Ended);
    verified.map_err(refused)
}

/// The guide of the named model, which must be for such levels; without a name, the built-in guide.
pub(super) fn guide(
    host: &dyn Host,
    template: &Template,
    goal: &Goal,
    bot: SkilledBot,
    named: Option<&Input>,
) -> Result<Guide, Refusal> {
    let level = template.opened();
    let Some(input) = named else { return Ok(Guide::for_levels(&level, goal, bot)) };
    let model = model(host, input)?;
    let fits = model.fits(&level, goal).with_context(|| input.to_string());
    fits.hint("fit one to such levels with {match3/calibrate}")?;
    Ok(Guide::of(model, goal))
}

/// Whether the model of the guide was fitted to such levels and this bot.
pub(super) fn is_exact(guide: &Guide, bot: SkilledBot) -> bool {
    guide.model().is_some_and(|model| model.source() == Source::Bot(bot))
}

/// A difficulty in a few words.
pub(super) fn words(wanted: Difficulty) -> String {
    match wanted {
        Difficulty::Swaps(swaps) => format!("{swaps} swaps"),
        Difficulty::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    }
}

/// A difficulty with its tolerance, in a few words.
pub(super) fn tolerance(wanted: Difficulty) -> String {
    match wanted {
        Difficulty::Swaps(swaps) => format!("within 3 % of {swaps} swaps"),
        Difficulty::WinRate { rate, .. } => {
            format!("within 5 percentage points of {:.0} % won", 100.0 * rate)
        }
    }
}

/// The games of a level, in a few words.
pub(super) fn played(level: &Level, played: &Statistics) -> String {
    let Statistics { swaps, games, .. } = *played;
    let swaps = match swaps.and_then(|swaps| Some((swaps.mean, swaps.ci95?))) {
        Some((mean, [low, high])) => {
            format!("{mean:.2} swaps (95 %: {low:.2} to {high:.2}, {games} games)")
        }
        None => format!("none of {games} games reached the goal"),
    };
    let Some(moves) = level.moves else { return swaps };
    let Estimate { mean, ci95 } = played.within(moves).win_rate;
    let [low, high] = ci95.map(|end| 100.0 * end);
    let rate = 100.0 * mean;
    format!(
        "{swaps}, {rate:.1} % won within {moves} moves (95 %: {low:.1} to {high:.1} %)"
    )
}
