//! The assessment of a level: its predicted swaps, and the explanation of its difficulty.

use serde_with::skip_serializing_none;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use serde::Serialize;
use tilewright_grid::{Estimate, Seed, Watch};
use tilewright_match3::{Goal, Kind, Level, SkilledBot, Template, comparisons};
use tilewright_match3_design::{
    Change, Cost, Explanation, Guide, Model, ModelError, Playtest, Prediction, Sample,
    explain,
};

use super::AnalyzeRequest;
use super::difficulty::BEYOND;
use super::judge::bot_for;
use super::percent::percent;
use crate::{Event, Host};

/// The number of costs in the text, whose effects are known from all games.
const SHOWN: usize = 8;

/// The predicted swaps of a level, and the explanation of its difficulty.
#[skip_serializing_none]
#[derive(Debug, Serialize)]
pub(super) struct Assessment {
    predicted: Option<Forecast>,
    /// The predicted swaps of other bots, where a built-in model knows such levels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<Forecast>,
    explanation: Option<Explanation>,
    /// Whether the games were stopped, so that fewer effects are known.
    #[serde(skip_serializing_if = "is_whole")]
    pub(super) stopped: bool,
    /// What a move is.
    #[serde(skip)]
    word: &'static str,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_whole(stopped: &bool) -> bool {
    !*stopped
}

/// A watch that reports the number of games to a host.
struct GameWatch<'a>(&'a dyn Host);

impl Watch for GameWatch<'_> {
    fn look(&self) -> ControlFlow<()> {
        self.0.look()
    }

    fn reach(&self, games: u64, _: u64) -> ControlFlow<()> {
        self.0.tell(Event::Status(&format!("{games} games")));
        self.0.look()
    }
}

/// The predicted swaps of a bot.
#[derive(Debug, Serialize)]
struct Forecast {
    swaps: f64,
    /// The 90 % interval.
    ci90: [f64; 2],
    /// The number of games that were played for it.
    games: u32,
    /// What the model predicts without games.
    model_alone: ModelForecast,
    bot: SkilledBot,
    goal: Goal,
    /// What a move is.
    #[serde(skip)]
    word: &'static str,
}

/// The prediction of a model without games.
#[derive(Debug, Serialize)]
struct ModelForecast {
    swaps: f64,
    ci90: [f64; 2],
}

impl Forecast {
    fn of(model: &Model, level: &Level, watch: &dyn Watch) -> Self {
        let alone = Prediction::of(model, level);
        let Prediction { swaps, low, high, games } =
            Prediction::played(model, level, watch);
        Self {
            swaps,
            ci90: [low, high],
            games,
            model_alone: ModelForecast {
                swaps: alone.swaps,
                ci90: [alone.low, alone.high],
            },
            bot: model.bot(),
            goal: model.asked(level).clone(),
            word: level.rules().move_word(),
        }
    }

    fn line(&self) -> String {
        let Self { swaps, ci90: [low, high], games, bot, goal, word, .. } = self;
        let games = match games {
            0 => "without games".to_owned(),
            1 => "with 1 game".to_owned(),
            games => format!("with {games} games"),
        };
        format!(
            "predicted for {goal} by {bot}: {swaps:.1} {word}s (90 %: {low:.1} to {high:.1}, {games})\n"
        )
    }
}

impl Assessment {
    /// The assessment by the named model if it fits, or by the built-in model for such levels; with an
    /// explanation by games if the request asks for one.
    ///
    /// # Errors
    /// When the named model is for other levels, or the level cannot have a kind that is asked for.
    pub(super) fn of(
        (level, bot): (&Level, Option<SkilledBot>),
        request: &AnalyzeRequest,
        named: Option<&Model>,
        host: &dyn Host,
    ) -> anyhow::Result<Self> {
        let goal = level.goal.as_ref();
        let goal = goal.map(|goal| (goal, bot_for(request.bot, bot, goal)));
        let guide = goal.map(|goal| guide(level, goal, named)).transpose()?;
        let model = guide.as_ref().and_then(Guide::model);
        let watch = || host.look();
        let predicted = model.map(|model| Forecast::of(model, level, &watch));

        // The predictions for other bots, as far as there are models of them.
        let others = goal.map_or_else(Vec::new, |(goal, bot)| {
            let models =
                comparisons(bot).filter_map(|it| Model::for_level(level, goal, it.bot));
            models.map(|model| Forecast::of(&model, level, &watch)).collect()
        });

        let word = level.rules().move_word();
        let mut assessment =
            Self { predicted, others, explanation: None, stopped: false, word };
        if !request.explain {
            return Ok(assessment);
        }

        let template = Template::from(level);
        let kinds = request.kinds.iter().map(|kind| Ok(kind.0.under(&template)?.kind));
        let kinds = kinds.collect::<anyhow::Result<Vec<Kind>>>()?;
        let games = request.games.get();
        let goal = goal.zip(guide.as_ref());
        let seed = request.seed.unwrap_or(Seed(0));
        let playtest =
            goal.map(|((goal, bot), guide)| Playtest { goal, guide, bot, games, seed });

        host.tell(Event::Begun { doing: "playing", steps: None });
        assessment.explanation =
            Some(explain(level, &kinds, playtest.as_ref(), &GameWatch(host)));
        host.tell(Event::Ended);
        assessment.stopped = host.look().is_break();
        Ok(assessment)
    }

    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        for predicted in self.predicted.iter().chain(&self.others) {
            text.push_str(&predicted.line());
        }
        if let Some(explanation) = &self.explanation {
            text.push_str(&lines(explanation, self.stopped, self.word));
        }
        if self.stopped {
            text.push_str("stopped: the results of the games so far\n");
        }
        if text.is_empty() { text } else { text + "\n" }
    }
}

