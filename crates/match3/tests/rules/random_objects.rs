//! Random timers, generators and big blocks, put into random levels.

use serde_json::{Map, Value, json};

use self::random_object_kinds::{
    random_big, random_cover, random_generator, random_timer, spoil,
};
use super::generator::Generator;
use super::plain::level::Level;
use super::plain::presets::preset;
use super::random_levels::random_level;

// With its path, since tests of the crate's sources take this file in from elsewhere.
#[path = "random_object_kinds.rs"]
mod random_object_kinds;

/// A random level of a preset, one of three with timers, generators and big blocks.
pub(crate) fn random_game(
    preset_name: &str,
    changed: bool,
    dice: &mut Generator,
) -> Value {
    let mut level = random_level(preset_name, changed, dice);
    if dice.one_in(3) {
        if dice.one_in(2) {
            level["cells"] = json!({});
        }
        let rules: Value = serde_json::from_str(preset(preset_name).unwrap()).unwrap();
        let mut pieces = rules["pieces"].as_object().unwrap().clone();
        pieces.retain(|_, piece| piece["color"] != true);
        let names: Vec<String> = pieces.keys().cloned().collect();
        add_objects(&mut level, &names, dice);
        if Level::read(&level).is_err() {
            // The goal is about what the level does not have.
            level["goal"] = json!({"score": 300});
        }
    }
    level
}

/// Adds them to one of three levels, whose special cells may go, and now and then with an error. The other levels, and
/// those that `dice` gives later, are as without.
pub(crate) fn add_some_objects(level: &mut Value, pieces: &[String], dice: &Generator) {
    let mut dice = Generator::new(dice.clone().below(u64::MAX));
    if !dice.one_in(3) {
        return;
    }
    if dice.one_in(2) {
        level["cells"] = json!({});
        level.as_object_mut().unwrap().shift_remove("spawners");
    }
    add_objects(level, pieces, &mut dice);
    if dice.one_in(6) {
        spoil(level, &mut dice);
    }
}

/// Adds kinds that count down, give or are big, with cells of them and now and then a goal.
/// Generators may give the pieces of these names.
pub(crate) fn add_objects(level: &mut Value, pieces: &[String], dice: &mut Generator) {
    let falls = falls(level);
    let mut stock = Stock::default();

    if dice.one_in(2) {
        stock.add_timer(falls, dice);
    }
    if dice.one_in(2) {
        stock.add_cover(dice);
    }
    if dice.one_in(2) {
        let safe = random_big(falls, dice);
        let layers = 1 + dice.below(safe["layers"].as_u64().unwrap());
        stock.big_blocks.push((format!("safe{layers}"), size_of(&safe)));
        stock.kinds.insert("safe".to_owned(), safe);
    }
    if stock.kinds.is_empty() || dice.one_in(2) {
        stock.add_generator(pieces, dice);
    }

    place(level, &stock, dice);
    join(level, &stock.kinds);
    let names: Vec<&str> = stock.kinds.keys().map(String::as_str).collect();
    if dice.one_in(3) {
        level["goal"] = random_goal(dice.pick(&names), dice);
    }
}

/// Kinds, and tokens of them.
#[derive(Default)]
struct Stock {
    kinds: Map<String, Value>,
    tokens: Vec<String>,
    /// Big blocks by their first tokens, with their rows and columns.
    big_blocks: Vec<(String, (usize, usize))>,
    /// What generators may give.
    given: Vec<&'static str>,
}

impl Stock {
    fn add_timer(&mut self, falls: bool, dice: &mut Generator) {
        let (fuse, husk) = random_timer(falls, dice);
        let number = |kind: &Value, key: &str, dice: &mut Generator| -> u64 {
            1 + dice.below(kind[key].as_u64().unwrap())
        };
        let tokens = [
            format!("fuse{}", number(&fuse, "after", dice)),
            format!("fuse{}", number(&fuse, "after", dice)),
            format!("husk{}", number(&husk, "layers", dice)),
        ];
        if fuse.get("cells").is_some() {
            self.big_blocks.extend(tokens.map(|token| (token, size_of(&fuse))));
        } else {
            self.tokens.extend(tokens);
            self.given.extend(["fuse", "husk"]);
        }
        self.kinds.insert("fuse".to_owned(), fuse);
        self.kinds.insert("husk".to_owned(), husk);
    }

