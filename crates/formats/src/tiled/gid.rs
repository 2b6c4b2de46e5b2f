//! Global tile ids.

/// A global tile id with flips, as in files: 0 is an empty cell, the upper four bits are the
/// flips. [`Map::tile`](super::Map::tile) finds its tile.
///
/// ```
/// use tilewright_formats::tiled::{Flips, Gid};
///
/// let gid = Gid::new(0x8000_0007);
/// assert_eq!((gid.id(), gid.bits()), (7, 0x8000_0007));
/// assert_eq!(gid.flips(), Flips { horizontal: true, ..Flips::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gid(u32);

impl Gid {
    /// The empty cell.
    pub const EMPTY: Self = Self(0);

    const FLIPS: u32 = 0xF000_0000;

    /// The gid of the given 32 bits.
    pub const fn new(bits: u32) -> Self {
        Self(bits)
    }

    /// All 32 bits.
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The id without the flips.
    pub const fn id(self) -> u32 {
        self.0 & !Self::FLIPS
    }

    /// The flips.
    pub const fn flips(self) -> Flips {
        Flips {
            horizontal: self.0 & 0x8000_0000 != 0,
            vertical: self.0 & 0x4000_0000 != 0,
            diagonal: self.0 & 0x2000_0000 != 0,
            turned: self.0 & 0x1000_0000 != 0,
        }
    }

    /// Whether the cell holds no tile.
    pub const fn is_empty(self) -> bool {
        self.id() == 0
    }
}

/// How a tile is flipped: first along the diagonal, then horizontally and vertically.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "they are four bits of the file")]
pub struct Flips {
    /// Left and right are swapped.
    pub horizontal: bool,
    /// Top and bottom are swapped.
    pub vertical: bool,
    /// Rows and columns are swapped; on hexagonal maps a rotation by 60°.
    pub diagonal: bool,
    /// A rotation by 120° on hexagonal maps; no meaning on others.
    pub turned: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_four_bits_are_flips() {
        let gid = Gid::new(0xB000_0007);
        let flips =
            Flips { horizontal: true, vertical: false, diagonal: true, turned: true };
        assert_eq!((gid.id(), gid.flips()), (7, flips));
        assert!(Gid::new(0x1000_0000).is_empty());
    }
}
