//! The generation of levels of a given potential or difficulty.

mod archive;
mod boards;
mod bounds;
mod climb;
mod climber;
mod difficulty;
mod evidence;
mod evolve;
mod games;
mod landscape;
mod named;
mod request;
mod shortage;
mod target;
mod tweak;
mod verify;

use std::ops::{ControlFlow, Range};

pub use archive::{
    ArchiveRequest, ArchiveRound, ArchivedLevel, LevelArchive, PlayedLevel, bin_ends,
    bin_words,
};
pub use boards::promising;
pub(crate) use climb::{feasible_start, repaired};
pub use difficulty::{VerifiedLevel, generate_difficulty};
pub use named::{NamedDifficulty, UnknownDifficulty};
use rayon::prelude::*;
pub use request::{Algorithm, DifficultyRequest, LevelRequest};
use serde::{Deserialize, Serialize};
pub use shortage::Shortage;
pub(crate) use shortage::check as check_goal;
pub use target::Difficulty;
use tilewright_evolve::Event;
use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Level, MissedTarget};
pub use tweak::{CellChange, Shift, Tweak, TweakRequest, Tweaks, tweak};
pub use verify::verify_difficulty;

use crate::feasibility::Violation;
use crate::{Feasibility, LevelProblem, RequestError, Space, Style};

/// The result of a search for a level of a given potential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratedLevel {
    /// The level. If it was not found, the closest level of the search, whose
    /// [`missed`](Level::missed) says so.
    pub level: Level,
    /// The potential of the level.
    pub potential: u32,
    /// Whether the level fulfils the request: it is feasible, its potential is within the
    /// tolerance, and the counts of all kinds are as requested.
    pub is_found: bool,
    /// The number of fitness evaluations.
    pub evaluations: u64,
    /// The number of generations; for hill climbing, of the accepted changes.
    pub generations: u64,
}

/// The progress of a search, as its callback sees it.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A generation is finished.
    Generation {
        /// The statistics of the generation.
        event: &'a Event,
        /// The space of the search, which decodes genomes.
        space: &'a Space,
        /// The best genome of the generation.
        genes: &'a [u8],
    },
    /// The search is between two generations: it learns a look, repairs a start, or proves that there is no
    /// level. Reported often, so that the search can be stopped at any time.
    Working,
}

