//! A fingerprint of bytes.

/// The 64-bit hash FNV-1a (Fowler, Noll and Vo): against accidents, not against intent.
///
/// ```
/// use tilewright_grid::checksum;
///
/// assert_eq!(checksum(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(checksum(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
