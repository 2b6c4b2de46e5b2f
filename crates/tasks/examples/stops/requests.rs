//! What is asked of every task, and what tasks read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};
use tilewright_grid::{Rng, Seed};

/// Rows and columns of the map.
const SIDE: u32 = 512;

/// Requests of every task, most of them longer than they are let run; with `animation` where one is
/// drawn.
pub(crate) fn all() -> Vec<Value> {
    [of_match3(), of_paths(), of_2048(), of_battleship(), of_agents()].concat()
}

fn of_match3() -> Vec<Value> {
    let goal = json!(["collect:30"]);
    vec![
        json!({ "task": "match3/generate", "rows": 64, "columns": 64, "target": 9000, "seed": 7 }),
        json!({ "task": "match3/generate", "rows": 64, "columns": 64, "target": 9000,
                "algorithm": "fi2pop", "seed": 7 }),
        json!({ "task": "match3/generate", "target": 600, "count": 200, "seed": 7 }),
        json!({ "task": "match3/generate", "algorithm": "fi2pop", "target": 200, "seed": 7,
                "animation": true }),
        json!({ "task": "match3/generate", "difficulty": 24, "goal": goal, "seed": 7 }),
        json!({ "task": "match3/generate", "win_rate": 0.6, "moves": 25, "bot": "planner",
                "goal": goal, "seed": 7 }),
        json!({ "task": "match3/generate", "rows": 64, "columns": 64, "difficulty": 60,
                "goal": ["collect:500"], "seed": 7 }),
        json!({ "task": "match3/generate", "difficulty": 24, "goal": goal, "count": 20,
                "seed": 7 }),
        json!({ "task": "match3/pack", "curve": "curve.toml", "seed": 3 }),
        json!({ "task": "match3/archive", "goal": goal, "seed": 7 }),
        json!({ "task": "match3/archive", "goal": ["collect:500"], "rows": 64, "columns": 64,
                "seed": 7 }),
        json!({ "task": "match3/analyze", "levels": ["level.json", "wide.txt"] }),
        json!({ "task": "match3/analyze", "levels": ["level.json"], "explain": true,
                "games": 10_000, "seed": 7 }),
        json!({ "task": "match3/import", "levels": ["studio.json"], "map": "studio.toml" }),
        json!({ "task": "match3/export", "levels": ["level.json", "wide.txt"], "to": "csv" }),
        json!({ "task": "match3/check", "folder": "levels", "games": 20_000, "seed": 7 }),
        json!({ "task": "match3/legend", "rules": "royal" }),
        json!({ "task": "match3/play", "level": "level.json", "games": 300_000, "seed": 7 }),
        json!({ "task": "match3/play", "level": "level.json", "games": 100, "bot": "planner",
                "seed": 7, "animation": true }),
        json!({ "task": "match3/calibrate", "rows": 9, "columns": 9, "levels": 2000,
                "goal": goal, "seed": 7 }),
        json!({ "task": "match3/calibrate", "rows": 6, "columns": 6, "levels": 200, "games": 16,
                "goal": ["collect:9"], "seed": 7 }),
    ]
}

fn of_paths() -> Vec<Value> {
    let last = format!("{},{}", SIDE - 1, SIDE - 1);
    let walk =
        |task: &str| json!({ "task": task, "map": "map.txt", "from": "0,0", "to": last });
    let with = |mut request: Value, more: Value| {
        if let (Value::Object(keys), Value::Object(more)) = (&mut request, more) {
            keys.extend(more);
        }
        request
    };
    vec![
        with(walk("path/plan"), json!({ "planner": "astar" })),
        with(walk("path/plan"), json!({ "planner": "jps" })),
        with(
            walk("path/plan"),
            json!({ "planner": "improved", "generations": 20, "seed": 7, "animation": true }),
        ),
        with(walk("path/routes"), json!({ "routes": 4, "detour": 1.2 })),
        with(
            walk("path/routes"),
            json!({ "routes": 4, "detour": 1.2, "method": "penalty" }),
        ),
        with(walk("path/routes"), json!({ "routes": 4, "detour": 1.2, "method": "yen" })),
        with(
            walk("path/pareto"),
            json!({ "objectives": ["length", "terrain"], "random_terrain": true, "seed": 7 }),
        ),
        json!({ "task": "path/check", "files": ["town.map.scen"],
                "planner": ["jps", "astar", "dijkstra"] }),
        json!({ "task": "path/compare", "files": ["town.map.scen"], "runs": 20, "seed": 7 }),
        json!({ "task": "path/convert", "map": "map.txt", "show": true }),
        json!({ "task": "path/generate", "kind": "caves", "rows": 512, "columns": 512, "seed": 7 }),
    ]
}

