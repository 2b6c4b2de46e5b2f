//! `tilewright 2048 tune`: a player in, weights by which it scores more out.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::anyhow;
use serde::Serialize;
use tilewright_2048::{
    ClassicWeights, ExpectimaxWeights, FOURS, Strategy, Table, Tuning, Weights, play,
};
use tilewright_draw::chart::{Lines, Series};
use tilewright_draw::{Format, export, theme};
use tilewright_evolve::{Event, Evolution};
use tilewright_grid::{Estimate, Seed, Size};

use super::checkpoint;
use super::who::{Stopping, weights};
use crate::arguments::Tune;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

/// What dead ends are worth to classic while it is tuned, unless told otherwise.
const DEAD_END: f64 = -1e8;

pub(crate) fn run(arguments: &Tune, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [&arguments.output, &arguments.picture, &arguments.checkpoint];
    files::check_apart(outputs.into_iter().flatten().map(|path| &**path))?;
    for path in outputs[..2].iter().copied().flatten() {
        files::check_free(path, context.force)?;
    }
    if let Some(path) = &arguments.output {
        files::check_ending(path, "weights", &["json"])?;
    }
    let first = first(arguments)?;
    context.heed_interrupt();
    let kept = checkpoint::read(arguments, context)?;
    let seed = kept.as_ref().map_or_else(|| context.seed(), |(seed, _)| *seed);
    let tuning = tuning(arguments, first, seed);
    let scheme = tuning.scheme(arguments.parents, arguments.children);
    let mut evolution = match kept {
        Some((_, bytes)) => {
            checkpoint::resume(arguments, tuning.clone(), scheme, &bytes)?
        }
        None => Evolution::new(tuning.clone(), scheme, seed.child(1))?,
    };
    search(arguments, &tuning, &mut evolution, seed, context)?;
    let Some(best) = evolution.best() else {
        context.say("interrupted: the first generation was not judged");
        return Ok(Verdict::Interrupted);
    };
    let weights = tuning.weights(&best.genome);
    let events = evolution.logbook().events();
    let report = Report::new(arguments, &tuning, &weights, seed, events, context)?;
    if context.is_cancelled() && arguments.checkpoint.is_some() {
        // Outputs that were there already would stand in the way of --resume.
        context.say("interrupted: --resume continues from the checkpoint");
        return Ok(Verdict::Interrupted);
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        files::write(path, &export(&chart(events), None, format)?, context.force)?;
    }
    let is_piped = files::is_dash(arguments.output.as_deref());
    if let Some(path) = &arguments.output {
        context.save(path, weights.to_json().as_bytes())?;
    }
    let Some(report) = report.filter(|_| !context.is_cancelled()) else {
        let compared = "the weights so far were not compared on fresh games";
        context.say(&format!("interrupted: {compared}"));
        if !is_piped {
            context.print(weights.to_json().as_bytes())?;
        }
        return Ok(Verdict::Interrupted);
    };
    if is_piped {
        context.say(report.to_text().trim_end());
    } else if context.json {
        context.print_json(&report)?;
    } else {
        context.print(report.to_text().as_bytes())?;
    }
    Ok(if report.is_better() { Verdict::Done } else { Verdict::No })
}

/// The weights that the search begins with.
fn first(arguments: &Tune) -> Result<Weights, Failure> {
    let usual = match arguments.player {
        Strategy::Classic => Weights::Classic(ClassicWeights::default()),
        Strategy::Expectimax => {
            Weights::Expectimax(ExpectimaxWeights::usual(arguments.depth))
        }
        other => {
            return Err(anyhow!("the player {other} has no weights to tune"))
                .hint("tune classic or expectimax; 2048 train teaches a network");
        }
    };
    let path = arguments.weights.as_deref();
    path.map_or(Ok(usual), |path| weights(path, arguments.player))
}

/// Games of the search come from child 0 of the seed, the search itself draws from child 1.
fn tuning(arguments: &Tune, first: Weights, seed: Seed) -> Tuning {
    Tuning {
        first,
        depth: arguments.depth,
        dead_end: arguments.dead_end.unwrap_or(DEAD_END),
        table: Table { size: Size::new(4, 4), fours: FOURS, seed: seed.child(0) },
        games: arguments.games,
    }
}

/// The scheme of the search.
pub(super) type Scheme =
    tilewright_evolve::PlusCrossed<tilewright_evolve::Blend, tilewright_evolve::Gaussian>;

/// The search under way.
pub(super) type Search = Evolution<Tuning, Scheme>;

