//! Levels in a studio's own JSON, and back.

use serde_json::{Value, json};
use tilewright_match3::mapping::{MappedLevel, Mapping, MappingError};
use tilewright_match3::{Json, JsonObject, Level};

use crate::rules::generator::Generator;
use crate::rules::random_levels::random_level;

fn mapping(value: &Value) -> Mapping {
    serde_json::from_str(&value.to_string())
        .unwrap_or_else(|error| panic!("{error}\n{value}"))
}

fn document(value: &Value) -> Json {
    serde_json::from_str(&value.to_string()).unwrap()
}

/// Reads a level; it must lead back to the document.
fn back(mapping: &Mapping, studio: &Value) -> MappedLevel {
    let read = mapping.read(&document(studio)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read.lost, [""; 0]);
    let written = mapping.write(&read.level, &read.notes).unwrap();
    assert_eq!(written.document, document(studio));
    assert_eq!(written.left_out, [""; 0]);
    let text: Json = serde_json::from_str(&written.text()).unwrap();
    assert_eq!(text, written.document);
    read
}

fn error(mapping: &Mapping, studio: &Value) -> String {
    mapping.read(&document(studio)).unwrap_err().to_string()
}

/// One list of all cells from the bottom, as in games whose groups are tapped.
fn tapped() -> (Value, Value) {
    let mapping = json!({
        "schema": "tilewright/mapping/1",
        "constants": {"rules": "blast", "colors": 4},
        "places": {
            "name": "level_number", "columns": "grid_width", "rows": "grid_height",
            "moves": "move_count",
        },
        "grid": {"path": "grid", "origin": "bottom"},
        "goals": {"all": ["box", "stone", "vase"]},
        "codes": {
            "rand": ".", "r": "red", "g": "green", "b": "blue", "y": "yellow",
            "bo": "box1", "s": "stone1", "v": "vase2",
            "t": "B", "vro": "R|", "hro": "R-",
        },
    });
    let studio = json!({
        "level_number": 1, "grid_width": 4, "grid_height": 3, "move_count": 20,
        "grid": ["bo", "bo", "v", "bo", "r", "g", "b", "y", "rand", "t", "vro", "hro"],
    });
    (mapping, studio)
}

#[test]
fn a_list_of_all_cells_is_a_level_with_the_goal_that_it_implies() {
    let (keys, studio) = tapped();
    let read = back(&mapping(&keys), &studio);
    assert_eq!(
        read.level.token_rows(),
        [[".", "B", "R|", "R-"], ["r", "g", "b", "y"], ["box1", "box1", "vase2", "box1"]]
    );
    let level = &read.level;
    assert_eq!((level.colors(), level.moves), (4, Some(20)));
    let goal = json!({"all": [
        {"collect": {"kind": "box", "count": "all"}},
        {"collect": {"kind": "vase", "count": "all"}},
    ]});
    assert_eq!(serde_json::to_value(&level.goal).unwrap(), goal);
    assert_eq!(read.notes.get("name"), Some(&document(&json!(1))));
}

/// Numbers in rows, a second grid of covers, goals as a list, places in objects and lists.
fn layered() -> (Value, Value) {
    let mapping = json!({
        "constants": {"rules": "royal"},
        "places": {"columns": "board.size.0", "rows": "board.size.1", "colors": "colors", "moves": "moves"},
        "grid": {"path": "board.cells", "form": "rows"},
        "codes": {"0": "hole", "1": "ordinary", "2": "red", "7": "box1", "8": "box2"},
        "layers": [{"path": "board.covers", "form": "flat", "codes": {"0": "", "1": "+chain1", "2": "+chain2"}}],
        "goals": {
            "path": "goals", "code": "what", "count": "target",
            "codes": {"red": "color:red", "chain": "kind:chain", "box": "kind:box"},
        },
    });
    let studio = json!({
        "moves": 18, "colors": 5,
        "board": {"size": [3, 2], "cells": [[0, 1, 2], [7, 8, 1]], "covers": [0, 1, 2, 0, 0, 1]},
        "goals": [{"what": "red", "target": 20}, {"what": "box"}, {"what": "chain", "target": 2}],
    });
    (mapping, studio)
}

