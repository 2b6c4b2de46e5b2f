//! Archives of levels that differ in difficulty, density and symmetry: MAP-Elites with a surrogate
//! model, whose elites are proved by games.

mod bins;
mod problem;
mod proof;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_evolve::{Archive, Axis, Direction, Error, Evolution, MapElites, Stop};
use tilewright_grid::{Seed, Watch, det};
use tilewright_match3::{
    Goal, Kind, Level, Quota, Rules, SkilledBot, Statistics, Template, judge,
};

use super::check_goal;
use super::landscape::Landscape;
use crate::latch::Latch;
use crate::{Feasibility, Guide, Placement, RequestError, Space, Style, Symmetry};
pub use bins::{bin_ends, bin_words};
use problem::{Elites, LevelMutation, centrality, density_and_symmetry};
use proof::{Prover, Trial};

/// The number of individuals of a generation: as many as the bins of the default axes (8 × 6 ×
/// 4 = 192), about one for each.
const BATCH: usize = 200;
/// The number of random levels at the beginning of a round that has elites already: a quarter of a
/// generation, so that new parts of the space are seen while the elites stay most of the parents.
/// Chosen; `cargo xtask bench archive` shows the filled bins.
const FRESH: usize = 50;
/// The centrality below which an elite is not played, since games would hardly prove its bin:
/// at 0.2 a tenth of the width of the bin is left to its end.
const WORTHWHILE: f64 = 0.2;
/// The number of played levels to which the correction of the guide is fitted: the latest ones,
/// since the time of a fit grows with their cube.
const LEARNED: usize = 200;

/// A request for an archive of levels: one level for each bin of difficulty, density and symmetry.
///
/// The *density* is the share of special cells among all cells of the board. The *symmetry* is the
/// share of special cells whose mirror image, left and right exchanged, is of the same kind; 1
/// without special cells.
#[derive(Clone, Debug)]
pub struct ArchiveRequest {
    /// The board: its size, its fixed cells, its colours and the goal.
    pub template: Template,
    /// The kinds that may be placed in free cells besides ordinary ones, with their counts.
    /// Default: obstacles, any number.
    pub kinds: Vec<Quota>,
    /// How the special cells are spread. Default: composed.
    pub style: Style,
    /// Where the special cells stand, and how. Default: anywhere.
    pub placements: Vec<Placement>,
    /// The bot that plays. Default: the [`judge`] of the goal.
    pub bot: SkilledBot,
    /// The range of the mean swaps, and its bins. Default: 8 bins.
    pub difficulty: Axis,
    /// The range of the density, and its bins. Default: from 0 to 0.6, 6 bins.
    pub density: Axis,
    /// The range of the symmetry, and its bins. Default: from 0 to 1, 4 bins.
    pub symmetry: Axis,
    /// The number of levels that are predicted in each round. Default: 100,000.
    pub evaluations: u64,
    /// The most games of a level. Default: 2048.
    pub games: u32,
}

impl ArchiveRequest {
    /// A request for levels of this goal, and of this range of mean swaps, with the defaults of all
    /// other fields.
    pub fn new(goal: Goal, [low, high]: [f64; 2]) -> Self {
        Self {
            bot: judge(&goal),
            template: super::request::open_board(Some(goal)),
            kinds: vec![Kind::OBSTACLE.into()],
            style: Style::Composed,
            placements: Vec::new(),
            difficulty: Axis::new(low, high, 8),
            density: Axis::new(0.0, 0.6, 6),
            symmetry: Axis::new(0.0, 1.0, 4),
            evaluations: 100_000,
            games: 2048,
        }
    }

    /// The axes: difficulty, density and symmetry.
    pub const fn axes(&self) -> [Axis; 3] {
        [self.difficulty, self.density, self.symmetry]
    }
}

