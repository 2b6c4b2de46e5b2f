//! `tilewright path …`: maps in, paths and tables out.

use crate::common::Place;
use serde_json::{Value, json};

const MAP: &str =
    "type octile\nheight 4\nwidth 7\nmap\n...@...\n.@.@.@.\n.@...@.\n...T...\n";
const SCENARIOS: &str = "version 1\n0\tmaps/town.map\t7\t4\t0\t0\t6\t3\t9.0\n\
                         0\tmaps/town.map\t7\t4\t0\t3\t2\t3\t2.00000\n";

fn place() -> Place {
    let place = Place::new();
    place.put("town.map", MAP);
    place.put("town.map.scen", SCENARIOS);
    place
}

#[test]
fn a_path_is_planned_and_shown() {
    let place = place();
    insta::assert_snapshot!(place.transcript(&[
        "path plan town.map --from 0,0 --to 3,6",
        "path plan town.map --from 0,0 --to 3,6 --connectivity 4 --planner bfs",
        "path plan town.map --scenario town.map.scen --index 1 --planner jps",
        "path plan town.map --from 0,0 --to 3,6 --planner improved --seed 2",
        "path plan town.map --from 0,0 --to 3,6 --danger 1,4,1",
        "path plan town.map --from 0,0 --to 3,2 --danger 3,1,1 --danger-weight 0.5",
    ]));
}

#[test]
fn machines_read_the_path() {
    let place = place();
    let exact = place.run("path plan town.map --from 0,0 --to 3,6 --json").done();
    assert!(exact.times("plan_us") >= 0.0, "{exact:?}");
    insta::assert_snapshot!(exact.json().to_string());
    let evolved =
        "path plan town.map --from 0,0 --to 3,6 --planner regrow --seed 5 --json";
    let on =
        |threads: u32| place.run(&format!("{evolved} --threads {threads}")).done().stdout;
    assert_eq!(on(1), on(3));
    assert!(on(1).contains("\"seed\":5"));
}

#[test]
fn what_cannot_be_planned_is_explained() {
    let place = place();
    place.put("ragged.txt", "...\n..\n");
    place.put("odd.txt", "..x\n");
    place.put("huge.map", "type octile\nheight 60000\nwidth 60000\nmap\n...\n");
    place.put("parted.txt", "..#..\n..#..\n");
    insta::assert_snapshot!(place.transcript(&[
        "path plan parted.txt --from 0,0 --to 1,4",
        "path plan parted.txt --from 0,2 --to 1,4",
        "path plan parted.txt --from 0,0 --to 9,9",
        "path plan ragged.txt --from 0,0 --to 1,1",
        "path plan odd.txt --from 0,0 --to 0,1",
        "path plan huge.map --from 0,0 --to 0,1",
        "path plan absent.map --from 0,0 --to 0,1",
        "path plan town.map --from 0,0",
        "path plan town.map --from 0 --to 1,1",
        "path plan town.map --scenario town.map.scen --index 7",
        "path plan town.map --from 0,0 --to 3,6 --planner jps --connectivity 4",
        "path plan town.map --from 0,0 --to 3,6 --planner improved --connectivity 8 --seed 1",
        "path plan town.map --from 0,0 --to 3,6 --planner best",
        "path plan town.map --from 0,0 --to 3,6 --danger 1,4",
        "path plan town.map --from 0,0 --to 3,6 --danger 0,1,2",
    ]));
    let nothing = place.run("path plan parted.txt --from 0,0 --to 1,4 --json");
    let document = nothing.json();
    assert_eq!(
        (nothing.code, &document["found"], &document["length"], &document["cells"]),
        (Some(1), &false.into(), &Value::Null, &Value::Array(Vec::new()))
    );
}

