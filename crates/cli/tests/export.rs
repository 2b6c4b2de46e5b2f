//! `tilewright match3 export`: levels for other programs, and back; `analyze --explain`.

use crate::common::{Place, Seen};
use serde_json::Value;

const LEVEL: &str = r#"{"schema":"tilewright/level/2","colors":5,"goal":{"collect":30},"moves":25,
 "layout":[".........","..2..#...","....#....",".#..a....","...3.....",".........","_...1..._",".........","........."]}"#;

#[cfg(unix)]
#[test]
fn a_name_that_is_too_long_leaves_nothing_behind() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    let name = "9".repeat(300);
    let seen = place.run(&format!("match3 export level.json --to tmj -o {name}"));
    assert!(seen.stderr.contains("the name is too long"), "{}", seen.stderr);
    assert_eq!(place.names("."), ["level.json"]);
}

#[test]
fn a_level_goes_to_tiled_and_back() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.run("match3 export level.json --to tmx -o map.tmx").done();
    place.run("match3 export level.json --to tmj -o map.tmj").done();
    assert_eq!(
        place.names("."),
        [
            "level.json",
            "map.tmj",
            "map.tmx",
            "tilewright-match3.png",
            "tilewright-match3.tsx"
        ]
    );
    insta::assert_snapshot!(place.text("map.tmx"));
    insta::assert_snapshot!(place.text("tilewright-match3.tsx"));
    let json = place.run("match3 export level.json --to json").done().stdout;
    for map in ["map.tmx", "map.tmj"] {
        assert_eq!(
            place.run(&format!("match3 export {map} --to json")).done().stdout,
            json
        );
    }
    let picture = tilewright_png_size(&place.bytes("tilewright-match3.png"));
    assert_eq!(picture, (11 * 32, 32), "the picture is as large as the tileset says");
    // A map is a level wherever one is read.
    let of = |file: &str| -> Value {
        let mut document =
            place.run(&format!("match3 analyze {file} --json")).done().json();
        (document["file"], document["request"]) = (Value::Null, Value::Null);
        document
    };
    assert_eq!(of("map.tmx"), of("level.json"));
    place.run("match3 play map.tmj --games 20 --seed 1").done();
}

/// The width and height in the head of a PNG.
fn tilewright_png_size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn levels_go_to_a_table_and_to_text() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.put("other.txt", "..a\n...\n#..\n");
    insta::assert_snapshot!(place.transcript(&[
        "match3 export level.json other.txt --to csv",
        "match3 export level.json --to text",
    ]));
}

