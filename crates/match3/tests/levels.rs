//! Levels under every rules as documents.

use serde_json::{Value, json};
use tilewright_grid::Cell;
use tilewright_match3::{Level, Preset, Ruleset, Spawners, Template};

/// A small level with some keys added or replaced.
fn level(changes: &Value) -> Value {
    let mut level = json!({
        "schema": "tilewright/level/2", "rows": 2, "columns": 3,
        "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal",
        "layout": [[".", ".", "_"], [".", "box2", "."]], "moves": 9,
    });
    for (key, value) in changes.as_object().unwrap() {
        level[key] = value.clone();
    }
    level
}

fn read(document: &Value) -> Level {
    document.to_string().parse().unwrap_or_else(|error| panic!("{document}\n{error}"))
}

/// A document that is read and written.
fn again(document: &Value) -> Value {
    let level = read(document);
    let text = level.to_json();
    assert_eq!(text.parse::<Level>().unwrap(), level, "{text}");
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(&level).unwrap(), written);
    assert_eq!(serde_json::from_value::<Level>(written.clone()).unwrap(), level);
    written
}

fn refusal(document: &Value) -> String {
    let read: Result<Template, _> = document.to_string().parse();
    match read {
        Ok(_) => panic!("{document} is read without an error"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn levels_of_every_preset_are_read_and_written() {
    let layouts = [
        (
            "lab",
            [
                ["R-", "R|", "B"],
                ["A", "box2_grass1", ".+ice2"],
                ["r+ice1_grass2", ".", "-"],
            ],
        ),
        (
            "candy",
            [
                ["rS-", "gW", "W!1"],
                ["C", "cherry", "swirl1"],
                ["_", "#_jelly1", "b+lock1_jelly2"],
            ],
        ),
        (
            "royal",
            [
                ["P!+1", "O!x2", "egg1+chain1"],
                ["bird", "-+moss1", "box4"],
                ["P", ".", "."],
            ],
        ),
        ("classic", [[".+overlay2", "blocked3", "r"], [".", "#", "."], ["-", ".", "."]]),
    ];

    for (rules, layout) in layouts {
        let mut document = level(&json!({"rules": rules, "layout": layout, "rows": 3}));
        assert_eq!(read(&document).token_rows(), layout);
        assert_eq!(read(&document).rules(), &Ruleset::preset(rules.parse().unwrap()));
        if rules == Preset::Classic.name() {
            document.as_object_mut().unwrap().shift_remove("rules");
        }
        assert_eq!(again(&document), document);
    }
}

#[test]
fn every_key_is_written_as_it_was_read() {
    let documents = [
        json!({
            "colors": {"red": 3, "blue": 2, "green": 2},
            "rules": {"base": "royal", "refill": "fill-path"},
            "layout": [[".", "r+chain1", "box2"], [".", ".", "._grass1"]],
            "cells": {"exits": [[1, 0]]}, "moves": 20,
            "goal": {"collect": {"kind": "box", "count": "all"}},
        }),
        json!({
            "colors": 8, "layout": ["...", ".#_"], "blocks": {"safe": {"place": "blocker"}},
            "cells": {
                "gravity": "left", "portals": [[[0, 0], [1, 1]]], "conveyors": [[[0, 1], [0, 0]]],
                "supply": [{"at": [0, 2], "list": ["o", "R|", "bird"]}],
            },
            "goal": {"all": [{"drop": 1}, {"make": {"piece": "plane", "count": 2}}]},
        }),
        json!({
            "rules": {"base": "candy", "refill": "fill-path"}, "layout": ["...", "..."],
            "cells": {"gravity": ["v<>", "^^^"]}, "spawners": [[1, 1]],
            "goal": {"collect": {"color": "blue", "count": 4}},
        }),
    ];

    for changes in documents {
        let document = level(&changes);
        assert_eq!(again(&document), document);
    }
}

#[test]
fn rows_of_tokens_are_written_on_one_line_each() {
    let document = level(&json!({"cells": {"exits": [[1, 0], [1, 2]]}}));
    let text = read(&document).to_json();
    assert!(text.contains("\n    [\".\", \".\", \"_\"],\n"), "{text}");
    assert!(text.contains("\n      [1, 0],\n"), "{text}");
}

#[test]
fn a_level_that_names_classic_is_written_without_rules() {
    let document = json!({"layout": ["..a", ".1.", "#_."], "rules": "classic"});
    let level = read(&document);
    assert_eq!(level, "..a\n.1.\n#_.\n".parse().unwrap());
    assert_eq!(again(&document), serde_json::to_value(&level).unwrap());
    assert!(!level.to_json().contains("rules"));
}

#[test]
fn a_template_has_free_cells_among_tokens() {
    let document = level(&json!({"layout": [["?", ".", "_"], [".", "box2", "?"]]}));
    let template: Template = document.to_string().parse().unwrap();
    assert_eq!(template.free(), 2);
    assert_eq!(template.opened().token_rows()[0], [".", ".", "_"]);
    let text = json!({"rules": "lab", "layout": ["?.", "?#"]}).to_string();
    assert_eq!(text.parse::<Template>().unwrap().free(), 2);
}

#[test]
fn spawners_are_where_blocks_come_from() {
    let spawners = |gravity: Value, spawners: Option<&str>| {
        let mut document = json!({
            "rules": {"base": "royal", "refill": "fill-path"},
            "layout": ["_..", "...", "._."], "cells": {"gravity": gravity},
        });
        if let Some(spawners) = spawners {
            document["spawners"] = json!(spawners);
        }
        let found = read(&document).spawner_cells();
        let cells = found.size().cells().filter(|&cell| found[cell]);
        cells.map(|cell| (cell.row, cell.column)).collect::<Vec<_>>()
    };

    assert_eq!(spawners(json!("down"), None), [(0, 1), (0, 2)]);
    assert_eq!(spawners(json!("up"), None), [(2, 0), (2, 2)]);
    assert_eq!(spawners(json!("left"), None), [(0, 2), (1, 2), (2, 2)]);
    assert_eq!(spawners(json!("right"), None), [(1, 0), (2, 0)]);
    assert_eq!(spawners(json!(["x^^", "^^^", "^x^"]), None), [(0, 1), (0, 2)]);
    assert_eq!(spawners(json!("down"), Some("tops")), [(0, 1), (0, 2), (1, 0)]);
    assert_eq!(spawners(json!("up"), Some("tops")), [(1, 1), (2, 0), (2, 2)]);
    assert_eq!(spawners(json!("left"), Some("tops")), [(0, 2), (1, 2), (2, 2)]);
    assert_eq!(spawners(json!("right"), Some("tops")), [(0, 1), (1, 0), (2, 0)]);
}

#[test]
fn spawners_set_later_are_checked_too() {
    let portal = level(&json!({"cells": {"portals": [[[0, 0], [1, 0]]]}}));
    let on_exit = Spawners::Cells(vec![Cell::new(1, 0)]);
    let error = Template::from(&read(&portal)).with_spawners(on_exit).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`spawners` have [1, 0], which is the exit of a portal (row 2, column 1)"
    );
    let lab = read(&level(&json!({"rules": "lab"})));
    assert!(Template::from(&lab).with_spawners(Spawners::Tops).is_err());
}

#[test]
fn colors_have_names_and_weights() {
    let names = |colors: Value| {
        read(&json!({"layout": ["...", "..."], "rules": "lab", "colors": colors}))
            .color_names()
    };
    assert_eq!(names(json!(2)), ["red", "green"]);
    assert_eq!(names(json!(1)), ["red"]);
    assert_eq!(names(json!(8)).len(), 8);
    assert!(names(json!(9)).is_empty());
    assert_eq!(names(json!({"teal": 2, "tan": 1000})), ["teal", "tan"]);
    let recolored = read(&level(&json!({}))).with_colors(5).unwrap();
    assert_eq!(recolored.color_names()[1], "green");
    let green = level(&json!({"layout": [["g", ".", "."], [".", ".", "."]]}));
    let error = read(&green).with_colors(2).unwrap_err();
    assert_eq!(error.to_string(), "the cells need 3 colours, but the level has 2");
}

#[test]
fn errors_say_key_and_value() {
    let cases = [
        (
            json!({"colors": "five"}),
            "`colors` is \"five\": expected a number from 1 to 64, or an object of names and weights",
        ),
        (
            json!({"colors": {"red": 1001}}),
            "`colors.red` is 1001: expected a whole number from 1 to 1000",
        ),
        (json!({"colors": 0}), "`colors` is 0, expected 1 to 64"),
        (
            json!({"rules": "classic", "colors": 1, "layout": ["..", ".."]}),
            "`colors` is 1, expected 2 to 64",
        ),
        (
            json!({"colors": 9, "layout": [[".", "r", "_"], [".", ".", "."]]}),
            "`layout[0][1]` is \"r\": unknown name: no colour begins with 'r' (row 1, column 2)",
        ),
        (
            json!({"layout": [[".", ".", "_"], [".", 7, "."]]}),
            "`layout[1][1]` is 7: expected a token",
        ),
        (
            json!({"layout": [[".", ".", "_"], "..."]}),
            "`layout` is [[\".\",\".\",\"_\"],\"...\"]: expected rows, all of them text or all of them lists of tokens",
        ),
        (
            json!({"layout": ["...", ".1."]}),
            "line 1, column 125: found '1', expected one of . # _, or rows of tokens",
        ),
        (
            json!({"blocks": {"safe": {"place": "blocker", "color": "gold"}}}),
            "`blocks.safe.color` is \"gold\": neither the level nor the usual names have this colour",
        ),
        (
            json!({"rules": "ruby"}),
            "`rules` is \"ruby\": expected classic, lab, candy, royal or blast",
        ),
        (
            json!({"rules": {"pieces": {"fan": {"fires": "cross", "starts": ["tap"]}}}}),
            "`rules.pieces.fan.glyph` is missing",
        ),
        (
            json!({"cells": {"exit": []}}),
            "`cells.exit` is []: unknown key `exit`, expected gravity, portals, conveyors, exits or supply",
        ),
        (
            json!({"goal": {"make": {"piece": "plane", "count": 1}}, "rules": {"base": "royal", "shapes": []}}),
            "`goal.make.piece` is \"plane\": can never be reached: no shape makes the piece",
        ),
    ];

    for (changes, message) in cases {
        assert_eq!(refusal(&level(&changes)), message);
    }
}

#[test]
fn tokens_that_are_no_cell_are_refused() {
    let cases = [
        ("", "expected what fills the cell"),
        ("+chain1", "expected what fills the cell"),
        ("x", "no colour begins with 'x'"),
        ("Q", "no piece has the glyph 'Q'"),
        ("rB", "the piece bomb has no colour"),
        ("R", "the piece rocket needs a direction"),
        ("B-", "the piece bomb has no direction"),
        ("B!0", "expected !1 to !9"),
        ("rB!1", "an armed piece has no colour"),
        ("box", "expected box with 1 to 4 layers"),
        ("box0", "expected box with 1 to 4 layers"),
        ("box12", "expected box with 1 to 4 layers"),
        ("bird1", "bird is an ingredient, not a blocker"),
        ("chain1", "chain is a cover, not a blocker"),
        ("r+box1", "box is a blocker, not a cover"),
        ("r+grass1", "grass is a ground, not a cover"),
        ("r_moss1", "moss is a cover, not a ground"),
        ("r+chain1+moss1", "unknown name"),
        ("r_grass1+chain1", "unknown name"),
        ("#+chain1", "no cover over an obstacle"),
        ("__grass1", "expected what fills the cell"),
        ("?+chain1", "no piece has the glyph '?'"),
        ("B!é", "expected !1 to !9"),
        ("ré", "no piece has the glyph 'é'"),
    ];

    for (token, message) in cases {
        let layout = json!([[".", ".", "_"], [".", token, "."]]);
        let found = refusal(&level(&json!({"layout": layout})));
        assert!(
            found.starts_with(&format!("`layout[1][1]` is {}: ", json!(token))),
            "{found}"
        );
        assert!(
            found.contains(message) && found.ends_with("(row 2, column 2)"),
            "{found}"
        );
    }
}
