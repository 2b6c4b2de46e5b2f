//! Made-up players. None of them is a bot by which levels are judged, and their skills are not normal: they are two-peaked, by how
//! people look at a board, and grow with the attempts at a level.

use tilewright_grid::{Rng, Seed, det};
use tilewright_match3::{Bot, Gain, Game, GreedyBot, Move, Planner, RandomBot};

/// How somebody looks for a move.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// The most at once for the goal.
    Greedy,
    /// Matches as many blocks as possible, whatever the goal wants.
    Largest,
    /// Sees only the upper or only the lower half of the board.
    Half { is_upper: bool },
    /// Takes the first of some random moves that does anything for the goal.
    Hasty { looks: u32 },
    /// Wants pieces, then blocks for the goal.
    Collector,
    /// Thinks of the next moves too, with a single guess of what falls.
    Thinker { width: u32, depth: u32 },
}

/// A player.
#[derive(Clone, Debug)]
pub(crate) struct MadeUp {
    style: Style,
    pub(crate) cohort: usize,
    /// The share of the moves that are looked for in the first attempt at a level; the others are random.
    care: f64,
    /// How fast that grows to 1 over attempts.
    learning: f64,
    /// The chance to give a level up after a failed attempt, and the game with it.
    pub(crate) impatience: f64,
    /// The chance to leave in the middle of an attempt that does not go well.
    pub(crate) leaves: f64,
    /// The chance to buy moves.
    pub(crate) buys: f64,
}

/// A player at an attempt.
pub(crate) struct AtAttempt<'a>(pub(crate) &'a MadeUp, pub(crate) u32);

/// The players of a studio: two cohorts with mixtures of styles and of care of their own.
pub(crate) fn players(count: usize, seed: Seed) -> Vec<MadeUp> {
    let mut rng = seed.rng();
    let cohorts: Vec<Cohort> = (0..2).map(|_| Cohort::random(&mut rng)).collect();
    let share = 0.3 + 0.4 * rng.unit();
    (0..count)
        .map(|_| {
            let cohort = usize::from(rng.unit() > share);
            cohorts[cohort].player(cohort, &mut rng)
        })
        .collect()
}

struct Cohort {
    weights: [f64; 6],
    /// The two peaks of the care, and the share of the first.
    peaks: [f64; 2],
    first: f64,
    learning: f64,
    impatience: f64,
}

impl Cohort {
    fn random(rng: &mut Rng) -> Self {
        let mut weight = || -det::ln(1.0 - rng.unit());
        let weights = [weight(), weight(), weight(), weight(), weight(), 0.4 * weight()];
        let low = 0.1 + 0.4 * rng.unit();
        Self {
            weights,
            peaks: [low, low + 0.2 + (0.75 - low) * rng.unit()],
            first: 0.2 + 0.6 * rng.unit(),
            learning: 0.25 * rng.unit(),
            impatience: 0.02 + 0.13 * rng.unit(),
        }
    }

    fn player(&self, cohort: usize, rng: &mut Rng) -> MadeUp {
        let sum: f64 = self.weights.iter().sum();
        let mut at = rng.unit() * sum;
        let style = self.weights.iter().position(|weight| {
            at -= weight;
            at < 0.0
        });
        let style = match style.unwrap_or(0) {
            0 => Style::Greedy,
            1 => Style::Largest,
            2 => Style::Half { is_upper: rng.chance(0.5) },
            3 => Style::Hasty { looks: 2 + rng.below(5) },
            4 => Style::Collector,
            _ => Style::Thinker { width: 2 + rng.below(3), depth: 1 + rng.below(2) },
        };
        let peak = self.peaks[usize::from(rng.unit() > self.first)];
        let care = (peak + 0.3 * (rng.unit() - 0.5)).clamp(0.02, 1.0);
        MadeUp {
            style,
            cohort,
            care,
            learning: self.learning * 2.0 * rng.unit(),
            // Who plays worse gives up sooner.
            impatience: (self.impatience * (1.5 - care) * 2.0 * rng.unit()).min(0.6),
            leaves: 0.1 * rng.unit(),
            buys: 0.08 * rng.unit(),
        }
    }
}

impl Bot for AtAttempt<'_> {
    fn choose<const W: usize>(&self, game: &Game<'_, W>, rng: &mut Rng) -> Move {
        let Self(player, attempt) = self;
        let learnt = 1.0 - det::exp(-player.learning * f64::from(attempt - 1));
        if !rng.chance(player.care + (1.0 - player.care) * learnt) {
            return RandomBot.choose(game, rng);
        }
        match player.style {
            Style::Greedy => GreedyBot.choose(game, rng),
            Style::Largest => best(game, rng, |_, gain| u64::from(gain.matched)),
            Style::Half { is_upper } => {
                let rows = game.rules().level().size().rows;
                best(game, rng, |made, gain| {
                    let cells = made.cells(game.rules().level().size());
                    let is_seen =
                        cells.iter().all(|cell| (cell.row < rows / 2) == is_upper);
                    if is_seen { 1 + progress(gain) } else { 0 }
                })
            }
            Style::Hasty { looks } => {
                let moves: Vec<Move> = game.moves().collect();
                let picks = (0..looks).map(|_| moves[rng.index(moves.len())]);
                let picks: Vec<Move> = picks.collect();
                let is_useful = |made: &&Move| {
                    let gain = game.gain(**made);
                    gain.wanted + gain.hits > 0
                };
                *picks.iter().find(is_useful).unwrap_or(&picks[0])
            }
            Style::Collector => {
                best(game, rng, |_, gain| u64::from(gain.pieces) << 40 | progress(gain))
            }
            Style::Thinker { width, depth } => {
                Planner { width, depth, samples: 1 }.choose(game, rng)
            }
        }
    }
}

fn progress(gain: Gain) -> u64 {
    u64::from(gain.wanted + gain.hits) << 16 | u64::from(gain.matched)
}

/// The move of the highest value, at random among equals.
fn best<const W: usize>(
    game: &Game<'_, W>,
    rng: &mut Rng,
    value_of: impl Fn(Move, Gain) -> u64,
) -> Move {
    let mut moves: Vec<Move> = game.moves().collect();
    rng.shuffle(&mut moves);
    let most = moves.iter().max_by_key(|&&made| value_of(made, game.gain(made)));
    *most.expect("a bot is asked where there is a move")
}