#[test]
fn machines_read_the_form_and_what_was_left_out() {
    let place = Place::new();
    place.put("level.json", LEVEL.replacen('{', r#"{"author":"Ada","#, 1));
    let words = "match3 export level.json --to";
    let document = place.run(&format!("{words} text --json")).done().json();
    assert_eq!(document["left_out"], serde_json::json!(["author", "goal", "moves"]));
    let map = place.run(&format!("{words} tmx"));
    assert!(
        map.stderr.contains("\nhint: --output writes them beside the map\n"),
        "{map}"
    );
    let piped = place.run(&format!("{words} tmx -o -")).done();
    assert_eq!(piped.stdout, map.stdout);
    let named = "tilewright-match3.png is not written: -o is not a file\n";
    assert!(piped.stderr.ends_with(named), "{piped}");
}

#[test]
fn what_cannot_be_exported_is_explained() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.put("free.txt", "..?\n...\n");
    place.put("broken.tmx", "<map width=\"3\" height=");
    place.put("tilewright-match3.tsx", "mine");
    insta::assert_snapshot!(place.transcript(&[
        "match3 export level.json level.json --to tmx",
        "match3 export free.txt --to json",
        "match3 export broken.tmx --to json",
        "match3 export level.json --to tmx -o map.tmx",
        "match3 export level.json --to png",
        "match3 export absent.json --to csv",
        "match3 export free.txt --to tmj -o absent/map.tmj",
    ]));
    assert_eq!(place.text("tilewright-match3.tsx"), "mine");
}

#[test]
fn a_level_is_explained() {
    let place = Place::new();
    place.put("level.json", LEVEL);
    place.put("other.txt", "..a\n...\n#..\n");
    let seen = place.run("match3 analyze level.json other.txt --explain --seed 1").done();
    let lines: Vec<&str> = seen
        .stdout
        .lines()
        .filter(|line| {
            line.contains("swaps")
                || line.contains("costs")
                || line.contains("single change")
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
    let document =
        place.run("match3 analyze level.json --explain --json --seed 1").done().json();
    let predicted = document["predicted"]["swaps"].as_f64().unwrap();
    let played = place.run("match3 play level.json --seed 1 --games 4000 --max-swaps 1000 --json --moves auto").done().json();
    let played = played["swaps"]["mean"].as_f64().unwrap();
    assert!((predicted / played - 1.0).abs() < 0.1, "{predicted} {played}");
    let factor = |key: &str| document["explanation"][key]["factor"].as_f64().unwrap();
    assert!(factor("easiest") < 1.0 && factor("hardest") > 1.0);
}

/// A level of `royal` with a goal: three boxes and two cells of grass.
const ROYAL: &str = r#"{"schema": "tilewright/level/2", "rules": "royal", "moves": 6,
 "layout": [[".", ".", ".", ".", "."], [".", ".", "box1", ".", "."], [".", "box1", "box2", ".", "."],
            [".", ".", ".", ".", "."], ["._grass1", "._grass1", ".", ".", "."]],
 "goal": {"all": [{"collect": {"kind": "box", "count": "all"}}, {"collect": {"kind": "grass", "count": "all"}}]}}"#;

#[test]
fn levels_of_all_rules_are_explained() {
    let place = Place::new();
    place.put("royal.json", ROYAL);
    place.put("aimless.json", ROYAL.replace("\"goal\"", "\"other\""));
    place.put("walled.json", ROYAL.replace(r#"["._grass1""#, r##"["#_grass1""##));
    insta::assert_snapshot!(place.transcript(&[
        "match3 analyze royal.json --explain --games 256 --seed 1",
        "match3 analyze royal.json --explain --games 256 --kinds chain1,egg1 --seed 1",
        "match3 analyze royal.json --explain --kinds chain1:3 --seed 1",
        "match3 analyze royal.json --explain --kinds frosting1 --seed 1",
        "match3 analyze royal.json --kinds chain1",
        "match3 analyze aimless.json --explain --seed 1",
        "match3 analyze walled.json --explain --seed 1",
    ]));
}

/// A limit on the size of files stands for a full disk: the map would fit, the picture of its
/// tileset would not.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_map_without_its_tileset() {
    let place = Place::new();
    place.put("level.txt", "...\n.#.\n...\n");
    let program = crate::common::process(place.path());
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$0\" match3 export level.txt --to tmx -o map.tmx";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", script]).arg(program.get_program()).current_dir(place.path());
    let seen = Seen::of(&mut assert_cmd::Command::from_std(command));
    assert_eq!(seen.code, Some(2), "{seen}");
    assert_eq!(place.names(""), ["level.txt"], "{seen}");
}

#[test]
fn what_a_killed_program_left_goes_with_the_next_output() {
    let place = Place::new();
    place.put("level.txt", "...\n.#.\n...\n");
    place.put(".tilewright-a1b2c3", "half a file");
    place.run("match3 export level.txt --to json -o level.json").done();
    assert_eq!(place.names(""), ["level.json", "level.txt"]);
}

const POND: &str = "# A pond that thaws.\nname Frozen pond\nsize 6 4 # width, height\nmoves 14\nband 40 60\n\
    colors 4\ngoal ice 6\ngoal color 0 10\ngrid\n. . . . . .\n. .i .I .I .i .\n.g .g b B .g .g\n# . . . . #\n";

#[test]
fn text_levels_of_match3_lab_are_read_and_written() {
    let place = Place::new();
    place.put("pond.txt", POND);
    place.put("broken.txt", POND.replace(".i .\n", ".x .\n"));
    place.put(
        "score.json",
        r#"{"rules": "lab", "rows": 3, "columns": 3, "layout": ["...", "...", "..."], "goal": {"score": 900}, "moves": 9}"#,
    );
    place.put(
        "made.json",
        r##"{"schema": "tilewright/level/2", "rows": 3, "columns": 3, "rules": "lab", "colors": 4, "moves": 9,
            "layout": [[".", "#", "box2"], [".", ".+ice1", "."], [".", ".", "r"]], "name": "Made", "author": "Ada",
            "goal": {"all": [{"collect": {"kind": "box", "count": "all"}}, {"clear": "overlays"}]},
            "band": {"bot": "greedy", "win_rate": [0.25, 0.5]}}"##,
    );
    insta::assert_snapshot!(place.transcript(&[
        "match3 export pond.txt --to json",
        "match3 export pond.txt --to lab",
        "match3 export pond.txt --to text",
        "match3 export made.json --to lab",
        "match3 export score.json --to lab",
        "match3 export broken.txt --to lab",
    ]));
    place.run("match3 export pond.txt --to json -o pond.json").done();
    place.run("match3 export pond.txt --to tmx -o pond.tmx").done();
    let lab = place.run("match3 export pond.txt --to lab").done().stdout;
    assert_eq!(place.run("match3 export pond.json --to lab").done().stdout, lab);
    let without = lab.replace("name Frozen pond\n", "").replace("band 40 60\n", "");
    assert_eq!(place.run("match3 export pond.tmx --to lab").done().stdout, without);
}
