//! The request of `match3/calibrate`.

use std::ops::{ControlFlow, Range};

use anyhow::anyhow;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;
use smart_default::SmartDefault;
use tilewright_grid::{Seed, Size};
use tilewright_match3::{Goal, NamedQuota, Preset, Quota, Ruleset, SkilledBot};
use tilewright_match3_design::{
    Calibration, MeanSwaps, Method, ModelError, RequestError, fit_levels, play_levels,
};

use super::super::judge::{self, bot_for};
use super::super::refused;
use super::super::rules::{goal, kinds};
use super::answer::CalibrateAnswer;
use super::plays::of_plays;
use crate::items::Items;
use crate::{
    Answer, BoundedInteger, Event, Hint, Host, HostWatch, NamedOutput, Output, Refusal,
    Refuse as _, ResumeSupport, Task, TextValue, Verdict,
};

/// Fit a model that predicts how many swaps levels take, without playing them; or one of people, to a log of what they
/// played, that predicts how often they pass.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, SmartDefault)]
#[serde(default)]
pub struct CalibrateRequest {
    /// Rows of the levels.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(9))]
    pub rows: BoundedInteger<1, 64>,
    /// Columns of the levels.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(9))]
    pub columns: BoundedInteger<1, 64>,
    /// Colours of blocks.
    #[schemars(extend("x-value" = "N"))]
    #[default(BoundedInteger::of(5))]
    pub colors: BoundedInteger<2, 64>,
    /// Rules of the levels: classic, lab, candy, royal or blast; default: classic.
    #[schemars(extend("x-value" = "RULES"))]
    pub rules: Option<TextValue<Preset>>,
    /// Kinds of special cells of the levels; default: obstacles and all blockers, covers and grounds of
    /// the rules with each number of layers.
    #[schemars(extend("x-value" = "KIND,…", "x-list" = ","))]
    pub kinds: Vec<TextValue<NamedQuota>>,
    /// Goal of the levels, such as collect:30; repeat it for several.
    #[schemars(extend("x-value" = "GOAL"))]
    pub goal: Vec<TextValue<Goal>>,
    /// Give each level one to three of the goals, each of half to twice its amount, instead of all of
    /// them: the model is for any mixture of such goals.
    pub mixed: bool,
    /// Bot that plays; greedy:0.7 makes 30 % of its swaps at random. Default: article if the goal is of blocks
    /// of one colour, else greedy.
    #[schemars(extend("x-value" = "BOT", "x-names" = judge::bots()))]
    pub bot: Option<TextValue<SkilledBot>>,
    /// Levels to play, half of them random and half composed of zones as by a designer; a quarter is held out to measure
    /// the quality of the model.
    #[schemars(extend("x-value" = "N"))]
    // Levels fit the slopes; chosen, as the R² of the answer shows what others give.
    #[default(BoundedInteger::of(1000))]
    pub levels: BoundedInteger<32, 100_000>,
    /// Games to play of each level; default: 400, with `plays` 200 of each of seven judges.
    #[schemars(extend("x-value" = "N"))]
    pub games: Option<BoundedInteger<8, 100_000>>,
    /// Features of the model; default: field.
    #[schemars(extend("x-value" = "METHOD"))]
    pub method: Option<Method>,
    /// Fit a model of people to a log instead, for `for` of other commands: a CSV table with a line for each attempt and the
    /// columns `level`, `outcome` (won, lost or left), and if there are some `player`, `cohort`, `attempt`, `moves_used`,
    /// `extra_moves`, `boosters`, `goal_left`; or with `level`, `attempts`, `passes`. Levels are files beside it, or the names or
    /// hashes of their levels.
    #[schemars(extend("x-value" = "FILE"))]
    pub plays: Option<String>,
    /// Random seed: the same seed gives the same bytes; chosen and printed if absent.
    #[schemars(with = "Option<u64>")]
    pub seed: Option<Seed>,
}