fn of_2048() -> Vec<Value> {
    vec![
        json!({ "task": "2048/move", "boards": "boards.jsonl" }),
        json!({ "task": "2048/bench", "player": "network", "seed": 7 }),
        json!({ "task": "2048/bench", "player": "expectimax", "seed": 7 }),
        json!({ "task": "2048/bench", "player": "expectimax", "depth": 5, "seed": 7 }),
        json!({ "task": "2048/bench", "player": "classic", "rows": 5, "columns": 5, "seed": 7 }),
        json!({ "task": "2048/bench", "player": "perfect", "rows": 3, "columns": 3, "seed": 7 }),
        json!({ "task": "2048/eval", "player": "network", "boards": "boards.jsonl" }),
        json!({ "task": "2048/eval", "player": "expectimax", "boards": "boards.jsonl" }),
        json!({ "task": "2048/train", "network": "4x5", "episodes": 1_000_000, "seed": 7 }),
        json!({ "task": "2048/train", "episodes": 1_000_000, "seed": 7 }),
        json!({ "task": "2048/train", "network": "4x5", "episodes": 300, "seed": 7 }),
        json!({ "task": "2048/tune", "seed": 3 }),
    ]
}

fn of_battleship() -> Vec<Value> {
    let place = |method: &str, count: u32| json!({ "task": "battleship/place", "method": method, "count": count, "seed": 7 });
    vec![
        json!({ "task": "battleship/score", "chromosomes": "fleets.jsonl" }),
        json!({ "task": "battleship/count" }),
        json!({ "task": "battleship/count", "rows": 12, "columns": 12, "probabilities": true }),
        place("classic", 2000),
        place("evolve", 2000),
        place("uniform", 2000),
        place("sequential", 100_000),
        place("adversarial", 8),
        json!({ "task": "battleship/place", "method": "classic", "generations": 400, "seed": 7,
                "animation": true }),
        json!({ "task": "battleship/place", "method": "adversarial", "count": 4, "generations": 6,
                "games": 4, "seed": 7, "animation": true }),
        json!({ "task": "battleship/hunt", "hunter": ["density", "scout"], "games": 20_000,
                "seed": 7 }),
        json!({ "task": "battleship/hunt", "hunter": ["density"], "games": 20, "seed": 7,
                "animation": true }),
        json!({ "task": "battleship/duel", "hunter": ["density", "lattice"], "games": 20_000,
                "seed": 7 }),
        json!({ "task": "battleship/advise", "rows": 13, "columns": 13 }),
        json!({ "task": "battleship/advise", "rows": 26, "columns": 26, "method": "sampled" }),
        json!({ "task": "battleship/duel", "hunter": ["veteran", "scout"],
                "fleets": ["adversarial"], "knows": ["adversarial"], "games": 20_000, "seed": 7 }),
        json!({ "task": "battleship/hunt", "rows": 4, "columns": 5, "fleet": "3,2",
                "hunter": ["perfect"], "games": 20_000, "seed": 7 }),
        json!({ "task": "battleship/tune", "seed": 7 }),
    ]
}

/// A script that looks at large floors again and again.
fn yard() -> String {
    let mut text = "floor 400 400\nlayer 8 0 1 1 2\ncost 9 9 0 3\ncrowd 0 1\n".to_owned();
    for row in 0..400 {
        let _ = writeln!(text, "walker 0 0 {row} 0 399 {row} 0");
    }
    for at in 0..400 {
        let _ =
            writeln!(text, "field 0 1 1 {at} {at} 0\nroute 0 0 0 399 {at} 0 0 1 1 0 0");
        let _ = writeln!(text, "aim 0 {at} 9 0\nset {at} 200 0 3\nupdate 0\nstep 0 40");
        let _ = writeln!(text, "route 0 0 0 399 {at} 0 0 1 1 0 1");
    }
    // No more than sixteen of them.
    let mut fields = 0;
    let kept = text.lines().filter(|line| {
        fields += i32::from(line.starts_with("field"));
        !line.starts_with("field") || fields <= 16
    });
    kept.collect::<Vec<_>>().join("\n")
}

