//! The search for elites as a problem of the evolutionary engine: the measures of a level, and how
//! levels are drawn and mutated.

use std::collections::BTreeMap;

use tilewright_evolve::{Axis, Cost, Direction, Evaluation, Mutation, Problem};
use tilewright_grid::{Cell, Rng, Size, det};
use tilewright_match3::Kind;

use super::WORTHWHILE;
use super::bins::{middle, width};
use crate::generate::climb::{feasible_start, random_genes, repaired};
use crate::generate::landscape::Landscape;
use crate::generate::named::densities;
use crate::look::mirrored;
use crate::{Space, Style};

/// The cell at the mirror image of another one, left and right exchanged, by index.
const fn mirror(size: Size, index: usize) -> usize {
    let cell = size.cell(index);
    size.index(Cell::new(cell.row, size.columns - 1 - cell.column))
}

/// The density of a board, the share of its cells that are special, and its symmetry, the share
/// of its special cells whose mirror image, left and right exchanged, is of the same kind; 1
/// without special cells. Holes are no cells.
pub(super) fn density_and_symmetry(size: Size, kinds: &[Kind]) -> [f64; 2] {
    let present = kinds.iter().filter(|kind| kind.is_present()).count();
    let special = kinds.iter().filter(|kind| kind.is_special()).count();
    let symmetry =
        mirrored(size, kinds, |cell| Cell::new(cell.row, size.columns - 1 - cell.column));
    [special as f64 / present.max(1) as f64, symmetry]
}

/// How far a value is from both ends of its bin: 1 in the middle, 0 at an end, negative outside
/// the range of the axis.
pub(super) fn centrality(axis: &Axis, value: f64) -> f64 {
    let middle = middle(axis, axis.bin(value));
    1.0 - 2.0 * (value - middle).abs() / width(axis)
}

/// The quality of an elite: of those that are worth games one without strays is better than one with them, unless it
/// is much nearer an end of its bin; what is not worth games is worse than all of them.
fn quality(centrality: f64, strays: u32) -> f64 {
    let beyond = (centrality - WORTHWHILE).max(0.0);
    centrality - beyond + beyond / f64::from(1 + strays)
}

/// The search for the elites of all bins. An evaluation is the centrality of the swaps within
/// their bin, less in a level that is not composed, and the measures: swaps, density and symmetry.
pub(super) struct Elites<'a> {
    pub(super) landscape: &'a Landscape<'a>,
    /// The axes of the swaps, the density and the symmetry.
    pub(super) axes: [Axis; 3],
    /// The logarithms of the mean swaps of the played genomes, which need no prediction.
    pub(super) played: &'a BTreeMap<Vec<u8>, f64>,
}

impl Elites<'_> {
    const fn space(&self) -> &Space {
        self.landscape.space()
    }
}

impl Problem<4> for Elites<'_> {
    type Genome = Vec<u8>;

    fn objectives(&self) -> [Direction; 4] {
        let measure = Direction::Measure;
        [Direction::Maximize, measure, measure, measure]
    }

    /// A feasible level of a random density, every second one mirrored.
    fn random(&self, rng: &mut Rng) -> Vec<u8> {
        let (space, axis) = (self.space(), self.axes[1]);

        let (fewest, most) = densities(space);
        let density = axis.low + (axis.high - axis.low) * rng.unit();
        let density =
            if most < axis.high { density.clamp(fewest, most) } else { density };

        let is_free = |quota: &tilewright_match3::Quota| {
            quota.min == 0 && quota.max as usize >= space.genes()
        };

        // Where counts are free any feasible level will do; the search for right counts takes
        // longer.
        let mut genes = if space.quotas()[1..].iter().all(is_free) {
            feasible_start(space, density, rng)
        } else {
            random_genes(space, density, rng, &())
                .unwrap_or_else(|| feasible_start(space, density, rng))
        };

        // A random level is hardly ever symmetric, so that half of them are made so.
        if rng.below(2) == 0 {
            LevelMutation { space }.mirror_rows(&mut genes, rng, true);
        }

        genes
    }

    fn evaluate(&self, genes: &Vec<u8>) -> Evaluation<4> {
        let space = self.space();
        let kinds = space.kinds(genes);

        let [density, symmetry] = density_and_symmetry(space.base().size(), &kinds);
        let [infeasible, miscount] = self.landscape.violation(&kinds);

        let outside =
            |axis: &Axis, value: f64| (axis.low - value).max(value - axis.high).max(0.0);
        let outside = outside(&self.axes[1], density) + outside(&self.axes[2], symmetry);
        let mut violation =
            f64::from(infeasible) + f64::from(miscount) + outside * kinds.len() as f64;

        let mut swaps = self.axes[0].low;

        // Only what is allowed is predicted, which takes most of the time.
        if violation <= 0.0 {
            let level = space.level(genes);
            if self.landscape.is_playable(&level) {
                let known = self.played.get(genes).copied();
                let log = known.unwrap_or_else(|| self.landscape.expected(genes, &level));
                swaps = det::exp(log.min(20.0));
            } else {
                violation = 1.0;
            }
        }

        // A bin that only scattered levels come to is filled by one of them.
        let strays = space.strays(&kinds, &space.specials(&kinds));
        let quality = quality(centrality(&self.axes[0], swaps), strays);
        let objectives = [quality, swaps, density, symmetry];
        Evaluation { objectives, violation }
    }

    fn cost(&self) -> Cost {
        Cost::Slow
    }

    /// Only rounds are saved, not the searches within them.
    fn fingerprint(&self) -> String {
        format!("elites in {:?}", self.axes)
    }
}

