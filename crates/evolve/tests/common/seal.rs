//! Checkpoints that are changed and then sealed again.

/// The same bytes with a checksum that fits what stands before it: FNV-1a of 64 bits.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let covered = bytes.len() - 8;
    let mut hash = 14_695_981_039_346_656_037_u64;
    for &byte in &bytes[..covered] {
        hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    }
    bytes[covered..].copy_from_slice(&hash.to_le_bytes());
    bytes
}
