//! Genomes whose special cells lie in clusters.

use tilewright_grid::Rng;

use super::ANY;
use crate::{Space, Style};

/// The least size of a cluster of a start, and how many more cells it may have: around the mean of hand-made
/// levels, so that a few changes do not bring it below [`super::CLUSTER`]. Chosen.
const SIZES: (u32, u32) = (5, 9);
/// The draws of a cell beside a cluster: in a blob a draw fits about every second time.
const DRAWS: u32 = 16;

impl Space {
    /// A random genome in which about this share of the genes is special, not repaired.
    pub(crate) fn start(&self, density: f64, rng: &mut Rng) -> Vec<u8> {
        match self.style() {
            Style::Scattered => {
                let gene = |gene| {
                    let choice = if rng.chance(density) { self.special(rng) } else { 0 };
                    self.allowed(gene, choice)
                };
                let genes = (0..self.genes()).map(gene).collect();
                self.with_shapes(genes, rng)
            }
            Style::Composed => Composer::new(self, density).run(rng),
            Style::Like(_) => {
                let learned = self.learned().expect("the style has examples");
                let genes = learned.start(self, rng);
                self.with_shapes(genes, rng)
            }
        }
    }

    /// Whether a gene becomes what a designer would make of it: special beside special cells, of a kind that is
    /// there, or ordinary at the end of a cluster.
    pub(crate) fn suits(&self, genes: &[u8], gene: usize, choice: u8) -> bool {
        let near = self.neighbors(gene).iter().map(|&next| genes[next as usize]);
        match (genes[gene], choice) {
            (_, 0) => near.filter(|&choice| choice > 0).count() <= 2,
            // In one cluster in four kinds may meet, by the draws that the caller lets pass.
            _ => near.into_iter().any(|near| near == choice),
        }
    }

    /// Gives a random gene a random choice, in a composed level most often one that suits.
    pub(crate) fn redraw(&self, genes: &mut [u8], rng: &mut Rng) {
        if self.is_shape_due(rng) {
            return self.vary_shapes(genes, rng);
        }
        if let Some(learned) = self.learned() {
            learned.vary(self, genes, true, rng);
            return;
        }
        let suits_any = *self.style() == Style::Scattered || rng.below(ANY) == 0;
        for _ in 0..DRAWS {
            let gene = rng.index(genes.len());
            let choice = rng.index(self.choices().len()) as u8;
            let is_due =
                suits_any || genes[gene] != choice && self.suits(genes, gene, choice);
            if is_due && self.may(gene, choice) {
                genes[gene] = choice;
                break;
            }
        }
    }
}

/// Grows clusters in a genome.
struct Composer<'a> {
    space: &'a Space,
    genes: Vec<u8>,
    /// The number of cells of each choice.
    counts: Vec<u32>,
    /// The number of genes to make special.
    left: u32,
}

impl<'a> Composer<'a> {
    fn new(space: &'a Space, density: f64) -> Self {
        let counts = space.counts(space.base().cells().values());
        let (low, high) = (space.min_specials(), space.max_specials());
        let left = (density * space.genes() as f64).round() as usize;
        let left = left.clamp(low, high.max(low)) as u32;
        Self { space, genes: vec![0; space.genes()], counts, left }
    }

    fn run(mut self, rng: &mut Rng) -> Vec<u8> {
        // Each round makes a gene special, unless there is no place for the kind that was drawn.
        let mut failures = 0;
        while self.left > 0 && failures < DRAWS {
            let choice = self.choice(rng);
            if self.space.placements().shape(choice).is_some() {
                let drawn = self.space.drawn(&self.genes, choice, rng);
                failures += u32::from(drawn.is_none());
                for gene in drawn.unwrap_or_default() {
                    self.put(gene, choice);
                }
                continue;
            }
            match self.place(choice, rng) {
                Some(gene) => self.grow(gene, choice, rng),
                None => failures += 1,
            }
        }
        self.genes
    }

