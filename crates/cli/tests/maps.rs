//! `tilewright path …` on maps of other people: levels of LDtk in files of their own, matrices, mazes,
//! and many NPCs.

use crate::common::Place;
use serde_json::json;

const LEVEL: &str = r#"{"identifier":"Cave","iid":"c","externalRelPath":null,"layerInstances":[
 {"__identifier":"Things","__type":"Entities","__cWid":4,"__cHei":2,"__gridSize":16,"__pxTotalOffsetX":16,"__pxTotalOffsetY":0,
  "entityInstances":[{"__identifier":"Start","__grid":[-1,0]},{"__identifier":"Goal","__grid":[2,1]}]},
 {"__identifier":"Ground","__type":"IntGrid","__cWid":4,"__cHei":2,"__gridSize":16,"layerDefUid":3,"intGridCsv":[1,1,1,1,1,2,1,1]}]}"#;

const PROJECT: &str = r#"{"jsonVersion":"1.5.3","externalLevels":true,"defs":{"layers":[
 {"identifier":"Ground","uid":3,"intGridValues":[{"value":1,"identifier":"grass"},{"value":2,"identifier":"wall"}]}]},
 "levels":[{"identifier":"Cave","iid":"c","layerInstances":null,"externalRelPath":"game/Cave.ldtkl"}]}"#;

fn game() -> Place {
    let place = Place::new();
    std::fs::create_dir(place.path().join("game")).unwrap();
    place.put("game.ldtk", PROJECT);
    place.put("game/Cave.ldtkl", LEVEL);
    place
}

#[test]
fn levels_in_files_of_their_own_are_read_through_their_project() {
    let place = game();
    let whole = place.run("path convert game.ldtk --show --json").done().json();
    assert_eq!(whole["layout"], json!(["....", ".#.."]));
    let level = place.run("path convert game/Cave.ldtkl --show --json").done().json();
    for key in ["layout", "walkable", "start", "goal"] {
        assert_eq!(level[key], whole[key], "{key}");
    }
    assert_eq!((&whole["start"], &whole["goal"]), (&json!([0, 0]), &json!([1, 3])));
    let found = level["sources"][0]["found"].as_str().unwrap();
    assert!(found.ends_with("(names of values by game.ldtk)"), "{found}");

    // The project may have another name, and files copied together may have lost their folder.
    std::fs::rename(place.path().join("game.ldtk"), place.path().join("other.ldtk"))
        .unwrap();
    place.run("path convert game/Cave.ldtkl --show").done();
    place.put("game/here.ldtk", place.text("other.ldtk"));
    std::fs::remove_file(place.path().join("other.ldtk")).unwrap();
    place.run("path convert game/Cave.ldtkl --show").done();
    place.run("path convert game/here.ldtk --show").done();
}

/// A copy of the project that holds the level itself gave its names, if it came first.
#[test]
fn a_level_in_a_file_of_its_own_has_the_names_of_the_project_that_names_the_file() {
    let place = game();
    let names = PROJECT.split_once("\"levels\":").unwrap().0.replace("wall", "mud");
    std::fs::rename(place.path().join("game.ldtk"), place.path().join("world.ldtk"))
        .unwrap();
    place.put("game.ldtk", format!("{names}\"levels\":[{LEVEL}]}}"));
    place.put("a.ldtk", PROJECT.replace("game/Cave", "old/Cave"));
    // The one that names the file, then the one that names another, then the one that names none.
    for project in ["world.ldtk", "a.ldtk", "game.ldtk"] {
        let seen = place.run("path convert game/Cave.ldtkl --show --json").done().json();
        let found = seen["sources"][0]["found"].as_str().unwrap();
        assert!(found.ends_with(&format!("(names of values by {project})")), "{found}");
        std::fs::remove_file(place.path().join(project)).unwrap();
    }
}

#[test]
fn what_a_level_lacks_is_named_with_what_to_do() {
    let place = game();
    place.put("alone.ldtkl", LEVEL.replace("\"c\"", "\"x\""));
    place.put("lost.ldtk", PROJECT.replace("game/Cave", "gone/Cave2"));
    place.put(
        "old.ldtk",
        r#"{"jsonVersion":"0.0.9","levels":[{"identifier":"Cave","layers":[]}]}"#,
    );
    place.put(
        "tiles.ldtk",
        r#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[{"__identifier":"Walls","__type":"Tiles",
        "__cWid":2,"__cHei":1,"__gridSize":16,"gridTiles":[{"px":[16,0]}]}]}]}"#,
    );
    insta::assert_snapshot!(place.transcript(&[
        "path plan alone.ldtkl",
        "path convert alone.ldtkl --show --walkable-tiles 1",
        "path plan lost.ldtk",
        "path plan game.ldtk --level Attic",
        "path plan old.ldtk",
        "path convert tiles.ldtk --show",
        "path convert tiles.ldtk --show --layer Walls",
        "path plan game.ldtk",
    ]));
}

