//! Which potentials there are: proofs that a target cannot be reached.
//!
//! Opening a cell never lowers the potential. So no level has more than the one whose free
//! cells are all ordinary, and none has less than the one whose free cells are all as closed
//! as the kinds allow. And of the levels with at least so many special genes none has more
//! than the best with just so many: where that lies below the target, the few levels with
//! fewer can be tried one by one. The cases of a symmetric board come in groups that live or
//! die together, so that its potential is a multiple of their size.

use std::ops::ControlFlow;

use crate::error::Possible;
use crate::feasibility::Violation;
use crate::{Kind, Space, Tally};

/// The most levels that a proof tries.
const MOST: u64 = 1 << 20;

/// The potentials that a wish allows: a lowest and a highest.
type Range = std::ops::RangeInclusive<u32>;

/// Refuses a target beyond the bounds, in the gap below the highest potential, or between two
/// multiples of what a symmetric board allows. Quick: it tries one level a gene at most.
pub(super) fn check(space: &Space, wanted: &Range) -> Result<(), Possible> {
    let (lowest, highest) = (lowest(space), potential(space, 0));
    let (low, high) = (*wanted.start(), *wanted.end());
    if wanted.contains(&highest) {
        return Ok(());
    }
    let mut nearest = None;
    if low <= highest && high >= lowest {
        let step = space.step();
        if high / step * step < low {
            nearest = Some((low / step * step, low.next_multiple_of(step)));
        }
        let mut trials = Trials::new(space);
        if high < highest && space.least_specials() == 0 && space.genes() > 0 {
            // No more levels than genes and kinds: done in a moment.
            let _ = trials.all_with(1, &mut || ControlFlow::Continue(()));
            if trials.most < low {
                nearest = Some((trials.most, highest));
            }
        }
        if nearest.is_none() {
            return Ok(());
        }
    }
    Err(Possible { lowest, highest, nearest })
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

/// Refuses a target when trying the levels with the fewest special genes proves that no
/// feasible level that keeps the quotas has it; `None` when there is no such level at all.
/// Meant for when a search failed. `watch` is asked at every level; what is stopped proves
/// nothing.
pub(super) fn prove(
    space: &Space,
    wanted: &Range,
    watch: &mut impl FnMut() -> ControlFlow<()>,
) -> Result<(), Option<Possible>> {
    let mut trials = Trials::new(space);
    let mut left = MOST;
    let last = space.most_specials();
    for specials in space.least_specials()..=last {
        let count = count(space, specials);
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
        if is_all || trials.most < *wanted.start() {
            return Err(trials.outcome(wanted, is_all));
        }
    }
    Ok(())
}

/// How many levels have so many special genes; none when they are too many to count.
fn count(space: &Space, specials: usize) -> Option<u64> {
    let kinds = space.choices().len() as u64 - 1;
    (0..specials as u64).try_fold(1_u64, |count, taken| {
        let genes = (space.genes() as u64 - taken).checked_mul(kinds)?;
        // Divides exactly: the product is a number of choices so far, times the kinds.
        Some(count.checked_mul(genes)? / (taken + 1))
    })
}

/// Levels tried one by one.
struct Trials<'a> {
    space: &'a Space,
    tally: Tally,
    /// Whether a feasible level of that potential that keeps every quota was met.
    found: Vec<bool>,
    /// The highest potential of those with the last number of special genes.
    most: u32,
}

impl<'a> Trials<'a> {
    fn new(space: &'a Space) -> Self {
        let tally = Tally::new(space.base());
        let found = vec![false; tally.potential() as usize + 1];
        Self { space, tally, found, most: 0 }
    }

    /// Tries all levels with just so many special genes.
    fn all_with(
        &mut self,
        specials: usize,
        watch: &mut impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.most = 0;
        self.place(0, specials, watch)
    }

    /// Makes so many more genes special, from that gene on, in every way.
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
        for gene in from..(self.space.genes() + 1).saturating_sub(left) {
            for choice in 1..self.space.choices().len() {
                self.put(gene, self.space.choices()[choice]);
                self.place(gene + 1, left - 1, watch)?;
            }
            self.put(gene, Kind::Ordinary);
        }
        ControlFlow::Continue(())
    }

    /// Whether the level at hand is feasible and keeps every quota.
    fn fits(&self) -> bool {
        let counts = self.space.counts(self.tally.cells().values());
        self.space.miscount(&counts) == 0 && self.tally.is_feasible()
    }

    fn put(&mut self, gene: usize, kind: Kind) {
        for &index in self.space.orbit(gene) {
            self.tally.set(index as usize, kind);
        }
    }

    /// What there is instead of the wanted, when all levels were tried or all but those with
    /// no more than the last ones.
    fn outcome(&self, wanted: &Range, is_all: bool) -> Option<Possible> {
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
        Some(Possible {
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
