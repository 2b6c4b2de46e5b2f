//! The document of a checked level.

use serde::Serialize;
use serde_with::skip_serializing_none;
use tilewright_grid::{Estimate, Seed};
use tilewright_match3::{
    Level, MAX_SWAPS, MissedTarget, Outcome, Rules, SkilledBot, Statistics, Summary,
    Unreachable, can_move, play, unreachable,
};
use tilewright_match3_design::people::PeopleModel;
use tilewright_match3_design::{Feasibility, potential};

use super::super::band::Band;
use super::super::bot_results::{BotResults, Breadth};
use super::super::claims::Claims;
use super::super::difficulty::BEYOND;
use super::super::endless;
use super::super::judge::bot_for;
use super::super::levels::{read_source, reason};
use super::super::people::ForPeople;
use super::super::percent::whole_percent;
use super::request::CheckRequest;
use crate::{Head, Hint, Host, HostWatch, Input, Item, Medium};

/// The document of a level, `tilewright/check/2`.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct CheckDocument {
    file: String,
    #[serde(skip)]
    seed: Seed,
    pub(super) ok: bool,
    reasons: Vec<String>,
    band: Option<Band>,
    played: Option<LevelGames>,
    people: Option<ForPeople>,
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
    /// What the mean counts.
    #[serde(skip)]
    unit: String,
}

impl CheckDocument {
    pub(super) fn of(
        file: String,
        (request, model): (&CheckRequest, Option<&PeopleModel>),
        host: &dyn Host,
    ) -> Self {
        let found = read(host, &file);
        let mut checked = Self {
            file,
            seed: request.seed.unwrap_or(Seed(1)),
            ok: false,
            reasons: Vec::new(),
            band: None,
            played: None,
            people: None,
        };

        match found {
            Ok((level, band)) => {
                checked.band = band;
                checked.examine(&level, request, host);
                checked.ask(&level, model, host);
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

        match &level.goal {
            _ if !can_move(level) => self.reasons.push(Unreachable::NoSwap.to_string()),
            None => self.examine_aimless(level, &band),
            Some(goal) => self.play(&Rules::new(level, goal), &band, request, host),
        }
    }

    /// Asks what people do in a level that has no flaw, and compares it with its band.
    fn ask(&mut self, level: &Level, model: Option<&PeopleModel>, host: &dyn Host) {
        let band = self.band.clone().unwrap_or_default();
        let Some(model) = model else {
            if band.pass_rate.is_some() || band.attempts.is_some() {
                let missing = "the band is of people: name a model of them with `for`";
                self.reasons.push(missing.to_owned());
            }
            return;
        };
        if self.played.is_none() {
            return;
        }

        match ForPeople::of(level, model, self.seed, host) {
            Err(why) => self.reasons.push(why.to_string()),
            Ok(None) => {}
            Ok(Some(people)) => {
                let (rate, attempts) = (people.pass_rate(), people.attempts());
                if let Some(range) = band.pass_rate {
                    self.compare_at(90, "pass rate", rate.rate, range, Some(rate.ci90));
                }
                if let Some(range) = band.attempts {
                    self.compare_at(
                        90,
                        "mean attempts",
                        attempts.mean,
                        range,
                        Some(attempts.ci90),
                    );
                }
                self.people = Some(people);
            }
        }
    }

    /// Examines a level without a goal, which is not played.
    fn examine_aimless(&mut self, level: &Level, band: &Band) {
        let of_games = [band.swaps, band.win_rate, band.pass_rate, band.attempts];
        if of_games.iter().any(Option::is_some) {
            self.reasons.push("the band needs a goal, and the level has none".to_owned());
        } else if band.potential.is_none() {
            self.reasons.push("the level has no goal, so nothing was played".to_owned());
        }
        self.reasons.extend(endless::of_level(level).map(str::to_owned));
    }

    /// Plays a level whose goal can be reached, unless it has a flaw.
    fn play(
        &mut self,
        rules: &Rules,
        band: &Band,
        request: &CheckRequest,
        host: &dyn Host,
    ) {
        let goal = rules.goal();
        if let Some(why) = unreachable(rules) {
            self.reasons.push(format!("the goal {goal} cannot be reached: {why}"));
        } else if rules.is_won_at_once() {
            self.reasons
                .push(format!("the goal {goal} is reached before the first move"));
        } else if self.reasons.is_empty() {
            let bot = band.bot.unwrap_or_else(|| bot_for(request.bot, None, goal));
            // A level whose games were stopped is not reported.
            let (games, watch) = (0..request.games.get(), &HostWatch(host));
            let outcomes = play(rules, &bot, MAX_SWAPS, games, self.seed, watch);
            let most = (MAX_SWAPS, outcomes.len() as u32);
            let others =
                BotResults::of(rules, (bot, Breadth::Several), most, self.seed, host);
            let played = self.judge(rules.level(), band, bot, &outcomes);
            self.played = Some(LevelGames { others, ..played });
        }
    }

    /// The games of a level, compared with its band.
    fn judge(
        &mut self,
        level: &Level,
        band: &Band,
        bot: SkilledBot,
        outcomes: &[Outcome],
    ) -> LevelGames {
        // The mean swaps do not depend on the move limit.
        let whole = Statistics::of(outcomes, MAX_SWAPS);
        let limit = level.moves.unwrap_or(MAX_SWAPS);
        let word = level.rules().move_word();
        let within = whole.within(limit);

        self.reasons.extend(endless::words(whole.endless, whole.games));

        if whole.finished > 0 && within.win_rate.mean <= 0.0 {
            self.reasons
                .push(format!("no game of {bot} is won within the move limit, {limit}"));
        }
        if whole.finished == 0 {
            self.reasons.push(format!(
                "no game of {bot} reached the goal within {MAX_SWAPS} {word}s"
            ));
        }

        if let (Some(range), Some(swaps)) = (band.swaps, whole.swaps) {
            self.compare(&format!("mean {word}s"), swaps.mean, range, swaps.ci95);
        }
        if let Some(range) = band.win_rate {
            let Estimate { mean, ci95 } = within.win_rate;
            self.compare("win rate", mean, range, Some(ci95));
        }

        LevelGames {
            bot,
            games: whole.games,
            finished: whole.finished,
            swaps: whole.swaps,
            win_rate: within.win_rate,
            others: None,
            unit: match level.moves {
                Some(_) => format!("{word}s{BEYOND}"),
                None => format!("{word}s"),
            },
        }
    }

    fn compare(
        &mut self,
        name: &str,
        value: f64,
        [low, high]: [f64; 2],
        ci95: Option<[f64; 2]>,
    ) {
        self.compare_at(95, name, value, [low, high], ci95);
    }

    /// The same, with an interval of this many percent.
    fn compare_at(
        &mut self,
        percent: u32,
        name: &str,
        value: f64,
        [low, high]: [f64; 2],
        interval: Option<[f64; 2]>,
    ) {
        if !(low..=high).contains(&value) {
            let sure = interval.map_or_else(String::new, |[from, to]| {
                format!(" ({percent} %: {from:.3} to {to:.3})")
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
            let LevelGames { bot, others, unit, .. } = played;
            let others = others.as_ref().map(BotResults::brief);
            let others = others.map_or_else(String::new, |others| format!("; {others}"));
            Some(format!(": {bot}: {mean:.1} {unit}, {won} % won{others}"))
        });

        let people = self.people.as_ref().map(|people| format!("; {}", people.brief()));
        let (played, people) = (played.unwrap_or_default(), people.unwrap_or_default());
        Ok(format!("{}: ok{played}{people}\n", self.file))
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