fn guide(
    level: &Level,
    (goal, bot): (&Goal, SkilledBot),
    named: Option<&Model>,
) -> Result<Guide, ModelError> {
    let Some(model) = named else {
        return Ok(Guide::for_levels(level, goal, bot));
    };
    model.fits(level, goal)?;
    Ok(Guide::of(model.clone(), goal))
}

/// The explanation as lines; a move is called this.
fn lines(explanation: &Explanation, is_stopped: bool, moves: &str) -> String {
    let mut text = String::new();
    if let Some(played) = &explanation.played {
        let _ = writeln!(text, "played: {}", sample(played, moves));
    }

    if explanation.out_of_reach {
        return out_of_reach(explanation);
    }
    for cost in explanation.costs.iter().take(SHOWN) {
        text.push_str(&line(cost, "costs", moves));
    }
    let rest = explanation.costs.len().checked_sub(SHOWN).filter(|&rest| rest > 0);
    if let Some(rest) = rest {
        let _ = writeln!(text, "and {rest} other cells of lower cost");
    }

    // The first and the last: a cell more is felt most, and least.
    let additions = &explanation.additions;
    let known: Vec<&Cost> = additions.iter().filter(|it| !it.out_of_reach).collect();
    let ends = known.first().into_iter().chain(known.last().filter(|_| known.len() > 1));
    for cost in ends {
        text.push_str(&line(cost, "would cost", moves));
    }

    for (word, change) in
        [("easiest", &explanation.easiest), ("hardest", &explanation.hardest)]
    {
        let Some(change) = change else {
            // Changes that were not played may do so.
            if is_stopped {
                continue;
            }
            let word = if word == "easiest" { "easier" } else { "harder" };
            let _ = writeln!(text, "no single change makes it {word}");
            continue;
        };

        text.push_str(&described(word, change, moves));
    }

    text
}

/// The cells that keep the goal out of reach, as lines.
fn out_of_reach(explanation: &Explanation) -> String {
    let mut text = String::new();
    for Cost { cell, kind, .. } in explanation.costs.iter().filter(|it| !it.out_of_reach)
    {
        let _ = writeln!(
            text,
            "{cell}: without {kind} there the goal is not proved to be out of reach"
        );
    }
    if text.is_empty() {
        "no single change brings the goal into reach\n".to_owned()
    } else {
        text
    }
}

/// The mean swaps of games, and the win rate if there is a move limit.
fn sample(sample: &Sample, moves: &str) -> String {
    let Sample { games, swaps, win_rate } = sample;
    let Estimate { mean, ci95: [low, high] } = swaps;
    let won = win_rate.map_or_else(String::new, |rate| {
        format!(", {} % won within the moves", percent(rate))
    });
    let beyond = if win_rate.is_some() { BEYOND } else { "" };
    format!(
        "{mean:.2} {moves}s{beyond} (95 %: {low:.2} to {high:.2}, {games} games){won}"
    )
}

/// What a kind costs in its cell, or would cost there.
fn line(cost: &Cost, costs: &str, moves: &str) -> String {
    let Cost { cell, kind, .. } = cost;
    let mut parts = Vec::new();
    if let Some(potential) = cost.potential {
        parts.push(format!("{costs} {potential} of the potential"));
    }
    let verb = if parts.is_empty() { format!("{costs} ") } else { String::new() };
    match (cost.swaps, cost.ci95) {
        _ if cost.out_of_reach => {
            parts.push("the goal needs it".to_owned());
        }
        (Some(swaps), Some([low, high])) => {
            let error = (high - low) / 2.0;
            parts.push(format!("{verb}{swaps:+.2} ± {error:.2} {moves}s"));
        }
        (Some(swaps), None) => parts.push(format!("{verb}about {swaps:+.2} {moves}s")),
        (None, _) => {}
    }
    if let Some(Estimate { mean, ci95: [low, high] }) = cost.win_rate {
        let error = 50.0 * (high - low);
        parts.push(format!("{:+.1} ± {error:.1} points of win rate", 100.0 * mean));
    }

    let (row, column) = (cell.row + 1, cell.column + 1);
    let is_found = !parts.is_empty();
    let parts = if is_found { parts.join(", ") } else { "no prediction".to_owned() };
    format!("row {row:2}, column {column:2}: {kind:9} {parts}\n")
}

/// A change of one cell, and what it does.
fn described(word: &str, change: &Change, moves: &str) -> String {
    let Change { cell, from, to, .. } = change;
    let potential = change.potential.map(|potential| format!("potential {potential}"));
    let swaps =
        change.factor.map(|factor| format!("{:+.1} % {moves}s", 100.0 * (factor - 1.0)));
    let won = change.played.and_then(|played| played.win_rate);
    let won = won.map(|rate| format!("{} % won", percent(rate)));
    let effects = [potential, swaps, won].into_iter().flatten().collect::<Vec<_>>();
    format!("{word} single change: {cell}: {from} → {to}: {}\n", effects.join(", "))
}
