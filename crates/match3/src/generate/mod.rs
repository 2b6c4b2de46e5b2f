//! Levels of a wanted potential, and of a wanted difficulty.

mod climb;
mod difficulty;
mod evidence;
mod evolve;
mod landscape;
mod possible;

use std::ops::{ControlFlow, Range, RangeInclusive};

pub(crate) use climb::feasible_start;
pub use difficulty::{DifficultyWish, Proven, Wanted, generate_difficulty};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_evolve::Event;
use tilewright_grid::{Seed, Watch};

use crate::error::Possible;
use crate::feasibility::Violation;
use crate::{
    Feasibility, Level, LevelProblem, Missed, Quota, Space, Symmetry, Template, WishError,
};

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The board, with what is fixed in it.
    pub template: Template,
    /// The kinds that may be placed in free cells besides ordinary ones, and how many.
    pub kinds: Vec<Quota>,
    /// Which cells must hold the same.
    pub symmetry: Symmetry,
    /// The potential.
    pub target: u32,
    /// How far off it may be.
    pub tolerance: u32,
    /// How it is searched.
    pub scheme: Search,
}

impl Wish {
    /// The potentials that fulfil it.
    const fn range(&self) -> RangeInclusive<u32> {
        let Self { target, tolerance, .. } = *self;
        target.saturating_sub(tolerance)..=target.saturating_add(tolerance)
    }

    /// The levels that it allows, unless they are known to hold none that fulfils it.
    fn space(&self) -> Result<Space, WishError> {
        let space = Space::new(&self.template, &self.kinds, self.symmetry)?;
        possible::check(&space, &self.range())
            .map_err(|possible| self.impossible(possible))?;
        Ok(space)
    }

    const fn impossible(&self, possible: Possible) -> WishError {
        WishError::Impossible { target: self.target, tolerance: self.tolerance, possible }
    }
}

/// How a level is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// A start whose density suits the target, mended until it is feasible, and from there
    /// small changes that come no farther from the target, each measured by what it changes.
    Climb,
    /// The article's evolution of a feasible and an infeasible population, with its settings:
    /// 20 individuals, an elite of 2 in each population, roulette, uniform crossover, every
    /// gene redrawn with probability 0.01, at most 500 generations.
    FeasibleInfeasible(Violation),
}

/// A level that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// The level; when it was not found, the best there was, which says so.
    pub level: Level,
    /// Its potential.
    pub potential: u32,
    /// Whether it is feasible, within the tolerance and within every quota.
    pub is_found: bool,
    /// How many fitness values the search computed.
    pub evaluations: u64,
    /// How many generations it took: of a climb, the changes that were kept.
    pub generations: u64,
}

/// What a search tells whoever watches it.
#[derive(Clone, Copy, Debug)]
pub enum Moment<'a> {
    /// A generation is over.
    Generation {
        /// What happened.
        event: &'a Event,
        /// The levels that are allowed.
        space: &'a Space,
        /// The best of the generation, as a genome of the space.
        genes: &'a [u8],
    },
    /// Work goes on within a generation, a start that is being repaired, or a proof. Told
    /// often, so that the search can be stopped at any time.
    Within,
}

