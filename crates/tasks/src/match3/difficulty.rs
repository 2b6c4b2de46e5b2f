//! The search for levels of a given difficulty.

use serde_with::skip_serializing_none;
use std::ops::ControlFlow;

use anyhow::Context as _;
use serde::Serialize;
use serde_json::{Map, json};
use tilewright_draw::Picture;
use tilewright_grid::{Seed, Size, checksum};
use tilewright_match3::{
    Goal, Level, MissedTarget, Rules, SkilledBot, Statistics, Template, picture,
};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Feasibility, Guide, NamedDifficulty, Source,
    VerifiedLevel, generate_difficulty, potential,
};

use super::bot_results::BotResults;
use super::judge::note_of_model;
use super::levels::model;
use super::percent::{short_percent, without_loss, won};
use super::series::{self, Series};
use super::{endless, refused};
use crate::{Drawing, Event, Host, HostWatch, Input, Refusal, Refuse as _, Scene};

/// A level of the answer.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct DifficultyLevel {
    pub(super) level: Level,
    /// None under other rules than `classic`.
    potential: Option<u32>,
    wanted: Aim,
    predicted: Option<f64>,
    played: Statistics,
    bot: SkilledBot,
    /// What other bots reach in the level; none if their games were stopped.
    others: Option<BotResults>,
    pub(super) found: bool,
    feasible: Option<bool>,
    evaluations: u64,
    games: u64,
}

/// The requested difficulty in the answer.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Aim {
    Swaps {
        swaps: f64,
        /// The name that stands for these swaps.
        difficulty: Option<NamedDifficulty>,
    },
    WinRate {
        win_rate: f64,
        moves: u32,
        /// The name that stands for this win rate.
        difficulty: Option<NamedDifficulty>,
    },
}

impl Aim {
    pub(super) const fn of(wanted: Difficulty, name: Option<NamedDifficulty>) -> Self {
        match wanted {
            Difficulty::Swaps(swaps) => Self::Swaps { swaps, difficulty: name },
            Difficulty::WinRate { rate: win_rate, moves } => {
                Self::WinRate { win_rate, moves, difficulty: name }
            }
        }
    }

    /// The difficulty, and its name if it was asked for by one.
    const fn parts(self) -> (Difficulty, Option<NamedDifficulty>) {
        match self {
            Self::Swaps { swaps, difficulty } => (Difficulty::Swaps(swaps), difficulty),
            Self::WinRate { win_rate: rate, moves, difficulty } => {
                (Difficulty::WinRate { rate, moves }, difficulty)
            }
        }
    }
}

impl DifficultyLevel {
    /// The file of the level. It states the difficulty that was requested, and the bot that measured it.
    pub(super) fn to_json(&self) -> String {
        to_json(&self.level, self.wanted, self.bot)
    }

    /// The requested, predicted and played difficulty, in a few words.
    pub(super) fn described(&self) -> String {
        let (wanted, name) = self.wanted.parts();
        let name = name.map_or_else(String::new, |name| format!("{name}, "));
        let wanted = format!("{name}{}", words(wanted));
        let predicted = self
            .predicted
            .map_or_else(String::new, |swaps| format!(", predicted {swaps:.2} swaps"));
        let played = played(&self.level, &self.played);
        let Self { bot, others, .. } = self;
        let others = others.as_ref().map_or_else(String::new, BotResults::noted);
        format!("requested {wanted}{predicted}, played by {bot}: {played}{others}")
    }

    /// What is said if its cascades do not end.
    pub(super) fn endless(&self) -> Option<String> {
        endless::words(self.played.endless, self.played.games)
    }

    /// Whether the games of other bots were stopped.
    pub(super) const fn is_stopped(&self) -> bool {
        self.others.is_none()
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
    let range = match wanted.parts().0 {
        wanted @ Difficulty::Swaps(_) => wanted.range()[0]..=wanted.range()[1],
        Difficulty::WinRate { moves, .. } => 0.5..=f64::from(moves) + 0.5,
    };
    let swaps = played.swaps_picture(Some(range));
    Picture::beside(&[board, swaps], 16.0, title)
}

/// The best level of a search so far, to be drawn.
#[derive(Debug)]
struct SearchScene<'a>(&'a VerifiedLevel, Aim);

impl Scene for SearchScene<'_> {
    fn picture(&self) -> Picture {
        let VerifiedLevel { level, played, .. } = self.0;
        drawn(level, played, self.1, "the best level so far, and its games")
    }
}

