//! Levels of a wanted difficulty: a guide says where to look, games say what is there, and
//! correct the guide.

use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Rng, Seed, Watch, det};

use super::climb::feasible_start;
use super::evidence::{Evidence, aim};
use super::landscape::Landscape;
use crate::{
    Goal, Guide, Level, MAX_SWAPS, Outcome, Player, Quota, Rules, Space, Statistics,
    Symmetry, Template, WishError, play, play_while,
};

/// How difficult a level is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// So many swaps to the goal on average.
    Swaps(f64),
    /// Won so often within so many moves.
    WinRate {
        /// The share of games, between 0 and 1.
        rate: f64,
        /// The move limit.
        moves: u32,
    },
}

/// A wish for a level of some difficulty. The template has the goal.
#[derive(Clone, Debug)]
pub struct DifficultyWish {
    /// The board, with what is fixed in it, the colours and the goal.
    pub template: Template,
    /// The kinds that may be placed in free cells besides ordinary ones, and how many.
    pub kinds: Vec<Quota>,
    /// Which cells must hold the same.
    pub symmetry: Symmetry,
    /// How difficult.
    pub wanted: Wanted,
    /// For whom.
    pub player: Player,
    /// Levels of the same size from which it must differ.
    pub others: Vec<Level>,
    /// In how many cells at least it must differ from each of them, as a share.
    pub apart: f64,
    /// How close to what is wanted the games must prove the level to be, at a level of 1 %: 1
    /// for within 3 % of the swaps (5 points of the win rate), 0.5 for half of that.
    pub precision: f64,
}

/// A level that was made, and what its games were like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proven {
    /// The level; when it was not found, the one that came closest.
    pub level: Level,
    /// The mean swaps that the guide expected.
    pub predicted: f64,
    /// The games that verified it, none of which the search had seen before.
    pub played: Statistics,
    /// Whether it is feasible, within every quota, and its games are as wanted.
    pub is_found: bool,
    /// How many levels were predicted.
    pub evaluations: u64,
    /// How many games were played.
    pub games: u64,
}

/// The games that show whether a level is worth more of them: few, and if it may be, more.
const FIRST_GAMES: [u32; 3] = [32, 96, 384];
/// The fewest and the most games that verify a level.
const GAMES: (u32, u32) = (768, 32_768);
/// How far off a level may be, in tolerances, to be verified while others may be closer.
const WORTHWHILE: f64 = 0.5;
/// The levels that are played before the search gives up.
const LEVELS: u32 = 96;
/// After so many levels the search starts from a fresh one.
const START_EVERY: u32 = 12;
/// The levels that are predicted on the way to one that is played.
const STEPS: u32 = 1500;

/// Makes one level of a wanted difficulty.
///
/// The guide says how many swaps it expects of a level. It may be off: after every level that
/// was played, a regression over all of them corrects it, and the better it is, the fewer
/// levels are played. `watch` says whether to go on: it sees the best so far after every
/// level that was played, and nothing within games and walks, from any thread. The level is found
/// when games that the search had not seen prove that it is as close to what is wanted as the
/// wish says.
///
/// # Errors
/// When the wish contradicts itself, no level of it is feasible, or it has no goal.
pub fn generate_difficulty(
    wish: &DifficultyWish,
    guide: &Guide,
    seed: Seed,
    watch: impl Fn(Option<&Proven>) -> ControlFlow<()> + Sync,
) -> Result<Proven, WishError> {
    let space = Space::new(&wish.template, &wish.kinds, wish.symmetry)?;
    let goal = wish.template.goal.clone().ok_or(WishError::NoGoal)?;
    let least = (wish.apart * space.base().size().area() as f64).ceil() as usize;
    let least = least.max(usize::from(!wish.others.is_empty()));
    let landscape =
        Landscape::new(space, goal.clone(), guide, &wish.others, least, aim(wish.wanted));
    let rng = seed.child(0).rng();
    let see = || watch(None);
    let mut search =
        Search { wish, goal, landscape, watch: &see, rng, seed, played: 0, games: 0 };
    let mut best = search.start();
    while !best.is_found && search.played < LEVELS && !search.is_stopped() {
        let next = if search.played.is_multiple_of(START_EVERY) {
            search.start()
        } else {
            search.neighbor(&best)
        };
        if next.is_found || next.score() < best.score() {
            best = next;
        }
        if watch(Some(&search.proven(&best))).is_break() {
            return Ok(search.proven(&best));
        }
    }
    search.insist(&mut best);
    Ok(search.proven(&best))
}

struct Search<'a> {
    wish: &'a DifficultyWish,
    goal: Goal,
    landscape: Landscape<'a>,
    watch: &'a dyn Watch,
    rng: Rng,
    seed: Seed,
    /// How many levels were played.
    played: u32,
    games: u64,
}

/// A level with its games.
struct Candidate {
    genes: Vec<u8>,
    level: Level,
    predicted: f64,
    statistics: Statistics,
    evidence: Evidence,
    /// Whether the wish allows it.
    is_allowed: bool,
    /// Whether games that the search had not seen prove it to be as wanted.
    is_found: bool,
}

impl Candidate {
    /// Less for a level that is closer to what is wanted.
    fn score(&self) -> f64 {
        if self.is_allowed { self.evidence.score() } else { 1e6 }
    }
}

