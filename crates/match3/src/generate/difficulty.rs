//! Levels of a wanted difficulty: a guide says where to look, games say what is there.

use std::ops::ControlFlow;

use tilewright_grid::{Rng, Seed, det};

use super::climb::feasible_start;
use crate::{
    Goal, Kind, Level, MAX_SWAPS, Outcome, Player, Quota, Rules, Space, Statistics,
    Symmetry, Template, Violation, WishError, play, unreachable,
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
    /// How closely the games must agree with what is wanted: 1 for within 1.7 % of the swaps
    /// (2.8 points of the win rate) and known within 0.8 % (1.4 points), 0.5 for half of that.
    pub precision: f64,
}

/// A level that was made, and what its games were like.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// The level; when it was not found, the one that came closest.
    pub level: Level,
    /// The mean swaps that the guide expected.
    pub predicted: f64,
    /// The games that verified it, none of which the search had seen before.
    pub played: Statistics,
    /// Whether it is feasible, within every quota, and its games are as wanted.
    pub is_found: bool,
    /// How many levels the guide looked at.
    pub evaluations: u64,
    /// How many games were played.
    pub games: u64,
}

/// How far off the wanted mean a level may be, as a share; and how far off the win rate.
const TOLERANCE: (f64, f64) = (0.03, 0.05);
/// How far off a level may be that is taken, and how uncertain that may be, both in
/// tolerances: together they leave one case in some hundred beyond.
const TAKEN: (f64, f64) = (0.55, 0.27);
/// The games that show whether a level is worth more of them: few, and if it may be, more.
const FIRST_GAMES: [u32; 2] = [96, 384];
/// The most games that verify a level.
const MOST_GAMES: u32 = 16_384;
/// The levels that are played before the search gives up.
const LEVELS: u32 = 48;
/// The levels that the guide looks at in a walk.
const STEPS: u32 = 1500;

/// Makes one level of a wanted difficulty.
///
/// `guide` says how many swaps it expects of a level; it may be off by any factor, which the
/// games show, and the better it is, the fewer levels are played. After every level that was played `proceed`
/// says whether to go on. The level is found when games that the search had not seen agree
/// with what is wanted as closely as the wish says.
///
/// # Errors
/// When the wish contradicts itself, no level of it is feasible, or it has no goal.
pub fn generate_difficulty(
    wish: &DifficultyWish,
    guide: &(dyn Fn(&Level) -> f64 + Sync),
    seed: Seed,
    mut proceed: impl FnMut(&Proven) -> ControlFlow<()>,
) -> Result<Proven, WishError> {
    let space = Space::new(&wish.template, &wish.kinds, wish.symmetry)?;
    let goal = wish.template.goal.clone().ok_or(WishError::NoGoal)?;
    let rng = seed.child(0).rng();
    let least = (wish.apart * space.base().size().area() as f64).ceil() as usize;
    let mut search = Search {
        wish,
        goal,
        space,
        guide,
        rng,
        seed,
        least: least.max(usize::from(!wish.others.is_empty())),
        scale: 1.0,
        played: 0,
        evaluations: 0,
        games: 0,
    };
    let taken = search.taken();
    let mut best = search.start();
    while best.score(taken) > 1.0 && search.played < LEVELS {
        let next = if search.played % 12 == 11 {
            search.start()
        } else {
            search.neighbor(&best)
        };
        if next.score(taken) < best.score(taken) {
            best = next;
        }
        if proceed(&search.proven(&best)).is_break() {
            break;
        }
    }
    Ok(search.proven(&best))
}

struct Search<'a> {
    wish: &'a DifficultyWish,
    goal: Goal,
    space: Space,
    guide: &'a (dyn Fn(&Level) -> f64 + Sync),
    rng: Rng,
    seed: Seed,
    /// In how many cells at least a level must differ from the others.
    least: usize,
    /// By which factor games took more swaps than the guide expected, lately.
    scale: f64,
    /// How many levels were played.
    played: u32,
    evaluations: u64,
    games: u64,
}

/// A level with its games.
struct Candidate {
    genes: Vec<u8>,
    level: Level,
    predicted: f64,
    statistics: Statistics,
    found: Found,
}

/// What games say about the wish.
#[derive(Clone, Copy)]
struct Found {
    /// By which factor the swaps must change.
    factor: f64,
    /// How far off it is, in tolerances.
    off: f64,
    /// The standard error of that.
    error: f64,
}

impl Candidate {
    /// At most 1 for a level that is taken, more the farther it is from that.
    fn score(&self, (most_off, most_error): (f64, f64)) -> f64 {
        let (off, error) =
            (self.found.off.abs() / most_off, self.found.error / most_error);
        if error > 1.0 { off.max(error) + 1e-9 } else { off }
    }
}