#[test]
fn scenarios_are_checked() {
    let place = place();
    let seen = place.run("path check town.map.scen --planner jps --planner astar --json");
    assert_eq!(seen.code, Some(0), "{}", seen.stdout);
    assert_eq!(seen.timing.len(), 2, "one for each planner");
    assert!(seen.times("p99_us") > 0.0);
    for line in seen.stdout.lines() {
        let document: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&document["queries"], &document["optimal"], &document["invalid"]),
            (&2.into(), &2.into(), &0.into())
        );
    }
    // A length that is not that of the shortest path, a wall and a map of another size.
    let wrong = SCENARIOS.replace("9.0", "8.0")
        + "0 town.map 7 4 3 0 0 0 3.0\n0 town.map 8 4 0 0 0 1 1.0\n";
    place.put("town.map.scen", wrong);
    let seen = place.run("path check town.map.scen --json");
    let document = seen.json();
    assert_eq!((seen.code, &document["optimal"]), (Some(1), &1.into()));
    assert_eq!(document["invalid"], 2);
    assert!((document["max_ratio"].as_f64().unwrap() - 1.125).abs() < 1e-9);
    place.put("lost.map.scen", SCENARIOS.replace("town", "nowhere"));
    let seen = place.run("path check lost.map.scen town.map.scen --json");
    assert_eq!((seen.code, seen.stdout.lines().count()), (Some(2), 2));
}

#[test]
fn planners_are_compared() {
    let place = place();
    let words = "path compare town.map.scen --runs 40 --generations 1,5 --planners improved,traditional --seed 3 --json";
    let seen = place.run(words).done();
    assert_eq!((seen.timing.len(), seen.times("median_us") > 0.0), (5, true));
    let document = seen.json();
    let rows = document["planners"].as_array().unwrap();
    let names: Vec<_> = rows
        .iter()
        .map(|row| (row["planner"].as_str().unwrap(), row["generations"].as_u64()))
        .collect();
    assert_eq!(
        names,
        [
            ("astar", None),
            ("improved", Some(1)),
            ("traditional", Some(1)),
            ("improved", Some(5)),
            ("traditional", Some(5))
        ]
    );
    for row in rows {
        assert_eq!(row["runs"], 40);
        let [low, high] =
            [0, 1].map(|end| row["accuracy"]["ci95"][end].as_f64().unwrap());
        let accuracy = row["accuracy"]["mean"].as_f64().unwrap();
        assert!(low <= accuracy && accuracy <= high);
    }
    assert!(
        place
            .run("path compare town.map.scen --runs 3 --seed 1")
            .done()
            .stdout
            .contains("regrow")
    );
}

/// A map of the editor: a town with a collision layer, a start, a goal and two npcs.
const TOWN: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="6" height="3" tilewidth="16" tileheight="16" infinite="0" nextlayerid="4" nextobjectid="9">
 <tileset firstgid="1" source="../elsewhere/town.tsx"/>
 <layer id="1" name="Ground" width="6" height="3"><data encoding="csv">1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1</data></layer>
 <layer id="2" name="Collision" width="6" height="3" visible="0"><data encoding="csv">0,0,0,0,0,0,0,5,5,5,5,0,0,0,0,0,0,0</data></layer>
 <objectgroup id="3" name="People">
  <object id="1" name="start" x="8" y="40"><point/></object>
  <object id="2" name="goal" x="88" y="8"><point/></object>
  <object id="3" name="Ann" type="npc" x="8" y="8"><point/></object>
  <object id="4" name="Bob" type="npc" x="56" y="40"><point/></object>
 </objectgroup>
</map>
"#;

