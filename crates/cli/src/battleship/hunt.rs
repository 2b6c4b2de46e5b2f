//! `tilewright battleship hunt`: hunters and placers in, shots out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::Serialize;
use tilewright_battleship::{
    Battle, FleetError, Placer, Player, Rules, Statistics, chart, hunt_while,
};
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;

use super::placers::{EXACT, placers};
use super::{Terms, check_outputs, refused, tell_of_samples, undecided};
use crate::arguments::Hunt;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

/// How many games are played at a time: no more than so many are lost to Ctrl-C.
const BATCH: u32 = 256;

pub(crate) fn run(arguments: &Hunt, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    let outputs = [arguments.record.as_deref(), arguments.picture.as_deref()];
    check_outputs(outputs, context)?;
    let is_piped = files::is_dash(arguments.record.as_deref());
    if is_piped && context.json {
        return Err(anyhow!("the game and the answer of --json both go to stdout"))
            .hint("--record FILE writes the game to a file");
    }
    if let Some(path) = &arguments.replay {
        return replay(path, arguments, format, context);
    }
    check_game(arguments, format, context)?;
    let (rules, placers) =
        match placers(&arguments.field, &arguments.fleets, arguments.memory, context)? {
            Ok(found) => found,
            Err(verdict) => return Ok(verdict),
        };
    tell_of_samples(&arguments.hunter, &rules, context);
    let seed = context.seed();
    let pairs = arguments.hunter.len() * placers.len();
    let whole = pairs as u64 * u64::from(arguments.games);
    let progress = Progress::of(context, "playing", whole);
    let mut all = Vec::new();
    'matrix: for player in &arguments.hunter {
        let hunter = player.hunter(&rules);
        for (name, placer) in arguments.fleets.iter().zip(&placers) {
            let shots = games(&rules, &*hunter, placer, arguments.games, seed, &progress);
            let shots = match undecided(shots, EXACT, context)? {
                Ok(shots) => shots,
                Err(verdict) => return Ok(verdict),
            };
            if shots.is_empty() {
                break 'matrix;
            }
            let statistics = Statistics::of(&rules, &shots);
            let report = Report::new(&rules, *player, name, seed, statistics.clone());
            progress.aside(|| report.tell(is_piped, context))?;
            all.push(statistics);
        }
    }
    drop(progress);
    save(arguments, &rules, &placers, &all, format, seed, context)?;
    if context.is_cancelled() {
        context.say("interrupted: these are the games so far");
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Done)
}

/// Refuses to write or draw a game that is not played, and says which of several pairs plays
/// the one that is, or that none is.
fn check_game(
    arguments: &Hunt,
    format: Option<Format>,
    context: &Context,
) -> Result<(), Failure> {
    let Hunt { game, games, hunter, fleets, .. } = arguments;
    if arguments.record.is_none() && !format.is_some_and(Format::is_moving) {
        if *game > 0 {
            context.say("--game says nothing without --record or a moving --picture");
        }
        return Ok(());
    }
    if game >= games {
        let error = anyhow!("there is no game {game}: {games} are played, from 0");
        return Err(error).hint("play more --games");
    }
    if let ([first, ..], [fleet, ..]) = (&hunter[..], &fleets[..])
        && hunter.len() * fleets.len() > 1
    {
        context.say(&format!("game {game} is that of {} against {fleet}", first.told()));
    }
    Ok(())
}

/// Plays batch by batch, to the end or until Ctrl-C.
fn games(
    rules: &Rules,
    hunter: &dyn tilewright_battleship::Hunter,
    placer: &Placer,
    most: u32,
    seed: Seed,
    progress: &Progress<'_>,
) -> Result<Vec<u32>, FleetError> {
    let mut shots = Vec::new();
    for first in (0..most).step_by(BATCH as usize) {
        let games = first..most.min(first.saturating_add(BATCH));
        let goes_on = || progress.flow().is_continue();
        let batch = hunt_while(rules, hunter, placer, games, seed, &goes_on)?;
        let count = batch.len() as u64;
        shots.extend(batch);
        if progress.more(count).is_break() {
            break;
        }
    }
    Ok(shots)
}

