//! Which sets of changes are played, and in which order.

use std::ops::ControlFlow;

use rayon::prelude::*;
use tilewright_grid::{Rng, Seed};

use super::changes::{between, size};
use super::{Tweak, TweakRequest};
use crate::generate::evidence::aim;
use crate::generate::games::{Candidate, Search};
use crate::generate::landscape::View;

/// The most levels that are played: two thirds of those of a search, since a few changes span fewer
/// levels. Chosen, as the numbers below; `cargo xtask bench tweaks` shows found, cells and times.
const LEVELS: u32 = 64;
/// The most levels that are played after all tweaks were found, to find some of fewer cells: a
/// tenth of [`LEVELS`], as each costs thousands of games and may save no cell.
const MORE: u32 = 6;
/// The most changes of a tweak; also those of the random changes that show in `cargo xtask
/// bench tweaks` that a level of the difficulty exists.
const CHANGES: usize = 12;
/// The most changes of one gene that are looked at; of more, as many at random: 150 ms at 50 µs
/// each.
const SINGLES: usize = 3000;
/// The sets of changes that are drawn for each number of changes before a level is played. They
/// cost sums only; six for each that is predicted.
const DRAWS: usize = 96;
/// Of these, the ones that are predicted: 0.8 ms at 50 µs each, for up to five numbers of changes.
const LOOKS: usize = 16;
/// The strongest changes, from which three of four changes of a set are drawn: the fewest cells
/// come from strong ones, variety from the rest.
const STRONG: usize = 12;
/// The difference, in tolerances, that counts as none when sets are compared: below the 0.7 up to
/// which a level is verified, which leaves 0.3 for the error of a prediction.
const CLOSE: f64 = 0.4;
/// The changes that one tolerance more is worth at first, how many more after each played level,
/// and how many for every fourth level: that one comes close at any price, and shows how much
/// changes do together. Low at first, for few cells; after 64 levels 5.3, for a tweak at all.
const PRICES: [f64; 3] = [1.5, 0.06, 30.0];

/// A change of one gene.
struct GeneChange {
    gene: usize,
    choice: u8,
    cells: u32,
    size: u32,
    view: View,
    /// The predicted difference that it makes to the logarithm of the swaps.
    effect: f64,
}

/// A set of changes.
struct Idea {
    genes: Vec<u8>,
    cells: u32,
    size: u32,
    /// The predicted difference from the difficulty, in tolerances.
    off: f64,
}

impl Idea {
    /// The cells, and what the distance from the difficulty is worth, given the price of a tolerance in cells;
    /// less is better.
    fn score(&self, price: f64) -> f64 {
        let far = (self.off.abs() - CLOSE).max(0.0);
        f64::from(self.cells) + f64::from(self.size) / 64.0 + price * far
    }
}

/// A tweak that was played.
struct PlayedTweak {
    genes: Vec<u8>,
    cells: u32,
    size: u32,
    candidate: Candidate,
}

/// The search for tweaks of one level.
pub(super) struct Tweaker<'a> {
    request: &'a TweakRequest,
    /// The genes of the level.
    base: Vec<u8>,
    /// The tolerance, as a difference of the logarithm of the swaps.
    width: f64,
    /// The logarithm of the swaps of the level.
    now: f64,
    search: Search<'a>,
    singles: Vec<GeneChange>,
    rng: Rng,
    tried: Vec<Vec<u8>>,
    found: Vec<PlayedTweak>,
    closest: Option<PlayedTweak>,
}

impl<'a> Tweaker<'a> {
    /// A search from a genome, given the logarithm of its swaps and the difference of it that is one
    /// tolerance.
    pub(super) fn new(
        request: &'a TweakRequest,
        base: Vec<u8>,
        (now, width): (f64, f64),
        search: Search<'a>,
        seed: Seed,
    ) -> Self {
        let (singles, tried, found) = (Vec::new(), Vec::new(), Vec::new());
        let (rng, closest) = (seed.rng(), None);
        Self { request, base, width, now, search, singles, rng, tried, found, closest }
    }