#[test]
fn grids_lie_over_each_other_and_goals_have_codes() {
    let (keys, studio) = layered();
    let read = back(&mapping(&keys), &studio);
    assert_eq!(
        read.level.token_rows(),
        [["_", ".+chain1", "r+chain2"], ["box1", "box2", ".+chain1"]]
    );
    let goal = json!({"all": [
        {"collect": {"color": "red", "count": 20}},
        {"collect": {"kind": "box", "count": "all"}},
        {"collect": {"kind": "chain", "count": 2}},
    ]});
    assert_eq!(serde_json::to_value(&read.level.goal).unwrap(), goal);
}

/// Only what is not ordinary, with layers as numbers.
fn sparse() -> (Value, Value) {
    let mapping = json!({
        "constants": {"rules": "royal", "colors": 4, "goal": "kind:box:all score:900"},
        "places": {"columns": "w", "rows": "h", "moves": "moves"},
        "grid": {"origin": "bottom"},
        "lists": [
            {"path": "holes", "column": "0", "row": "1", "code": "2", "codes": {"hole": "_"}},
            {"path": "obstacles", "column": "x", "row": "y", "first": 1, "number": "health",
             "codes": {"crate": "box", "chain": "+chain", "grass": "_grass", "bird": "bird"}},
        ],
    });
    let studio = json!({
        "w": 4, "h": 3, "moves": 20,
        "holes": [[0, 0, "hole"]],
        "obstacles": [
            {"x": 4, "y": 1, "type": "crate", "health": 4},
            {"x": 3, "y": 2, "type": "chain", "health": 2},
            {"x": 3, "y": 2, "type": "grass", "health": 1},
            {"x": 1, "y": 3, "type": "bird"},
        ],
    });
    (mapping, studio)
}

#[test]
fn lists_of_cells_place_what_is_not_ordinary() {
    let (keys, studio) = sparse();
    let read = back(&mapping(&keys), &studio);
    assert_eq!(
        read.level.token_rows(),
        [
            ["bird", ".", ".", "."],
            [".", ".", ".+chain2_grass1", "."],
            ["_", ".", ".", "box4"]
        ]
    );
}

#[test]
fn texts_columns_and_maps_of_goals_are_read() {
    let keys = json!({
        "places": {"moves": "moves"},
        "grid": {"path": "rows", "form": "text", "order": "columns", "origin": "bottom"},
        "codes": {".": ".", "#": "obstacle", "1": "blocked1", "a": ".+overlay1", " ": "hole"},
        "goals": {"path": "goals", "form": "map", "codes": {
            "any": "collect:COUNT:2", "points": "score", "overlays": "clear:overlays",
        }},
    });
    let studio = json!({
        "rows": ["1.#", "a. "], "moves": 9, "goals": {"points": 900, "any": 12, "overlays": "all"},
    });
    let read = back(&mapping(&keys), &studio);
    assert_eq!(read.level.to_string(), "#_\n..\n1a\n");
}

#[test]
fn unknown_codes_are_named_all_at_once_with_their_places() {
    let (keys, mut studio) = tapped();
    studio["grid"][1] = json!("bx");
    studio["grid"][4] = json!("bx");
    studio["grid"][11] = json!(7);
    let Err(MappingError::Codes(codes)) = mapping(&keys).read(&document(&studio)) else {
        panic!("the codes are unknown")
    };
    let words: Vec<_> = codes.iter().map(ToString::to_string).collect();
    let expected = [
        "\"bx\" at grid[1] (row 3, column 2) and one more place",
        "\"7\" at grid[11] (row 1, column 4)",
    ];
    assert_eq!(words, expected);
    assert!(codes[0].known.contains(&"bo".to_owned()));

    let (keys, mut studio) = layered();
    studio["goals"][0]["what"] = json!("rot");
    studio["board"]["covers"][5] = json!(9);
    assert_eq!(
        error(&mapping(&keys), &studio),
        "the mapping does not have \"9\" at board.covers[5] (row 2, column 3); \"rot\" at goals[0]"
    );
}