impl Search<'_> {
    /// Whether it is to end at once.
    fn is_stopped(&self) -> bool {
        self.watch.look().is_break()
    }

    /// A level some way from a fresh start that is expected to be as wanted, with its games.
    fn start(&mut self) -> Candidate {
        let density = self.rng.unit() * 0.5;
        let genes = feasible_start(self.landscape.space(), density, &mut self.rng);
        let genes = self.landscape.walk(genes, STEPS, &mut self.rng, self.watch);
        self.play(genes)
    }

    /// A level some changes away from that one that is expected to be as wanted.
    fn neighbor(&mut self, from: &Candidate) -> Candidate {
        let genes = from.genes.clone();
        let genes = self.landscape.walk(genes, STEPS / 4, &mut self.rng, self.watch);
        self.play(genes)
    }

    /// Plays a level: first some games, and if those are promising as many as it takes to be
    /// sure, with a seed of their own.
    fn play(&mut self, genes: Vec<u8>) -> Candidate {
        let level = self.landscape.space().level(&genes);
        let rules = Rules::new(&level, &self.goal);
        let seed = self.seed.child(1 + u64::from(self.played));
        self.played += 1;
        let is_allowed = self.landscape.allows(&genes);
        let mut outcomes = if is_allowed {
            self.try_out(&rules, seed.child(0))
        } else {
            play(&rules, &self.wish.player, 1, 0..1, seed)
        };
        let mut evidence = Evidence::of(&outcomes, self.wish.wanted);
        let mut is_found = false;
        let worthwhile = WORTHWHILE * self.wish.precision;
        if is_allowed && evidence.off.abs() < worthwhile + 1.5 * evidence.error {
            outcomes = self.verify(&rules, seed.child(1), worthwhile);
            evidence = Evidence::of(&outcomes, self.wish.wanted);
            is_found = evidence.is_proof(self.wish.precision);
        }
        let predicted = self.landscape.guess(&genes);
        if self.is_stopped() {
            // What a part of the games says proves nothing.
            (evidence, is_found) = (Evidence::NONE, false);
        } else if is_allowed {
            self.landscape.learn(&genes, evidence.swaps, evidence.swaps_error);
        }
        let statistics = Statistics::of(&outcomes, MAX_SWAPS);
        Candidate { genes, level, predicted, statistics, evidence, is_allowed, is_found }
    }

    /// Plays some games, and more if the level may be as wanted.
    fn try_out(&mut self, rules: &Rules, seed: Seed) -> Vec<Outcome> {
        let most = self.most_swaps();
        let mut outcomes: Vec<Outcome> = Vec::new();
        for games in FIRST_GAMES {
            let begin = outcomes.len() as u32;
            outcomes.extend(self.more(rules, most, begin..games, seed));
            let evidence = Evidence::of(&outcomes, self.wish.wanted);
            if self.is_stopped() || evidence.is_beyond(WORTHWHILE * self.wish.precision) {
                break;
            }
        }
        outcomes
    }

    /// Plays until the level is proved to be as wanted, or it is hardly within so many
    /// tolerances, or proof would take too many games.
    fn verify(&mut self, rules: &Rules, seed: Seed, worthwhile: f64) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        loop {
            let begin = outcomes.len() as u32;
            let end = (begin + begin / 2).clamp(GAMES.0, GAMES.1);
            outcomes.extend(self.more(rules, MAX_SWAPS, begin..end, seed));
            let evidence = Evidence::of(&outcomes, self.wish.wanted);
            let is_decided = evidence.is_proof(self.wish.precision)
                || evidence.is_beyond(worthwhile)
                || end == GAMES.1
                || self.is_stopped();
            if is_decided {
                return outcomes;
            }
        }
    }

    /// Plays these games, or those before the first that was not finished when it is stopped.
    fn more(
        &mut self,
        rules: &Rules,
        most: u32,
        games: Range<u32>,
        seed: Seed,
    ) -> Vec<Outcome> {
        let outcomes =
            play_while(rules, &self.wish.player, most, games, seed, self.watch);
        self.games += outcomes.len() as u64;
        outcomes
    }

    /// Verifies the closest level with all games that there are, where none that is closer
    /// was found.
    fn insist(&mut self, best: &mut Candidate) {
        if best.is_found
            || !best.is_allowed
            || self.is_stopped()
            || best.evidence.is_beyond(self.wish.precision)
        {
            return;
        }
        let rules = Rules::new(&best.level, &self.goal);
        let outcomes = self.verify(
            &rules,
            self.seed.child(1 + u64::from(LEVELS)),
            self.wish.precision,
        );
        if self.is_stopped() {
            return;
        }
        best.evidence = Evidence::of(&outcomes, self.wish.wanted);
        best.is_found = best.evidence.is_proof(self.wish.precision);
        best.statistics = Statistics::of(&outcomes, MAX_SWAPS);
    }

    /// After how many swaps the first games end: far beyond what is wanted.
    fn most_swaps(&self) -> u32 {
        let wanted = match self.wish.wanted {
            Wanted::Swaps(swaps) => swaps,
            Wanted::WinRate { moves, .. } => f64::from(moves),
        };
        MAX_SWAPS.min((20.0 * wanted) as u32 + 50)
    }

    fn proven(&self, best: &Candidate) -> Proven {
        let mut level = best.level.clone();
        if let Wanted::WinRate { moves, .. } = self.wish.wanted {
            level.moves = Some(moves);
        }
        Proven {
            level,
            predicted: det::exp(best.predicted),
            played: best.statistics.clone(),
            is_found: best.is_found,
            evaluations: self.landscape.evaluations(),
            games: self.games,
        }
    }
}
