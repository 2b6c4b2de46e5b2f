//! `tilewright path crowd`: many walkers, none through another.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::Place;

/// A hall with one door.
const HALL: &str = "........#......
........#......
........#......
...............
........#......
........#......
........#......
";

fn place() -> Place {
    let place = Place::new();
    place.put("hall.txt", HALL);
    place
}

/// The cells of each walker.
fn walks(document: &Value) -> Vec<Vec<[u64; 2]>> {
    let walkers = document["walkers"].as_array().unwrap().iter();
    walkers
        .map(|walker| serde_json::from_value(walker["cells"].clone()).unwrap())
        .collect()
}

#[test]
fn nobody_walks_through_another_and_all_arrive() {
    let place = place();
    for words in
        ["--walkers 40 --goal 3,14", "--walkers 60", "--walkers 30 --again --steps 100"]
    {
        let seen = place.run(&format!("path crowd hall.txt {words} --seed 3 --json"));
        assert_eq!(seen.code, Some(0), "{words}");
        let document = seen.json();
        let walks = walks(&document);
        let steps = document["steps"].as_u64().unwrap() as usize;
        for step in 0..=steps {
            let here: Vec<_> = walks.iter().filter_map(|cells| cells.get(step)).collect();
            let cells: BTreeSet<_> = here.iter().collect();
            assert_eq!(cells.len(), here.len(), "two in a cell at step {step}");
            for (number, cells) in walks.iter().enumerate() {
                let (Some(from), Some(to)) = (cells.get(step), cells.get(step + 1))
                else {
                    continue;
                };
                let far = from[0].abs_diff(to[0]) + from[1].abs_diff(to[1]);
                assert!(far <= 1, "walker {number} jumps at step {step}");
                let swaps = |other: &Vec<[u64; 2]>| {
                    from != to
                        && other.get(step) == Some(to)
                        && other.get(step + 1) == Some(from)
                };
                assert!(!walks.iter().any(swaps), "a swap at step {step}");
            }
        }
    }
}

#[test]
fn with_turns_each_goes_ahead_or_turns_by_a_quarter() {
    let place = place();
    let seen =
        place.run("path crowd hall.txt --walkers 20 --goal 3,14 --turns --seed 3 --json");
    assert_eq!(seen.code, Some(0), "{seen}");
    let document = seen.json();
    let (mut moves, mut turns) = (0, 0);
    let ways =
        [("north", [-1, 0]), ("east", [0, 1]), ("south", [1, 0]), ("west", [0, -1])];
    for walker in document["walkers"].as_array().unwrap() {
        let cells: Vec<[i64; 2]> =
            serde_json::from_value(walker["cells"].clone()).unwrap();
        let headings: Vec<String> =
            serde_json::from_value(walker["headings"].clone()).unwrap();
        assert_eq!((headings.len(), &headings[0][..]), (cells.len(), "north"));
        let way =
            |heading: &String| ways.iter().position(|way| way.0 == heading).unwrap();
        for step in 1..cells.len() {
            let [from, to] = [way(&headings[step - 1]), way(&headings[step])];
            let by = [0, 1].map(|axis| cells[step][axis] - cells[step - 1][axis]);
            let turned = (to + 4 - from) % 4;
            assert!(turned != 2 && (by == [0, 0] || turned == 0 && by == ways[from].1));
            moves += u32::from(by != [0, 0]);
            turns += u32::from(turned != 0);
        }
    }
    assert!(moves > 100 && turns > 20, "{moves} {turns}");
}

/// How far a point is from the walls of the hall, and from its outside.
fn distance_to_walls([row, column]: [f64; 2]) -> f64 {
    let rows = HALL.lines().count() as f64;
    let columns = HALL.lines().next().unwrap().len() as f64;
    let mut least = row.min(rows - row).min(column).min(columns - column);
    for (down, line) in HALL.lines().enumerate() {
        for (right, _) in line.match_indices('#') {
            let beside = |at: f64, first: usize| {
                let first = first as f64;
                (first - at).max(at - first - 1.0).max(0.0)
            };
            least = least.min(beside(row, down).hypot(beside(column, right)));
        }
    }
    least
}

