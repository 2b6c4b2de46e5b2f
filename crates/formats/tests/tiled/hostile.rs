//! No bytes make reading panic, hang or eat the memory.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use proptest::prelude::*;
use tilewright_formats::tiled::{Error, Map, Template, Tileset};

use crate::tiled::files::{data, disk, nothing, parse};

fn read_all(bytes: &[u8]) {
    let path = Path::new("any.tmx");
    if let Ok(map) = Map::parse(bytes, path, &mut disk) {
        for text in [map.to_tmx(), map.to_tmj()] {
            let again = Map::parse(text.as_bytes(), path, &mut disk).unwrap();
            assert_eq!(again, map);
        }
    }
    let _ = Tileset::parse(bytes, path, &mut disk);
    let _ = Template::parse(bytes, path, &mut disk);
}

fn real_files() -> Vec<Vec<u8>> {
    let mut files: Vec<_> = std::fs::read_dir(data())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind != "README"))
        .filter(|path| path.metadata().unwrap().len() < 4000)
        .collect();
    files.sort();
    let mut all: Vec<_> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
    for bytes in all.clone() {
        if let Ok(map) = Map::parse(&bytes, Path::new("a.tmx"), &mut disk) {
            all.push(map.to_tmj().into_bytes());
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes);
    }

    #[test]
    fn any_markup_is_read_or_refused(text in "(<[/!?]?[a-z]{1,3}( [a-z]=\"[0-9&;#]{0,3}\")?/?>|\\PC){0,20}") {
        read_all(text.as_bytes());
        read_all(format!("<map>{text}</map>").as_bytes());
    }

    #[test]
    fn spoilt_maps_are_read_or_refused(
        file in any::<prop::sample::Index>(),
        spoils in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..4),
    ) {
        let files = real_files();
        let mut bytes = file.get(&files).clone();
        for (at, byte, how) in spoils {
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at + 1),
                2 => bytes.insert(at, b"<>&\"'0-9{}[],"[usize::from(byte) % 13]),
                _ => { bytes.remove(at); }
            }
            if bytes.is_empty() {
                return Ok(());
            }
        }
        read_all(&bytes);
    }
}

const HEAD: &str =
    "version=\"1.10\" orientation=\"orthogonal\" tilewidth=\"1\" tileheight=\"1\"";

/// A map with a layer of the given size, whatever its data.
fn layer(width: u32, height: u32, data: &str) -> String {
    format!(
        "<map {HEAD} width=\"{width}\" height=\"{height}\">\n\
         <layer width=\"{width}\" height=\"{height}\">{data}</layer></map>"
    )
}