#[test]
fn maps_of_editors_are_understood() {
    let place = place();
    place.put("town.tmx", TOWN);
    place.put("bare.tmx", TOWN.replace("Collision", "Upstairs"));
    place.put(
        "cave.ldtk",
        r#"{"jsonVersion":"1.5.3","levels":[{"identifier":"Cave","layerInstances":[
        {"__identifier":"Ground","__type":"IntGrid","__cWid":3,"__cHei":2,"__gridSize":16,"intGridCsv":[0,1,0,0,0,0],
        "entityInstances":[{"__identifier":"Start","__grid":[0,0]},{"__identifier":"Goal","__grid":[2,0]}]}]}]}"#,
    );
    insta::assert_snapshot!(place.transcript(&[
        "path convert town.tmx --show",
        "path convert bare.tmx --show",
        "path convert bare.tmx --show --layer upstairs",
        "path convert bare.tmx --show --walkable-tiles 0",
        "path convert bare.tmx --show --walkable-tiles sea:0",
        "path convert bare.tmx --show --walkability properties",
        "path convert town.tmx --show --json",
        "path convert cave.ldtk --show",
        "path convert cave.ldtk --show --level Attic",
        "path plan town.tmx",
        "path plan town.tmx --npcs --connectivity 4",
        "path plan cave.ldtk --planner bfs",
        "path plan town.map --to 0,0",
        "path convert town.tmx",
        "path convert town.tmx town.jpg",
    ]));
}

#[test]
fn maps_are_turned_into_each_other_without_loss() {
    let place = place();
    place.put("town.tmx", TOWN);
    for words in [
        "path convert town.map made.tmx",
        "path convert made.tmx made.tmj",
        "path convert made.tmj again.map",
        "path convert town.tmx other.tmj",
        "path convert other.tmj other.tmx",
    ] {
        place.run(words).done();
    }
    assert_eq!(place.text("again.map"), MAP);
    let names = place.names(".");
    for name in ["made-tiles.tsx", "made-tiles.png"] {
        assert!(names.iter().any(|other| other == name), "{name} is not among {names:?}");
    }
    place.run("path convert other.tmx back.tmj").done();
    assert_eq!(place.text("back.tmj"), place.text("other.tmj"));
    // What a format cannot contain is reported.
    place.put("odd.txt", ".~9\n");
    let seen = place.run("path convert odd.txt odd.map");
    assert!(seen.stderr.contains("not in the output: costs"), "{}", seen.stderr);
    assert!(seen.stderr.contains("not in the output: danger"), "{}", seen.stderr);
    // Another folder: what the map names is named from there.
    std::fs::create_dir(place.path().join("sub")).unwrap();
    place.run("path convert town.tmx sub/town.tmx").done();
    assert!(place.text("sub/town.tmx").contains("../../elsewhere/town.tsx"));
}

#[test]
fn paths_come_back_as_lines_and_heat() {
    let place = place();
    place.put("town.tmx", TOWN);
    place.run("path plan town.tmx --npcs -o made.tmx").done();
    let made = place.text("made.tmx");
    insta::assert_snapshot!(made);
    // Results say nothing of the ground, and are replaced by the next ones.
    place.run("path plan made.tmx --npcs -o again.tmx").done();
    assert_eq!(place.text("again.tmx"), made);
    let names = place.names(".");
    assert!(names.contains(&"tilewright-heat-16x16.png".to_owned()), "{names:?}");
    let seen = place.run("path plan town.tmx -o made.map");
    assert_eq!(seen.code, Some(2), "{}", seen.stderr);
    let seen = place.run("path plan town.tmx -o made.tmx");
    assert_eq!(seen.code, Some(2), "an existing file is not replaced");
}

#[test]
fn what_was_planned_is_drawn() {
    let place = place();
    place.put("town.tmx", TOWN);
    for words in [
        "path convert town.tmx --picture town.svg",
        "path plan town.tmx --picture path.png",
        "path plan town.tmx --picture search.gif",
        "path plan town.tmx --planner improved --seed 1 --picture evolved.gif",
        "path compare town.tmx --runs 2 --generations 1,2 --seed 1 --picture chart.svg",
    ] {
        place.run(words).done();
    }
    insta::assert_snapshot!(place.text("town.svg"));
    assert!(place.text("chart.svg").contains("astar-mutation"));
    let twice = place.bytes("evolved.gif");
    place.run("path plan town.tmx --planner improved --seed 1 --picture evolved.gif --force").done();
    assert_eq!(place.bytes("evolved.gif"), twice);
    let seen = place.run("path plan town.tmx --picture path.jpg");
    assert_eq!(seen.code, Some(2));
}

