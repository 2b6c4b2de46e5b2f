//! Difficulties of levels: their search, and what is said of them.

use serde_with::skip_serializing_none;
use std::ops::ControlFlow;

use anyhow::Context as _;
use serde::Serialize;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{
    Chance, Goal, Level, MissedTarget, Rules, Ruleset, SkilledBot, Statistics, Template,
};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Feasibility, Guide, NamedDifficulty, VerifiedLevel,
    generate_difficulty,
};

use super::judge::note_of_model;
use super::levels::model;
use super::percent::{short_percent, without_loss, won};
use super::refused;
use crate::{Event, Host, HostWatch, Input, Refusal, Refuse as _};

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
    pub(super) const fn parts(self) -> (Difficulty, Option<NamedDifficulty>) {
        match self {
            Self::Swaps { swaps, difficulty } => (Difficulty::Swaps(swaps), difficulty),
            Self::WinRate { win_rate: rate, moves, difficulty } => {
                (Difficulty::WinRate { rate, moves }, difficulty)
            }
        }
    }
}

/// Whether a kept level can be the result of a search.
pub(super) fn is_possible(verified: &VerifiedLevel) -> bool {
    let level = &verified.level;
    let is_feasible = !level.is_classic() || Feasibility::of(level).is_feasible();
    verified.is_found && verified.predicted.is_finite() && is_feasible
}

/// Searches a level, and reports progress; `show` sees the best level so far.
pub(super) fn search(
    request: &DifficultyRequest,
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
    show: impl Fn(&VerifiedLevel) -> ControlFlow<()> + Sync,
) -> Result<VerifiedLevel, Refusal> {
    host.tell(Event::Begun { doing: "searching", steps: None });

    let watch = |best: Option<&VerifiedLevel>| {
        let Some(verified) = best else { return host.look() };
        let words = played(&verified.level, &verified.played);
        let games = verified.games;
        host.tell(Event::Status(&format!("{games} games; best so far: {words}")));
        host.look()?;
        show(verified)
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
    guide.model().is_some_and(|model| model.bot() == bot)
}

/// A difficulty in a few words.
pub(super) fn words(wanted: Difficulty, rules: &Ruleset) -> String {
    match wanted {
        // Those of a curve and of a step have any number of decimals.
        Difficulty::Swaps(swaps) => {
            format!("{} {}s", (100.0 * swaps).round() / 100.0, rules.move_word())
        }
        Difficulty::WinRate { moves, .. } if wanted.is_without_loss() => {
            format!("no loss within {moves} moves")
        }
        Difficulty::WinRate { rate, moves } => {
            format!("{} % won within {moves} moves", short_percent(rate))
        }
    }
}

/// What a mean counts in a level with a move limit: beyond it the games that find a difficulty go on, while those of
/// `match3/play` end there.
pub(super) const BEYOND: &str = " to the end, beyond the limit too";

/// The games of a level, in a few words.
pub(super) fn played(level: &Level, played: &Statistics) -> String {
    let Statistics { swaps, games, .. } = *played;
    let swaps = match swaps.and_then(|swaps| Some((swaps.mean, swaps.ci95?))) {
        Some((mean, [low, high])) => {
            let word = level.rules().move_word();
            let beyond = if level.moves.is_some() { BEYOND } else { "" };
            format!(
                "{mean:.2} {word}s{beyond} (95 %: {low:.2} to {high:.2}, {games} games)"
            )
        }
        None => format!("none of {games} games reached the goal"),
    };
    let Some(moves) = level.moves else { return swaps };
    let won = won(played.within(moves).win_rate, games, moves);
    format!("{swaps}, {won}")
}

/// The win rate within the level's own moves, which is lower than that of games that go on beyond them.
pub(super) fn within(level: &Level, played: &Statistics) -> Option<Chance> {
    level.moves.map(|moves| played.within(moves))
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

/// The child of the seed from which the random levels for a name are drawn; levels have numbers
/// below it.
pub(super) const NAMED: u64 = u32::MAX as u64;

/// The child of the seed from which the games for a move limit come.
const LIMIT: u64 = NAMED + 1;

/// A level that says what was asked for and what it reached, where the two differ.
pub(super) fn marked(mut verified: VerifiedLevel, wanted: Difficulty) -> VerifiedLevel {
    if !verified.is_found {
        let reached = played(&verified.level, &verified.played);
        let wanted = words(wanted, verified.level.rules());
        verified.level.missed = Some(MissedTarget::new(wanted, reached));
    }
    verified
}
