//! The search for levels of a wanted difficulty, which games prove.

use anyhow::Context as _;
use serde::Serialize;
use tilewright_draw::Picture;
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    DifficultyWish, Feasibility, Goal, Guide, Level, Missed, Player, Proven, Source,
    Statistics, Template, Wanted, generate_difficulty, picture, potential,
};

use super::levels::model;
use super::refused;
use super::series::{self, Series};
use crate::{Event, Host, Input, Paper, Refusal, Refuse as _};

/// A level, as the answer tells it.
#[derive(Debug, Serialize)]
pub(super) struct Entry {
    pub(super) level: Level,
    potential: u32,
    wanted: Aim,
    #[serde(skip_serializing_if = "Option::is_none")]
    predicted: Option<f64>,
    played: Statistics,
    bot: Player,
    pub(super) found: bool,
    feasible: bool,
    evaluations: u64,
    games: u64,
}

/// What was wanted.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
enum Aim {
    Swaps { swaps: f64 },
    WinRate { win_rate: f64, moves: u32 },
}

impl Aim {
    const fn of(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Swaps(swaps) => Self::Swaps { swaps },
            Wanted::WinRate { rate: win_rate, moves } => {
                Self::WinRate { win_rate, moves }
            }
        }
    }

    const fn wanted(self) -> Wanted {
        match self {
            Self::Swaps { swaps } => Wanted::Swaps(swaps),
            Self::WinRate { win_rate: rate, moves } => Wanted::WinRate { rate, moves },
        }
    }
}

impl Entry {
    fn of(proven: Proven, wish: &DifficultyWish, guide: &Guide) -> Self {
        Self {
            potential: potential(&proven.level),
            wanted: Aim::of(wish.wanted),
            predicted: is_exact(guide, wish.player).then_some(proven.predicted),
            bot: wish.player,
            found: proven.is_found,
            feasible: Feasibility::of(&proven.level).is_feasible(),
            evaluations: proven.evaluations,
            games: proven.games,
            level: proven.level,
            played: proven.played,
        }
    }

    /// What was wanted, predicted and played, in a few words.
    pub(super) fn described(&self) -> String {
        let wanted = words(self.wanted.wanted());
        let predicted = self
            .predicted
            .map_or_else(String::new, |swaps| format!(", predicted {swaps:.2} swaps"));
        let played = played(&self.level, &self.played);
        format!("wanted {wanted}{predicted}, played {played}")
    }

    /// What stands below it on a sheet of levels.
    pub(super) fn label(&self) -> String {
        format!("{:.1}", self.played.mean_swaps().unwrap_or(f64::NAN))
    }

    /// The level beside the swaps of its games.
    pub(super) fn paper(&self, title: &str) -> Paper {
        let board = self.level.picture(picture::tile_for(&self.level));
        let range = match self.wanted {
            Aim::Swaps { swaps } => 0.97 * swaps..=1.03 * swaps,
            Aim::WinRate { moves, .. } => 0.5..=f64::from(moves) + 0.5,
        };
        let swaps = self.played.swaps_picture(Some(range));
        Paper { still: Picture::beside(&[board, swaps], 16.0, title), animation: None }
    }
}

/// Makes one level, written as `finish` gives it.
pub(super) fn one(
    wish: &DifficultyWish,
    guide: &Guide,
    seed: Seed,
    finish: impl Fn(Proven) -> Proven,
    host: &dyn Host,
) -> Result<Entry, Refusal> {
    let proven = finish(search(wish, guide, seed.child(0), host)?);
    Ok(Entry::of(marked(proven, wish.wanted), wish, guide))
}

