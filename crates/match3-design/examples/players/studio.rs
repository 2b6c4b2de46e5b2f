//! A made-up studio: its players, its levels, its log, and the truth about levels that it has not released.

use std::error::Error;
use std::fmt::Write as _;

use rayon::prelude::*;
use tilewright_grid::{Rng, Seed};
use tilewright_match3::{Level, MAX_SWAPS, Preset, Rules, play_bot};
use tilewright_match3_design::{Space, Symmetry};

use crate::people::{AtAttempt, MadeUp, players};
use crate::rules;
use crate::support;

/// The players of a studio.
const PLAYERS: usize = 400;
/// The attempts of each level of the log.
const ATTEMPTS: usize = 200;
/// The moves that somebody buys.
const EXTRA: u32 = 5;
/// The games by which a studio sets the limit of a level.
const PILOTS: usize = 120;
/// The most moves of a game without a limit.
const MOST: u32 = 120;

pub(crate) struct Studio {
    pub(crate) preset: Preset,
    seed: Seed,
    pub(crate) players: Vec<MadeUp>,
    /// The levels of the log, then the others.
    pub(crate) levels: Vec<Level>,
}

impl Studio {
    pub(crate) fn new(
        preset: Preset,
        levels: usize,
        seed: Seed,
    ) -> Result<Self, Box<dyn Error>> {
        let players = players(PLAYERS, seed.child(0));
        let mut found = Vec::new();
        let mut number = 0;
        while found.len() < levels {
            number += 1;
            found.extend(level(preset, &players, seed.child(1).child(number))?);
        }
        Ok(Self { preset, seed, players, levels: found })
    }

    /// The log of the first levels, as a table.
    pub(crate) fn log(&self, levels: usize) -> Result<String, Box<dyn Error>> {
        let mut table =
            "level,player,cohort,attempt,moves_used,outcome,extra_moves\n".to_owned();
        let mut active: Vec<usize> = (0..self.players.len()).collect();
        let mut rng = self.seed.child(2).rng();
        for number in 0..levels {
            let rules = rules_of(&self.levels[number])?;
            rng.shuffle(&mut active);
            let (mut written, mut gone) = (0, Vec::new());
            for &player in &active {
                if written >= ATTEMPTS {
                    break;
                }
                let seed = self.seed.child(3).child((number * PLAYERS + player) as u64);
                let (lines, has_quit) = self.play(&rules, number, player, seed)?;
                written += lines.lines().count();
                table.push_str(&lines);
                if has_quit {
                    gone.push(player);
                }
            }
            active.retain(|player| !gone.contains(player));
        }
        Ok(table)
    }

    /// The attempts of a player at a level until it is passed or given up, and whether the player has quit the game.
    fn play(
        &self,
        rules: &Rules,
        number: usize,
        player: usize,
        seed: Seed,
    ) -> Result<(String, bool), Box<dyn Error>> {
        let (mut lines, mut rng) = (String::new(), seed.child(0).rng());
        let it = &self.players[player];
        let limit = rules.level().moves.unwrap_or(MOST);
        for attempt in 1..=40 {
            let bot = AtAttempt(it, attempt);
            let games = attempt..attempt + 1;
            let all = play_bot(rules, &bot, limit + EXTRA, games, seed.child(1), &())?;
            let game = &all[0];
            let is_within = game.is_won && game.swaps <= limit;
            let has_left = !is_within && rng.chance(it.leaves);
            let has_bought = !is_within && !has_left && rng.chance(it.buys);
            let (used, outcome, extra) = if has_left {
                (1 + rng.below(limit.max(2) - 1), "left", 0)
            } else if has_bought {
                let outcome = if game.is_won { "won" } else { "lost" };
                (game.swaps, outcome, EXTRA)
            } else {
                (game.swaps.min(limit), if is_within { "won" } else { "lost" }, 0)
            };
            writeln!(
                lines,
                "{number},p{player},c{},{attempt},{used},{outcome},{extra}",
                it.cohort
            )?;
            if outcome == "won" {
                return Ok((lines, false));
            }
            if rng.chance(it.impatience) {
                return Ok((lines, true));
            }
        }
        Ok((lines, true))
    }

    /// The share of first attempts at a level that pass: of as many players of the studio, of whom none has given up.
    pub(crate) fn truth(
        &self,
        number: usize,
        attempts: u32,
    ) -> Result<f64, Box<dyn Error>> {
        let rules = rules_of(&self.levels[number])?;
        let limit = rules.level().moves.unwrap_or(MOST);
        let each = attempts / PLAYERS as u32;
        let seed = self.seed.child(4).child(number as u64);
        let won = self.players.par_iter().enumerate().map(|(player, it)| {
            let seed = seed.child(player as u64);
            let played = play_bot(&rules, &AtAttempt(it, 1), limit, 0..each, seed, &());
            played.map(|played| played.iter().filter(|game| game.is_won).count())
        });
        let won = won.collect::<Result<Vec<_>, _>>()?;
        Ok(won.iter().sum::<usize>() as f64 / f64::from(each * PLAYERS as u32))
    }
}

/// A random level of the rules, with a limit within which a share of the players passes that is drawn at random; none if it is
/// passed at once or by few.
fn level(
    preset: Preset,
    players: &[MadeUp],
    seed: Seed,
) -> Result<Option<Level>, Box<dyn Error>> {
    let mut rng = seed.child(0).rng();
    let (board, quotas) = rules::request(preset, &mut rng)?;
    let goal = board.goal.clone().ok_or("the board has a goal")?;
    let space = Space::new(&board, &quotas, Symmetry::None)?;
    let (_, mut level) = support::level(&space, &goal, &mut rng);
    level.goal = Some(goal);

    let rules = rules_of(&level)?;
    if rules.is_won_at_once() {
        return Ok(None);
    }
    let pilots = pilots(players, &mut rng);
    let moves = pilots.par_iter().enumerate().map(|(game, player)| {
        let games = game as u32..game as u32 + 1;
        let played =
            play_bot(&rules, &AtAttempt(player, 1), MOST, games, seed.child(1), &());
        played.map(|played| if played[0].is_won { played[0].swaps } else { MAX_SWAPS })
    });
    let mut moves = moves.collect::<Result<Vec<_>, _>>()?;
    moves.sort_unstable();
    let wanted = 0.08 + 0.87 * rng.unit();
    let limit = moves[(wanted * (PILOTS - 1) as f64) as usize];
    // Nobody makes levels of a few moves, or of a hundred.
    if !(6..=60).contains(&limit) {
        return Ok(None);
    }
    level.moves = Some(limit);
    Ok(Some(level))
}

fn pilots<'a>(players: &'a [MadeUp], rng: &mut Rng) -> Vec<&'a MadeUp> {
    (0..PILOTS).map(|_| &players[rng.index(players.len())]).collect()
}

fn rules_of(level: &Level) -> Result<Rules, Box<dyn Error>> {
    let goal = level.goal.as_ref().ok_or("the level has a goal")?;
    Ok(Rules::new(level, goal))
}
