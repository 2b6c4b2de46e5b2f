//! Maps and scenarios of the MovingAI benchmarks: what is read, and what is refused.

use proptest::prelude::*;
use tilewright_formats::movingai::{Error, Map, scenarios};
use tilewright_grid::{Cell, Grid, Size};

fn refusal(text: &str) -> String {
    text.parse::<Map>().unwrap_err().to_string()
}

#[test]
fn errors_of_maps_name_the_line() {
    assert_eq!(refusal(""), "line 1: expected a line such as `type octile`, found ``");
    assert_eq!(
        refusal("type octile\nwidth 2\n"),
        "line 2: expected a line such as `height 49`, found `width 2`"
    );
    assert_eq!(
        refusal("type octile\nheight two\nwidth 2\nmap\n"),
        "line 2: expected a line such as `height 49`, found `height two`"
    );
    assert_eq!(
        refusal("type octile\nheight 2\nwidth 2\nmap\n..\n.\n"),
        "line 6: expected 2 cells, found 1"
    );
    assert_eq!(
        refusal("type octile\nheight 2\nwidth 2\nmap\n..\n"),
        "line 6: expected 2 cells, found 0"
    );
    assert_eq!(
        refusal("type octile\nheight 1\nwidth 3\nmap\n.\u{e9}.\n"),
        "line 5, column 2: expected a printable ASCII character, found `\u{e9}`"
    );
    assert_eq!(
        refusal("type octile\nheight 1\nwidth 2\nmap\n..\n..\n"),
        "line 6: expected the end of the map, found `..`"
    );
    assert_eq!(
        refusal("type octile\nheight 0\nwidth 2\nmap\n"),
        "the map has 0 \u{d7} 2 cells: expected at least 1 \u{d7} 1"
    );
}

#[test]
fn a_header_of_two_gigabytes_allocates_no_memory() {
    let text = "type octile\nheight 50000\nwidth 50000\nmap\n....\n";
    assert!(matches!(text.parse::<Map>(), Err(Error::Short { rows: 50_000, .. })));
}

#[test]
fn fields_of_scenarios_are_separated_by_any_white_space() {
    let text = "version 1.0\r\n3 m.map\t9  8 7 6\t5 4 12.5\r\n\r\n";
    let list = scenarios(text).unwrap();
    let [one] = &list[..] else { panic!("{list:?}") };
    assert_eq!((one.bucket, one.map.as_str(), one.size), (3, "m.map", Size::new(8, 9)));
    assert_eq!((one.start, one.goal), (Cell::new(6, 7), Cell::new(4, 5)));
    assert!((one.length - 12.5).abs() < 1e-12 && (one.unit - 0.1).abs() < 1e-12);
    for (text, expected) in [
        ("", "line 1: expected a line such as `version 1`, found ``"),
        ("version 1\n1 2 3\n", "line 2: expected 9 fields, found 3"),
        ("version 1\n0 m 1 1 0 0 0 -1 0\n", "line 2: expected a row, found `-1`"),
        ("version 1\n0 m 1 1 0 0 0 0 inf\n", "line 2: expected a length, found `inf`"),
    ] {
        assert_eq!(scenarios(text).unwrap_err().to_string(), expected);
    }
}

proptest! {
    #[test]
    fn a_written_map_is_read_back(
        rows in 1..20_u32,
        columns in 1..20_u32,
        glyphs in "[.@OTSWG]{400}",
    ) {
        let size = Size::new(rows, columns);
        let values = glyphs.bytes().take(size.area()).collect();
        let cells = Grid::from_values(size, values).unwrap();
        let map = Map { kind: "octile".to_owned(), cells };
        prop_assert_eq!(map.to_string().parse::<Map>().unwrap(), map);
    }

    #[test]
    fn no_text_makes_the_readers_panic(text in "(type octile\nheight [0-9]{1,3}\nwidth [0-9]{1,3}\nmap\n)?(\\PC|\n|\\.){0,60}") {
        let _ = text.parse::<Map>();
        let _ = scenarios(&format!("version 1\n{text}"));
    }
}
