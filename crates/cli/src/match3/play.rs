//! `tilewright match3 play`: a level in, what its games are like out.

use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;
use tilewright_match3::{
    Chance, Feasibility, Goal, Level, Outcome, Player, Replay, Rules, Statistics,
    play_until, unreachable,
};

use super::replay::{film, replay};
use super::wish::set_rules;
use super::{cure, read_template};
use crate::arguments::{Moves, Play, Precision};
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Play, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [&arguments.record, &arguments.output, &arguments.picture];
    for path in outputs.into_iter().flatten() {
        files::check_free(path, context.force)?;
    }
    for path in [&arguments.record, &arguments.output].into_iter().flatten() {
        files::check_ending(path, "games and levels", &["json"])?;
    }
    if arguments.replay.is_some() {
        return replay(arguments, format, context);
    }
    let mut level = level(arguments)?;
    let rules = rules(&level)?;
    context.heed_interrupt();
    let seed = context.seed();
    let most = limit(arguments, &level);
    // The game that is written down does not wait for the others.
    let replay = record(arguments, &rules, seed, context)?;
    let outcomes = outcomes(arguments, &rules, most, seed, context);
    let statistics = Statistics::of(&outcomes, most);
    let found = found(arguments, &statistics);
    if let Some(chance) = found {
        level.moves = Some(chance.moves);
    }
    if outcomes.is_empty() {
        context.say("interrupted: no game was played to its end");
        return Ok(Verdict::Interrupted);
    }
    if let Some(path) = &arguments.output {
        files::write(path, level.to_json().as_bytes(), context.force)?;
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = Progress::during(context, "drawing", || match &replay {
            Some(replay) if format.is_moving() => film(replay, format),
            _ => Ok(export(&statistics.picture(None, level.moves), None, format)?),
        });
        let drawn = drawn.with_context(|| format!("cannot draw {}", path.display()))?;
        files::write(path, &drawn, context.force)?;
    }
    let report = Report::new(arguments, &level, &rules, seed, &statistics, found);
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(report.to_text(arguments.win_rate).as_bytes())?;
    }
    Ok(verdict(arguments, &report, context))
}

/// The level with the rules of the arguments.
fn level(arguments: &Play) -> Result<Level, Failure> {
    let path = arguments.level.as_deref().expect("clap asks for it");
    let mut template = read_template(path)?;
    let moves = match arguments.moves {
        Some(Moves::Limit(moves)) => Some(moves),
        Some(Moves::Auto) => {
            template.moves = None;
            None
        }
        None => None,
    };
    set_rules(&mut template, &arguments.goal, arguments.colors, moves)?;
    template.to_level().map_err(|error| {
        let error = anyhow::Error::new(error).context(path.display().to_string());
        let hint = cure(&error).map(str::to_owned);
        Failure::Error { error, hint }
    })
}

/// The rules, where the goal can be reached.
pub(super) fn rules(level: &Level) -> Result<Rules, Failure> {
    let goal = level.goal.as_ref().context("the level has no goal");
    let rules = Rules::new(level, goal.hint("say it with --goal, such as collect:30")?);
    if let Some(why) = unreachable(&rules) {
        return Err(anyhow!("the goal {} cannot be reached: {why}", rules.goal()))
            .hint("change the goal, or the cells that it needs");
    }
    Ok(rules)
}

/// After how many swaps a game ends.
fn limit(arguments: &Play, level: &Level) -> u32 {
    level.moves.unwrap_or(arguments.max_swaps).min(arguments.max_swaps)
}

/// Plays, with a bar when it takes long.
fn outcomes(
    arguments: &Play,
    rules: &Rules,
    most: u32,
    seed: Seed,
    context: &Context,
) -> Vec<Outcome> {
    let games = arguments.games.unwrap_or(if arguments.until.is_some() {
        1_000_000
    } else {
        2000
    });
    let progress = Progress::of(context, "playing", u64::from(games));
    let mut next = 256;
    let watch = |outcomes: &[Outcome]| {
        progress.at(outcomes.len() as u64)?;
        // Looked at again whenever there is a quarter more.
        let is_due = outcomes.len() >= next;
        if is_due {
            next = outcomes.len() + outcomes.len() / 4;
        }
        let is_known = |precision| is_known(outcomes, most, rules, precision);
        if is_due && arguments.until.is_some_and(is_known) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    };
    progress.beating(|| {
        play_until(rules, &arguments.bot, most, games, seed, &progress, watch)
    })
}

/// Whether what is asked for is known within so much: the win rate where there is a limit,
/// else the mean swaps.
fn is_known(
    outcomes: &[Outcome],
    most: u32,
    rules: &Rules,
    precision: Precision,
) -> bool {
    let statistics = Statistics::of(outcomes, most);
    let width = if rules.level().moves.is_some() {
        let [low, high] = statistics.win_rate_ci95;
        (high - low) / 2.0
    } else {
        statistics.uncertainty()
    };
    width <= precision.0
}

/// The move limit that was asked for.
fn found(arguments: &Play, statistics: &Statistics) -> Option<Chance> {
    let is_auto = arguments.moves == Some(Moves::Auto);
    is_auto.then(|| statistics.moves_closest_to(arguments.win_rate)).flatten()
}

