//! What a model of people says of a level.

use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum, det};
use tilewright_match3::Level;
use tilewright_match3_design::people::{
    AttemptsToPass, CohortPrediction, JudgeGames, LoggedAttempts, MOST_ATTEMPTS,
    PassRate, PeopleModel, PeoplePrediction,
};

use super::levels::MOST;
use super::percent::whole_percent;
use crate::answer::counted;
use crate::{Host, HostWatch, Input, Refusal, Refuse as _, chain, input};

/// How many times as many games as a model was fitted to are played of a level. With as many, two seeds differed by up to ten points
/// on levels of a pack, by which half of them were outside of the three points that the pack allows.
const TIMES: u32 = 4;

/// The model of an input.
pub(super) fn people_model(
    host: &dyn Host,
    input: &Input,
) -> Result<PeopleModel, Refusal> {
    let read = input.bytes(host, MOST).and_then(|bytes| input::text(bytes, 1));
    let read = read.and_then(|text| Ok(PeopleModel::from_json(&text)?));
    let named = read.map_err(|error| anyhow!("{input}: {}", chain(&error)));
    named.hint("fit a model of people with {match3/calibrate} {plays=plays.csv}")
}

/// How far a pass rate may be off: 3 points, the mean error of the model on made-up players.
pub(super) const MET: f64 = 0.03;

/// Whether a pass rate is as wanted.
pub(super) fn is_met(rate: f64, wanted: f64) -> bool {
    (rate - wanted).abs() <= MET
}

/// The win rates of a bot for which a search is begun: beyond, games say little.
const RATES: [f64; 2] = [0.03, 0.97];

/// The win rate of a bot for which a level is searched, so that people pass it as often as wanted: corrected by the levels that were
/// found.
pub(super) struct RateCorrection {
    wanted: f64,
    rate: f64,
    /// The logits of the win rate and of the pass rate of the last level.
    before: Option<[f64; 2]>,
}

impl RateCorrection {
    pub(super) const fn towards(wanted: f64) -> Self {
        Self { wanted, rate: wanted, before: None }
    }

    /// The win rate to search for next, in tenths of a percent.
    pub(super) fn win_rate(&self) -> f64 {
        (self.rate.clamp(RATES[0], RATES[1]) * 1000.0).round() / 1000.0
    }

    /// Takes a level into account whose games were won this often, and which people pass this often.
    pub(super) fn learn(&mut self, won: f64, passed: f64) {
        let now = [won, passed].map(logit);
        // How much people's logit changes with the bot's: about as much, or as the last two levels say where they differ enough.
        let slope = self.before.map_or(1.0, |before| {
            let [bot, people] = [now[0] - before[0], now[1] - before[1]];
            if bot.abs() > 0.1 { (people / bot).clamp(0.4, 2.0) } else { 1.0 }
        });
        let next = now[0] + (logit(self.wanted) - now[1]) / slope;
        self.rate = 1.0 / (1.0 + det::exp(-next));
        self.before = Some(now);
    }
}

fn logit(rate: f64) -> f64 {
    let rate = rate.clamp(0.005, 0.995);
    det::ln(rate / (1.0 - rate))
}

/// What people do in a level, by a model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ForPeople {
    /// The attempts and the players to which the model was fitted.
    fitted_attempts: u64,
    #[serde(default, skip_serializing_if = "is_none")]
    fitted_players: u32,
    /// Whether the log had levels of these rules.
    rules_known: bool,
    #[serde(flatten)]
    prediction: PeoplePrediction,
    /// The pass rates at other move limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    by_moves: Vec<LimitRate>,
}

/// What people do at a move limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LimitRate {
    pub(super) moves: u32,
    /// The mean attempts until they pass.
    pub(super) attempts: f64,
    #[serde(flatten)]
    pub(super) pass_rate: PassRate,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_none(count: &u32) -> bool {
    *count == 0
}

impl ForPeople {
    /// Plays the games of judges on a level and asks the model; none if the host stops them.
    ///
    /// The games are dealt by the level itself, so that a model says the same of a level by every seed. Dealt by seeds,
    /// a pack's levels differed by two points from one run to the next and by nine at most, so that a level passed in one and failed
    /// in the other.
    ///
    /// # Errors
    /// When the level has no goal or no move limit.
    pub(super) fn of(
        level: &Level,
        model: &PeopleModel,
        host: &dyn Host,
    ) -> anyhow::Result<Option<Self>> {
        anyhow::ensure!(
            level.goal.is_some(),
            "people are predicted for a level with a goal"
        );
        let limit = level.moves;
        let limit = limit.ok_or_else(|| {
            anyhow!("people are predicted for a level with a move limit")
        })?;
        let seed = seed_of(level);
        let games = TIMES * model.games();
        let Some(judges) = JudgeGames::play(level, games, seed, &HostWatch(host)) else {
            return Ok(None);
        };

        let prediction = model.predict(level, &judges, limit);
        let most = limit.saturating_add(limit / 2);
        let by_moves = (limit.div_ceil(2)..=most).map(|moves| {
            let it = model.predict(level, &judges, moves);
            LimitRate { moves, attempts: it.attempts.mean, pass_rate: it.pass_rate }
        });
        Ok(Some(Self {
            fitted_attempts: model.attempts(),
            fitted_players: model.players(),
            rules_known: model.rules().contains(&judges.rules),
            by_moves: by_moves.collect(),
            prediction,
        }))
    }

