//! Zstandard: the library in C, or one in Rust where the former cannot be compiled. Both read what
//! the other wrote.

use tilewright_grid::Watch;

use super::CHUNK;
use crate::NetworkError;
use crate::network::stage::check;

#[cfg(not(target_family = "wasm"))]
pub(super) use library::{Decoder, compress, decoder};
#[cfg(target_family = "wasm")]
pub(super) use rust::{Decoder, compress, decoder};

/// Passes the bytes of the numbers on, a chunk at a time.
fn feed<const N: usize>(
    numbers: impl Iterator<Item = [u8; N]>,
    watch: &dyn Watch,
    mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
) -> Result<(), NetworkError> {
    let mut chunk = Vec::with_capacity(CHUNK);
    for number in numbers {
        chunk.extend(number);
        if chunk.len() >= CHUNK - N {
            check(watch)?;
            write(&chunk).map_err(NetworkError::Compression)?;
            chunk.clear();
        }
    }
    write(&chunk).map_err(NetworkError::Compression)
}

#[cfg(not(target_family = "wasm"))]
mod library {
    use std::io::{self, BufReader, Write};

    use super::{NetworkError, Watch, feed};

    pub(in super::super) type Decoder<'a> = zstd::Decoder<'static, BufReader<&'a [u8]>>;

    pub(in super::super) fn decoder(packed: &[u8]) -> io::Result<Decoder<'_>> {
        zstd::Decoder::new(packed)
    }

    /// Appends the compressed numbers.
    pub(in super::super) fn compress<const N: usize>(
        into: Vec<u8>,
        level: i32,
        numbers: impl Iterator<Item = [u8; N]>,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, NetworkError> {
        let encoder = zstd::Encoder::new(into, level);
        let mut encoder = encoder.map_err(NetworkError::Compression)?;
        feed(numbers, watch, |chunk| encoder.write_all(chunk))?;
        encoder.finish().map_err(NetworkError::Compression)
    }
}

#[cfg(target_family = "wasm")]
mod rust {
    use std::io;

    use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
    use ruzstd::encoding::{CompressionLevel, compress as write};

    use super::{NetworkError, Watch, feed};

    pub(in super::super) type Decoder<'a> = StreamingDecoder<&'a [u8], FrameDecoder>;

    pub(in super::super) fn decoder(packed: &[u8]) -> io::Result<Decoder<'_>> {
        StreamingDecoder::new(packed).map_err(io::Error::other)
    }

    /// Appends the compressed numbers. There is only one level, about the lowest of the library in
    /// C.
    pub(in super::super) fn compress<const N: usize>(
        mut into: Vec<u8>,
        _: i32,
        numbers: impl Iterator<Item = [u8; N]>,
        watch: &dyn Watch,
    ) -> Result<Vec<u8>, NetworkError> {
        let mut bytes = Vec::new();
        feed(numbers, watch, |chunk| {
            bytes.extend_from_slice(chunk);
            Ok(())
        })?;
        write(bytes.as_slice(), &mut into, CompressionLevel::Fastest);
        Ok(into)
    }
}
