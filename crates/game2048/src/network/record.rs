//! What a learner keeps of every weight.

use std::cell::Cell;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

/// The weight, the sum of its errors and that of their sizes. A fourth number is not used: four
/// lie in one line of the memory and are added at once.
pub(super) type Known = [f32; 4];

/// The record of a weight, shared with all that learn.
pub(super) trait Record {
    /// What it holds.
    fn get(&self) -> Known;

    /// Adds to all numbers of it, and yields the weight.
    fn add(&self, more: Known) -> f32;
}

/// One thread alone learns.
impl Record for Cell<Known> {
    #[inline]
    fn get(&self) -> Known {
        Self::get(self)
    }

    #[inline]
    fn add(&self, more: Known) -> f32 {
        let mut numbers = Self::get(self);
        for (number, more) in numbers.iter_mut().zip(more) {
            *number += more;
        }
        self.set(numbers);
        numbers[0]
    }
}

/// Several threads learn. Between a thread's reading and writing another's change can be lost,
/// which learning bears (Niu et al., *Hogwild*, 2011).
impl Record for [AtomicU32; 4] {
    #[inline]
    fn get(&self) -> Known {
        self.each_ref().map(|bits| f32::from_bits(bits.load(Ordering::Relaxed)))
    }

    #[inline]
    fn add(&self, more: Known) -> f32 {
        let mut numbers = Record::get(self);
        for ((number, bits), more) in numbers.iter_mut().zip(self).zip(more) {
            *number += more;
            bits.store(number.to_bits(), Ordering::Relaxed);
        }
        numbers[0]
    }
}

/// The largest of the whole units in which games are played while learning.
const MOST: f32 = i16::MAX as f32;

/// A number of this size has no room for a fraction, and ends with the 16 bits of the whole
/// number that was added to it.
const WHOLE: f32 = 12_582_912.0;

/// Weights in whole units, by which games are played while learning: half as many bytes are
/// looked up, and what rounding changes is little beside what is still to be learned.
#[derive(Clone, Copy)]
pub(super) struct Rounded<'a> {
    pub(super) weights: &'a [AtomicI16],
    /// What a unit is worth, a power of two.
    pub(super) unit: f32,
}

impl Rounded<'_> {
    /// Writes the weights at these places down; one that does not fit becomes the largest that
    /// does.
    #[inline]
    pub(super) fn set<const N: usize>(&self, places: &[u32; N], weights: [f32; N]) {
        let share = 1.0 / self.unit;
        let units = weights.map(|weight| round(weight * share));
        for (&place, units) in places.iter().zip(units) {
            self.weights[place as usize].store(units, Ordering::Relaxed);
        }
    }
}

/// The nearest whole number, of two the even one.
#[inline]
pub(super) fn round(number: f32) -> i16 {
    (number.clamp(-MOST, MOST) + WHOLE).to_bits() as i16
}

/// The least unit from this on in which a weight of that size fits.
pub(super) fn unit_for(largest: f32, mut unit: f32) -> f32 {
    while largest > MOST * unit {
        unit *= 2.0;
    }
    unit
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn numbers_round_to_the_nearest(number in -40_000.0_f32..40_000.0) {
            let nearest = number.round_ties_even().clamp(-32_767.0, 32_767.0);
            prop_assert_eq!(f32::from(round(number)).to_bits(), (nearest + 0.0).to_bits());
        }

        #[test]
        fn a_unit_is_the_least_that_fits(largest in 0.0_f32..1e30) {
            let unit = unit_for(largest, 1.0);
            prop_assert!(largest / unit <= 32_767.0);
            prop_assert!(unit.to_bits() == 1.0_f32.to_bits() || largest / unit > 16_383.0);
        }
    }

    #[test]
    fn one_thread_and_several_keep_the_same() {
        let numbers = [1.5_f32, -2.0, 3.0, 0.0];
        let alone = Cell::new(numbers);
        let shared = numbers.map(|number| AtomicU32::new(number.to_bits()));
        let more = [0.25, 1.0, 1.0, 0.0];
        assert_eq!(Record::add(&alone, more).to_bits(), 1.75_f32.to_bits());
        assert_eq!(shared.add(more).to_bits(), 1.75_f32.to_bits());
        let bits = |numbers: Known| numbers.map(f32::to_bits);
        assert_eq!(bits(Record::get(&shared)), bits([1.75, -1.0, 4.0, 0.0]));
        assert_eq!(bits(alone.get()), bits([1.75, -1.0, 4.0, 0.0]));
    }
}