#[test]
fn documents_that_are_no_levels_say_why() {
    let (keys, studio) = tapped();
    let with = |key: &str, value: Value| {
        let mut studio = studio.clone();
        studio[key] = value;
        error(&mapping(&keys), &studio)
    };
    assert_eq!(
        with("grid", json!(["bo"])),
        "`grid` is a list of 1, expected 12 of a level of 3 × 4"
    );
    assert_eq!(
        with("grid", json!(vec![["bo"]; 12])),
        "`grid[0]` is [\"bo\"], expected a code, a text or a number"
    );
    assert_eq!(
        with("grid", Value::Null),
        "nothing is at `grid`, where the mapping has a grid"
    );
    assert_eq!(
        with("move_count", json!("9")),
        "`move_count` is \"9\", expected a whole number"
    );
    assert_eq!(with("move_count", json!(0)), "`moves` is 0, expected at least 1");
    assert!(with("grid_width", json!(4_000_000_000_u32)).contains("at most 64"));

    let (keys, studio) = sparse();
    let with = |x: Value, y: Value| {
        let mut studio = studio.clone();
        studio["obstacles"][3]["x"] = x;
        studio["obstacles"][3]["y"] = y;
        error(&mapping(&keys), &studio)
    };
    assert_eq!(
        with(json!(5), json!(1)),
        "`obstacles[3].x` is 5, expected a number from 1 to 4"
    );
    assert_eq!(
        with(json!(4), json!(1)),
        "`obstacles[3]` is bird, expected another cell than that of obstacles[0], row 3, column 4"
    );
}

#[test]
fn mappings_that_contradict_themselves_say_where() {
    let wrong = |patch: &dyn Fn(&mut Value)| {
        let (mut keys, studio) = tapped();
        patch(&mut keys);
        error(&mapping(&keys), &studio)
    };
    assert_eq!(
        wrong(&|keys| keys["codes"]["bo"] = json!("bix1")),
        "`codes.bo` of the mapping: \"bix1\" is no cell: unknown name \"bix\""
    );
    assert_eq!(
        wrong(&|keys| keys["constants"]["moves"] = json!(3)),
        "`places.moves` of the mapping: the key is a constant already"
    );
    assert_eq!(
        wrong(&|keys| keys["schema"] = json!("tilewright/level/2")),
        "`schema` of the mapping: expected \"tilewright/mapping/1\""
    );
    assert!(
        wrong(&|keys| keys["constants"]["colrs"] = json!(4)).contains("constants.colrs")
    );
    assert!(
        wrong(&|keys| keys["constants"]["goal"] = json!("score:9")).contains("goals")
    );
    assert!(wrong(&|keys| keys["grid"]["number"] = json!("hp")).contains("needs `code`"));
    assert!(wrong(&|keys| keys["lists"] = json!([{"path": "a"}])).contains("`index`"));
    let unknown = serde_json::from_value::<Mapping>(json!({"grids": {}})).unwrap_err();
    assert!(unknown.to_string().contains("unknown field `grids`"));
}

/// What no place names comes back too; what cannot come back is named.
#[test]
fn other_keys_of_a_document_come_back() {
    let (keys, mut studio) = tapped();
    studio["theme"] = json!({"sky": "dusk", "stars": [1, 2]});
    let read = back(&mapping(&keys), &studio);
    assert_eq!(
        read.notes.get("studio"),
        Some(&document(&json!({"theme": studio["theme"]})))
    );

    let (keys, mut studio) = layered();
    studio["board"]["theme"] = json!("dusk");
    back(&mapping(&keys), &studio);

    let (keys, mut studio) = sparse();
    studio["obstacles"][3]["skin"] = json!("oak");
    studio["obstacles"].as_array_mut().unwrap().reverse();
    let read = mapping(&keys).read(&document(&studio)).unwrap();
    assert_eq!(read.lost, ["obstacles[].skin"]);
}

