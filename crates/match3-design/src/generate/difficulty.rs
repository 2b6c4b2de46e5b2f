//! The search for a level of a given difficulty: surrogate-based optimization. A guide predicts the
//! swaps of candidates, games measure the best candidate, and a regression over all measured levels
//! corrects the guide.

use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};
use tilewright_grid::{Rng, Seed, det};
use tilewright_match3::{Goal, Level, MAX_SWAPS, Outcome, Rules, Statistics, play};

use super::check_goal;
use super::evidence::{self, Evidence, aim};
use super::landscape::Landscape;
use crate::{Difficulty, DifficultyRequest, Guide, RequestError};

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

/// The numbers of games after which it is decided whether a level is worth more games. The
/// swaps of a game have a standard deviation of about a third of their mean, so that the error
/// of the mean is 6 %, 3.4 % and 1.7 %: 2, 1.1 and 0.6 tolerances.
const FIRST_GAMES: [u32; 3] = [32, 96, 384];
/// The minimum and the maximum number of games that verify a level: with the minimum a level in
/// the middle of the tolerance can just be proved, with the maximum one at 0.86 tolerances.
const GAMES: (u32, u32) = (768, 32_768);
/// The largest error, in tolerances, of a level that is verified while others may be closer: at
/// 0.5 it takes 2,700 games to prove it, at 0.7 it would take 7,400.
pub(super) const WORTHWHILE: f64 = 0.5;
/// The number of played levels after which the search fails: eight fresh starts of
/// [`START_EVERY`] each. More would find more of the hard requests, and let impossible ones wait
/// longer. Chosen; `cargo xtask bench requests` and `rules-requests` show both.
const LEVELS: u32 = 96;
/// The numbers of played levels after which a level need not be composed as long as it grows by changes that suit one, and
/// after which cells are scattered: three and six fresh starts. Chosen; with the second alone one level in fifty was scattered.
const COMPOSING: (u32, u32) = (LEVELS / 4, LEVELS / 2);
/// After this number of levels one after the other the search ends early, if of each of them
/// its games showed that
/// it is not what was asked for, and what was known before them had not promised it either: the
/// second
/// number is the least difference of the logarithms of the swaps, five tolerances. A fresh
/// start is always among them.
const HOPELESS: (u32, f64) = (16, 0.15);
/// The number of random levels that are played first under rules other than `classic`. When
/// they came, they raised the found ones of 200 requests from 192 to 199 (`cargo xtask bench
/// rules-requests`).
const SCOUTS: u32 = 8;
/// The number of played levels between two fresh starts: long enough to close in from one start,
/// short enough that eight of them fit into [`LEVELS`]. Chosen; `cargo xtask bench requests` shows
/// it.
const START_EVERY: u32 = 12;
/// The number of predictions between two played levels: 75 ms at 50 µs each.
const STEPS: u32 = 1500;

/// Generates one level of a given difficulty.
///
/// The guide predicts the swaps of a level. After every played level a regression over all played
/// levels corrects the guide; the better the guide, the fewer levels are played. The level is found
/// when fresh games prove that it is as close to the difficulty as the request's precision says.
///
/// `watch` is called with the best level so far after every played level, and with `None` within
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
    let space = request.space()?;
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

/// A search that plays levels of one request.
pub(super) struct Search<'a> {
    pub(super) request: &'a DifficultyRequest,
    pub(super) goal: Goal,
    pub(super) landscape: Landscape<'a>,
    pub(super) watch: &'a (dyn Fn() -> ControlFlow<()> + Sync),
    rng: Rng,
    seed: Seed,
    /// The largest error, in tolerances, of a level that is verified.
    worthwhile: f64,
    /// The number of played levels.
    played: u32,
    /// Their least and largest difficulty.
    reach: Option<[f64; 2]>,
    pub(super) games: u64,
}

/// A played level.
pub(super) struct Candidate {
    genes: Vec<u8>,
    pub(super) level: Level,
    predicted: f64,
    pub(super) statistics: Statistics,
    pub(super) evidence: Evidence,
    /// How far its difficulty was known to be before it was played.
    distance: f64,
    /// Whether the request allows it.
    is_allowed: bool,
    /// Whether fresh games prove its difficulty.
    pub(super) is_found: bool,
}