#[test]
fn a_cost_that_no_step_can_have_is_explained() {
    let place = place();
    let tiles = "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"9\" columns=\"3\"><tile id=\"0\"><properties><property name=\"cost\" type=\"float\" value=\"0\"/></properties></tile></tileset>";
    let reference = "<tileset firstgid=\"1\" source=\"../elsewhere/town.tsx\"/>";
    place.put("free.tmx", TOWN.replace(reference, tiles));
    let seen = place.run("path convert free.tmx --show");
    assert_eq!(seen.code, Some(2), "{}", seen.stderr);
    assert!(
        seen.stderr.contains("cost is 0, expected a number from 0.001"),
        "{}",
        seen.stderr
    );
    assert!(seen.stderr.contains("hint: correct the property"), "{}", seen.stderr);
    place.run("path convert free.tmx --show --walkability layer").done();
}

/// Only the map's own folder is read, whatever a map names.
#[cfg(unix)]
#[test]
fn files_outside_of_the_folder_are_not_opened() {
    let place = place();
    std::fs::create_dir(place.path().join("maps")).unwrap();
    place.put("solid.tsx", "<tileset name=\"s\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><tile id=\"0\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/></properties></tile></tileset>");
    let link = place.path().join("maps/link.tsx");
    std::os::unix::fs::symlink(place.path().join("solid.tsx"), link).unwrap();
    for source in ["../solid.tsx", "link.tsx", "/etc/passwd", "absent.tsx"] {
        let map = TOWN.replace("../elsewhere/town.tsx", source);
        place.put("maps/town.tmx", &map);
        let seen = place.run("path convert maps/town.tmx --show").done();
        assert!(seen.stderr.contains(source), "{source}: {}", seen.stderr);
        let seen = place.run("path plan maps/town.tmx --walkability properties");
        assert_eq!(seen.code, Some(2), "{source}: {}", seen.stderr);
        assert!(
            seen.stderr.contains("this tileset decides"),
            "{source}: {}",
            seen.stderr
        );
    }
    place.put("maps/near.tsx", place.text("solid.tsx"));
    place.put("maps/town.tmx", TOWN.replace("../elsewhere/town.tsx", "near.tsx"));
    let seen = place.run("path convert maps/town.tmx --show --json").done();
    assert_eq!(seen.json()["walkable"], 0);
}

