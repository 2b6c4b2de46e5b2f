//! `tilewright battleship duel`: two that hunt and hide, many times, and how often each wins.

use anyhow::anyhow;
use serde::Serialize;
use serde_json::json;
use tilewright_battleship::{
    FleetError, Hide, Hunter, Placer, Player, Rules, Strategy, duels,
};
use tilewright_grid::{Estimate, Seed};

use super::journal::Journal;
use super::placers::{EXACT, digest, placers};
use super::{Terms, tell_of_samples, undecided};
use crate::arguments::Duel;
use crate::context::Context;
use crate::failure::{Failure, Hint as _, Verdict};
use crate::files;
use crate::progress::Progress;

/// How many duels are played at a time: no more than so many are lost when it is killed.
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
    let output = arguments.output.as_deref();
    if let Some(path) = output {
        files::check_ending(path, "answers", &["json"])?;
        files::check_free(path, context.force)?;
    }
    let (two, names) = sides(arguments)?;
    let (rules, placers) = match placers(field, &names, *memory, context)? {
        Ok(found) => found,
        Err(verdict) => return Ok(verdict),
    };
    tell_of_samples(&two, &rules, context);
    let hidden = digest(&placers);
    let request = json!({
        "duel": rules.to_string(), "hunter": two, "fleets": names, "games": games,
        "hidden": hidden,
    });
    let (journal, played): (_, Vec<Vec<usize>>) =
        Journal::open(output, request, context)?;
    check(&played, *games, &journal)?;
    let batches = Batches { rules: &rules, two, placers: &placers, games: *games };
    let winners =
        match undecided(batches.play(&journal, played, context), EXACT, context)? {
            Ok(winners) => winners?,
            Err(verdict) => return Ok(verdict),
        };
    let is_cut = context.is_cancelled();
    let report = Report::new(&rules, journal.seed(), two, &names, &winners);
    if !winners.is_empty() {
        report.tell(context)?;
    }
    if is_cut {
        let (games, kept) = (winners.len(), journal.kept());
        context.say(&format!("interrupted: {games} duels were played{kept}"));
        return Ok(Verdict::Interrupted);
    }
    if let Some(path) = output {
        context.save(path, (serde_json::to_string(&report)? + "\n").as_bytes())?;
    }
    journal.finish()?;
    Ok(Verdict::Done)
}

/// Refuses winners that there are not, and more duels than are played.
fn check(played: &[Vec<usize>], games: u32, journal: &Journal) -> Result<(), Failure> {
    let mut left = games as usize;
    for (at, winners) in played.iter().enumerate() {
        if winners.len() > left || winners.iter().any(|&winner| winner > 1) {
            return Err(journal.damaged(at));
        }
        left -= winners.len();
    }
    Ok(())
}

/// What is played, batch by batch.
struct Batches<'a> {
    rules: &'a Rules,
    two: [Player; 2],
    placers: &'a [Placer],
    games: u32,
}

impl Batches<'_> {
    /// The winners of all games, to the end or until Ctrl-C; those of an earlier run are not
    /// played again.
    fn play(
        &self,
        journal: &Journal,
        played: Vec<Vec<usize>>,
        context: &Context,
    ) -> Result<Result<Vec<usize>, Failure>, FleetError> {
        let Self { rules, two, placers, games } = self;
        let progress = Progress::of(context, "playing", u64::from(*games));
        let [first, second] = two.map(|player| player.hunter(rules));
        let sides: [(&dyn Hunter, &dyn Hide); 2] =
            [(&*first, &placers[0]), (&*second, &placers[1])];
        let mut winners: Vec<usize> = played.into_iter().flatten().collect();
        while winners.len() < *games as usize {
            let start = winners.len() as u32;
            let batch = start..*games.min(&start.saturating_add(BATCH));
            let played = duels(rules, sides, batch, journal.seed(), &progress)?;
            if !played.is_empty()
                && let Err(failure) = journal.add(&played)
            {
                return Ok(Err(failure));
            }
            winners.extend(played);
            if progress.at(winners.len() as u64).is_break() {
                break;
            }
        }
        Ok(Ok(winners))
    }
}

/// Who hunts, and the names of the placers of the two.
fn sides(arguments: &Duel) -> Result<([Player; 2], [String; 2]), Failure> {
    let Duel { hunter, fleets, .. } = arguments;
    if let Some(player) = arguments.win_rate {
        let names = fleets.iter().cycle().take(2).cloned().collect::<Vec<_>>();
        let names = <[String; 2]>::try_from(names);
        let names = names.map_err(|_| anyhow!("a duel needs a placer"))?;
        return Ok(([player, Strategy::Density.into()], names));
    }
    let Ok(two) = <[Player; 2]>::try_from(&hunter[..]) else {
        let error = anyhow!("a duel is of 2 hunters, found {}", hunter.len());
        return Err(error).hint("write --hunter expert,intermediate");
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

impl<'a> Report<'a> {
    fn new(
        rules: &'a Rules,
        seed: Seed,
        two: [Player; 2],
        names: &'a [String; 2],
        winners: &[usize],
    ) -> Self {
        let games = winners.len() as u64;
        let standing = |at: usize| {
            let wins = winners.iter().filter(|winner| **winner == at).count() as u64;
            let Estimate { mean, ci95 } = Estimate::of_share(wins, games);
            let (hunter, fleets) = (two[at], names[at].as_str());
            let level = hunter.level();
            Standing { hunter, level, fleets, wins, share: mean, ci95 }
        };
        let players = [standing(0), standing(1)];
        let terms = Terms::of(rules);
        Self { schema: "tilewright/duel/1", terms, seed, games, players }
    }

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