/// A level of an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArchivedLevel {
    /// The number of its bin, from 0: the symmetry runs fastest, the difficulty slowest.
    pub bin: usize,
    /// The level.
    pub level: Level,
    /// The mean swaps that the guide predicts, corrected by the games of other levels.
    pub predicted: f64,
    /// The share of special cells among all cells.
    pub density: f64,
    /// The share of special cells whose mirror image is of the same kind.
    pub symmetry: f64,
    /// How close the measured mean swaps are to the middle of the bin: 1 in the middle, 0 at an end.
    pub quality: f64,
    /// The statistics of the games that prove the bin.
    pub played: Statistics,
}

/// A level that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedLevel {
    /// The genome.
    pub genes: Vec<u8>,
    /// The logarithm of the mean swaps.
    pub swaps: f64,
    /// The standard error of that.
    pub error: f64,
}

/// What a round of a [`LevelArchive`] adds to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ArchiveRound {
    /// The levels of newly filled bins, in the order of the bins.
    pub levels: Vec<ArchivedLevel>,
    /// All levels that were played.
    pub played: Vec<PlayedLevel>,
    /// The genomes of the elites, whether proved or not.
    pub elites: Vec<Vec<u8>>,
    /// The number of predictions.
    pub evaluations: u64,
    /// The number of games.
    pub games: u64,
}

/// An archive of levels under construction.
///
/// Each [round](Self::advance) searches elites for all bins by MAP-Elites, where a guide predicts
/// the swaps of a level; plays the elites of those bins that have no proved level yet; and corrects
/// the guide by all games so far. (Surrogate-assisted illumination: Gaier, Asteroth and Mouret,
/// *Data-efficient design exploration through surrogate-assisted illumination*, 2018.) A level
/// belongs to the archive once its games prove that its mean swaps lie within the range of a bin:
/// two one-sided tests, each at a significance level of 1 %.
///
/// ```
/// use tilewright_grid::Seed;
/// use tilewright_match3_design::{ArchiveRequest, Guide, LevelArchive};
///
/// let mut request = ArchiveRequest::new("collect:30".parse()?, [20.0, 32.0]);
/// (request.difficulty.bins, request.density.bins, request.symmetry.bins) = (3, 2, 1);
/// request.evaluations = 600;
/// let goal = "collect:30".parse()?;
/// let guide = Guide::for_levels(&request.template.opened(), &goal, request.bot);
/// let mut archive = LevelArchive::new(&request, &guide, Seed(1), &())?;
/// archive.advance(&())?;
/// let level = archive.levels().next().ok_or("no bin is filled")?;
/// assert!(level.played.games >= 64 && level.quality > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LevelArchive<'a> {
    request: &'a ArchiveRequest,
    goal: Goal,
    landscape: Landscape<'a>,
    seed: Seed,
    bins: Archive<(), 4>,
    rounds: u64,
    levels: BTreeMap<usize, ArchivedLevel>,
    elites: Vec<Vec<u8>>,
    /// All played levels in their order.
    played: Vec<PlayedLevel>,
    /// The logarithms of their swaps.
    known: BTreeMap<Vec<u8>, f64>,
    evaluations: u64,
    games: u64,
}

impl<'a> LevelArchive<'a> {
    /// An empty archive; `watch` is asked while the look of given levels is learnt.
    ///
    /// # Errors
    /// When the request contradicts itself, none of its levels is feasible, it has no goal, the goal asks for more
    /// of something than its levels have, or an axis is not one.
    pub fn new(
        request: &'a ArchiveRequest,
        guide: &'a Guide,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Self, RequestError> {
        let space = Space::new(&request.template, &request.kinds, Symmetry::None)?;
        let space = space
            .with_style(request.style.clone(), &mut || watch.look())
            .with_placements(&request.placements, &request.template)?;
        let goal = request.template.goal.clone().ok_or(RequestError::NoGoal)?;

        check_goal(&space, &goal)?;
        let measure = Direction::Measure;
        let directions = [Direction::Maximize, measure, measure, measure];
        let bins = Archive::new(&request.axes(), directions)?;

        let aim = det::ln(
            f64::midpoint(request.difficulty.low, request.difficulty.high).max(0.01),
        );
        let landscape = Landscape::new(space, goal.clone(), guide, &[], 0.0, aim);

        Ok(Self {
            request,
            goal,
            landscape,
            seed,
            bins,
            rounds: 0,
            levels: BTreeMap::new(),
            elites: Vec::new(),
            played: Vec::new(),
            known: BTreeMap::new(),
            evaluations: 0,
            games: 0,
        })
    }

