//! Which potentials there are: proofs that a target cannot be reached.
//!
//! Opening a cell never lowers the potential. So no level has more than the one whose free
//! cells are all ordinary, none has less than the one whose free cells are all as closed as
//! the kinds allow, and every level but the first has lost at least what the cheapest single
//! gene costs. Small spaces are counted out.

use crate::error::Possible;
use crate::feasibility::Violation;
use crate::{Kind, Space, Tally, WishError};

/// The largest space that is counted out.
const MOST: u64 = 1 << 20;

/// Refuses a target beyond the bounds, or in the gap below the highest potential.
pub(super) fn check(space: &Space, target: u32, tolerance: u32) -> Result<(), WishError> {
    let highest =
        space.gauge().measure(space.base().cells().values(), Violation::Cells).potential;
    let (low, high) =
        (target.saturating_sub(tolerance), target.saturating_add(tolerance));
    if (low..=high).contains(&highest) {
        return Ok(());
    }
    let second = highest - cheapest(space, highest);
    let lowest = lowest(space);
    let nearest =
        if low > second && high < highest { Some((second, highest)) } else { None };
    if low > highest || high < lowest || nearest.is_some() {
        let possible = Possible { lowest, highest, nearest };
        return Err(WishError::Impossible { target, tolerance, possible });
    }
    Ok(())
}

/// The potential of the level whose free cells are as closed as the kinds allow.
fn lowest(space: &Space) -> u32 {
    let is_closed = |kind: &&Kind| !kind.is_open();
    let choice =
        space.choices().iter().position(|kind| is_closed(&kind)).unwrap_or(1) as u8;
    let kinds = space.kinds(&vec![choice; space.genes()]);
    space.gauge().measure(&kinds, Violation::Cells).potential
}

/// The least potential that a single special gene costs; all of it when no gene is free.
fn cheapest(space: &Space, highest: u32) -> u32 {
    let mut tally = Tally::new(space.base());
    let mut least = highest;
    for gene in 0..space.genes() {
        for &kind in &space.choices()[1..] {
            for &index in space.orbit(gene) {
                tally.set(index as usize, kind);
            }
            least = least.min(highest - tally.potential());
            for &index in space.orbit(gene) {
                tally.set(index as usize, Kind::Ordinary);
            }
        }
    }
    least
}

/// Refuses a target that no feasible level of a small space has.
pub(super) fn check_all(
    space: &Space,
    target: u32,
    tolerance: u32,
) -> Result<(), WishError> {
    let choices = space.choices().len() as u64;
    let size =
        u32::try_from(space.genes()).ok().and_then(|genes| choices.checked_pow(genes));
    if size.is_none_or(|size| size > MOST) {
        return Ok(());
    }
    let found = potentials(space);
    let (low, high) =
        (target.saturating_sub(tolerance), target.saturating_add(tolerance));
    let below = (0..low).rev().find(|&potential| has(&found, potential));
    let above = (high + 1..found.len() as u32).find(|&potential| has(&found, potential));
    if (low..=high).any(|potential| has(&found, potential)) {
        return Ok(());
    }
    let highest = found.iter().rposition(|&has| has).unwrap_or(0) as u32;
    let lowest = found.iter().position(|&has| has).unwrap_or(0) as u32;
    let possible = Possible { lowest, highest, nearest: below.zip(above) };
    Err(WishError::Impossible { target, tolerance, possible })
}

fn has(found: &[bool], potential: u32) -> bool {
    found.get(potential as usize).copied().unwrap_or(false)
}

/// Whether a feasible level has each potential up to the highest.
fn potentials(space: &Space) -> Vec<bool> {
    let base = space.gauge().measure(space.base().cells().values(), Violation::Cells);
    let mut found = vec![false; base.potential as usize + 1];
    let mut genes = vec![0_u8; space.genes()];
    loop {
        let measure = space.gauge().measure(&space.kinds(&genes), Violation::Cells);
        if measure.violation == 0 {
            found[measure.potential as usize] = true;
        }
        // Counts on by one, the first gene turning fastest.
        let mut turning = genes.iter_mut();
        loop {
            let Some(gene) = turning.next() else { return found };
            *gene += 1;
            if usize::from(*gene) < space.choices().len() {
                break;
            }
            *gene = 0;
        }
    }
}
