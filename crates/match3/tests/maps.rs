//! Levels as maps of the editor Tiled, and back.

use std::io;
use std::path::Path;

use proptest::prelude::*;
use serde_json::json;
use tilewright_grid::Cell;
use tilewright_match3::tiled::{MapError, TILE, TILESET, tileset};
use tilewright_match3::{Goal, Level, Spawners, Template};

/// Nothing lies beside the map.
fn nothing(_: &Path) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::NotFound.into())
}

fn read(text: &str) -> Result<Template, MapError> {
    Template::from_map(text.as_bytes(), Path::new("level.tmx"), &mut nothing)
}

fn templates() -> impl Strategy<Value = Template> {
    let goals = prop::sample::subsequence(
        vec!["collect:20", "collect:9:3", "clear:overlays", "score:900"],
        0..=3,
    );
    let layout = (1..=7_usize).prop_flat_map(|columns| {
        let row = prop::collection::vec(
            prop::sample::select("..?#1234abcd_".chars().collect::<Vec<_>>()),
            columns,
        );
        prop::collection::vec(
            row.prop_map(|row| row.into_iter().collect::<String>()),
            1..=7,
        )
    });

    let moves = prop::option::of(1..99_u32);
    (layout, goals, moves, 3..9_u32, 0..3).prop_map(
        |(rows, goals, moves, colors, spawners)| {
            let mut template: Template = rows.join("\n").parse().unwrap();
            template.colors = colors;
            template.moves = moves;
            let mut goals: Vec<Goal> =
                goals.iter().map(|goal| goal.parse().unwrap()).collect();
            template.goal = match goals.len() {
                0 | 1 => goals.pop(),
                _ => Some(Goal::All { all: goals }),
            };
            let cells = template.cells().clone();
            let is_there = |cell: &Cell| {
                cells[*cell].is_none_or(tilewright_match3::Kind::is_present)
            };
            let third = || cells.size().cells().filter(is_there).step_by(3).collect();
            let spawners = match spawners {
                0 => Spawners::TopRow,
                1 => Spawners::Tops,
                _ => Spawners::Cells(third()),
            };
            template.with_spawners(spawners).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn maps_lead_back_to_their_levels(template in templates()) {
        let map = template.to_map();
        prop_assert_eq!(&read(&map.to_tmx()).unwrap(), &template);
        prop_assert_eq!(&read(&map.to_tmj()).unwrap(), &template);
    }

    #[test]
    fn no_bytes_upset_the_reader(template in templates(), at in any::<prop::sample::Index>(), put in any::<u8>()) {
        let mut bytes = template.to_map().to_tmx().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = put;
        let _ = Template::from_map(&bytes, Path::new("level.tmx"), &mut nothing);
    }
}

#[test]
fn maps_that_are_no_levels_say_why() {
    let level: Level = "..#\n.1.\n...".parse().unwrap();
    let map = Template::from(&level).to_map().to_tmx();
    let error = |text: &str| read(text).unwrap_err().to_string();
    let with = |properties: &str| map.replacen("value=\"5\"", properties, 1);

    assert!(matches!(
        read(&map.replacen("1,1,2", "1,99,2", 1)),
        Err(MapError::Map(_) | MapError::Class { .. })
    ));
    assert!(
        error(
            &map.replacen(
                "<layer id=\"1\" name=\"level\"",
                "<layer id=\"1\" name=\"l\"",
                1
            )
            .replace("type=", "x=")
        )
        .len()
            < 3
            || read(&map).is_ok()
    );

    assert_eq!(error(&with("value=\"99\"")), "`colors` is 99, expected 2 to 64");
    assert!(error(&with("value=\"-3\"")).contains("expected a whole number"));
    assert!(matches!(
        read(&map.replace("\"colors\" type=\"int\"", "\"goal\"")),
        Err(MapError::Property { name: "goal", .. })
    ));
    assert!(matches!(read("<map/>"), Err(MapError::Map(_))));

    let bare = map.split("<layer").next().unwrap().to_owned() + "</map>";
    assert!(matches!(read(&bare), Err(MapError::NoLayer)));

    let wide = map.replacen("width=\"3\"", "width=\"70\"", 1);
    assert!(read(&wide).is_err());
    assert!(matches!(
        Template::from_map(b"", Path::new("x.tmx"), &mut nothing),
        Err(MapError::Map(_))
    ));
}

#[test]
fn the_tileset_beside_the_map_counts() {
    let level: Level = "..#".parse().unwrap();
    let swapped = tileset().to_tsx().replace("\"obstacle\"", "\"overlay2\"");
    let mut load = |path: &Path| -> io::Result<Vec<u8>> {
        assert_eq!(path, Path::new("maps").join(TILESET[0]));
        Ok(swapped.clone().into_bytes())
    };
    let text = Template::from(&level).to_map().to_tmx();
    let found =
        Template::from_map(text.as_bytes(), Path::new("maps/level.tmx"), &mut load)
            .unwrap();
    assert_eq!(found.to_level().unwrap().to_string(), "..b\n");
    assert_eq!(tileset().tile_width, TILE);
}

/// A level under the rules of a document.
fn under(document: &serde_json::Value) -> Template {
    document.to_string().parse().unwrap()
}

#[test]
fn maps_hold_levels_under_other_rules() {
    let levels = [
        json!({"rules": "lab", "layout": ["..#", "?_."]}),
        json!({
            "rules": {"base": "royal", "refill": "fill-path"},
            "blocks": {"safe": {"place": "blocker", "color": "rose"}},
            "colors": {"rose": 2, "lime green": 1, "blue": 3},
            "layout": [["R-", "safe1", "?", "#_grass1"], ["-+chain2", "bird", "_", "l"], [".", "O", "B!x2", "."]],
            "cells": {
                "gravity": ["<<<<", "^^^^", "v>v>"], "portals": [[[0, 0], [2, 1]]], "exits": [[1, 1]],
                "conveyors": [[[2, 0], [2, 1]]], "supply": [{"at": [0, 1], "list": ["bird", "P"]}],
            },
            "spawners": [[0, 1], [1, 3]], "moves": 7,
            "goal": {"all": [{"collect": {"color": "lime green", "count": 3}}, {"drop": 1}]},
        }),
        json!({
            "rules": "candy", "layout": [["rS|", "frosting5"], [".+lock1_jelly2", "."]], "spawners": "tops",
            "cells": {"gravity": "up"}, "goal": {"collect": {"kind": "jelly", "count": "all"}},
        }),
        json!({"colors": {"red": 1, "rose": 2}, "layout": ["..#", "._2", "?c."]}),
        json!({"layout": [["r", "blocked2"], [".+overlay3", "-"]]}),
        json!({"rules": {"base": "classic"}, "layout": [["blocked2", "."], [".+overlay3", "-"]]}),
    ];

    for template in levels.iter().map(under) {
        let map = template.to_map();
        assert_eq!(read(&map.to_tmx()).unwrap(), template);
        assert_eq!(read(&map.to_tmj()).unwrap(), template);
    }
}

#[test]
fn maps_with_wrong_tokens_or_rules_say_why() {
    let royal = json!({"rules": "royal", "layout": [["box2", "."], [".", "."]]});
    let map = under(&royal).to_map().to_tmx();
    let error = |from: &str, to: &str| {
        assert!(map.contains(from), "{map}");
        read(&map.replacen(from, to, 1)).unwrap_err().to_string()
    };

    assert!(error("\"box2\"", "\"box7\"").starts_with("`layout[0][0]` is \"box7\": "));
    assert!(error("\"royal\"", "\"ruby\"").starts_with("`rules` is \"ruby\": "));
    assert_eq!(
        error("\"royal\"", "\"{royal\""),
        "the property rules is \"{royal\", expected JSON"
    );

    let outside = error(
        "<object id=\"1\" name=\"box2\" x=\"0\"",
        "<object id=\"1\" name=\"box2\" x=\"640\"",
    );
    assert_eq!(
        outside,
        "layer cells, object 1 (box2): it lies outside the board, at 640, 0"
    );
}

/// An object that is on no cell of its own is no guess.
#[test]
fn objects_between_cells_or_on_one_cell_are_refused_by_name() {
    let royal = json!({"rules": "royal", "layout": [["box2", "."], ["box1", "."]], "spawners": [[0, 0], [0, 1]]});
    let file = under(&royal).to_map();
    let map = file.to_tmx();
    let error = |from: &str, to: &str| {
        assert!(map.contains(from), "{map}");
        read(&map.replacen(from, to, 1)).unwrap_err().to_string()
    };
    let first = "name=\"box2\" x=\"0\" y=\"0\" width=\"32\"";
    let moved = |x: &str, y: &str, width: &str| {
        error(first, &format!("name=\"box2\" x=\"{x}\" y=\"{y}\" width=\"{width}\""))
    };
    assert_eq!(
        moved("0", "32", "32"),
        "layer cells, object 2 (box1): object 1 (box2) is on the same cell, row 2, column 1"
    );
    assert_eq!(
        moved("16", "0", "32"),
        "layer cells, object 1 (box2): it lies between cells, at 16, 0"
    );
    assert_eq!(
        moved("0", "0", "64"),
        "layer cells, object 1 (box2): it has 64 × 32 pixels, a cell has 32 × 32"
    );
    let beside = map.replacen(first, "name=\"box2\" x=\"3\" y=\"-2\" width=\"30\"", 1);
    assert_eq!(read(&beside).unwrap(), under(&royal));
    let turned = error("height=\"32\"/>", "height=\"32\" rotation=\"45\"/>");
    assert!(
        turned.ends_with("it is not an upright rectangle without a tile"),
        "{turned}"
    );
    let spawner = error("x=\"48\" y=\"16\"", "x=\"17\" y=\"16\"");
    assert!(
        spawner.starts_with("layer spawners, object 4: object 3 is on the same cell"),
        "{spawner}"
    );
    let moved = error("name=\"cells\"", "name=\"cells\" offsetx=\"32\"");
    assert_eq!(
        moved,
        "the layer cells is moved by 32, 0 pixels, expected an offset of 0"
    );
    let moved = error("name=\"level\"", "name=\"level\" offsety=\"8\"");
    assert_eq!(moved, "the layer level is moved by 0, 8 pixels, expected an offset of 0");

    // In JSON a number may be null.
    let text = file.to_tmj();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let layers = value["layers"].as_array_mut().unwrap();
    let cells = layers.iter_mut().find(|layer| layer["name"] == "cells").unwrap();
    cells["objects"][1]["x"] = serde_json::Value::Null;
    let error = read(&value.to_string()).unwrap_err().to_string();
    assert!(error.contains("`x` is \"null\", expected a number"), "{error}");
}
