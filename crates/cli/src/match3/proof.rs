//! What the file of a level says of the games that proved it, so that a resumed series answers as
//! one that was never stopped.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tilewright_grid::{Seed, checksum};
use tilewright_match3::{
    DifficultyWish, Goal, Guide, Level, MAX_SWAPS, Proven, Rules, Statistics, play_while,
};

use super::series::Series;
use crate::context::Context;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// How many games show what a level is like whose file does not say it.
const GAMES: u32 = 2048;

/// The games of a level, and what it took to find it.
#[derive(Serialize, Deserialize)]
struct Proof {
    predicted: f64,
    played: Statistics,
    evaluations: u64,
    games: u64,
}

/// The same, for the level that it was made for and no other.
#[derive(Serialize, Deserialize)]
struct Sealed {
    checksum: String,
    proof: Proof,
}

impl Proof {
    /// The checksum of the level and all that is said of it.
    fn checksum(&self, level: &Level) -> serde_json::Result<String> {
        let text = level.to_json() + &serde_json::to_string(self)?;
        Ok(format!("{:016x}", checksum(text.as_bytes())))
    }
}

/// The file of a level: the level, and where it was found its games on one line.
pub(super) fn to_file(proven: &Proven) -> serde_json::Result<String> {
    let text = proven.level.to_json();
    let Some(open) = text.strip_suffix("\n}\n").filter(|_| proven.is_found) else {
        return Ok(text);
    };
    let Proven { predicted, evaluations, games, .. } = *proven;
    let proof = Proof { predicted, played: proven.played.clone(), evaluations, games };
    let checksum = proof.checksum(&proven.level)?;
    let sealed = serde_json::to_string(&Sealed { checksum, proof })?;
    Ok(format!("{open},\n  \"proved\": {sealed}\n}}\n"))
}

/// The levels that are in the folder of a series, up to so many, with their games.
pub(super) fn kept(
    series: &Series<'_>,
    most: usize,
    wish: &DifficultyWish,
    guide: &Guide,
    context: &Context,
) -> Result<Vec<Proven>, Failure> {
    let levels = series.kept(most)?.into_iter().enumerate();
    let proven = |(index, level): (usize, Level)| {
        let path = series.path(index + 1);
        read(&path, &level).unwrap_or_else(|| {
            let seed = series.seed.child(index as u64);
            let goal = wish.template.goal.as_ref().or(level.goal.as_ref());
            let predicted = guide.predict(&level);
            let played = goal.map(|goal| measured(&level, goal, wish, seed, context));
            let played = played.unwrap_or_else(|| Statistics::of(&[], MAX_SWAPS));
            let games = u64::from(played.games);
            Proven { level, predicted, played, is_found: true, evaluations: 0, games }
        })
    };
    Ok(levels.map(proven).collect())
}

/// The level with the games that its file tells; none where it tells none of just this level.
fn read(path: &Path, level: &Level) -> Option<Proven> {
    #[derive(Deserialize)]
    struct File {
        proved: Sealed,
    }
    let text = files::read_text(path).ok()?;
    let File { proved: Sealed { checksum, proof } } = serde_json::from_str(&text).ok()?;
    let is_of_level = proof.checksum(level).is_ok_and(|own| own == checksum);
    let Proof { predicted, played, evaluations, games } = proof;
    is_of_level.then(|| Proven {
        level: level.clone(),
        predicted,
        played,
        is_found: true,
        evaluations,
        games,
    })
}

/// What games of a level are like that somebody changed.
fn measured(
    level: &Level,
    goal: &Goal,
    wish: &DifficultyWish,
    seed: Seed,
    context: &Context,
) -> Statistics {
    let rules = Rules::new(level, goal);
    let progress = Progress::open(context);
    let _ = progress.say("playing a level that was changed");
    let outcomes = progress.beating(|| {
        play_while(&rules, &wish.player, MAX_SWAPS, 0..GAMES, seed, &progress)
    });
    Statistics::of(&outcomes, MAX_SWAPS)
}
