//! `tilewright 2048 train`: a shape in, a network that learned by playing out.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_2048::{BLOCK, Block, FILE_START, Learner, Network, Settings};
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;

use super::record::with_resume;
use super::who;
use crate::arguments::Train;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

/// After how many games progress is shown.
const STEP: u64 = BLOCK / 10;

/// Said where late boards were to be learned and there were none.
const NONE_LATE: &str =
    "nothing was learned: no game came to a 4096, a 2048, a 1024 and a 512";

pub(crate) fn run(arguments: &Train, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [&arguments.output, &arguments.picture, &arguments.checkpoint];
    files::check_apart(outputs.into_iter().flatten().map(|path| &**path))?;
    for path in outputs.into_iter().flatten() {
        check_other(arguments, path)?;
    }
    for path in outputs[..2].iter().copied().flatten() {
        files::check_free(path, context.force)?;
    }
    let mut learner = begin(arguments, context)?;
    let (begun, before) = (Instant::now(), learner.curve().moves());
    let kept = learn(arguments, &mut learner, context)?;
    let seconds = begun.elapsed().as_secs_f64();
    let is_done = learner.episodes() >= arguments.episodes;
    if let Some(path) = &arguments.checkpoint
        && kept != Some(learner.episodes())
    {
        Progress::during(context, "writing the checkpoint", || keep(&learner, path))?;
    }
    if is_done && learner.is_late() && learner.curve().blocks.is_empty() {
        return Err(anyhow!(NONE_LATE)).hint("train the network longer first");
    }
    let moves = learner.curve().moves() - before;
    let mut report = Report::new(&learner, moves as f64 / seconds, seconds);
    let is_kept = is_done || arguments.checkpoint.is_none();
    report.timing.writing_seconds = write(arguments, learner, format, is_kept, context)?;
    if files::is_dash(arguments.output.as_deref()) {
        context.say(report.to_text().trim_end());
    } else if context.json {
        context.print_json(&report)?;
    } else {
        context.print(report.to_text().as_bytes())?;
    }
    if is_done {
        return Ok(Verdict::Done);
    }
    context.say(&match (&arguments.checkpoint, &arguments.output) {
        (Some(_), _) => "interrupted: --resume goes on from the checkpoint".to_owned(),
        (None, Some(path)) => {
            format!("interrupted: what was learned so far is in {}", path.display())
        }
        (None, None) => {
            "interrupted: nothing was kept, since no file was named".to_owned()
        }
    });
    Ok(Verdict::Interrupted)
}

/// Writes the picture and the network, if they are to be kept; how many seconds the network took.
fn write(
    arguments: &Train,
    learner: Learner,
    format: Option<Format>,
    is_kept: bool,
    context: &Context,
) -> Result<Option<f64>, Failure> {
    if let Some((path, format)) =
        arguments.picture.as_deref().zip(format).filter(|_| is_kept)
    {
        let picture = learner.curve().picture();
        files::write(path, &export(&picture, None, format)?, context.force)?;
    }
    let Some(path) = arguments.output.as_deref().filter(|_| is_kept) else {
        return Ok(None);
    };
    let begun = Instant::now();
    let network = learner.into_network();
    let bytes = Progress::during(context, "writing the network", || {
        if arguments.exact { network.to_bytes() } else { network.to_rounded_bytes() }
    });
    context.save(path, &bytes?)?;
    Ok(Some(begun.elapsed().as_secs_f64()))
}

/// Refuses to write where the network to learn for is read.
fn check_other(arguments: &Train, path: &Path) -> Result<(), Failure> {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    let late = arguments.late.as_deref().and_then(place);
    if late.is_some() && late == place(path) {
        return Err(anyhow!("{} is the network to learn for", path.display()))
            .hint("give what is written a name of its own");
    }
    Ok(())
}

/// A new learner, or the one of the checkpoint.
fn begin(arguments: &Train, context: &Context) -> Result<Learner, Failure> {
    let before = arguments.late.as_deref().map(who::read).transpose()?.map(|read| read.0);
    let shape = before.as_ref().map_or(&arguments.network, Network::shape);
    let settings = |seed| Settings {
        shape: shape.clone(),
        rate: arguments.rate,
        optimism: arguments.optimism,
        lambda: arguments.lambda,
        restart: arguments.restart,
        halve: arguments.halve,
        fours: arguments.fours,
        seed,
    };
    let anew = || {
        context.heed_interrupt();
        match &before {
            Some(network) => Learner::late(network, settings(context.seed())),
            None => Learner::new(settings(context.seed())),
        }
    };
    let Some(path) = &arguments.checkpoint else {
        return Ok(anew());
    };
    if !arguments.resume || !path.exists() {
        files::check_free(path, context.force)
            .map_err(|failure| with_resume(failure, path.exists()))?;
        return Ok(anew());
    }
    let name = || path.display().to_string();
    let hint = "begin anew without --resume, at another place";
    let bytes = files::read_announced(path, FILE_START, Learner::most_bytes);
    let bytes = bytes.with_context(name).hint(hint)?;
    let learner = Learner::resume(&bytes).with_context(name).hint(hint)?;
    drop(bytes);
    let seed = context.with_seed(learner.settings().seed).seed();
    learner
        .expect(&settings(seed), before.as_ref())
        .with_context(name)
        .hint("give the settings of the checkpoint, or name another")?;
    let (found, asked) = (learner.episodes(), arguments.episodes);
    if found > asked {
        return Err(anyhow!(
            "{}: the checkpoint has learned from {found} games, asked for are {asked}",
            path.display()
        ))
        .hint("ask for more --episodes, or begin anew at another place");
    }
    // Until here there was nothing to keep, and Ctrl-C ended the program.
    context.heed_interrupt();
    Ok(learner)
}

