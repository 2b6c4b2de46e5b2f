//! The proof that a given level has a difficulty.

use std::ops::ControlFlow;

use tilewright_grid::Seed;
use tilewright_match3::{Level, MAX_SWAPS, Rules, Statistics};

use super::difficulty::VerifiedLevel;
use super::evidence::{Evidence, aim};
use super::games::{Search, WORTHWHILE};
use super::landscape::Landscape;
use crate::{Difficulty, DifficultyRequest, Guide, RequestError, Space};

/// Plays a level until its games prove the difficulty of a request, or that it is another one. The move limit
/// is set to that of the request. Whether the request allows its cells is not looked at.
///
/// # Errors
/// As [`generate_difficulty`](crate::generate_difficulty), of the request alone.
pub fn verify_difficulty(
    request: &DifficultyRequest,
    guide: &Guide,
    level: &Level,
    seed: Seed,
    watch: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Result<VerifiedLevel, RequestError> {
    let space = Space::new(&request.template, &request.kinds, request.symmetry)?;
    let goal = request.template.goal.clone().ok_or(RequestError::NoGoal)?;
    let aim = aim(request.difficulty);
    let landscape = Landscape::new(space, goal.clone(), guide, &[], 0.0, aim);
    let rng = seed.child(0).rng();
    let mut search = Search::new(request, goal, landscape, watch, rng, seed, WORTHWHILE);

    let rules = Rules::new(level, &search.goal);
    let outcomes = search.verify(&rules, seed, request.precision);
    let evidence = Evidence::of(&outcomes, request.difficulty);
    let mut level = level.clone();
    if let Difficulty::WinRate { moves, .. } = request.difficulty {
        level.moves = Some(moves);
    }
    Ok(VerifiedLevel {
        predicted: guide.predict(&level),
        played: Statistics::of(&outcomes, MAX_SWAPS),
        is_found: !search.is_stopped() && evidence.is_proof(request.precision),
        reach: None,
        evaluations: 1,
        games: search.games,
        level,
    })
}
