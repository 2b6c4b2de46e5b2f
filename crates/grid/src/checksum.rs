//! A 64-bit hash of bytes.

/// The 64-bit hash FNV-1a (Fowler, Noll and Vo). It finds accidental damage of a file; it does
/// not protect against deliberate changes.
///
/// ```
/// use tilewright_grid::checksum;
///
/// assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    checksum_on(0xcbf2_9ce4_8422_2325, bytes)
}

/// The [`checksum`] of a longer text, given that of its first part and the bytes after it.
///
/// ```
/// use tilewright_grid::{checksum, checksum_on};
///
/// assert_eq!(checksum_on(checksum(b"tile"), b"wright"), checksum(b"tilewright"));
/// ```
pub fn checksum_on(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