/// Makes levels of which no two are alike, each written as `finish` gives it; where none is
/// found, the one that came closest.
pub(super) fn several(
    mut wish: DifficultyWish,
    guide: &Guide,
    (count, seed): (u64, Seed),
    finish: impl Fn(Proven) -> Proven,
    host: &dyn Host,
) -> Result<Vec<Entry>, Refusal> {
    let inputs = series::inputs(&wish.template, Some(guide));
    let files = |number, proven: &Proven| {
        let bytes = proven.level.to_json().into_bytes();
        Ok(vec![(series::name(number, "json"), bytes)])
    };
    let mut series = Series::open(host, inputs, count, is_possible, files)?;
    wish.others.extend(series.found().into_iter().map(|proven| proven.level));
    let mut closest = None;
    while series.len() < count {
        let number = series.len();
        if number > 0 && host.see(Event::Look).is_break() {
            break;
        }
        let proven = finish(search(&wish, guide, seed.child(number), host)?);
        // A search that was stopped may have found another level than it would have.
        let is_stopped = host.see(Event::Look).is_break();
        if proven.is_found && !is_stopped {
            wish.others.push(proven.level.clone());
            if series.add(&proven)?.is_break() {
                break;
            }
            continue;
        }
        if wish.others.is_empty() {
            let proven = marked(proven, wish.wanted);
            if !is_stopped {
                let _ = series.hand_out(0, &proven)?;
            }
            closest = Some(proven);
        }
        break;
    }
    let proven = series.into_found().into_iter().chain(closest);
    Ok(proven.map(|proven| Entry::of(proven, &wish, guide)).collect())
}

/// Whether games can have proved that.
pub(super) fn is_possible(proven: &Proven) -> bool {
    let is_feasible = Feasibility::of(&proven.level).is_feasible();
    proven.is_found && proven.predicted.is_finite() && is_feasible
}

/// The same, with what was wanted written into a level that is otherwise.
fn marked(mut proven: Proven, wanted: Wanted) -> Proven {
    if !proven.is_found {
        let reached = played(&proven.level, &proven.played);
        proven.level.missed = Some(Missed::new(words(wanted), reached));
    }
    proven
}

/// Searches a level, and says how far it is.
pub(super) fn search(
    wish: &DifficultyWish,
    guide: &Guide,
    seed: Seed,
    host: &dyn Host,
) -> Result<Proven, Refusal> {
    let _ = host.see(Event::Begun { doing: "searching", steps: None });
    let watch = |best: Option<&Proven>| {
        let Some(Proven { level, played: games_of_best, games, .. }) = best else {
            return host.see(Event::Look);
        };
        let best = played(level, games_of_best);
        host.see(Event::Stands(&format!("{games} games; the best so far: {best}")))
    };
    let proven = generate_difficulty(wish, guide, seed, watch);
    let _ = host.see(Event::Ended);
    proven.map_err(refused)
}

/// The guide of the model that is named, which must be for such levels; else the one that the
/// program has for them.
pub(super) fn guide(
    host: &dyn Host,
    template: &Template,
    goal: &Goal,
    player: Player,
    named: Option<&Input>,
) -> Result<Guide, Refusal> {
    let level = template.opened();
    let Some(input) = named else { return Ok(Guide::for_levels(&level, goal, player)) };
    let model = model(host, input)?;
    let fits = model.fits(&level, goal).with_context(|| input.to_string());
    fits.hint("make one with {match3/calibrate}")?;
    Ok(Guide::of(model, goal))
}

/// Whether the guide predicts the swaps of just such games.
pub(super) fn is_exact(guide: &Guide, player: Player) -> bool {
    guide.model().is_some_and(|model| model.source() == Source::Bot(player))
}

/// What was wanted, in a few words.
fn words(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("{swaps} swaps"),
        Wanted::WinRate { rate, moves } => {
            format!("{:.0} % won within {moves} moves", 100.0 * rate)
        }
    }
}

/// How close a level must be, in a few words.
pub(super) fn tolerance(wanted: Wanted) -> String {
    match wanted {
        Wanted::Swaps(swaps) => format!("within 3 % of {swaps} swaps"),
        Wanted::WinRate { rate, .. } => {
            format!("within 5 points of {:.0} % won", 100.0 * rate)
        }
    }
}

/// What the games of a level were like, in a few words.
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
