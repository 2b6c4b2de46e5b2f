//! Which potentials are possible: proofs that no level has the target.
//!
//! Opening a cell never lowers the potential. So the level whose free cells are all ordinary has the
//! highest potential, and the level whose free cells are all as closed as the kinds allow the
//! lowest. Of the levels with at least n special genes, the best one with exactly n has the highest
//! potential: if that is below the target, the few levels with fewer special genes are tried one by
//! one. The cases of a symmetric board come in groups that are alive or dead together, so its
//! potential is a multiple of their size.

use std::ops::ControlFlow;

use tilewright_match3::Kind;

use crate::error::PotentialBounds;
use crate::feasibility::Violation;
use crate::{Space, Tally};

/// The maximum number of levels that a proof tries: at 22.9 million potentials a second (`cargo
/// xtask bench speed`) about a twentieth of a second.
const MOST: u64 = 1 << 20;

/// The potentials that fulfil a request.
type Range = std::ops::RangeInclusive<u32>;

/// Refuses a target beyond the bounds, in the gap below the highest potential, or between two
/// multiples on a symmetric board. Fast: it tries at most one level per gene and kind.
pub(super) fn check(space: &Space, wanted: &Range) -> Result<(), PotentialBounds> {
    let (lowest, highest) = (lowest(space), potential(space, 0));
    let (low, high) = (*wanted.start(), *wanted.end());

    if wanted.contains(&highest) {
        return Ok(());
    }

    let mut nearest = None;
    if low <= highest && high >= lowest {
        // On a symmetric board all potentials are multiples of the step.
        let step = space.step();
        if high / step * step < low {
            nearest = Some((low / step * step, low.next_multiple_of(step)));
        }

        // With more special cells the potential is not higher: nothing lies between the best level
        // with one and the open board.
        let mut trials = LevelTrials::new(space);
        if high < highest && space.min_specials() == 0 && space.genes() > 0 {
            // At most as many levels as genes times kinds.
            let _ = trials.all_with(1, &mut || ControlFlow::Continue(()));
            if trials.most < low {
                nearest = Some((trials.most, highest));
            }
        }

        if nearest.is_none() {
            return Ok(());
        }
    }

    Err(PotentialBounds { lowest, highest, nearest })
}

/// The potential of the level whose free cells are as closed as the kinds allow.
fn lowest(space: &Space) -> u32 {
    let closed = space.choices().iter().position(|kind| !kind.is_open());
    potential(space, closed.unwrap_or(1) as u8)
}

/// The potential of the level whose genes all have that choice.
fn potential(space: &Space, choice: u8) -> u32 {
    let kinds = space.kinds(&vec![choice; space.genes()]);
    space.gauge().measure(&kinds, Violation::Cells).potential
}

/// Refuses a target if trying the levels with the fewest special genes proves that no feasible level
/// within the quotas has it; `None` if there is no such level at all. Called after a search failed.
/// `watch` is asked at every level; a stopped proof proves nothing.
pub(super) fn prove(
    space: &Space,
    wanted: &Range,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<(), Option<PotentialBounds>> {
    let mut trials = LevelTrials::new(space);
    let mut left = MOST;

    let last = space.max_specials();
    for specials in space.min_specials()..=last {
        let count = count(space, specials);

        // More levels than are left to try prove nothing either way.
        let Some(rest) = count.and_then(|count| left.checked_sub(count)) else {
            return Ok(());
        };

        left = rest;
        if trials.all_with(specials, watch).is_break() {
            return Ok(());
        }

        let is_all = specials == last;
        if trials.has(wanted) {
            return Ok(());
        }

        // With more special cells the potential is not higher, so that a target above all of
        // them has no level.
        if is_all || trials.most < *wanted.start() {
            return Err(trials.outcome(wanted, is_all));
        }
    }
    Ok(())
}

/// The number of levels with exactly this number of special genes; none if it overflows.
fn count(space: &Space, specials: usize) -> Option<u64> {
    let kinds = space.choices().len() as u64 - 1;
    (0..specials as u64).try_fold(1_u64, |count, taken| {
        let genes = (space.genes() as u64 - taken).checked_mul(kinds)?;
        // Divides exactly: the product is a binomial coefficient times a power of the kinds.
        Some(count.checked_mul(genes)? / (taken + 1))
    })
}

/// Levels tried one by one.
struct LevelTrials<'a> {
    space: &'a Space,
    tally: Tally,
    /// For each potential, whether a feasible level within the quotas has it.
    found: Vec<bool>,
    /// The highest potential of the levels with the last number of special genes.
    most: u32,
}

impl<'a> LevelTrials<'a> {
    fn new(space: &'a Space) -> Self {
        let tally = Tally::new(space.base());
        let found = vec![false; tally.potential() as usize + 1];
        Self { space, tally, found, most: 0 }
    }

    /// Tries all levels with exactly this number of special genes.
    fn all_with(
        &mut self,
        specials: usize,
        watch: &mut impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.most = 0;
        self.place(0, specials, watch)
    }

    /// Makes `left` more genes special, from the gene `from` on, in every way.
    fn place(
        &mut self,
        from: usize,
        left: usize,
        watch: &mut impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            let potential = self.tally.potential();
            self.most = self.most.max(potential);
            if !self.found[potential as usize] {
                self.found[potential as usize] = self.fits();
            }
            return watch();
        }

        // Genes in ascending order, so that each set of them is tried once.
        for gene in from..(self.space.genes() + 1).saturating_sub(left) {
            for choice in 1..self.space.choices().len() {
                self.put(gene, self.space.choices()[choice]);
                self.place(gene + 1, left - 1, watch)?;
            }
            self.put(gene, Kind::ORDINARY);
        }
        ControlFlow::Continue(())
    }

    /// Whether the current level is feasible and within the quotas.
    fn fits(&self) -> bool {
        let counts = self.space.counts(self.tally.cells().values());
        self.space.miscount(&counts) == 0 && self.tally.is_feasible()
    }

    fn put(&mut self, gene: usize, kind: Kind) {
        for &index in self.space.orbit(gene) {
            self.tally.set(index as usize, kind);
        }
    }

    /// The possible potentials, after all levels were tried, or all but those with potentials up to
    /// that of the last ones.
    fn outcome(&self, wanted: &Range, is_all: bool) -> Option<PotentialBounds> {
        let is_found = |&potential: &u32| self.found[potential as usize];
        let all = 0..self.found.len() as u32;

        let best = all.clone().rev().find(is_found);
        if is_all && best.is_none() {
            return None;
        }

        let bound = if is_all { None } else { Some(self.most) };
        let (low, high) = (*wanted.start(), *wanted.end());

        let below =
            all.clone().rev().skip_while(|&potential| potential >= low).find(is_found);
        let above = all.clone().skip_while(|&potential| potential <= high).find(is_found);

        let mut all = all;
        let least = all.find(is_found).filter(|_| is_all);

        Some(PotentialBounds {
            lowest: least.unwrap_or_else(|| lowest(self.space)),
            highest: best.max(bound).unwrap_or(0),
            nearest: below.max(bound).zip(above),
        })
    }

    fn has(&self, potentials: &Range) -> bool {
        let end = self.found.len().min((*potentials.end() as usize).saturating_add(1));
        self.found[..end].iter().skip(*potentials.start() as usize).any(|&found| found)
    }
}
