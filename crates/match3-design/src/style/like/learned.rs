//! What a search knows of given levels: their cells as choices of its space, their patterns and their clusters.

use std::ops::{ControlFlow, RangeInclusive};

use tilewright_grid::{Rng, Seed, Size, det};
use tilewright_match3::{Kind, Level};

use super::change::{Part, clusters};
use super::critic::Critic;
use super::pattern::{OTHER, Pattern, is_placed, once_a_level, patterns, sights, symbol};
use super::{DIFFERS, Examples, LEAST, images, is_single, shared};
use crate::{Space, Symmetry};

/// How many clusters of a draft are changed at most until it differs enough from all given levels: enough but for
/// studios whose levels are nearly the same.
const CHANGES: u32 = 40;
/// The tries of a change, and the least on large boards; the first one that brings no more new patterns than given levels have
/// is taken.
const TRIES: (u32, u32) = (16, 2);
/// How often the critic learns, each time from drafts that the critic before it could not tell. With one round a classifier of
/// another kind told 66 to 83 % of the levels of five made-up studios from given ones, with two 59 to 76 %.
const ROUNDS: usize = 2;
/// The least and the largest number of drafts of a round: as many as given levels, but enough to learn from, and few
/// enough for a twentieth of a second.
const DRAFTS: (usize, usize) = (60, 200);
/// The least number of drafts of a round on large boards, where each has hundreds of clusters to learn from.
const FEW_DRAFTS: u32 = 20;
/// The drafts of a start, of which the first one is taken that the critic lets pass, and the least on large boards. Chosen: one in
/// three passes.
const STARTS: (u32, u32) = (12, 2);
/// The cells of a board up to which nothing is spared: 12 × 12, beyond which boards of studios do not go. On larger ones a try
/// takes as much longer as there are more cells, and there are as many fewer: a start takes 50 ms at most on 64 × 64 cells.
const USUAL: u64 = 144;

/// Given levels as a search sees them.
#[derive(Clone, Debug)]
pub(crate) struct LearnedLook {
    pub(super) size: Size,
    /// The cells of the levels whose cells are copied, as choices, laid onto the board of the search.
    pub(super) sources: Vec<Vec<u8>>,
    /// Their clusters.
    pub(super) clusters: Vec<Vec<Part>>,
    /// The levels of this size and their mirror images, which no level may copy.
    given: Vec<Vec<u8>>,
    /// The patterns of all levels, sorted.
    known: Vec<Pattern>,
    /// The number of patterns that a given level has alone, on average, as of a board of this size.
    alone: u32,
    /// The numbers of special cells that nine in ten of the sources have.
    special: RangeInclusive<u32>,
    /// The symbols of the board whose free cells are ordinary.
    base: Vec<u8>,
    critic: Option<Critic>,
    /// The score that nine in ten of the sources have at least.
    least: f64,
}

impl LearnedLook {
    /// Learns the look of examples on the board of a space; none if they have no kind of the space. `go_on` is asked between drafts; what has been learnt when it breaks is
    /// enough for a search that is stopped by the same.
    pub(crate) fn new(
        examples: &Examples,
        space: &Space,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let size = space.base().size();
        // A kind that the request does not place is left out of given levels, as if they had been made without it.
        let symbols = |level: &Level| {
            let cell = |&kind: &Kind| match symbol(space.choices(), kind) {
                OTHER if is_single(level, kind) => 0,
                symbol => symbol,
            };
            level.cells().values().iter().map(cell).collect::<Vec<u8>>()
        };
        let levels: Vec<(Size, Vec<u8>)> = examples
            .levels()
            .iter()
            .map(|level| (level.size(), symbols(level)))
            .collect();
        if levels.iter().all(|(_, cells)| special(cells) == 0) {
            return None;
        }

        // Levels of another size or symmetry only where there are too few of the same.
        let is_alike = |index: usize| {
            let is_symmetric = space.symmetry() != Symmetry::None;
            levels[index].0 == size
                && (!is_symmetric || examples.symmetry(index) == space.symmetry())
        };
        let mut chosen: Vec<usize> =
            (0..levels.len()).filter(|&index| is_alike(index)).collect();
        if chosen.len() < LEAST {
            chosen = (0..levels.len()).collect();
        }
        let sources: Vec<Vec<u8>> =
            chosen.into_iter().map(|index| laid(&levels[index], size)).collect();

        let of_size = levels.iter().filter(|(other, _)| *other == size);
        let given = of_size.flat_map(|(_, cells)| images(size, cells)).collect();
        let placed = |cells: &Vec<u8>, index: usize| {
            Some(cells[index]).filter(|&cell| is_placed(cell))
        };
        let clusters = sources
            .iter()
            .flat_map(|cells| clusters(size, |index| placed(cells, index)))
            .collect();
        let counts = sources.iter().map(|cells| special(cells));
        let special = middle(counts.map(f64::from).collect());
        let (known, share) = known(&levels);

        let base = space.base().cells().values().iter();
        let base = base.map(|&kind| symbol(space.choices(), kind)).collect();
        let alone = (share * size.area() as f64).round() as u32;
        let special = special.0 as u32..=special.1 as u32;
        let (critic, least) = (None, f64::NEG_INFINITY);
        let look = Self {
            size,
            sources,
            clusters,
            given,
            known,
            alone,
            special,
            base,
            critic,
            least,
        };
        Some(look.judged(space, go_on))
    }