#[cfg(unix)]
#[test]
fn a_project_names_no_file_outside_of_its_folder() {
    let place = game();
    std::fs::create_dir(place.path().join("maps")).unwrap();
    for file in ["../game/Cave.ldtkl", "link.ldtkl"] {
        place.put("maps/game.ldtk", PROJECT.replace("game/Cave.ldtkl", file));
        let link = place.path().join("maps/link.ldtkl");
        let _ = std::os::unix::fs::symlink(place.path().join("game/Cave.ldtkl"), link);
        let seen = place.run("path convert maps/game.ldtk --show");
        assert_eq!(seen.code, Some(2), "{seen}");
    }
    place.put("maps/game.ldtk", PROJECT.replace("game/Cave.ldtkl", "../game/Cave.ldtkl"));
    place.run("path convert maps/game.ldtk --show --project .").done();
}

#[test]
fn matrices_and_mazes_are_read_and_the_reading_is_printed() {
    let place = Place::new();
    place.put("matrix.json", "[[0, 0, 1],\n [1, 0, 0]]\n");
    place.put("matrix.csv", "0,0,1\r\n1,0,0\r\n");
    place.put("tiles.csv", "-1,-1,7\n7,-1,-1\n");
    place.put("rows.json", r##"[["S", ".", "#"], ["#", ".", "G"]]"##);
    place.put("maze.txt", "#####\n#S  #\n# # #\n#  G#\n#####\n");
    place.put("rogue.txt", "@..\n##.\n*..\n");
    place.put("swamp.txt", "SS.\n..G\n");
    place.put("ragged.csv", "0,1,0\n0,1\n");
    place.put("words.csv", "0,grass\n0,1\n");
    insta::assert_snapshot!(place.transcript(&[
        "path convert matrix.json --show",
        "path convert matrix.json --show --walkable-tiles 1",
        "path plan matrix.csv --from 0,0 --to 1,2 --connectivity 4",
        "path convert tiles.csv --show",
        "path convert rows.json --show",
        "path plan maze.txt --connectivity 4",
        "path plan rogue.txt",
        "path convert swamp.txt --show",
        "path plan ragged.csv",
        "path plan words.csv",
    ]));
    let request =
        r#"{"task": "path/convert", "show": true, "map": {"layout": [[0, 1], [0, 0]]}}"#;
    let answer = place.run_with("run - --json", request).done().json();
    assert_eq!(answer["layout"], json!([".#", ".."]));
}

const TOWN: &str = r#"<map version="1.10" orientation="orthogonal" width="4" height="2" tilewidth="10" tileheight="10">
 <tileset firstgid="1" name="t" tilewidth="10" tileheight="10" tilecount="2" columns="2"/>
 <layer id="1" name="collision" width="4" height="2"><data encoding="csv">0,1,0,0,0,0,0,0</data></layer>
 <objectgroup id="2" name="people">
  <object id="1" name="Ann" type="npc" x="5" y="5"><point/></object>
  <object id="2" name="Bob" type="npc" x="15" y="5"><point/></object>
  <object id="3" name="npc" x="5" y="15"><point/></object>
  <object id="4" name="goal" x="35" y="5"><point/></object>
 </objectgroup>
</map>"#;

#[test]
fn maps_that_are_all_floor_or_all_wall_are_named() {
    const WALLS: &str = "0,1,0,0,0,0,0,0";
    let place = Place::new();
    let ldtk = |values: &str| {
        let grid = LEVEL.replace("[1,1,1,1,1,2,1,1]", &format!("[{values}]"));
        format!("{{\"levels\":[{grid}]}}")
    };
    for (name, values) in [("free", "0,0,0,0,0,0,0,0"), ("full", "1,1,1,1,1,1,1,1")] {
        place.put(&format!("{name}.tmx"), TOWN.replace(WALLS, values));
        place.put(&format!("{name}.ldtk"), ldtk(values));
        place.put(&format!("{name}.csv"), format!("{values}\n"));
    }
    place.put("some.tmx", TOWN);
    place.put("some.ldtk", ldtk(WALLS));
    place.put("some.csv", format!("{WALLS}\n"));
    place.put("free.txt", "..\n");
    place.put("full.txt", "##\n");
    place.put("full.map", "type octile\nheight 1\nwidth 2\nmap\n@T\n");

    let [free, full] = ["no cell is a wall", "no cell is walkable"];
    let listed =
        |what: &str| Some(format!("{full}, as none has one of the listed {what}: 7, 9"));
    let list = " --walkable-tiles 7,9";
    for (words, expected) in [
        ("free.tmx", Some(free.to_owned())),
        ("full.tmx", Some(full.to_owned())),
        ("some.tmx", None),
        (&format!("some.tmx{list}"), listed("tiles")),
        ("free.ldtk", Some(free.to_owned())),
        ("full.ldtk", Some(full.to_owned())),
        ("some.ldtk", None),
        (&format!("some.ldtk{list}"), listed("values")),
        ("free.csv", Some(free.to_owned())),
        ("full.csv", Some(full.to_owned())),
        ("some.csv", None),
        (&format!("some.csv{list}"), listed("numbers")),
        // A character says of its own cell what it is.
        ("free.txt", None),
        ("full.txt", Some(full.to_owned())),
        ("full.map", Some(full.to_owned())),
    ] {
        let seen = place.run(&format!("path convert {words} --show --json")).done();
        assert_eq!(seen.json()["warnings"], json!(Vec::from_iter(&expected)), "{words}");
        let file = words.split(' ').next().unwrap();
        let shown = expected.map(|text| format!("{file}: {text}\n"));
        assert!(seen.stderr.starts_with(&shown.unwrap_or_default()), "{words}: {seen}");
    }
}

#[test]
fn each_npc_fails_alone_and_by_its_name() {
    let place = Place::new();
    place.put("town.tmx", TOWN);
    place.put("cut.tmx", TOWN.replace("0,1,0,0,0,0,0,0", "0,1,0,1,0,0,1,1"));
    place.put("goal.tmx", TOWN.replace("0,1,0,0,0,0,0,0", "0,1,0,1,0,0,0,0"));
    insta::assert_snapshot!(place.transcript(&[
        "path plan town.tmx",
        "path plan town.tmx --danger 0,0,0",
        "path plan town.tmx --detour 1.2 -o out.tmx",
        "path plan cut.tmx",
        "path plan goal.tmx --nearest",
    ]));
    let out = place.text("out.tmx");
    assert!(out.contains("name=\"Ann\"") && out.contains("name=\"npc 3\""), "{out}");
    let seen = place.run("path plan town.tmx --json");
    assert_eq!(seen.code, Some(2));
    let lines = seen.json_lines();
    let of = |key: &str| lines.iter().map(|line| line[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("name"), ["Ann", "Bob", "npc 3"]);
    assert_eq!(of("found"), [true, false, true]);
    assert_eq!(lines[1]["error"], "the start 0, 1 is in a wall");
    // The picture is that of the first path that could be planned.
    let seen = place.run("path plan town.tmx --picture town.gif");
    assert_eq!((seen.code, place.bytes("town.gif").is_empty()), (Some(2), false));
}

#[test]
fn the_nearest_cell_stands_in_for_a_goal_that_cannot_be_reached() {
    let place = Place::new();
    // Three neighbours of 1, 1 are as near: the two that are one step away, of them the first one.
    place.put("wall.txt", "...#\n.#.#\n.#.#\n...#\n");
    place.put("island.txt", ".....#.\n.....#.\n");
    insta::assert_snapshot!(place.transcript(&[
        "path plan wall.txt --from 0,0 --to 1,3",
        "path plan wall.txt --from 0,0 --to 1,3 --nearest --connectivity 4",
        "path plan wall.txt --from 0,0 --to 1,1 --nearest --connectivity 4",
        "path plan wall.txt --from 0,0 --to 3,2 --nearest --connectivity 4",
        "path plan wall.txt --from 1,1 --to 3,2 --nearest",
        "path plan wall.txt --from 0,0 --to 9,9 --nearest",
        "path plan island.txt --from 0,0 --to 1,6",
        "path plan island.txt --from 0,0 --to 1,6 --nearest",
        "path plan island.txt --from 0,0 --to 1,6 --nearest --planner improved --seed 1",
        "path plan island.txt --from 0,0 --to 0,3 --danger 0,3,1 --nearest",
    ]));
    let answer =
        place.run("path plan island.txt --from 0,0 --to 1,6 --nearest --json").done();
    assert_eq!(answer.json()["nearest"], json!([1, 4]));
}

/// The width and height of a PNG file.
fn png_size(bytes: &[u8]) -> [u32; 2] {
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn a_staggered_map_goes_to_the_editor_and_back() {
    let place = Place::new();
    let document = json!({
        "schema": "tilewright/map/2", "layout": ["..#", "...", "...", "..."], "stagger": "even-columns", "cells": "diamonds",
        "start": [0, 0], "goal": [3, 2],
    });
    place.put("map.json", document.to_string());
    place.run("path convert map.json map.tmx").done();
    place.run("path convert map.tmx map.tmj").done();
    let plan = |map: &str| {
        let answer = place.run(&format!("path plan {map} --json")).done().json();
        [answer["cells"].clone(), answer["length"].clone()]
    };
    assert_eq!(plan("map.tmx"), plan("map.json"));
    assert_eq!(plan("map.tmj"), plan("map.json"));
    let seen = place.run("path convert map.tmj --show --json").done().json();
    for key in ["layout", "stagger", "cells", "start", "goal"] {
        assert_eq!(seen[key], document[key], "{key}");
    }
}

/// A picture of another size is cut into other tiles by the editor.
#[test]
fn the_picture_of_a_tileset_has_the_size_that_it_states() {
    let place = Place::new();
    place.put("map.txt", "S.#\n..G\n");
    place.run("path plan map.txt --output map.tmx").done();
    for (name, size) in [("map-tiles", [32, 16]), ("tilewright-heat-16x16", [192, 16])] {
        let bytes = std::fs::read(place.path().join(format!("{name}.png"))).unwrap();
        assert_eq!(png_size(&bytes), size, "{name}");
        let [width, height] = size;
        let stated = format!("width=\"{width}\" height=\"{height}\"");
        assert!(place.text(&format!("{name}.tsx")).contains(&stated), "{name}");
    }
}