    /// The levels in the order of their bins.
    pub fn levels(&self) -> impl Iterator<Item = &ArchivedLevel> {
        self.levels.values()
    }

    /// The number of bins.
    pub const fn bins(&self) -> usize {
        self.bins.bins()
    }

    /// Whether every bin has a level.
    pub fn is_full(&self) -> bool {
        self.levels.len() == self.bins()
    }

    /// The sum of the qualities of all levels (Pugh, Soros and Stanley, *Quality diversity: a new
    /// frontier for evolutionary computation*, 2016).
    pub fn qd_score(&self) -> f64 {
        self.levels.values().map(|level| level.quality).fold(0.0, |sum, it| sum + it)
    }

    /// The number of rounds so far.
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The number of predictions so far.
    pub const fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The number of games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Whether a round that was read from a file can be one of this archive.
    pub fn is_possible(&self, round: &ArchiveRound) -> bool {
        let space = self.landscape.space();
        let choices = space.choices().len();

        let is_genome = |genes: &Vec<u8>| {
            genes.len() == space.genes()
                && genes.iter().all(|&gene| usize::from(gene) < choices)
        };

        let is_played = |it: &PlayedLevel| {
            is_genome(&it.genes) && it.swaps.is_finite() && it.error.is_finite()
        };

        let is_level = |it: &ArchivedLevel| {
            it.bin < self.bins()
                && it.level.size() == space.base().size()
                && (!it.level.is_classic() || Feasibility::of(&it.level).is_feasible())
        };

        round.elites.iter().all(is_genome)
            && round.played.iter().all(is_played)
            && round.levels.iter().all(is_level)
    }

    /// Adds a round that an earlier run of the same request and seed returned.
    pub fn add(&mut self, round: &ArchiveRound) {
        self.rounds += 1;
        self.evaluations += round.evaluations;
        self.games += round.games;
        self.elites.clone_from(&round.elites);
        self.known.extend(round.played.iter().map(|it| (it.genes.clone(), it.swaps)));
        self.played.extend_from_slice(&round.played);
        for level in &round.levels {
            self.levels.entry(level.bin).or_insert_with(|| level.clone());
        }
    }

    /// Does the next round and returns what it added; none if the watch stops it: then the archive
    /// has the levels that were proved until then, and cannot be continued.
    ///
    /// The result depends on the seed, but not on the number of threads.
    ///
    /// # Errors
    /// None that the request of [`new`](Self::new) had not caused.
    pub fn advance(
        &mut self,
        watch: &dyn Watch,
    ) -> Result<Option<ArchiveRound>, RequestError> {
        let watch = Latch::new(watch);

        // What this round may learn from, before it plays anything.
        let latest = self.played.len().saturating_sub(LEARNED);
        let learned = self.played[latest..].iter();
        self.landscape.relearn(learned.map(|it| (&*it.genes, it.swaps, it.error)));

        let seed = self.seed.child(self.rounds);
        let searched = self.search(seed.child(0), &watch);
        let (found, evaluations) = match searched {
            Err(Error::Cancelled) => return Ok(None),
            searched => searched?,
        };

        if watch.look().is_break() {
            return Ok(None);
        }

        let tries: Vec<&Elite> = found.iter().filter(|it| self.is_worth(it)).collect();
        let trials = self.play(&tries, seed.child(1), &watch);
        let is_stopped = trials.iter().any(Option::is_none);

        let elites = found.iter().map(|it| it.genes.clone()).collect();
        let mut round = ArchiveRound { elites, evaluations, ..ArchiveRound::default() };
        let mut levels: BTreeMap<usize, ArchivedLevel> = BTreeMap::new();

        for (elite, trial) in tries.into_iter().zip(&trials) {
            let Some(trial) = trial else { continue };
            round.games += u64::from(trial.played.games);
            let (genes, swaps, error) = (elite.genes.clone(), trial.swaps, trial.error);
            round.played.push(PlayedLevel { genes, swaps, error });

            let Some(level) = self.proved(elite, trial) else { continue };
            let other = levels.get(&level.bin);
            let is_better = other.is_none_or(|other| level.quality > other.quality);
            if is_better && !self.levels.contains_key(&level.bin) {
                levels.insert(level.bin, level);
            }
        }

        round.levels = levels.into_values().collect();
        self.add(&round);
        Ok((!is_stopped).then_some(round))
    }

