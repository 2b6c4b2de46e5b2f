//! Noisy evaluations: averages over games, races, and a best individual that is not the luckiest.

mod candidates;
mod ledger;
mod race;
mod search;

use serde::{Deserialize, Serialize};

pub(crate) use self::ledger::Ledger;
pub use self::ledger::{Games, Revision};
pub(crate) use self::race::Race;
pub(crate) use self::search::NoisySearch;
use crate::defaults::whole;
use crate::{Error, Limits, Rate};

/// How a search deals with a noisy problem, whose evaluation of a genome depends on a seed as well
/// ([`Problem::evaluate_seeded`](crate::Problem::evaluate_seeded)): one evaluation is a game. Set it by
/// [`Evolution::with_noise`](crate::Evolution::with_noise).
///
/// The values of an individual are the means of all its games. Individuals that stay (elites that are copied, parents,
/// members, elites of an archive) play again in each generation, and rank by their new means: the luck of a first game
/// does not last. Of many, as in an archive, those with the fewest games play, at most as many as there are new genomes.
///
/// A violation must be the same in all games of a genome. [`Plus`](crate::Plus) hardly ever restarts with noise: means of
/// parents fall, so that some lucky child nearly always counts as better.
///
/// Each generation is a race (Jamieson and Talwalkar, *Non-stochastic best arm identification and
/// hyperparameter optimization*, 2016): all new genomes play a few games, the best of them and of those who stay are
/// raised to more, and so on. With one rung all play the same number.
///
/// The best individual must not be the luckiest one. So the members of the hall of fame, the candidates, play again too,
/// whether they stay or not, and are ranked only by games that they played since they became candidates, for which nobody
/// was chosen: by the mean of these less eight standard errors, so that few lucky games make no best individual. Half of
/// the places are for those who are best by that rule, the others for newcomers. The evaluation of a member is that mean,
/// what it is worth as far as is known. Without any bias fresh games say it:
/// [`Evolution::confirm`](crate::Evolution::confirm).
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// The number of ones, as a game shows it: give or take some.
/// struct Ones;
/// impl Problem for Ones {
///     type Genome = BitString;
///     fn objectives(&self) -> [Direction; 1] {
///         [Direction::Maximize]
///     }
///     fn random(&self, rng: &mut Rng) -> BitString {
///         BitString::random(32, rng)
///     }
///     fn evaluate(&self, bits: &BitString) -> Evaluation {
///         Evaluation::feasible([f64::from(bits.ones())])
///     }
///     fn evaluate_seeded(&self, bits: &BitString, seed: Seed) -> Evaluation {
///         let luck = 10.0 * seed.rng().unit() - 5.0;
///         Evaluation::feasible([f64::from(bits.ones()) + luck])
///     }
///     fn fingerprint(&self) -> String {
///         "32 ones, seen through noise".to_owned()
///     }
/// }
///
/// let scheme = Plus::new(5, 20, BitFlip { rate: Rate::new(1.0 / 32.0)? });
/// let noise = Noise { games: vec![2, 8], ..Noise::default() };
/// let mut evolution = Evolution::new(Ones, scheme, Seed(1))?.with_noise(noise)?;
/// evolution.run(&Stop::new().generations(60), &(), |_| ControlFlow::Continue(()))?;
/// let best = evolution.best().expect("there was a generation");
/// let claim = best.evaluation.objectives[0];
/// assert!((claim - f64::from(best.genome.ones())).abs() < 1.5, "{claim}: {best:?}");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noise {
    /// How many games a new genome has played after each rung of the race of its generation; one rung is no race.
    #[serde(default = "one_game")]
    pub games: Vec<u32>,
    /// The share of a rung that is raised to the next one.
    #[serde(default = "quarter")]
    pub keep: Rate,
    /// How many games an individual that stays, and a candidate, plays in each generation.
    #[serde(default = "whole::<u32, 1>")]
    pub again: u32,
    /// How many of the best individuals so far play again in each generation, whether they stay or not: the places of
    /// the hall of fame, if it has not more. With several objectives, where there is no best one, none do.
    #[serde(default = "whole::<usize, 10>")]
    pub candidates: usize,
}

fn one_game() -> Vec<u32> {
    vec![1]
}

fn quarter() -> Rate {
    Rate::new(0.25).expect("it is a rate")
}

/// The most games of an individual in a rung: a bound.
const MOST_GAMES: usize = 1 << 16;
/// The most candidates: a bound, as each is compared with all others in every generation.
const MOST_CANDIDATES: usize = 1 << 10;
/// The most rungs: a bound.
const MOST_RUNGS: usize = 16;
/// The most games that are asked for at a time: a bound. Their seeds take half a gigabyte.
const MOST_ASKED: usize = 1 << 26;

/// Checks the number of games that are asked for at a time.
const fn check_asked(genomes: usize, games: usize) -> Result<(), Error> {
    let asked = genomes.saturating_mul(games);
    if asked <= MOST_ASKED {
        return Ok(());
    }
    let what = "at most 67108864 games can be played at a time";
    Err(Error::Scheme { what, found: asked as f64 })
}

impl Default for Noise {
    /// One game for each new genome and each individual that stays, and ten candidates.
    fn default() -> Self {
        Self { games: one_game(), keep: quarter(), again: 1, candidates: 10 }
    }
}

impl Noise {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Setting`] or [`Error::Scheme`] if there is no rung or more than 16, the games of the rungs do not grow
    /// or are more than 65,536, or a number is outside its limits.
    pub fn check(&self) -> Result<(), Error> {
        let Self { games, keep, again, candidates } = self;
        if !(1..=MOST_RUNGS).contains(&games.len()) {
            let what = "games: there must be 1 to 16 rungs";
            return Err(Error::Scheme { what, found: games.len() as f64 });
        }
        for &count in games {
            Limits::Whole(1, MOST_GAMES).check("games", f64::from(count))?;
        }
        if let Some(pair) = games.windows(2).find(|pair| pair[0] >= pair[1]) {
            let what = "games: each rung must have more than the one before";
            return Err(Error::Scheme { what, found: f64::from(pair[1]) });
        }
        Limits::Above(0.0).check("keep", keep.value())?;
        Limits::Whole(1, MOST_GAMES).check("again", f64::from(*again))?;
        Limits::Whole(1, MOST_CANDIDATES).check("candidates", *candidates as f64)
    }

    /// How many of a rung are raised to the next one: at least one.
    pub(crate) fn raised(&self, count: usize) -> usize {
        let share = (self.keep.value() * count as f64).ceil() as usize;
        share.clamp(1, count.max(1)).min(count)
    }
}