impl Task for CalibrateRequest {
    const NAME: &'static str = "match3/calibrate";
    const OUTPUTS: &'static [Output] = &[
        Output::File(NamedOutput {
            name: "output",
            what: "models",
            endings: &["json"],
            help: "Write the model here.",
        }),
        Output::Picture(
            "Draw the predicted against the played swaps of the held-out levels here: .svg or .png.",
        ),
    ];
    const KEEPING: ResumeSupport = ResumeSupport::Parts;
    const GROWS_BY: &'static [&'static str] = &["levels", "method"];

    fn check(&self) -> Result<(), Refusal> {
        if self.plays.is_some() {
            let [asked, usual] = [self, &Self::default()].map(serde_json::to_value);
            let (asked, usual) = (asked?, usual?);
            let other = OF_BOTS.into_iter().find(|key| asked[key] != usual[key]);
            return other.map_or(Ok(()), |key| Err(alone(key)));
        }

        let goal = goal(&self.goal).ok_or_else(|| anyhow!("a model needs a goal"));
        let goal = goal.hint("add {goal=collect:30}")?;

        let (asked, colors) = (goal.colors(), self.colors.get());
        if asked > colors {
            return Err(anyhow!(
                "the goal {goal} needs {asked} colours, but `colors` is {colors}"
            ))
            .hint("raise {colors}");
        }

        if self.mixed && self.goal.len() < 2 {
            return Err(anyhow!("`mixed` is of several goals")).hint(
                "add {goal=collect:30} and {goal=score:2000}, or leave {mixed} out",
            );
        }

        let wanted = self.wanted()?;
        let is_classic = self.rules.is_none_or(|rules| rules.0 == Preset::Classic);
        if !is_classic && wanted.method != Method::Field {
            let error = anyhow!(
                "the method {} knows the rules `classic` only",
                wanted.method.name()
            );
            return Err(error).hint("use {method=field}, or leave {rules} out");
        }

        Ok(())
    }

    fn seed(&mut self) -> Option<&mut Option<Seed>> {
        Some(&mut self.seed)
    }

    fn check_outputs(&self, asked: &[&str]) -> Result<(), Refusal> {
        if self.plays.is_some() && asked.contains(&"picture") {
            return Err(alone("picture"));
        }
        Ok(())
    }

    fn check_divided(&self) -> Result<(), Refusal> {
        match self.plays {
            None => Ok(()),
            Some(_) => {
                Err(anyhow!("a calibration from recorded games cannot be divided").into())
            }
        }
    }

    fn run(&self, host: &dyn Host) -> Result<Box<dyn Answer>, Refusal> {
        let Some(table) = &self.plays else {
            return Ok(Box::new(self.of_bot(host)?));
        };
        if host.extension("checkpoint").is_some() {
            return Err(alone("checkpoint"));
        }
        let games = self.games.map_or(JUDGED, BoundedInteger::get);
        let seed = self.seed.unwrap_or(Seed(0));
        Ok(Box::new(of_plays(host, table, (games, seed))?))
    }
}

/// The games of each level: 400 know a mean of swaps within 1.7 %.
const PLAYED: u32 = 400;
/// The games of each judge: 200 know a win rate to 7 percentage points, and seven judges together their mean to 3.
const JUDGED: u32 = 200;

/// The keys that contradict `plays`.
const OF_BOTS: [&str; 10] = [
    "rows", "columns", "colors", "rules", "kinds", "goal", "mixed", "bot", "levels",
    "method",
];

/// The refusal of a key that contradicts `plays`.
fn alone(key: &str) -> Refusal {
    let error = anyhow!(
        "`{key}` contradicts `plays`: the recorded games have their own levels and players"
    );
    let hint = Hint(format!("leave out {{{key}}} or {{plays}}"));
    Refusal { error, hint: Some(hint), key: None }
}