    /// Searches elites, and returns those of all bins with the number of evaluations.
    fn search(&self, seed: Seed, watch: &dyn Watch) -> Result<(Vec<Elite>, u64), Error> {
        let axes = self.request.axes();
        let problem = Elites { landscape: &self.landscape, axes, played: &self.known };

        // Room for all elites of the last round and some random levels beside them.
        let mut scheme = MapElites::new(
            axes.to_vec(),
            LevelMutation { space: self.landscape.space() },
        );
        scheme.initial = BATCH.max(self.elites.len() + FRESH);
        scheme.batch = BATCH;

        let evolution = Evolution::new(problem, scheme, seed)?;
        let mut evolution = evolution.starting_from(self.elites.clone());
        // A generation is finished first, and there is always one.

        let evaluations = self.request.evaluations;
        let see = |evolution: &Evolution<_, _, 4>| {
            if evolution.evaluations() < evaluations {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        evolution.run(&Stop::new(), watch, see)?;

        let elite = |(bin, genes, evaluation): (
            usize,
            &Vec<u8>,
            &tilewright_evolve::Evaluation<4>,
        )| {
            let [quality, swaps, ..] = evaluation.objectives;
            Elite { bin, genes: genes.clone(), quality, swaps }
        };

        let elites = evolution.state().elites().map(elite).collect();
        Ok((elites, evolution.evaluations()))
    }

    /// Whether an elite is played: its bin has no level, and it is likely to be one.
    fn is_worth(&self, elite: &Elite) -> bool {
        !self.levels.contains_key(&elite.bin)
            && elite.quality >= WORTHWHILE
            && !self.known.contains_key(&elite.genes)
    }

    /// Plays the elites, all at once; none for those that were stopped.
    fn play(
        &self,
        elites: &[&Elite],
        seed: Seed,
        watch: &Latch<'_>,
    ) -> Vec<Option<Trial>> {
        let ArchiveRequest { bot, difficulty: axis, games, .. } = self.request;
        let prover = Prover { bot, axis: *axis, games: *games, watch };
        let trial = |elite: &&Elite| {
            if watch.look().is_break() {
                return None;
            }

            let rules =
                Rules::new(&self.landscape.space().level(&elite.genes), &self.goal);
            prover.play(&rules, seed.child(elite.bin as u64))
        };
        elites.par_iter().with_max_len(1).map(trial).collect()
    }

    /// The level of an elite, if its games prove its bin.
    fn proved(&self, elite: &Elite, trial: &Trial) -> Option<ArchivedLevel> {
        let bin = trial.bin?;

        let level = self.landscape.space().level(&elite.genes);

        let [density, symmetry] =
            density_and_symmetry(level.size(), level.cells().values());
        let each = self.bins() / self.request.difficulty.bins;

        // The games decide the bin of the difficulty; density and symmetry are counted.
        let mean = trial.played.mean_swaps()?;

        Some(ArchivedLevel {
            bin: bin * each + elite.bin % each,
            level,
            predicted: elite.swaps,
            density,
            symmetry,
            quality: centrality(&self.request.difficulty, mean),
            played: trial.played.clone(),
        })
    }
}

/// The elite of a bin.
struct Elite {
    bin: usize,
    genes: Vec<u8>,
    quality: f64,
    /// The predicted mean swaps.
    swaps: f64,
}