/// The file of a level. It states the swaps or the win rate that was requested, with its name if it has one, and
/// the bot: the same one then plays the level wherever no other is named.
fn to_json(level: &Level, wanted: Aim, bot: SkilledBot) -> String {
    let mut requested = Map::new();
    if let Some(name) = wanted.parts().1 {
        requested.insert("name".to_owned(), json!(name));
    }
    match wanted {
        Aim::Swaps { swaps, .. } => {
            requested.insert("swaps".to_owned(), json!(swaps));
        }
        Aim::WinRate { win_rate, moves, .. } => {
            requested.insert("win_rate".to_owned(), json!(win_rate));
            requested.insert("moves".to_owned(), json!(moves));
        }
    }
    requested.insert("bot".to_owned(), json!(bot));
    level.to_json_with(&Map::from_iter([("difficulty".to_owned(), requested.into())]))
}

/// The difficulty for which a name stands: a win rate within the move limit, else the swaps among the
/// levels of a request; none if the host stops it.
pub(super) fn named(
    name: NamedDifficulty,
    (request, limit): (&DifficultyRequest, Option<u32>),
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<Option<Difficulty>, Refusal> {
    if let Some(moves) = limit {
        let found = Difficulty::WinRate { rate: name.win_rate(), moves };
        host.tell(Event::Note(&format!("{name}: {}", words(found))));
        return Ok(Some(found));
    }
    host.tell(Event::Begun { doing: "sampling levels", steps: None });
    let swaps = request.swaps_of(name, guide, seed.child(NAMED), &HostWatch(host));
    host.tell(Event::Ended);
    let swaps = swaps.map_err(refused)?;
    if let Some(swaps) = swaps {
        let share = short_percent(name.quantile());
        let note = format!(
            "{name}: {swaps} swaps, the {share} % quantile of random levels of this request"
        );
        host.tell(Event::Note(&note));
    }
    Ok(swaps.map(Difficulty::Swaps))
}

/// The child of the seed from which the random levels for a name are drawn; levels have numbers
/// below it.
const NAMED: u64 = u32::MAX as u64;

/// A search for levels of one request.
pub(super) struct LevelSearch<'a> {
    pub(super) guide: &'a Guide,
    /// The name of the requested difficulty.
    pub(super) name: Option<NamedDifficulty>,
    /// Completes a level that was found.
    pub(super) finish: &'a dyn Fn(VerifiedLevel) -> VerifiedLevel,
    /// Whether the best level so far is shown.
    pub(super) is_watched: bool,
}