/// Searches to the end or until Ctrl-C, candidate by candidate.
fn search(
    arguments: &Tune,
    tuning: &Tuning,
    evolution: &mut Search,
    seed: Seed,
    context: &Context,
) -> Result<(), Failure> {
    let progress = Progress::open(context);
    let (most, moves) = (arguments.generations, AtomicU64::new(0));
    let done = evolution.last_event().map_or(0, |event| event.generation + 1);
    for generation in done + 1..=most {
        let best = evolution.last_event().and_then(|event| event.best).unwrap_or(0.0);
        let mut told = Vec::new();
        for genome in evolution.ask()?.iter() {
            let weights = tuning.weights(genome);
            let player =
                || Stopping { player: tuning.player(&weights), context, moves: &moves };
            let said = || {
                let moves = moves.load(Ordering::Relaxed);
                format!(
                    "generation {generation} of {most}, best average {best:.0}, {moves} moves"
                )
            };
            let games = || play(&tuning.table, player, 0..tuning.games);
            told.push(Tuning::judged(&progress.beside(said, games)?));
            if context.is_cancelled() {
                return Ok(());
            }
        }
        evolution.tell(&told)?;
        if let Some(path) = &arguments.checkpoint {
            checkpoint::write(path, seed, evolution)?;
        }
    }
    Ok(())
}

/// The averages by generation.
fn chart(events: &[Event]) -> tilewright_draw::Picture {
    let series = |name: &str, color, value: fn(&Event) -> Option<f64>| Series {
        name: name.to_owned(),
        color,
        points: events
            .iter()
            .filter_map(|event| Some((event.generation as f64, value(event)?)))
            .collect(),
    };
    let chart = Lines {
        title: "Tuning: average score".to_owned(),
        x_label: "generation".to_owned(),
        y_label: "score".to_owned(),
        series: vec![
            series("best", theme::ACCENT, |event| event.best),
            series("median", theme::ORANGE, |event| event.median),
        ],
        ..Lines::default()
    };
    chart.picture()
}

/// The JSON answer, `tilewright/tune2048/1`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    #[serde(flatten)]
    weights: Weights,
    seed: Seed,
    games: u32,
    generations: u64,
    evaluations: u64,
    /// Average scores of the first weights and of the tuned ones on games that the search has
    /// not seen.
    fresh_games: u32,
    first: Estimate,
    tuned: Estimate,
    /// The mean gain from game to game of the same number.
    gain: Estimate,
}

impl Report {
    /// Plays games that the search has not seen, from child 2 of the seed; none after Ctrl-C.
    fn new(
        arguments: &Tune,
        tuning: &Tuning,
        weights: &Weights,
        seed: Seed,
        events: &[Event],
        context: &Context,
    ) -> Result<Option<Self>, Failure> {
        let table = Table { seed: seed.child(2), ..tuning.table };
        let (progress, moves) = (Progress::open(context), AtomicU64::new(0));
        let games = |weights| {
            let player =
                || Stopping { player: tuning.player(weights), context, moves: &moves };
            let said = || {
                format!(
                    "comparing on fresh games: {} moves",
                    moves.load(Ordering::Relaxed)
                )
            };
            progress.beside(said, || play(&table, player, 0..arguments.check))
        };
        let (first, tuned) = (games(&tuning.first)?, games(weights)?);
        if context.is_cancelled() {
            return Ok(None);
        }
        let pairs = first.iter().zip(&tuned);
        let gains = pairs.map(|(first, tuned)| tuned.score as f64 - first.score as f64);
        let last = events.last();
        Ok(Some(Self {
            schema: "tilewright/tune2048/1",
            weights: *weights,
            seed,
            games: arguments.games,
            generations: last.map_or(0, |event| event.generation + 1),
            evaluations: last.map_or(0, |event| event.evaluations),
            fresh_games: arguments.check,
            first: Tuning::average(&first),
            tuned: Tuning::average(&tuned),
            gain: Estimate::of_mean(gains),
        }))
    }

    /// Whether the games that the search had not seen say so surely.
    fn is_better(&self) -> bool {
        self.gain.ci95[0] > 0.0
    }

    fn verdict(&self) -> &'static str {
        if self.is_better() {
            "surely better"
        } else if self.gain.ci95[1] < 0.0 {
            "surely worse"
        } else {
            "not surely better"
        }
    }

    fn to_text(&self) -> String {
        let weights = self.weights.named();
        let weights = weights.iter().map(|(name, weight)| format!("{name} {weight:.4}"));
        let told = |estimate: &Estimate| {
            let [low, high] = estimate.ci95;
            format!("{:.0} on average (95 %: {low:.0} to {high:.0})", estimate.mean)
        };
        format!(
            "{}: {} weights tried on {} games in {} generations, seed {}\n\
             weights     {}\n\
             before      {}, of {} games that the search had not seen\n\
             after       {}\n\
             gain        {}: {}\n",
            self.weights.player(),
            self.evaluations,
            self.games,
            self.generations,
            self.seed,
            weights.collect::<Vec<_>>().join(", "),
            told(&self.first),
            self.fresh_games,
            told(&self.tuned),
            told(&self.gain),
            self.verdict(),
        )
    }
}