/// Files anywhere in a project may be read when it is named, and none out of it.
#[cfg(unix)]
#[test]
fn files_of_a_project_are_opened_when_it_is_named() {
    let place = place();
    for folder in ["game", "game/maps", "game/tiles"] {
        std::fs::create_dir(place.path().join(folder)).unwrap();
    }
    let solid = "<tileset name=\"s\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"1\" columns=\"1\"><tile id=\"0\"><properties><property name=\"solid\" type=\"bool\" value=\"true\"/></properties></tile></tileset>";
    place.put("game/tiles/solid.tsx", solid);
    place.put("outside.tsx", solid);
    let link = place.path().join("game/tiles/link.tsx");
    std::os::unix::fs::symlink(place.path().join("outside.tsx"), link).unwrap();
    let put = |source: &str| {
        place.put("game/maps/town.tmx", TOWN.replace("../elsewhere/town.tsx", source));
    };
    put("../tiles/solid.tsx");
    let rule = "--walkability properties";
    let seen = place.run(&format!("path convert game/maps/town.tmx --show {rule}"));
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("--project game"), "{seen}");
    let hint = "hint: use --project game";
    let seen = place.run("path convert game/maps/town.tmx --show").done();
    assert!(seen.stderr.contains(hint), "{seen}");
    let seen = place.run("path convert game/maps/town.tmx --show --project game").done();
    assert!(!seen.stderr.contains(hint), "{seen}");
    for project in ["game", "game/maps/..", "."] {
        let words =
            format!("path convert game/maps/town.tmx --show --json --project {project}");
        let document = place.run(&words).done().json();
        assert_eq!(
            (&document["sources"][0]["source"], &document["walkable"]),
            (&"properties".into(), &0.into())
        );
    }
    let seen = place.run("path plan game/maps/town.tmx --project game");
    assert!(seen.stderr.contains("is in a wall"), "{seen}");
    for source in ["../../outside.tsx", "../tiles/link.tsx", "/etc/passwd"] {
        put(source);
        let words = format!("path routes game/maps/town.tmx --project game {rule}");
        let seen = place.run(&words);
        assert_eq!(seen.code, Some(2), "{source}: {seen}");
        assert!(seen.stderr.contains("this tileset decides"), "{source}: {seen}");
    }
    for project in ["game/tiles", "nowhere", "game/maps/town.tmx"] {
        let words = format!("path convert game/maps/town.tmx --show --project {project}");
        assert_eq!(place.run(&words).code, Some(2), "{project}");
    }
}

/// What the error proposes can be pasted into a shell as it stands.
#[cfg(unix)]
#[test]
fn the_proposed_command_works_when_pasted() {
    let place = place();
    let bare = TOWN.replace("Collision", "Trees &amp; co's").replace("visible=\"0\"", "");
    place.put("my town's.tmx", &bare);
    place.put(
        "floor.tmx",
        bare.replace(
            "0,0,0,0,0,0,0,5,5,5,5,0,0,0,0,0,0,0",
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
        ),
    );
    let program =
        std::path::Path::new(env!("CARGO_BIN_EXE_tilewright")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(program.to_owned()).chain(std::env::split_paths(&path)),
    );
    for (file, walkable) in [("my town's.tmx", 14), ("floor.tmx", 18)] {
        let mut command = place.command("path plan");
        let seen = crate::common::Seen::of(command.arg(file));
        assert_eq!(seen.code, Some(2), "{seen}");
        // The first one would read the files outside the folder, which do not exist.
        let mut lines = seen.stderr.lines().rev();
        let pasted = lines.find(|line| line.starts_with("  tilewright "));
        let pasted = format!("{} --json", pasted.expect("a command is proposed").trim());
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &pasted])
            .current_dir(place.path())
            .env("PATH", path.as_ref().unwrap());
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{pasted}: {output:?}");
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["walkable"], walkable, "{pasted}");
    }
}

/// A name that a terminal does not show as it is would come out changed.
#[cfg(unix)]
#[test]
fn no_command_is_proposed_that_cannot_be_pasted() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = place();
    let bare = TOWN.replace("Collision", "Trees").replace("visible=\"0\"", "");
    let plan = |name: &[u8], map: &str| {
        let name = std::ffi::OsStr::from_bytes(name);
        std::fs::write(place.path().join(name), map).unwrap();
        let seen = crate::common::Seen::of(place.command("path plan").arg(name));
        assert_eq!(seen.code, Some(2), "{seen}");
        seen.stderr
    };
    assert!(plan(b"a\xffb.tmx", &bare).contains("invalid UTF-8"));
    for name in [&b"a\x1b[2Jb.tmx"[..], b"a\nb.tmx", b"a\tb.tmx"] {
        let told = plan(name, &bare);
        assert!(!told.contains("tilewright path"), "{told}");
        assert!(told.contains("No command to paste is shown"), "{told}");
    }
    let told = plan(b"layer.tmx", &bare.replace("Trees", "Tr&#x202e;ees"));
    assert!(told.contains("No command to paste is shown"), "{told}");
    assert!(plan(b"fine.tmx", &bare).contains("\n  tilewright path convert fine.tmx"));
}