    /// A kind of which the level has too few cells; else one of which it may have more.
    fn choice(&self, rng: &mut Rng) -> u8 {
        let quotas = self.space.quotas().iter().zip(&self.counts).enumerate().skip(1);
        let few = quotas.clone().filter(|(_, (quota, count))| **count < quota.min);
        let some = quotas.filter(|(_, (quota, count))| **count < quota.max);

        let listed = |choices: &mut dyn Iterator<Item = (usize, _)>| {
            choices.map(|(choice, _)| choice as u8).collect::<Vec<_>>()
        };
        let few = listed(&mut few.into_iter());
        let choices = if few.is_empty() { listed(&mut some.into_iter()) } else { few };
        match choices.len() {
            0 => self.space.special(rng),
            count => choices[rng.index(count)],
        }
    }

    /// An ordinary gene that may have a choice, away from other clusters if some draws find one.
    fn place(&self, choice: u8, rng: &mut Rng) -> Option<usize> {
        let fits = |gene: usize| self.genes[gene] == 0 && self.space.may(gene, choice);
        let mut found = None;
        for _ in 0..DRAWS {
            let gene = rng.index(self.genes.len());
            if fits(gene) {
                found = Some(gene);
                let mut near = self.space.neighbors(gene).iter();
                if near.all(|&next| self.genes[next as usize] == 0) {
                    break;
                }
            }
        }

        // Where few are ordinary, all are looked at.
        found.or_else(|| {
            let all: Vec<usize> =
                (0..self.genes.len()).filter(|&gene| fits(gene)).collect();
            (!all.is_empty()).then(|| all[rng.index(all.len())])
        })
    }

    /// Grows a cluster of one kind: a blob, or in one of four cases a line.
    fn grow(&mut self, first: usize, choice: u8, rng: &mut Rng) {
        let columns = self.space.base().size().columns;
        let at = |space: &Space, gene: usize| {
            (space.orbit(gene)[0] / columns, space.orbit(gene)[0] % columns)
        };
        let (row, column) = at(self.space, first);
        let shape = rng.below(8);

        let mut size = (SIZES.0 + rng.below(SIZES.1)).min(self.left);
        // What would be left is too little for a cluster of its own.
        size = if self.left - size < SIZES.0 { self.left } else { size };
        let mut members = vec![first];
        self.put(first, choice);

        while (members.len() as u32) < size {
            let most = self.space.quotas()[choice as usize].max;
            if self.counts[choice as usize] >= most {
                break;
            }
            let fits = |space: &Space, gene: usize| match shape {
                0 => at(space, gene).0 == row,
                1 => at(space, gene).1 == column,
                _ => true,
            };
            let may = |gene: usize| self.space.may(gene, choice);
            let next =
                self.next(&members, rng, |gene| may(gene) && fits(self.space, gene));
            let Some(next) = next.or_else(|| self.next(&members, rng, may)) else {
                break;
            };
            self.put(next, choice);
            members.push(next);
        }
    }

    /// A gene beside a cluster, of two draws the one with more special neighbours, so that blobs are round.
    fn next(
        &self,
        members: &[usize],
        rng: &mut Rng,
        fits: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let near = |gene: usize| {
            let near = self.space.neighbors(gene).iter();
            near.filter(|&&next| self.genes[next as usize] > 0).count()
        };

        let mut best: Option<usize> = None;
        let mut found = 0;
        for _ in 0..DRAWS {
            let member = members[rng.index(members.len())];
            let beside = self.space.neighbors(member);
            if beside.is_empty() {
                continue;
            }
            let gene = beside[rng.index(beside.len())] as usize;
            if self.genes[gene] == 0 && fits(gene) {
                found += 1;
                best = best.filter(|&best| near(best) >= near(gene)).or(Some(gene));
            }
            if found == 2 {
                break;
            }
        }
        best
    }

    fn put(&mut self, gene: usize, choice: u8) {
        self.genes[gene] = choice;
        self.counts[choice as usize] += self.space.orbit(gene).len() as u32;
        self.left = self.left.saturating_sub(1);
    }
}
