//! Numbers in large pages.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI16, AtomicU32};

use memmap2::MmapMut;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Numbers, or arrays of them, that can lie in pages.
pub(crate) trait Number:
    FromBytes + IntoBytes + Immutable + KnownLayout + Copy
{
}

impl<T: FromBytes + IntoBytes + Immutable + KnownLayout + Copy> Number for T {}

/// What the system's pages are said to be: aligned, and as long as what they hold.
const SOUND: &str = "pages are aligned and hold whole numbers";

/// Many numbers that are read in no order. They lie in memory that the system may hold in large
/// pages, so that finding where a page lies does not cost more than reading the number.
pub(crate) struct Pages<T> {
    bytes: MmapMut,
    numbers: PhantomData<T>,
}

impl<T: Number> Pages<T> {
    /// So many zeros, at least one.
    ///
    /// # Panics
    /// When there is no such memory.
    pub(super) fn zeros(count: usize) -> Self {
        let bytes = count * size_of::<T>();
        let bytes = MmapMut::map_anon(bytes).expect("there is memory for it");
        // A wish; a system that has no large pages serves small ones.
        #[cfg(target_os = "linux")]
        drop(bytes.advise(memmap2::Advice::HugePage));
        Self { bytes, numbers: PhantomData }
    }

    /// As many of the numbers as they are said to be.
    pub(super) fn collect(count: usize, numbers: impl IntoIterator<Item = T>) -> Self {
        let mut pages = Self::zeros(count);
        for (place, number) in pages.numbers_mut().iter_mut().zip(numbers) {
            *place = number;
        }
        pages
    }

    /// The numbers.
    pub(crate) fn numbers(&self) -> &[T] {
        <[T]>::ref_from_bytes(&self.bytes).expect(SOUND)
    }

    /// The numbers, to be changed.
    pub(super) fn numbers_mut(&mut self) -> &mut [T] {
        <[T]>::mut_from_bytes(&mut self.bytes).expect(SOUND)
    }

    /// The numbers, to be changed wherever they are known.
    pub(super) fn cells(&mut self) -> &[Cell<T>] {
        Cell::from_mut(self.numbers_mut()).as_slice_of_cells()
    }
}

impl<const N: usize> Pages<[f32; N]> {
    /// The bits of the numbers, to be changed by several threads.
    pub(super) fn atomics(&mut self) -> &[[AtomicU32; N]] {
        <[[AtomicU32; N]]>::mut_from_bytes(&mut self.bytes).expect(SOUND)
    }
}

impl Pages<i16> {
    /// The numbers, to be changed by several threads.
    pub(super) fn atomics(&mut self) -> &[AtomicI16] {
        <[AtomicI16]>::mut_from_bytes(&mut self.bytes).expect(SOUND)
    }
}

impl<T: Number> Clone for Pages<T> {
    fn clone(&self) -> Self {
        let numbers = self.numbers();
        Self::collect(numbers.len(), numbers.iter().copied())
    }
}

impl<T: Number + PartialEq> PartialEq for Pages<T> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

impl<T: Number> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.numbers().len())
    }
}
