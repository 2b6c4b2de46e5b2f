//! Large arrays of numbers in huge pages.

use std::fmt;
use std::sync::atomic::AtomicU32;

use zerocopy::FromBytes;

use crate::NetworkError;

/// The bytes of a number.
#[cfg(not(target_family = "wasm"))]
const BYTES: usize = size_of::<f32>();

/// An array of numbers with random access, in memory that the system may back with huge pages. This
/// avoids the cost of TLB misses.
pub(crate) struct Pages(PageMemory);

/// Anonymous memory of the system; in WebAssembly, which has a single memory, 32-bit words.
#[cfg(not(target_family = "wasm"))]
type PageMemory = memmap2::MmapMut;
#[cfg(target_family = "wasm")]
type PageMemory = Words;

/// Zeros, `count` numbers of them.
#[cfg(not(target_family = "wasm"))]
fn memory(count: usize) -> Result<PageMemory, NetworkError> {
    let bytes = count * BYTES;
    let pages =
        PageMemory::map_anon(bytes).map_err(|_| NetworkError::Memory(bytes >> 20))?;
    // Only advice: a system without huge pages uses small ones.
    #[cfg(target_os = "linux")]
    drop(pages.advise(memmap2::Advice::HugePage));
    Ok(pages)
}

#[cfg(target_family = "wasm")]
fn memory(count: usize) -> Result<PageMemory, NetworkError> {
    let mut words = Vec::new();
    let got = words.try_reserve_exact(count);
    got.map_err(|_| NetworkError::Memory(4 * count >> 20))?;
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
        zerocopy::IntoBytes::as_bytes(self.0.as_slice())
    }
}

#[cfg(target_family = "wasm")]
impl std::ops::DerefMut for Words {
    fn deref_mut(&mut self) -> &mut [u8] {
        zerocopy::IntoBytes::as_mut_bytes(self.0.as_mut_slice())
    }
}

impl Pages {
    /// That number of zeros, at least one.
    ///
    /// # Errors
    /// [`NetworkError::Memory`].
    pub(super) fn zeros(count: usize) -> Result<Self, NetworkError> {
        memory(count).map(Self)
    }

    /// The first `count` of these numbers.
    pub(super) fn collect(
        count: usize,
        numbers: impl IntoIterator<Item = f32>,
    ) -> Result<Self, NetworkError> {
        let mut pages = Self::zeros(count)?;
        for (place, number) in pages.numbers_mut().iter_mut().zip(numbers) {
            *place = number;
        }
        Ok(pages)
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
        let copy = Self::collect(numbers.len(), numbers.iter().copied());
        copy.expect("there is enough memory")
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
