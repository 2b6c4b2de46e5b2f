//! Random boards, goals and special cells under given rules.

use serde_json::{Value, json};

use self::random_cells::random_cells;
use super::generator::Generator;

// With its path, since tests of the crate's sources take this file in from elsewhere.
#[path = "random_cells.rs"]
mod random_cells;

/// The tokens that rules allow, by where they stand.
#[derive(Default)]
struct Stock {
    /// Contents that may have a cover.
    loose: Vec<String>,
    /// Blockers that do not move.
    fixed: Vec<String>,
    covers: Vec<String>,
    grounds: Vec<String>,
    /// Armed pieces.
    armed: Vec<String>,
    /// What spawners may be given.
    given: Vec<String>,
}

/// Adds a layout, special cells, spawners and perhaps a goal to a level under these whole rules.
pub(crate) fn random_board(
    level: &mut Value,
    rules: &Value,
    colors: &[&str],
    dice: &mut Generator,
) {
    let stock = Stock::new(rules, colors, dice);
    let [rows, columns] = [(); 2].map(|()| match dice.index(9) {
        0 => 1 + dice.index(12),
        _ => 3 + dice.index(6),
    });
    let rarity = dice.pick(&[4, 8, 16]);
    let layout: Vec<Vec<String>> = (0..rows)
        .map(|_| (0..columns).map(|_| stock.random_token(rarity, dice)).collect())
        .collect();
    level["rows"] = json!(rows);
    level["columns"] = json!(columns);
    level["layout"] = json!(layout);
    let refill = rules["refill"].as_str().unwrap();
    random_cells(level, refill, &stock.given, &layout, dice);

    if dice.one_in(2) {
        level["goal"] = random_goal(rules, colors, &layout, dice);
    }
}

impl Stock {
    fn new(rules: &Value, colors: &[&str], dice: &mut Generator) -> Self {
        let mut stock = Self::default();
        let letters: Vec<&str> = colors.iter().map(|color| &color[..1]).collect();
        stock.given.extend(letters.iter().map(|&letter| letter.to_owned()));

        for piece in rules["pieces"].as_object().unwrap().values() {
            let letter = if piece["color"] == true { dice.pick(&letters) } else { "" };
            let glyph = piece["glyph"].as_str().unwrap();
            let effect = ["", "+", "x"][dice.index(3)];
            stock.armed.push(format!("{glyph}!{effect}{}", 1 + dice.index(2)));
            let directions: &[_] =
                if piece["fires"] == "line" { &["-", "|"] } else { &[""] };
            for direction in directions {
                stock.given.push(format!("{letter}{glyph}{direction}"));
            }
        }

        for (name, kind) in rules["blocks"].as_object().unwrap() {
            let layers = 1 + dice.index(kind["layers"].as_u64().unwrap_or(1) as usize);
            match kind["place"].as_str().unwrap() {
                "ingredient" => stock.given.push(name.clone()),
                "cover" => stock.covers.push(format!("+{name}{layers}")),
                "ground" => stock.grounds.push(format!("_{name}{layers}")),
                _ if kind["moves"] == true => stock.loose.push(format!("{name}{layers}")),
                _ => stock.fixed.push(format!("{name}{layers}")),
            }
        }

        stock.loose.extend(stock.given.iter().cloned());
        stock
    }

    fn random_token(&self, rarity: u64, dice: &mut Generator) -> String {
        let one = |tokens: &[String], dice: &mut Generator| {
            if tokens.is_empty() {
                String::new()
            } else {
                tokens[dice.index(tokens.len())].clone()
            }
        };

        let mut token = ".".to_owned();
        if dice.one_in(rarity) {
            token = match dice.index(12) {
                0 => return "_".to_owned(),
                1 => "#".to_owned(),
                2 => "-".to_owned(),
                3 if !self.armed.is_empty() && dice.one_in(4) => one(&self.armed, dice),
                3..=5 if !self.fixed.is_empty() => one(&self.fixed, dice),
                _ => one(&self.loose, dice),
            };
        }

        if token != "#" && !self.fixed.contains(&token) && dice.one_in(2 * rarity) {
            token += &one(&self.covers, dice);
        }

        if dice.one_in(rarity) {
            token += &one(&self.grounds, dice);
        }

        token
    }
}

/// Some weights of these colours, or their number.
pub(crate) fn random_weights(colors: &[&str], dice: &mut Generator) -> Value {
    if dice.one_in(4) {
        return json!(colors.len());
    }
    let weighted = colors.iter().map(|&name| (name.to_owned(), json!(1 + dice.index(3))));
    Value::Object(weighted.collect())
}

/// The layers of a kind on a board of tokens.
pub(crate) fn layers_on(layout: &[Vec<String>], kind: &str) -> u64 {
    let parts = layout.iter().flatten().flat_map(|token| token.split(['+', '_']));
    parts.filter_map(|part| part.strip_prefix(kind)?.parse::<u64>().ok()).sum()
}

/// One goal of any sort, or several.
fn random_goal(
    rules: &Value,
    colors: &[&str],
    layout: &[Vec<String>],
    dice: &mut Generator,
) -> Value {
    let kinds: Vec<&String> = rules["blocks"].as_object().unwrap().keys().collect();
    let count = 1 + dice.index(12);

    match dice.index(10) {
        0 => json!({"collect": count, "of_colors": 1 + dice.index(colors.len())}),
        1 => json!({"collect": {"color": dice.pick(colors), "count": count}}),
        2 if !kinds.is_empty() => {
            let kind = kinds[dice.index(kinds.len())];
            let layers = layers_on(layout, kind).min(1 + count as u64 / 2);
            if layers > 0 && !count.is_multiple_of(3) {
                return json!({"collect": {"kind": kind, "layers": layers}});
            }
            json!({"collect": {"kind": kind, "count": 1 + count / 3}})
        }
        3 if !kinds.is_empty() => {
            json!({"collect": {"kind": kinds[dice.index(kinds.len())], "count": "all"}})
        }
        4 => json!({"clear": dice.pick(&["blockers", "overlays", "specials"])}),
        5 => json!({"drop": 1 + count / 4}),
        6 => {
            let makers = rules[if rules["move"] == "tap" { "groups" } else { "shapes" }]
                .as_array()
                .unwrap();
            if makers.is_empty() {
                return json!({"collect": count});
            }
            let piece = &makers[dice.index(makers.len())]["makes"];
            json!({"make": {"piece": piece, "count": 1 + count / 4}})
        }
        7 => json!({"score": 100 * count}),
        _ => {
            let parts: Vec<Value> = (0..=dice.index(3))
                .map(|_| random_goal(rules, colors, layout, dice))
                .collect();
            json!({"all": parts})
        }
    }
}
