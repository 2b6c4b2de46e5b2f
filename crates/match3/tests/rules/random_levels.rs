//! Random levels of the presets.

use serde_json::{Map, Value, json};

use super::generator::Generator;
use super::random_boards::layers_on;

/// What stands in a preset's random levels: tokens of contents, of covers and of grounds.
struct Stock {
    contents: &'static [&'static str],
    covers: &'static [&'static str],
    grounds: &'static [&'static str],
    goals: &'static [&'static str],
}

const LAB: Stock = Stock {
    contents: &["box1", "box2", "R-", "R|", "B", "A"],
    covers: &["+ice1", "+ice2"],
    grounds: &["_grass1", "_grass2"],
    goals: &[
        r#"{"collect": {"kind": "box", "count": "all"}}"#,
        r#"{"make": {"piece": "rocket", "count": 2}}"#,
        r#"{"all": [{"clear": "specials"}, {"score": 900}]}"#,
        r#"{"collect": {"kind": "grass", "layers": 4}}"#,
    ],
};

const CLASSIC: Stock = Stock {
    contents: &["blocked1", "blocked2", "blocked4"],
    covers: &["+overlay1", "+overlay2"],
    grounds: &[""],
    goals: &[
        r#"{"collect": 12}"#,
        r#"{"clear": "overlays"}"#,
        r#"{"all": [{"clear": "blockers"}, {"score": 300}]}"#,
    ],
};

const CANDY: Stock = Stock {
    contents: &[
        "frosting2",
        "chocolate1",
        "chocolate1",
        "swirl1",
        "cherry",
        "rS-",
        "bS|",
        "gW",
        "rW",
        "C",
        "cherry",
    ],
    covers: &["+lock1"],
    grounds: &["_jelly1", "_jelly2"],
    goals: &[
        r#"{"collect": {"kind": "jelly", "count": "all"}}"#,
        r#"{"all": [{"collect": 15, "of_colors": 2}, {"clear": "overlays"}]}"#,
        r#"{"collect": {"kind": "chocolate", "count": 3}}"#,
        r#"{"collect": {"kind": "jelly", "layers": 3}}"#,
    ],
};

const ROYAL: Stock = Stock {
    contents: &["box1", "box4", "egg1", "bird", "R-", "R|", "B", "P", "P", "O"],
    covers: &["+chain1", "+chain2", "+moss1"],
    grounds: &["_grass1", "_grass2"],
    goals: &[
        r#"{"all": [{"collect": {"kind": "grass", "count": 4}}, {"collect": 9}]}"#,
        r#"{"clear": "blockers"}"#,
        r#"{"collect": {"kind": "moss", "count": "all"}}"#,
        r#"{"collect": {"kind": "grass", "layers": 3}}"#,
    ],
};

const BLAST: Stock = Stock {
    contents: &[
        "box1",
        "stone1",
        "crate4",
        "vase2",
        "balloon1",
        "redballoon1",
        "yellowballoon1",
        "duck",
        "R-",
        "R|",
        "R|",
        "B",
        "B",
        "rO",
        "rO",
        "bO",
    ],
    covers: &["+cage1"],
    grounds: &["_grass1", "_grass2"],
    goals: &[
        r#"{"all": [{"collect": {"kind": "grass", "count": 4}}, {"collect": 9}]}"#,
        r#"{"make": {"piece": "rocket", "count": 1}}"#,
        r#"{"clear": "blockers"}"#,
        r#"{"collect": {"kind": "grass", "layers": 3}}"#,
    ],
};

