//! Decoding of the gids of a tile layer: CSV, or base64 with or without compression.

use std::io::{self, Read};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};

use super::error::{Error, Place, shortened};
use super::gid::Gid;

/// The encoding of layer data.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Encoding {
    Csv,
    Base64(Compression),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zlib,
    Zstd,
}

impl Encoding {
    /// The encoding of the two attributes `encoding` and `compression`.
    pub(crate) fn of(
        encoding: &str,
        compression: &str,
        place: &Place,
    ) -> Result<Self, Error> {
        let wrong = |name: &str, found: &str, expected| {
            let (name, found) = (name.to_owned(), shortened(found));
            Error::Value { place: place.clone(), name, found, expected }
        };
        match (encoding, compression) {
            ("csv", _) => Ok(Self::Csv),
            ("base64", "" | "none") => Ok(Self::Base64(Compression::None)),
            ("base64", "gzip") => Ok(Self::Base64(Compression::Gzip)),
            ("base64", "zlib") => Ok(Self::Base64(Compression::Zlib)),
            ("base64", "zstd") => Ok(Self::Base64(Compression::Zstd)),
            ("base64", other) => Err(wrong("compression", other, "gzip, zlib or zstd")),
            (other, _) => Err(wrong("encoding", other, "csv or base64")),
        }
    }
}

/// Decodes exactly `expected` gids.
pub(crate) fn unpack(
    text: &str,
    packing: Encoding,
    expected: usize,
    place: &Place,
) -> Result<Vec<Gid>, Error> {
    match packing {
        Encoding::Csv => csv(text, expected, place),
        Encoding::Base64(compression) => base64(text, compression, expected, place),
    }
}

fn csv(text: &str, expected: usize, place: &Place) -> Result<Vec<Gid>, Error> {
    let text = text.trim();

    // A comma after the last value is not one value more.
    let text = text.strip_suffix(',').unwrap_or(text);

    let found = if text.is_empty() { 0 } else { text.split(',').count() };
    if found != expected {
        return Err(Error::Cells { place: place.clone(), found, expected });
    }

    let gid = |word: &str| {
        word.trim().parse().map(Gid::new).map_err(|_| Error::Value {
            place: place.clone(),
            name: "data".to_owned(),
            found: shortened(word.trim()),
            expected: "a global tile id",
        })
    };

    text.split(',').take(found).map(gid).collect()
}

fn base64(
    text: &str,
    compression: Compression,
    expected: usize,
    place: &Place,
) -> Result<Vec<Gid>, Error> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent);

    // Some editors break the text into lines.
    let bare: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let packed = GeneralPurpose::new(&STANDARD, config)
        .decode(bare)
        .map_err(|source| Error::Base64 { place: place.clone(), source })?;

    let length = expected * 4;
    let (name, bytes) = match compression {
        Compression::None => ("uncompressed", Ok(packed)),
        Compression::Gzip => ("gzip", inflate(GzDecoder::new(packed.as_slice()), length)),
        Compression::Zlib => {
            ("zlib", inflate(ZlibDecoder::new(packed.as_slice()), length))
        }
        Compression::Zstd => ("zstd", expand(&packed, length)),
    };

    let bytes = bytes.map_err(|source| Error::Unpack {
        place: place.clone(),
        compression: name,
        source,
    })?;

    if bytes.len() != length {
        let found = bytes.len() / 4;
        return Err(Error::Cells { place: place.clone(), found, expected });
    }

    let (words, _) = bytes.as_chunks::<4>();
    Ok(words.iter().map(|&word| Gid::new(u32::from_le_bytes(word))).collect())
}

/// Decompresses Zstandard data into a buffer of the right length, so that the file cannot choose a
/// huge window.
#[cfg(not(target_family = "wasm"))]
fn expand(packed: &[u8], length: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, length)
}

/// Decompresses Zstandard data in Rust alone, where the library in C cannot be compiled.
#[cfg(target_family = "wasm")]
fn expand(packed: &[u8], length: usize) -> io::Result<Vec<u8>> {
    let decoder = ruzstd::decoding::StreamingDecoder::new(packed);
    inflate(decoder.map_err(io::Error::other)?, length)
}

/// Decompresses at most one byte more than `length`, which shows that there is too much data.
fn inflate(packed: impl Read, length: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    packed.take(length as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > length {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "more data than cells"));
    }
    Ok(bytes)
}