impl Search<'_> {
    /// How far off a level may be that is taken, and how uncertain that may be.
    fn taken(&self) -> (f64, f64) {
        (TAKEN.0 * self.wish.precision, TAKEN.1 * self.wish.precision)
    }

    /// A level from a fresh start that the guide takes to be as wanted, with its games.
    fn start(&mut self) -> Candidate {
        let density = self.rng.unit() * 0.5;
        let genes = feasible_start(&self.space, density, &mut self.rng);
        let wanted = match self.wish.wanted {
            Wanted::Swaps(swaps) => swaps,
            // About the win rate of a game whose swaps spread by a third.
            Wanted::WinRate { moves, rate } => f64::from(moves) / (0.75 + 0.5 * rate),
        };
        let genes = self.walk(genes, wanted / self.scale, STEPS);
        self.play(genes)
    }

    /// A level some changes away from that one, by which the guide expects the swaps to
    /// change as much as they should.
    fn neighbor(&mut self, from: &Candidate) -> Candidate {
        // One step is as good as another where the guide sees no difference.
        let wanted = from.predicted * from.found.factor;
        let genes = self.walk(from.genes.clone(), wanted, STEPS / 4);
        self.play(genes)
    }

    /// Walks from a genome by small changes to one for which the guide expects so many swaps.
    fn walk(&mut self, mut genes: Vec<u8>, wanted: f64, steps: u32) -> Vec<u8> {
        let mut cost = self.cost(&genes, wanted);
        let mut moved = false;
        for _ in 0..steps {
            if (moved && cost < 0.002) || genes.is_empty() {
                break;
            }
            let before = genes.clone();
            for _ in 0..=self.rng.below(2) {
                let gene = self.rng.index(genes.len());
                genes[gene] = self.rng.index(self.space.choices().len()) as u8;
            }
            if genes == before {
                continue;
            }
            let next = self.cost(&genes, wanted);
            // The first change is any that the rules allow: the same level would bring nothing new.
            if next <= cost || (!moved && next < cost + 0.02) {
                (cost, moved) = (next, true);
            } else {
                genes = before;
            }
        }
        genes
    }

    /// How far the guide expects a level to be from so many swaps, as the logarithm of their
    /// ratio; far more for what the rules do not allow.
    fn cost(&mut self, genes: &[u8], wanted: f64) -> f64 {
        self.evaluations += 1;
        let kinds = self.space.kinds(genes);
        let violation = self.space.gauge().measure(&kinds, Violation::Cells).violation;
        let miscount = self.space.miscount(&self.space.counts(&kinds));
        if violation > 0 || miscount > 0 {
            return 1e6 + 1e3 * f64::from(violation) + f64::from(miscount);
        }
        let close = self.shortfall(&kinds);
        if close > 0 {
            return 1e5 + close as f64;
        }
        let level = self.space.level(genes);
        let rules = Rules::new(&level, &self.goal);
        if rules.is_won_at_once() || unreachable(&rules).is_some() {
            return 1e4;
        }
        let predicted = (self.guide)(&level).max(1e-3);
        det::ln(predicted / wanted).abs()
    }

    /// How many cells more should differ from the other level that is most alike.
    fn shortfall(&self, kinds: &[Kind]) -> usize {
        let differ = |other: &Level| {
            let pairs = kinds.iter().zip(other.cells().values());
            self.least.saturating_sub(pairs.filter(|(a, b)| a != b).count())
        };
        self.wish.others.iter().map(differ).max().unwrap_or(0)
    }

    /// Plays a level: first some games, and if those are promising as many as it takes to be
    /// sure, with a seed of their own.
    fn play(&mut self, genes: Vec<u8>) -> Candidate {
        let level = self.space.level(&genes);
        let predicted = (self.guide)(&level);
        let rules = Rules::new(&level, &self.goal);
        let seed = self.seed.child(1 + u64::from(self.played));
        self.played += 1;
        if self.cost(&genes, 1.0) > 1e3 {
            let outcomes = play(&rules, &self.wish.player, 1, 0..1, seed);
            let found = Found { off: 1e6, ..found(&outcomes, self.wish.wanted) };
            let statistics = Statistics::of(&outcomes, 1);
            return Candidate { genes, level, predicted, statistics, found };
        }
        let (mut outcomes, mut found) = self.try_out(&rules, seed.child(0));
        let swaps = outcomes.iter().map(|outcome| f64::from(outcome.swaps)).sum::<f64>();
        self.scale = swaps / outcomes.len() as f64 / predicted.max(1e-3);
        if found.off.abs() < TAKEN.0 + 1.5 * found.error {
            (outcomes, found) = self.verify(&rules, seed.child(1));
        }
        let statistics = Statistics::of(&outcomes, MAX_SWAPS);
        Candidate { genes, level, predicted, statistics, found }
    }

    /// Plays some games, and more if the level may be as wanted.
    fn try_out(&mut self, rules: &Rules, seed: Seed) -> (Vec<Outcome>, Found) {
        let most = self.most_swaps();
        let mut outcomes: Vec<Outcome> = Vec::new();
        for games in FIRST_GAMES {
            let begin = outcomes.len() as u32;
            outcomes.extend(play(rules, &self.wish.player, most, begin..games, seed));
            self.games += u64::from(games - begin);
            let found = found(&outcomes, self.wish.wanted);
            if found.off.abs() > TAKEN.0 + 3.0 * found.error {
                break;
            }
        }
        let found = found(&outcomes, self.wish.wanted);
        (outcomes, found)
    }

    /// Plays until it is known well enough how far off the level is, or that it is too far.
    fn verify(&mut self, rules: &Rules, seed: Seed) -> (Vec<Outcome>, Found) {
        let (most_off, most_error) = self.taken();
        let mut outcomes = Vec::new();
        loop {
            let begin = outcomes.len() as u32;
            let end = (begin + begin / 2).clamp(2 * FIRST_GAMES[1], MOST_GAMES);
            outcomes.extend(play(rules, &self.wish.player, MAX_SWAPS, begin..end, seed));
            self.games += u64::from(end - begin);
            let found = found(&outcomes, self.wish.wanted);
            let is_out = found.off.abs() > most_off + 2.0 * found.error;
            if found.error <= most_error || is_out || end == MOST_GAMES {
                return (outcomes, found);
            }
        }
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
            predicted: best.predicted,
            played: best.statistics.clone(),
            is_found: best.score(self.taken()) <= 1.0,
            evaluations: self.evaluations,
            games: self.games,
        }
    }
}

