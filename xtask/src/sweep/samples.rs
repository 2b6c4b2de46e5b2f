//! The sample files that are damaged: copied from the repository, written here, or made by the
//! program.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::root;

/// Files copied from the repository, with their names in the samples.
const COPIES: [(&str, &str); 20] = [
    ("in/level.json", "crates/cli/src/garden.json"),
    ("in/attic.json", "crates/cli/src/attic.json"),
    ("in/heart.txt", "crates/cli/src/heart.txt"),
    ("in/village.txt", "crates/cli/src/village.txt"),
    ("in/arena.map", "crates/pathplan/tests/data/movingai/arena.map"),
    ("in/arena.map.scen", "crates/pathplan/tests/data/movingai/arena.map.scen"),
    ("in/small.map", "crates/cli/src/redo/maps/m01_13x13.map"),
    ("in/small.map.scen", "crates/cli/src/redo/maps/m01_13x13.map.scen"),
    ("in/demo_16.tmx", "crates/pathplan/tests/data/bevy_northstar/demo_16.tmx"),
    ("in/demo.tsx", "crates/pathplan/tests/data/bevy_northstar/demo.tsx"),
    ("in/groups.tmx", "crates/formats/tests/data/rs-tiled/tiled_group_layers.tmx"),
    ("in/objects.tmx", "crates/formats/tests/data/rs-tiled/tiled_object_template.tmx"),
    ("in/template.tx", "crates/formats/tests/data/rs-tiled/tiled_object_template.tx"),
    (
        "in/tilesheet_template.tsx",
        "crates/formats/tests/data/rs-tiled/tilesheet_template.tsx",
    ),
    ("in/tilesheet.tsx", "crates/formats/tests/data/rs-tiled/tilesheet.tsx"),
    ("in/zstd.tmx", "crates/formats/tests/data/rs-tiled/tiled_base64_zstandard.tmx"),
    ("in/zlib.tmx", "crates/formats/tests/data/rs-tiled/tiled_base64_zlib.tmx"),
    (
        "in/infinite.tmx",
        "crates/formats/tests/data/rs-tiled/tiled_base64_zlib_infinite.tmx",
    ),
    ("in/weights.json", "crates/game2048/models/xiao.json"),
    ("in/flipped.tmx", "crates/formats/tests/data/rs-tiled/tiled_flipped.tmx"),
];

const OPEN: &str = r#"{"schema":"tilewright/level/2","rows":5,"columns":5,"colors":5,"layout":[".....",".....","..1..",".....","....."],"goal":{"collect":9},"moves":12}"#;
const STUDIO: &str = r#"{"size":{"w":4,"h":3},"moves":20,"grid":[[1,1,2,0],[1,3,3,1],[2,2,1,1]],"covers":[0,0,0,0,1,0,0,2,0,0,0,0],
 "obstacles":[{"x":1,"y":1,"type":"grass","health":2}],"goals":[{"type":"chain","count":2},{"type":"red","count":9}],"theme":"dusk"}"#;
const MAPPING: &str = r#"schema = "tilewright/mapping/1"
constants = { rules = "royal", colors = 4 }
places = { columns = "size.w", rows = "size.h", moves = "moves" }
grid = { path = "grid", form = "rows", origin = "bottom" }
codes = { 0 = "hole", 1 = ".", 2 = "red", 3 = "box2" }
layers = [{ path = "covers", form = "flat", codes = { 0 = "", 1 = "+chain1", 2 = "+chain2" } }]
lists = [{ path = "obstacles", row = "y", column = "x", number = "health", codes = { grass = "_grass" } }]
goals = { path = "goals", codes = { chain = "kind:chain", red = "color:red" } }
"#;
const LEVEL: &str = "..#..\n.1.a.\n.....\n.b...\n.....\n";
const CURVE: &str =
    "levels = 1\ngoal = \"collect:10\"\nkinds = [\"obstacle\"]\ndifficulty = [[1, 9]]\n";
const SETTINGS: &str = "seed = 7\n[match3.analyze]\njson = true\n[match3.generate]\ntarget = 600\nkinds = [\"obstacle\"]\n";
const BOARDS: &str = "{\"board\":[[2,4,8,16],[0,2,4,8],[0,0,2,4],[0,0,0,2]]}\n\
                      {\"board\":[[2,2,4,4],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}\n";
const COUNT: &str =
    r#"{"task":"battleship/count","rows":6,"columns":7,"fleet":"3,2","memory":"64M"}"#;
const ANALYZE: &str = r#"{"task":"match3/analyze","levels":["in/open.json",{"layout":["...",".#.","..."]}],"explain":true,"games":16}"#;
const FLEETS: &str = "{\"rows\":10,\"columns\":10,\"chromosome\":[10,7,1,2,10,0,10,4,0,6,3,1,1,10,1,10,8,0,5,9,0,3,2,0,3,1,1,3,5,0]}\n";
const CAVE: &str = r#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[{"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":2,"__gridSize":16,"intGridCsv":[0,1,0,0,0,0],"entityInstances":[{"__identifier":"Start","__grid":[0,0]},{"__identifier":"Goal","__grid":[2,0]}]}]}]}"#;

const LAYOUT: &str = r#"{"schema":"tilewright/map/2","layout":["..#2","..~.","...."],"start":[0,0],"goal":[2,3]}"#;

