//! `tilewright path …` on projects of Tiled: files in other folders, sources of walls, and options
//! without effect.

use crate::common::Place;

const FLOOR: &str = "<tileset name=\"floor\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"4\" columns=\"2\">\
    <tile id=\"1\"><properties><property name=\"collides\" type=\"bool\" value=\"true\"/></properties></tile>\
    <tile id=\"2\" type=\"Rock\"/></tileset>";

const PROJECT: &str = r#"{"propertyTypes": [{"id": 1, "name": "Rock", "type": "class", "useAs": ["tile"],
    "members": [{"name": "solid", "type": "bool", "value": true}]}]}"#;

/// A map of one row with a painted wall in column 3, whose tileset is in another folder.
const MAP: &str = r#"<map version="1.10" orientation="orthogonal" width="5" height="1" tilewidth="16" tileheight="16">
 <tileset firstgid="1" source="../../tiles/floor.tsx"/>
 <layer id="1" name="Ground" width="5" height="1"><data encoding="csv">1,2,3,1,1</data></layer>
 <layer id="2" name="Collision" width="5" height="1"><data encoding="csv">0,0,0,1,0</data></layer>
</map>"#;

/// The project `game` with the map in `maps/east` and its tileset in `tiles`.
fn game() -> Place {
    let place = Place::new();
    for folder in ["game", "game/maps", "game/maps/east", "game/tiles"] {
        std::fs::create_dir(place.path().join(folder)).unwrap();
    }
    place.put("game/maps/east/town.tmx", MAP);
    place.put("game/tiles/floor.tsx", FLOOR);
    place
}

fn layout(place: &Place, words: &str) -> String {
    let seen = place.run(&format!("path convert {words} --show --json")).done();
    seen.json()["layout"][0].as_str().unwrap().to_owned()
}

#[test]
fn a_project_only_adds_walls_and_is_proposed_first() {
    let place = game();
    let map = "game/maps/east/town.tmx";
    // The painted wall alone: what is missing is said, with the folder that holds it.
    let seen = place.run(&format!("path convert {map} --show")).done();
    assert!(seen.stderr.contains("the walls that it makes are missing"), "{seen}");
    assert!(seen.stderr.contains("hint: use --project game to read files"), "{seen}");
    assert_eq!(layout(&place, map), "...#.");
    assert_eq!(layout(&place, &format!("{map} --project game")), ".#.#.");
    // A map that says nothing without its tileset.
    place.put("game/maps/east/bare.tmx", MAP.replace("Collision", "Things"));
    let seen = place.run("path plan game/maps/east/bare.tmx --from 0,0 --to 0,4");
    assert_eq!(seen.code, Some(2), "{seen}");
    let first =
        seen.stderr.lines().find(|line| line.starts_with("  tilewright ")).unwrap();
    assert_eq!(
        first.trim(),
        "tilewright path convert game/maps/east/bare.tmx --show --project game"
    );
}

#[test]
fn the_file_of_a_project_opens_its_folder_and_brings_its_classes() {
    let place = game();
    let map = "game/maps/east/town.tmx";
    place.put("game/world.tiled-project", PROJECT);
    assert_eq!(layout(&place, map), ".###.");
    let seen = place.run(&format!("path convert {map} --show")).done();
    assert_eq!(seen.stderr, "", "{seen}");
    let text = seen.stdout.split("walkable, decided by:\n").nth(1).unwrap();
    assert_eq!(
        text,
        "  properties: the properties of tiles: collides, solid (2 cells, 2 walls)\n\
         \x20 layer: the layer \"Collision\" (1 cell, 1 wall)\n"
    );
    // A nearer project that does not hold the tileset is passed over for it.
    place.put("game/maps/near.tiled-project", "{}");
    assert_eq!(layout(&place, map), ".#.#.");
    // One that is none is named, and the map is read.
    place.put("game/maps/near.tiled-project", "nonsense");
    let seen = place.run(&format!("path convert {map} --show")).done();
    assert!(seen.stderr.contains("near.tiled-project were not read"), "{seen}");
    // No project opens what is outside of it.
    place.put("outside.tsx", FLOOR);
    place.put(map, MAP.replace("../../tiles/floor.tsx", "../../../outside.tsx"));
    let seen = place.run(&format!("path convert {map} --show")).done();
    assert!(seen.stderr.contains("may not be read"), "{seen}");
    assert!(seen.stderr.contains("--project ."), "{seen}");
}

