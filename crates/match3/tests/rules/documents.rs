//! What the plain simulator says to documents with an error: the key, and what is wrong.

use serde_json::{Value, json};

use crate::rules::plain::level::Level;
use crate::rules::plain::presets::preset;

/// A level of three rows with some keys added or replaced.
pub(crate) fn level(changes: &str) -> Value {
    let mut level = json!({
        "schema": "tilewright/level/2", "rows": 2, "columns": 3,
        "colors": {"red": 1, "blue": 1, "green": 1}, "rules": "royal",
        "layout": [[".", ".", "_"], [".", "box2", "."]], "moves": 9,
    });
    let changes: Value = serde_json::from_str(changes).unwrap();
    for (key, value) in changes.as_object().unwrap() {
        level[key] = value.clone();
    }
    level
}

/// Changes, and words of the message.
pub(crate) const ERRORS: &[(&str, &[&str])] = &[
    (r#"{"extra": 1}"#, &["level", "unknown key", "extra"]),
    (r#"{"rows": "2"}"#, &["rows", "\"2\""]),
    (r#"{"columns": 65}"#, &["columns", "65"]),
    (r#"{"rules": "rubies"}"#, &["rules", "rubies"]),
    (r#"{"rules": {"base": "royal", "hit": "wave"}}"#, &["rules", "unknown key", "hit"]),
    (r#"{"rules": {"base": "royal", "hits": "waves"}}"#, &["hits", "waves"]),
    (r#"{"rules": {"base": "royal", "score": {"block": 1000001}}}"#, &["score.block"]),
    (
        r#"{"rules": {"base": "royal", "shapes": [{"shape": "line4", "makes": "moon"}]}}"#,
        &["shapes[0].makes", "unknown piece", "moon"],
    ),
    (
        r#"{"rules": {"base": "royal", "shapes": [{"shape": "line3", "makes": "bomb"}]}}"#,
        &["shapes[0].shape", "line3"],
    ),
    (
        r#"{"rules": {"base": "royal", "shapes": [{"shape": "line4", "makes": "bomb"},
            {"shape": "line4", "makes": "ball"}]}}"#,
        &["shapes[1]", "duplicate"],
    ),
    (
        r#"{"rules": {"base": "royal", "shapes": [{"shape": "square", "makes": "rocket"}]}}"#,
        &["shapes[0]", "no direction"],
    ),
    (
        r#"{"rules": {"base": "royal", "pieces": {"bomb": null}}}"#,
        &["unknown piece", "bomb"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": "cross", "starts": []}}}}"#,
        &["pieces.a.starts", "never starts"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": "cross", "starts": ["match"]}}}}"#,
        &["pieces.a.starts", "match"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": "cross",
            "starts": ["swap", "swap_color"]}}}}"#,
        &["pieces.a.starts", "contradictory"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": "color", "starts": ["tap"],
            "times": 2}}}}"#,
        &["pieces.a.times", "impossible"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": "color", "starts": ["tap"],
            "direction": "along"}}}}"#,
        &["pieces.a.direction", "not with"],
    ),
    (
        r#"{"rules": {"pieces": {"a": {"glyph": "A", "fires": {"turn_color_into": "a"},
            "starts": ["tap"]}}}}"#,
        &["pieces.a.fires", "impossible"],
    ),
    (
        r#"{"rules": {"base": "royal", "pairs": [{"of": ["ball", "bomb"],
            "fires": {"turn_color_into": "ball"}}]}}"#,
        &["pairs[7]", "ball", "impossible"],
    ),
    (
        r#"{"rules": {"base": "royal", "pairs": [{"of": ["ball", "bomb"], "fires": "line"}]}}"#,
        &["pairs[7]", "line"],
    ),
    (
        r#"{"rules": {"base": "royal", "pairs": [{"of": ["bomb", "ball"],
            "fires": {"goal": 1, "carries": true}}]}}"#,
        &["pairs[7]", "carries", "impossible"],
    ),
    (r#"{"blocks": {"x": {"place": "cover"}}}"#, &["blocks.x", "ambiguous"]),
    (
        r#"{"blocks": {"rock": {"place": "blocker", "broken_by": ["match"]}}}"#,
        &["blocks.rock.broken_by", "impossible"],
    ),
    (
        r#"{"blocks": {"rock": {"place": "blocker", "color": "red", "broken_by": ["hit"]}}}"#,
        &["blocks.rock.broken_by", "contradictory"],
    ),
    (
        r#"{"blocks": {"rock": {"place": "blocker", "moves": true, "spreads": true}}}"#,
        &["blocks.rock.spreads", "contradictory"],
    ),
    (
        r#"{"blocks": {"rock": {"place": "ground", "holds": true}}}"#,
        &["blocks.rock.holds"],
    ),
    (
        r#"{"rules": {"base": "royal", "blocks": {}}, "blocks": {}}"#,
        &["blocks", "give one"],
    ),
    (r#"{"layout": [[".", ".", "_"], [".", "box5", "."]]}"#, &["layout[1][1]", "box5"]),
    (r#"{"layout": [[".", ".", "_"], [".", "box2+moss1", "."]]}"#, &["layout[1][1]"]),
    (r#"{"layout": [[".", ".", "_"], [".", "R", "."]]}"#, &["layout[1][1]", "direction"]),
    (r#"{"layout": [[".", ".", "_"], [".", "é", "."]]}"#, &["layout[1][1]", "é"]),
    (r#"{"layout": [[".", ".", "_"], [".", "r+moss", "."]]}"#, &["layout[1][1]"]),
    (r#"{"layout": ["..", "..."]}"#, &["layout[0]", "2 cells"]),
    (r#"{"colors": {"red": 1, "rose": 1}}"#, &["colors", "ambiguous", "rose"]),
    (r#"{"colors": {"red": 0}}"#, &["colors.red", "0"]),
    (r#"{"cells": {"gravity": "aside"}}"#, &["cells.gravity", "aside"]),
    (r#"{"cells": {"gravity": ["vvv", "v>v"]}}"#, &["cells.gravity", "fill-path"]),
    (r#"{"cells": {"portals": [[[0, 0], [0, 2]]]}}"#, &["cells.portals", "hole"]),
    (r#"{"cells": {"portals": [[[1, 0], [0, 0]]]}}"#, &["spawners", "exit"]),
    (r#"{"cells": {"conveyors": [[[1, 0], [2, 0]]]}}"#, &["cells.conveyors", "outside"]),
    (r#"{"cells": {"conveyors": [[[1, 0], [1, 0]]]}}"#, &["cells.conveyors", "twice"]),
    (r#"{"cells": {"exits": [[5, 5]]}}"#, &["cells.exits", "outside"]),
    (
        r#"{"cells": {"supply": [{"at": [1, 0], "list": ["r"]}]}}"#,
        &["cells.supply", "spawner"],
    ),
    (r#"{"rules": "lab", "spawners": [[0, 0]]}"#, &["spawners", "segment"]),
    (r#"{"rules": "lab", "cells": {"gravity": "up"}}"#, &["cells.gravity", "segment"]),
    (r#"{"rules": {"base": "royal", "move": "slide"}}"#, &["move", "slide"]),
    (r#"{"rules": {"base": "royal", "least": 2}}"#, &["least", "not with the move"]),
    (r#"{"rules": {"base": "royal", "groups": []}}"#, &["groups", "not with the move"]),
    (r#"{"rules": {"base": "blast", "shapes": []}}"#, &["shapes", "not with the move"]),
    (r#"{"rules": {"base": "blast", "least": 1}}"#, &["least", "1"]),
    (
        r#"{"rules": {"base": "blast", "groups": [{"size": 1, "makes": "bomb"}]}}"#,
        &["groups[0].size", "1"],
    ),
    (
        r#"{"rules": {"base": "blast", "groups": [{"size": 5, "makes": "moon"}]}}"#,
        &["groups[0].makes", "unknown piece", "moon"],
    ),
    (
        r#"{"rules": {"base": "blast", "groups": [{"size": 5, "makes": "bomb"},
            {"size": 5, "makes": "ball"}]}}"#,
        &["groups[1].size", "5", "sizes that descend"],
    ),
    (
        r#"{"rules": {"base": "blast", "reshuffle": "lines"}}"#,
        &["reshuffle", "not with the move"],
    ),
    (
        r#"{"rules": {"base": "classic", "move": "tap"}}"#,
        &["reshuffle", "not with the move"],
    ),
    (
        r#"{"rules": {"base": "lab", "move": "tap"}}"#,
        &["pieces.rocket.direction", "not with the move"],
    ),
    (
        r#"{"rules": {"base": "blast", "pieces": {"bomb": {"glyph": "B", "fires": "cross",
            "starts": ["swap"]}}}}"#,
        &["pieces.bomb.starts", "with the move"],
    ),
    (
        r#"{"rules": "blast", "layout": [["r", ".", "_"], [".", "box1", "."]],
            "spawners": [[0, 0]]}"#,
        &["spawners", "not with", "column"],
    ),
    (
        r#"{"rules": "blast", "layout": [["r", ".", "_"], [".", "box1", "."]],
            "cells": {"gravity": "up"}}"#,
        &["cells.gravity", "not with", "column"],
    ),
    (
        r#"{"rules": "blast", "layout": [["r", ".", "_"], [".", "box1", "."]],
            "cells": {"portals": [[[0, 1], [1, 0]]]}}"#,
        &["cells.portals", "not with", "column"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "after": 100, "then": "lose"}}}"#,
        &["blocks.fuse.after", "100"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "after": 3}}}"#,
        &["blocks.fuse", "then"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "then": "lose"}}}"#,
        &["blocks.fuse", "after"],
    ),
    (
        r#"{"blocks": {"nest": {"place": "blocker", "to": "above"}}}"#,
        &["blocks.nest", "gives"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "layers": 2, "after": 3, "then": "lose"}}}"#,
        &["blocks.fuse", "layers", "contradictory"],
    ),
    (
        r#"{"blocks": {"nest": {"place": "blocker", "moves": true, "gives": "bird"}}}"#,
        &["blocks.nest", "moves", "contradictory"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [2, 1], "spreads": true}}}"#,
        &["blocks.safe.spreads", "contradictory"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [2, 1], "after": 3,
            "then": "spread"}}}"#,
        &["blocks.safe.then", "contradictory"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [1, 1]}}}"#,
        &["blocks.safe.cells"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [1, 5]}}}"#,
        &["blocks.safe.cells"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "ground", "after": 3, "then": "lose"}}}"#,
        &["blocks.fuse.after", "not with this place"],
    ),
    (
        r#"{"blocks": {"nest": {"place": "cover", "gives": "bird"}}}"#,
        &["blocks.nest.gives", "not with this place"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "cover", "cells": [2, 2]}}}"#,
        &["blocks.safe.cells", "not with this place"],
    ),
    (
        r#"{"blocks": {"lose": {"place": "blocker"}}}"#,
        &["blocks.lose", "another meaning"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "after": 3, "then": "moon"}}}"#,
        &["blocks.fuse.then", "unknown", "moon"],
    ),
    (
        r#"{"blocks": {"nest": {"place": "blocker", "gives": "moon"}}}"#,
        &["blocks.nest.gives", "unknown", "moon"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "moves": true, "after": 3, "then": "box"}}}"#,
        &["blocks.fuse.then", "alike"],
    ),
    (
        r#"{"blocks": {"nest": {"place": "blocker", "gives": "grass"}}}"#,
        &["blocks.nest.gives", "grass", "impossible"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [2, 2], "moves": true}},
            "cells": {"gravity": "up"}}"#,
        &["cells.gravity"],
    ),
    (
        r#"{"blocks": {"safe": {"place": "blocker", "cells": [1, 2]}},
            "layout": [[".", ".", "_"], ["safe1", ".", "."]]}"#,
        &["layout[1][0]"],
    ),
    (r#"{"layout": [[".", ".", "_"], [".", "=", "."]]}"#, &["layout[1][1]"]),
    (
        r#"{"blocks": {"nest": {"place": "blocker", "gives": "bird"}},
            "layout": [[".", ".", "_"], [".", "nest1", "."]]}"#,
        &["layout[1][1]", "nest1"],
    ),
    (
        r#"{"blocks": {"fuse": {"place": "blocker", "after": 12, "then": "lose"}},
            "layout": [[".", ".", "_"], [".", "fuse0", "."]]}"#,
        &["layout[1][1]", "fuse0"],
    ),
    (r#"{"goal": {"drop": 1}}"#, &["goal.drop", "never"]),
    (r#"{"goal": {"make": {"piece": "moon", "count": 1}}}"#, &["goal.make", "moon"]),
    (
        r#"{"goal": {"collect": {"color": "gold", "count": 1}}}"#,
        &["goal.collect", "gold"],
    ),
    (
        r#"{"goal": {"collect": {"kind": "bird", "count": 1}}}"#,
        &["goal.collect", "never"],
    ),
    (
        r#"{"goal": {"collect": {"kind": "bird", "layers": 1}}}"#,
        &["goal.collect", "never"],
    ),
    (
        r#"{"goal": {"collect": {"kind": "box", "layers": 3}}}"#,
        &["goal.collect.layers", "3", "never", "2"],
    ),
    (r#"{"goal": {"collect": {"kind": "box", "layers": 1, "count": 1}}}"#, &["goal"]),
    (r#"{"goal": {"collect": {"kind": "box"}}}"#, &["goal"]),
    (r#"{"goal": {"collect": {"color": "red", "layers": 1}}}"#, &["goal"]),
    (r#"{"goal": {"collect": 3, "score": 4}}"#, &["goal"]),
];

#[test]
fn documents_with_an_error_name_the_key() {
    assert!(Level::read(&level("{}")).is_ok());
    for (changes, words) in ERRORS {
        let Err(error) = Level::read(&level(changes)) else {
            panic!("{changes} is read without an error");
        };
        for word in *words {
            assert!(error.contains(word), "{changes}\n{error}\ndoes not say {word}");
        }
    }
}

/// The presets are those of the page, where the page is at hand.
#[test]
fn presets_are_those_of_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/rules/document.md");
    let Ok(page) = std::fs::read_to_string(page) else {
        return;
    };
    for name in ["classic", "lab", "candy", "royal", "blast"] {
        let text = format!("`{name}`:\n\n```json\n{}\n```", preset(name).unwrap());
        assert!(page.contains(&text), "{name}");
    }
}