fn save(
    arguments: &Hunt,
    rules: &Rules,
    placers: &[Placer],
    all: &[Statistics],
    format: Option<Format>,
    seed: Seed,
    context: &Context,
) -> Result<(), Failure> {
    let (Some(&hunter), Some(placer)) = (arguments.hunter.first(), placers.first())
    else {
        return Err(anyhow!("there is no hunter or no placer")).hint("name one");
    };
    let battle = || {
        let draws = seed.child(u64::from(arguments.game)).child(0);
        let fleet = placer.draw(rules, &mut draws.rng())?;
        Battle::record(rules, hunter, &fleet, arguments.game, seed)
    };
    if let Some(path) = &arguments.record {
        let battle = battle().map_err(refused)?;
        context.save(path, battle.to_json().as_bytes())?;
    }
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        let drawn = if format.is_moving() {
            film(&battle().map_err(refused)?, format, context)?
        } else if all.len() == arguments.hunter.len() * arguments.fleets.len() {
            let [hunters, names] = [
                arguments.hunter.iter().map(|it| it.told()).collect::<Vec<_>>(),
                arguments.fleets.clone(),
            ];
            let picture = match all {
                [one] => one.picture(&format!("{} against {}", hunters[0], names[0])),
                _ => chart::matrix(&hunters, &names, all),
            };
            export(&picture, None, format)?
        } else {
            return Ok(());
        };
        files::write(path, &drawn, context.force)?;
    }
    Ok(())
}

fn film(battle: &Battle, format: Format, context: &Context) -> Result<Vec<u8>, Failure> {
    Progress::during(context, "drawing", || {
        if !format.is_moving() {
            return Ok(export(&battle.picture(u32::MAX)?, None, format)?);
        }
        let movie = battle.movie()?;
        let last = movie.frames.last().context("there is a start at least")?;
        Ok(export(&last.picture, Some(&movie), format)?)
    })
}

/// The JSON answer, `tilewright/hunt/1`, a line for every hunter and placer.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    #[serde(flatten)]
    terms: Terms<'a>,
    seed: Seed,
    hunter: Player,
    /// The name of the hunter's level, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    fleets: &'a str,
    #[serde(flatten)]
    statistics: Statistics,
}

impl<'a> Report<'a> {
    fn new(
        rules: &'a Rules,
        hunter: Player,
        fleets: &'a str,
        seed: Seed,
        statistics: Statistics,
    ) -> Self {
        Self {
            schema: "tilewright/hunt/1",
            terms: Terms::of(rules),
            seed,
            hunter,
            level: hunter.level(),
            fleets,
            statistics,
        }
    }

    /// To stdout, or to stderr where a game goes to stdout.
    fn tell(&self, is_piped: bool, context: &Context) -> Result<(), Failure> {
        if context.json {
            return context.print_json(self).map(drop);
        }
        let Statistics { games, mean, ci95, sd, least, median, most, .. } =
            &self.statistics;
        let who = format!("{} against {}", self.hunter.told(), self.fleets);
        let text = ci95.map_or_else(
            || format!("{who}: {mean} shots in one game"),
            |[low, high]| {
                format!(
                    "{who}: {mean:.2} shots on average of {games} games (95 %: {low:.2} to \
                     {high:.2}), deviation {sd:.2}, from {least} over {median} to {most}"
                )
            },
        );
        if is_piped {
            context.say(&text);
            return Ok(());
        }
        context.print(format!("{text}\n").as_bytes()).map(drop)
    }
}

/// Plays a written game again.
fn replay(
    path: &Path,
    arguments: &Hunt,
    format: Option<Format>,
    context: &Context,
) -> Result<Verdict, Failure> {
    let name = || path.display().to_string();
    let text = files::read_text(path).with_context(name);
    let text = text.hint("write a game with battleship hunt --record FILE")?;
    let battle = Battle::from_json(&text).with_context(name)?;
    let rules = battle.rules().with_context(name)?;
    let mut is_over = false;
    battle.replay(&rules, |sight, _| is_over = sight.is_over()).with_context(name)?;
    if let Some((path, format)) = arguments.picture.as_deref().zip(format) {
        files::write(path, &film(&battle, format, context)?, context.force)?;
    }
    if context.json {
        return context.print(battle.to_json().as_bytes());
    }
    let hits = battle.shots.iter().filter(|shot| shot.answer != "miss").count();
    let line = format!(
        "{}: game {} of seed {} by {}: {} shots, {hits} of them hits; all answers agree{}\n",
        name(),
        battle.game,
        battle.seed,
        battle.hunter,
        battle.shots.len(),
        if is_over { "" } else { "; ships are still afloat" },
    );
    context.print(line.as_bytes())?;
    if context.is_terminal {
        context.print(battle.picture(u32::MAX)?.to_text(context.color).as_bytes())?;
    }
    Ok(Verdict::Done)
}