#[test]
fn an_evolved_path_is_reported_with_the_cheapest_cost() {
    let place = place();
    place.put("village.txt", include_str!("../src/village.txt"));
    let words =
        "path plan village.txt --from 20,4 --to 6,34 --planner improved --generations 16";
    for seed in 1..=5 {
        let document = place.run(&format!("{words} --seed {seed} --json")).done().json();
        assert_eq!(
            (&document["length"], &document["optimum"]),
            (&44.0.into(), &44.0.into())
        );
    }
    let words = words.replace("improved", "traditional");
    let seen = place.run(&format!("{words} --seed 1")).done();
    assert!(seen.stdout.contains("cheapest path, by A*: cost 44.00000"), "{seen}");
}

#[test]
fn a_finished_comparison_is_answered_from_its_checkpoint() {
    let place = place();
    let words = "path compare town.map.scen --runs 5 --generations 1,2 --planners improved,regrow --checkpoint kept.json --json";
    let first = place.run(&format!("{words} --seed 3")).done();
    let kept = place.bytes("kept.json");
    // Times too are those of the first run.
    let again = place.run(words).done();
    assert_eq!(again.stdout, first.stdout);
    assert!(again.stderr.contains("resumed from kept.json, seed: 3"), "{again}");
    assert_eq!(place.bytes("kept.json"), kept);
    for (words, said) in [
        (format!("{words} --seed 4"), "another request"),
        (words.replace("--runs 5", "--runs 6"), "another request"),
        (words.replace("improved,", ""), "another request"),
        (words.replace("kept.json", "town.map"), "is not an unfinished run"),
        (
            words.replace("kept.json", "-"),
            "- is not a file, and a checkpoint must be one",
        ),
        (words.replace("kept.json", "no/kept.json"), "the folder no does not exist"),
    ] {
        let seen = place.run(&words);
        assert_eq!(seen.code, Some(2), "{words}: {seen}");
        assert!(seen.stderr.contains(said), "{words}: {seen}");
    }
    place.put("damaged.json", b"{}");
    let words = words.replace("kept.json", "damaged.json");
    assert_eq!(place.run(&words).code, Some(2));
    assert_eq!(place.bytes("damaged.json"), b"{}");
    // A line that is not whole is done again; what is damaged within is refused.
    let cut = |text: &str| text.rsplit_once("\"micros\":").unwrap().0.to_owned();
    place.put("damaged.json", cut(&place.text("kept.json")));
    let resumed = place.run(&words).done();
    assert!(resumed.stderr.contains("resumed from damaged.json"), "{resumed}");
    place.put("damaged.json", place.text("kept.json").replace("\"cost\":", "\"cast\":"));
    let seen = place.run(&words);
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("damaged.json: line 2 is damaged"), "{seen}");
    // Another map behind the same name is another comparison.
    place.put("town.map", MAP.replace("...T...", "......."));
    let words = words.replace("damaged.json", "kept.json");
    let seen = place.run(&words);
    assert_eq!(seen.code, Some(2), "{seen}");
    assert!(seen.stderr.contains("an unfinished run of other inputs"), "{seen}");
    assert_eq!(place.bytes("kept.json"), kept);
}

/// A long comparison keeps the finished runs, and the same command resumes it.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_is_kept_and_resumed() {
    let place = place();
    let words = "path compare town.map.scen --runs 1000000 --generations 100 --checkpoint kept.json";
    let told = place.interrupt(words);
    assert!(told.contains("the same command resumes from kept.json"), "{told}");
    let kept = place.text("kept.json");
    assert!(kept.lines().count() > 1, "{kept}");
    let told = place.interrupt(words);
    assert!(told.starts_with("resumed from kept.json, seed: "), "{told}");
    let more = place.text("kept.json");
    assert!(more.starts_with(&kept) && more.len() > kept.len(), "{more}");
    assert_eq!(place.names("."), ["kept.json", "town.map", "town.map.scen"]);
    let told = place.interrupt(&words.replace(" --checkpoint kept.json", ""));
    assert!(told.contains("with --checkpoint FILE it can be resumed"), "{told}");
}

