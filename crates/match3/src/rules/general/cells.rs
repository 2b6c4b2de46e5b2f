//! One byte for each cell of a board.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One byte for each cell, in place: copies need no memory.
#[derive(Clone, Copy)]
pub(super) struct Cells<const W: usize>([[u8; 64]; W]);

impl<const W: usize> Cells<W> {
    pub(super) const EMPTY: Self = Self([[0; 64]; W]);

    pub(super) const fn bytes(&self) -> &[u8] {
        self.0.as_flattened()
    }

    #[inline]
    pub(super) const fn swap(&mut self, one: usize, other: usize) {
        self.0.as_flattened_mut().swap(one, other);
    }
}

impl<const W: usize> Index<usize> for Cells<W> {
    type Output = u8;

    #[inline]
    fn index(&self, index: usize) -> &u8 {
        &self.0.as_flattened()[index]
    }
}

impl<const W: usize> IndexMut<usize> for Cells<W> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut u8 {
        &mut self.0.as_flattened_mut()[index]
    }
}

impl<const W: usize> fmt::Debug for Cells<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.bytes()).finish()
    }
}
