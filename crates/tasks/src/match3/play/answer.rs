//! The answer of `match3/play`: document, text and picture.

use serde::Serialize;
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Chance, Goal, Level, Replay, SkilledBot, Statistics, Summary};
use tilewright_match3_design::{Difficulty, Feasibility};

use super::super::bot_results::BotResults;
use super::super::endless::{CALMER, words as endless_words};
use super::super::people::ForPeople;
use super::super::percent::{percent, short_percent, without_loss};
use super::super::replay::animation;
use super::felt::Felt;
use super::games::GameBatch;
use crate::answer::counted;
use crate::{
    Answer, Drawing, Event, Head, Hint, Host, Input, Medium, OutputFile, Verdict,
};

/// The games of a level.
pub(super) struct PlayAnswer {
    pub(super) level: Level,
    /// The other keys of its document, such as its band.
    pub(super) keys: Map<String, Value>,
    pub(super) replay: Option<Replay>,
    pub(super) statistics: Statistics,
    /// None if no game was played.
    pub(super) report: Option<Report>,
    /// The win rate for the move limit.
    pub(super) rate: f64,
    /// The maximum number of games.
    pub(super) games: u32,
    pub(super) verdict: Verdict,
}

impl PlayAnswer {
    /// Reports warnings.
    pub(super) fn say(&self, host: &dyn Host) {
        if self.report.as_ref().is_some_and(|report| report.feasible == Some(false)) {
            let hint = Hint::from("{match3/analyze} shows these cells");
            let what = "some cells of the level are never refilled";
            host.tell(Event::Warning(what, Some(&hint)));
        }

        let endless = self.statistics.endless;
        if let Some(warning) = endless_words(endless, self.statistics.games) {
            host.tell(Event::Warning(&warning, Some(&Hint::from(CALMER))));
        }

        if self.verdict == Verdict::No {
            // Of a level that must not be lost, the search for the limit says it.
            if self.statistics.finished == 0 || self.rate < 1.0 {
                let what = "no move limit was found: no game reached the goal";
                host.tell(Event::Note(what));
            }
        }
    }
}

impl Answer for PlayAnswer {
    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn reached(&self) -> Option<String> {
        let played = self.statistics.games;
        Some(format!("{played} of {} games were played", self.games))
    }

    fn json(&self, head: &Head) -> serde_json::Result<Option<Vec<u8>>> {
        let line = |report| head.line("play", report);
        self.report.as_ref().map(line).transpose()
    }

    fn text(&self, _: Medium) -> String {
        let text = |report: &Report| report.to_text(self.rate);
        self.report.as_ref().map_or_else(String::new, text)
    }

    fn drawing(&self, is_moving: bool, _: &dyn Watch) -> anyhow::Result<Option<Drawing>> {
        match &self.replay {
            Some(replay) if is_moving => animation(replay, is_moving).map(Some),
            _ if self.report.is_none() => Ok(None),
            _ => {
                let still = self.statistics.picture(
                    None,
                    self.level.moves,
                    self.level.rules().move_word(),
                );
                Ok(Some(Drawing { still, animation: None }))
            }
        }
    }

    fn file(
        &self,
        output: &str,
        _: &str,
        _: &Head,
    ) -> anyhow::Result<Option<OutputFile>> {
        let text = match output {
            "record" => self.replay.as_ref().map(Replay::to_json),
            _ => self.report.as_ref().map(|_| self.level.to_json_with(&self.keys)),
        };
        Ok(text.map(OutputFile::from))
    }
}

/// The document, `tilewright/play/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Report {
    file: String,
    #[serde(skip)]
    seed: Seed,
    /// What a move is.
    #[serde(skip)]
    word: &'static str,
    bot: SkilledBot,
    goal: Goal,
    colors: u32,
    /// The move limit of the level, or the found one.
    moves: Option<u32>,
    max_swaps: u32,
    /// Left out under rules other than `classic`, to which it does not apply.
    feasible: Option<bool>,
    /// The fresh games that prove that none is lost within the found move limit.
    fresh_games: Option<u32>,
    #[serde(flatten)]
    statistics: Statistics,
    /// What other bots reach in the level.
    others: Option<BotResults>,
    /// What a player feels, if there is a move limit.
    felt: Option<Felt>,
    /// What people do in it.
    people: Option<ForPeople>,
}

