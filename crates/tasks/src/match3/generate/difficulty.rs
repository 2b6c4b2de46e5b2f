//! The search for levels of a given difficulty.

use std::ops::ControlFlow;

use serde_json::{Map, json};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{Level, Ruleset, SkilledBot};
use tilewright_match3_design::{
    Difficulty, DifficultyRequest, Feasibility, Guide, NamedDifficulty, VerifiedLevel,
    potential,
};

use super::super::bot_results::{BotResults, Breadth};
use super::super::difficulty::{
    Aim, NAMED, is_exact, is_possible, marked, played, search, within, words,
};
use super::super::drawn_boards::{DrawnBoards, tried};
use super::super::given::{self, likeness, said};
use super::super::percent::short_percent;
use super::super::series::{self, Series};
use super::super::{endless, refused};
use super::answer::{BrokenPlacements, FoundLevel, drawn};
use crate::answer::present;
use crate::{Event, Hint, Host, HostWatch, Refusal};

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

/// A search for levels of one request.
pub(super) struct LevelSearch<'a> {
    pub(super) guide: &'a Guide,
    /// The name of the requested difficulty.
    pub(super) name: Option<NamedDifficulty>,
    /// The boards that the levels may have.
    pub(super) boards: &'a DrawnBoards,
    /// Completes a level that was found.
    pub(super) finish: &'a dyn Fn(VerifiedLevel) -> VerifiedLevel,
    /// Whether the best level so far is shown.
    pub(super) is_watched: bool,
    pub(super) seed: Seed,
    pub(super) host: &'a dyn Host,
}