    /// The same with a critic that has learnt to tell drafts from given levels.
    fn judged(
        mut self,
        space: &Space,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let given: Vec<Vec<Pattern>> =
            self.sources.iter().map(|cells| sights(self.size, cells)).collect();
        let mut rng = Seed(given.len() as u64).rng();
        let mut drafts: Vec<Vec<Pattern>> = Vec::new();
        let usual = given.len().clamp(DRAFTS.0, DRAFTS.1) as u32;
        for _ in 0..ROUNDS {
            for _ in 0..self.spared((usual, FEW_DRAFTS)) {
                if go_on().is_break() {
                    return self;
                }
                let genes = self.start(space, &mut rng);
                drafts.push(sights(self.size, &self.cells(space, &genes)));
            }
            let critic = Critic::of(&given, &drafts);
            self.least =
                middle(given.iter().map(|level| critic.score(level)).collect()).0;
            self.critic = Some(critic);
        }
        self
    }

    /// How often something is done that takes as long as there are cells: the most, but less on large boards down to the least.
    fn spared(&self, (most, least): (u32, u32)) -> u32 {
        let share = u64::from(most) * USUAL / self.size.area().max(1) as u64;
        (share as u32).clamp(least, most)
    }

    /// A genome of clusters of given levels that the critic lets pass with the odds that it is a given one.
    pub(crate) fn start(&self, space: &Space, rng: &mut Rng) -> Vec<u8> {
        let mut best: Option<(f64, Vec<u8>)> = None;
        for _ in 0..self.spared(STARTS) {
            let genes = self.draft(space, rng);
            let Some(critic) = &self.critic else { return genes };
            let score = critic.score(&sights(self.size, &self.cells(space, &genes)));
            if rng.unit() < det::exp(score.min(0.0)) {
                return genes;
            }
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, genes));
            }
        }
        best.expect("there are drafts").1
    }

    /// The cells of a given level, of which clusters are changed until they differ enough from all.
    fn draft(&self, space: &Space, rng: &mut Rng) -> Vec<u8> {
        let source = &self.sources[rng.index(self.sources.len())];
        let gene = |gene| choice_of(space, source, gene, space.orbit(gene)[0] as usize);
        let mut genes: Vec<u8> = (0..space.genes()).map(gene).collect();

        for _ in 0..CHANGES {
            if self.missing(&self.cells(space, &genes)) == 0 {
                break;
            }
            let mut best: Option<(u32, Vec<u8>)> = None;
            for _ in 0..self.spared(TRIES) {
                let mut next = genes.clone();
                self.vary(space, &mut next, false, rng);
                if next == genes {
                    continue;
                }
                let new =
                    self.new_patterns(&patterns(self.size, &self.cells(space, &next)));
                if best.as_ref().is_none_or(|(least, _)| new < *least) {
                    best = Some((new, next));
                }
                if new <= self.alone {
                    break;
                }
            }
            genes = best.map_or(genes, |(_, next)| next);
        }
        genes
    }

    /// The cells of a genome.
    fn cells(&self, space: &Space, genes: &[u8]) -> Vec<u8> {
        let mut cells = self.base.clone();
        for (gene, &choice) in genes.iter().enumerate() {
            for &index in space.orbit(gene) {
                cells[index as usize] = choice;
            }
        }
        cells
    }

    /// By how much a level is less like the given ones than nine in ten of them: new patterns, special cells too many or too few,
    /// and the score of the critic that is missing.
    pub(crate) fn strays(&self, space: &Space, kinds: &[Kind]) -> u32 {
        let cells: Vec<u8> =
            kinds.iter().map(|&kind| symbol(space.choices(), kind)).collect();
        let level = patterns(self.size, &cells);
        let new = self.new_patterns(&level).saturating_sub(self.alone);
        let special = special(&cells);
        let beyond = self.special.start().saturating_sub(special)
            + special.saturating_sub(*self.special.end());
        let score = self
            .critic
            .as_ref()
            .map_or(0.0, |critic| critic.score(&sights(self.size, &cells)));
        new + beyond + (self.least - score).clamp(0.0, 100.0).ceil() as u32
    }

    /// The number of patterns that no given level has.
    fn new_patterns(&self, level: &[Pattern]) -> u32 {
        let is_new = |pattern: &&Pattern| self.known.binary_search(pattern).is_err();
        level.iter().filter(is_new).count() as u32
    }

    /// The number of special cells that are missing to differ enough from each given level and its mirror images.
    pub(crate) fn copied(&self, space: &Space, kinds: &[Kind]) -> u32 {
        let cells: Vec<u8> =
            kinds.iter().map(|&kind| symbol(space.choices(), kind)).collect();
        self.missing(&cells)
    }

    fn missing(&self, cells: &[u8]) -> u32 {
        let most = ((1.0 - DIFFERS) * f64::from(special(cells))) as u32;
        let nearest = self.given.iter().map(|given| shared(cells, given)).max();
        nearest.unwrap_or(0).saturating_sub(most)
    }
}