#[test]
fn those_who_flow_touch_no_wall_and_come_to_the_nearest_goal() {
    let place = place();
    let words =
        "--kind field --walkers 50 --goal 3,14 --goal 0,0 --radius 0.4 --seed 3 --json";
    let seen = place.run(&format!("path crowd hall.txt {words}"));
    assert_eq!(seen.code, Some(0), "{seen}");
    let document = seen.json();
    assert_eq!(document["goals"], serde_json::json!([[0, 0], [3, 14]]));

    for walker in document["walkers"].as_array().unwrap() {
        let points: Vec<[f64; 2]> =
            serde_json::from_value(walker["points"].clone()).unwrap();
        for &point in &points {
            let far = distance_to_walls(point);
            assert!(far > 0.4 - 0.002, "{point:?} is {far} from a wall");
        }
        for (from, to) in points.iter().zip(&points[1..]) {
            let far = (from[0] - to[0]).hypot(from[1] - to[1]);
            assert!(far < 1.0, "{far} cells in a step");
        }
        let goal: [f64; 2] = serde_json::from_value(walker["goal"].clone()).unwrap();
        let last = points.last().unwrap();
        let far = (last[0] - goal[0] - 0.5).hypot(last[1] - goal[1] - 0.5);
        // Where many come at once, some arrive in the cell beside the goal.
        assert!(far < 1.5, "{walker}");
    }
}

#[test]
fn walks_are_printed_drawn_and_written() {
    let place = place();
    place.put("two.txt", "S.G..\n");
    place.put("apart.txt", "S#G\n");
    insta::assert_snapshot!(place.transcript(&[
        "path crowd hall.txt --walkers 40 --goal 3,14 --seed 3",
        "path crowd hall.txt --walkers 40 --goal 3,14 --steps 10 --seed 3",
        "path crowd hall.txt --walkers 30 --again --steps 100 --seed 3",
        "path crowd hall.txt --walkers 30 --seed 3",
        "path crowd two.txt --walkers 3 --seed 1 --json",
        "path crowd two.txt --walkers 6 --seed 1",
        "path crowd apart.txt --walkers 1 --seed 1",
        "path crowd two.txt --walkers 2 --again --seed 1",
        "path crowd hall.txt --walkers 3 --goal 0,8 --seed 1",
        "path crowd hall.txt --walkers 40 --goal 3,14 --goal 0,0 --seed 3",
        "path crowd hall.txt --kind field --walkers 40 --goal 3,14 --seed 3",
        "path crowd hall.txt --kind field --walkers 40 --goal 3,14 --stay --seed 3",
        "path crowd two.txt --kind field --walkers 1 --steps 12 --seed 1 --json",
        "path crowd apart.txt --kind field --walkers 1 --seed 1",
        "path crowd hall.txt --kind field --walkers 3 --seed 1",
        "path crowd hall.txt --kind field --walkers 3 --goal 3,14 --speed 0.6",
        "path crowd hall.txt --kind field --walkers 3 --again",
        "path crowd hall.txt --walkers 3 --goal 3,14 --goal 0,8 --seed 1",
        "path crowd hall.txt --walkers 3 --goal 3,14 --goal 3,15 --seed 1",
        "path crowd hall.txt --walkers 3 --stay",
        "path crowd hall.txt --walkers 40 --goal 3,14 --turns --seed 3",
        "path crowd hall.txt --walkers 4 --goal 3,14 --turns --kind field",
        "path crowd hall.txt --walkers 3 --again --goal 0,0",
        "path crowd hall.txt --walkers 3 --own-goals --goal 0,0",
    ]));

    let seen = place.run(
        "path crowd hall.txt --walkers 12 --goal 3,14 --seed 3 -o walks.tmx --picture walks.gif",
    );
    assert_eq!(seen.code, Some(0), "{seen}");
    assert_eq!(place.text("walks.tmx").matches("<polyline").count(), 12);
    assert!(place.bytes("walks.gif").starts_with(b"GIF89a"));
    let seen = place.run(
        "path crowd hall.txt --kind field --walkers 12 --goal 3,14 --seed 3 -o flow.tmx --picture flow.apng",
    );
    assert_eq!(seen.code, Some(0), "{seen}");
    assert_eq!(place.text("flow.tmx").matches("<polyline").count(), 12);
    assert!(place.bytes("flow.apng").starts_with(b"\x89PNG"));
}