    fn add_cover(&mut self, dice: &mut Generator) {
        let (frost, rime) = random_cover(dice);
        let after = frost["after"].as_u64().unwrap();
        for _ in 0..2 {
            self.tokens.push(format!(".+frost{}", 1 + dice.below(after)));
        }
        self.kinds.insert("frost".to_owned(), frost);
        self.kinds.insert("rime".to_owned(), rime);
    }

    fn add_generator(&mut self, pieces: &[String], dice: &mut Generator) {
        let mut given: Vec<&str> = self.given.clone();
        given.push("gem");
        given.extend(pieces.iter().map(String::as_str));
        let nest = random_generator(dice.pick(&given), dice);
        if nest.get("cells").is_some() {
            self.big_blocks.push(("nest".to_owned(), size_of(&nest)));
        } else {
            self.tokens.extend(["nest".to_owned(), "nest".to_owned()]);
        }
        self.tokens.push("gem".to_owned());
        self.kinds.insert("nest".to_owned(), nest);
        self.kinds.insert("gem".to_owned(), json!({"place": "ingredient"}));
    }
}

/// Whether big blocks may fall.
fn falls(level: &Value) -> bool {
    let cells = &level["cells"];
    (cells["gravity"].is_null() || cells["gravity"] == "down")
        && cells["portals"].is_null()
        && cells["conveyors"].is_null()
}

fn size_of(kind: &Value) -> (usize, usize) {
    let [rows, columns] = [0, 1].map(|at| kind["cells"][at].as_u64().unwrap() as usize);
    (rows, columns)
}

/// Puts the tokens into cells that are dealt a block, big ones first.
fn place(level: &mut Value, stock: &Stock, dice: &mut Generator) {
    let size = |key: &str| level[key].as_u64().unwrap() as usize;
    let (rows, columns) = (size("rows"), size("columns"));
    let conveyed = level["cells"]["conveyors"].to_string();

    for (token, (height, width)) in &stock.big_blocks {
        if *height > rows || *width > columns {
            continue;
        }
        for _ in 0..3 {
            let (row, column) =
                (dice.index(rows - height + 1), dice.index(columns - width + 1));
            let cells: Vec<_> = (row..row + height)
                .flat_map(|row| (column..column + width).map(move |column| (row, column)))
                .collect();
            let on_conveyor = |&(row, column): &(usize, usize)| {
                conveyed.contains(&format!("[{row},{column}]"))
            };
            if cells.iter().any(on_conveyor) || !cells.iter().all(|&at| dealt(level, at))
            {
                continue;
            }
            for (index, &at) in cells.iter().enumerate() {
                put(level, at, if index == 0 { token } else { "=" });
            }
            if dice.one_in(2) {
                break;
            }
        }
    }

    for token in &stock.tokens {
        for _ in 0..=dice.index(3) {
            let at = (dice.index(rows), dice.index(columns));
            if dealt(level, at) {
                put(level, at, token);
            }
        }
    }
}

/// Whether a cell is dealt a block and has no cover.
fn dealt(level: &Value, (row, column): (usize, usize)) -> bool {
    let token = level["layout"][row][column].as_str().unwrap();
    token.starts_with('.') && !token.contains('+')
}

/// Puts contents, or a cover, into a cell and leaves its ground.
fn put(level: &mut Value, (row, column): (usize, usize), token: &str) {
    let old = level["layout"][row][column].as_str().unwrap();
    let ground = old.split_once('_').map_or(String::new(), |(_, it)| format!("_{it}"));
    level["layout"][row][column] = json!(format!("{token}{ground}"));
}

/// Adds kinds to those of the level or of its rules.
fn join(level: &mut Value, kinds: &Map<String, Value>) {
    let in_rules = level["rules"].get("blocks").is_some();
    let blocks =
        if in_rules { &mut level["rules"]["blocks"] } else { &mut level["blocks"] };
    if blocks.is_null() {
        *blocks = json!({});
    }
    for (name, kind) in kinds {
        blocks[name] = kind.clone();
    }
}

/// A goal about a kind, which perhaps can never be met.
fn random_goal(name: &str, dice: &mut Generator) -> Value {
    let all = json!({"collect": {"kind": name, "count": "all"}});
    match (name, dice.index(6)) {
        ("gem", _) => json!({"drop": 1 + dice.below(3)}),
        (_, 0) => json!({"clear": dice.pick(&["blockers", "overlays", "specials"])}),
        ("nest", _) => json!({"score": 400}),
        (_, 1 | 2) => json!({"collect": {"kind": name, "count": 1 + dice.below(3)}}),
        (_, 3) => json!({"all": [{"collect": 9}, all]}),
        _ => all,
    }
}