/// A check resumes between any two scenarios, and says the same again, its times too.
#[test]
fn a_check_is_resumed_from_its_checkpoint() {
    let place = place();
    place.put("town2.map", MAP);
    place.put("town2.map.scen", SCENARIOS);
    let words = "path check town.map.scen town2.map.scen --planner astar --planner jps \
                 --json --checkpoint kept.part";
    let whole = place.run(words).done();
    assert_eq!(whole.json_lines().len(), 4);
    let kept = place.text("kept.part");
    assert_eq!(place.run(words).done().stdout, whole.stdout);
    for lines in 1..kept.lines().count() {
        let cut: String = kept.split_inclusive('\n').take(lines).collect();
        place.put("kept.part", &cut);
        let resumed = place.run(words).done();
        let optimal = |seen: &crate::common::Seen| -> Vec<Value> {
            let documents = seen.json_lines().into_iter();
            documents.map(|document| document["optimal"].clone()).collect()
        };
        assert_eq!(optimal(&resumed), optimal(&whole));
        assert!(place.text("kept.part").starts_with(&cut));
    }
    let refused = place.run("path check town.map.scen --planner improved");
    assert_eq!(refused.code, Some(2), "{refused}");
    assert!(
        refused.stderr.contains("[possible values: astar, bfs, dijkstra, jps]"),
        "{refused}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_writes_the_best_so_far_if_there_is_a_path() {
    let place = place();
    place.put("wide.txt", (".".repeat(100) + "\n").repeat(100));
    let told = place.interrupt(
        "path plan wide.txt --from 0,0 --to 99,99 --planner improved --generations 100000 -o best.tmx",
    );
    let is_shown = told.contains("the best path so far is shown");
    assert!(is_shown || told.contains("0 of 1 paths were searched"), "{told}");
    assert_eq!(place.names(".").contains(&"best.tmx".to_owned()), is_shown, "{told}");
    assert!(!is_shown || place.text("best.tmx").contains("improved"));
}

/// A field with thirty NPCs on its left side and a goal on its right.
fn crowd() -> String {
    let rows: Vec<_> = (0..30).map(|_| vec!["1"; 30].join(",")).collect();
    let point = |id: usize, kind: &str, x: usize, y: usize| {
        format!(
            "<object id=\"{id}\" type=\"{kind}\" x=\"{}\" y=\"{}\"><point/></object>",
            x * 16 + 8,
            y * 16 + 8
        )
    };
    let npcs = (0..30).map(|npc| point(npc + 1, "npc", npc % 3, npc));
    let objects: String = npcs.chain([point(31, "goal", 29, 15)]).collect();
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"30\" height=\"30\" tilewidth=\"16\" \
         tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\" \
         tilecount=\"1\" columns=\"1\"><tile id=\"0\"><properties><property name=\"walkable\" type=\"bool\" \
         value=\"true\"/></properties></tile></tileset><layer id=\"1\" name=\"g\" width=\"30\" height=\"30\">\
         <data encoding=\"csv\">{}</data></layer><objectgroup id=\"2\" name=\"o\">{objects}</objectgroup></map>",
        rows.join(",")
    )
}