impl Candidate {
    /// The distance from the requested difficulty: less is better.
    pub(super) fn score(&self) -> f64 {
        if self.is_allowed { self.evidence.score() } else { 1e6 }
    }
}

impl<'a> Search<'a> {
    pub(super) const fn new(
        request: &'a DifficultyRequest,
        goal: Goal,
        landscape: Landscape<'a>,
        watch: &'a (dyn Fn() -> ControlFlow<()> + Sync),
        rng: Rng,
        seed: Seed,
        worthwhile: f64,
    ) -> Self {
        let worthwhile = worthwhile * request.precision;
        Self {
            request,
            goal,
            landscape,
            watch,
            rng,
            seed,
            worthwhile,
            played: 0,
            reach: None,
            games: 0,
        }
    }
}

impl Search<'_> {
    /// Whether the search is stopped.
    pub(super) fn is_stopped(&self) -> bool {
        (self.watch)().is_break()
    }

    /// Whether neither what was known of a level nor its games leave hope for others like it.
    fn is_hopeless(&self, level: &Candidate) -> bool {
        level.distance > HOPELESS.1 && level.evidence.is_beyond(self.request.precision)
    }

    /// Walks from a fresh start to a level that is predicted to have the difficulty, and plays it.
    fn start(&mut self) -> Result<Candidate, RequestError> {
        let density = self.rng.unit() * 0.5;
        let genes = self.landscape.random(density, &mut self.rng);
        let genes = self.landscape.walk(genes, STEPS, &mut self.rng, &self.watch)?;
        self.landscape.bear_with(&genes);
        Ok(self.play(genes))
    }

    /// Plays random levels of all densities, from which the regression learns how the difficulty depends on
    /// the density: the guide knows little of rules other than `classic`.
    fn scout(&mut self, best: &mut Candidate) {
        for scout in 0..SCOUTS {
            if best.is_found || self.is_stopped() {
                break;
            }

            // One level of each density, as a stratified sample, up to the 0.6 at which an archive
            // ends too. Chosen.
            let density = 0.6 * (f64::from(scout) + self.rng.unit()) / f64::from(SCOUTS);
            let genes = self.landscape.random(density, &mut self.rng);
            let next = self.play(genes);

            if next.is_found || next.score() < best.score() {
                *best = next;
            }
        }
    }

    /// Walks from a played level to one that is predicted to have the difficulty, and plays it.
    fn neighbor(&mut self, from: &Candidate) -> Result<Candidate, RequestError> {
        // A quarter of the steps of a fresh start, as the level is close already.
        let genes = self.landscape.beside(&from.genes, &mut self.rng, &self.watch);
        let genes = self.landscape.walk(genes, STEPS / 4, &mut self.rng, &self.watch)?;
        Ok(self.play(genes))
    }

    /// Plays a level: first some games; if they are promising, verifies it with other games.
    pub(super) fn play(&mut self, genes: Vec<u8>) -> Candidate {
        let level = self.landscape.space().level(&genes);
        let rules = Rules::new(&level, &self.goal);
        let seed = self.seed.child(1 + u64::from(self.played));
        self.played += 1;

        let is_allowed = self.landscape.allows(&genes);

        // A level that is not allowed is played once, since a candidate has statistics; its
        // score is the worst.
        let mut outcomes = if is_allowed {
            self.try_out(&rules, seed.child(0))
        } else {
            play(&rules, &self.request.bot, 1, 0..1, seed, &())
        };

        let mut evidence = Evidence::of(&outcomes, self.request.difficulty);

        let mut is_found = false;

        // A level that may be within what is worthwhile is judged by new games, since it was
        // chosen for the luck of the first ones. Within 1.5 errors, that is with one chance in 15
        // for a level at the edge to be passed over; a wider net verifies more levels in vain.
        if is_allowed && evidence.off.abs() < self.worthwhile + 1.5 * evidence.error {
            outcomes = self.verify(&rules, seed.child(1), self.worthwhile);
            evidence = Evidence::of(&outcomes, self.request.difficulty);
            is_found = evidence.is_proof(self.request.precision);
        }

        let (predicted, distance) =
            (self.landscape.guess(&genes), self.landscape.distance(&genes));
        if self.is_stopped() {
            // A part of the games proves nothing.
            (evidence, is_found) = (Evidence::NONE, false);
        } else if is_allowed {
            self.landscape.learn(&genes, evidence.swaps, evidence.swaps_error);
            let value = evidence::difficulty(&outcomes, self.request.difficulty);
            let [low, high] = self.reach.unwrap_or([value; 2]);
            self.reach = Some([low.min(value), high.max(value)]);
        }

        let statistics = Statistics::of(&outcomes, MAX_SWAPS);
        Candidate {
            genes,
            level,
            predicted,
            statistics,
            evidence,
            distance,
            is_allowed,
            is_found,
        }
    }

    /// Plays some games, and more if the level may have the difficulty.
    fn try_out(&mut self, rules: &Rules, seed: Seed) -> Vec<Outcome> {
        let most = self.most_swaps();
        let mut outcomes: Vec<Outcome> = Vec::new();
        for games in FIRST_GAMES {
            let begin = outcomes.len() as u32;
            outcomes.extend(self.more(rules, most, begin..games, seed));

            let evidence = Evidence::of(&outcomes, self.request.difficulty);
            if self.is_stopped() || evidence.is_beyond(self.worthwhile) {
                break;
            }
        }
        outcomes
    }

    /// Plays until the difficulty is proved, or the level is unlikely to be within this number of
    /// tolerances, or the maximum number of games is reached.
    pub(super) fn verify(
        &mut self,
        rules: &Rules,
        seed: Seed,
        worthwhile: f64,
    ) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        let most = if self.request.difficulty.is_without_loss() {
            Difficulty::GAMES_WITHOUT_LOSS
        } else {
            GAMES.1
        };

        // The games grow by half, so that at most a third are played in vain; each look at them is
        // another chance to be wrong, and there are eleven at most.
        loop {
            let begin = outcomes.len() as u32;
            let end = (begin + begin / 2).clamp(GAMES.0, most);
            outcomes.extend(self.more(rules, MAX_SWAPS, begin..end, seed));

            let evidence = Evidence::of(&outcomes, self.request.difficulty);
            let is_decided = evidence.is_proof(self.request.precision)
                || evidence.is_beyond(worthwhile)
                || end == most
                || self.is_stopped();
            if is_decided {
                return outcomes;
            }
        }
    }

    /// Plays these games; if stopped, returns the games before the first unfinished one.
    fn more(
        &mut self,
        rules: &Rules,
        most: u32,
        games: Range<u32>,
        seed: Seed,
    ) -> Vec<Outcome> {
        let outcomes = play(rules, &self.request.bot, most, games, seed, &self.watch);
        self.games += outcomes.len() as u64;
        outcomes
    }

    /// Verifies the closest level once more, with a wider tolerance, if the search found none.
    fn insist(&mut self, best: &mut Candidate) {
        if best.is_found
            || !best.is_allowed
            || self.is_stopped()
            || best.evidence.is_beyond(self.request.precision)
        {
            return;
        }

        let rules = Rules::new(&best.level, &self.goal);
        // By games that no played level has used.
        let outcomes = self.verify(
            &rules,
            self.seed.child(1 + u64::from(self.played.max(LEVELS))),
            self.request.precision,
        );

        if self.is_stopped() {
            return;
        }

        best.evidence = Evidence::of(&outcomes, self.request.difficulty);
        best.is_found = best.evidence.is_proof(self.request.precision);
        best.statistics = Statistics::of(&outcomes, MAX_SWAPS);
    }

    /// The number of swaps after which the first games end, far beyond the requested difficulty.
    fn most_swaps(&self) -> u32 {
        let wanted = match self.request.difficulty {
            Difficulty::Swaps(swaps) => swaps,
            Difficulty::WinRate { moves, .. } => f64::from(moves),
        };
        MAX_SWAPS.min((20.0 * wanted) as u32 + 50)
    }

    fn proven(&self, best: &Candidate) -> VerifiedLevel {
        let mut level = best.level.clone();
        if let Difficulty::WinRate { moves, .. } = self.request.difficulty {
            level.moves = Some(moves);
        }
        VerifiedLevel {
            level,
            predicted: det::exp(best.predicted),
            played: best.statistics.clone(),
            is_found: best.is_found,
            reach: self.reach,
            evaluations: self.landscape.evaluations(),
            games: self.games,
        }
    }
}