    /// What people do at the move limits that are at most this far from one.
    pub(super) fn limits_near(
        &self,
        limit: u32,
        most: u32,
    ) -> impl Iterator<Item = &LimitRate> {
        self.by_moves.iter().filter(move |it| it.moves.abs_diff(limit) <= most)
    }

    /// The pass rate of first attempts.
    pub(super) const fn pass_rate(&self) -> PassRate {
        self.prediction.pass_rate
    }

    /// The attempts to pass.
    pub(super) const fn attempts(&self) -> AttemptsToPass {
        self.prediction.attempts
    }

    /// The cohorts, if there are several.
    pub(super) fn cohorts(&self) -> &[CohortPrediction] {
        &self.prediction.cohorts
    }

    /// The prediction in lines. Rows that the games of bots have too follow that of people, without a name of their own.
    pub(super) fn to_text(&self) -> String {
        let PeoplePrediction { moves, pass_rate, by_attempt, cohorts, .. } =
            &self.prediction;
        let mut lines =
            vec![format!("people      {} within {moves} moves", rate_words(*pass_rate))];
        let later: Vec<_> = by_attempt.iter().map(|rate| whole_percent(*rate)).collect();
        lines.push(format!(
            "            by attempt: {} %, of those who have failed before",
            later.join(", ")
        ));
        lines.push(format!("            attempts: {}", self.attempts_words()));
        let limits: Vec<_> =
            [0.25, 0.5, 0.75, 0.9].iter().filter_map(|&rate| self.limit(rate)).collect();
        if !limits.is_empty() {
            lines.push(format!("            moves: {}", limits.join(", ")));
        }
        for CohortPrediction { cohort, pass_rate } in cohorts {
            lines.push(format!("cohort      {cohort}: {}", rate_words(*pass_rate)));
        }
        lines.extend(self.logged_words());
        lines.push(format!("model       {}", self.basis()));
        lines.join("\n") + "\n"
    }

    /// The same in a few words.
    pub(super) fn brief(&self) -> String {
        let PassRate { rate, ci90: [low, high] } = self.pass_rate();
        let [rate, low, high] = [rate, low, high].map(whole_percent);
        let by = match self.prediction.logged {
            Some(logged) => {
                format!("known from {} of the log", counted(logged.attempts, "attempt"))
            }
            None => format!("by a model of {} attempts", self.fitted_attempts),
        };
        format!(
            "people: {rate} % pass at first (90 %: {low} to {high} %), {:.1} attempts ({by})",
            self.attempts().mean
        )
    }

    /// The least limit with this pass rate, if it is among those that were tried.
    fn limit(&self, rate: f64) -> Option<String> {
        let is_enough = |it: &&LimitRate| it.pass_rate.rate >= rate;
        let found = self.by_moves.iter().find(is_enough)?;
        let is_first = found.moves == self.by_moves.first()?.moves;
        (!is_first).then(|| format!("{} for {} %", found.moves, whole_percent(rate)))
    }

    /// What the log has of the level.
    fn logged_words(&self) -> Option<String> {
        let LoggedAttempts { attempts, passes } = self.prediction.logged?;
        let share = whole_percent(passes as f64 / attempts.max(1) as f64);
        Some(format!(
            "known       from {} in the log, {share} % of them passed; a rate of few attempts is drawn towards what the games say",
            counted(attempts, "attempt")
        ))
    }

    fn attempts_words(&self) -> String {
        let AttemptsToPass { mean, p90, passing, ci90: [low, high] } = self.attempts();
        let nine = p90.map_or_else(
            || format!("{} % within {MOST_ATTEMPTS}", whole_percent(passing)),
            |p90| format!("nine of ten within {p90}"),
        );
        format!(
            "{mean:.1} on average until passed (90 %: {low:.1} to {high:.1}), {nine}, if nobody gives up"
        )
    }

    /// What the model was fitted to.
    fn basis(&self) -> String {
        let players = match self.fitted_players {
            0 => String::new(),
            players => format!(" of {players} players"),
        };
        let rules =
            if self.rules_known { "" } else { ", none of them under these rules" };
        format!("fitted to {} attempts{players}{rules}", self.fitted_attempts)
    }
}

/// The seed of the judges' games on a level: the same with other moves, so that a move more is never worse.
fn seed_of(level: &Level) -> Seed {
    let mut level = level.clone();
    (level.moves, level.missed) = (None, None);
    Seed(checksum(level.to_json().as_bytes()))
}

fn rate_words(PassRate { rate, ci90 }: PassRate) -> String {
    let [low, high] = ci90.map(whole_percent);
    format!(
        "{} % pass at the first attempt (90 %: {low} to {high} %)",
        whole_percent(rate)
    )
}
