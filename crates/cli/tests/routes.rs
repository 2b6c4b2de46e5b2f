//! `tilewright path routes` and `path pareto`: maps in, several paths out.

use crate::common::Place;
use serde_json::Value;

const MAP: &str = "....................\n.....###....##......\n.....###....##......\n\
                   ....................\n..........#.........\n....................\n";
const ROUGH: &str = "......\n.2~~2.\n.4##4.\n.2222.\n";

fn place() -> Place {
    let place = Place::new();
    place.put("field.txt", MAP);
    place.put("rough.txt", ROUGH);
    place.put("parted.txt", "..#..\n..#..\n");
    place
}

#[test]
fn routes_are_planned_and_shown() {
    insta::assert_snapshot!(place().transcript(&[
        "path routes field.txt --from 2,0 --to 2,19 --routes 4 --detour 1.2",
        "path routes field.txt --from 2,0 --to 2,19 --routes 3 --method penalty",
        "path routes field.txt --from 2,0 --to 2,19 --routes 3 --method yen",
        "path routes field.txt --from 2,0 --to 2,19 --routes 3 --method random-walk --seed 4",
        "path routes rough.txt --from 3,0 --to 0,5 --routes 3 --detour 1.5 --connectivity 4",
        "path routes parted.txt --from 0,0 --to 1,4",
        "path routes parted.txt --from 0,0 --to 0,1",
        "path routes field.txt --from 2,0 --to 2,19 --routes 3 --danger 3,9,2",
        "path routes field.txt --from 2,0 --to 2,19 --routes 3 --danger 3,9,2 --danger-weight 0.1",
        "path routes field.txt --from 2,0 --to 2,19 --danger 2,1,2",
    ]));
}

#[test]
fn fronts_are_found_and_shown() {
    insta::assert_snapshot!(place().transcript(&[
        "path pareto field.txt --from 2,0 --to 2,19 --danger 3,9,3",
        "path pareto rough.txt --from 3,0 --to 0,5",
        "path pareto rough.txt --from 3,0 --to 0,5 --objectives length,danger,terrain",
        "path pareto field.txt --from 2,0 --to 2,19 --random-danger 3,4 --random-terrain --objectives length,terrain --seed 1",
        "path pareto parted.txt --from 0,0 --to 1,4",
    ]));
}

#[test]
fn what_cannot_be_sought_is_explained() {
    insta::assert_snapshot!(place().transcript(&[
        "path routes field.txt --from 2,5 --to 2,19",
        "path routes field.txt --to 2,19",
        "path routes field.txt --from 2,0 --to 9,19",
        "path routes field.txt --from 2,0 --to 2,19 --detour 0.9",
        "path routes field.txt --from 2,0 --to 2,19 --routes 0",
        "path routes field.txt --from 2,0 --to 2,19 --method best",
        "path pareto field.txt --from 2,0 --to 2,19 --objectives length",
        "path pareto field.txt --from 2,0 --to 2,19 --objectives danger,terrain",
        "path pareto field.txt --from 2,0 --to 2,19 --objectives length,length,danger",
        "path pareto field.txt --from 2,0 --to 2,19 --random-danger 5",
        "path pareto field.txt --from 2,0 --to 2,19 --random-danger 5,-1",
    ]));
}

#[test]
fn machines_read_routes_and_fronts() {
    let place = place();
    let run = |words: &str| place.run(words).done().json();
    let routes =
        "path routes field.txt --from 2,0 --to 2,19 --routes 4 --detour 1.2 --json";
    let document = run(routes);
    assert_eq!(document["schema"], "tilewright/path-routes/2");
    let lines = document["routes"].as_array().unwrap();
    let shortest = lines[0]["length"].as_f64().unwrap();
    for line in lines {
        let cells = line["cells"].as_array().unwrap();
        assert_eq!((&cells[0], cells.last()), (&[2, 0].into(), Some(&[2, 19].into())));
        assert!(line["length"].as_f64().unwrap() <= 1.2 * shortest + 1e-9);
    }
    assert!(document["dissimilarity"].as_f64().unwrap() > 0.7);
    assert!(document["max_load"].as_u64().unwrap() < 4);
    assert_eq!(run(&format!("{routes} --threads 2")), document);
    let nothing = place.run("path routes parted.txt --from 0,0 --to 1,4 --json");
    assert_eq!(nothing.code, Some(1));
    assert_eq!(nothing.json()["routes"], Value::Array(Vec::new()));

    let front = "path pareto field.txt --from 2,0 --to 2,19 --random-danger 3,4 --random-terrain --objectives length,danger,terrain --seed 1 --json";
    let document = run(front);
    assert_eq!(document["schema"], "tilewright/path-pareto/2");
    assert_eq!((&document["exact"], &document["seed"]), (&true.into(), &1.into()));
    let lines = document["front"].as_array().unwrap();
    assert!(lines.len() > 1);
    for line in lines {
        assert!(
            line["length"].is_f64()
                && line["danger"].is_u64()
                && line["terrain"].is_u64()
        );
        assert!(line["cells"].as_array().unwrap().len() > 10);
    }
    assert_eq!(run(front), document);
}