#[test]
fn levels_that_a_mapping_cannot_say_are_refused_by_name() {
    let (keys, studio) = tapped();
    let map = mapping(&keys);
    let level = back(&map, &studio).level;
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut value = serde_json::to_value(&level).unwrap();
        change(&mut value);
        let level: Level = value.to_string().parse().unwrap();
        map.write(&level, &JsonObject::default())
            .map(|it| it.left_out)
            .map_err(|it| it.to_string())
    };
    assert_eq!(refused(&|_| {}), Ok(vec![]));
    assert_eq!(
        refused(&|level| level["cells"] = json!({"exits": [[2, 0]]})),
        Ok(vec!["cells".to_owned()])
    );
    assert_eq!(
        refused(&|level| level["layout"][0] = json!(["duck", "r_grass1", "duck", "."])),
        Err("the mapping has no code for the cell duck (row 1, column 1 and 1 more); r_grass1 (row 1, column 2)".to_owned())
    );
    assert_eq!(
        refused(&|level| level["goal"] = json!({"score": 300})),
        Err("the document would be read as another level: goal would differ".to_owned())
    );
    assert_eq!(
        refused(&|level| level["colors"] = json!(5)),
        Err("`colors` of the level is 5, but the mapping says 4".to_owned())
    );
}

/// A mapping that can say a level, of a random form.
fn random_mapping(level: &Level, dice: &mut Generator) -> Value {
    let value = serde_json::to_value(level).unwrap();
    let is_layered = dice.one_in(2);
    let form = dice.pick(&["flat", "rows"]);
    let mut mapping = json!({
        "constants": {}, "places": {"rows": "size.h", "columns": "size.w"},
        "grid": {
            "path": "board.grid", "form": form, "text": dice.one_in(2),
            "origin": dice.pick(&["top", "bottom"]), "order": dice.pick(&["rows", "columns"]),
        },
    });
    for key in ["rules", "colors", "goal", "moves", "cells", "spawners", "name"] {
        match value.get(key) {
            Some(value) if dice.one_in(2) => mapping["constants"][key] = value.clone(),
            _ => mapping["places"][key] = json!(format!("keys.{key}")),
        }
    }
    if dice.one_in(2) {
        mapping["grid"]["code"] = json!("c");
    }

    let mut codes = [json!({}), json!({"-": ""}), json!({})];
    for (at, token) in level.token_rows().concat().iter().enumerate() {
        let end =
            if token == "_" { 1 } else { token.find(['+', '_']).unwrap_or(token.len()) };
        let rest = &token[end..];
        let ground = rest.find('_').unwrap_or(rest.len());
        let parts = if is_layered {
            [&token[..end], &rest[..ground], &rest[ground..]]
        } else {
            [token, "", ""]
        };
        for (codes, part) in codes.iter_mut().zip(parts).filter(|it| !it.1.is_empty()) {
            codes[at.to_string()] = json!(part);
        }
    }

    let [contents, covers, grounds] = codes;
    mapping["codes"] = contents;
    if is_layered {
        mapping["layers"] =
            json!([{"path": "board.covers", "origin": "top", "codes": covers}]);
        let place = if dice.one_in(2) {
            json!({"row": "at.0", "column": "at.1"})
        } else {
            json!({"index": "at"})
        };
        let mut list =
            json!({"path": "grounds", "first": dice.index(2), "codes": grounds});
        list.as_object_mut().unwrap().extend(place.as_object().unwrap().clone());
        mapping["lists"] = json!([list]);
    }
    mapping
}

#[test]
fn random_levels_of_all_rules_lead_back_from_random_mappings() {
    let dice = &mut Generator::new(11);
    for round in 0..600 {
        let preset = dice.pick(&["classic", "lab", "candy", "royal", "blast"]);
        let value = random_level(preset, round % 3 == 0, dice);
        let Ok(level) = value.to_string().parse::<Level>() else { continue };
        let keys = random_mapping(&level, dice);

        let map = mapping(&keys);
        let mut notes = JsonObject::default();
        if keys["constants"]["name"].is_null() {
            notes = [("name", Json::from("Meadow"))].into_iter().collect();
        }
        let written =
            map.write(&level, &notes).unwrap_or_else(|error| panic!("{error}\n{keys}"));
        assert_eq!(written.left_out, [""; 0], "{keys}");
        let read =
            map.read(&written.document).unwrap_or_else(|error| panic!("{error}\n{keys}"));
        assert_eq!(read.level, level, "{keys}\n{}", written.text());
        assert_eq!(read.notes, notes);
        assert_eq!(read.lost, [""; 0]);
        let again = map.write(&read.level, &read.notes).unwrap();
        assert_eq!(again.document, written.document);
    }
}
