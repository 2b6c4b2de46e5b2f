//! `tilewright 2048 bench`: a player in, how strong and how fast it is out.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::anyhow;
use serde::Serialize;
use tilewright_2048::{Outcome, Statistics, Strategy, Table, chart, play, play_each};
use tilewright_draw::{Format, export};
use tilewright_grid::{Seed, Size};

use super::record::Record;
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
    let outputs = [&arguments.picture, &arguments.output];
    files::check_apart(outputs.into_iter().flatten().map(|path| &**path))?;
    if let Some(path) = &arguments.output {
        files::check_ending(path, "games", &["jsonl", "json"])?;
    }
    if let Some(path) = &arguments.picture {
        files::check_free(path, context.force)?;
    }
    let maker =
        Maker::new(arguments.player, &arguments.who, Some(arguments.size), context)?;
    context.heed_interrupt();
    let mut record = Record::open(arguments, &maker.words(arguments.size), context)?;
    let table =
        Table { size: arguments.size, fours: arguments.who.fours, seed: record.seed() };
    check_same(arguments, &table, &maker, &record, context)?;
    let (begun, before) = (Instant::now(), moves(&record.outcomes));
    play_games(arguments, &table, &maker, &mut record, context)?;
    let timing = Timing::of(moves(&record.outcomes) - before, begun);
    if context.is_cancelled() {
        context.say(&interrupted(arguments, record.outcomes.len()));
    }
    // A picture that was there already would stand in the way of --resume.
    let is_to_resume = context.is_cancelled()
        && record.next() < arguments.games()
        && arguments.output.as_deref().is_some_and(files::is_kept);
    if let Some((path, format)) =
        arguments.picture.as_deref().zip(format).filter(|_| !is_to_resume)
    {
        let player = arguments.player.to_string();
        let picture = chart::games(&record.outcomes, arguments.size, &player);
        files::write(path, &export(&picture, None, format)?, context.force)?;
    }
    let is_told = arguments.jsonl || files::is_dash(arguments.output.as_deref());
    if let Some(statistics) = Statistics::of(&record.outcomes, arguments.size)
        && !is_told
    {
        let (depth, seed) = (maker.plies(), record.seed());
        tell(&Report::new(arguments, depth, seed, statistics, timing), context)?;
    }
    Ok(if context.is_cancelled() { Verdict::Interrupted } else { Verdict::Done })
}

/// Writes what the games say.
fn tell(report: &Report, context: &Context) -> Result<Verdict, Failure> {
    if context.json {
        context.print_json(report)
    } else {
        context.print(report.to_text().as_bytes())
    }
}

/// All moves of games.
fn moves(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(|outcome| u64::from(outcome.moves)).sum()
}

/// What is said after Ctrl-C.
fn interrupted(arguments: &Bench, played: usize) -> String {
    let line =
        format!("interrupted: {played} of {} games were played", arguments.games());
    match arguments.output.as_deref().filter(|path| !files::is_dash(Some(path))) {
        Some(path) => format!("{line}; --resume continues from {}", path.display()),
        None => line,
    }
}

/// Refuses to continue the games of another player or with other settings: the shortest game is
/// played again. With a time for moves no game comes twice, so nothing is compared but the words
/// in the file.
fn check_same(
    arguments: &Bench,
    table: &Table,
    maker: &Maker<'_>,
    record: &Record<'_>,
    context: &Context,
) -> Result<(), Failure> {
    let games = record.outcomes.iter().zip(0..);
    let shortest = games.min_by_key(|(outcome, _)| outcome.moves);
    let timed = arguments.who.ms_per_move.is_some() && maker.plies().is_none();
    let Some((found, game)) = shortest.filter(|_| !timed) else { return Ok(()) };
    let moves = AtomicU64::new(0);
    let seat = || Stopping { player: maker.player(), context, moves: &moves };
    let again = play(table, seat, game..game + 1)?;
    if context.is_cancelled() || again == [*found] {
        return Ok(());
    }
    let path = arguments.output.as_deref().unwrap_or_else(|| Path::new(""));
    Err(anyhow!(
        "{}: game {game} has the score {}, with these settings it has {}",
        path.display(),
        found.score,
        again[0].score
    ))
    .hint("repeat the options of the first run, or name another file")
}

/// Plays the games that are left, with a bar when it takes long.
fn play_games(
    arguments: &Bench,
    table: &Table,
    maker: &Maker<'_>,
    record: &mut Record<'_>,
    context: &Context,
) -> Result<(), Failure> {
    let progress = Progress::of(context, "playing", u64::from(arguments.games()));
    let moves = AtomicU64::new(0);
    let said = || format!(", {} moves", moves.load(Ordering::Relaxed));
    let games = record.next()..arguments.games();
    let mut failure = None;
    let finished = |outcome| {
        // A game that Ctrl-C ended is none.
        if context.is_cancelled() {
            return ControlFlow::Break(());
        }
        if let Err(error) = record.push(outcome) {
            failure = Some(error);
            return ControlFlow::Break(());
        }
        progress.at(u64::from(record.next()))
    };
    let seat = || Stopping { player: maker.player(), context, moves: &moves };
    progress.beside(said, || play_each(table, seat, games, finished))?;
    failure.map_or(Ok(()), Err)
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
    /// None where all games were there already.
    moves_per_second: Option<f64>,
}

impl Timing {
    /// Of so many moves since then.
    fn of(moves: u64, begun: Instant) -> Self {
        let (seconds, threads) =
            (begun.elapsed().as_secs_f64(), rayon::current_num_threads());
        let moves_per_second = (moves > 0).then(|| moves as f64 / seconds);
        Self { seconds, threads, moves_per_second }
    }
}

impl Report {
    fn new(
        arguments: &Bench,
        depth: Option<u32>,
        seed: Seed,
        statistics: Statistics,
        timing: Timing,
    ) -> Self {
        let (Size { rows, columns }, who) = (arguments.size, &arguments.who);
        let named =
            |path: &Option<PathBuf>| path.as_ref().map(|it| it.display().to_string());
        Self {
            schema: "tilewright/bench2048/1",
            player: arguments.player,
            size: format!("{rows}x{columns}"),
            depth,
            ms_per_move: who.ms_per_move,
            dead_end: who.dead_end.filter(|loss| loss.is_finite()),
            network: named(&who.network),
            weights: named(&who.weights),
            fours: who.fours,
            seed: seed.0,
            statistics,
            timing,
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
        if let Some(speed) = moves_per_second {
            lines.push(format!("speed       {speed:.0} moves/s on {threads} threads"));
        }
        lines.join("\n") + "\n"
    }
}