/// Generates one level.
///
/// `see` is called after every generation, and often between generations; `Break` stops the
/// search. A search that is stopped, or that fails, is no error: it returns the closest level,
/// with [`is_found`](GeneratedLevel::is_found) false.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::{LevelRequest, Progress, generate};
///
/// let mut generations = 0;
/// let generated = generate(&LevelRequest::new(600), Seed(7), |progress| {
///     generations += u32::from(matches!(progress, Progress::Generation { .. }));
///     ControlFlow::Continue(())
/// })?;
/// assert!(generated.is_found && generations > 0);
/// # Ok::<(), tilewright_match3_design::RequestError>(())
/// ```
///
/// # Errors
/// When the request contradicts itself or it is proved that no level fulfils it.
pub fn generate(
    request: &LevelRequest,
    seed: Seed,
    mut see: impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<GeneratedLevel, RequestError> {
    let space = request.space(&mut || see(Progress::Working))?;
    search(request, &space, seed, see)
}

/// Generates the levels of these numbers, all different, on all threads. Returns them in the
/// order of their numbers; fewer if no more could be found; if none was found, the closest level
/// of the first search.
///
/// Level *i* depends on `seed.child(i)` and on the levels before it: `others` are the levels
/// before the first number, from an earlier run. `see` is called for each level that was found,
/// in order; `watch` is asked within searches, from any thread. Either may break: then the levels
/// so far are returned.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::{LevelRequest, generate_distinct};
///
/// let request = LevelRequest::new(600).with_tolerance(20);
/// let levels = generate_distinct(&request, 0..3, Vec::new(), Seed(1), &(), |generated| {
///     println!("{}", generated.level);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(levels.len(), 3);
/// # Ok::<(), tilewright_match3_design::RequestError>(())
/// ```
///
/// # Errors
/// When the request contradicts itself or it is proved that no level fulfils it.
pub fn generate_distinct(
    request: &LevelRequest,
    numbers: Range<usize>,
    mut others: Vec<Level>,
    seed: Seed,
    watch: &dyn Watch,
    mut see: impl FnMut(&GeneratedLevel) -> ControlFlow<()>,
) -> Result<Vec<GeneratedLevel>, RequestError> {
    let space = request.space(&mut || watch.look())?;
    let maker = Maker { request, space: &space, seed, watch };
    let mut levels: Vec<GeneratedLevel> = Vec::new();
    let mut next = numbers.start;
    while next < numbers.end && watch.look().is_continue() {
        // One level per thread at a time, so that finished levels are reported soon.
        let end = numbers.end.min(next + rayon::current_num_threads());
        let wave: Vec<usize> = (next..end).collect();
        next = end;
        let first = |&index: &usize| maker.make(seed.child(index as u64));
        let firsts: Vec<_> = wave.par_iter().map(first).collect();
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

/// Generates the levels of one request and seed.
struct Maker<'a> {
    request: &'a LevelRequest,
    space: &'a Space,
    seed: Seed,
    watch: &'a dyn Watch,
}

impl Maker<'_> {
    fn make(&self, seed: Seed) -> Result<GeneratedLevel, RequestError> {
        search(self.request, self.space, seed, |_| self.watch.look())
    }

    /// A level of scattered cells, of which there are more than of composed ones.
    fn scatter(&self, seed: Seed) -> Result<GeneratedLevel, RequestError> {
        let mut space = self.space.clone();
        space.scatter();
        search(self.request, &space, seed, |_| self.watch.look())
    }

    /// The level; while it equals one of the others, another level in its place.
    fn distinct(
        &self,
        index: usize,
        first: GeneratedLevel,
        others: &[Level],
    ) -> Result<GeneratedLevel, RequestError> {
        let composing = match self.space.style() {
            Style::Composed | Style::Like(_) => COMPOSING,
            Style::Scattered => 0,
        };
        let mut made = first;
        for again in 0..composing + TRIES {
            let is_due = made.is_found && !is_new(&made, others);
            if !is_due || self.watch.look().is_break() {
                break;
            }
            let seed = self.seed.child(index as u64).child(again);
            made = if again < composing { self.make(seed)? } else { self.scatter(seed)? };
        }
        Ok(made)
    }
}

/// Whether a level was found and differs from all others.
fn is_new(made: &GeneratedLevel, others: &[Level]) -> bool {
    made.is_found && !others.contains(&made.level)
}

/// The most new searches for a level that equals an earlier one: a second at most on 9 × 9
/// cells. Where half of the levels of a space are left it fails by chance once in 2⁵⁰ cases.
const TRIES: u64 = 50;
/// How many there are before them for a composed level: where half of those are left, all fail once in a thousand cases.
const COMPOSING: u64 = 10;

/// The note in a level that does not fulfil the request.
fn missed(request: &LevelRequest, made: &GeneratedLevel) -> MissedTarget {
    let LevelRequest { target, tolerance, .. } = request;
    let is_feasible = Feasibility::of(&made.level).is_feasible();
    let why = if !is_feasible {
        ", infeasible"
    } else if request.range().contains(&made.potential) {
        ", with other counts of kinds"
    } else {
        ""
    };
    let reached = format!("potential {}{why}", made.potential);
    MissedTarget::new(format!("potential {target} ± {tolerance}"), reached)
}

fn search(
    request: &LevelRequest,
    space: &Space,
    seed: Seed,
    mut see: impl FnMut(Progress<'_>) -> ControlFlow<()>,
) -> Result<GeneratedLevel, RequestError> {
    let violation = match request.algorithm {
        Algorithm::HillClimb => Violation::Cells,
        Algorithm::FeasibleInfeasible(violation) => violation,
    };
    let (target, tolerance) = (request.target, request.tolerance);
    let problem = LevelProblem { space, target, tolerance, violation };

    // What was broken once stays broken, also for the proof below.
    let mut flow = ControlFlow::Continue(());
    let mut see = |progress: Progress<'_>| {
        if flow.is_continue() {
            flow = see(progress);
        }
        flow
    };

    let mut made = match request.algorithm {
        Algorithm::HillClimb => climb::search(&problem, seed, &mut see)?,
        Algorithm::FeasibleInfeasible(_) => evolve::search(problem, seed, &mut see)?,
    };
    // If the search was stopped, the proof is stopped too, and proves nothing.
    if !made.is_found {
        let proved =
            bounds::prove(space, &request.range(), &mut || see(Progress::Working));
        proved.map_err(|possible| {
            possible
                .map_or(RequestError::NoLevel, |possible| request.impossible(possible))
        })?;
        made.level.missed = Some(missed(request, &made));
    }

    Ok(made)
}
