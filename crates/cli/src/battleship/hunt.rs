//! `tilewright battleship hunt`: hunters and placers in, shots out.

use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tilewright_battleship::{
    Battle, FleetError, Placer, Player, Rules, Statistics, chart, hunt_while,
};
use tilewright_draw::{Format, export};
use tilewright_grid::Seed;

use super::journal::Journal;
use super::placers::{EXACT, digest, placers};
use super::{Terms, check_outputs, refused, tell_of_samples, undecided};
use crate::arguments::Hunt;
use crate::context::Context;
use crate::failure::{Failure, Hint, Verdict};
use crate::files;
use crate::progress::Progress;

/// How many games are played at a time: no more than so many are lost when it is killed.
const BATCH: u32 = 256;

pub(crate) fn run(arguments: &Hunt, context: &Context) -> Result<Verdict, Failure> {
    let format = arguments.picture.as_deref().map(Format::from_path).transpose()?;
    check_files(arguments, context)?;
    if let Some(path) = &arguments.replay {
        return replay(path, arguments, format, context);
    }
    let hunters = arguments.hunters();
    check_game(arguments, &hunters, format, context)?;
    let (rules, placers) =
        match placers(&arguments.field, &arguments.fleets, arguments.memory, context)? {
            Ok(found) => found,
            Err(verdict) => return Ok(verdict),
        };
    tell_of_samples(&hunters, &rules, context);
    let request = json!({
        "hunt": rules.to_string(), "hunter": hunters, "fleets": arguments.fleets,
        "games": arguments.games, "hidden": digest(&placers),
    });
    let output = arguments.output.as_deref();
    let (journal, played): (_, Vec<Played>) = Journal::open(output, request, context)?;
    let matrix = Matrix { arguments, rules: &rules, hunters, placers: &placers };
    matrix.check(&played, &journal)?;
    let played = matrix.play(&journal, &played, context);
    match undecided(played, EXACT, context)? {
        Ok(all) => matrix.finish(&all?, format, journal, context),
        Err(verdict) => Ok(verdict),
    }
}

/// Refuses outputs that cannot be written, before any work is done.
fn check_files(arguments: &Hunt, context: &Context) -> Result<(), Failure> {
    let Hunt { output, record, picture, .. } = arguments;
    check_outputs([output, record, picture].map(Option::as_deref), context)?;
    check_endings(arguments)?;
    if files::is_dash(record.as_deref()) && context.json {
        return Err(anyhow!("the game and the answer of --json both go to stdout"))
            .hint("--record FILE writes the game to a file");
    }
    Ok(())
}

/// Refuses outputs of endings that are not written.
fn check_endings(arguments: &Hunt) -> Result<(), Failure> {
    if let Some(path) = &arguments.record {
        files::check_ending(path, "games", &["json"])?;
    }
    arguments
        .output
        .as_deref()
        .map_or(Ok(()), |path| files::check_ending(path, "answers", &["json", "jsonl"]))
}

/// The shots of some games of a pair of a hunter and a placer.
#[derive(Serialize, Deserialize)]
struct Played {
    pair: usize,
    shots: Vec<u32>,
}

/// Every hunter against every placer.
struct Matrix<'a> {
    arguments: &'a Hunt,
    rules: &'a Rules,
    hunters: Vec<Player>,
    placers: &'a [Placer],
}

impl<'a> Matrix<'a> {
    /// Refuses games that cannot be, and more of them than are played.
    fn check(&self, played: &[Played], journal: &Journal) -> Result<(), Failure> {
        let possible = self.rules.roster().decks()..=self.rules.size().area() as u32;
        let pairs = self.hunters.len() * self.placers.len();
        let mut left = vec![self.arguments.games as usize; pairs];
        for (at, Played { pair, shots }) in played.iter().enumerate() {
            let left = left.get_mut(*pair).filter(|left| **left >= shots.len());
            let is_possible = shots.iter().all(|shots| possible.contains(shots));
            let Some(left) = left.filter(|_| is_possible) else {
                return Err(journal.damaged(at));
            };
            *left -= shots.len();
        }
        Ok(())
    }