/// The share of games that may be left unfinished where a mean of swaps is wanted, since that is
/// the mean of the finished ones.
const UNFINISHED: f64 = 0.01;

/// How many games more are unfinished than there may be, as a share. Few games are given the
/// benefit of the doubt.
fn excess(unfinished: f64, games: f64) -> f64 {
    let most = UNFINISHED * games;
    let doubt =
        if games < f64::from(2 * FIRST_GAMES[1]) { 2.0 * most.sqrt() } else { 0.0 };
    ((unfinished - most - doubt) / games).max(0.0)
}

/// What games say about a wish.
fn found(outcomes: &[Outcome], wanted: Wanted) -> Found {
    let count = outcomes.len() as f64;
    match wanted {
        Wanted::Swaps(swaps) => {
            let ended = outcomes.iter().filter(|outcome| outcome.is_won);
            let ended = ended.map(|outcome| f64::from(outcome.swaps));
            let (mean, deviation, finished) = tilewright_grid::moments(ended);
            let excess = excess(count - finished, count);
            // A level that many games do not get through is too hard, however short the
            // others are.
            let ratio = mean.max(0.01) / swaps;
            let factor =
                if excess > 0.0 { (1.0 / ratio).min(1.0 - excess) } else { 1.0 / ratio };
            let off = (ratio - 1.0) / TOLERANCE.0;
            let off = if excess > 0.0 { off.max(1.0) + 100.0 * excess } else { off };
            let error = deviation / finished.max(1.0).sqrt() / swaps / TOLERANCE.0;
            Found { factor: factor.max(0.1), off, error }
        }
        Wanted::WinRate { rate, moves } => {
            let is_won = |outcome: &&Outcome| outcome.is_won && outcome.swaps <= moves;
            let share = outcomes.iter().filter(is_won).count() as f64 / count;
            let error = (share * (1.0 - share)).max(0.01) / count;
            let swaps = quantile(outcomes, rate);
            let factor = (f64::from(moves) + 0.5) / (swaps + 0.5);
            Found {
                factor,
                off: (share - rate) / TOLERANCE.1,
                error: error.sqrt() / TOLERANCE.1,
            }
        }
    }
}

/// The swaps within which that share of the games was won, between two numbers where it lies
/// there.
fn quantile(outcomes: &[Outcome], share: f64) -> f64 {
    let won = |outcome: &Outcome| if outcome.is_won { outcome.swaps } else { u32::MAX };
    let mut swaps: Vec<u32> = outcomes.iter().map(won).collect();
    swaps.sort_unstable();
    let rank = share * swaps.len() as f64;
    let value = swaps[(rank as usize).min(swaps.len() - 1)];
    let below = swaps.partition_point(|&swaps| swaps < value) as f64;
    let here = swaps.partition_point(|&swaps| swaps <= value) as f64 - below;
    f64::from(value.min(MAX_SWAPS)) - 1.0 + (rank - below) / here
}