/// Changes a level: redraws a few genes, exchanges some, mirrors rows, moves a half of a mirrored
/// pair, or makes several genes special or ordinary. Every second level is then repaired, so that it
/// is feasible: dense levels rarely are by chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelMutation<'a> {
    pub(super) space: &'a Space,
}

impl LevelMutation<'_> {
    /// The gene at the mirror image of a gene; none if the cell there is fixed.
    fn partner(self, gene: usize) -> Option<usize> {
        let index = self.space.orbit(gene)[0] as usize;
        self.space.gene_of(mirror(self.space.base().size(), index))
    }

    /// Gives a random gene another choice: ordinary in half of the cases, or as it suits a composed level.
    fn redraw(self, genes: &mut [u8], rng: &mut Rng) {
        if self.space.is_shape_due(rng) {
            return self.space.vary_shapes(genes, rng);
        }
        if *self.space.style() == Style::Composed {
            return self.space.redraw(genes, rng);
        }
        let gene = rng.index(genes.len());
        genes[gene] = if rng.below(2) == 0 { 0 } else { self.space.special(rng) };
    }

    /// Makes one half of some rows, or of all, the mirror image of the other half.
    fn mirror_rows(self, genes: &mut [u8], rng: &mut Rng, is_whole: bool) {
        let Size { rows, columns } = self.space.base().size();

        // Rows between two random ones, or all.
        let [first, last] = [rng.below(rows), rng.below(rows)];
        let (first, last) =
            if is_whole { (0, rows - 1) } else { (first.min(last), first.max(last)) };
        let is_left = rng.below(2) == 0;

        for gene in 0..genes.len() {
            let index = self.space.orbit(gene)[0];
            let (row, column) = (index / columns, index % columns);

            let is_source =
                (first..=last).contains(&row) && (2 * column < columns) == is_left;
            if let (true, Some(other)) = (is_source, self.partner(gene)) {
                genes[other] = genes[gene];
            }
        }
    }

    /// A gene that `is_wanted`, if a few draws find one.
    fn find(
        genes: &[u8],
        rng: &mut Rng,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        (0..16).map(|_| rng.index(genes.len())).find(|&gene| is_wanted(gene))
    }

    /// Moves one half of a mirrored pair of special cells to an ordinary cell.
    fn move_half(self, genes: &mut [u8], rng: &mut Rng) {
        let is_pair = |gene: usize| {
            let other = self.partner(gene).filter(|&other| other != gene);
            genes[gene] > 0 && other.is_some_and(|other| genes[other] == genes[gene])
        };
        let from = Self::find(genes, rng, is_pair);
        let to = Self::find(genes, rng, |gene| genes[gene] == 0);
        if let (Some(from), Some(to)) = (from, to) {
            genes.swap(from, to);
        }
    }
}

impl Mutation<Vec<u8>> for LevelMutation<'_> {
    fn mutate(&self, genes: &mut Vec<u8>, rng: &mut Rng) {
        if genes.is_empty() {
            return;
        }

        let count = 1 + rng.below(3);

        // Of twenty mutations seven redraw genes, four exchange, three mirror rows, three move
        // a half, and three repeat one kind. Each moves along one axis more than others: swaps,
        // swaps at one density, symmetry up, symmetry down, density. Shares are chosen, the general
        // redraw most; `cargo xtask bench archive` shows the filled bins.
        match rng.below(20) {
            0..=6 => {
                for _ in 0..count {
                    self.redraw(genes, rng);
                }
            }
            7..=10 => {
                for _ in 0..count {
                    let [one, two] = [rng.index(genes.len()), rng.index(genes.len())];
                    genes.swap(one, two);
                }
            }
            11..=13 => self.mirror_rows(genes, rng, false),
            14..=16 => (0..count).for_each(|_| self.move_half(genes, rng)),
            _ => {
                let choice = if rng.below(2) == 0 { 0 } else { self.space.special(rng) };
                for _ in 0..=rng.below(8) {
                    let gene = rng.index(genes.len());
                    genes[gene] = choice;
                }
            }
        }

        // Cells may have moved to where placements do not let them be.
        for (gene, choice) in genes.iter_mut().enumerate() {
            *choice = self.space.allowed(gene, *choice);
        }

        // Half of the children: repair makes them feasible, but less like their parents. Chosen:
        // with all, fewer would keep the form of their parents, with none, fewer dense ones be
        // feasible.
        if rng.below(2) == 0 {
            *genes = repaired(self.space, std::mem::take(genes));
        }
    }
}