impl CalibrateRequest {
    fn wanted(&self) -> Result<Calibration, Refusal> {
        let rules = self.rules.map_or(Preset::Classic, |rules| rules.0);
        let goal = goal(&self.goal).ok_or_else(|| Refusal::missing("goal"))?;
        let mut wanted = Calibration {
            size: Size::new(self.rows.get(), self.columns.get()),
            colors: self.colors.get(),
            rules: Ruleset::preset(rules),
            kinds: Vec::new(),
            bot: bot_for(self.bot, None, &goal),
            goal,
            is_mixed: self.mixed,
            levels: self.levels.get(),
            games: self.games.map_or(PLAYED, BoundedInteger::get),
            method: self.method.unwrap_or(Method::Field),
        };

        let board = wanted.board()?;
        let kind = |quota: Quota| {
            if quota.min > 0 || quota.max < u32::MAX {
                return Err(anyhow!("`kinds` of a calibration have no numbers"))
                    .hint("name the kinds alone in {kinds}");
            }
            Ok(quota.kind)
        };

        let named = kinds(&self.kinds, &board)?.into_iter();
        wanted.kinds = named.map(kind).collect::<Result<_, Refusal>>()?;
        Ok(wanted)
    }

    /// The model of the games of a bot; none if it was stopped too early.
    fn of_bot(&self, host: &dyn Host) -> Result<CalibrateAnswer, Refusal> {
        let (wanted, seed) = (self.wanted()?, self.seed.unwrap_or(Seed(0)));
        let levels = u64::from(wanted.levels);
        let mut items = Items::open(host, 0, levels, |_, played| is_possible(*played))?;

        let steps = Some(levels);
        host.tell(Event::Begun { doing: "playing levels", steps });
        for range in items.missing() {
            if play(&wanted, seed, range, &mut items, host)?.is_break() {
                break;
            }
        }
        host.tell(Event::Ended);

        host.tell(Event::Begun { doing: "fitting", steps: None });
        let mut played = vec![None; wanted.levels as usize];
        for (level, found) in items.of(0..levels) {
            played[level as usize] = *found;
        }

        let fitted = fit_levels(&wanted, &played, seed);
        host.tell(Event::Ended);
        // With levels left to play, too few of them are no error yet.
        let fitted = match fitted {
            Err(_) if !items.is_whole() => None,
            fitted => Some(fitted.hint(FEW)?),
        };
        let (model, held) = fitted.unzip();
        let held = held.unwrap_or_default();
        let verdict = if items.is_whole() { Verdict::Done } else { Verdict::Stopped };
        let known = items.of(0..levels).count() as u64;

        Ok(CalibrateAnswer { model, held, known, levels, verdict })
    }
}

/// The hint for too few levels.
const FEW: &str = "raise {levels}, or choose a goal that more levels can reach";

/// Whether a kept result can be that of games.
fn is_possible(played: Option<MeanSwaps>) -> bool {
    played.is_none_or(|MeanSwaps { mean, error }| {
        (0.1..=1e6).contains(&mean) && (0.0..=1e6).contains(&error)
    })
}

/// Plays a range of the levels, and keeps their results.
fn play(
    wanted: &Calibration,
    seed: Seed,
    range: Range<u64>,
    items: &mut Items<'_, Option<MeanSwaps>>,
    host: &dyn Host,
) -> Result<ControlFlow<()>, Refusal> {
    let mut next = range.start;
    let mut flow = Ok(ControlFlow::Continue(()));

    let keep = |played: &[Option<MeanSwaps>]| {
        flow = items.add(next, played.iter().copied());
        next += played.len() as u64;
        if let Ok(flow) = flow { flow } else { ControlFlow::Break(()) }
    };

    let levels = range.start as u32..range.end as u32;
    let played = play_levels(wanted, levels, seed, &HostWatch(host), keep);
    played.map_err(|error| match error {
        ModelError::Request(error) => refused(without_numbers(error)),
        error => error.into(),
    })?;

    let is_stopped = next < range.end;
    Ok(if is_stopped { ControlFlow::Break(()) } else { flow? })
}

/// The same error, whose kinds have no numbers: those of a calibration have none.
fn without_numbers(mut error: RequestError) -> RequestError {
    if let RequestError::Lacking(lacking) = &mut error {
        for kind in &mut lacking.kinds {
            kind.truncate(kind.find(':').unwrap_or(kind.len()));
        }
    }
    error
}
