//! No bytes may make the readers of Tiled's files panic, hang or eat the memory; what they take
//! must come back from both written forms.

#![no_main]

use std::io;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use tilewright_formats::tiled::{Map, Template, Tileset};

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("any");
    let mut loader = |_: &Path| -> io::Result<Vec<u8>> {
        Ok(b"<tileset name=\"other\" tilewidth=\"1\" tileheight=\"1\"/>".to_vec())
    };
    let _ = Tileset::parse(bytes, path, &mut loader);
    let _ = Template::parse(bytes, path, &mut loader);
    let Ok(map) = Map::parse(bytes, path, &mut loader) else { return };
    // Forged wrappings may contradict what they are wrapped in, and JSON has characters that
    // XML has not.
    let is_odd = |word: &[u8]| word == b"tilewright-" || word.starts_with(b"\\");
    if bytes.windows(11).any(is_odd) || bytes.windows(2).any(|word| word == b"\xef\xbf") {
        return;
    }
    for text in [map.to_tmx(), map.to_tmj()] {
        let again = Map::parse(text.as_bytes(), path, &mut loader);
        assert_eq!(again.expect("a written map can be read"), map);
    }
});
