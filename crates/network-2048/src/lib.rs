#![doc = include_str!("../README.md")]
#![no_std]

/// The network file `8x5.tw2048`: 8 tuples of 5 cells, weights of 16 bits, compressed.
pub static NETWORK: &[u8] = include_bytes!("../8x5.tw2048");
