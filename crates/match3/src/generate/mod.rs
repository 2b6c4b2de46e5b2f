//! Levels of a wanted potential, and of a wanted difficulty.

mod climb;
mod difficulty;
mod evolve;
mod possible;

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

pub(crate) use climb::feasible_start;
pub use difficulty::{DifficultyWish, Proven, Wanted, generate_difficulty};
use rayon::prelude::*;
use tilewright_evolve::Event;
use tilewright_grid::Seed;

use crate::error::Possible;
use crate::feasibility::Violation;
use crate::{Level, LevelProblem, Quota, Space, Symmetry, Template, WishError};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The level; when it was not found, the best there was.
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

/// A search as it stands after a generation.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// What happened.
    pub event: &'a Event,
    /// The levels that are allowed.
    pub space: &'a Space,
    /// The best of the generation, as a genome of the space.
    pub genes: &'a [u8],
}

/// Makes one level.
///
/// `watch` sees every generation. A search that ends without success is no error: then the
/// best is returned and says so.
///
/// ```
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
/// let made = generate(&wish, Seed(7), |_| {})?;
/// assert!(made.is_found && made.potential == 600);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the wish contradicts itself or no level can fulfil it.
pub fn generate(
    wish: &Wish,
    seed: Seed,
    watch: impl FnMut(Moment<'_>),
) -> Result<Made, WishError> {
    let space = wish.space()?;
    search(wish, &space, seed, watch)
}

/// Makes so many levels, no two alike, on all threads. There are fewer when no more could be
/// found; the ones found come first, in the order of their seeds, and a single one that was
/// not when there are none.
///
/// `proceed` is called from any thread before every search; what it stops, and all behind it,
/// is left out.
///
/// # Errors
/// When the wish contradicts itself or no level can fulfil it.
pub fn generate_distinct(
    wish: &Wish,
    count: usize,
    seed: Seed,
    proceed: impl Fn() -> ControlFlow<()> + Sync,
) -> Result<Vec<Made>, WishError> {
    let space = wish.space()?;
    // The list ends at the first search that fails, so none behind it needs to begin.
    let failed = AtomicUsize::new(usize::MAX);
    let first = |index: usize| {
        let is_wanted = proceed().is_continue() && failed.load(Relaxed) > index;
        is_wanted.then(|| {
            let made = search(wish, &space, seed.child(index as u64), |_| {});
            if !made.as_ref().is_ok_and(|made| made.is_found) {
                failed.fetch_min(index, Relaxed);
            }
            made
        })
    };
    // A level a thread at a time, so that an interrupted run has made the first ones.
    let blocks =
        (0..count).into_par_iter().by_uniform_blocks(rayon::current_num_threads());
    let firsts: Vec<_> = blocks.map(first).collect();
    let mut levels: Vec<Made> = Vec::with_capacity(firsts.len());
    for (index, first) in firsts.into_iter().enumerate() {
        let Some(first) = first else { break };
        let mut made = first?;
        for again in 0..TRIES {
            let is_new = !made.is_found || !is_among(&made, &levels);
            if is_new || proceed().is_break() {
                break;
            }
            made = search(wish, &space, seed.child(index as u64).child(again), |_| {})?;
        }
        if made.is_found && !is_among(&made, &levels) {
            levels.push(made);
        } else {
            if levels.is_empty() {
                levels.push(made);
            }
            break;
        }
    }
    Ok(levels)
}

fn is_among(made: &Made, levels: &[Made]) -> bool {
    levels.iter().any(|other| other.level == made.level)
}

/// How often a level that came out like an earlier one is searched anew.
const TRIES: u64 = 50;

fn search(
    wish: &Wish,
    space: &Space,
    seed: Seed,
    watch: impl FnMut(Moment<'_>),
) -> Result<Made, WishError> {
    let violation = match wish.scheme {
        Search::Climb => Violation::Cells,
        Search::FeasibleInfeasible(violation) => violation,
    };
    let (target, tolerance) = (wish.target, wish.tolerance);
    let problem = LevelProblem { space, target, tolerance, violation };
    let made = match wish.scheme {
        Search::Climb => climb::search(&problem, seed, watch),
        Search::FeasibleInfeasible(_) => evolve::search(problem, seed, watch)?,
    };
    if !made.is_found {
        possible::prove(space, &wish.range()).map_err(|possible| {
            possible.map_or(WishError::NoLevel, |possible| wish.impossible(possible))
        })?;
    }
    Ok(made)
}