#[test]
fn what_says_nothing_is_explained_with_what_would() {
    let place = game();
    let bare = MAP
        .replace("Collision", "Things")
        .replace("0,0,0,1,0", "0,0,0,0,0")
        .replace("1,2,3,1,1", "1,0,0,0,0")
        .replace(
            " <layer id=\"1\"",
            " <tileset firstgid=\"9\" source=\"lost.tsx\"/>\n <layer id=\"1\"",
        );
    place.put("game/maps/east/bare.tmx", bare);
    let seen = place.run("path convert game/maps/east/bare.tmx --show");
    assert_eq!(seen.code, Some(2), "{seen}");
    for said in [
        "not read: ../../tiles/floor.tsx (outside the folder of files), lost.tsx (not found)\n",
        "that gives 4 walls and 1 walkable cell in 1 region, the largest with 1 cell.",
    ] {
        assert!(seen.stderr.contains(said), "{said}: {seen}");
    }
    let most = place.text("game/maps/east/bare.tmx").replace("1,0,0,0,0", "1,1,1,1,0");
    place.put("game/maps/east/most.tmx", most);
    let seen = place.run("path convert game/maps/east/most.tmx --show");
    assert!(seen.stderr.contains("that gives 1 wall and 4 walkable cells in"), "{seen}");
    let names = "expected one of properties, tiles, layer, tile-objects, objects, shapes";
    let words = "path convert game/maps/east/town.tmx --show --walkability foo";
    for words in [words.to_owned(), format!("{words},layer")] {
        let seen = place.run(&words);
        assert_eq!(seen.code, Some(2), "{seen}");
        assert!(seen.stderr.contains(names), "{seen}");
    }
    for given in ["\"foo\"", "[\"foo\"]"] {
        let request = format!(
            "{{\"task\": \"path/convert\", \"map\": \"-\", \"walkability\": {given}}}"
        );
        let seen = place.run_with("run -", request);
        assert!(seen.stderr.contains(names), "{seen}");
    }
}

/// Options of `path plan` that have no effect on a map or with a planner, their keys, and why.
const IDLE: [(&str, &str, &str); 13] = [
    (
        "cave.txt --generations 5",
        "generations",
        "evolved planners, and the planner is fastest",
    ),
    ("cave.txt --generations 5 --planner jps", "generations", "evolved planners, and"),
    (
        "cave.txt --distance manhattan",
        "distance",
        "the planner improved, and the planner is fastest",
    ),
    (
        "cave.txt --distance manhattan --planner regrow",
        "distance",
        "the planner is regrow",
    ),
    (
        "cave.txt --result final-population --planner complexity",
        "result",
        "is complexity",
    ),
    ("cave.txt --replace if-shorter", "replace", "the planner improved, and"),
    (
        "cave.txt --initialization random-walk --planner improved",
        "initialization",
        "evolved planners but improved, and the planner is improved",
    ),
    (
        "cave.txt --fitness-danger-weight 2 --planner regrow",
        "fitness_danger_weight",
        "the planner weighted-sum, and the planner is regrow",
    ),
    (
        "cave.txt --danger-weight 2",
        "danger_weight",
        "neither the map nor the request has",
    ),
    ("cave.txt --corners one --connectivity 4", "corners", "four neighbours"),
    ("cave.txt --corners always --planner improved", "corners", "four neighbours"),
    ("cave.ldtk --project .", "project", "the level is in the file itself"),
    ("cave.ldtkl --project .", "project", "the project of a level is looked for"),
];