    /// The number of predictions.
    pub(super) const fn evaluations(&self) -> u64 {
        self.search.landscape.evaluations()
    }

    /// The number of games.
    pub(super) const fn games(&self) -> u64 {
        self.search.games
    }
}

impl Tweaker<'_> {
    pub(super) fn run(&mut self, watch: &dyn Fn(Option<usize>) -> ControlFlow<()>) {
        self.singles = self.singles();
        let mut more = 0;
        for _ in 0..LEVELS {
            if more > MORE || watch(None).is_break() {
                break;
            }
            let Some(idea) = self.next() else { break };

            if self.found.len() >= self.request.count {
                // Only a tweak of fewer cells is worth more games.
                let most = self.found.iter().map(|found| found.cells).max();
                if most.is_none_or(|most| idea.cells >= most) || idea.off.abs() > 1.0 {
                    break;
                }
                more += 1;
            }

            self.play(idea);
            if watch(Some(self.found.len())).is_break() {
                break;
            }
        }
    }

    /// The allowed changes of one gene.
    fn singles(&mut self) -> Vec<GeneChange> {
        let landscape = &self.search.landscape;
        let space = landscape.space();

        let is_allowed = |choice: usize| {
            let kind = space.choices()[choice];
            choice == 0 || self.request.kinds.iter().any(|quota| quota.kind == kind)
        };
        let choices: Vec<usize> =
            (0..space.choices().len()).filter(|&choice| is_allowed(choice)).collect();

        let mut all: Vec<(usize, usize)> = (0..space.genes())
            .flat_map(|gene| choices.iter().map(move |&choice| (gene, choice)))
            .filter(|&(gene, choice)| usize::from(self.base[gene]) != choice)
            .collect();

        // A shuffle of the first places only, then in order again, so that ties fall as without
        // it.
        if all.len() > SINGLES {
            for index in 0..SINGLES {
                let other = index + self.rng.index(all.len() - index);
                all.swap(index, other);
            }
            all.truncate(SINGLES);
            all.sort_unstable();
        }

        let single = |(gene, choice): (usize, usize)| {
            if (self.search.watch)().is_break() {
                return None;
            }
            let mut genes = self.base.clone();
            genes[gene] = choice as u8;
            let view = landscape.look(&genes)?;
            let cells = space.orbit(gene).len() as u32;
            let [from, to] = [usize::from(self.base[gene]), choice]
                .map(|choice| space.choices()[choice]);
            let size = cells * size(from, to);
            let choice = choice as u8;
            Some(GeneChange { gene, choice, cells, size, view, effect: 0.0 })
        };

        // Collected in the order of the genes, whatever the number of threads.
        let count = all.len() as u64;
        let singles: Vec<_> = all.into_par_iter().map(single).collect();
        self.search.landscape.count(count);
        singles.into_iter().flatten().collect()
    }

    /// The logarithm of the swaps that a level should have, as a difference from that of the level.
    fn shift(&self) -> f64 {
        aim(self.search.request.difficulty) - self.now
    }

    /// The set of changes to play next.
    fn next(&mut self) -> Option<Idea> {
        // The regression has learned since the last played level, so that all effects are
        // corrected anew.
        let landscape = &self.search.landscape;
        for single in &mut self.singles {
            if (self.search.watch)().is_break() {
                return None;
            }
            single.effect = landscape.corrected(&single.view) - self.now;
        }

        let shift = self.shift();
        let order = self.strongest(shift);
        let price = self.price();
        let mut best: Option<(f64, Idea)> = None;
        let mut keep = |idea: Idea, tried: &[Vec<u8>]| {
            let score = idea.score(price);
            let is_new = !tried.contains(&idea.genes);
            if is_new && best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, idea));
            }
        };

        for single in &self.singles {
            let idea = Idea {
                genes: self.changed([single]),
                cells: single.cells,
                size: single.size,
                off: (single.effect - shift) / self.width,
            };
            if self.differs(&idea.genes) {
                keep(idea, &self.tried);
            }
        }

        // Pairs and triples always, then what seems to be needed and up to two more.
        let least = self.least(&order, shift);
        let near = least.max(2)..=(least + 2).min(CHANGES);
        for changes in (2..4).filter(|few| !near.contains(few)).chain(near.clone()) {
            for idea in self.draw(&order, changes, shift) {
                keep(idea, &self.tried);
            }
        }

        best.map(|(_, idea)| idea)
    }

    /// The changes in the wanted direction, the strongest for its cells first.
    fn strongest(&self, shift: f64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.singles.len())
            .filter(|&at| self.singles[at].effect * shift > 0.0)
            .collect();
        let strength = |at: &usize| {
            let single = &self.singles[*at];
            -single.effect.abs() / f64::from(single.cells)
        };
        order.sort_by(|a, b| strength(a).total_cmp(&strength(b)));
        order
    }

    /// What a tolerance is worth now, in cells.
    fn price(&self) -> f64 {
        // Prices are per change, so that a mirrored level, whose changes have two cells or
        // four, pays no more.
        let per_change = self.singles.first().map_or(1.0, |one| f64::from(one.cells));

        let [first, more, any] = PRICES;
        let plays = self.tried.len();
        let price = if plays % 4 == 3 { any } else { first + more * plays as f64 };
        price * per_change
    }

    /// About the least number of changes that together make the shift.
    fn least(&self, order: &[usize], shift: f64) -> usize {
        let mut genes: Vec<usize> = Vec::new();
        let mut sum = 0.0;
        for single in order.iter().map(|&at| &self.singles[at]) {
            if sum > shift.abs() - CLOSE * self.width {
                break;
            }
            if !genes.contains(&single.gene) {
                genes.push(single.gene);
                sum += single.effect.abs();
            }
        }
        genes.len().clamp(1, CHANGES)
    }

    /// Random sets of this number of changes whose effects together come close to the shift.
    fn draw(&mut self, order: &[usize], changes: usize, shift: f64) -> Vec<Idea> {
        // The last change of a set is looked up by its effect: see `one_set`.
        let mut by_effect: Vec<usize> = (0..self.singles.len()).collect();
        by_effect
            .sort_by(|&a, &b| self.singles[a].effect.total_cmp(&self.singles[b].effect));

        let mut sets: Vec<(f64, Vec<usize>)> = Vec::new();
        for _ in 0..DRAWS {
            let Some(set) = self.one_set(order, &by_effect, changes, shift) else {
                continue;
            };
            let sum: f64 = set.iter().map(|&at| self.singles[at].effect).sum();
            let off = ((sum - shift) / self.width).abs();
            if !sets.iter().any(|(_, other)| *other == set) {
                sets.push((off, set));
            }
        }

        // The sum of single effects ranks the sets, since it costs nothing; the best of them
        // are predicted whole.
        sets.sort_by(|a, b| a.0.max(CLOSE).total_cmp(&b.0.max(CLOSE)));

        let mut ideas = Vec::new();
        for (_, set) in sets.into_iter().take(LOOKS) {
            let picks: Vec<&GeneChange> =
                set.iter().map(|&at| &self.singles[at]).collect();
            let genes = self.changed(picks.iter().copied());

            if (self.search.watch)().is_break() {
                break;
            }
            if self.tried.contains(&genes) || !self.differs(&genes) {
                continue;
            }

            let cells = picks.iter().map(|pick| pick.cells).sum();
            let size = picks.iter().map(|pick| pick.size).sum();
            self.search.landscape.count(1);
            if let Some(view) = self.search.landscape.look(&genes) {
                let then = self.search.landscape.corrected(&view) - self.now;
                ideas.push(Idea { genes, cells, size, off: (then - shift) / self.width });
            }
        }
        ideas
    }

    /// A set of changes of different genes, in their order: all but the last at random, the last one such
    /// that the effects add up.
    fn one_set(
        &mut self,
        order: &[usize],
        by_effect: &[usize],
        changes: usize,
        shift: f64,
    ) -> Option<Vec<usize>> {
        let mut set: Vec<usize> = Vec::new();
        let mut left = shift;

        let has = |set: &[usize], singles: &[GeneChange], at: usize| {
            set.iter().any(|&other| singles[other].gene == singles[at].gene)
        };

        for _ in 1..changes {
            let strong = STRONG.max(2 * changes).min(order.len());
            let within = if self.rng.below(4) == 0 { order.len() } else { strong };
            if within == 0 {
                return None;
            }

            let at = order[self.rng.index(within)];
            if has(&set, &self.singles, at) {
                return None;
            }

            left -= self.singles[at].effect;
            set.push(at);
        }

        // Near what is left: one of the six changes around it, since always the nearest would
        // complete all sets with the same few changes.
        let after = by_effect.partition_point(|&at| self.singles[at].effect < left);
        let near = after.saturating_sub(3)..(after + 3).min(by_effect.len());
        let mut near: Vec<usize> = by_effect[near].to_vec();
        near.retain(|&at| !has(&set, &self.singles, at));

        if near.is_empty() {
            return None;
        }

        set.push(near[self.rng.index(near.len())]);
        set.sort_unstable();
        Some(set)
    }

    fn changed<'s>(&self, picks: impl IntoIterator<Item = &'s GeneChange>) -> Vec<u8> {
        let mut genes = self.base.clone();
        for GeneChange { gene, choice, .. } in picks {
            genes[*gene] = *choice;
        }
        genes
    }

    /// Whether a set changes other cells than each tweak that was found: of the two, the one of fewer genes
    /// has at most half of them in common with the other.
    fn differs(&self, genes: &[u8]) -> bool {
        let changed = |genes: &[u8], at: usize| genes[at] != self.base[at];

        self.found.iter().all(|found| {
            let all = 0..genes.len();
            let own = all.clone().filter(|&at| changed(genes, at)).count();
            let theirs = all.clone().filter(|&at| changed(&found.genes, at)).count();
            let is_shared = |&at: &usize| changed(genes, at) && changed(&found.genes, at);
            2 * all.filter(is_shared).count() <= own.min(theirs)
        })
    }

    fn play(&mut self, idea: Idea) {
        let Idea { genes, cells, size, .. } = idea;

        self.tried.push(genes.clone());
        let candidate = self.search.play(genes.clone());
        let found = PlayedTweak { genes, cells, size, candidate };

        if found.candidate.is_found {
            self.found.push(found);
        } else if self
            .closest
            .as_ref()
            .is_none_or(|other| found.candidate.score() < other.candidate.score())
        {
            self.closest = Some(found);
        }
    }

    /// The tweaks, the best first.
    pub(super) fn into_tweaks(mut self) -> Vec<Tweak> {
        self.found.sort_by(|a, b| {
            let key = |found: &PlayedTweak| (found.cells, found.size);
            let off = |found: &PlayedTweak| found.candidate.evidence.off.abs();
            key(a).cmp(&key(b)).then(off(a).total_cmp(&off(b)))
        });
        self.found.truncate(self.request.count);

        let level = &self.request.level;
        let closest = if self.found.is_empty() { self.closest } else { None };
        let all = self.found.into_iter().chain(closest);

        all.map(|PlayedTweak { mut candidate, .. }| {
            candidate.level.missed = None;
            Tweak {
                changes: between(level, &candidate.level),
                level: candidate.level,
                played: candidate.statistics,
                is_found: candidate.is_found,
            }
        })
        .collect()
    }
}