/// A random level of a preset; with `changed` some of its rules are others.
pub(crate) fn random_level(preset: &str, changed: bool, dice: &mut Generator) -> Value {
    let stock = match preset {
        "lab" => LAB,
        "classic" => CLASSIC,
        "candy" => CANDY,
        "blast" => BLAST,
        _ => ROYAL,
    };

    let (rows, columns) = (3 + dice.index(5), 3 + dice.index(5));
    let layout: Vec<Vec<String>> = (0..rows)
        .map(|_| (0..columns).map(|_| random_token(&stock, dice)).collect())
        .collect();
    let names = ["red", "blue", "green", "yellow", "purple"];
    let colors: Map<String, Value> = names[..3 + dice.index(3)]
        .iter()
        .map(|&name| (name.to_owned(), json!(1 + dice.index(2))))
        .collect();
    let mut level = json!({
        "schema": "tilewright/level/2", "rows": rows, "columns": columns, "rules": preset,
        "colors": colors, "layout": layout, "moves": 1 + dice.index(8),
    });

    if dice.one_in(2) {
        let mut goal: Value = serde_json::from_str(dice.pick(stock.goals)).unwrap();
        if let Some(layers) = goal.pointer("/collect/layers").and_then(Value::as_u64) {
            let kind = goal["collect"]["kind"].as_str().unwrap_or_default();
            let layers = layers.min(layers_on(&layout, kind));
            goal["collect"]["layers"] = json!(layers.max(1));
            if layers == 0 {
                goal = json!({"score": 300});
            }
        }
        level["goal"] = goal;
    }

    let mut refill = match preset {
        "classic" => "fill-path",
        "lab" => "segment",
        "blast" => "column",
        _ => "diagonal",
    };
    if preset == "classic" {
        level["rules"] = json!({"base": preset});
    }

    if changed {
        refill = dice.pick(&["segment", "diagonal", "fill-path", "column"]);
        let hits = dice.pick(&["wave", "group", "cell"]);
        level["rules"] = json!({"base": preset, "refill": refill, "hits": hits});
        if preset == "blast" {
            level["rules"]["least"] = json!(2 + dice.index(2));
            level["rules"]["groups"] = small_groups(dice);
        }
    }

    level["cells"] = random_cells(refill, &layout, dice);
    level
}

/// Groups that make pieces from small sizes on, so that short games have many of them.
fn small_groups(dice: &mut Generator) -> Value {
    let size = 3 + dice.index(2);
    json!([
        {"size": size + 2, "makes": "ball"},
        {"size": size + 1, "makes": "bomb"},
        {"size": size, "makes": "rocket"},
    ])
}

fn random_token(stock: &Stock, dice: &mut Generator) -> String {
    let mut token = match dice.index(12) {
        0 => (*dice.pick(stock.contents)).to_owned(),
        1 if dice.one_in(2) => dice.pick(&["#", "_"]).to_owned(),
        _ => ".".to_owned(),
    };
    if token == "." && dice.one_in(10) {
        token += dice.pick(stock.covers);
    }
    if token != "_" && dice.one_in(5) {
        token += dice.pick(stock.grounds);
    }
    token
}

/// Gravity, a portal and a conveyor, where the refill allows them.
fn random_cells(refill: &str, layout: &[Vec<String>], dice: &mut Generator) -> Value {
    let mut cells = json!({});
    let mut places = Vec::new();

    for (row, tokens) in layout.iter().enumerate() {
        let kept = tokens.iter().enumerate().filter(|(_, token)| *token != "_");
        places.extend(kept.map(|(column, _)| (row, column)));
    }

    let inner: Vec<_> = places
        .iter()
        .copied()
        .filter(|&(row, column)| {
            row > 0
                && column > 0
                && row + 1 < layout.len()
                && column + 1 < layout[0].len()
        })
        .collect();

    let falls_down = ["segment", "column"].contains(&refill);
    if !falls_down && dice.one_in(2) {
        cells["gravity"] = json!(dice.pick(&["down", "left", "up", "right"]));
    }

    if !falls_down && dice.one_in(2) && !inner.is_empty() {
        cells["portals"] = json!([[dice.pick(&places), dice.pick(&inner)]]);
    }

    if dice.one_in(3) {
        let first = dice.index(places.len() - 3);
        cells["conveyors"] = json!([places[first..first + 2 + dice.index(2)]]);
    }

    cells
}
