//! Large arrays of numbers in huge pages.

use std::fmt;
use std::sync::atomic::AtomicU32;

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// The bytes of a number.
const BYTES: usize = size_of::<f32>();

/// An array of numbers with random access, in memory that the system may back with huge pages. This
/// avoids the cost of TLB misses.
pub(crate) struct Pages(MmapMut);

impl Pages {
    /// That number of zeros, at least one.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub(super) fn zeros(count: usize) -> Self {
        let pages = MmapMut::map_anon(count * BYTES).expect("there is enough memory");
        // Only advice: a system without huge pages uses small ones.
        #[cfg(target_os = "linux")]
        drop(pages.advise(memmap2::Advice::HugePage));
        Self(pages)
    }

    /// The first `count` of these numbers.
    pub(super) fn collect(count: usize, numbers: impl IntoIterator<Item = f32>) -> Self {
        let mut pages = Self::zeros(count);
        for (place, number) in pages.numbers_mut().iter_mut().zip(numbers) {
            *place = number;
        }
        pages
    }

    /// The numbers.
    pub(crate) fn numbers(&self) -> &[f32] {
        <[f32]>::ref_from_bytes(&self.0)
            .expect("pages are aligned and hold whole numbers")
    }

    /// The numbers, mutable.
    pub(super) fn numbers_mut(&mut self) -> &mut [f32] {
        <[f32]>::mut_from_bytes(&mut self.0)
            .expect("pages are aligned and hold whole numbers")
    }

    /// The bits of the numbers, for several threads to change.
    pub(super) fn shared(&mut self) -> &[AtomicU32] {
        <[AtomicU32]>::mut_from_bytes(&mut self.0)
            .expect("pages are aligned and hold whole numbers")
    }
}

impl Clone for Pages {
    fn clone(&self) -> Self {
        let numbers = self.numbers();
        Self::collect(numbers.len(), numbers.iter().copied())
    }
}

impl PartialEq for Pages {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.numbers().len())
    }
}