    /// Plays batch by batch, to the end or until Ctrl-C, and tells of each pair; the games of an
    /// earlier run are not played again.
    fn play(
        &self,
        journal: &Journal,
        played: &[Played],
        context: &Context,
    ) -> Result<Result<Vec<Report<'a>>, Failure>, FleetError> {
        let games = self.arguments.games;
        let whole = (self.hunters.len() * self.placers.len()) as u64 * u64::from(games);
        let progress = Progress::of(context, "playing", whole);
        let is_piped = files::is_dash(self.arguments.record.as_deref());
        let mut all = Vec::new();
        let names = || self.arguments.fleets.iter().zip(self.placers);
        let pairs =
            self.hunters.iter().flat_map(|it| names().map(move |name| (it, name)));
        for (pair, (player, (name, placer))) in pairs.enumerate() {
            let hunter = player.hunter(self.rules);
            let known = played.iter().filter(|played| played.pair == pair);
            let mut shots: Vec<u32> =
                known.flat_map(|it| it.shots.iter().copied()).collect();
            let mut flow = progress.more(shots.len() as u64);
            while shots.len() < games as usize && flow.is_continue() {
                let first = shots.len() as u32;
                let batch = first..games.min(first.saturating_add(BATCH));
                let (rules, seed) = (self.rules, journal.seed());
                let batch = hunt_while(rules, &*hunter, placer, batch, seed, &progress)?;
                let played = Played { pair, shots: batch.clone() };
                if !batch.is_empty()
                    && let Err(failure) = journal.add(&played)
                {
                    return Ok(Err(failure));
                }
                flow = progress.more(batch.len() as u64);
                shots.extend(batch);
            }
            if shots.is_empty() {
                break;
            }
            let statistics = Statistics::of(self.rules, &shots);
            let report =
                Report::new(self.rules, *player, name, journal.seed(), statistics);
            if let Err(failure) = progress.aside(|| report.tell(is_piped, context)) {
                return Ok(Err(failure));
            }
            all.push(report);
        }
        Ok(Ok(all))
    }
}

/// Refuses to write or draw a game that is not played, and says which of several pairs plays
/// the one that is, or that none is.
fn check_game(
    arguments: &Hunt,
    hunter: &[Player],
    format: Option<Format>,
    context: &Context,
) -> Result<(), Failure> {
    let Hunt { game, games, fleets, .. } = arguments;
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
    if let ([first, ..], [fleet, ..]) = (hunter, &fleets[..])
        && hunter.len() * fleets.len() > 1
    {
        context.say(&format!("game {game} is that of {} against {fleet}", first.told()));
    }
    Ok(())
}

impl Matrix<'_> {
    /// Writes what was asked for. A run to a file that was cut short writes none of it: it
    /// would stand in the way of the same command.
    fn finish(
        &self,
        all: &[Report<'_>],
        format: Option<Format>,
        journal: Journal,
        context: &Context,
    ) -> Result<Verdict, Failure> {
        let is_cut = context.is_cancelled();
        if !(is_cut && journal.is_to_file()) {
            self.save(all, format, journal.seed(), context)?;
        }
        if is_cut {
            let so_far = match all {
                [] => "no game came to its end",
                _ => "these are the games so far",
            };
            context.say(&format!("interrupted: {so_far}{}", journal.kept()));
            return Ok(Verdict::Interrupted);
        }
        if let Some(path) = self.arguments.output.as_deref() {
            let lines: Result<Vec<String>, _> =
                all.iter().map(serde_json::to_string).collect();
            context.save(path, (lines?.join("\n") + "\n").as_bytes())?;
        }
        journal.finish()?;
        Ok(Verdict::Done)
    }

    /// Writes a game and draws, where that is asked for.
    fn save(
        &self,
        all: &[Report<'_>],
        format: Option<Format>,
        seed: Seed,
        context: &Context,
    ) -> Result<(), Failure> {
        let Self { arguments, rules, hunters, placers } = self;
        let (Some(&hunter), Some(placer)) = (hunters.first(), placers.first()) else {
            return Err(anyhow!("there is no hunter or no placer")).hint("name one");
        };
        let battle = || {
            let draws = seed.child(u64::from(arguments.game)).child(0);
            let fleet = placer.draw(rules, &mut draws.rng())?;
            let mut shooter = hunter.hunter(rules);
            let (name, game) = (hunter.to_string(), arguments.game);
            Battle::record(rules, &name, &mut *shooter, &fleet, game, seed)
        };
        if let Some(path) = &arguments.record {
            let battle = battle().map_err(refused)?;
            context.save(path, battle.to_json().as_bytes())?;
        }
        let Some((path, format)) = arguments.picture.as_deref().zip(format) else {
            return Ok(());
        };
        let drawn = if format.is_moving() {
            film(&battle().map_err(refused)?, format, context)?
        } else if all.len() == hunters.len() * arguments.fleets.len() {
            let names = &arguments.fleets;
            let hunters: Vec<_> = hunters.iter().map(|it| it.told()).collect();
            let all: Vec<_> = all.iter().map(|it| it.statistics.clone()).collect();
            let picture = match &all[..] {
                [one] => one.picture(&format!("{} against {}", hunters[0], names[0])),
                _ => chart::matrix(&hunters, names, &all),
            };
            export(&picture, None, format)?
        } else {
            return Ok(());
        };
        files::write(path, &drawn, context.force)
    }
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
