//! Random kinds that count down, give, or are big.

use serde_json::{Value, json};

use super::super::generator::Generator;

/// A timer that is a blocker, and what it may become.
pub(super) fn random_timer(falls: bool, dice: &mut Generator) -> (Value, Value) {
    let then = dice.pick(&["lose", "spread", "spread", "husk", "husk", "fuse"]);
    let mut fuse = json!({"place": "blocker", "after": 1 + dice.below(6), "then": then});
    let mut husk = json!({"place": "blocker", "layers": 1 + dice.below(3)});
    let big = then != "spread" && dice.one_in(3);
    let moves = dice.one_in(2) && (falls || !big);

    if big {
        let cells = random_cells(dice);
        (fuse["cells"], husk["cells"]) = (cells.clone(), cells);
    }
    if moves {
        (fuse["moves"], husk["moves"]) = (json!(true), json!(true));
    }
    if !big && !moves && dice.one_in(3) {
        husk["spreads"] = json!(true);
    }
    if dice.one_in(3) {
        fuse["broken_by"] =
            dice.pick(&["[]", "[\"hit\"]", "[\"beside\"]"]).parse().unwrap();
    }
    (fuse, husk)
}

/// A timer that is a cover, and what it may become.
pub(super) fn random_cover(dice: &mut Generator) -> (Value, Value) {
    let then = dice.pick(&["lose", "spread", "spread", "rime", "rime"]);
    let mut frost = json!({"place": "cover", "after": 1 + dice.below(6), "then": then});
    let mut rime = json!({"place": "cover", "layers": 1 + dice.below(3)});
    for flag in ["holds", "matches"] {
        if dice.one_in(2) {
            (frost[flag], rime[flag]) = (json!(flag == "holds"), json!(flag == "holds"));
        }
    }
    for kind in [&mut frost, &mut rime] {
        kind["keeps"] = json!(dice.one_in(2));
        if dice.one_in(2) {
            let causes =
                ["[\"beside\", \"hit\"]", "[\"match\", \"beside\"]", "[\"hit\"]"];
            kind["broken_by"] = dice.pick(&causes).parse().unwrap();
        }
    }
    (frost, rime)
}

pub(super) fn random_generator(gives: &str, dice: &mut Generator) -> Value {
    let mut nest = json!({"place": "blocker", "gives": gives});
    if dice.one_in(2) {
        nest["to"] = json!(dice.pick(&["above", "anywhere", "anywhere"]));
    }
    if dice.one_in(2) {
        let causes =
            ["[\"beside\", \"hit\"]", "[\"beside\", \"hit\"]", "[\"hit\"]", "[]"];
        nest["broken_by"] = dice.pick(&causes).parse().unwrap();
    }
    if dice.one_in(4) {
        nest["cells"] = random_cells(dice);
    }
    nest
}

pub(super) fn random_big(falls: bool, dice: &mut Generator) -> Value {
    let mut safe = json!({
        "place": "blocker", "layers": 1 + dice.below(4), "cells": random_cells(dice),
    });
    if falls && !dice.one_in(3) {
        safe["moves"] = json!(true);
    }
    match dice.index(5) {
        0 => safe["color"] = json!("red"),
        1 => safe["broken_by"] = json!(["hit"]),
        _ => {}
    }
    safe
}

/// Rows and columns, mostly few.
fn random_cells(dice: &mut Generator) -> Value {
    dice.pick(&["[1, 2]", "[1, 2]", "[2, 1]", "[2, 2]", "[2, 2]", "[1, 3]", "[3, 2]"])
        .parse()
        .unwrap()
}

/// Sets a key of some kind, which perhaps contradicts others.
pub(super) fn spoil(level: &mut Value, dice: &mut Generator) {
    let in_rules = level["rules"].get("blocks").is_some();
    let key = if in_rules { "/rules/blocks" } else { "/blocks" };
    let blocks = level.pointer_mut(key).and_then(Value::as_object_mut);
    let Some(blocks) = blocks else { return };
    let at = dice.index(blocks.len());
    let Some(kind) = blocks.values_mut().nth(at).and_then(Value::as_object_mut) else {
        return;
    };
    let (key, value) = dice.pick(&[
        ("after", "3"),
        ("after", "0"),
        ("then", "\"lose\""),
        ("then", "\"spread\""),
        ("then", "\"husk\""),
        ("then", "\"chain\""),
        ("gives", "\"gem\""),
        ("gives", "\"nest\""),
        ("gives", "\"bomb\""),
        ("to", "\"anywhere\""),
        ("to", "\"below\""),
        ("cells", "[1, 1]"),
        ("cells", "[2, 1]"),
        ("cells", "[1, 5]"),
        ("cells", "[1]"),
        ("layers", "1"),
        ("layers", "2"),
        ("moves", "true"),
        ("spreads", "true"),
        ("spreads", "false"),
        ("color", "\"red\""),
        ("holds", "true"),
        ("matches", "true"),
    ]);
    kind.insert(key.to_owned(), value.parse().unwrap());
}
