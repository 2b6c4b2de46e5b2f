//! The commands that are swept, and which of their inputs is damaged.

/// A command in a folder that holds copies of the good files it needs.
pub(crate) struct Line {
    /// The words. `in/…` are files, `out/…` what is written.
    pub(crate) words: &'static str,
    /// The good file that is damaged; `-` after its name says that it comes by stdin. None where
    /// the words themselves are damaged.
    pub(crate) input: Option<&'static str>,
    /// Good files and folders beside it, as they are.
    pub(crate) beside: &'static [&'static str],
}

const fn file(
    words: &'static str,
    input: &'static str,
    beside: &'static [&'static str],
) -> Line {
    Line { words, input: Some(input), beside }
}

/// A command whose words are damaged, one at a time.
const fn words(words: &'static str, beside: &'static [&'static str]) -> Line {
    Line { words, input: None, beside }
}

const MAPS: &[&str] = &["in/arena.map", "in/arena.map.scen"];
const TILED: &[&str] = &["in/demo.tsx", "in/demo_16.tmx"];

/// Every verb, on every kind of file that it reads, and with every word that it takes.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[Line] = &[
    file("match3 analyze in/level.json", "in/level.json", &[]),
    file("match3 analyze in/level.json --explain --picture out/a.svg", "in/level.json", &[]),
    file("match3 analyze in/level.txt --json", "in/level.txt", &[]),
    file("match3 analyze in/level.tmx", "in/level.tmx", &["in/tilewright-match3.tsx"]),
    file("match3 analyze in/level.tmx --json", "in/tilewright-match3.tsx", &["in/level.tmx"]),
    file("match3 analyze in/level.json --model in/model.json", "in/model.json", &["in/level.json"]),
    file("match3 analyze - --json", "in/levels.jsonl-", &[]),
    file("match3 generate --template in/heart.txt --target 100 -o out/l.json", "in/heart.txt", &[]),
    file("match3 play in/level.json --games 3 --max-swaps 100 --picture out/p.svg", "in/level.json", &[]),
    file("match3 play in/level.txt --games 3 --max-swaps 100 --goal collect:9 --record out/r.json", "in/level.txt", &[]),
    file("match3 play --replay in/record.json", "in/record.json", &[]),
    file("match3 play in/level.json --replay in/record.json --picture out/p.gif", "in/record.json", &["in/level.json"]),
    file("match3 calibrate --plays in/plays.csv -o out/m.json", "in/plays.csv", &["in/level.json", "in/open.json"]),
    file("match3 calibrate --plays in/plays.csv -o out/m.json", "in/level.json", &["in/plays.csv", "in/open.json"]),
    file("match3 pack --curve in/curve.toml -o out/pack", "in/curve.toml", &[]),
    file("match3 pack --curve in/curve.toml -o in/pack", "in/pack/pack.json", &["in/curve.toml", "in/pack"]),
    file("match3 pack --curve in/curve.toml -o in/pack", "in/pack/level-001.json", &["in/curve.toml", "in/pack"]),
    file("match3 export in/level.json --to tmx -o out/l.tmx", "in/level.json", &[]),
    file("match3 export in/level.txt --to csv", "in/level.txt", &[]),
    file("match3 export in/level.tmx --to text", "in/level.tmx", &["in/tilewright-match3.tsx"]),
    file("match3 check in --games 9", "in/level.json", &["in/open.json"]),
    file("path plan in/village.txt --from 20,4 --to 6,34", "in/village.txt", &[]),
    file("path plan - --from 20,4 --to 6,34 --planner jps", "in/village.txt-", &[]),
    file("path plan in/arena.map --scenario in/arena.map.scen --index 3", "in/arena.map", MAPS),
    file("path plan in/arena.map --scenario in/arena.map.scen --index 3 --json", "in/arena.map.scen", MAPS),
    file("path plan in/demo_16.tmx --walkable-tiles 14 --from 1,1 --to 14,14 -o out/p.tmx", "in/demo_16.tmx", TILED),
    file("path plan in/demo_16.tmx --walkable-tiles 14 --from 1,1 --to 14,14 -o out/p.tmj", "in/demo.tsx", TILED),
    file("path plan in/cave.ldtk --picture out/p.svg", "in/cave.ldtk", &[]),
    file("path plan in/village.txt --from 20,4 --to 6,34 --planner improved --generations 2", "in/village.txt", &[]),
    file("path convert in/town.tmj --show", "in/town.tmj", &["in/town-tiles.tsx"]),
    file("path convert in/town.tmx out/t.map", "in/town.tmx", &["in/town-tiles.tsx"]),
    file("path convert in/arena.map out/t.tmx", "in/arena.map", &[]),
    file("path convert in/groups.tmx --show --layer one", "in/groups.tmx", &["in/tilesheet.tsx"]),
    file("path convert in/objects.tmx --show", "in/objects.tmx", &["in/tilesheet.tsx", "in/template.tx"]),
    file("path convert in/objects.tmx --show", "in/template.tx", &["in/tilesheet.tsx", "in/objects.tmx"]),
    file("path convert in/zstd.tmx --show --walkable-tiles 1", "in/zstd.tmx", &["in/tilesheet.tsx"]),
    file("path convert in/zlib.tmx --show --walkable-tiles 1", "in/zlib.tmx", &["in/tilesheet.tsx"]),
    file("path convert in/infinite.tmx --show --walkable-tiles 1", "in/infinite.tmx", &["in/tilesheet.tsx"]),
    file("path check in/arena.map.scen", "in/arena.map.scen", MAPS),
    file("path check in/arena.map.scen", "in/arena.map", MAPS),
    file("path compare in/small.map.scen --runs 2 --generations 2", "in/small.map.scen", &["in/small.map"]),
    file("path compare in/small.map.scen --runs 2 --generations 2", "in/small.map", &["in/small.map.scen"]),
    file("path routes in/village.txt --from 20,4 --to 6,34 --routes 3", "in/village.txt", &[]),
    file("path routes in/arena.map --scenario in/arena.map.scen --index 9 --routes 3 -o out/r.tmx", "in/arena.map", MAPS),
    file("path pareto in/village.txt --from 20,4 --to 6,34 --danger 10,20,4", "in/village.txt", &[]),
    file("2048 eval in/boards.jsonl", "in/boards.jsonl", &[]),
    file("2048 eval - --player network", "in/boards.jsonl-", &[]),
    file("2048 eval in/boards.jsonl --player network --network in/net.tw2048", "in/net.tw2048", &["in/boards.jsonl"]),
    file("2048 eval in/boards.jsonl --player expectimax --depth 1 --weights in/weights.json", "in/weights.json", &["in/boards.jsonl"]),
    file("2048 move in/boards.jsonl", "in/boards.jsonl", &[]),
    file("2048 move -", "in/boards.jsonl-", &[]),
    file("2048 bench --games 1 --depth 1 --network in/net.tw2048", "in/net.tw2048", &[]),
    file("2048 train --network 0123 --episodes 9 --checkpoint in/half.tw --resume -o out/n.tw2048", "in/half.tw", &[]),
    file("2048 train --late in/net.tw2048 --episodes 1 -o out/n.tw2048", "in/net.tw2048", &[]),
    file("2048 tune --weights in/weights.json --generations 1 --parents 1 --children 1 --games 1 --check 2 --depth 1 -o out/w.json", "in/weights.json", &[]),
    file("2048 play --auto --moves 3 --depth 1 --game g --saves in/saves", "in/saves/g.json", &["in/saves"]),
    file("2048 play --list --saves in/saves", "in/saves/g.json", &["in/saves"]),
    file("2048 play --saves in/saves", "in/boards.jsonl-", &["in/saves"]),
    file("battleship score in/fleets.jsonl", "in/fleets.jsonl", &[]),
    file("battleship score -", "in/fleets.jsonl-", &[]),
    file("battleship hunt --hunter random --fleets in/fleets.json --games 2", "in/fleets.json", &[]),
    file("battleship hunt --replay in/hunt.json", "in/hunt.json", &[]),
    file("battleship hunt --replay in/hunt.json --picture out/h.gif", "in/hunt.json", &[]),
    file("battleship duel --hunter random,random --fleets in/fleets.json --games 2", "in/fleets.json", &[]),
    file("battleship place --method classic --count 4 -o in/place.json", "in/place.json.part", &[]),
    file("battleship place --method hard --hunter random --games 1 --generations 1 --count 4 -o in/hard.json", "in/hard.json.part", &[]),
    file("battleship hunt --hunter random --fleets sequential --games 600 -o in/games.jsonl", "in/games.jsonl.part", &[]),
    file("battleship duel --hunter random,random --fleets sequential --games 200 -o in/duels.json", "in/duels.json.part", &[]),
    file("battleship play --own in/fleets.json --hunter random", "in/fleets.json", &[]),
    file("battleship play --hunter random --record out/b.json", "in/shots.txt-", &[]),
    file("--config in/tilewright.toml match3 analyze in/level.json", "in/tilewright.toml", &["in/level.json"]),
    file("match3 analyze in/level.json", "tilewright.toml", &["in/level.json"]),
    file("tour --out in/tour", "in/tour/index.html", &["in/tour"]),
    words("match3 generate --rows 5 --columns 5 --target 50 --tolerance 9 --kinds obstacle:1-2,blocked1 --symmetry none --count 2 --colors 5 --goal collect:9 --moves 9 -o out/l", &[]),
    words("match3 generate --rows 5 --columns 5 --difficulty 12 --goal collect:9 --kinds obstacle -o out/l.json", &[]),
    words("match3 analyze in/level.json --bot seed --picture out/a.png", &["in/level.json"]),
    words("match3 play in/level.json --games 2 --bot greedy:0.5 --goal collect:3 --colors 5 --moves 9 --win-rate 0.5 --max-swaps 99 --game 1 --record out/r.json --picture out/p.svg", &["in/level.json"]),
    words("match3 calibrate --rows 5 --columns 5 --colors 5 --goal collect:5 --levels 32 --games 8 -o out/m.json", &[]),
    words("match3 export in/level.json --to tmj -o out/l.tmj", &["in/level.json"]),
    words("match3 check in --bot random --games 9", &["in/level.json"]),
    words("path plan in/village.txt --from 20,4 --to 6,34 --connect 8 --corners one --planner astar --danger 3,3,2 --danger-weight 0.5 --picture out/p.gif", &["in/village.txt"]),
    words("path convert in/town.tmx out/t.tmj --walkability layer --layer collision", &["in/town.tmx", "in/town-tiles.tsx"]),
    words("path compare in/small.map.scen --runs 2 --generations 2,3 --planners improved --length-share 1 --picture out/c.svg", &["in/small.map", "in/small.map.scen"]),
    words("path routes in/village.txt --from 20,4 --to 6,34 --routes 3 --detour 1.1 --method spread --picture out/r.png", &["in/village.txt"]),
    words("path pareto in/village.txt --from 20,4 --to 6,34 --danger 9,9,3", &["in/village.txt"]),
    words("2048 play --auto --moves 3 --depth 1 --size 3x4 --fours 0.2 --picture out/p.gif --player expectimax", &[]),
    words("2048 bench --player greedy --games 2 --size 4x4 --fours 0.1 --picture out/b.svg", &[]),
    words("2048 eval in/boards.jsonl --player expectimax --depth 1 --fours 0.1", &["in/boards.jsonl"]),
    words("2048 train --network 0123 --episodes 9 --rate 0.5 --optimism 10 --lambda 0.5 --settle 2 --checkpoint out/c.tw --every 5 -o out/n.tw2048", &[]),
    words("battleship place --rows 7 --columns 7 --fleet 3,2,2 --touch never --method exact --count 2 --memory 64M -o out/f.json", &[]),
    words("battleship place --method classic --population 9 --generations 3 --picture out/f.svg", &[]),
    words("battleship count --rows 6 --columns 6 --fleet 3,2,1 --probabilities --memory 64M --picture out/c.svg", &[]),
    words("battleship hunt --hunter random --fleets sequential --games 2 --record out/h.json --game 1 --picture out/h.svg", &[]),
    words("battleship duel --hunter random,random --fleets sequential --games 2 --rows 8 --columns 8 --fleet 3,2", &[]),
    words("battleship play --hunter random --rows 6 --columns 6 --fleet 2,1", &[]),
    words("tour --out out/missing/tour --seed 1 --threads 2", &[]),
    file("run in/count.json", "in/count.json", &[]),
    file("run - --json", "in/count.json-", &[]),
    file("run in/analyze.json --picture out/a.svg", "in/analyze.json", &["in/open.json"]),
    words("schema battleship/count", &[]),
    words("completions bash", &[]),
    words("man --color never", &[]),
];
