//! Large arrays of numbers in huge pages.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU32;

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::NetworkError;

/// What pages hold: numbers of which a zero is zero bytes.
pub(crate) trait Number:
    FromBytes + IntoBytes + Immutable + Copy + PartialEq + Send + Sync
{
}

impl Number for f32 {}
impl Number for i16 {}

/// An array of numbers with random access, in memory that the system may back with huge pages. This
/// avoids the cost of TLB misses.
pub(crate) struct Pages<T>(PageMemory, PhantomData<T>);

/// Anonymous memory of the system; in WebAssembly, which has a single memory, 32-bit words.
#[cfg(not(target_family = "wasm"))]
type PageMemory = memmap2::MmapMut;
#[cfg(target_family = "wasm")]
type PageMemory = Words;

/// That number of zero bytes.
#[cfg(not(target_family = "wasm"))]
fn memory(bytes: usize) -> Result<PageMemory, NetworkError> {
    let pages =
        PageMemory::map_anon(bytes).map_err(|_| NetworkError::Memory(bytes >> 20))?;
    // Only advice: a system without huge pages uses small ones.
    #[cfg(target_os = "linux")]
    drop(pages.advise(memmap2::Advice::HugePage));
    Ok(pages)
}

#[cfg(target_family = "wasm")]
fn memory(bytes: usize) -> Result<PageMemory, NetworkError> {
    let (mut words, count) = (Vec::new(), bytes / size_of::<u32>());
    let got = words.try_reserve_exact(count);
    got.map_err(|_| NetworkError::Memory(bytes >> 20))?;
    words.resize(count, 0);
    Ok(Words(words))
}

/// Words that read as bytes.
#[cfg(target_family = "wasm")]
struct Words(Vec<u32>);

#[cfg(target_family = "wasm")]
impl std::ops::Deref for Words {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_slice().as_bytes()
    }
}

#[cfg(target_family = "wasm")]
impl std::ops::DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_mut_slice().as_mut_bytes()
    }
}

impl<T: Number> Pages<T> {
    /// That number of zeros, at least one.
    ///
    /// # Errors
    /// [`NetworkError::Memory`].
    pub(super) fn zeros(count: usize) -> Result<Self, NetworkError> {
        Ok(Self(memory(count * size_of::<T>())?, PhantomData))
    }

    /// The first `count` of these numbers.
    pub(super) fn collect(
        count: usize,
        numbers: impl IntoIterator<Item = T>,
    ) -> Result<Self, NetworkError> {
        let mut pages = Self::zeros(count)?;
        for (place, number) in pages.numbers_mut().iter_mut().zip(numbers) {
            *place = number;
        }
        Ok(pages)
    }

    /// The numbers.
    pub(crate) fn numbers(&self) -> &[T] {
        <[T]>::ref_from_bytes(&self.0).expect("pages are aligned and hold whole numbers")
    }

    /// The numbers, mutable.
    pub(super) fn numbers_mut(&mut self) -> &mut [T] {
        <[T]>::mut_from_bytes(&mut self.0)
            .expect("pages are aligned and hold whole numbers")
    }
}

impl Pages<f32> {
    /// The bits of the numbers, for several threads to change.
    pub(super) fn shared(&mut self) -> &[AtomicU32] {
        <[AtomicU32]>::mut_from_bytes(&mut self.0)
            .expect("pages are aligned and hold whole numbers")
    }
}

impl<T: Number> Clone for Pages<T> {
    fn clone(&self) -> Self {
        let numbers = self.numbers();
        let copy = Self::collect(numbers.len(), numbers.iter().copied());
        copy.expect("there is enough memory")
    }
}

impl<T: Number> PartialEq for Pages<T> {
    fn eq(&self, other: &Self) -> bool {
        self.numbers() == other.numbers()
    }
}

impl<T: Number> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.numbers().len())
    }
}