impl Report {
    pub(super) fn new(
        batch: &GameBatch<'_>,
        level: &Level,
        (others, people, felt): (Option<BotResults>, Option<ForPeople>, Option<Felt>),
        statistics: &Statistics,
        found: Option<Chance>,
    ) -> Self {
        let mut statistics = statistics.clone();
        if let Some(chance) = found {
            statistics.limit = chance.moves;
            statistics.win_rate = chance.win_rate;
        }

        Self {
            file: batch.request.level.as_ref().map(Input::to_string).unwrap_or_default(),
            seed: batch.seed,
            word: level.rules().move_word(),
            bot: batch.bot,
            goal: batch.rules.goal().clone(),
            colors: level.colors(),
            moves: level.moves,
            max_swaps: batch.request.max_swaps.get(),
            feasible: level.is_classic().then(|| Feasibility::of(level).is_feasible()),
            fresh_games: found
                .filter(|_| batch.request.is_without_loss())
                .map(|_| Difficulty::GAMES_WITHOUT_LOSS),
            statistics,
            others,
            felt,
            people,
        }
    }

    fn to_text(&self, wanted: f64) -> String {
        let Statistics { games, finished, limit, win_rate, .. } = self.statistics;
        let word = self.word;
        let mut lines = vec![format!(
            "{}: {}, {} colours, {games} games by the bot {}, seed {}",
            self.file, self.goal, self.colors, self.bot, self.seed
        )];

        lines.push(if win_rate.mean >= 1.0 {
            let none = without_loss(self.fresh_games.unwrap_or(games));
            format!("win rate    {none} within {limit} {word}s")
        } else {
            let [low, high] = win_rate.ci95.map(percent);
            let mean = percent(win_rate.mean);
            format!(
                "win rate    {mean} % within {limit} {word}s (95 %: {low} to {high} %)"
            )
        });

        lines.extend(self.swaps_text());
        lines.extend(self.moves_text(wanted));

        let Statistics { reshuffles, cascades, score, .. } = &self.statistics;
        let Statistics { stuck, endless, timed_out, .. } = &self.statistics;
        let mean = |of: &Option<Summary>| of.map_or(0.0, |of| of.mean);
        lines.push(format!(
            "per game    {:.2} reshuffles, {:.1} cascades, {:.0} points",
            mean(reshuffles),
            mean(cascades),
            mean(score)
        ));

        if let Some(others) = self.others.as_ref().filter(|others| !others.is_empty()) {
            lines.push(format!("other bots  {}", others.described()));
            lines.push(format!("ladder      {}", others.ladder()));
        }
        lines.extend(self.felt.iter().flat_map(|felt| felt.lines(word)));
        if let Some(people) = &self.people {
            lines.push(people.to_text().trim_end().to_owned());
        }
        for (name, count, what) in [
            ("stuck", *stuck, "ended on a board without moves"),
            ("endless", *endless, "with a move whose cascades did not end"),
            ("timers", *timed_out, "lost to a timer"),
        ] {
            if count > 0 {
                lines.push(format!("{name:12}{} {what}", counted(count.into(), "game")));
            }
        }

        if finished == 0 {
            lines.push(format!("no game reached the goal within {limit} {word}s"));
        }

        lines.join("\n") + "\n"
    }

    /// The swaps of the games that reached the goal.
    fn swaps_text(&self) -> Option<String> {
        let statistics = &self.statistics;
        let Summary { mean, ci95, sd, min, median, max, quantiles, .. } =
            statistics.swaps?;
        let sure = ci95.map_or_else(String::new, |[low, high]| {
            format!(" (95 %: {low:.2} to {high:.2})")
        });

        // Games end at the limit, so the mean of those won within it says nothing of the others.
        let Statistics { games, finished, .. } = *statistics;
        let won = counted(finished.into(), "game");
        let of = if finished == games {
            format!("{won}, played to the end")
        } else {
            format!("the {won} won within the limit")
        };
        let label = format!("{}s", self.word);

        Some(format!(
            "{label:12}mean {mean:.2}{sure}, standard deviation {:.2}; of {of}\n\
             quantiles   min {}, max {}; 5 % {}, 25 % {}, 50 % {}, 75 % {}, 95 % {}\n\
             best 5 %    mean {:.2}",
            sd.unwrap_or(0.0),
            min,
            max,
            quantiles.p5,
            quantiles.p25,
            median,
            quantiles.p75,
            quantiles.p95,
            statistics.best_5_percent?
        ))
    }

    /// The move limits of some win rates.
    fn moves_text(&self, wanted: f64) -> Option<String> {
        let mut rates = vec![0.25, 0.5, 0.75, 0.9];
        // The longest of these games is no limit within which none is lost.
        if !rates.contains(&wanted) && wanted < 1.0 {
            rates.push(wanted);
        }
        rates.sort_by(f64::total_cmp);

        let limit = |rate: &f64| {
            let chance = self.statistics.moves_for(*rate)?;
            Some(format!("{} for {} %", chance.moves, short_percent(*rate)))
        };
        let limits: Vec<_> = rates.iter().filter_map(limit).collect();
        (!limits.is_empty()).then(|| format!("moves       {}", limits.join(", ")))
    }
}