/// These are refused, and the same options are not where they have an effect.
fn options_of_other_planners_are_refused(place: &Place) {
    let level = place.text("cave.ldtk");
    let level = level.split_once("\"levels\":[").unwrap().1.strip_suffix("]}").unwrap();
    place.put("cave.ldtkl", level);
    place.put("danger.txt", ".~.\n...\n");
    for (words, key, why) in IDLE {
        let seen = place.run(&format!("path plan {words} --from 0,0 --to 0,2"));
        assert_eq!(seen.code, Some(2), "{words}: {seen}");
        let map = words.split(' ').next().unwrap();
        let place = match key {
            "danger_weight" | "project" => format!("{map}: "),
            _ => String::new(),
        };
        let what = format!("error: {place}`{key}` has no effect: ");
        assert!(seen.stderr.contains(&what), "{words}: {seen}");
        assert!(seen.stderr.contains(why), "{words}: {seen}");
        let hint = format!("leave out --{}", key.replace('_', "-"));
        assert!(seen.stderr.contains(&hint), "{words}: {seen}");
    }
    for words in [
        "cave.txt --generations 2 --distance manhattan --planner improved",
        "cave.txt --generations 2 --initialization random-walk --planner regrow",
        "cave.txt --generations 2 --fitness-danger-weight 2 --planner weighted-sum",
        "cave.txt --danger-weight 2 --danger 2,2,0",
        "danger.txt --danger-weight 2 --planner bfs",
        "cave.txt --corners one",
    ] {
        place.run(&format!("path plan {words} --from 0,0 --to 0,2")).done();
    }
    for words in [
        "routes cave.txt --danger-weight 2",
        "pareto cave.txt --connectivity 4 --corners one",
    ] {
        let seen = place.run(&format!("path {words} --from 0,0 --to 0,2"));
        assert!(seen.stderr.contains("has no effect: "), "{words}: {seen}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    let place = game();
    place.put("cave.txt", "...\n.#.\n...\n");
    place.put("cave.map", "type octile\nheight 1\nwidth 3\nmap\n...\n");
    place.put("cave.json", r#"{"schema": "tilewright/map/2", "layout": ["..."]}"#);
    place.put(
        "cave.ldtk",
        r#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[
        {"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":1,"__gridSize":16,"intGridCsv":[0,0,0],
        "entityInstances":[]}]}]}"#,
    );
    let town = "game/maps/east/town.tmx";
    for (map, option) in [
        ("cave.txt", "--layer walls"),
        ("cave.map", "--layer walls"),
        ("cave.map", "--walkability objects"),
        ("cave.map", "--solid-property x"),
        ("cave.txt", "--walkable-tiles 1"),
        ("cave.json", "--level Attic"),
        ("cave.json", "--project ."),
        ("cave.ldtk", "--walkability properties"),
        ("cave.ldtk", "--solid-property x"),
        (town, "--level Attic"),
        (town, "--walkability objects --layer Collision"),
        (town, "--walkability layer --walkable-tiles 1"),
        (town, "--walkability shapes --solid-property x"),
    ] {
        let key = option.rsplit(' ').nth(1).unwrap().trim_start_matches("--");
        for verb in ["convert", "plan", "routes", "pareto"] {
            let ends = if verb == "convert" { "--show" } else { "--from 0,0 --to 0,2" };
            let seen = place.run(&format!("path {verb} {map} {ends} {option}"));
            assert_eq!(seen.code, Some(2), "{verb} {map} {option}: {seen}");
            let what = format!("`{}` has no effect", key.replace('-', "_"));
            assert!(seen.stderr.contains(&what), "{verb} {map} {option}: {seen}");
            assert!(seen.stderr.contains(&format!("leave out --{key}")), "{seen}");
        }
    }
    options_of_other_planners_are_refused(&place);
    // Also where the map is only turned into the other form.
    let seen = place.run(&format!("path convert {town} t.tmj --layer nonsense"));
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(
        seen.stderr.contains("no layer with the name or class \"nonsense\""),
        "{seen}"
    );
    let seen =
        place.run(&format!("path convert {town} --show --layer collision --layer Fence"));
    assert!(seen.stderr.contains("no layer with the name or class \"Fence\""), "{seen}");
}
