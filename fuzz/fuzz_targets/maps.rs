//! No bytes may make the readers of maps and scenarios panic, hang or eat the memory, and what
//! is read of walking from a map of an editor must come back from a map that we write.

#![no_main]

use std::io;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use tilewright_formats::{ldtk::Project, movingai, tiled as editor};
use tilewright_pathplan::tiled::{ReadOptions, Source, read};
use tilewright_pathplan::{Map, ldtk};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = movingai::scenarios(text);
        if let Ok(map) = text.parse::<Map>() {
            let again: Map = map.to_string().parse().expect("a written map can be read");
            assert_eq!(again.grounds(), map.grounds());
        }
        if let Ok(file) = text.parse::<movingai::Map>() {
            assert_eq!(file.to_string().parse::<movingai::Map>().ok(), Some(file));
        }
    }
    if let Ok(project) = Project::parse(bytes) {
        let mut no_files = |_: &str| Err(io::ErrorKind::NotFound.into());
        let _ = ldtk::read(&project, &ReadOptions::default(), &mut no_files);
    }
    let path = Path::new("any");
    let mut loader = |_: &Path| -> io::Result<Vec<u8>> {
        Err(io::Error::from(io::ErrorKind::NotFound))
    };
    let Ok((file, unread)) = editor::Map::parse_alone(bytes, path, &mut loader) else {
        return;
    };
    let all = std::iter::once(Vec::new()).chain(Source::ALL.map(|source| vec![source]));
    for sources in all {
        let options = ReadOptions { sources, ..ReadOptions::default() };
        let Ok(reading) = read(&file, &unread, &options) else { continue };
        let Ok((written, sheet)) = reading.map.to_tiled("made") else { continue };
        let tileset = sheet.tileset.to_tsx().into_bytes();
        let mut loader = |_: &Path| -> io::Result<Vec<u8>> { Ok(tileset.clone()) };
        let again = editor::Map::parse(written.to_tmx().as_bytes(), path, &mut loader);
        let again = again.expect("a written map can be read");
        let again =
            read(&again, &[], &ReadOptions::default()).expect("it says what it is");
        assert_eq!(again.map, reading.map);
    }
});