/// The choice that a cell of a given level means for a gene.
pub(super) fn choice_of(space: &Space, source: &[u8], gene: usize, index: usize) -> u8 {
    let choice = source[index];
    if is_placed(choice) { space.allowed(gene, choice) } else { 0 }
}

/// The number of special cells.
fn special(cells: &[u8]) -> u32 {
    cells.iter().filter(|&&cell| is_placed(cell)).count() as u32
}

/// The 10 % and 90 % quantiles, of twenty values or more; the ends of fewer.
fn middle(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_unstable_by(f64::total_cmp);
    let end = if values.len() < 20 { 0 } else { values.len() / 10 };
    (values[end], values[values.len() - 1 - end])
}

/// The patterns of levels, sorted, and the share of those that their level has alone.
fn known(levels: &[(Size, Vec<u8>)]) -> (Vec<Pattern>, f64) {
    let each: Vec<Vec<Pattern>> =
        levels.iter().map(|(size, cells)| patterns(*size, cells)).collect();
    let mut all = once_a_level(&each);
    let is_alone = |pattern: &&Pattern| {
        let first = all.partition_point(|other| other < *pattern);
        all.get(first + 1) != Some(*pattern)
    };
    let alone = each.iter().flatten().filter(is_alone).count();
    let cells: usize = each.iter().map(Vec::len).sum();
    all.dedup();
    (all, alone as f64 / cells as f64)
}

/// The cells of a level on a board of another size: edges stay edges, and the middle is left out or doubled.
fn laid((own, cells): &(Size, Vec<u8>), size: Size) -> Vec<u8> {
    let along = |at: u32, side: u32, own: u32| {
        if 2 * at < side { at.min(own - 1) } else { (own + at).saturating_sub(side) }
    };
    let lay = |cell: tilewright_grid::Cell| {
        let row = along(cell.row, size.rows, own.rows);
        let column = along(cell.column, size.columns, own.columns);
        cells[(row * own.columns + column) as usize]
    };
    size.cells().map(lay).collect()
}
