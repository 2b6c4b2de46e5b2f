//! The search for a level of a difficulty by games: levels are drawn, walked to, played and verified.

use std::ops::{ControlFlow, Range};

use tilewright_grid::{Rng, Seed, det};
use tilewright_match3::{Goal, Level, MAX_SWAPS, Outcome, Rules, Statistics, play};

use super::difficulty::{HOPELESS, LEVELS, VerifiedLevel};
use super::evidence::{self, Evidence};
use super::landscape::Landscape;
use crate::{Difficulty, DifficultyRequest, RequestError};

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
/// The number of random levels that are played first under rules other than `classic`. When
/// they came, they raised the found ones of 200 requests from 192 to 199 (`cargo xtask bench
/// rules-requests`).
const SCOUTS: u32 = 8;
/// The number of predictions between two played levels: 75 ms at 50 µs each.
const STEPS: u32 = 1500;

/// How much worse a level is whose games differ so much that the most games would not prove it, in tolerances: a level that can be
/// proved is a better start for the next one, even if it is ten tolerances off. Chosen.
const UNPROVABLE: f64 = 10.0;
/// How certain that must be before a level is verified, as a share of the tolerance: the spread of the first games is known within a third.
const DOUBT: f64 = 1.5;

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
    pub(super) played: u32,
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
    /// Whether its games are alike enough for the most games to prove it.
    is_provable: bool,
    /// Whether fresh games prove its difficulty.
    pub(super) is_found: bool,
}

impl Candidate {
    /// The distance from the requested difficulty: less is better.
    pub(super) fn score(&self) -> f64 {
        match () {
            () if !self.is_allowed => 1e6,
            () if !self.is_provable => UNPROVABLE + self.evidence.score(),
            () => self.evidence.score(),
        }
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
    pub(super) fn is_hopeless(&self, level: &Candidate) -> bool {
        let is_beyond = level.evidence.is_beyond(self.request.precision);
        level.distance > HOPELESS.1 && is_beyond || !level.is_provable
    }

    /// Walks from a fresh start to a level that is predicted to have the difficulty, and plays it.
    pub(super) fn start(&mut self) -> Result<Candidate, RequestError> {
        let density = self.rng.unit() * 0.5;
        let genes = self.landscape.random(density, &mut self.rng);
        let genes = self.landscape.walk(genes, STEPS, &mut self.rng, &self.watch)?;
        self.landscape.bear_with(&genes);
        Ok(self.play(genes))
    }

    /// Plays random levels of all densities, from which the regression learns how the difficulty depends on
    /// the density: the guide knows little of rules other than `classic`.
    pub(super) fn scout(&mut self, best: &mut Candidate) {
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
    pub(super) fn neighbor(
        &mut self,
        from: &Candidate,
    ) -> Result<Candidate, RequestError> {
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
        let games = outcomes.len() as u32;
        let is_provable = !self.is_beyond_proof(&evidence, games, GAMES.1, DOUBT);
        if is_allowed
            && is_provable
            && evidence.off.abs() < self.worthwhile + 1.5 * evidence.error
        {
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
            is_provable,
            is_found,
        }
    }

    /// Whether that number of games will not prove the mean swaps of a level within a multiple of the tolerance, as its first games show.
    /// A win rate is a share, which a number of games that is known beforehand proves; that of a level without a loss has no
    /// error that shrinks.
    fn is_beyond_proof(
        &self,
        evidence: &Evidence,
        games: u32,
        most: u32,
        share: f64,
    ) -> bool {
        matches!(self.request.difficulty, Difficulty::Swaps(_))
            && evidence.is_beyond_proof(games, most, share * self.request.precision)
    }

    /// Plays some games, and more if the level may have the difficulty.
    fn try_out(&mut self, rules: &Rules, seed: Seed) -> Vec<Outcome> {
        let most = self.most_swaps();
        let mut outcomes: Vec<Outcome> = Vec::new();
        for games in FIRST_GAMES {
            let begin = outcomes.len() as u32;
            outcomes.extend(self.more(rules, most, begin..games, seed));

            let evidence = Evidence::of(&outcomes, self.request.difficulty);
            if self.is_stopped()
                || evidence.is_beyond(self.worthwhile)
                || self.is_beyond_proof(&evidence, games, GAMES.1, DOUBT)
            {
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
                || self.is_beyond_proof(&evidence, end, most, 1.0)
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
    pub(super) fn insist(&mut self, best: &mut Candidate) {
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

    pub(super) fn proven(&self, best: &Candidate) -> VerifiedLevel {
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
