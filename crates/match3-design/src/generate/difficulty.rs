//! The search for a level of a given difficulty: surrogate-based optimization. A guide predicts the
//! swaps of candidates, games measure the best candidate, and a regression over all measured levels
//! corrects the guide.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use tilewright_grid::Seed;
use tilewright_match3::{Level, Statistics};

use super::check_goal;
use super::evidence::aim;
use super::games::{Search, WORTHWHILE};
use super::landscape::Landscape;
use crate::{DifficultyRequest, Guide, RequestError};

/// The result of a search for a level of a given difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerifiedLevel {
    /// The level; if it was not found, the closest level of the search.
    pub level: Level,
    /// The mean swaps that the guide predicts for the level.
    pub predicted: f64,
    /// The statistics of the games that verified the level. The search had not used them before.
    pub played: Statistics,
    /// Whether the level fulfils the request: it is feasible, the counts of all kinds are as
    /// requested, and its games prove the difficulty.
    pub is_found: bool,
    /// The least and the largest difficulty of the levels that were played and that the request allows, in the
    /// unit of the requested one; of a level that was not found it says what the request can have. None if no
    /// such level was played.
    pub reach: Option<[f64; 2]>,
    /// The number of predictions.
    pub evaluations: u64,
    /// The number of games.
    pub games: u64,
}

/// The number of played levels after which the search fails: eight fresh starts of
/// [`START_EVERY`] each. More would find more of the hard requests, and let impossible ones wait
/// longer. Chosen; `cargo xtask bench requests` and `rules-requests` show both.
pub(super) const LEVELS: u32 = 96;
/// The numbers of played levels after which a level need not be composed as long as it grows by changes that suit one, and
/// after which cells are scattered: three and six fresh starts. Chosen; with the second alone one level in fifty was scattered.
const COMPOSING: (u32, u32) = (LEVELS / 4, LEVELS / 2);
/// After this number of levels one after the other the search ends early, if of each of them
/// its games showed that it is not what was asked for, and what was known before them had not
/// promised it either: the second number is the least difference of the logarithms of the swaps, five
/// tolerances. A fresh start is always among them.
pub(super) const HOPELESS: (u32, f64) = (16, 0.15);
/// The number of played levels between two fresh starts: long enough to close in from one start,
/// short enough that eight of them fit into [`LEVELS`]. Chosen; `cargo xtask bench requests` shows
/// it.
const START_EVERY: u32 = 12;

/// Generates one level of a given difficulty.
///
/// The guide predicts the swaps of a level. After every played level a regression over all played
/// levels corrects the guide; the better the guide, the fewer levels are played. The level is found
/// when fresh games prove that it is as close to the difficulty as the request's precision says.
///
/// `watch` is called with the best level so far after every played level, and with `None` while a look is learnt and within
/// games and walks, from any thread; `Break` stops the search, which then returns the best level so
/// far.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::{Difficulty, DifficultyRequest, generate_difficulty};
///
/// let difficulty = Difficulty::WinRate { rate: 0.6, moves: 25 };
/// let request = DifficultyRequest::new("collect:30".parse()?, difficulty);
/// let verified = generate_difficulty(&request, &request.guide()?, Seed(7), |best| {
///     if let Some(best) = best {
///         println!("{} games so far", best.games);
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert!(verified.is_found && verified.level.moves == Some(25));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the request contradicts itself, none of its levels is feasible, it has no goal, or the goal asks for more
/// of something than its levels have.
pub fn generate_difficulty(
    request: &DifficultyRequest,
    guide: &Guide,
    seed: Seed,
    watch: impl Fn(Option<&VerifiedLevel>) -> ControlFlow<()> + Sync,
) -> Result<VerifiedLevel, RequestError> {
    let space = request.space(&mut || watch(None))?;
    let goal = request.template.goal.clone().ok_or(RequestError::NoGoal)?;
    check_goal(&space, &goal)?;

    let others = &request.others;
    let least = request.min_difference;
    let aim = aim(request.difficulty);
    let landscape = Landscape::new(space, goal.clone(), guide, others, least, aim);
    let rng = seed.child(0).rng();
    let see = || watch(None);
    let mut search = Search::new(request, goal, landscape, &see, rng, seed, WORTHWHILE);

    let mut best = search.start()?;
    if !search.landscape.space().is_classic() {
        search.scout(&mut best);
    }

    let (mut hopeless, mut most) = (0, LEVELS);
    while !best.is_found
        && search.played < most
        && hopeless < HOPELESS.0
        && !search.is_stopped()
    {
        // A neighbour of the best level is likely to be close too; a fresh start gets away from
        // levels of which none has the difficulty.
        let is_fresh = search.played.is_multiple_of(START_EVERY);
        let next = if is_fresh { search.start()? } else { search.neighbor(&best)? };

        hopeless = if search.is_hopeless(&next) { hopeless + 1 } else { 0 };
        if search.played >= COMPOSING.0 {
            search.landscape.bear_with_all();
        }
        // What no composed level was, a scattered one may be, in a search as long as one of scattered levels: no style
        // makes a request impossible.
        let is_late = hopeless == HOPELESS.0 || search.played >= COMPOSING.1;
        if is_late && search.landscape.scatter() {
            (hopeless, most) = (0, search.played + LEVELS);
        }
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