/// Files written with this content.
const TEXTS: [(&str, &str); 18] = [
    (
        "in/yard.txt",
        "floor 6 4\nfloor 2 2\nlayer 8 0 3 1 2.5\nfill 3 0 0 1 3 3\nlink 0 3 0 0 0 1 1 1 1\nroute 0 0 0 1 1 1 0 1 1 0 4\nfield 0 1 1 5 0 0\ncrowd 0 3\nwalker 0 0 0 0 5 0 0\nstep 0 9\nset 3 0 0 0\nupdate 0\nfollow 0 0 0 0 4\n",
    ),
    ("in/layout.json", LAYOUT),
    ("in/open.json", OPEN),
    ("in/studio.json", STUDIO),
    ("in/mapping.toml", MAPPING),
    ("in/levels.jsonl", OPEN),
    ("in/level.txt", LEVEL),
    ("in/curve.toml", CURVE),
    ("in/tilewright.toml", SETTINGS),
    ("tilewright.toml", SETTINGS),
    ("in/boards.jsonl", BOARDS),
    ("in/fleets.jsonl", FLEETS),
    ("in/seen.txt", "o...x.\n....x.\n......\n.B..o.\n.B....\n"),
    ("in/cave.ldtk", CAVE),
    ("in/count.json", COUNT),
    ("in/analyze.json", ANALYZE),
    ("in/shots.txt", "A1\nB2\nC3\nhint\nJ10\nquit\n"),
    ("in/tour/index.html", "<meta name=\"generator\" content=\"another\">\n"),
];

/// Commands that make further samples.
const MADE: [&str; 16] = [
    "match3 import in/studio.json --map in/mapping.toml -o in/mapped.json",
    "match3 export in/open.json --to tmx -o in/level.tmx",
    "match3 calibrate --levels 32 --games 8 --rows 5 --columns 5 --goal collect:10 -o in/model.json",
    "match3 play in/open.json --games 2 --record in/record.json",
    "match3 pack --curve in/curve.toml -o in/pack",
    "match3 archive --goal collect:9 --rows 5 --columns 5 --difficulty 5-15 --difficulty-bins 2 --rounds 1 --evaluations 300 -o in/archive",
    "path convert in/village.txt in/town.tmx",
    "path convert in/village.txt in/town.tmj",
    "2048 train --network 0123 --episodes 5 --checkpoint in/half.tw -o in/net.tw2048",
    "battleship place --count 3 -o in/fleets.json",
    "battleship tune --rows 6 --columns 6 --fleet 3,2,1 --hunter scout --games 9 --rounds 1 --validation-games 9 --tolerance 99 -o in/placer.json",
    "battleship hunt --hunter random --fleets sequential --games 2 --record in/hunt.json",
    "battleship hunt --hunter random --fleets sequential --games 9 --part 1/2 -o in/one.part",
    "battleship hunt --hunter random --fleets sequential --games 9 --part 2/2 -o in/two.part",
    "battleship place --count 3 --record-run --db in/runs.db",
    "runs export 1 --db in/runs.db -o in/run.json",
];

/// Outputs whose logs `FILE.part` are kept as samples, and the commands that write them.
const UNFINISHED: [(&str, &str); 7] = [
    ("in/bench.jsonl", "2048 bench --player random --games 90 -o in/bench.jsonl"),
    ("in/played.json", "match3 play in/level.json --games 600 -o in/played.json"),
    ("in/place.json", "battleship place --method classic --count 4 -o in/place.json"),
    (
        "in/adversarial.json",
        "battleship place --method adversarial --hunter random --games 1 --generations 1 --count 4 -o in/adversarial.json",
    ),
    (
        "in/games.jsonl",
        "battleship hunt --hunter random --fleets sequential --games 600 -o in/games.jsonl",
    ),
    (
        "in/duels.json",
        "battleship duel --hunter random,random --fleets sequential --games 200 -o in/duels.json",
    ),
    (
        "in/tuned.json",
        "battleship tune --rows 6 --columns 6 --fleet 3,2,1 --hunter scout --games 40 --rounds 1 --tolerance 99 --validation-games 9 -o in/tuned.json",
    ),
];

/// Makes the samples in a folder.
pub(super) fn make(program: &Path, folder: &Path) -> Result<()> {
    for inner in ["in/tour", "in/saves"] {
        fs::create_dir_all(folder.join(inner))?;
    }

    for (name, source) in COPIES {
        fs::copy(root().join(source), folder.join(name)).context(source)?;
    }

    for (name, text) in TEXTS {
        fs::write(folder.join(name), text)?;
    }

    let rows = (0..9).flat_map(|at| [("level", 20 + at), ("open", 9 + at)]);
    let rows: Vec<_> =
        rows.map(|(name, swaps)| format!("{name}.json,{swaps},1\n")).collect();
    fs::write(
        folder.join("in/plays.csv"),
        format!("level,swaps,won\n{}", rows.concat()),
    )?;

    let save = "2048 play --auto --moves 5 --depth 1 --game g --saves in/saves";
    for words in MADE.iter().chain([&save]) {
        run(program, folder, words)?;
    }

    UNFINISHED.iter().try_for_each(|(file, words)| stop(program, folder, file, words))
}

fn run(program: &Path, folder: &Path, words: &str) -> Result<()> {
    let mut command = Command::new(program);
    command.current_dir(folder).args(words.split(' ')).args(["--seed", "1", "--quiet"]);
    command.stdin(Stdio::null());
    let output = command.output().context("cannot start the program")?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{words}: {told}");
    Ok(())
}

/// Runs a command that writes `file`, and keeps its log `FILE.part`, which the program removes at the
/// end: a second link to the log survives.
fn stop(program: &Path, folder: &Path, file: &str, words: &str) -> Result<()> {
    let part = folder.join(format!("{file}.part"));
    let second = folder.join(format!("{file}.second"));
    fs::write(&part, "")?;
    fs::hard_link(&part, &second)?;
    run(program, folder, words)?;
    fs::rename(&second, &part)?;
    Ok(fs::remove_file(folder.join(file))?)
}
