//! `tilewright match3 import`: levels of a studio's own JSON, and back.

use crate::common::Place;
use serde_json::{Value, json};

const MAPPING: &str = r#"schema = "tilewright/mapping/1"

[constants]
rules = "blast"
colors = 4

[places]
name = "level_number"
columns = "grid_width"
rows = "grid_height"
moves = "move_count"

[grid]
path = "grid"
origin = "bottom"

[goals]
all = ["box", "stone", "vase"]

[codes]
rand = "."
r = "red"
g = "green"
b = "blue"
y = "yellow"
bo = "box1"
s = "stone1"
v = "vase2"
t = "B"
vro = "R|"
hro = "R-"
"#;

/// A level with boxes at the bottom.
fn studio(number: u32) -> Value {
    json!({
        "level_number": number, "grid_width": 6, "grid_height": 5, "move_count": 24, "theme": "dusk",
        "grid": [
            "bo", "bo", "bo", "bo", "bo", "bo",
            "r", "v", "g", "b", "y", "r",
            "rand", "rand", "rand", "rand", "rand", "rand",
            "rand", "t", "rand", "rand", "vro", "rand",
            "rand", "rand", "rand", "rand", "rand", "rand",
        ],
    })
}

fn place() -> Place {
    let place = Place::new();
    place.put("mapping.toml", MAPPING);
    place.put("one.json", studio(1).to_string());
    place
}

#[test]
fn a_level_comes_in_is_played_and_goes_back() {
    let place = place();
    insta::assert_snapshot!(place.transcript(&[
        "match3 import one.json --map mapping.toml",
        "match3 import one.json --map mapping.toml -o level.json",
        "match3 play level.json --games 50 --seed 1",
        "match3 export level.json --to studio --map mapping.toml",
    ]));
    place
        .run("match3 export level.json --to studio --map mapping.toml -o back.json")
        .done();
    assert_eq!(
        serde_json::from_str::<Value>(&place.text("back.json")).unwrap(),
        studio(1)
    );
}

#[test]
fn a_changed_level_goes_back_with_what_only_the_studio_knows() {
    let place = place();
    place.run("match3 import one.json --map mapping.toml -o level.json").done();
    place.run(
        "match3 tweak level.json easier --games 64 --count 1 --seed 1 -o easier.json",
    );
    let level: Value = serde_json::from_str(&place.text("level.json")).unwrap();
    assert_eq!(level["studio"], json!({ "theme": "dusk" }));
    let mut changed = level;
    changed["moves"] = json!(30);
    place.put("level.json", changed.to_string());
    let seen =
        place.run("match3 export level.json --to studio --map mapping.toml").done();
    let mut expected = studio(1);
    expected["move_count"] = json!(30);
    assert_eq!(serde_json::from_str::<Value>(&seen.stdout).unwrap(), expected);
}

#[test]
fn several_levels_are_written_to_a_folder_or_none_is() {
    let place = place();
    place.put("two.json", studio(2).to_string());
    place.put(
        "bad.json",
        studio(3).to_string().replacen("bo", "bx", 2).replacen("\"t\"", "9", 1),
    );
    place.put("torn.json", "{\"grid\": [");
    insta::assert_snapshot!(place.transcript(&[
        "match3 import one.json two.json --map mapping.toml",
        "match3 import one.json bad.json torn.json --map mapping.toml -o levels",
        "match3 import bad.json --map mapping.toml",
        "match3 import one.json one.json --map mapping.toml -o levels",
    ]));
    assert_eq!(
        place.names("."),
        ["bad.json", "mapping.toml", "one.json", "torn.json", "two.json"]
    );
    place.run("match3 import one.json two.json --map mapping.toml -o levels").done();
    assert_eq!(place.names("levels").iter().filter(|it| !it.starts_with('.')).count(), 2);
    place.run("match3 check levels --games 64").done();
}

#[test]
fn a_mapping_that_does_not_fit_says_why() {
    let place = place();
    place.put("codes.toml", MAPPING.replace("\"box1\"", "\"bix1\""));
    place.put("key.toml", MAPPING.replace("[grid]", "[grit]"));
    place.put("torn.toml", "[grid\n");
    place.put("royal.toml", MAPPING.replace("blast", "royal"));
    place.put("place.toml", MAPPING.replace("\"move_count\"", "\"move_cuont\""));
    place.put("movs.toml", MAPPING.replace("moves =", "movs ="));
    place.put("grid.toml", MAPPING.replace("\"grid\"", "\"gird\""));
    place.put("kind.toml", MAPPING.replace("\"stone\"", "\"stome\""));
    place.run("match3 import one.json --map mapping.toml -o level.json").done();
    insta::assert_snapshot!(place.transcript(&[
        "match3 import one.json --map codes.toml",
        "match3 import one.json --map key.toml",
        "match3 import one.json --map place.toml",
        "match3 import one.json --map movs.toml",
        "match3 import one.json --map grid.toml",
        "match3 import one.json --map kind.toml",
        "match3 import one.json --map torn.toml",
        "match3 import one.json --map none.toml",
        "match3 import one.json",
        "match3 import level.json --map mapping.toml",
        "match3 export level.json --to studio",
        "match3 export level.json --to csv --map mapping.toml",
        "match3 export level.json --to studio --map royal.toml",
    ]));
}

#[test]
fn what_a_level_lacks_is_named_when_it_is_read() {
    let place = place();
    let mut open = studio(2);
    let cells = open["grid"].as_array_mut().unwrap();
    for cell in cells.iter_mut().filter(|it| *it == "bo" || *it == "v") {
        *cell = json!("rand");
    }
    open.as_object_mut().unwrap().remove("move_count");
    place.put("open.json", open.to_string());
    insta::assert_snapshot!(
        place.transcript(&["match3 import open.json --map mapping.toml -o level.json"])
    );
}

#[test]
fn a_changed_source_is_imported_again_by_force() {
    let place = place();
    place.put("two.json", studio(2).to_string());
    let import = "match3 import one.json two.json --map mapping.toml -o levels";
    place.run(import).done();
    place.put("two.json", studio(2).to_string().replace("24", "30"));
    insta::assert_snapshot!(place.transcript(&[
        import,
        &format!("{import} --force"),
        "match3 import one.json --map mapping.toml -o one/",
    ]));
    assert!(place.text("levels/two.json").contains("\"moves\": 30"));
}

#[test]
fn several_levels_go_back_to_a_folder() {
    let place = place();
    place.put("two.json", studio(2).to_string());
    place.run("match3 import one.json two.json --map mapping.toml -o levels").done();
    let export =
        "match3 export levels/one.json levels/two.json --to studio --map mapping.toml";
    insta::assert_snapshot!(place.transcript(&[export, &format!("{export} -o back")]));
    for (name, number) in [("one", 1), ("two", 2)] {
        let back = place.text(&format!("back/{name}.json"));
        assert_eq!(serde_json::from_str::<Value>(&back).unwrap(), studio(number));
    }
}