impl LevelSearch<'_> {
    /// The entry of a level, with the games of other bots.
    fn entry(
        &self,
        verified: VerifiedLevel,
        request: &DifficultyRequest,
        (seed, host): (Seed, &dyn Host),
    ) -> DifficultyLevel {
        let is_classic = verified.level.is_classic();
        let VerifiedLevel { level, played, .. } = &verified;
        let others = BotResults::beside(played, level, request.bot, seed, host);
        let predicted = is_exact(self.guide, request.bot).then_some(verified.predicted);
        DifficultyLevel {
            potential: is_classic.then(|| potential(&verified.level)),
            wanted: Aim::of(request.difficulty, self.name),
            predicted,
            bot: request.bot,
            others,
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
    ) -> Result<DifficultyLevel, Refusal> {
        let found = watched(request, self.guide, seed.child(0), (self.is_watched, host))?;
        let verified = (self.finish)(found);
        Ok(self.entry(marked(verified, request.difficulty), request, (seed, host)))
    }

    /// Generates different levels; if none is found, returns the closest one.
    pub(super) fn several(
        &self,
        mut request: DifficultyRequest,
        (count, seed): (u64, Seed),
        host: &dyn Host,
    ) -> Result<Vec<DifficultyLevel>, Refusal> {
        let mut read = series::inputs(&request.template, Some(self.guide));
        let (wanted, bot, name) = (request.difficulty, request.bot, self.name);
        if let Some(name) = name {
            read = checksum(format!("{read:x} {name}").as_bytes());
        }
        let files = |number, verified: &VerifiedLevel| {
            let text = to_json(&verified.level, Aim::of(wanted, name), bot);
            Ok(vec![(series::name(number, "json"), text.into_bytes())])
        };
        let mut series = Series::open(host, read, count, is_possible, files)?;
        request.others.extend(series.found().into_iter().map(|verified| verified.level));
        let mut closest = None;
        while series.len() < count {
            let number = series.len();
            if number > 0 && host.look().is_break() {
                break;
            }
            let found = search(&request, self.guide, seed.child(number), host)?;
            let verified = (self.finish)(found);
            // A search that was stopped may have found another level than it would have.
            let is_stopped = host.look().is_break();
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
        Ok(levels.map(|verified| self.entry(verified, &request, (seed, host))).collect())
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
        verified.level.missed = Some(MissedTarget::new(words(wanted), reached));
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
    host.tell(Event::Begun { doing: "searching", steps: None });
    let aim = Aim::of(request.difficulty, None);
    let watch = |best: Option<&VerifiedLevel>| {
        let Some(verified) = best else { return host.look() };
        let words = played(&verified.level, &verified.played);
        let games = verified.games;
        host.tell(Event::Status(&format!("{games} games; best so far: {words}")));
        host.look()?;
        if is_watched {
            host.tell(Event::Scene(&SearchScene(verified, aim)));
            host.look()
        } else {
            ControlFlow::Continue(())
        }
    };
    let verified = generate_difficulty(request, guide, seed, watch);
    host.tell(Event::Ended);
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
    say_size(level.size(), host);
    let Some(input) = named else {
        let guide = Guide::for_levels(&level, goal, bot);
        note_of_model(&guide, bot, host);
        return Ok(guide);
    };
    let model = model(host, input)?;
    let fits = model.fits(&level, goal).with_context(|| input.to_string());
    fits.hint("fit one to such levels with {match3/calibrate}")?;
    Ok(Guide::of(model, goal))
}

/// The number of cells from which the size of a board is worth a word: no game that we know has more.
const LARGE: usize = 400;

/// Says of a large board that a search takes long, before it begins.
fn say_size(size: Size, host: &dyn Host) {
    let area = size.area();
    if area <= LARGE {
        return;
    }
    let Size { rows, columns } = size;
    let times = area.div_ceil(81);
    let note = format!(
        "a board of {rows} × {columns} cells: games and predictions take about {times} times as long as on \
         9 × 9, and a search needs more of them; stopped, it keeps the closest level"
    );
    host.tell(Event::Note(&note));
}

/// Whether the model of the guide was fitted to such levels and this bot.
pub(super) fn is_exact(guide: &Guide, bot: SkilledBot) -> bool {
    guide.model().is_some_and(|model| model.source() == Source::Bot(bot))
}

/// A difficulty in a few words.
pub(super) fn words(wanted: Difficulty) -> String {
    match wanted {
        // Those of a curve and of a step have any number of decimals.
        Difficulty::Swaps(swaps) => format!("{} swaps", (100.0 * swaps).round() / 100.0),
        Difficulty::WinRate { moves, .. } if wanted.is_without_loss() => {
            format!("no loss within {moves} moves")
        }
        Difficulty::WinRate { rate, moves } => {
            format!("{} % won within {moves} moves", short_percent(rate))
        }
    }
}

/// A difficulty with its tolerance, in a few words.
pub(super) fn tolerance(wanted: Difficulty) -> String {
    match wanted {
        Difficulty::Swaps(swaps) => format!("within 3 % of {swaps} swaps"),
        Difficulty::WinRate { .. } if wanted.is_without_loss() => {
            let games = Difficulty::GAMES_WITHOUT_LOSS;
            format!("without a loss in {games} games")
        }
        Difficulty::WinRate { rate, .. } => {
            let points = short_percent(rate - wanted.range()[0]);
            format!("within {points} percentage points of {} % won", short_percent(rate))
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
    let won = won(played.within(moves).win_rate, games, moves);
    format!("{swaps}, {won}")
}

/// The move limit with which no game is lost, given the games so far; says so, or that there is none.
pub(super) fn limit_without_loss(
    rules: &Rules,
    played: &Statistics,
    bot: SkilledBot,
    max_swaps: u32,
    seed: Seed,
    host: &dyn Host,
) -> Option<u32> {
    let longest = played.swaps.map_or(1, |swaps| swaps.max as u32);
    let limits = (longest, max_swaps);
    let (seed, watch) = (seed.child(LIMIT), &HostWatch(host));
    let limit =
        tilewright_match3_design::limit_without_loss(rules, &bot, limits, seed, watch);
    if let Some(limit) = limit {
        let proof = without_loss(Difficulty::GAMES_WITHOUT_LOSS);
        let note = format!("the move limit {limit}: {proof}, played anew");
        host.tell(Event::Note(&note));
    } else if host.look().is_continue() {
        let what = "no move limit was found with which no game is lost";
        host.tell(Event::Warning(what, None));
    }
    limit
}

/// The child of the seed from which the games for a move limit come.
const LIMIT: u64 = NAMED + 1;