/// What tasks read.
pub(crate) fn inputs() -> BTreeMap<&'static str, Vec<u8>> {
    let mut rng = Seed(1).rng();
    let mut level = open(9, &mut rng);
    level.truncate(level.len() - 1);
    let rows: Vec<_> = level.split('\n').collect();
    let level = json!({ "layout": rows, "goal": { "collect": 30 }, "moves": 25,
                        "band": { "mean_swaps": [1, 90] } });
    let map = walls(&mut rng);
    let texts = [
        ("level.json", level.to_string()),
        ("levels/one.json", level.to_string()),
        ("levels/two.json", level.to_string()),
        ("wide.txt", open(64, &mut rng)),
        ("curve.toml", CURVE.to_owned()),
        ("studio.json", json!({ "w": 64, "grid": vec![1; 64 * 64] }).to_string()),
        ("studio.toml", MAPPING.to_owned()),
        ("town.map", format!("type octile\nheight {SIDE}\nwidth {SIDE}\nmap\n{map}")),
        ("town.map.scen", scenarios(&mut rng)),
        ("yard.txt", yard()),
        ("map.txt", map.replace('@', "#")),
        ("boards.jsonl", BOARD.repeat(400)),
        ("fleets.jsonl", FLEET.repeat(20_000)),
    ];
    texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
}

const CURVE: &str =
    "levels = 20\ngoal = \"collect:30\"\ndifficulty = [[1, 20], [20, 30]]\n";

const MAPPING: &str =
    "places = { columns = \"w\" }\ngrid = { path = \"grid\" }\ncodes = { 1 = \".\" }\n";

const BOARD: &str = "{\"board\":[[2,4,8,2],[16,64,32,4],[128,256,0,0],[1024,2,0,0]]}\n";

const FLEET: &str = "{\"rows\":5,\"columns\":5,\"chromosome\":[1,1,0],\"fleet\":[2]}\n";

/// A level of which one cell in ten is an obstacle.
fn open(side: u32, rng: &mut Rng) -> String {
    field(side, '#', 10, rng)
}

/// A map of which one cell in five is a wall, open in all corners.
fn walls(rng: &mut Rng) -> String {
    field(SIDE, '@', 5, rng)
}

/// A field in which one cell in `one_in` is `other`, with open corners.
fn field(side: u32, other: char, one_in: u32, rng: &mut Rng) -> String {
    let mut text = String::new();
    for row in 0..side {
        for column in 0..side {
            let is_corner = [row, column].iter().all(|&it| it == 0 || it + 1 == side);
            let is_other = rng.below(one_in) == 0 && !is_corner;
            text.push(if is_other { other } else { '.' });
        }
        text.push('\n');
    }
    text
}

/// Scenarios between any cells; no length is true but that of the first.
fn scenarios(rng: &mut Rng) -> String {
    let last = SIDE - 1;
    let first =
        format!("version 1\n0\ttown.map\t{SIDE}\t{SIDE}\t0\t0\t{last}\t{last}\t800\n");
    let more = (0..2000).map(|_| {
        let [a, b, c, d] = std::array::from_fn(|_| rng.below(SIDE));
        format!("0\ttown.map\t{SIDE}\t{SIDE}\t{a}\t{b}\t{c}\t{d}\t400\n")
    });
    std::iter::once(first).chain(more).collect()
}

/// Of agents of several cells, and of many.
fn of_agents() -> Vec<Value> {
    let last = format!("{},{}", SIDE - 1, SIDE - 1);
    vec![
        json!({ "task": "path/plan", "map": "map.txt", "from": "0,0", "to": last, "size": 2,
                "nearest": true }),
        json!({ "task": "path/reach", "map": "map.txt", "from": "0,0", "size": 2 }),
        json!({ "task": "path/script", "script": "yard.txt" }),
        json!({ "task": "path/crowd", "map": "map.txt", "walkers": 2000, "own_goals": true,
                "again": true, "seed": 7 }),
        json!({ "task": "path/crowd", "map": "map.txt", "kind": "field", "walkers": 5000,
                "goal": [last], "seed": 7 }),
        json!({ "task": "path/field", "map": "map.txt", "goal": [last], "flee": 1.2 }),
        json!({ "task": "match3/generate", "rules": "candy", "rows": 64, "columns": 64,
                "parts": ["exits:9", "portals:9", "conveyors:9", "supply:20"], "goal": ["drop:20"],
                "kinds": ["frosting1:200"], "difficulty": 60, "seed": 7 }),
        json!({ "task": "2048/analyze", "game": "boards.jsonl", "worst": 100 }),
        json!({ "task": "2048/analyze", "worst": 100, "game": { "board":
                [[2, 4, 8, 16, 32], [0, 2, 4, 8, 16], [0, 0, 2, 4, 8], [0, 0, 0, 2, 4], [0, 0, 0, 0, 2]] } }),
    ]
}