impl LevelSearch<'_> {
    /// The difficulty for which a name stands: a win rate within the move limit, else the swaps among the
    /// levels of a request; none if the host stops it.
    pub(super) fn named(
        &self,
        name: NamedDifficulty,
        limit: Option<u32>,
        request: &DifficultyRequest,
    ) -> Result<Option<Difficulty>, Refusal> {
        let Self { host, seed, .. } = *self;
        if let Some(moves) = limit {
            let found = Difficulty::WinRate { rate: name.win_rate(), moves };
            host.tell(Event::Note(&format!(
                "{name}: {}",
                words(found, request.template.rules())
            )));
            return Ok(Some(found));
        }

        host.tell(Event::Begun { doing: "sampling levels", steps: None });
        let (seed, watch) = (seed.child(NAMED), &HostWatch(host));
        let of = |at| {
            let request = self.boards.request((0, at), request)?;
            request.swaps_of(name, self.guide, seed, watch).map_err(refused)
        };
        let swaps = self.boards.middle(of);
        host.tell(Event::Ended);
        let swaps = swaps?;

        if let Some(swaps) = swaps {
            let share = short_percent(name.quantile());
            let word = request.template.rules().move_word();
            let note = format!(
                "{name}: {swaps} {word}s, the {share} % quantile of random levels of this request"
            );
            host.tell(Event::Note(&note));
        }

        Ok(swaps.map(Difficulty::Swaps))
    }

    /// Generates one level.
    pub(super) fn one(&self, request: &DifficultyRequest) -> Result<FoundLevel, Refusal> {
        let verified = marked(self.search(request, 0)?, request.difficulty);
        Ok(self.entry(verified, request, Breadth::One))
    }

    /// Generates different levels; if none is found, returns the closest one.
    pub(super) fn several(
        &self,
        mut request: DifficultyRequest,
        count: u64,
    ) -> Result<Vec<FoundLevel>, Refusal> {
        let (host, wanted, bot) = (self.host, request.difficulty, request.bot);

        // The kept levels depend on the name of the difficulty too.
        let placements = &request.placements;
        let read = series::inputs(&request.template, Some(self.guide), placements)
            ^ given::inputs(&request.style)
            ^ self.boards.inputs();
        let named = |name| checksum(format!("{read:x} {name}").as_bytes());
        let read = self.name.map_or(read, named);

        let files = |number, verified: &VerifiedLevel| {
            let text = to_json(&verified.level, Aim::of(wanted, self.name), bot);
            Ok(vec![(series::name(number, "json"), text.into_bytes())])
        };
        let mut series = Series::open(host, read, count, is_possible, files)?;
        request.others.extend(series.found().into_iter().map(|verified| verified.level));

        let mut closest = None;
        while series.len() < count {
            // Even when stopped, the first search is asked for the closest level.
            if series.len() > 0 && host.look().is_break() {
                break;
            }

            let verified = self.search(&request, series.len())?;
            // A search that was stopped may have found another level than it would have.
            let is_stopped = host.look().is_break();
            if !verified.is_found || is_stopped {
                if request.others.is_empty() {
                    let verified = marked(verified, wanted);
                    if !is_stopped {
                        let _ = series.hand_out(0, &verified)?;
                    }
                    closest = Some(verified);
                }
                break;
            }

            request.others.push(verified.level.clone());
            if series.add(&verified)?.is_break() {
                break;
            }
        }

        let levels = series.into_found().into_iter().chain(closest);
        let entry = |verified| self.entry(verified, &request, Breadth::Several);
        Ok(levels.map(entry).collect())
    }

    /// Searches the level of a number on one board after the other.
    fn search(
        &self,
        request: &DifficultyRequest,
        number: u64,
    ) -> Result<VerifiedLevel, Refusal> {
        let order = self.order(request, number)?;
        let on = |at| {
            let seed = tried(self.seed, at).child(number);
            self.search_on(request, (number, at), seed)
        };
        self.boards.search(
            (&order, self.host),
            on,
            |made| made.is_found.then_some(&made.level),
            |made| request.difficulty.off(&made.played),
        )
    }

    /// The tries for the level of a number, in the order in which they are searched.
    pub(super) fn order(
        &self,
        request: &DifficultyRequest,
        number: u64,
    ) -> Result<Vec<usize>, Refusal> {
        self.boards.order(request, number, (self.guide, self.host))
    }

    /// Searches a level on the board of a number and a try, and completes it.
    pub(super) fn search_on(
        &self,
        request: &DifficultyRequest,
        board: (u64, usize),
        seed: Seed,
    ) -> Result<VerifiedLevel, Refusal> {
        let Self { is_watched, host, .. } = *self;
        let aim = Aim::of(request.difficulty, None);
        let show = |best: &VerifiedLevel| {
            if !is_watched {
                return ControlFlow::Continue(());
            }
            let title = "the best level so far, and its games";
            host.tell(Event::Scene(&|| drawn(&best.level, &best.played, aim, title)));
            host.look()
        };
        let request = self.boards.request(board, request)?;
        Ok((self.finish)(search(&request, self.guide, seed, host, show)?))
    }

    /// The entry of a level, with the games of other bots.
    pub(super) fn entry(
        &self,
        verified: VerifiedLevel,
        request: &DifficultyRequest,
        breadth: Breadth,
    ) -> FoundLevel {
        let VerifiedLevel { level, played: games, is_found, .. } = verified;
        let (bot, wanted) = (request.bot, Aim::of(request.difficulty, self.name));
        let others =
            BotResults::beside(&games, &level, (bot, breadth), self.seed, self.host);
        let predicted = is_exact(self.guide, bot).then_some(verified.predicted);
        let broken = BrokenPlacements::of(
            &request.placements,
            (&request.template, request.symmetry),
            &request.kinds,
            self.boards,
            &level,
        );

        let likeness = likeness(&request.style, &level);

        let is_classic = level.is_classic();
        let document = present(json!({
            "level": level,
            // None under other rules than `classic`.
            "potential": is_classic.then(|| potential(&level)),
            "wanted": wanted,
            "predicted": predicted,
            "played": games,
            "within": within(&level, &games),
            "bot": bot,
            // None if the games of the other bots were stopped.
            "others": others,
            "found": is_found,
            "feasible": is_classic.then(|| Feasibility::of(&level).is_feasible()),
            // None if the level keeps all placements.
            "broken": broken.document(),
            "likeness": likeness,
            "evaluations": verified.evaluations,
            "games": verified.games,
        }));

        let name = self.name.map_or_else(String::new, |name| format!("{name}, "));
        let asked = words(request.difficulty, level.rules());
        let word = level.rules().move_word();
        let guessed = predicted
            .map_or_else(String::new, |swaps| format!(", predicted {swaps:.2} {word}s"));
        let reached = played(&level, &games);
        let noted = others.as_ref().map_or_else(String::new, BotResults::noted);
        FoundLevel {
            is_found,
            is_stopped: others.is_none(),
            flaw: endless::words(games.endless, games.games),
            broken,
            likeness,
            described: format!(
                "requested {name}{asked}{guessed}, played by {bot}: {reached}{noted}{}",
                said(likeness.as_ref())
            ),
            label: format!("{:.1}", games.mean_swaps().unwrap_or(f64::NAN)),
            file: to_json(&level, wanted, bot),
            document,
            games: Some((games, wanted)),
            level,
        }
    }
}

/// A difficulty with its tolerance, in a few words.
pub(super) fn tolerance(wanted: Difficulty, rules: &Ruleset) -> String {
    match wanted {
        Difficulty::Swaps(swaps) => {
            format!("within 3 % of {swaps} {}s", rules.move_word())
        }
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

/// A hint for levels that were not found.
pub(super) fn hint(wanted: Difficulty) -> Hint {
    let hint = match wanted {
        Difficulty::Swaps(_) => {
            "request a difficulty closer to the shown one, or allow other {kinds}"
        }
        Difficulty::WinRate { .. } => {
            "request a win rate closer to the shown one, another number of {moves}, or allow other {kinds}"
        }
    };
    hint.into()
}
