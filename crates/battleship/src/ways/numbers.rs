//! Rows of counts, one for every number of ships placed, added class by class.

use super::question::Class;

/// The counts of a profile, one for every mix of ships.
pub(super) type Count = u128;

/// Adds one row to another; says whether a sum passed the largest number.
#[inline]
pub(super) fn add(to: &mut [Count], from: &[Count]) -> bool {
    let mut passed = false;
    for (to, &from) in to.iter_mut().zip(from) {
        let (sum, over) = to.overflowing_add(from);
        *to = sum;
        passed |= over;
    }
    passed
}

/// The parts of a row in which a ship of the class is left to place, and where they lie once
/// it is placed.
fn parts(class: Class, mixes: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    let Class { count, stride, .. } = class;
    let block = stride * (count + 1);
    (0..mixes).step_by(block).map(move |at| (at, at + stride, stride * count))
}

/// Adds to a row what another one counts, with one ship of the class more.
pub(super) fn add_placed(to: &mut [Count], from: &[Count], class: Class) -> bool {
    parts(class, from.len()).fold(false, |passed, (before, after, length)| {
        passed | add(&mut to[after..after + length], &from[before..before + length])
    })
}

/// Adds to a row what another one counts from one ship of the class more on. What passes the
/// largest number is wrapped: such a row belongs to mixes that are never reached.
pub(super) fn add_before(to: &mut [Count], from: &[Count], class: Class) {
    for (before, after, length) in parts(class, from.len()) {
        let pairs = to[before..before + length].iter_mut().zip(&from[after..]);
        pairs.for_each(|(to, from)| *to = to.wrapping_add(*from));
    }
}

/// The sum of the products of counts before a ship of the class is placed with those after.
pub(super) fn through(before: &[Count], after: &[Count], class: Class) -> Count {
    let mut sum: Count = 0;
    for (at, placed, length) in parts(class, before.len()) {
        let pairs = before[at..at + length].iter().zip(&after[placed..]);
        for (&before, &after) in pairs.filter(|(before, _)| **before > 0) {
            sum = sum.wrapping_add(before.wrapping_mul(after));
        }
    }
    sum
}

/// Whether there is a mix with anything in it in which a ship of the class is left.
pub(super) fn has_left(row: &[Count], class: Class) -> bool {
    parts(class, row.len())
        .any(|(at, _, length)| row[at..at + length].iter().any(|&count| count > 0))
}