/// The game that is to be written down or shown in motion, written where that is asked for.
fn record(
    arguments: &Play,
    rules: &Rules,
    seed: Seed,
    context: &Context,
) -> Result<Option<Replay>, Failure> {
    let picture = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if arguments.record.is_none() && !picture.is_some_and(Format::is_moving) {
        return Ok(None);
    }
    let progress = Progress::open(context);
    let _ = progress.say("recording the game");
    let most = limit(arguments, rules.level());
    let (bot, game) = (arguments.bot, arguments.game);
    let (replay, _) = progress
        .beating(|| Replay::record_while(rules, bot, most, game, seed, &progress));
    if let Some(path) = &arguments.record {
        files::write(path, replay.to_json().as_bytes(), context.force)?;
    }
    Ok(Some(replay))
}

/// The JSON answer, `tilewright/play/1`.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: String,
    seed: u64,
    bot: Player,
    goal: &'a Goal,
    colors: u32,
    /// The move limit of the level, or the one that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    max_swaps: u32,
    feasible: bool,
    #[serde(flatten)]
    statistics: Statistics,
}

impl<'a> Report<'a> {
    fn new(
        arguments: &Play,
        level: &Level,
        rules: &'a Rules,
        seed: Seed,
        statistics: &Statistics,
        found: Option<Chance>,
    ) -> Self {
        let mut statistics = statistics.clone();
        if let Some(chance) = found {
            statistics.limit = chance.moves;
            (statistics.win_rate, statistics.win_rate_ci95) =
                (chance.win_rate, chance.ci95);
        }
        Self {
            schema: "tilewright/play/1",
            file: arguments
                .level
                .as_deref()
                .expect("clap asks for it")
                .display()
                .to_string(),
            seed: seed.0,
            bot: arguments.bot,
            goal: rules.goal(),
            colors: level.colors(),
            moves: level.moves,
            max_swaps: arguments.max_swaps,
            feasible: Feasibility::of(level).is_feasible(),
            statistics,
        }
    }

    fn to_text(&self, wanted: f64) -> String {
        let Statistics { games, finished, limit, win_rate, win_rate_ci95, .. } =
            self.statistics;
        let mut lines = vec![format!(
            "{}: {}, {} colours, {games} games of the bot {}, seed {}",
            self.file, self.goal, self.colors, self.bot, self.seed
        )];
        let [low, high] = win_rate_ci95.map(|end| 100.0 * end);
        lines.push(format!(
            "win rate    {:.1} % within {limit} swaps (95 %: {low:.1} to {high:.1} %)",
            100.0 * win_rate
        ));
        lines.extend(self.swaps_text());
        lines.extend(self.moves_text(wanted));
        let Statistics { reshuffles, cascades, score, .. } = &self.statistics;
        lines.push(format!(
            "a game      {:.2} reshuffles, {:.1} cascades, {:.0} points",
            reshuffles.mean, cascades.mean, score.mean
        ));
        if self.statistics.stuck > 0 {
            let stuck = self.statistics.stuck;
            lines
                .push(format!("stuck       {stuck} games came to a board without swaps"));
        }
        if finished == 0 {
            lines.push(format!("no game reached the goal within {limit} swaps"));
        }
        lines.join("\n") + "\n"
    }

    /// The swaps of the games that reached the goal.
    fn swaps_text(&self) -> Option<String> {
        let statistics = &self.statistics;
        let mean = statistics.mean_swaps?;
        let quantiles = statistics.quantiles?;
        let sure = statistics.ci95.map_or_else(String::new, |[low, high]| {
            format!(" (95 %: {low:.2} to {high:.2})")
        });
        Some(format!(
            "swaps       {mean:.2} on average{sure}, deviation {:.2}\n\
             quantiles   {} to {}; 5 % {}, 25 % {}, 50 % {}, 75 % {}, 95 % {}\n\
             best 5 %    {:.2} on average",
            statistics.sd_swaps?,
            quantiles.min,
            quantiles.max,
            quantiles.p5,
            quantiles.p25,
            quantiles.p50,
            quantiles.p75,
            quantiles.p95,
            statistics.best_5_percent?
        ))
    }

    /// The move limits for some win rates.
    fn moves_text(&self, wanted: f64) -> Option<String> {
        let mut rates = vec![0.25, 0.5, 0.75, 0.9];
        if !rates.contains(&wanted) {
            rates.push(wanted);
        }
        rates.sort_by(f64::total_cmp);
        let limit = |rate: &f64| {
            let chance = self.statistics.moves_for(*rate)?;
            Some(format!("{} for {:.0} %", chance.moves, 100.0 * rate))
        };
        let limits: Vec<_> = rates.iter().filter_map(limit).collect();
        (!limits.is_empty()).then(|| format!("moves       {}", limits.join(", ")))
    }
}

fn verdict(arguments: &Play, report: &Report<'_>, context: &Context) -> Verdict {
    if !report.feasible {
        context.say(
            "warning: some cells of the level are never refilled; see match3 analyze",
        );
    }
    if context.is_cancelled() {
        let games = report.statistics.games;
        context.say(&format!("interrupted: this is what the {games} games so far say"));
        return Verdict::Interrupted;
    }
    if arguments.moves == Some(Moves::Auto) && report.moves.is_none() {
        context.say("no move limit was found: no game reached the goal");
        return Verdict::No;
    }
    Verdict::Done
}
