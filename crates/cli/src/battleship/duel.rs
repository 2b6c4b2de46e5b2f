//! `tilewright battleship duel`: two that hunt and hide, many times, and how often each wins.

use anyhow::anyhow;
use serde::Serialize;
use tilewright_battleship::{Player, duels};
use tilewright_grid::{Estimate, Seed};

use super::placers::{EXACT, placers};
use super::{Terms, tell_of_samples, undecided};
use crate::arguments::Duel;
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::progress::Progress;

/// How many duels are played at a time: no more than so many are lost to Ctrl-C.
const BATCH: u32 = 64;

/// The JSON answer, `tilewright/duel/1`.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    #[serde(flatten)]
    terms: Terms<'a>,
    seed: Seed,
    games: u64,
    players: [Standing<'a>; 2],
}

/// How one of the two did.
#[derive(Serialize)]
struct Standing<'a> {
    hunter: Player,
    /// The name of the hunter's level, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
    fleets: &'a str,
    wins: u64,
    share: f64,
    ci95: [f64; 2],
}

pub(crate) fn run(arguments: &Duel, context: &Context) -> Result<Verdict, Failure> {
    let Duel { field, games, memory, .. } = arguments;
    let (two, names) = sides(arguments)?;
    let (rules, placers) = match placers(field, &names, *memory, context)? {
        Ok(found) => found,
        Err(verdict) => return Ok(verdict),
    };
    tell_of_samples(&two, &rules, context);
    let seed = context.seed();
    let progress = Progress::of(context, "playing", u64::from(*games));
    let sides = [(two[0], &placers[0]), (two[1], &placers[1])];
    let mut winners = Vec::new();
    for start in (0..*games).step_by(BATCH as usize) {
        let batch = start..*games.min(&start.saturating_add(BATCH));
        let goes_on = || progress.flow().is_continue();
        let played = duels(&rules, sides, batch, seed, &goes_on);
        let played = match undecided(played, EXACT, context)? {
            Ok(played) => played,
            Err(verdict) => return Ok(verdict),
        };
        let count = played.len() as u64;
        winners.extend(played);
        if progress.more(count).is_break() {
            break;
        }
    }
    drop(progress);
    let games = winners.len() as u64;
    let standing = |at: usize| {
        let wins = winners.iter().filter(|winner| **winner == at).count() as u64;
        let Estimate { mean, ci95 } = Estimate::of_share(wins, games);
        let (hunter, fleets) = (two[at], names[at].as_str());
        let level = hunter.level();
        Standing { hunter, level, fleets, wins, share: mean, ci95 }
    };
    let report = Report {
        schema: "tilewright/duel/1",
        terms: Terms::of(&rules),
        seed,
        games,
        players: [standing(0), standing(1)],
    };
    if games > 0 {
        report.tell(context)?;
    }
    if context.is_cancelled() {
        context.say(&format!("interrupted: {games} duels were played"));
        return Ok(Verdict::Interrupted);
    }
    Ok(Verdict::Done)
}

/// Who hunts, and the names of the placers of the two.
fn sides(arguments: &Duel) -> Result<([Player; 2], [String; 2]), Failure> {
    let Duel { hunter, fleets, .. } = arguments;
    let Ok(two) = <[Player; 2]>::try_from(&hunter[..]) else {
        let error = anyhow!("a duel is of 2 hunters, found {}", hunter.len());
        return Err(error).hint("write --hunter expert,medium");
    };
    let names = match &fleets[..] {
        [both] => [both, both],
        [first, second] => [first, second],
        _ => {
            let error = anyhow!("a duel is of 2 placers, found {}", fleets.len());
            return Err(error).hint("write --fleets uniform,hard, or one word for both");
        }
    };
    Ok((two, names.map(String::clone)))
}

impl Report<'_> {
    fn tell(&self, context: &Context) -> Result<(), Failure> {
        if context.json {
            return context.print_json(self).map(drop);
        }
        let told = self.players.iter().map(|standing| {
            let Standing { hunter, fleets, wins, share, ci95: [low, high], .. } = standing;
            format!(
                "{}, hiding {fleets}: wins {wins} of {} duels, {:.1} % (95 %: {:.1} to {:.1})\n",
                hunter.told(),
                self.games,
                100.0 * share,
                100.0 * low,
                100.0 * high
            )
        });
        context.print(told.collect::<String>().as_bytes()).map(drop)
    }
}
