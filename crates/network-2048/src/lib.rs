#![doc = include_str!("../README.md")]
#![no_std]

/// The network file `4x6.tw2048`: 4 tuples of 6 cells, weights of 16 bits, compressed.
pub static NETWORK: &[u8] = include_bytes!("../4x6.tw2048");