/// The share of the rate at which a network settles.
const SETTLED: f32 = 0.1;

/// Plays game after game, with a bar when it takes long. Yields after how many games the
/// checkpoint was last written.
fn learn(
    arguments: &Train,
    learner: &mut Learner,
    context: &Context,
) -> Result<Option<u64>, Failure> {
    let progress = Progress::of(context, "learning", arguments.episodes);
    let mut kept = None;
    let settling = arguments.episodes.saturating_sub(arguments.settle);
    while learner.episodes() < arguments.episodes && !context.is_cancelled() {
        let before = settling.saturating_sub(learner.episodes());
        learner.set_pace(if before > 0 { 1.0 } else { SETTLED });
        if arguments.together {
            // No further than to where something is due.
            let due = |step: u64| step - learner.episodes() % step;
            let whole = arguments.episodes - learner.episodes();
            let left = if before > 0 { before } else { whole };
            learner.play_together(due(STEP).min(due(arguments.every)).min(left));
        } else {
            learner.play();
        }
        let episodes = learner.episodes();
        if episodes.is_multiple_of(STEP) {
            let average = learner.curve().blocks.last().map_or(0.0, Block::average);
            let flow = progress.say(format!(", {average:.0} on average"));
            if flow.is_break() || progress.at(episodes).is_break() {
                break;
            }
        }
        if let Some(path) = &arguments.checkpoint
            && episodes.is_multiple_of(arguments.every)
            && episodes < arguments.episodes
        {
            keep(learner, path)?;
            kept = Some(episodes);
        }
    }
    Ok(kept)
}

/// Writes the checkpoint whole or not at all.
fn keep(learner: &Learner, path: &Path) -> Result<(), Failure> {
    files::write(path, &learner.checkpoint()?, true)
}

/// The JSON answer, `tilewright/train2048/1`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    network: String,
    /// Whether only late boards were learned.
    late: bool,
    episodes: u64,
    seed: u64,
    fours: f64,
    curve: Vec<Point>,
    timing: Timing,
}

/// What up to a thousand games were like, or late boards, where those are learned.
#[derive(Serialize)]
struct Point {
    episodes: u64,
    average: f64,
    tiles: std::collections::BTreeMap<u32, f64>,
}

#[derive(Serialize)]
struct Timing {
    /// Learning.
    seconds: f64,
    /// Of these seconds.
    moves_per_second: f64,
    /// Rounding, compressing and writing the network, if it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    writing_seconds: Option<f64>,
}

impl Report {
    fn new(learner: &Learner, moves_per_second: f64, seconds: f64) -> Self {
        let Settings { shape, fours, seed: Seed(seed), .. } = learner.settings();
        let mut episodes = 0;
        let point = |block: &Block| {
            episodes += block.games;
            let tiles = [2048, 4096, 8192, 16_384, 32_768];
            let tiles = tiles.into_iter().map(|tile| (tile, block.share(tile))).collect();
            Point { episodes, average: block.average(), tiles }
        };
        Self {
            schema: "tilewright/train2048/1",
            network: shape.to_string(),
            late: learner.is_late(),
            episodes: learner.episodes(),
            seed: *seed,
            fours: *fours,
            curve: learner.curve().blocks.iter().map(point).collect(),
            timing: Timing { seconds, moves_per_second, writing_seconds: None },
        }
    }

    fn to_text(&self) -> String {
        let Self { network, late, episodes, seed, curve, timing, .. } = self;
        let boards = curve.last().map_or(0, |point| point.episodes);
        let (boards, tiles): (_, &[u32]) = if *late {
            (format!(", {boards} late boards"), &[32_768])
        } else {
            (String::new(), &[2048, 4096, 8192, 16_384])
        };
        let mut lines = vec![format!(
            "network {network}: {episodes} games of seed {seed} learned{boards}"
        )];
        let step = curve.len().div_ceil(10).max(1);
        for (index, point) in curve.iter().enumerate() {
            if (index + 1) % step != 0 && index + 1 != curve.len() {
                continue;
            }
            let shares = tiles
                .iter()
                .map(|tile| format!("{tile} {:.1} %", 100.0 * point.tiles[tile]));
            let (episodes, average) = (point.episodes, point.average);
            let shares = shares.collect::<Vec<_>>().join(", ");
            lines.push(format!("{episodes:>10}  average {average:>7.0}, {shares}"));
        }
        let writing = timing.writing_seconds.map_or_else(String::new, |seconds| {
            format!("; the network was written in {seconds:.1} s")
        });
        lines
            .push(format!("speed       {:.0} moves/s{writing}", timing.moves_per_second));
        lines.join("\n") + "\n"
    }
}