/// The number of paths through the busiest cell but for their ends, as the text of an answer says.
fn busiest(text: &str) -> u32 {
    let line = text.lines().last().unwrap();
    let (_, rest) = line.split_once("at most ").unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn npcs_spread_within_their_detour() {
    let place = Place::new();
    place.put("crowd.tmx", crowd());
    let plan = |words: &str| place.run(&format!("path plan crowd.tmx {words}")).done();
    let together = busiest(&plan("").stdout);
    let spread = busiest(&plan("--detour 1.2").stdout);
    assert!(2 * spread < together, "{spread} of {together}");
    let lines = plan("--detour 1.2 --json").stdout;
    assert_eq!(lines.lines().count(), 30);
    for line in lines.lines() {
        let path: serde_json::Value = serde_json::from_str(line).unwrap();
        let [length, optimum] =
            ["length", "optimum"].map(|key| path[key].as_f64().unwrap());
        assert!(length <= 1.2 * optimum + 1e-9, "{line}");
        assert_eq!(path["planner"], "diverse");
    }
    for (words, said) in [
        ("crowd.tmx --detour 1.2 --planner bfs", "leave out --planner"),
        ("field.txt --from 0,0 --to 1,1 --detour 1.2", "path routes"),
        ("crowd.tmx --detour 0.5", "from 1 to 100"),
    ] {
        place.put("field.txt", "..\n..\n");
        let seen = place.run(&format!("path plan {words}"));
        assert_eq!(seen.code, Some(2), "{words}: {seen}");
        assert!(seen.stderr.contains(said), "{words}: {seen}");
    }
}

#[test]
fn generated_maps_are_planned_on() {
    let place = Place::new();
    insta::assert_snapshot!(place.transcript(&[
        "path generate maze --rows 7 --columns 15 --seed 3",
        "path generate random --density 1 --seed 3",
    ]));
    let text =
        place.run("path generate rooms --rows 15 --columns 31 --seed 4 --json").stdout;
    place.put("rooms.json", &text);
    let made: Value = serde_json::from_str(&text).unwrap();
    for ending in ["txt", "map", "tmx", "tmj"] {
        let again = format!(
            "path generate rooms --rows 15 --columns 31 --seed 4 -o rooms.{ending}"
        );
        assert_eq!(place.run(&again).code, Some(0));
        let ends = [&made["start"], &made["goal"]]
            .map(|cell| format!("{},{}", cell[0], cell[1]));
        let plan = format!(
            "path plan rooms.{ending} --from {} --to {} --connectivity 4 --json",
            ends[0], ends[1]
        );
        let [path, same] =
            [plan.as_str(), "path plan rooms.json --connectivity 4 --json"].map(
                |words| serde_json::from_str::<Value>(&place.run(words).stdout).unwrap(),
            );
        assert_eq!(path["found"], true);
        assert_eq!(path["cells"], same["cells"], "{ending}");
    }
}

#[test]
fn the_course_of_a_search_is_part_of_the_answer() {
    let place = Place::new();
    let map =
        json!({ "layout": ["....", ".##.", "...."], "start": [0, 0], "goal": [2, 3] });
    place.put("map.json", map.to_string());
    let answer = |words: &str| {
        let out = place.run(words).stdout;
        serde_json::from_str::<Value>(&out).unwrap()["trace"].clone()
    };
    // Breadth-first from 0: the cells 0, 1, 4, 2, 8 and so on; 2, -1 and 3 as zigzag are 4, 1, 6.
    let trace =
        answer("path plan map.json --planner bfs --connectivity 4 --trace --json");
    let expanded = trace["expanded"].as_u64().unwrap();
    let order = trace["order"].as_str().unwrap();
    assert!(order.starts_with("AAI"), "from cell 0 to cell 1: {trace}");
    assert_eq!(order.trim_end_matches('=').len() as u64 * 3 / 4, expanded);
    let trace = answer(
        "path plan map.json --planner improved --generations 2 --seed 1 --trace --json",
    );
    let generations = trace["generations"].as_array().unwrap();
    assert_eq!(generations.len(), 3);
    assert_eq!(generations[2]["best"], 5.0);
    let path = generations[2]["path"].as_str().unwrap();
    assert!(["E3S2", "S2E3"].contains(&path), "{path}");
}
