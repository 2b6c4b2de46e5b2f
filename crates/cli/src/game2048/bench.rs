//! `tilewright 2048 bench`: a player in, how strong and how fast it is out.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use serde::Serialize;
use tilewright_2048::{Outcome, Statistics, Strategy, Table, chart, play};
use tilewright_draw::{Format, export};
use tilewright_grid::{Seed, Size};

use super::who::{Maker, Stopping};
use crate::arguments::Bench;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

pub(crate) fn run(arguments: &Bench, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    if format.is_some_and(Format::is_moving) {
        return Err(anyhow!("what many games say does not move")).hint(
            "name a .svg or .png; 2048 play --auto --picture shows a game in motion",
        );
    }
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let maker = Maker::new(arguments.player, &arguments.who, Some(arguments.size))?;
    context.heed_interrupt();
    let seed = context.seed();
    let table = Table { size: arguments.size, fours: arguments.who.fours, seed };
    let begun = Instant::now();
    let outcomes = outcomes(arguments, &table, &maker, context)?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut verdict = Verdict::Done;
    if context.is_cancelled() {
        let (played, wanted) = (outcomes.len(), arguments.games);
        context.say(&format!("interrupted: {played} of {wanted} games were played"));
        verdict = Verdict::Interrupted;
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let picture =
            chart::games(&outcomes, arguments.size, &arguments.player.to_string());
        files::write(path, &export(&picture, None, format)?, context.force)?;
    }
    if arguments.jsonl {
        for (game, outcome) in outcomes.iter().enumerate() {
            context.print_json(&Line::new(game, seed, outcome))?;
        }
        return Ok(verdict);
    }
    let Some(statistics) = Statistics::of(&outcomes, arguments.size) else {
        return Ok(Verdict::Interrupted);
    };
    let report = Report::new(arguments, seed, statistics, seconds);
    if context.json {
        context.print_json(&report)?;
    } else {
        context.print(report.to_text().as_bytes())?;
    }
    Ok(verdict)
}

/// Plays a few games for each thread at a time, with a bar when it takes long.
fn outcomes(
    arguments: &Bench,
    table: &Table,
    maker: &Maker<'_>,
    context: &Context,
) -> Result<Vec<Outcome>, Failure> {
    let progress = Progress::of(context, "playing", u64::from(arguments.games));
    let batch = 8 * rayon::current_num_threads() as u32;
    let mut outcomes = Vec::new();
    while (outcomes.len() as u32) < arguments.games {
        let played = outcomes.len() as u32;
        let games = played..arguments.games.min(played + batch);
        let seat = || Stopping { player: maker.player(), context };
        let batch = play(table, seat, games)?;
        if context.is_cancelled() {
            break;
        }
        outcomes.extend(batch);
        if progress.at(outcomes.len() as u64).is_break() {
            break;
        }
    }
    Ok(outcomes)
}

/// A game, as a line of JSON.
#[derive(Serialize)]
struct Line {
    game: usize,
    seed: u64,
    score: u64,
    moves: u32,
    largest: u32,
}

impl Line {
    const fn new(game: usize, seed: Seed, outcome: &Outcome) -> Self {
        let Outcome { score, moves, largest } = *outcome;
        Self { game, seed: seed.0, score, moves, largest }
    }
}

/// The JSON answer, `tilewright/bench2048/1`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    player: Strategy,
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms_per_move: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_end: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    fours: f64,
    seed: u64,
    #[serde(flatten)]
    statistics: Statistics,
    timing: Timing,
}

/// How fast it was; nothing else depends on the machine.
#[derive(Serialize)]
struct Timing {
    seconds: f64,
    threads: usize,
    moves_per_second: f64,
}

impl Report {
    fn new(arguments: &Bench, seed: Seed, statistics: Statistics, seconds: f64) -> Self {
        let moves = statistics.moves * f64::from(statistics.games);
        let (Size { rows, columns }, who) = (arguments.size, &arguments.who);
        let named =
            |path: &Option<PathBuf>| path.as_ref().map(|it| it.display().to_string());
        Self {
            schema: "tilewright/bench2048/1",
            player: arguments.player,
            size: format!("{rows}x{columns}"),
            depth: who.depth,
            ms_per_move: who.ms_per_move,
            dead_end: who.dead_end.filter(|loss| loss.is_finite()),
            network: named(&who.network),
            weights: named(&who.weights),
            fours: who.fours,
            seed: seed.0,
            statistics,
            timing: Timing {
                seconds,
                threads: rayon::current_num_threads(),
                moves_per_second: moves / seconds,
            },
        }
    }

    fn to_text(&self) -> String {
        let Statistics { games, average, ci95, median, max, quantiles, moves, .. } =
            &self.statistics;
        let sure = ci95.map_or_else(String::new, |[low, high]| {
            format!(" (95 %: {low:.0} to {high:.0})")
        });
        let mut lines = vec![
            format!(
                "{}: {games} games on {}, seed {}",
                self.player, self.size, self.seed
            ),
            format!(
                "score       {average:.0} on average{sure}, median {median}, most {max}"
            ),
            format!(
                "quantiles   5 % {}, 25 % {}, 50 % {}, 75 % {}, 95 % {}",
                quantiles[0], quantiles[1], quantiles[2], quantiles[3], quantiles[4]
            ),
        ];
        for (tile, share) in &self.statistics.tiles {
            let [low, high] = self.statistics.tiles_ci95[tile].map(|end| 100.0 * end);
            let share = 100.0 * share;
            lines
                .push(format!("{tile:<11} {share:.1} % (95 %: {low:.1} to {high:.1} %)"));
        }
        lines.push(format!("a game      {moves:.0} moves"));
        let Timing { moves_per_second, threads, .. } = self.timing;
        lines.push(format!(
            "speed       {moves_per_second:.0} moves/s on {threads} threads"
        ));
        lines.join("\n") + "\n"
    }
}
