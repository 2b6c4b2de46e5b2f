//! The search for tweaks: the games of the level itself, and what the search may change.

use std::ops::{ControlFlow, Range};

use tilewright_grid::{Seed, Watch};
use tilewright_match3::{Goal, MAX_SWAPS, Quota, Rules, Statistics, Template, play};

use super::tweaker::Tweaker;
use super::{Shift, TweakRequest, Tweaks, difficulty, is_at_end};
use crate::generate::evidence::{Evidence, aim};
use crate::generate::games::Search;
use crate::generate::landscape::Landscape;
use crate::{Difficulty, DifficultyRequest, Guide, RequestError, Space};

/// The games of the level itself, those of a level from whose own difficulty the requested one
/// follows, and
/// those that prove that it has the difficulty already. The standard error of a win rate is
/// 1.6, 0.8 and 0.55 points at most, of a tolerance of 5.
const GAMES: [u32; 3] = [1024, 4096, 8192];
/// The greatest difference, in tolerances, at which a level is verified: more than in a search
/// for any level, since few levels are within few changes. At 0.7 a proof takes 6,000 to 7,400
/// games.
const WORTHWHILE: f64 = 0.7;

pub(super) fn search(
    request: &TweakRequest,
    goal: &Goal,
    guide: &Guide,
    seed: Seed,
    watch: &(dyn Fn(Option<usize>) -> ControlFlow<()> + Sync),
) -> Result<Tweaks, RequestError> {
    let (template, kinds) = (template(request), quotas(request));
    let space = Space::new(&template, &kinds, request.symmetry)?;
    if space.genes() == 0 {
        return Err(RequestError::NoFreeCell);
    }

    let base = genes_of(&space, request)?;
    let see = || watch(None);
    let Baseline { mut tweaks, evidence, width } = measure(request, goal, seed, &see);
    let difficulty = match tweaks.difficulty {
        Some(difficulty) if !tweaks.is_there && see().is_continue() => difficulty,
        _ => return Ok(tweaks),
    };

    let TweakRequest { symmetry, bot, precision, .. } = *request;
    let inner = DifficultyRequest::new(goal.clone(), difficulty);
    let inner = DifficultyRequest { template, kinds, symmetry, bot, precision, ..inner };

    let mut landscape =
        Landscape::new(space, goal.clone(), guide, &[], 0.0, aim(difficulty))
            .allowing(&base);

    // The base counts as played, so that the guide is right where the changes begin.
    landscape.learn(&base, evidence.swaps, evidence.swaps_error);

    let (rng, plays) = (seed.child(1).rng(), seed.child(2));
    let search =
        Search::new(&inner, goal.clone(), landscape, &see, rng, plays, WORTHWHILE);

    let scale = (evidence.swaps, width);
    let mut tweaker = Tweaker::new(request, base, scale, search, seed.child(3));
    tweaker.run(watch);

    tweaks.evaluations = tweaker.evaluations();
    tweaks.games += tweaker.games();
    tweaks.answers = tweaker.into_tweaks();
    Ok(tweaks)
}

/// The games of the level itself, and what follows from them.
struct Baseline {
    /// The result without tweaks.
    tweaks: Tweaks,
    evidence: Evidence,
    /// The tolerance, as a difference of the logarithm of the swaps.
    width: f64,
}

/// Plays the level itself; more games if it may have the difficulty already.
fn measure(
    request: &TweakRequest,
    goal: &Goal,
    seed: Seed,
    watch: &dyn Watch,
) -> Baseline {
    let rules = Rules::new(&request.level, goal);

    let games = |games: Range<u32>| {
        play(&rules, &request.bot, MAX_SWAPS, games, seed.child(0), watch)
    };

    let first = GAMES[usize::from(!matches!(request.shift, Shift::To(_)))];
    let mut outcomes = games(0..first);
    let mut before = Statistics::of(&outcomes, MAX_SWAPS);

    // Stopped games give statistics, but no difficulty and no proof.
    if outcomes.len() < first as usize {
        let (answers, evaluations, games) = (Vec::new(), 0, outcomes.len() as u64);
        let (difficulty, is_there) = (request.shift.difficulty(), false);
        let tweaks = Tweaks { before, difficulty, is_there, answers, evaluations, games };
        return Baseline { tweaks, evidence: Evidence::NONE, width: 0.0 };
    }

    let difficulty = difficulty(request.shift, &request.level, &before);
    let mut evidence = Evidence::of(&outcomes, difficulty);
    let width = Evidence::width(&outcomes, difficulty) * request.precision;

    let mut is_there = is_at_end(request.shift, &request.level, &before);

    // Perhaps it is there already: as many more games as a proof takes.
    if !is_there && !evidence.is_beyond(request.precision) {
        let most = if difficulty.is_without_loss() {
            Difficulty::GAMES_WITHOUT_LOSS.max(first)
        } else {
            GAMES[2]
        };
        outcomes.extend(games(first..most));
        evidence = Evidence::of(&outcomes, difficulty);
        before = Statistics::of(&outcomes, MAX_SWAPS);
        let is_whole = outcomes.len() == most as usize;
        is_there = is_whole && evidence.is_proof(request.precision);
    }

    let (answers, evaluations, games) = (Vec::new(), 0, outcomes.len() as u64);
    let difficulty = Some(difficulty);
    let tweaks = Tweaks { before, difficulty, is_there, answers, evaluations, games };
    Baseline { tweaks, evidence, width }
}

/// The level as a template whose free cells may change.
fn template(request: &TweakRequest) -> Template {
    let mut template = Template::from(&request.level);

    let cells = request.level.cells();
    for cell in cells.size().cells() {
        if request.free[cell] && cells[cell].is_present() {
            template.set(cell, None);
        }
    }

    template.missed = None;
    template
}

/// The kinds that may be placed, and those of the free cells.
fn quotas(request: &TweakRequest) -> Vec<Quota> {
    let cells = request.level.cells().values().iter().zip(request.free.values());
    let present = cells.filter(|(kind, is_free)| **is_free && kind.is_special());

    let mut quotas = request.kinds.clone();
    for (&kind, _) in present {
        if quotas.iter().all(|quota| quota.kind != kind) {
            quotas.push(kind.into());
        }
    }
    quotas
}

/// The genes of the level.
fn genes_of(space: &Space, request: &TweakRequest) -> Result<Vec<u8>, RequestError> {
    let kinds = request.level.cells().values();
    let size = request.level.size();
    let gene = |gene: usize| {
        let orbit = space.orbit(gene);
        let kind = kinds[orbit[0] as usize];

        if let Some(&other) = orbit.iter().find(|&&other| kinds[other as usize] != kind) {
            let template = Template::from(&request.level);
            let name = |index: u32| template.name_of(kinds[index as usize]);
            let [a, b] = [orbit[0], other].map(|index| size.cell(index as usize));
            let (a_kind, b_kind) = (name(orbit[0]), name(other));
            return Err(RequestError::Asymmetric { a, a_kind, b, b_kind });
        }

        let choice = space.choices().iter().position(|&choice| choice == kind);
        Ok(choice.expect("the kinds of free cells are choices") as u8)
    };
    (0..space.genes()).map(gene).collect()
}
