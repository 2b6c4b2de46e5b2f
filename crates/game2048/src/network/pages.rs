//! Numbers in large pages.

use std::fmt;
use std::sync::atomic::AtomicU32;

use memmap2::MmapMut;
use zerocopy::FromBytes;

/// The bytes of a number.
const BYTES: usize = size_of::<f32>();

/// Many numbers that are read in no order. They lie in memory that the system may hold in large
/// pages, so that finding where a page lies does not cost more than reading the number.
pub(crate) struct Pages(MmapMut);

impl Pages {
    /// So many zeros, at least one.
    ///
    /// # Panics
    /// When there is no such memory.
    pub(super) fn zeros(count: usize) -> Self {
        let pages = MmapMut::map_anon(count * BYTES).expect("there is memory for it");
        // A wish; a system that has no large pages serves small ones.
        #[cfg(target_os = "linux")]
        drop(pages.advise(memmap2::Advice::HugePage));
        Self(pages)
    }

    /// As many of the numbers as they are said to be.
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

    /// The numbers, to be changed.
    pub(super) fn numbers_mut(&mut self) -> &mut [f32] {
        <[f32]>::mut_from_bytes(&mut self.0)
            .expect("pages are aligned and hold whole numbers")
    }

    /// The bits of the numbers, to be changed by several threads.
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
