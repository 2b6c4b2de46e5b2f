//! `tilewright path …`: maps in, paths and tables out.

mod common;

use common::Place;
use serde_json::Value;

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

/// A document without what the clock says.
fn without_times(mut document: Value) -> String {
    document.as_object_mut().unwrap().remove("timing").expect("it says how long it took");
    document.to_string()
}

#[test]
fn a_path_is_planned_and_shown() {
    let place = place();
    insta::assert_snapshot!(place.transcript(&[
        "path plan town.map --from 0,0 --to 3,6",
        "path plan town.map --from 0,0 --to 3,6 --connect 4 --planner bfs",
        "path plan town.map --scenario town.map.scen --index 1 --planner jps",
        "path plan town.map --from 0,0 --to 3,6 --planner improved --seed 2",
        "path plan town.map --from 0,0 --to 3,6 --danger 1,4,1",
        "path plan town.map --from 0,0 --to 3,2 --danger 3,1,1 --danger-weight 0.5",
    ]));
}

#[test]
fn machines_read_the_path() {
    let place = place();
    let exact = place.run("path plan town.map --from 0,0 --to 3,6 --json").done().json();
    insta::assert_snapshot!(without_times(exact));
    let evolved =
        "path plan town.map --from 0,0 --to 3,6 --planner regrow --seed 5 --json";
    let on = |threads: u32| {
        without_times(place.run(&format!("{evolved} --threads {threads}")).done().json())
    };
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
        "path plan town.map --from 0,0 --to 3,6 --planner jps --connect 4",
        "path plan town.map --from 0,0 --to 3,6 --planner improved --connect 8 --seed 1",
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
    for line in seen.stdout.lines() {
        let document: Value = serde_json::from_str(line).unwrap();
        assert!(document["timing"]["p99_us"].as_f64().unwrap() > 0.0);
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
    assert!((document["worst_ratio"].as_f64().unwrap() - 1.125).abs() < 1e-9);
    place.put("lost.map.scen", SCENARIOS.replace("town", "nowhere"));
    let seen = place.run("path check lost.map.scen town.map.scen --json");
    assert_eq!((seen.code, seen.stdout.lines().count()), (Some(2), 2));
}

#[test]
fn planners_are_compared() {
    let place = place();
    let words = "path compare town.map.scen --runs 40 --generations 1,5 --planners improved,traditional --seed 3 --json";
    let document = place.run(words).done().json();
    let rows = document["rows"].as_array().unwrap();
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
        let [low, high] = [0, 1].map(|end| row["ci95"][end].as_f64().unwrap());
        let accuracy = row["accuracy"].as_f64().unwrap();
        assert!(
            low <= accuracy && accuracy <= high && row["timing"]["median_us"].is_f64()
        );
    }
    assert!(
        place
            .run("path compare town.map.scen --runs 3 --seed 1")
            .done()
            .stdout
            .contains("regrow")
    );
}