fn message(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn claimed_sizes_are_checked_before_they_are_believed() {
    assert_eq!(
        message(&layer(u32::MAX, u32::MAX, "")),
        "line 2, <layer>: the layers have more than 16000000 cells"
    );
    // Each is small enough, together they are not.
    let one = "<layer width=\"4000\" height=\"2001\"/>".repeat(2);
    let text = format!("<map {HEAD} width=\"1\" height=\"1\">{one}</map>");
    assert!(matches!(parse(&text), Err(Error::TooManyCells { .. })));
    let chunk = "<chunk x=\"0\" y=\"0\" width=\"4000\" height=\"4000\"/>".repeat(2);
    let text = layer(1, 1, &format!("<data>{chunk}</data>"));
    assert!(matches!(parse(&text), Err(Error::TooManyCells { .. })));
}

#[test]
fn data_unpack_to_what_is_expected_or_not_at_all() {
    let pack = |data: &str, how: &str| {
        message(&layer(
            2,
            1,
            &format!("<data encoding=\"base64\" compression=\"{how}\">{data}</data>"),
        ))
    };
    // A thousand zero bytes, and each cut short.
    let gzip = "H4sIAAAAAAAC/2NgGAWjYBSMAgBDPzYg6AMAAA==";
    let zlib = "eNpjYBgFo2AUjAIAA+gAAQ==";
    let zstd = "KLUv/WToAkUAABAAAAEA4ysABA==";
    for (data, how) in [(gzip, "gzip"), (zlib, "zlib"), (zstd, "zstd")] {
        let long = pack(data, how);
        assert!(long.starts_with("line 2, <data>: "), "{long}");
        assert!(long.contains("data cannot be decompressed: "), "{long}");
        let short = pack(&data[..data.len() / 2 / 4 * 4], how);
        assert!(short.contains("cannot be decompressed"), "{short}");
    }
    assert!(pack("?", "").contains("base64 data is invalid"));
    assert!(pack("AAAA", "").contains("found 0 cells, expected 2"));
    assert!(pack("AAAA", "lzma").contains("`compression` is \"lzma\", expected gzip"));
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [("<group>", "</group>"), ("<a>", "</a>")] {
        for depth in [30, 200, 100_000] {
            let text = format!(
                "<map {HEAD} width=\"1\" height=\"1\">{}{}</map>",
                open.repeat(depth),
                close.repeat(depth)
            );
            let refused = matches!(parse(&text), Err(Error::TooDeep { .. }));
            assert_eq!(refused, open == "<group>" || depth > 30);
        }
    }
    let json = |depth: usize| {
        let (open, close) =
            ("{\"type\":\"group\",\"layers\":[".repeat(depth), "]}".repeat(depth));
        let head = "\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1";
        parse(&format!("{{{head},\"layers\":[{open}{close}]}}"))
    };
    assert!(json(24).is_ok());
    assert!(matches!(json(25), Err(Error::TooDeep { .. })));
    assert!(matches!(json(50_000), Err(Error::Json(_))));
}

#[test]
fn the_deepest_of_all_comes_back() {
    let property = |depth: usize| {
        let open = "<property name=\"a\" type=\"class\"><properties>".repeat(depth);
        format!(
            "<properties>{open}{}</properties>",
            "</properties></property>".repeat(depth)
        )
    };
    let object = format!("<objectgroup><object>{}</object></objectgroup>", property(24));
    let (open, close) = ("<group>".repeat(23), "</group>".repeat(23));
    let text =
        format!("<map {HEAD} width=\"1\" height=\"1\">{open}{object}{close}</map>");
    let map = parse(&text).unwrap();
    assert_eq!(parse(&map.to_tmx()).unwrap(), map);
    assert_eq!(parse(&map.to_tmj()).unwrap(), map);
}

#[test]
fn lists_in_classes_in_lists_take_no_long_time() {
    let open = "<property name=\"a\" type=\"class\"><properties>\
                <property name=\"c\" type=\"color\" value=\"\"/><property name=\"l\" type=\"list\">\
                <item type=\"class\"><properties>";
    let close = "</properties></item></property></properties></property>";
    let deep = format!("{}{}", open.repeat(8), close.repeat(8));
    let group = format!("<group><properties>{deep}</properties></group>").repeat(50);
    // Its own work, whatever else the machine does: it takes a tenth of a second.
    let start = ThreadTime::now();
    let map =
        parse(&format!("<map {HEAD} width=\"1\" height=\"1\">{group}</map>")).unwrap();
    assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn entities_are_never_expanded() {
    let text = "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]>\n\
                <map><properties><property name=\"x\">&b;</property></properties></map>";
    assert_eq!(
        message(text),
        "line 2: `&b;` is neither a valid character nor a predefined entity"
    );
    assert!(message("<map version=\"&b;\"/>").contains('b'));
    assert!(message("<map>&#0;</map>").contains("`&#0;`"));
}

#[test]
fn many_attributes_take_no_long_time() {
    let mut many = String::new();
    for index in 0..20_000 {
        write!(many, " a{index}=\"1\"").unwrap();
    }
    // Its own work, whatever else the machine does: it takes a tenth of a second.
    let start = ThreadTime::now();
    let map = parse(&format!("<map {HEAD} width=\"1\" height=\"1\"{many}/>")).unwrap();
    assert!(map.to_tmx().contains(&many));
    assert_eq!(parse(&map.to_tmx()).unwrap(), map);
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn many_elements_are_refused() {
    let text = format!(
        "<map {HEAD} width=\"1\" height=\"1\">{}</map>",
        "<a/>".repeat(1_000_001)
    );
    assert!(matches!(parse(&text), Err(Error::TooManyElements { line: 1 })));
}

#[test]
fn files_that_need_themselves_are_refused() {
    let template = "<template><tileset firstgid=\"1\" source=\"a.tsx\"/><object gid=\"1\"/></template>";
    let tileset = "<tileset name=\"a\" tilewidth=\"1\" tileheight=\"1\"><tile id=\"0\">\
                   <objectgroup><object template=\"b.tx\"/></objectgroup></tile></tileset>";
    let mut loader = |path: &Path| -> io::Result<Vec<u8>> {
        let is_template = path == Path::new("b.tx");
        Ok(if is_template { template.into() } else { tileset.into() })
    };
    let found = Tileset::parse(tileset.as_bytes(), Path::new("a.tsx"), &mut loader);
    let error = found.unwrap_err();
    assert_eq!(error.to_string(), "\"b.tx\": \"a.tsx\" refers to itself");
}

#[test]
fn chains_of_templates_end() {
    let mut count = 0;
    let mut loader = |_: &Path| -> io::Result<Vec<u8>> {
        count += 1;
        Ok(format!("<template><object template=\"{count}.tx\"/></template>").into_bytes())
    };
    let map = format!(
        "<map {HEAD} width=\"1\" height=\"1\"><objectgroup><object template=\"0.tx\"/></objectgroup></map>"
    );
    assert!(Map::parse(map.as_bytes(), Path::new("a.tmx"), &mut loader).is_err());
    assert!(count < 50);
}

#[test]
fn files_elsewhere_are_refused() {
    for source in ["../../x.tsx", "/x.tsx", "http://x/x.tsx", "C:\\x.tsx", ""] {
        let text = format!(
            "<map {HEAD} width=\"1\" height=\"1\"><tileset firstgid=\"1\" source=\"{source}\"/></map>"
        );
        let found = Map::parse(text.as_bytes(), Path::new("maps/a.tmx"), &mut nothing);
        assert!(matches!(found, Err(Error::Outside { .. })), "{source}");
    }
}

#[test]
fn characters_that_xml_does_not_allow_are_refused_and_replaced() {
    assert_eq!(
        message("<map\n>\u{1}</map>"),
        "line 2: a character that XML does not allow"
    );
    assert!(matches!(parse("<map version=\"&#1;\"/>"), Err(Error::Entity { .. })));
    let json = "{\"version\":\"a\\u0001b\",\"width\":1,\"height\":1,\"tilewidth\":1,\"tileheight\":1}";
    let map = parse(json).unwrap();
    assert_eq!(parse(&map.to_tmj()).unwrap(), map);
    assert_eq!(parse(&map.to_tmx()).unwrap().version, "a\u{fffd}b");
}