/// Makes one level.
///
/// `see` sees every generation, and is asked within them whether to go on: `Break` stops
/// the search. A search that is stopped, or ends without success, is no error: then the best
/// so far is returned and says that it was not found.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::{Seed, Size};
/// use tilewright_match3::{Kind, Search, Symmetry, Template, Wish, generate};
///
/// let wish = Wish {
///     template: Template::open(Size::new(9, 9))?,
///     kinds: vec![Kind::Obstacle.into(), "blocked2:3-5".parse()?],
///     symmetry: Symmetry::Horizontal,
///     target: 600,
///     tolerance: 0,
///     scheme: Search::Climb,
/// };
/// let made = generate(&wish, Seed(7), |_| ControlFlow::Continue(()))?;
/// assert!(made.is_found && made.potential == 600);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the wish contradicts itself or no level can fulfil it.
pub fn generate(
    wish: &Wish,
    seed: Seed,
    see: impl FnMut(Moment<'_>) -> ControlFlow<()>,
) -> Result<Made, WishError> {
    let space = wish.space()?;
    search(wish, &space, seed, see)
}

/// Makes the levels of these numbers, no two alike, on all threads. There are fewer when no
/// more could be found; the ones found come first, in the order of their numbers, and a single
/// one that was not when there are none.
///
/// Level *i* comes from `seed.child(i)` and from which levels are before it: `others` are those
/// before the first number, from an earlier run. `see` sees each level that was found as
/// soon as those before it are there; `watch` is asked within searches, from any thread.
/// Either may break: then the levels so far are returned.
///
/// # Errors
/// When the wish contradicts itself or no level can fulfil it.
pub fn generate_distinct(
    wish: &Wish,
    numbers: Range<usize>,
    mut others: Vec<Level>,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(&Made) -> ControlFlow<()>,
) -> Result<Vec<Made>, WishError> {
    let space = wish.space()?;
    let maker = Maker { wish, space: &space, seed, watch };
    let mut levels: Vec<Made> = Vec::new();
    let mut next = numbers.start;
    while next < numbers.end && watch.look().is_continue() {
        // A level a thread at a time, so that what was made is seen soon.
        let end = numbers.end.min(next + rayon::current_num_threads());
        let wave: Vec<usize> = (next..end).collect();
        next = end;
        let firsts: Vec<_> = wave.par_iter().map(|&index| maker.first(index)).collect();
        for (index, first) in wave.into_iter().zip(firsts) {
            let made = maker.distinct(index, first?, &others)?;
            if !is_new(&made, &others) {
                if others.is_empty() {
                    levels.push(made);
                }
                return Ok(levels);
            }
            others.push(made.level.clone());
            let flow = see(&made);
            levels.push(made);
            if flow.is_break() {
                return Ok(levels);
            }
        }
    }
    Ok(levels)
}

/// Makes the levels of one wish and seed.
struct Maker<'a> {
    wish: &'a Wish,
    space: &'a Space,
    seed: Seed,
    watch: &'a dyn Watch,
}

impl Maker<'_> {
    fn make(&self, seed: Seed) -> Result<Made, WishError> {
        search(self.wish, self.space, seed, |_| self.watch.look())
    }

    fn first(&self, index: usize) -> Result<Made, WishError> {
        self.make(self.seed.child(index as u64))
    }

    /// The level, or as long as it is like one of the others another one in its place.
    fn distinct(
        &self,
        index: usize,
        first: Made,
        others: &[Level],
    ) -> Result<Made, WishError> {
        let mut made = first;
        for again in 0..TRIES {
            let is_due = made.is_found && !is_new(&made, others);
            if !is_due || self.watch.look().is_break() {
                break;
            }
            made = self.make(self.seed.child(index as u64).child(again))?;
        }
        Ok(made)
    }
}

/// Whether a level was found and is like none of the others.
fn is_new(made: &Made, others: &[Level]) -> bool {
    made.is_found && !others.contains(&made.level)
}

/// How often a level that came out like an earlier one is searched anew.
const TRIES: u64 = 50;

/// What is written into a level that is not the one that was wanted.
fn missed(wish: &Wish, made: &Made) -> Missed {
    let Wish { target, tolerance, .. } = wish;
    let is_feasible = Feasibility::of(&made.level).is_feasible();
    let why = if !is_feasible {
        ", infeasible"
    } else if wish.range().contains(&made.potential) {
        ", with other counts of kinds"
    } else {
        ""
    };
    let reached = format!("potential {}{why}", made.potential);
    Missed::new(format!("potential {target} ± {tolerance}"), reached)
}

fn search(
    wish: &Wish,
    space: &Space,
    seed: Seed,
    mut see: impl FnMut(Moment<'_>) -> ControlFlow<()>,
) -> Result<Made, WishError> {
    let violation = match wish.scheme {
        Search::Climb => Violation::Cells,
        Search::FeasibleInfeasible(violation) => violation,
    };
    let (target, tolerance) = (wish.target, wish.tolerance);
    let problem = LevelProblem { space, target, tolerance, violation };
    let mut flow = ControlFlow::Continue(());
    let mut see = |moment: Moment<'_>| {
        if flow.is_continue() {
            flow = see(moment);
        }
        flow
    };
    let mut made = match wish.scheme {
        Search::Climb => climb::search(&problem, seed, &mut see),
        Search::FeasibleInfeasible(_) => evolve::search(problem, seed, &mut see)?,
    };
    // A search that was stopped proves nothing, and neither does its proof.
    if !made.is_found {
        let proved = possible::prove(space, &wish.range(), &mut || see(Moment::Within));
        proved.map_err(|possible| {
            possible.map_or(WishError::NoLevel, |possible| wish.impossible(possible))
        })?;
        made.level.missed = Some(missed(wish, &made));
    }
    Ok(made)
}
